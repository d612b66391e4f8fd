// An event put right: what else it could have been, and what that does to the score.

import { command, get } from "./api.js";
import { based, changes, quietly, teyakuForm } from "./declare.js";
import { deck, mini } from "./deck.js";
import { el, set, text } from "./dom.js";
import { ruleButton } from "./ledger.js";
import { openDialog, state, theMatch } from "./store.js";
import { whyOf } from "./trouble.js";
import { cardName, cardsNamed, listed, pick, say } from "./words.js";

/** Payments with one sentence and rule, as where several pay alike, once. @param {any[]} entries */
const distinct = (entries) => [...new Map(entries.map((entry) => [`${entry.rule} ${pick(entry)}`, entry])).values()];

const called = (seat) => (seat === null ? say("table") : theMatch().players[seat]);

/** Payments as lines, those with one sentence and rule as one: who pays whom, and why. @param {any[]} entries */
export const paidLines = (entries) => distinct(entries).map((line) => {
  const alike = entries.filter((entry) => entry.rule === line.rule && pick(entry) === pick(line));
  const [payers, payees] = ["payer", "payee"].map((side) => [...new Set(alike.map((entry) => called(entry[side])))]);
  return el("li", {}, el("b", {}, say(payers[1] ? "pay" : "pays", { payer: listed(payers), payee: listed(payees) })), " ", pick(line));
});

/** Payments in words; where others have the same sentence only who pays is another, and that is what is told. */
function payments(entries, others) {
  const said = new Set(others.map(pick));
  const told = entries.map((entry) => (said.has(pick(entry)) ? `${say("pays", { payer: called(entry.payer), payee: called(entry.payee) })} ${pick(entry)}` : pick(entry)));
  return [...new Set(told)];
}

/** Why an event changed scores, each reason once with its arithmetic, and the rules behind it and behind its card. */
export function reasons({ entries, rule }) {
  const rows = distinct(entries).map((entry) => el("p", {}, pick(entry), " ", ruleOf(entry.rule)));
  return el("div", { class: "reasons" }, rule ? el("p", {}, ruleOf(rule)) : "", rows);
}

/** Scroll what was just unfolded into sight, above whatever sticks to the dialog's lower edge. @param {Element} node */
const inSight = (node) => node.scrollIntoView({ block: "nearest" });

const ruleOf = (id) => set(text(ruleButton(), id), { "aria-label": `${say("why")} ${id}`, "data-why": say("why") });

/**
 * What puts the event at place `at` of the log right.
 * @param {number} at from 0
 * @param {(() => void)} done what is shown once it is booked
 * @param {string} words
 * @param {string} path what tells the choices and what they would change
 * @param {(draft: string) => void} [onward] goes on with what cannot be booked as it is
 */
export function mending(at, done, words = say("mend"), path = `/api/instead/${at}`, onward) {
  const box = el("div", { class: "mending" });
  const open = el("button", { class: "quiet", "aria-expanded": false, onclick: async () => {
    if (box.firstChild) {
      set(open, { "aria-expanded": false });
      return box.replaceChildren();
    }
    const found = await get(path);
    if (!found) return undefined;
    set(open, { "aria-expanded": true });
    box.replaceChildren(...offers(at, path, found, done, onward));
    for (const each of box.querySelectorAll("details")) each.addEventListener("toggle", () => each.open && inSight(each));
    return inSight(box);
  } }, words);
  return el("div", { class: "mend" }, el("div", { class: "actions" }, open), box);
}

function offers(at, path, found, done, onward) {
  let asked = 0;
  let events = /** @type {any[]} */ ([]);
  const outcome = el("p", { class: "outcome", role: "status" });
  const paid = el("div", { class: "reasons" });
  const apply = el("button", { class: "seal", hidden: true, onclick: async () => {
    if ((await command("/api/events", { events })) && state.dialog) done();
  } }, say("mend_apply"));
  const more = el("button", { hidden: true, onclick: () => onward(draft) }, say("mend_onward"));
  let draft = "";
  /** Mark what is pressed; it is applied once it is known what it would change. */
  const choose = (press) => {
    asked += 1;
    for (const button of chosen.querySelectorAll("[aria-pressed]")) set(button, { "aria-pressed": button === press });
    apply.disabled = more.disabled = true;
  };
  /** Ask what a correction would change, and show it. */
  const look = async (press, body) => {
    choose(press);
    const mine = asked;
    const told = await quietly(path, based(body));
    if (mine !== asked) return;
    events = told.events ?? [];
    const also = told.refused?.length ? ` ${say("step_also", { n: told.refused.length })}` : "";
    const why = told.error ?? told.unfinished;
    draft = told.draft ?? "";
    text(outcome, why ? `${told.error ? say("mend_not") : pick(told.not_yet)} ${told.error ? whyOf(why) : ""} ${why.rule}` : `${say("step_would")} ${changes(told.scores)}${also} ${told.notes.map(pick).join(" ")}`);
    set(more, { hidden: !told.unfinished, disabled: false });
    const turns = (told.turns ?? []).map(({ was, now }) => el("p", {}, was ? el("s", {}, cardsNamed(pick(was))) : "", was && now ? " → " : "", now ? cardsNamed(pick(now)) : ""));
    const [gone, come] = [told.removed ?? [], told.added ?? []];
    const lines = [...turns, ...payments(gone, come).map((words) => el("p", {}, el("s", {}, words))), ...payments(come, gone).map((words) => el("p", {}, words))];
    paid.replaceChildren(...lines);
    set(apply, { hidden: Boolean(why), disabled: false });
    inSight(told.error ? outcome : why ? more : apply);
  };
  const button = (words, body) => el("button", { "aria-pressed": false, onclick: (event) => look(event.currentTarget, body) }, words);
  const others = found.choices.map((choice) => button(cardsNamed(pick(choice)), { events: choice.events, whole: choice.whole }));
  const wrong = found.cards.map((card) => el("button", { "aria-pressed": false, class: "card-button", "data-card": card, onclick: (event) => {
    const press = event.currentTarget;
    choose(press);
    text(outcome, "");
    paid.replaceChildren();
    picker.replaceChildren(el("p", {}, say("mend_which", { card: cardName(card) })), deck((right) => (event) => {
      if (right === card) return;
      for (const each of picker.querySelectorAll(".now")) set(each, { class: "" });
      set(event.currentTarget, { class: "now" });
      look(press, { wrong: card, right });
    }, card));
    inSight(picker);
  } }, mini(card, "")));
  const { late } = found;
  const withHand = (event) => ({ events: late.events.toSpliced(-1, 0, event) });
  const picker = el("div", { class: "picker" });
  /** What nobody saw: a card, then what it took. One that cannot be is refused with its rule. */
  const captures = el("div", { class: "choices" });
  const ways = (card) => (found.legal ?? []).filter((way) => way.cards.includes(card));
  const unseen = deck((card) => () => {
    captures.replaceChildren(...ways(card).map((way) => button(cardsNamed(pick(way)), { card: way.card, takes: way.takes })));
    const first = /** @type {HTMLElement|null} */ (captures.firstChild);
    inSight(captures);
    if (first) first.click();
    else look(null, { card });
  });
  for (const each of unseen.querySelectorAll("button")) each.classList.toggle("off", !ways(each.dataset.card).length);
  const chosen = el("div", {},
    el("div", { class: "choices" }, others,
      ["tally", "points"].filter((kind) => found[kind]).map((kind) =>
        el("button", { onclick: () => openDialog({ kind, ...found[kind], anew: { ...found[kind], at, done }, after: state.dialog }) }, say("mend_tally"))),
      found.removable ? button(say(found.legal ? "mend_never" : "step_remove"), { events: [] }) : ""),
    found.about ? el("p", {}, pick(found.about)) : "",
    late ? el("details", {}, el("summary", {}, pick(late)), ...teyakuForm(late, Object.keys(late.teyaku).map(Number), called, deck, (event) => look(null, withHand(event)), (event) => quietly(path, based(withHand(event))))) : "",
    found.follows ? el("div", {}, el("p", {}, pick(found.follows.says), " ", ruleOf(found.follows.rule)), mending(found.follows.at, done, say("mend_end"))) : "",
    wrong.length ? el("details", {}, el("summary", {}, say("mend_card")), el("div", { class: "minis" }, wrong), picker) : "",
    found.legal?.length ? el("details", {}, el("summary", {}, say(wrong.length ? "mend_before" : "mend_after")), unseen, captures) : "");
  return [chosen, outcome, paid, el("div", { class: "actions" }, more, apply)];
}
