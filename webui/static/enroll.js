// Enrolling a deck: photos in, what was found in order, a tap where it is wrong, a name, and yakume learns it.

import { get, send } from "./api.js";
import { sure } from "./declare.js";
import { dataOf, el, keyed, set, setData, text, unread } from "./dom.js";
import { fitOutline, likeItsNeighbours } from "./missed.js";
import { openAnswered, state, update } from "./store.js";
import { cardName, pick, say } from "./words.js";

const DRAWN = (card) => `/cards/${card}.svg`;
/** Addresses of found cards change with the draft, so that a browser never shows those of another. */
let draft = 0;

/** Open the dialog with what is known of decks. */
export async function askEnroll() {
  await openAnswered(get("/api/decks"), (decks) => {
    update({ decks });
    return { kind: "enroll" };
  });
}

/** What the dialog holds. @param {(answer: (card: string) => () => void, now: string|null) => Element} deck the 48 cards to choose from */
export function buildEnroll(deck) {
  const file = el("input", { type: "file", multiple: true, accept: "image/jpeg,image/png,image/webp", class: "unseen", id: "deck-file", onchange: () => addPhotos(file) });
  const name = el("input", { maxlength: 40, autocomplete: "off", required: true });
  const form = el("form", { onsubmit: (event) => learn(event, name.value.trim()) },
    el("label", {}, el("span", {}, say("deck_name")), name),
    el("div", { class: "actions" }, sure(say("deck_anew"), clear), el("button", { class: "seal", type: "submit" }, say("deck_learn"))));
  return [
    el("label", { class: "in-use" }, el("span", {}, say("deck_in_use")), el("select", { onchange: (event) => send("/api/decks/use", { name: event.target.value || null }) })),
    el("div", { class: "job", role: "status" }, el("progress", { max: 1, "aria-label": say("deck_learn") }), el("span"),
      el("details", {}, el("summary", {}, say("error_details")), el("p", { lang: "en" })),
      el("button", { class: "quiet", onclick: () => drop("learn") }, say("cancel"))),
    el("p", { class: "how" }, say("deck_how")),
    el("div", { class: "sources" }, file, el("label", { for: "deck-file", class: "button seal" }, say("deck_photos")),
      el("button", { onclick: addFrame }, say("deck_frame"))),
    el("p", { class: "told", role: "status" }),
    el("div", { class: "laid" }),
    el("div", { class: "rest" }),
    el("div", { class: "missing-card", hidden: true }),
    el("div", { class: "choice", hidden: true }, el("p"), el("img", { alt: "", width: 110, height: 180 }), deck((card) => () => nameIt(card), null),
      el("div", { class: "actions" }, el("button", { class: "quiet", onclick: () => choose(null) }, say("cancel")),
        el("button", { class: "quiet", onclick: () => nameIt("none") }, say("not_a_card")))),
    form,
  ];
}

/** Bring the dialog up to `state.decks`. */
export function fillEnroll(dialog, { decks, dialog: { busy, chosen } }) {
  if (!decks) return;
  const part = (selector) => dialog.querySelector(selector);
  const names = ["", ...decks.decks];
  keyed(part("select"), names, (name) => `=${name}`, () => el("option"), (node, name) => text(set(node, { value: name }), name || say("wizard_deck_any")));
  // Between a choice and yakume's answer the list stands where the person put it.
  if (dataOf(dialog) !== decks) part("select").value = decks.in_use ?? "";
  setData(dialog, decks);
  set(part(".in-use"), { hidden: decks.decks.length === 0 });
  const learning = decks.job?.state === "learning";
  const found = decks.cards.length > 0;
  set(part(".how"), { hidden: found || learning });
  for (const node of part(".sources").children) set(node, { inert: Boolean(busy || learning) });
  set(part(".sources"), { class: busy || learning ? "sources off" : "sources", hidden: learning || Boolean(chosen) });
  set(part(".sources button"), { hidden: state.camera.state === "off" });
  text(part(".told"), busy ? say("deck_looking") : found && !learning && !chosen ? summary(decks) : "");
  fillCards(part(".laid"), part(".rest"), found && !learning && !chosen ? decks : { cards: [], missing: [] });
  fillChoice(part(".choice"), chosen?.missing ? null : chosen);
  fitMissing(part(".missing-card"), chosen?.missing ? chosen.card : null, () => choose(null));
  set(part("form"), { hidden: !found || learning || Boolean(chosen) });
  set(part("form .seal"), { disabled: Boolean(busy) });
  const covered = coveredIn(decks.cards).length;
  text(part("form .seal"), covered ? say("deck_learn_covered", { n: covered }) : decks.missing.length ? say("deck_learn_some", { n: 48 - decks.missing.length }) : say("deck_learn"));
  fillJob(part(".job"), decks.job);
}

/** The cards on which something lies, unless somebody said that they are used as they are. */
const coveredIn = (cards) => cards.filter((card) => card.covered && card.card && !card.said);

function summary({ cards, missing, photos }) {
  const covered = coveredIn(cards).length;
  const doubtful = cards.filter((card) => card.doubtful && !card.covered && card.card).length;
  const again = cards.filter((card) => card.again).length;
  const rest = cards.filter((card) => !card.card && !card.said).length - again;
  return [
    say("deck_found", { n: 48 - missing.length, photos }),
    missing.length ? say("deck_missing", { n: missing.length }) : "",
    covered ? say("deck_covered", { n: covered }) : "",
    doubtful ? say("deck_doubtful", { n: doubtful }) : "",
    again ? say("deck_again", { n: again }) : "",
    rest ? say("deck_rest", { n: rest }) : "",
    !missing.length && !doubtful && !covered ? say("deck_check") : "",
  ].filter(Boolean).join(" ");
}

/** The deck in order, a group a month; a card is a button, a missing one shows what it should look like. */
function fillCards(laid, rest, { cards, missing }) {
  const places = [
    ...cards.filter((card) => card.card),
    ...missing.map((card) => ({ card, number: 0, missing: true })),
  ].sort((a, b) => order(a.card) - order(b.card));
  const months = Array.from({ length: places.length ? 12 : 0 }, (_, index) => places.filter(({ card }) => parseInt(card, 10) === index + 1));
  keyed(laid, months, (month) => month[0].card.replace(/\D/g, ""), () => el("div", { class: "month" }), (node, month) =>
    keyed(node, month, (place) => place.card, makeCard, fillCard));
  keyed(rest, cards.filter((card) => !card.card), (card) => `${card.number}`, makeCard, fillCard);
}

const order = (card) => parseInt(card, 10) * 10 + "hntabc".indexOf(card.at(-1));

function makeCard() {
  const node = el("button", { onclick: () => choose(dataOf(node)) }, el("img", { alt: "", width: 55, height: 90 }), el("small"));
  return node;
}

function fillCard(node, place) {
  setData(node, place);
  const shown = place.card ?? place.again;
  const name = shown ? cardName(shown) : say("not_a_card");
  const [image, label] = node.children;
  set(image, { src: place.missing ? DRAWN(place.card) : picture(place) });
  const kind = place.missing ? "missing" : place.doubtful ? "doubtful" : place.said ? "said" : "sure";
  const covered = kind === "doubtful" && place.covered;
  set(node, { class: covered ? "doubtful covered" : kind, title: name, "aria-label": `${name} ${say(`deck_mark_${covered ? "covered" : kind}`)}` });
  text(label, place.missing ? say("deck_absent") : place.doubtful ? `${name} ${covered ? "!" : "?"}` : name);
}

const picture = ({ number }) => `/api/decks/found/${number}.jpg?draft=${draft}`;

function choose(place) {
  update({ error: null, dialog: { ...state.dialog, chosen: place } });
}

function fillChoice(node, chosen) {
  set(node, { hidden: !chosen });
  if (!chosen) return;
  const [words, image, cards] = node.children;
  text(words, say("correct"));
  set(image, { src: picture(chosen) });
  for (const button of cards.querySelectorAll("button")) {
    set(button, { class: button.firstChild.getAttribute("src") === DRAWN(chosen.card) ? "now" : "" });
  }
}

async function nameIt(card) {
  const { number } = state.dialog.chosen;
  const decks = await send("/api/decks/found", { number, card });
  if (!decks) return;
  update({ decks });
  choose(null);
}

async function addPhotos(input) {
  const files = [...input.files];
  input.value = "";
  for (const file of files) {
    if (!(await add("/api/decks/photo", file))) return;
    keepPhoto(file);
  }
}

async function addFrame() {
  const picture = state.picture ? await fetch(state.picture).then((answer) => answer.blob()) : null;
  if ((await add("/api/decks/frame")) && picture) keepPhoto(picture);
}

async function add(path, body) {
  if (!state.decks?.photos) draft = Date.now();
  update({ dialog: { ...state.dialog, busy: true } });
  const decks = await send(path, body, { raw: true });
  if (state.dialog?.kind === "enroll") update({ dialog: { ...state.dialog, busy: false } });
  if (decks) update({ decks });
  return decks;
}

function clear() {
  forgetPhotos();
  return drop("draft");
}

/** Give up what is being learnt (`learn`), or the photographs (`draft`). */
async function drop(what) {
  const decks = await send(`/api/decks/${what}`, undefined, { method: "DELETE" });
  if (decks) update({ decks });
}

async function learn(event, name) {
  event.preventDefault();
  const decks = await send("/api/decks/learn", { name, replace: state.dialog.again === name, incomplete: Boolean(state.decks?.missing.length) });
  // A name that is taken is asked for once more: the second time it is meant.
  if (decks) update({ decks, dialog: { ...state.dialog, again: null } });
  else if (state.error?.code === "deck_exists") {
    unread([event.submitter]);
    update({ dialog: { ...state.dialog, again: name } });
  }
}

function fillJob(node, job) {
  set(node, { hidden: !job, "data-state": job?.state ?? "none" });
  if (!job) return;
  const [bar, words, more, stop] = node.children;
  set(stop, { hidden: job.state !== "learning" });
  set(bar, { value: job.share ?? 1, hidden: job.state !== "learning" });
  set(more, { hidden: job.state !== "failed" || Boolean(job.why) });
  text(more.lastChild, job.message ?? "");
  const percent = (right) => ((100 * right) / job.checked).toFixed(1);
  if (job.state === "learning") text(words, say("deck_learning", { name: job.name, share: Math.round(100 * job.share) }));
  else if (job.state === "failed") text(words, job.why ? say("deck_not", { why: pick(job.why) }) : say("deck_failed"));
  else text(words, say("deck_learnt", { name: job.name, before: percent(job.right_before), after: percent(job.right) }));
}

// -- a card that was not found on the photographs: people tap where it lies and fit its outline ------------------------

/** The photographs that this page has sent for the draft. @type {{blob: Blob, url: string}[]} */
let photos = [];
let looked = /** @type {string|null} */ (null);

/** Remember a photograph that was sent. @param {Blob} blob */
const keepPhoto = (blob) => photos.push({ blob, url: URL.createObjectURL(blob) });

/** For a new draft. */
function forgetPhotos() {
  for (const { url } of photos) URL.revokeObjectURL(url);
  photos = [];
}

/**
 * Bring the part up to the card that is looked for; null for none.
 * @param {HTMLElement} node
 * @param {string|null} card
 * @param {() => void} leave
 */
function fitMissing(node, card, leave) {
  set(node, { hidden: !card });
  if (card === looked) return;
  looked = card;
  if (!card) return node.replaceChildren();
  const give = el("div", { class: "actions" }, el("button", { class: "quiet", type: "button", onclick: leave }, say("cancel")));
  const head = el("div", { class: "looked-at" }, el("img", { src: `/cards/${card}.svg`, alt: cardName(card), width: 66, height: 108 }),
    el("p", {}, say(photos.length ? "deck_tap_missing" : "deck_no_photo", { card: cardName(card) })));
  node.replaceChildren(head, ...photos.map((photo) => {
    const image = el("img", { src: photo.url, alt: say("deck_photo") });
    const button = el("button", { type: "button", class: "photo", onclick: (event) => place(node, card, photo, image, event, leave) }, image);
    return button;
  }), give);
}

async function place(node, card, photo, image, event, leave) {
  await image.decode(); // until then it has no size
  const size = [image.naturalWidth, image.naturalHeight];
  const box = image.getBoundingClientRect();
  // Pressed by a key it is the middle.
  const at = event.detail === 0 ? size.map((side) => side / 2)
    : [((event.clientX - box.x) / box.width) * size[0], ((event.clientY - box.y) / box.height) * size[1]];
  const { svg, turn, quad } = fitOutline(photo.url, size, likeItsNeighbours({ size: [size[0] * 1.4, 0], cards: [] }, at));
  const learn = el("button", { class: "seal", type: "button", onclick: async () => {
    const corners = quad.flat().map((value) => `quad=${value.toFixed(1)}`).join("&");
    const decks = await send(`/api/decks/missed?card=${card}&${corners}`, photo.blob, { raw: true });
    if (!decks) return;
    update({ decks });
    leave();
  } }, say("deck_is_this", { card: cardName(card) }));
  node.replaceChildren(el("p", {}, say("missed_hint")), svg,
    el("div", { class: "actions" }, turn, el("button", { class: "quiet", type: "button", onclick: leave }, say("cancel")), learn));
}
