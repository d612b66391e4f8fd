// A card that nobody found: tap its middle, fit the outline, choose the face.

import { command } from "./api.js";
import { el, set, text } from "./dom.js";
import { asPoints, draggable, handles, isQuad } from "./handles.js";
import { openDialog, state, update } from "./store.js";
import { say } from "./words.js";

const CARD = [33, 54];
/** So many times as long as the card is the part of the picture that is shown. */
const AROUND = 2.4;

/** Open the dialog for a card whose middle is at `at`, px of the frame. */
export function askMissed(at) {
  const { seen, picture } = state;
  if (!seen) return;
  update({ adding: false });
  openDialog({ kind: "missed", picture, quad: likeItsNeighbours(seen, at), size: seen.size });
}

/** The middle of four points. */
export const middleOf = (quad) => [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / 4);

/**
 * An outline at `at`, as large as the cards in sight and lying as the nearest does.
 * @param {{size: number[], cards: {quad: number[][], stable?: boolean}[]}} seen
 * @param {number[]} at px
 */
export function likeItsNeighbours(seen, at) {
  const distance = (card) => Math.hypot(card.quad[0][0] + card.quad[2][0] - 2 * at[0], card.quad[0][1] + card.quad[2][1] - 2 * at[1]);
  const [near] = seen.cards.filter((card) => card.stable !== false).sort((a, b) => distance(a) - distance(b));
  // Without any other card: as on a table of 960 mm that fills the picture.
  const scale = seen.size[0] / 960;
  const [w, h] = CARD.map((side) => (side * scale) / 2);
  const shape = near?.quad ?? [[-w, -h], [w, -h], [w, h], [-w, h]];
  const middle = middleOf(shape);
  return shape.map((point) => [point[0] - middle[0] + at[0], point[1] - middle[1] + at[1]]);
}

/**
 * An outline on a picture that people fit to a card.
 * @param {string} picture where the picture is
 * @param {number[]} size its width and height, px
 * @param {number[][]} proposed the outline to begin with, px
 */
export function fitOutline(picture, size, proposed) {
  const quad = proposed.map((point) => [...point]);
  let middle = middleOf(quad);
  const reach = (AROUND / 2) * Math.max(...quad.map((point) => 2 * Math.hypot(point[0] - middle[0], point[1] - middle[1])));
  const svg = el("svg:svg", { class: "fit" });
  const look = () => set(svg, { viewBox: `${middle[0] - reach * 1.5} ${middle[1] - reach} ${reach * 3} ${reach * 2}` });
  look();
  const outline = el("svg:polygon", { class: "outline", role: "button", "aria-label": say("outline") });
  const top = el("svg:line", { class: "top" });
  const dots = handles(svg, 4, (n) => say("corner_n", { n }), (at, dx, dy) => {
    const before = quad[at];
    quad[at] = [before[0] + dx, before[1] + dy];
    // A folded outline is none: the corner stays where it was.
    const fits = isQuad(quad);
    if (!fits) quad[at] = before;
    draw();
    return fits;
  });
  draggable(svg, outline, (dx, dy) => {
    for (const point of quad) {
      point[0] += dx;
      point[1] += dy;
    }
    draw();
    return true;
  });
  function draw() {
    // Moved towards the rim, the outline takes the picture along.
    const now = middleOf(quad);
    if (Math.abs(now[0] - middle[0]) > reach || Math.abs(now[1] - middle[1]) > reach / 2) {
      middle = now;
      look();
    }
    set(outline, { points: asPoints(quad) });
    set(top, { x1: quad[0][0], y1: quad[0][1], x2: quad[1][0], y2: quad[1][1] });
    dots.place(quad);
  }
  svg.append(el("svg:image", { href: picture, width: size[0], height: size[1] }), outline, top, dots.node);
  requestAnimationFrame(draw);
  const turn = el("button", { class: "quiet", type: "button", onclick: () => (quad.push(...quad.splice(0, 1)), draw()) }, say("turn"));
  return { svg, turn, quad };
}

/** What the dialog holds; `deck(answer)` makes the cards to choose from. */
export function buildMissed({ picture, quad: proposed, size }, deck, close) {
  const { svg, turn, quad } = fitOutline(picture, size, proposed);
  const answer = (card) => async () => {
    if (await command("/api/cards/add", { quad, card })) close();
  };
  return [
    el("p", {}, `${say("missed_hint")} ${say("correct_hint")}`),
    svg,
    el("div", { class: "actions" }, turn, el("button", { class: "quiet", onclick: answer("back") }, say("face_down"))),
    deck(answer),
  ];
}

/** The button under the picture: the next tap on the picture says where the card lies. */
export function missedButton() {
  return el("button", { class: "quiet", onclick: (event) => start(event) });
}

function start(event) {
  const { adding, seen } = state;
  // Pressed by a key with no card in sight to say it beside: the middle of the picture.
  if (!adding && event.detail === 0 && seen?.cards.length === 0) askMissed(seen.size.map((side) => side / 2));
  else update({ adding: !adding });
}

/**
 * Bring the button up to the state.
 * @param {HTMLButtonElement} button
 * @param {import("./store.js").State} state
 */
export function fillMissedButton(button, state) {
  text(button, say(state.adding ? "cancel" : "add_card"));
  set(button, { hidden: !state.seen, "aria-pressed": state.adding });
}
