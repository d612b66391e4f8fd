// The live picture with what is recognised drawn on it; a card is a button that opens its correction.

import { cardNode, dataOf, el, keyed, set, setData, text } from "./dom.js";
import { pointIn } from "./handles.js";
import { askEnroll } from "./enroll.js";
import { askLayout } from "./layout.js";
import { askMissed, fillMissedButton, middleOf, missedButton } from "./missed.js";
import { matchOf, openDialog, state, update } from "./store.js";
import { cardName, pick, say, wide } from "./words.js";
import { zoomable } from "./zoom.js";

/** @type {ReturnType<typeof build>} */
let view;

/** Draw picture, outlines and camera trouble. @param {import("./store.js").State} state */
export function renderTable(parent, state) {
  view ??= build(parent);
  const { seen, picture, camera, table } = state;
  set(parent, { "aria-label": say("table") });
  set(view.image, { src: picture ?? false, alt: say("picture"), hidden: !picture });
  const [width, height] = seen?.size ?? [1280, 720];
  // Without a camera there is nothing to keep the room for but what is said of it.
  // Of the frame's style only this: how far it is enlarged stands there, too.
  view.frame.style.aspectRatio = camera.state === "off" && !picture ? "auto" : `${width} / ${height}`;
  set(view.overlay, { viewBox: `0 0 ${width} ${height}` });
  const scale = width / 1280;
  const asked = new Set((table?.questions ?? []).map((question) => question.track));
  keyed(view.overlay, seen?.cards ?? [], (card) => `${card.track}`, makeOutline, (node, card) => {
    fillOutline(node, card, scale, state.labels);
    node.classList.toggle("asked", asked.has(card.track));
  });
  const fine = camera.state === "live" || camera.state === "slow" || (camera.state === "ended" && picture);
  set(view.veil, { hidden: fine, "data-state": camera.state });
  text(view.veilTitle, say(`camera_${camera.state}`));
  // How to do without a camera is told to whoever may.
  text(view.veilAdvice, [camera.state !== "off" || state.you.role === "keeper" ? pick(camera.hint) : "", camera.state === "off" ? "" : say("score_safe")].filter(Boolean).join(" "));
  set(view.veilMore, { hidden: !camera.detail });
  text(view.veilMore.children[0], say("why"));
  text(view.veilMore.children[1], pick(camera.detail));
  text(view.labelsText, say("labels"));
  view.labels.checked = state.labels;
  set(view.labelsBox, { hidden: !picture });
  renderField(table?.field ?? [], Boolean(picture));
  view.frame.classList.toggle("adding", state.adding);
  fillMissedButton(view.missed, state);
  text(view.nearer, say("nearer"));
  set(view.nearer, { hidden: !picture });
  text(view.pile, say("pile"));
  set(view.pile, { hidden: !matchOf(state) });
  text(view.layout, say("layout"));
  set(view.layout, { hidden: !seen });
  const job = state.decks?.job;
  text(view.deck, job?.state === "learning" ? say("deck_learning", { name: job.name, share: Math.round(100 * (job.share ?? 0)) }) : state.decks?.in_use ? say("deck_used", { name: state.decks.in_use }) : say("enroll"));
  text(view.keep, state.samples?.on ? say("keeping", { n: state.samples.pictures }) : say("keep"));
  set(view.keep, { hidden: !state.samples, class: state.samples?.on ? "quiet keeping" : "quiet" });
  const notes = [...(state.adding ? [say("tap_missed")] : []), ...(table?.hand_over_table ? [say("hand")] : []), ...(table?.problems ?? []).map((p) => p[state.lang])];
  text(set(view.notes, { class: table?.problems.length ? "notes wrong" : "notes" }), notes.join(" · "));
}

function build(parent) {
  const nodes = {
    image: el("img", { hidden: true }),
    overlay: el("svg:svg", { class: "overlay", preserveAspectRatio: "xMidYMid meet", onclick: tapPicture }),
    veilTitle: el("strong"),
    veilAdvice: el("span"),
    veilMore: el("details", {}, el("summary"), el("p")),
    labelsText: el("span"),
    labels: el("input", { type: "checkbox", onchange: (event) => update({ labels: event.target.checked }) }),
    fieldTitle: el("span", { class: "label" }),
    fieldCards: el("span", { class: "row" }),
    notes: el("p", { class: "notes" }),
    missed: missedButton(),
    pile: el("button", { class: "quiet", onclick: () => openDialog({ kind: "pile", zone: "field" }) }),
    layout: el("button", { class: "quiet", onclick: askLayout }),
    deck: el("button", { class: "quiet", onclick: askEnroll }),
    keep: el("button", { class: "quiet", onclick: () => openDialog({ kind: "keep" }) }),
  };
  nodes.veil = el("div", { class: "veil", role: "status" }, nodes.veilTitle, nodes.veilAdvice, nodes.veilMore);
  nodes.frame = el("div", { class: "frame", "data-drop": "field" }, nodes.image, nodes.overlay, nodes.veil);
  const nearer = zoomable(nodes.frame);
  nodes.nearer = el("button", { class: "quiet", onclick: nearer });
  nodes.labelsBox = el("label", { class: "switch" }, nodes.labels, nodes.labelsText);
  nodes.field = el("div", { class: "field", "data-drop": "field" }, nodes.fieldTitle, nodes.fieldCards);
  // Who does not want to add a card after all leaves as one leaves a dialog.
  document.addEventListener("keydown", (event) => event.key === "Escape" && state.adding && update({ adding: false }));
  parent.append(
    nodes.frame,
    nodes.field,
    el("div", { class: "under" }, nodes.notes, el("div", { class: "tools" }, nodes.nearer, nodes.missed, nodes.pile, nodes.layout, nodes.deck, nodes.keep, nodes.labelsBox)),
  );
  return nodes;
}

/** The cards of the field, where no picture shows them: they were tapped or photographed. */
function renderField(cards, pictured) {
  set(view.field, { hidden: pictured || cards.length === 0 });
  text(view.fieldTitle, say(state.camera.state === "off" ? "field_told" : "field_n", { n: cards.length }));
  set(view.fieldCards, { style: `--n: ${cards.length}` });
  keyed(view.fieldCards, pictured ? [] : cards, (card) => card, (card) => cardNode(card, ""), (img, card) => cardNode(card, cardName(card)));
}

/** A tap beside all outlines, or anywhere while a missed card is looked for. */
function tapPicture(event) {
  if (state.adding) askMissed(pointIn(event.currentTarget, event));
}

function makeOutline(card) {
  const ask = (node) => openDialog({ kind: "correct", card: dataOf(node), picture: state.picture, size: state.seen?.size });
  const node = el(
    "svg:g",
    {
      class: "seen",
      tabindex: 0,
      role: "button",
      onclick: () => state.adding || ask(node),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        // Whoever has no pointer says beside which card one was missed, and moves the outline from there.
        if (state.adding) askMissed(middleOf(dataOf(node).quad));
        else ask(node);
      },
    },
    el("svg:polygon"),
    el("svg:text"),
  );
  return node;
}

function fillOutline(node, card, scale, labels) {
  setData(node, card);
  const [outline, label] = node.children;
  const back = card.face === "back" && !card.card;
  // A card on its way is not judged yet; only one that lies still and stays unread is in doubt.
  const none = card.said === "none";
  const unsure = card.stable && !back && !none && (card.card === null || card.p < state.unsure);
  const name = none ? say("not_a_card") : cardName(card.card ?? card.face);
  set(node, {
    class: `seen ${back ? "back" : ""} ${unsure ? "unsure" : ""} ${none ? "none" : ""} ${card.stable ? "" : "moving"}`,
    "aria-label": unsure ? `${name} (${say("unsure")})` : name,
    "data-zone": card.zone ?? "",
  });
  set(outline, { points: card.quad.map((point) => point.map((v) => v.toFixed(1)).join(",")).join(" ") });
  const [a, b, c] = card.quad;
  const short = Math.min(Math.hypot(a[0] - b[0], a[1] - b[1]), Math.hypot(b[0] - c[0], b[1] - c[1]));
  const words = labels && card.stable && !back && !none ? shortName(name) + (unsure ? "?" : "") : "";
  // A long name stands in two lines, so that it is as easily read as a short one.
  const half = Math.ceil(words.length / 2);
  const lines = wide(words) > 4.4 ? [words.slice(0, half) + (words[0] < "\u0300" ? "-" : ""), words.slice(half)] : [words];
  const size = Math.min(34 * scale, (short * 1.2) / Math.max(1.7, ...lines.map(wide)));
  const [x, y] = middleOf(card.quad);
  set(label, { style: `font-size:${size.toFixed(1)}px` });
  keyed(label, [...lines.keys()], (at) => `${at}`, () => el("svg:tspan"), (line, at) => {
    text(set(line, { x: x.toFixed(1), y: (y + size * (at + 0.83 - lines.length / 2)).toFixed(1) }), lines[at]);
  });
}

/** What tells a card apart, short enough to stand on it: 月 of 芒に月, 松 of 松のカス; moon, pine. */
function shortName(name) {
  const [, plant, , picture] = /^(.*?)(に|の| with |, )(.*)$/.exec(name) ?? [null, name, "", ""];
  if (picture === "カス" || picture === "chaff") return plant.replace(/^bush | grass$/, "");
  return picture.replace(/^小野/, "").replace(/^(full|red poem|blue|sake|plank) /, "").replace(/ in the rain$/, "");
}
