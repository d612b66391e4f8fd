// A photograph: read it, put right what was misread, and say where on the table those cards lie.

import { command, send } from "./api.js";
import { el, keyed, set, text } from "./dom.js";
import { asPoints } from "./handles.js";
import { state, update } from "./store.js";
import { cardName, say } from "./words.js";

const RANKS = "hntk";
/** What is read with less probability is marked for a second look. */
const UNSURE = 0.7;
/** Cards on the field at the start of a deal. */
const FIELD = 6;

/** A card of the own deck as the face that a camera sees: the kasu of a month look alike. */
const faceOf = (card) => card.replace(/[abc]$/, "k");
/** A card that shows a face, to stand for it. */
const standsFor = (face) => (face === "back" ? "back" : face.replace("k", "a"));

/** What the dialog holds; `deck(answer, now)` makes the cards to choose from. */
export function buildPhoto(deck, close) {
  const file = el("input", { type: "file", accept: "image/jpeg,image/png,image/webp", class: "unseen", id: "photo-file", onchange: (event) => readPhoto(event.target.files[0]) });
  const choices = el("div", { class: "choices", hidden: true });
  const change = (face) => {
    const { dialog } = state;
    const cards = dialog.result.cards.flatMap((card, index) =>
      index !== dialog.fixing ? [card] : face === null ? [] : [{ ...card, face, score: 1, candidates: [[face, 1]] }],
    );
    update({ dialog: { ...dialog, fixing: null, note: null, result: { ...dialog.result, cards } } });
  };
  choices.append(
    el("div", { class: "actions" },
      el("button", { class: "quiet", onclick: () => change(null) }, say("not_a_card")),
      el("button", { class: "quiet", onclick: () => change("back") }, say("face_down"))),
    deck((card) => () => change(faceOf(card))),
  );
  const use = (place) => async () => {
    const faces = state.dialog.result.cards.map((card) => card.face).filter((face) => face !== "back");
    const { seq } = state.booked;
    const booked = await command("/api/photo", { place, faces });
    if (!booked) return;
    const note = place === "field" ? ofField(faces.length, booked.phase, booked.seq !== seq) : null;
    if (note) update({ dialog: { ...state.dialog, note } });
    else close();
  };
  const places = [["field", say("field")]];
  (state.booked?.players ?? []).forEach((name, seat) => {
    for (const [kind, words] of [["captures", "their_captures"], ["shown", "shown_hand"]]) {
      places.push([`seat${seat}.${kind}`, say("photo_place", { name, kind: say(words) })]);
    }
  });
  return [
    el("p", {}, say("photo_hint")),
    file,
    el("label", { for: "photo-file", class: "button seal" }, say("choose")),
    el("p", { class: "result", role: "status" }),
    el("div", { class: "sheet" }, el("img", { alt: "" }), el("svg:svg", { class: "overlay" })),
    el("ul", { class: "found" }),
    choices,
    el("fieldset", { class: "places", hidden: true }, el("legend", {}, say("photo_use")),
      places.map(([place, name]) => el("button", { onclick: use(place) }, name)),
      el("p", { class: "alarm", role: "status" })),
  ];
}

async function readPhoto(file) {
  if (!file) return;
  const picture = URL.createObjectURL(file);
  update({ dialog: { kind: "photo", busy: true, picture } });
  const result = await send("/api/read", file, { raw: true });
  if (state.dialog?.picture !== picture) return;
  update({ dialog: result ? { kind: "photo", picture, result } : { kind: "photo" } });
}

/** Bring the dialog up to the state. */
export function fillPhoto(dialog, { dialog: { busy, picture, result, fixing = null, note }, booked }) {
  const part = (name) => dialog.querySelector(name);
  const [image, overlay] = part(".sheet").children;
  set(part(".sheet"), { hidden: !picture });
  set(image, { src: picture ?? false });
  const cards = (result?.cards ?? []).map((card, index) => ({ ...card, index }));
  text(part(".result"), busy ? say("reading") : result ? told(cards, booked) : "");
  text(part(".places .alarm"), note ? say(...note) : "");
  set(overlay, { viewBox: `0 0 ${result?.width ?? 1} ${result?.height ?? 1}` });
  const look = (card) => (card.index === fixing ? "now" : likely(card) < UNSURE ? "unsure" : "");
  keyed(overlay, cards, (card) => `${card.index}`, () => el("svg:polygon"), (node, card) => set(node, { points: asPoints(card.quad), class: look(card) }));
  const order = (face) => (face === "back" ? 999 : parseInt(face, 10) * 10 + RANKS.indexOf(face.at(-1)));
  const sorted = [...cards].sort((a, b) => order(a.face) - order(b.face));
  keyed(part(".found"), sorted, (card) => `${card.index} ${card.face}`, makeFound, (node, card) => {
    const [button] = node.children;
    button.index = card.index;
    set(button, { class: `quiet ${look(card)}`, "aria-pressed": card.index === fixing });
    set(button.firstChild, { src: `/cards/${standsFor(card.face)}.svg` });
    text(button.lastChild, `${cardName(card.face)}${likely(card) < UNSURE ? "?" : ""}`);
  });
  set(part(".choices"), { hidden: fixing === null });
  set(part(".places"), { hidden: !booked?.match || cards.length === 0 });
}

/** What a photograph of `count` field cards did not do, better said than wondered at: [word, gaps], or null. */
function ofField(count, phase, begun) {
  if (phase === "ready" && count !== FIELD) return ["photo_field_n", { n: count }];
  // Six cards again, before anything was captured: somebody means to put the field right.
  const captured = state.table?.seats.some((seat) => seat.captures.length > 0);
  return phase !== "ready" && count === FIELD && !begun && !captured ? ["photo_field_stands", {}] : null;
}

/** How many cards were found, and what to do where that is a dead end. */
function told(cards, booked) {
  if (cards.length === 0) return say("photo_none");
  return [say("found", { n: cards.length }), booked?.match ? "" : say("photo_no_match")].filter(Boolean).join(" — ");
}

/** How likely the face is, 0…1. */
const likely = (card) => card.candidates?.[0]?.[1] ?? 1;

function makeFound() {
  const choose = () => update({ dialog: { ...state.dialog, fixing: state.dialog.fixing === button.index ? null : button.index } });
  const button = el("button", { onclick: choose }, el("img", { width: 33, height: 54, alt: "" }), el("span"));
  return el("li", {}, button);
}
