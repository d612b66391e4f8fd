// Where cards lie, put right by a tap, a drag or the keys: field, captures and shown cards of every seat.

import { command } from "./api.js";
import { crop } from "./deck.js";
import { el, set, text } from "./dom.js";
import { matchOf, openDialog, state, theMatch } from "./store.js";
import { cardName, say } from "./words.js";

/** Every zone in which a card may lie: [zone, what it is called]. @returns {[string, string][]} */
export function zones() {
  return [
    ["field", say("field")],
    ...theMatch().players.flatMap((name, seat) => /** @type {[string, string][]} */ ([
      [`seat${seat}.captures`, say("photo_place", { name, kind: say("their_captures") })],
      [`seat${seat}.shown`, say("photo_place", { name, kind: say("shown_hand") })],
    ])),
  ];
}

/** Card → zone, of all that is believed to lie on the table. @param {Pick<import("./store.js").State, "table">} of */
function lying({ table }) {
  const where = new Map((table?.field ?? []).map((card) => [card, "field"]));
  (table?.seats ?? []).forEach((seat, index) => {
    for (const card of seat.captures) where.set(card, `seat${index}.captures`);
    for (const card of seat.shown) where.set(card, `seat${index}.shown`);
  });
  return where;
}

/** Say where a card lies; null for nowhere. @param {string} card @param {string|null} to @param {string} [instead] */
const place = (card, to, instead) => command("/api/cards/place", { card, to, ...(instead ? { instead } : {}) });

/** The outline of the card in the picture of now, if the camera sees it. */
const seenAs = (card) => state.seen?.cards.find((each) => each.card === card && each.stable);

/** What the dialog of one card holds: where it lies, or which card it is instead. */
export function buildPlace({ card, zone, picture }, deck, leave) {
  const to = (where) => async () => {
    if (await place(card, where)) leave();
  };
  const seen = seenAs(card);
  return [
    el("div", { class: "looked-at" }, el("img", { src: `/cards/${card}.svg`, alt: cardName(card), width: 66, height: 108 }),
      seen && picture ? crop(picture, /** @type {any} */ (state.seen).size, seen.quad) : ""),
    el("h3", {}, say("place_where")),
    el("div", { class: "choices" }, zones().map(([where, name]) => el("button", { "aria-pressed": where === zone, onclick: to(where) }, name)),
      el("button", { class: "quiet", onclick: to(null) }, say("place_nowhere"))),
    el("details", {}, el("summary", {}, say("place_other")), deck((other) => async () => {
      if (other !== card && (await place(other, zone, card))) leave();
    }, card)),
  ];
}

/** What the dialog of all piles holds: a zone to choose, and 48 cards of which those that lie there are marked. */
export function buildPile({ zone }, deck) {
  const choice = el("select", { onchange: () => openDialog({ kind: "pile", zone: choice.value }) },
    zones().map(([where, name]) => el("option", { value: where, selected: where === zone }, name)));
  const grid = deck((card) => () => place(card, lying(state).get(card) === zone ? null : zone));
  for (const button of grid.querySelectorAll("button")) button.append(el("small"));
  return [el("p", {}, say("pile_how")), el("label", {}, el("span", {}, say("pile_which")), choice), el("p", { role: "status", class: "count" }), grid];
}

/** Bring that dialog up to the state. */
export function fillPile(dialog, { dialog: { zone }, table }) {
  const where = lying({ table });
  const short = new Map(zones());
  const here = [...where.values()].filter((each) => each === zone).length;
  text(dialog.querySelector(".count"), say("cards_n", { n: here }));
  for (const button of dialog.querySelectorAll(".deck button")) {
    const lies = where.get(button.dataset.card);
    const label = lies && lies !== zone ? short.get(lies) ?? "" : "";
    set(button, { "aria-pressed": lies === zone, class: lies === zone ? "now" : "", "aria-label": `${cardName(button.dataset.card)} ${label}`.trim() });
    text(button.lastChild, label);
  }
}

// -- tapping and dragging on the page ---------------------------------------------------------------------------------

/** So far a pointer moves before it drags, px; a finger waits so long before it does, ms: it may want to scroll.
 * So near the top or the bottom the page scrolls under a held card, px. */
const [SLOP_PX, HOLD_MS, EDGE_PX] = [6, 350, 90];
const CARD = "#seats img.card[data-card], #table .field img.card[data-card]";

/** Whoever looks on or speaks for a seat is told where cards lie, and moves none. */
const mayMove = () => matchOf(state) !== null && state.you.role === "keeper";

let held = /** @type {{card: HTMLImageElement, id: number, x: number, y: number, ghost: HTMLElement|null, timer: number, by: number}|null} */ (null);
let dragged = false;

/** Let the cards of the page be tapped and dragged from pile to pile. */
export function watchPiles() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => drop(event, true));
  document.addEventListener("pointercancel", (event) => drop(event, false));
  // While a card is held, the finger moves it and not the page.
  document.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  // A finger that waits on a card is about to take it, and opens no menu of the browser, which would take the finger away.
  document.addEventListener("contextmenu", (event) => held && event.preventDefault());
  document.addEventListener("click", (event) => {
    const card = /** @type {HTMLElement} */ (event.target).closest?.(CARD);
    if (card && !dragged && mayMove()) askPlace(/** @type {HTMLElement} */ (card).dataset.card);
    dragged = false;
  });
}

/** Ask where a card lies. */
export function askPlace(card) {
  openDialog({ kind: "place", card, zone: lying(state).get(card) ?? null, picture: state.picture });
}

function down(event) {
  const card = event.target.closest?.(CARD);
  if (!card || event.button !== 0 || !mayMove()) return;
  dragged = false;
  held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, timer: 0, by: 0 };
  if (event.pointerType === "touch") held.timer = setTimeout(() => held && lift(held), HOLD_MS);
}

function lift(hold) {
  const { width, height } = hold.card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (hold.card.cloneNode());
  ghost.className = "held";
  set(ghost, { alt: "", style: `width:${width}px;height:${height}px` });
  document.body.append(ghost);
  hold.ghost = ghost;
  hold.timer = setInterval(() => scrollBy(0, hold.by), 16);
  hold.card.classList.add("lifted");
}

function move(event) {
  if (!held || event.pointerId !== held.id) return;
  const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP_PX;
  if (!held.ghost && far) {
    if (event.pointerType === "touch") return release();
    lift(held);
  }
  if (!held.ghost) return;
  // A card that lay near an edge scrolls nothing before it is moved on towards it.
  const [top, low] = [Math.min(EDGE_PX, held.y), Math.max(innerHeight - EDGE_PX, held.y)];
  held.by = (Math.min(0, event.clientY - top) + Math.max(0, event.clientY - low)) / 6;
  held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
  for (const node of document.querySelectorAll(".drop")) node.classList.remove("drop");
  under(event)?.classList.add("drop");
}

/** The zone under a pointer. */
const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");

function drop(event, meant) {
  if (!held || event.pointerId !== held.id) return;
  const [{ card, ghost }, target] = [held, under(event)];
  dragged = Boolean(ghost);
  release();
  const to = target?.getAttribute("data-drop");
  const name = card.dataset.card ?? "";
  if (ghost && meant && to && lying(state).get(name) !== to) place(name, to);
}

function release() {
  clearTimeout(held?.timer);
  held?.ghost?.remove();
  held?.card.classList.remove("lifted");
  for (const node of document.querySelectorAll(".drop")) node.classList.remove("drop");
  held = null;
}
