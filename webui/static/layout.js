// Fitting the table: drag its corners on the live picture, shift or stretch its zones, and yakume looks anew.

import { get, send } from "./api.js";
import { el, set, text, within } from "./dom.js";
import { asPoints, draggable, handles, homography, isQuad } from "./handles.js";
import { openAnswered, state } from "./store.js";
import { say, seatName } from "./words.js";

const CARD_MM = [33, 54];
/** Share of the picture that is shown around it: corners may lie a little outside. */
const MARGIN = 0.05;
/** With fewer cards in sight the size of the table is not measured. */
const FEW_CARDS = 4;
/** Height of a zone's name, px of the screen. */
const LABEL = 13;

/** Open the dialog once yakume has told the layout. */
export async function askLayout() {
  await openAnswered(get("/api/layout"), (layout) => ({ kind: "layout", ...layout }));
}

/**
 * What the dialog holds; nothing changes before it is saved.
 * @param {any} told the layout of now and the default
 * @param {() => void} close what follows when it was saved
 * @param {{seats: number, names: string[], keep: (table: any) => void}|null} [planned] who is going to sit there, if not who does, and who keeps
 *   what was fitted but not saved
 */
export function buildLayout({ layout, default: standard }, close, planned = null) {
  let table = structuredClone(layout);
  const [width, height] = state.seen?.size ?? [1280, 720];
  const svg = el("svg:svg", {
    class: "fit table-fit",
    viewBox: [-MARGIN * width, -MARGIN * height, (1 + 2 * MARGIN) * width, (1 + 2 * MARGIN) * height].join(" "),
  });
  const rim = el("svg:polygon", { class: "rim" });
  const zones = new Map();
  const zoneName = (name) => calledZone(name, planned?.names ?? state.booked?.players);
  let chosen = /** @type {{name: string, points: ReturnType<typeof handles>}|null} */ (null);

  const corner = (at) => [table.corners[at][0] * width, table.corners[at][1] * height];
  const inMm = ([w, h]) => [[0, 0], [w, 0], [w, h], [0, h]];
  const toPx = () => homography(inMm(table.size_mm), [0, 1, 2, 3].map(corner));
  const toMm = () => homography([0, 1, 2, 3].map(corner), inMm(table.size_mm));

  const dots = handles(svg, 4, (n) => say("corner_n", { n }), (at, dx, dy) => {
    const before = table.corners[at];
    table.corners[at] = [before[0] + dx / width, before[1] + dy / height];
    const near = table.corners[at].every((v) => v >= -MARGIN && v <= 1 + MARGIN);
    const fits = near && isQuad([0, 1, 2, 3].map(corner));
    if (!fits) table.corners[at] = before;
    draw();
    return fits;
  });

  /** Move points of a zone by a step on the picture; `at` is one of them, or null for the whole zone. */
  function shift(name, at, dx, dy) {
    const [px, mm] = [toPx(), toMm()];
    const [w, h] = table.size_mm;
    const moved = table.zones[name].map((point, k) => {
      if (at !== null && k !== at) return point;
      const [x, y] = px(point);
      return mm([x + dx, y + dy]);
    });
    const fits = moved.every(([x, y]) => x >= 0 && y >= 0 && x <= w && y <= h);
    if (fits) table.zones[name] = moved;
    draw();
    return fits;
  }

  function buildZones() {
    for (const { node } of zones.values()) node.remove();
    zones.clear();
    for (const name of Object.keys(table.zones)) {
      const shape = el("svg:polygon", { class: "zone", role: "button", "aria-label": zoneName(name), "data-seat": name.match(/\d/)?.[0] ?? "field" });
      const label = el("svg:text", { class: "zone-name" });
      draggable(svg, shape, (dx, dy) => shift(name, null, dx, dy));
      shape.addEventListener("focus", () => choose(name));
      const node = el("svg:g", {}, shape, label);
      rim.after(node);
      zones.set(name, { node, shape, label });
    }
  }

  /** Show the points of one zone: those of all would be a crowd. */
  function choose(name) {
    chosen?.points.node.remove();
    const points = handles(svg, table.zones[name].length, (n) => say("corner_n", { n }), (at, dx, dy) => shift(name, at, dx, dy));
    chosen = { name, points };
    dots.node.before(points.node);
    draw();
  }

  function draw() {
    planned?.keep(table);
    const px = toPx();
    const unit = 1 / (svg.getScreenCTM()?.a || 1);
    set(rim, { points: asPoints([0, 1, 2, 3].map(corner)) });
    for (const [name, { shape, label }] of zones) {
      const points = table.zones[name].map(px);
      set(shape, { points: asPoints(points), class: chosen?.name === name ? "zone chosen" : "zone" });
      const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      const xs = points.map((point) => point[0]);
      set(label, { x: x.toFixed(1), y: y.toFixed(1), style: `font-size:${(LABEL * unit).toFixed(1)}px` });
      text(label, fitting(zoneName(name), (Math.max(...xs) - Math.min(...xs)) / unit / LABEL));
    }
    text(selected, chosen ? zoneName(chosen.name) : say("no_zone"));
    dots.place([0, 1, 2, 3].map(corner));
    chosen?.points.place(table.zones[chosen.name].map(px));
    // While a number is typed it is not overwritten.
    size.forEach((input, axis) => {
      if (input !== document.activeElement) input.value = `${Math.round(table.size_mm[axis] / 10)}`;
    });
  }

  /** Another size of the same table: its zones grow with it. */
  function resize(mm) {
    const stretch = mm.map((side, axis) => side / table.size_mm[axis]);
    for (const name of Object.keys(table.zones)) {
      table.zones[name] = table.zones[name].map((point) => point.map((v, axis) => v * stretch[axis]));
    }
    table.size_mm = mm;
    draw();
  }

  function restart(next) {
    chosen?.points.node.remove();
    chosen = null;
    table = next;
    buildZones();
    draw();
  }

  const size = [0, 1].map((axis) =>
    el("input", {
      type: "number", min: 20, max: 300, "aria-label": say(axis ? "table_depth" : "table_width"),
      onchange: (event) => {
        const cm = Number(event.target.value);
        if (cm >= 20 && cm <= 300) resize(table.size_mm.map((side, k) => (k === axis ? cm * 10 : side)));
        else draw();
      },
    }),
  );
  const selected = el("p", { class: "selected", role: "status" });
  const measured = el("span", { class: "measured", role: "status" });
  const measure = () => {
    const mm = measuredSize(state.seen?.cards ?? [], homography([0, 1, 2, 3].map(corner), inMm([1, 1])));
    text(measured, say(mm ? "measured" : "not_measured"));
    if (mm) resize(mm);
  };
  const save = async () => {
    if (await send("/api/layout", { layout: table, seats: planned?.seats })) close();
  };
  svg.append(el("svg:image", { class: "live", width, height }), rim, dots.node);
  buildZones();
  requestAnimationFrame(draw);
  return [
    el("p", {}, say("layout_hint")),
    el("p", { class: "alarm away", role: "status" }),
    svg,
    selected,
    el("div", { class: "size" }, el("span", {}, say("table_size")), size[0], "×", size[1], "cm",
      el("button", { class: "quiet", onclick: measure }, say("measure")), measured),
    el("div", { class: "actions" },
      el("button", { class: "quiet", onclick: () => restart(structuredClone(standard)) }, say("layout_default")),
      el("button", { class: "quiet", onclick: () => (table.corners.push(...table.corners.splice(0, 2)), draw()) }, say("turn_around")),
      el("button", { class: "seal", onclick: save }, say("save"))),
  ];
}

/**
 * The picture under the frame stays live.
 * @param {Element} dialog
 * @param {import("./store.js").State} state
 */
export function fillLayout(dialog, { picture, camera }) {
  set(within(dialog, ".live"), { href: picture ?? false });
  text(within(dialog, ".away"), ["live", "slow", "ended"].includes(camera.state) ? "" : say("camera_away"));
}

/** As much of a zone's name as fits into so many ems: all of it, its last word, or nothing. */
function fitting(name, ems) {
  const fits = (words) => [...words].reduce((sum, letter) => sum + (letter < "\u0300" ? 0.56 : 1), 0) <= ems;
  return [name, name.split(" ").at(-1)].find(fits) ?? "";
}

/** What a zone is called: the player's name says whose it is. */
function calledZone(name, players) {
  const [, seat, kind] = /^seat(\d)\.(.*)$/.exec(name) ?? [];
  if (seat === undefined) return say(name);
  return `${seatName(players?.[seat] ?? "") || say("seat_n", { n: Number(seat) + 1 })} ${say(kind)}`;
}

/**
 * Width and height of the table, mm, at which the cards that lie on it are as large as cards are; null with too few.
 * @param {(point: number[]) => number[]} unit picture px → share of the table
 */
export function measuredSize(cards, unit) {
  // Each edge gives one equation in W² and H²: (du·W)² + (dv·H)² = length²; least squares over all.
  let [aa, ab, bb, ay, by, count] = [0, 0, 0, 0, 0, 0];
  for (const card of cards) {
    if (!card.stable) continue;
    const quad = card.quad.map(unit);
    count += 1;
    quad.forEach((from, at) => {
      const to = quad[(at + 1) % 4];
      const [a, b] = [(to[0] - from[0]) ** 2, (to[1] - from[1]) ** 2];
      // The second and fourth edge of a quad from its own top-left are the long ones.
      const y = CARD_MM[at % 2] ** 2;
      aa += a * a;
      ab += a * b;
      bb += b * b;
      ay += a * y;
      by += b * y;
    });
  }
  const det = aa * bb - ab * ab;
  if (count < FEW_CARDS || det <= 0) return null;
  const squares = [(ay * bb - by * ab) / det, (by * aa - ay * ab) / det];
  return squares.every((v) => v > 200 ** 2 && v < 3000 ** 2) ? squares.map((v) => Math.round(Math.sqrt(v) / 10) * 10) : null;
}
