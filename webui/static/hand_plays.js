// While a deal is played: what each card of the own hand takes, helps and risks, and how far every set is.

import { quietly } from "./declare.js";
import { mini } from "./deck.js";
import { el } from "./dom.js";
import { state, theMatch } from "./store.js";
import { cardName, cardNames, listed, money, pick, say, seatName } from "./words.js";

/** What yakume told of the hand and the table; null while there is nothing to tell. */
let told = /** @type {any} */ (null);
let asked = 0;
let whose = 0;

/** What was last asked about, so that the same is not asked twice. */
let about = "";

/**
 * Ask what the hand may do now, if it or the table changed; true if there is something new to show.
 * @param {number} seat
 * @param {{face: string}[]} hand
 */
export async function lookAtPlays(seat, hand) {
  const faces = hand.map(({ face }) => face);
  const { table, booked } = state;
  const now = JSON.stringify([seat, faces, booked?.seq, table?.field, table?.seats?.map((each) => [each.captures, each.shown])]);
  if (now === about) return false;
  about = now;
  whose = seat;
  asked += 1;
  const mine = asked;
  const answer = booked?.match && faces.length && !["ready", "over"].includes(booked.phase) ? await quietly("/api/hand/plays", { seat, faces }) : null;
  if (mine !== asked) return false;
  told = answer?.plays ? answer : null;
  return true;
}

/** Faces of the hand that lie on the table by now: they were played. */
export const playedFaces = () => told?.gone ?? [];

const names = (cards) => listed(cards.map(cardName));
const yakuName = (rule) => pick(told.sets.find((each) => each.rule === rule)) || pick(cardNames[rule]) || rule;
const percent = (p) => `${Math.round(p * 1000) / 10} %`;

/** Everything there is to say; `drop(card)` takes a card that was played out of the hand. */
export function playsView(drop) {
  if (!told) return [];
  const cards = names(told.gone);
  return [el("section", { class: "plays" }, cards ? el("p", { class: "alarm" }, say("plays_gone", { cards })) : "", el("h2", {}, say("plays")),
    el("ul", {}, told.plays.map((play) => playRow(play, drop))),
    el("h2", {}, say("plays_field")),
    told.field.length ? el("ul", { class: "lies" }, told.field.map(fieldRow)) : el("p", {}, say("plays_field_empty")),
    el("p", { class: "odds" }, say("plays_turn", { p: percent(told.takes), n: told.unseen })),
    told.teyaku === null ? "" : el("p", { class: "odds" }, say("plays_teyaku", { p: percent(told.teyaku) })),
    el("h2", {}, say("plays_sets")),
    el("ul", { class: "sets-far" }, [...told.sets].sort(byNearness).map(setRow)))];
}

function playRow(play, drop) {
  const takes = play.takes.map((take) => {
    const gained = [play.card, ...take.cards];
    const helped = take.cards.length ? told.sets.filter((set) => set.state === "open" && !take.completes.includes(set.rule) && set.missing.some(({ card }) => gained.includes(card))) : [];
    return el("div", { class: "take" }, el("span", {}, say(take.cards.length ? "plays_takes" : "plays_stays")), take.cards.map((card) => mini(card)), el("span", {}, names(take.cards)),
      take.completes.length ? el("b", { class: "makes" }, say("plays_makes", { names: listed(take.completes.map(yakuName)) })) : "",
      helped.length ? el("small", {}, say("plays_helps", { names: listed(helped.map(pick)) })) : "");
  });
  const risks = play.warnings.map((risk) => el("p", { class: "risk" }, "⚠ ", say("plays_risk", { name: seatName(theMatch().players[risk.seat]), names: listed(risk.rules.map(yakuName)), mon: money(risk.mon, false) }),
    risk.excusable ? ` ${say("plays_excusable")}` : "", " ", el("code", {}, risk.rules.join(" "))));
  return el("li", { "data-card": play.card }, mini(play.card), el("div", {}, el("b", {}, cardName(play.card)), takes, risks),
    el("button", { class: "quiet", "aria-label": `${say("plays_played")} ${cardName(play.card)}`, onclick: () => drop(play.card) }, say("plays_played")));
}

/** A card of the field, and which of the hand take it. */
function fieldRow(card) {
  const by = told.plays.filter((play) => play.takes.some((take) => take.cards.includes(card)));
  const sets = told.sets.filter((set) => set.state === "open" && set.missing.some((each) => each.card === card));
  return el("li", { "data-card": card }, mini(card), el("div", {}, by.length ? el("span", {}, say("plays_by", { names: names(by.map((play) => play.card)) })) : el("span", { class: "none" }, say("plays_by_none")),
    sets.length ? el("small", {}, say("plays_helps", { names: listed(sets.map(pick)) })) : ""));
}

const RANK = { done: 0, open: 1, dead: 2 };
const byNearness = (a, b) => RANK[a.state] - RANK[b.state] || a.lacking - b.lacking;

function setRow(set) {
  const title = el(set.state === "dead" ? "s" : "b", {}, pick(set));
  const far = set.state === "done" ? say("done") : set.state === "dead" ? say("plays_dead") : say("missing_n", { n: set.lacking });
  // Of a set that any of many cards complete, each place of each of them would only be a crowd.
  const few = set.missing.length <= 5;
  return el("li", { "data-state": set.state, "data-rule": set.rule }, el("p", {}, title, ` ${money(set.mon, false)}　`, el("span", {}, far), " ", el("code", {}, set.rule)),
    el("div", { class: "minis" }, set.have.map((card) => mini(card)), few && set.state !== "done" ? set.missing.map(({ card, fate }) => mini(card, fate === "lost" ? "mini lacks lost" : "mini lacks")) : ""),
    few && set.state !== "done" ? el("small", {}, set.missing.map(where).join(state.lang === "ja" ? "、" : "; ")) : "");
}

/** Where a missing card is, and whether it can still come. */
function where({ card, place, holder, fate }) {
  const name = holder === null ? "" : seatName(theMatch().players[holder]);
  const at = say(place === "hand" && holder === whose ? "plays_in_own" : `plays_in_${place}`, { name, n: told.unseen });
  return `${say("named", { name: cardName(card), what: at })}${fate === "lost" && place !== "pile" ? ` ${say("plays_lost")}` : ""}${fate === "sure" ? ` ${say("plays_sure")}` : ""}`;
}
