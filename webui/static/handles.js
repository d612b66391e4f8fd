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
 * @param {(dx: number, dy: number) => void} move is told each step, in units of the viewBox
 */
export function draggable(svg, node, move) {
  let last = null;
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
      move(now[0] - last[0], now[1] - last[1]);
      last = now;
    },
    onpointerup: () => (last = null),
    onpointercancel: () => (last = null),
    onkeydown: (event) => {
      const step = STEP[event.key];
      if (!step) return;
      event.preventDefault();
      const unit = (event.shiftKey ? 10 : 1) / svg.getScreenCTM().a;
      move(step[0] * unit, step[1] * unit);
    },
  });
  return node;
}

/**
 * Four corners on `svg` that can be dragged one by one.
 * @param {string} label what a screen reader calls a corner; `{n}` is its number
 * @param {(at: number, dx: number, dy: number) => void} move
 * @returns {{node: SVGGElement, place: (points: number[][]) => void}} `place` brings them where the corners are
 */
export function corners(svg, label, move) {
  const dots = [0, 1, 2, 3].map((at) =>
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
        set(dot.children[1], { r: 6 * unit });
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
