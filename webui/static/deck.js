// The 48 cards to choose from, month by month.

import { el } from "./dom.js";
import { cardName, say } from "./words.js";

/** All cards in the notation. */
export const DECK = ["htab", "ntab", "htab", "ntab", "ntab", "ntab", "ntab", "hnab", "ntab", "ntab", "hnta", "habc"].flatMap(
  (kinds, index) => [...kinds].map((kind) => `${index + 1}${kind}`),
);

/** A card of the own deck as the face that a camera sees: the kasu of a month look alike. */
export const faceOf = (card) => card.replace(/[abc]$/, "k");
/** A card that shows a face, to stand for it. */
export const standsFor = (face) => (face === "back" ? "back" : face.replace("k", "a"));

/** A small picture of a card. */
export const mini = (card, kind = "mini") => el("img", { class: kind, src: `/cards/${card}.svg`, alt: cardName(card), title: cardName(card), width: 33, height: 54 });

const STEP = { ArrowUp: -4, ArrowDown: 4, ArrowLeft: -1, ArrowRight: 1 };
/** Digits that were just typed: 1 and 2 within a second are December. */
let typed = { digits: "", at: 0 };

/** Arrow keys walk from card to card, digits go to a month. */
function walk(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button[data-card]")];
  const at = buttons.indexOf(event.target);
  const digit = /^\d$/.test(event.key);
  if (at < 0 || !(event.key in STEP || digit) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (digit) {
    const digits = event.timeStamp - typed.at < 1000 ? typed.digits + event.key : event.key;
    typed = { digits: Number(digits) <= 12 ? digits : event.key, at: event.timeStamp };
    buttons[(Number(typed.digits) - 1) * 4]?.focus();
  } else buttons[(at + STEP[event.key] + 48) % 48].focus();
}

/**
 * The cards as buttons; `answer(card)` makes the listener of each, `now` is marked.
 * @param {(card: string) => (event: any) => void} answer
 * @param {string|null} [now]
 */
export function deck(answer, now = null) {
  const months = Array.from({ length: 12 }, (_, index) =>
    el("div", { class: "month" }, DECK.slice(index * 4, index * 4 + 4).map((id) =>
      el("button", { type: "button", onclick: answer(id), class: id === now ? "now" : "", "data-card": id }, mini(id, "")))),
  );
  return el("div", { class: "deck", role: "group", "aria-label": say("pick_keys"), onkeydown: walk }, months);
}

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
