// One player's phone: photograph or tap the own hand, see its hand yaku, what to lay open, and what a call is worth.
// The hand stays on this phone: it is asked about and forgotten.

import { command, follow, get, send } from "./api.js";
import { quietly } from "./declare.js";
import { deck, faceOf, mini, standsFor } from "./deck.js";
import { el, part, set } from "./dom.js";
import { lookAtPlays, playedFaces, playsView } from "./hand_plays.js";
import { renderAsks } from "./seats.js";
import { changeLanguage, matchOf, state, subscribe, theMatch } from "./store.js";
import { whyOf } from "./trouble.js";
import { cardName, cardNames, firstLanguage, listed, money, pick, say, seatName } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("hand"));

/** How many cards the game deals to a hand. */
const size = () => state.booked?.match ? state.booked.ruleset.hand : 0;

let seat = Number(new URLSearchParams(location.search).get("seat") ?? 0);
/** True if this phone is one player's: it came by the link of a seat. */
let own = false;
/** The hand as faces. @type {{face: string, p: number}[]} */
let hand = [];
/** Which of them is put right. @type {number|null} */
let fixing = null;
let picking = false;
/** What it holds, and what each call is worth, as yakume told. */
let told = /** @type {any} */ (null);
let calls = /** @type {any} */ (null);
let busy = false;
let trouble = "";

/** True while a deal is played. */
const playing = () => !["ready", "over", "bid"].includes(matchOf(state)?.phase ?? "over");


async function look() {
  told = calls = null;
  trouble = "";
  draw();
  lookOn(false);
  if (hand.length !== size()) return;
  const answer = await ask("/api/hand");
  if (answer.error) trouble = whyOf(answer.error);
  else told = answer;
  draw();
}

/**
 * What the hand may do as the table lies now. What was just named and lies on the table is a mistake and is said;
 * what comes to lie there later (`moved`) was played and leaves the hand by itself.
 */
async function lookOn(moved = true) {
  if (!(await lookAtPlays(seat, hand))) return undefined;
  const gone = [...playedFaces()];
  if (moved && gone.length) {
    hand = hand.filter(({ face }) => {
      const at = gone.indexOf(face);
      if (at >= 0) gone.splice(at, 1);
      return at < 0;
    });
    fixing = null;
    return look();
  }
  return draw();
}

/** Take a card that was played out of the hand. */
function drop(card) {
  const at = hand.findIndex(({ face }) => face === faceOf(card));
  hand = hand.filter((_, index) => index !== at);
  look();
}

/** Ask about the hand as it is. */
const ask = (path) => quietly(path, { seat, faces: hand.map(({ face }) => face) });

/** What each call is worth: the first answer is there soon, and every next one surer. */
async function askCalls() {
  const asked = hand;
  const response = await fetch("/api/hand/calls", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seat, faces: hand.map(({ face }) => face) }),
  }).catch(() => null);
  if (!response?.ok || !response.body) {
    calls = { error: true };
    return draw();
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    // Another hand was laid meanwhile: what this one is worth is no news any more.
    if (done || asked !== hand || !told) return void reader.cancel();
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const newest = lines.findLast((line) => line);
    if (!newest) continue;
    calls = JSON.parse(newest);
    draw();
  }
}

async function photograph(file) {
  if (!file) return;
  busy = true;
  draw();
  const result = await send("/api/read", file, { raw: true });
  busy = false;
  if (result) hand = result.cards.filter((card) => card.face !== "back").map((card) => ({ face: card.face, p: card.candidates?.[0]?.[1] ?? 1 }));
  else trouble = state.error ? whyOf(state.error) : "";
  look();
}

function draw() {
  renderAsks(part("asks"), state, seat);
  document.documentElement.lang = state.lang;
  document.title = `${say("hand_title")} — ${say("title")}`;
  const players = (state.booked?.players ?? []).map(seatName);
  const head = el("header", {}, el("h1", {}, say("hand_title")),
    own ? el("b", {}, say("hand_own", { name: players[seat] ?? seat + 1 })) : el("select", { "aria-label": say("hand_seat"), hidden: players.length === 0, onchange: (event) => {
      seat = Number(event.target.value);
      look();
    } }, players[seat] ? "" : el("option", { value: seat }, "—"), players.map((name, index) => el("option", { value: index, selected: index === seat }, name))),
    el("a", { href: "/" }, say("hand_table")),
    el("button", { class: "quiet", onclick: () => (changeLanguage(), draw()) }, say("lang")));
  if (players.length === 0) return root.replaceChildren(head, el("p", { class: "alarm" }, say("hand_no_match")));
  if (!players[seat]) return root.replaceChildren(head, el("p", { class: "alarm" }, say("hand_no_seat")));
  const file = el("input", { type: "file", accept: "image/jpeg,image/png,image/webp", capture: "environment", class: "unseen", id: "hand-file", onchange: (event) => photograph(event.target.files[0]) });
  const cards = hand.map(({ face, p }, index) => el("button", { type: "button", class: p < state.unsure ? "unsure" : "", "aria-pressed": fixing === index, onclick: () => {
    fixing = fixing === index ? null : index;
    picking = false;
    draw();
  } }, el("img", { src: `/cards/${standsFor(face)}.svg`, alt: `${cardName(face)}${p < state.unsure ? "?" : ""}`, width: 33, height: 54 })));
  const choices = picking || fixing !== null
    ? [picker(), fixing === null ? "" : el("div", { class: "actions" }, el("button", { class: "quiet", onclick: () => {
      hand = hand.filter((_, index) => index !== fixing);
      fixing = null;
      look();
    } }, say("not_a_card")))]
    : [];
  const turn = state.table?.turn ?? null;
  return root.replaceChildren(head, el("p", { "aria-live": "polite" }, el("b", {}, turn === null ? "" : turn === seat ? say("hand_turn") : say("hand_turn_of", { name: players[turn] }))),
    el("p", {}, say("hand_how", { n: size() })), file,
    el("div", { class: "actions" }, el("label", { for: "hand-file", class: "button seal" }, say("hand_photo")),
      el("button", { "aria-pressed": picking, onclick: () => {
        picking = !picking;
        fixing = null;
        draw();
      } }, say("hand_pick")),
      el("button", { class: "quiet", hidden: hand.length === 0, onclick: () => {
        hand = [];
        look();
      } }, say("hand_clear"))),
    el("p", { role: "status" }, busy ? say("reading") : hand.length && hand.length < size() && playing() ? say("hand_left", { n: hand.length }) : say("hand_n", { n: hand.length, of: size() })),
    el("div", { class: "cards" }, cards), ...choices,
    el("p", { class: "alarm", role: "status" }, trouble || (state.error ? whyOf(state.error) : "")), ...result(), ...playsView(drop));
}

/** The cards to choose from: those of the hand are marked, and go by another tap. */
function picker() {
  const box = deck((card) => (event) => choose(faceOf(card), event.currentTarget.className === "now"));
  const here = hand.filter((_, index) => index !== fixing).map(({ face }) => face);
  for (const button of box.querySelectorAll("button")) {
    const at = here.indexOf(faceOf(button.dataset.card));
    if (at >= 0) here.splice(at, 1);
    set(button, fixing === null ? { class: at >= 0 && "now", "aria-pressed": at >= 0 } : { disabled: at >= 0 });
  }
  return box;
}

function choose(face, taken) {
  if (taken) hand.splice(hand.findIndex((each) => each.face === face), 1);
  else if (fixing !== null) hand[fixing] = { face, p: 1 };
  else if (hand.length < size()) hand.push({ face, p: 1 });
  fixing = null;
  if (hand.length === size()) picking = false;
  look();
}

/** What the hand holds, if it is whole. */
function result() {
  if (!told) return [];
  const { ruleset, players } = theMatch();
  const price = ruleset.unit === "点" ? "hand_price_all" : players[2] ? "hand_price" : "hand_price_one";
  const rows = told.claims.map((claim) => el("li", {}, el("b", {}, pick(claim)), ` ${say(price, { mon: money(claim.mon, false), at: ruleset.ba ? say("hand_small") : "" })}`,
    // No part of a hand that holds more shows the lesser yaku alone.
    ...(claim.show.length ? [el("p", {}, say("hand_show_these")), el("div", { class: "minis" }, claim.show.map((card) => mini(card)))] : []),
    claim.show.length && claim.hide.length ? el("small", {}, say("hand_hide", { n: claim.hide_at_most })) : "",
    told.announce && claim.show.length ? el("button", { onclick: () => command("/api/events", { events: [{ type: "teyaku_shown.v1", seat, parts: claim.parts, exposed: claim.show.join(" ") }] }) }, say("announce")) : ""));
  const more = [];
  if (told.sets.length) more.push(el("p", {}, say("hand_sets", { names: listed(told.sets.map((rule) => pick(cardNames[rule]) || rule)) })));
  if (told.oikomi_mon) more.push(el("p", {}, say("hand_oikomi", { mon: money(told.oikomi_mon, false) })));
  const judge = el("button", { onclick: async () => {
    set(judge, { disabled: true });
    judge.textContent = say("hand_thinking");
    await askCalls();
  } }, say("hand_calls"));
  const judged = !told.call ? [] : !calls ? [el("div", { class: "actions" }, judge)]
    : calls.error ? [el("p", {}, say("hand_not_now"))]
    : [el("ul", { "aria-live": "polite" }, calls.map((each) => el("li", {}, say("hand_expect", {
      call: each.call ? say(`bid_${each.call}`) : say("hand_on"), mean: money(Math.round(each.mean)), error: money(Math.round(each.error), false), deals: each.deals,
    }))))];
  return [rows.length ? el("ul", { class: "claims" }, rows) : el("p", {}, say("hand_none")), ...more, ...judged];
}

const setup = await get("/api/setup");
if (setup) {
  Object.assign(cardNames, setup.names);
  state.lang = firstLanguage(setup.lang);
  state.unsure = setup.unsure;
  state.you = setup.you;
  own = setup.you.seat !== null;
  seat = setup.you.seat ?? seat;
  state.booked = await get("/api/state");
  draw();
  // The table goes on while the phone lies beside it: what changes there is asked about anew.
  let { error: refused, booked } = state;
  let turn = state.table?.turn;
  subscribe(() => {
    renderAsks(part("asks"), state, seat);
    if (refused !== state.error || turn !== state.table?.turn) draw();
    refused = state.error;
    turn = state.table?.turn;
    // What may be said is another since.
    if (told && booked?.seq !== state.booked?.seq) look();
    else lookOn();
    booked = state.booked;
  });
  follow();
}
