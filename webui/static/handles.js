// Points on a picture that people drag with finger or mouse, or move with the arrow keys.

import { el, set } from "./dom.js";

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Where a pointer is, in the units of the viewBox of `svg`. @returns {[number, number]} */
export function pointIn(svg, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/**
 * Let `node` be dragged. Arrow keys move by a pixel of the screen, with shift by ten.
 * @param {SVGSVGElement} svg the picture it lies on
 * @param {(dx: number, dy: number) => boolean} move is told each step, in units of the viewBox; false if it cannot be made
 */
export function draggable(svg, node, move) {
  let last = /** @type {[number, number]|null} */ (null);
  set(node, {
    tabindex: 0,
    onpointerdown: (event) => {
      event.preventDefault();
      event.stopPropagation();
      node.focus({ preventScroll: true });
      node.setPointerCapture(event.pointerId);
      last = pointIn(svg, event);
    },
    onpointermove: (event) => {
      if (!last) return;
      const now = pointIn(svg, event);
      // A step that cannot be made is left out: the node comes back under the pointer with the next that can.
      if (move(now[0] - last[0], now[1] - last[1])) last = now;
    },
    onpointerup: () => (last = null),
    onpointercancel: () => (last = null),
    onkeydown: (event) => {
      const step = STEP[event.key];
      if (!step) return;
      event.preventDefault();
      const unit = (event.shiftKey ? 10 : 1) / (svg.getScreenCTM()?.a ?? 1);
      move(step[0] * unit, step[1] * unit);
    },
  });
  return node;
}

/**
 * Points on `svg` that can be dragged one by one.
 * @param {number} count how many
 * @param {(n: number) => string} label what a screen reader calls the n-th, counted from 1
 * @param {(at: number, dx: number, dy: number) => boolean} move as for `draggable`
 * @returns {{node: SVGGElement, place: (points: number[][]) => void}} `place` brings them where the points are
 */
export function handles(svg, count, label, move) {
  const dots = Array.from({ length: count }, (_, at) =>
    draggable(
      svg,
      el("svg:g", { class: "handle", role: "button", "aria-label": label(at + 1) }, el("svg:circle", { class: "grip" }), el("svg:circle", { class: "dot" })),
      (dx, dy) => move(at, dx, dy),
    ),
  );
  return {
    node: el("svg:g", {}, dots),
    place(points) {
      // A finger needs 44 px of the screen, whatever the picture's scale.
      const unit = 1 / (svg.getScreenCTM()?.a || 1);
      dots.forEach((dot, at) => {
        set(dot, { transform: `translate(${points[at][0]} ${points[at][1]})` });
        set(dot.children[0], { r: 22 * unit });
        set(dot.children[1], { r: 7 * unit });
      });
    },
  };
}

/** True if four points are the corners of a convex shape, clockwise on the screen. */
export function isQuad(points) {
  return points.every((b, at) => {
    const [a, c] = [points[(at + 3) % 4], points[(at + 1) % 4]];
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0;
  });
}

/** Points as SVG writes them. */
export const asPoints = (points) => points.map((point) => point.map((v) => v.toFixed(1)).join(",")).join(" ");

/** The plane-to-plane map that takes four points to four others. @returns {(point: number[]) => number[]} */
export function homography(from, to) {
  // Eight equations in the eight free entries of the matrix, solved by elimination with pivoting.
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let k = 0; k < 8; k++) {
    const pivot = rows.slice(k).reduce((best, row, at) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + at : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let other = 0; other < 8; other++) {
      if (other === k) continue;
      const share = rows[other][k] / rows[k][k];
      for (let at = k; at < 9; at++) rows[other][at] -= share * rows[k][at];
    }
  }
  const [a, b, c, d, e, f, g, h] = rows.map((row, k) => row[8] / row[k]);
  return ([x, y]) => [(a * x + b * y + c) / (g * x + h * y + 1), (d * x + e * y + f) / (g * x + h * y + 1)];
}
