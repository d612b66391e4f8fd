// One card cut out of a picture, upright: what people look at while they say which card it is.

import { el } from "./dom.js";
import { say } from "./words.js";

const [WIDTH, HEIGHT] = [66, 108];

/**
 * The card at `quad` alone, upright.
 * @param {string} picture where the picture is
 * @param {number[]} size its width and height, px
 * @param {number[][]} quad px of the picture, clockwise from the card's own top-left
 */
export function crop(picture, size, quad) {
  const [[ax, ay], [bx, by], , [dx, dy]] = quad;
  // The affine map that takes three corners to those of the card; what it leaves of the perspective nobody sees.
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - ax, dy - ay];
  const area = ux * vy - uy * vx;
  const [a, c] = [(WIDTH * vy) / area, (-WIDTH * vx) / area];
  const [b, d] = [(-HEIGHT * uy) / area, (HEIGHT * ux) / area];
  const matrix = [a, b, c, d, -(a * ax + c * ay), -(b * ax + d * ay)].map((value) => value.toFixed(6));
  return el("svg:svg", { class: "crop", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say("crop") },
    el("svg:image", { href: picture, width: size[0], height: size[1], preserveAspectRatio: "none", transform: `matrix(${matrix.join(" ")})` }));
}
