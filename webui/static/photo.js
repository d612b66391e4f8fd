// A photograph: read it, put right what was misread, and say where on the table those cards lie.

import { command, send } from "./api.js";
import { crop, faceOf, standsFor } from "./deck.js";
import { dataOf, el, keyed, set, setData, text } from "./dom.js";
import { asPoints, pointIn } from "./handles.js";
import { likeItsNeighbours } from "./missed.js";
import { state, theMatch, update } from "./store.js";
import { cardName, say } from "./words.js";
import { zoomable } from "./zoom.js";

const RANKS = "hntk";
/** Cards on the field at the start of a deal. */
const dealt = () => state.booked?.match ? state.booked.ruleset.field : 0;

/** What the dialog holds; `deck(answer, now)` makes the cards to choose from. */
export function buildPhoto(deck, close) {
  const file = el("input", { type: "file", accept: "image/jpeg,image/png,image/webp", class: "unseen", id: "photo-file", onchange: () => {
    readPhoto(file.files?.[0]);
    file.value = ""; // the same photo may be chosen again
  } });
  const choices = el("div", { class: "choices", hidden: true });
  const change = (face) => {
    const { dialog } = state;
    const cards = dialog.result.cards.flatMap((card, index) =>
      index !== dialog.fixing ? [card] : face === null ? [] : [{ ...card, face, score: 1, candidates: [[face, 1]] }],
    );
    update({ dialog: { ...dialog, fixing: null, note: null, result: { ...dialog.result, cards } } });
  };
  choices.append(
    el("div", { class: "looked-at" }),
    el("div", { class: "actions" },
      el("button", { class: "quiet", onclick: () => change(null) }, say("not_a_card")),
      el("button", { class: "quiet", onclick: () => change("back") }, say("face_down"))),
    deck((card) => () => change(faceOf(card))),
  );
  const use = (place) => async () => {
    const faces = state.dialog.result.cards.map((card) => card.face).filter((face) => face !== "back");
    const { seq } = theMatch();
    const booked = await command("/api/photo", { place, faces });
    if (!booked) return;
    const note = booked.match && (place === "field" || booked.phase === "over") ? ofField(faces.length, booked.phase, booked.seq !== seq) : null;
    if (note) update({ dialog: { ...state.dialog, note } });
    else close();
  };
  const places = [["field", say("field")]];
  (state.booked?.players ?? []).forEach((name, seat) => {
    for (const [kind, words] of [["captures", "their_captures"], ["shown", "shown_hand"]]) {
      places.push([`seat${seat}.${kind}`, say("photo_place", { name, kind: say(words) })]);
    }
  });
  const sheet = el("div", { class: "sheet" }, el("img", { alt: "" }), el("svg:svg", { class: "overlay", onclick: (event) => state.dialog.adding && addMissed(pointIn(event.currentTarget, event)) }));
  zoomable(sheet);
  return [
    el("p", {}, say("photo_hint")),
    file,
    el("label", { for: "photo-file", class: "button seal" }, say("choose")),
    el("p", { class: "result", role: "status" }),
    sheet,
    el("div", { class: "actions" }, el("button", { class: "quiet photo-add", type: "button", onclick: startMissed })),
    el("ul", { class: "found" }),
    choices,
    el("fieldset", { class: "places", hidden: true }, el("legend", {}, say("photo_use")),
      places.map(([place, name]) => el("button", { onclick: use(place) }, name)),
      el("p", { class: "alarm", role: "status" })),
  ];
}

/** The next tap on the photograph says where a card was missed; by the keys it is its middle. */
function startMissed(event) {
  const { dialog } = state;
  const { width, height } = dialog.result;
  if (event.detail === 0) addMissed([width / 2, height / 2]);
  else update({ dialog: { ...dialog, adding: !dialog.adding } });
}

/** A card that was missed lies at `at`, px; which one is chosen next. */
function addMissed(at) {
  const { dialog } = state;
  const { result } = dialog;
  const quad = likeItsNeighbours({ size: [result.width, result.height], cards: result.cards }, at);
  const cards = [...result.cards, { face: "back", score: 1, candidates: [["back", 1]], quad }];
  update({ dialog: { ...dialog, adding: false, note: null, fixing: cards.length - 1, result: { ...result, cards } } });
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
export function fillPhoto(dialog, { dialog: { busy, picture, result, fixing = null, note, adding = false }, booked }) {
  const part = (name) => dialog.querySelector(name);
  const [image, overlay] = part(".sheet").children;
  set(part(".sheet"), { hidden: !picture });
  set(image, { src: picture ?? false });
  const cards = (result?.cards ?? []).map((card, index) => ({ ...card, index }));
  text(part(".result"), busy ? say("reading") : result ? told(result, cards, booked) : "");
  text(part(".places .alarm"), note ? say(...note) : "");
  set(overlay, { viewBox: `0 0 ${result?.width ?? 1} ${result?.height ?? 1}` });
  const look = (card) => (card.index === fixing ? "now" : likely(card) < state.unsure ? "unsure" : "");
  keyed(overlay, cards, (card) => `${card.index}`, () => el("svg:polygon"), (node, card) => set(node, { points: asPoints(card.quad), class: look(card) }));
  const order = (face) => (face === "back" ? 999 : parseInt(face, 10) * 10 + RANKS.indexOf(face.at(-1)));
  const sorted = [...cards].sort((a, b) => order(a.face) - order(b.face));
  keyed(part(".found"), sorted, (card) => `${card.index}`, makeFound, (node, card) => {
    const [button] = node.children;
    setData(button, card.index);
    set(button, { class: `quiet ${look(card)}`, "aria-pressed": card.index === fixing });
    set(button.firstChild, { src: `/cards/${standsFor(card.face)}.svg` });
    text(button.lastChild, `${cardName(card.face)}${likely(card) < state.unsure ? "?" : ""}`);
  });
  const choices = part(".choices");
  const left = fixing === null && choices.contains(document.activeElement) ? choices.dataset.fixing : null;
  set(choices, { hidden: fixing === null, "data-fixing": fixing ?? choices.dataset.fixing });
  // Who chose by the keys is at the card that was put right.
  if (left != null) [...part(".found").querySelectorAll("button")].find((button) => `${dataOf(button)}` === left)?.focus();
  const add = part(".photo-add");
  set(add, { hidden: !result, "aria-pressed": adding });
  text(add, say(adding ? "cancel" : "add_card"));
  part(".sheet").classList.toggle("adding", adding);
  fillCrop(part(".looked-at"), picture, result, fixing);
  set(part(".places"), { hidden: !booked?.match || cards.length === 0 });
}

/** The card that is put right, cut out of the photograph. */
function fillCrop(node, picture, result, fixing) {
  const mark = `${picture} ${fixing}`;
  if (node.dataset.mark === mark) return;
  node.dataset.mark = mark;
  const card = fixing === null ? null : result?.cards[fixing];
  node.replaceChildren(...(card && picture ? [crop(picture, [result.width, result.height], card.quad)] : []));
}

/** What a photograph of `count` field cards did not do, better said than wondered at: [word, gaps], or null. */
function ofField(count, phase, begun) {
  if (phase === "over") return ["declare_over", {}];
  if (phase === "ready" && count !== dealt()) return ["photo_field_n", { n: count, of: dealt() }];
  // Six cards again, before anything was captured: somebody means to put the field right.
  const captured = state.table?.seats.some((seat) => seat.captures.length > 0);
  return phase !== "ready" && count === dealt() && !begun && !captured ? ["photo_field_stands", {}] : null;
}

/** How many cards were found and how many of them cannot be read, and what to do where that is a dead end. */
function told({ unread, unknown_deck }, cards, booked) {
  if (cards.length === 0 && unread.length === 0) return say("photo_none");
  const dark = unread.length ? say(unknown_deck ? "photo_unknown_deck" : "photo_unread", { n: unread.length }) : "";
  return [say("found", { n: cards.length }), dark, booked?.match || !cards.length ? "" : say("photo_no_match")].filter(Boolean).join(" — ");
}

/** How likely the face is, 0…1. */
const likely = (card) => card.candidates?.[0]?.[1] ?? 1;

function makeFound() {
  const choose = () => update({ dialog: { ...state.dialog, fixing: state.dialog.fixing === dataOf(button) ? null : dataOf(button) } });
  const button = el("button", { onclick: choose }, el("img", { width: 33, height: 54, alt: "" }), el("span"));
  return el("li", {}, button);
}
