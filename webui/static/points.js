// A deal settled without its cards: card points are typed, sets and calls are tapped, and what follows is shown first.

import { settlement, whyNot } from "./declare.js";
import { el, keyed, set, text } from "./dom.js";
import { draftOf } from "./draft.js";
import { theMatch } from "./store.js";
import { listed, pick, say } from "./words.js";

/** The rule that all card points together are those of the deck. */
const SUM = "COM-CARD-02";

/** Who fed a set or a fourth card (法度): one of the others, or nobody. @param {number[]} order @param {number} seat @param {(seat: number) => string} name */
export const feeders = (order, seat, name) => el("select", { "aria-label": say("points_fed") }, el("option", { value: "" }, say("points_nobody")),
  order.filter((other) => other !== seat).map((other) => el("option", { value: other }, name(other))));

/** What was said of a deal, in a sentence; `term(rule)` is what a set is called. */
export function sentence(what, name, term) {
  const who = name(what.seat);
  const by = what.hatto_by ?? what.fed?.[0]?.[1];
  const fed = by == null ? "" : say("points_fed_by", { name: name(by) });
  if (what.kind === "tobikomi") return say("points_tobikomi", { name: who, n: what.month }) + fed;
  if (what.kind === "cancelled") return say("named", { name: who, what: say("cancel_sage") });
  const call = pick(theMatch().ruleset.calls[what.call]);
  return (what.sets ? say("points_called", { name: who, sets: listed(what.sets.map(([rule]) => term(rule))), call }) : say("named", { name: who, what: call })) + fed;
}

/** A 飛込み to be told, and who fed it where that is liable. @param {number[]} order @param {[number, number]} three seat and month @param {boolean} liable */
export function threeButton(order, [seat, month], liable, name, add) {
  const by = liable ? feeders(order, seat, name) : null;
  return el("span", { class: "set" }, el("button", { class: "quiet", type: "button", onclick: () =>
    add({ kind: "tobikomi", seat, month, hatto_by: by?.value ? Number(by.value) : null }) }, say("points_tobikomi", { name: name(seat), n: month })), by ?? "");
}

/**
 * Why typed card points are refused: they do not add up to the deck's, or what the rule in the way says.
 * @param {import("./wire").Refusal} refusal
 * @param {number} sum points as typed, of all seats
 * @param {number|null} due points of the whole deck
 */
function whyNotPoints(refusal, sum, due) {
  if (refusal.rule !== SUM || due === null || sum === due) return whyNot(refusal);
  return say(sum < due ? "points_few" : "points_many", { n: sum, of: due, off: Math.abs(due - sum) });
}

/**
 * What the dialog holds.
 * @param {{order: number[], tell: import("./wire").TellOut, anew?: any, was?: any}} dialog as of buildTally
 * @param {() => void} leave
 */
export function buildPoints({ order: playing, tell, anew = null, was }, leave) {
  // Whoever deals: each has one place and one colour all evening.
  const order = playing.toSorted();
  const name = (seat) => theMatch().players[seat];
  const draft = anew ? null : draftOf("points");
  const before = anew ?? draft?.kept ?? was ?? { points: {}, kasu: {}, told: [], roles: [] };
  /** What was said, in order; sets that are paid at the deal's end stand in `roles`. */
  const told = [...before.told];
  const roles = [...before.roles];
  const chosen = new Map();
  // Nobody, until somebody says whose set it was: a set that is booked to whoever stands first costs a deal.
  let active = /** @type {number|null} */ (null);

  const counts = order.map((seat) => el("input", { type: "number", value: before.points[seat] ?? "", min: 0, max: tell.points ?? 0, inputmode: "numeric", oninput: () => look() }));
  const kasu = order.map((seat) => el("input", { type: "number", value: before.kasu[seat] ?? "", min: 0, max: 27, inputmode: "numeric", oninput: () => look() }));
  const inputs = [...counts, ...kasu];
  const sum = el("p", { role: "status" });
  const seats = el("div", { class: "actions seats", role: "radiogroup", "aria-label": say("points_whose") });
  let feeder = feeders(order, -1, name);
  const fed = el("label", {}, el("span", {}, say("points_fed")), feeder);
  const rows = el("div", { class: "choices" }, tell.sets.map(rowButton));
  const calls = el("div", { class: "actions" }, tell.at_end
    ? el("button", { type: "button", onclick: () => takeRoles() }, say("points_add"))
    : ["agari", "sage"].map((call) => el("button", { type: "button", onclick: () => take(call) }, pick(theMatch().ruleset.calls[call]))));
  const said = el("ol", { class: "told" });
  const end = settlement(anew, leave, () => look());
  const add = (what) => {
    told.push(what);
    look();
  };

  /** A set to tap; one that more cards raise has its number of cards beside it. */
  function rowButton(row) {
    const number = row.more ? el("select", { "aria-label": say("points_cards", { name: pick(row) }), onchange: () => look() },
      Array.from({ length: row.most - row.least + 1 }, (_, at) => el("option", { value: row.least + at }, say("cards_n", { n: row.least + at })))) : null;
    const value = () => row.value + row.more * (Number(number?.value ?? row.least) - row.least);
    const button = el("button", { type: "button", "aria-pressed": false, title: row.rule, "data-rule": row.rule, onclick: () => {
      if (!chosen.delete(row.rule)) chosen.set(row.rule, { row, value });
      look();
    } }, pick(row));
    return el("span", { class: "set" }, button, number ?? "");
  }

  function take(call) {
    if (!chosen.size) return;
    const sets = [...chosen.values()];
    add({ kind: "called", seat: active, call, sets: sets.map(({ row, value }) => [row.rule, value()]),
      fed: feeder.value === "" ? [] : sets.filter(({ row }) => row.hatto).map(({ row }) => [row.rule, Number(feeder.value)]) });
    chosen.clear();
    active = null;
    look();
  }

  function takeRoles() {
    for (const { row } of chosen.values()) roles.push([row.rule, active]);
    chosen.clear();
    active = null;
    look();
  }

  const term = (rule) => pick(tell.sets.find((row) => row.rule === rule) ?? { ja: rule, en: rule });

  let asked = 0;
  /** Draw what was said, and ask what would follow. */
  async function look() {
    keyed(seats, order.map((seat) => ({ seat })), ({ seat }) => `${seat}`, ({ seat }) => el("button", { role: "radio", type: "button", onclick: () => {
      active = seat;
      const other = feeders(order, seat, name);
      feeder.replaceWith(other);
      feeder = other;
      look();
    } }, name(seat)), (button, { seat }) => set(button, { "aria-checked": seat === active }));
    for (const part of [rows, calls]) set(part, { hidden: active === null });
    for (const button of rows.querySelectorAll("button")) set(button, { "aria-pressed": chosen.has(button.dataset.rule) });
    set(fed, { hidden: ![...chosen.values()].some(({ row }) => row.hatto) });
    const lines = [
      ...told.map((what, at) => ({ words: sentence(what, name, term), drop: () => told.splice(at, 1) })),
      ...roles.map(([rule, seat], at) => ({ words: say("named", { name: name(seat), what: term(rule) }), drop: () => roles.splice(at, 1) })),
    ];
    said.replaceChildren(...lines.map(({ words, drop }) => el("li", {}, el("span", {}, words), el("button", { class: "quiet", "aria-label": say("take_back"), onclick: () => {
      drop();
      look();
    } }, "×"))));
    const typed = counts.map((input) => (input.value === "" ? null : Number(input.value)));
    const total = typed.reduce((/** @type {number} */ all, count) => all + (count ?? 0), 0);
    if (tell.points !== null) text(sum, say(tell.exact ? "points_sum" : "points_sum_two", { n: total, of: tell.points }));
    const bySeat = (values) => Object.fromEntries(values.flatMap((value, at) => (value === null ? [] : [[order[at], value]])));
    const many = kasu.map((input) => (input.value === "" ? null : Number(input.value)));
    const now = { points: bySeat(typed), kasu: bySeat(many), told, roles };
    if (asked) draft?.keep(now);
    const empty = [...typed, ...many].every((count) => count === null) && !told.length && !roles.length;
    const half = typed.some((count) => count === null) && typed.some((count) => count !== null);
    const wrong = inputs.findIndex((input) => !input.validity.valid);
    const mine = (asked += 1);
    const found = half || wrong >= 0 ? null : await end.ask(now, empty);
    const refusal = found?.refusal ?? found?.error;
    const why = refusal ? whyNotPoints(refusal, total, tell.points) : "";
    if (mine !== asked) return;
    const waits = tell.points !== null && typed.every((count) => count === null);
    // A set that was lowered ends no deal by itself: that is no slip in counting.
    const asks = half || (waits && !told.length) ? pick(tell.wants) : waits && refusal?.rule === SUM ? say("points_played") : "";
    end.show(found, wrong >= 0 ? say("number_range", { name: name(order[wrong % order.length]), n: inputs[wrong].max }) : found?.silent ? say("tally_silent") : asks || why);
  }

  const more = [
    ...tell.threes.map((three) => threeButton(order, three, tell.liable, name, add)),
    tell.cancel ? el("button", { class: "quiet", type: "button", onclick: () => {
      const last = told.findLast((what) => what.call === "sage");
      if (last) add({ kind: "cancelled", seat: last.seat });
    } }, say("cancel_sage")) : "",
  ];
  look();
  return [
    el("p", {}, pick(tell.how)),
    tell.points === null ? "" : el("div", { class: "counts" }, order.map((seat, at) => el("label", {}, el("span", {}, name(seat)), counts[at]))),
    tell.points === null ? "" : sum,
    el("h3", {}, say(tell.at_end ? "points_roles" : "points_sets")),
    seats,
    rows,
    fed,
    calls,
    said,
    el("div", { class: "actions" }, more),
    tell.kasu_from === null ? "" : el("details", { open: kasu.some((input) => input.value !== "") }, el("summary", {}, say("points_kasu", { n: tell.kasu_from })),
      el("div", { class: "counts" }, order.map((seat, at) => el("label", {}, el("span", {}, name(seat)), kasu[at])))),
    ...end.nodes,
  ];
}
