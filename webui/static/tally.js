// A deal settled by people: captured cards are dealt out to the piles, or card points typed and sets tapped; calls are said in both.

import { settlement, whyNot } from "./declare.js";
import { el, keyed, set, staying, text } from "./dom.js";
import { draftOf } from "./draft.js";
import { state, theMatch } from "./store.js";
import { cardName, listed, outside, pick, say } from "./words.js";

const CALLS = ["agari", "sage"];

/** What a call is called in the game of the match. */
const callName = (call) => pick(theMatch().ruleset.calls[call]);

/** Who fed a set or a fourth card (法度). @param {number[]} order @param {number} seat @param {(seat: number) => string} name */
const feeders = (order, seat, name) => el("select", { "aria-label": say("points_fed") }, el("option", { value: "" }, say("points_nobody")),
  order.filter((other) => other !== seat).map((other) => el("option", { value: other }, name(other))));

/** What was said of a deal, in a sentence; `term(rule)` is what a set is called. */
function sentence(what, name, term) {
  const who = name(what.seat);
  const by = what.hatto_by ?? what.fed?.[0]?.[1];
  const fed = by == null ? "" : say("points_fed_by", { name: name(by) });
  if (what.kind === "tobikomi") return say("points_tobikomi", { name: who, n: what.month }) + fed;
  if (what.kind === "cancelled") return say("named", { name: who, what: say("cancel_sage") });
  const call = callName(what.call);
  return (what.sets ? say("points_called", { name: who, sets: listed(what.sets.map(([rule]) => term(rule))), call }) : say("named", { name: who, what: call })) + fed;
}

/** A 飛込み to be told. @param {number[]} order @param {[number, number]} three seat and month @param {boolean} liable */
function threeButton(order, [seat, month], liable, name, add) {
  const by = liable ? feeders(order, seat, name) : null;
  return el("span", { class: "set" }, el("button", { class: "quiet", type: "button", onclick: () =>
    add({ kind: "tobikomi", seat, month, hatto_by: by?.value ? Number(by.value) : null }) }, say("points_tobikomi", { name: name(seat), n: month })), by ?? "");
}

/**
 * What was told of a deal as a list, a button that cancels a play-on, and what fills the list.
 * @param {any[]} told
 * @param {() => void} look after every change
 * @returns {[HTMLElement, HTMLElement, (lines: {what: any, of: any[], words: string}[]) => void]}
 */
function toldList(told, look) {
  const list = el("ol", { class: "told" });
  const lowered = () => told.findLast(({ call }) => call === "sage");
  const cancel = el("button", { class: "quiet", type: "button", onclick: () => {
    told.push({ kind: "cancelled", seat: lowered().seat });
    look();
  } }, say("cancel_sage"));
  return [list, cancel, (lines) => {
    set(cancel, { disabled: !lowered() });
    staying(list, () => list.replaceChildren(...lines.map(({ what, of, words }) => el("li", {}, el("span", {}, words), el("button", { class: "quiet", "aria-label": say("take_back"), onclick: () => {
      of.splice(of.indexOf(what), 1);
      look();
    } }, "×")))));
  }];
}

/**
 * What the dialog of piles holds; `deck(answer)` makes the cards to choose from.
 * @param {{order: number[], anew?: any, was?: any}} dialog `was`: an end that was taken back, `anew`: one that is told once more (`at` in the log)
 */
export function buildTally({ order: playing, anew = null, was }, deck, leave) {
  // Whoever deals: each has one place and one colour all evening.
  const order = playing.toSorted();
  const name = (seat) => theMatch().players[seat];
  /** Card → seat in whose pile it lies; what the camera saw captured is there already. */
  const owner = new Map();
  // What was dealt out and said of this very deal stays when the dialog is closed or the page loaded anew.
  const draft = anew ? null : draftOf("tally");
  const before = anew ?? draft?.kept ?? was;
  for (const piles of [anew ?? was ? {} : (state.table?.seats ?? []).map(({ captures }) => captures), before?.piles ?? {}]) {
    for (const seat of order) for (const card of piles[seat] ?? []) owner.set(card, seat);
  }
  /** What was said, in order. */
  const told = [...before?.told ?? []];
  /** Rule id → what the set is called. */
  const terms = new Map();
  /** Seat → of its sets which are left out of the call (rule ids), and who fed them. */
  const choices = new Map();
  const add = (what) => {
    told.push(what);
    look();
  };
  let active = order[0];
  let answer = {};
  let asked = 0;

  const piles = el("div", { class: "actions seats", role: "radiogroup", "aria-label": say("tally_pile") });
  const grid = deck((card) => () => {
    if (owner.get(card) === active) owner.delete(card);
    else owner.set(card, active);
    look();
  });
  const cards = new Map();
  for (const button of grid.querySelectorAll("button")) {
    button.append(el("small"));
    cards.set(button.dataset.card, button);
  }
  [...grid.children].forEach((month, index) => {
    const of = () => [...cards.keys()].filter((card) => parseInt(card, 10) === index + 1);
    month.prepend(el("button", { class: "quiet whole", type: "button", "aria-label": say("tally_month", { n: index + 1 }), onclick: () => {
      const free = of().filter((card) => !owner.has(card));
      for (const card of free.length ? free : of()) owner.set(card, active);
      look();
    } }, `${index + 1}`));
  });
  const rest = el("button", { class: "quiet", onclick: () => {
    for (const card of cards.keys()) if (!owner.has(card)) owner.set(card, active);
    look();
  } });
  const made = el("ul", { class: "made" });
  const [said, cancel, fillTold] = toldList(told, () => look());
  const end = settlement(anew, leave, () => look());

  /** Draw what was tapped, and ask what would follow. */
  async function look() {
    keyed(piles, order, String, (seat) =>
      el("button", { role: "radio", type: "button", onclick: () => {
        active = seat;
        look();
      } }), (button, seat) => {
      text(button, `${name(seat)} ${say("cards_n", { n: count(seat) })}`);
      set(button, { "aria-checked": seat === active, "data-pile": order.indexOf(seat) });
    });
    for (const [card, button] of cards) {
      const seat = owner.get(card);
      set(button, { "data-pile": seat == null ? null : order.indexOf(seat), "aria-label": seat == null ? cardName(card) : `${cardName(card)} ${name(seat)}` });
      text(button.lastChild, seat == null ? "" : name(seat));
    }
    const left = cards.size - owner.size;
    set(rest, { hidden: left === 0 });
    text(rest, say("tally_rest", { n: left, name: name(active) }));
    fillTold(told.map((what) => ({ what, of: told, words: sentence(what, name, (rule) => terms.get(rule) ?? rule) })));
    const now = Object.fromEntries(order.map((seat) => [seat, pile(seat)]));
    if (asked) draft?.keep({ piles: now, told });
    drawMade(); // however late the answer comes
    const mine = (asked += 1);
    const found = await end.ask({ piles: Object.fromEntries(order.map((seat) => [seat, now[seat].join(" ")])), told }, !owner.size && !told.length);
    const refusal = found.refusal ?? found.error;
    const why = refusal ? whyNot(refusal) : "";
    if (mine !== asked) return;
    show(found, why);
  }

  /** Draw what is not told yet. */
  function drawMade() {
    const open = order.flatMap((seat) => {
      const rows = answer.standing?.[seat] ?? [];
      for (const row of rows) terms.set(row.rule, pick(row));
      const calls = told.filter((what) => what.kind === "called" && what.seat === seat);
      const left = rows.filter((row) => calls.every(({ sets }) => sets && sets.every(([rule]) => rule !== row.rule)));
      return left.length ? [{ seat, rows: left }] : [];
    });
    const threes = (answer.threes ?? []).filter(([seat, month]) => !told.some((what) => what.kind === "tobikomi" && what.seat === seat && what.month === month));
    keyed(made, [...open, ...threes.map((three) => ({ three }))], ({ seat, rows, three }) => (three ? `${three}` : `${seat} ${rows.map((row) => row.rule)}`), ({ seat, rows, three }) =>
      (three ? el("li", {}, threeButton(order, three, true, name, add)) : setsToCall(seat, rows)));
    return open.length;
  }

  function show(found, why) {
    answer = found;
    const open = drawMade();
    const missing = found.missing ?? [];
    const names = missing.length > 6 ? "" : listed(missing.map(cardName));
    // A set may have ended the deal before its last card.
    const lacks = [open && say("tally_call"), missing.length && say("tally_missing", { n: missing.length, cards: names })].filter(Boolean);
    end.show(found, lacks.join(state.lang === "ja" ? "" : " ") || (found.silent ? say("tally_silent") : why));
  }

  /** The sets of a seat to choose from, who fed them, and the calls. */
  function setsToCall(seat, rows) {
    const choice = choices.get(seat) ?? { out: new Set(), by: "" };
    choices.set(seat, choice);
    const chosen = new Set(rows.filter((row) => !rows[1] || !choice.out.has(row.rule)));
    const each = rows.map((row) => el("button", { class: "quiet", type: "button", "aria-pressed": chosen.has(row), onclick: (event) => {
      const had = chosen.delete(row);
      if (!had) chosen.add(row);
      choice.out[had ? "add" : "delete"](row.rule);
      set(event.currentTarget, { "aria-pressed": !had });
      for (const call of calls) set(call, { disabled: !chosen.size });
    } }, pick(row)));
    const by = rows.some((row) => row.hatto) ? feeders(order, seat, name) : null;
    if (by) set(by, { onchange: () => { choice.by = by.value; } }).value = choice.by;
    const calls = CALLS.map((call) => el("button", { type: "button", disabled: !chosen.size, onclick: () => {
      choices.delete(seat);
      add({
        kind: "called", seat, call,
        sets: chosen.size === rows.length ? null : [...chosen].map((row) => [row.rule, row.value]),
        fed: by?.value ? [...chosen].filter((row) => row.hatto).map((row) => [row.rule, Number(by.value)]) : [],
      });
    } }, callName(call)));
    return el("li", {}, el("b", {}, say("named", { name: name(seat), what: rows.length > 1 ? "" : listed(rows.map(pick)) })), rows.length > 1 ? each : "", by ? el("label", {}, say("points_fed"), " ", by) : "", calls);
  }

  const count = (seat) => pile(seat).length;
  const pile = (seat) => [...owner].filter(([, whose]) => whose === seat).map(([card]) => card);
  look();
  return [
    el("p", {}, say("tally_how")),
    piles,
    grid,
    el("div", { class: "actions" }, rest),
    made,
    said,
    theMatch().ruleset.rules.cancel ? el("details", {}, el("summary", {}, say("tally_more")), el("div", { class: "actions" }, cancel)) : "",
    ...end.nodes,
  ];
}

/** The rule that all card points together are those of the deck. */
const SUM = "COM-CARD-02";

/**
 * Why typed card points are refused: they do not add up to the deck's, or what the rule in the way says.
 * @param {import("./wire").Refusal} refusal
 * @param {number} sum points as typed, of all seats
 * @param {import("./wire").TellOut} tell
 */
function whyNotPoints(refusal, sum, { points: of, exact }) {
  // Of two players' cards some are never seen: how little they can hold yakume says.
  const few = of !== null && exact && sum < of;
  if (refusal.rule !== SUM || of === null || !(few || sum > of)) return whyNot(refusal);
  return say(few ? "points_few" : "points_many", { n: sum, of, off: Math.abs(of - sum) });
}

/**
 * What the dialog of counted points holds.
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
  // Nobody, until somebody says whose set it was: a set that is booked to whoever stands first costs a deal.
  let active = /** @type {number|null} */ (null);

  const fields = (before, max) => order.map((seat) => el("input", { type: "number", value: before[seat] ?? "", min: 0, max, inputmode: "numeric", oninput: () => look() }));
  const [counts, kasu] = [fields(before.points, tell.points ?? 0), fields(before.kasu, 27)];
  const inputs = [...counts, ...kasu];
  const countsOf = (inputs) => el("div", { class: "counts" }, order.map((seat, at) => el("label", {}, el("span", {}, name(seat)), inputs[at])));
  const sum = el("p", { role: "status" });
  const calls = tell.at_end ? [] : CALLS;
  /** What is pressed of sets and not said yet: each person's own. */
  const panels = order.map(panelOf);
  const seats = el("div", { class: "actions seats", role: "radiogroup", "aria-label": say("points_whose") });
  const [said, cancel, fillTold] = toldList(told, () => look());
  const end = settlement(anew, leave, () => look());
  const add = (what) => {
    told.push(what);
    look();
  };

  function panelOf(seat) {
    const chosen = new Map();
    const feeder = feeders(order, seat, name);
    const fed = el("label", {}, el("span", {}, say("points_fed")), feeder);
    /** A set to tap; one that more cards raise has its number of cards beside it. */
    const rows = tell.sets.map((row) => {
      const number = row.more ? el("select", { "aria-label": say("points_cards", { name: pick(row) }), onchange: () => look() },
        Array.from({ length: row.most - row.least + 1 }, (_, at) => el("option", { value: row.least + at }, say("cards_n", { n: row.least + at })))) : null;
      const value = () => row.value + row.more * (Number(number?.value ?? row.least) - row.least);
      const button = el("button", { type: "button", "aria-pressed": false, title: row.rule, onclick: () => {
        if (!chosen.delete(row)) chosen.set(row, value);
        set(button, { "aria-pressed": chosen.has(row) });
        look();
      } }, pick(row));
      return el("span", { class: "set" }, button, number ?? "");
    });
    const done = (enter) => () => {
      enter([...chosen]);
      panels[order.indexOf(seat)] = panelOf(seat);
      active = null;
      look();
    };
    const buttons = tell.at_end
      ? [el("button", { type: "button", onclick: done((sets) => roles.push(...sets.map(([{ rule }]) => [rule, seat]))) }, say("points_add"))]
      : calls.map((call) => el("button", { type: "button", onclick: done((sets) => told.push({ kind: "called", seat, call, sets: sets.map(([{ rule }, value]) => [rule, value()]),
        fed: feeder.value === "" ? [] : sets.filter(([{ hatto }]) => hatto).map(([{ rule }]) => [rule, Number(feeder.value)]) })) }, callName(call)));
    return { seat, chosen, node: el("div", {}, el("div", { class: "choices" }, rows), fed, el("div", { class: "actions" }, buttons)), fill() {
      for (const button of buttons) set(button, { disabled: !chosen.size });
      set(fed, { hidden: ![...chosen.keys()].some(({ hatto }) => hatto) });
    } };
  }

  const term = (rule) => pick(tell.sets.find((row) => row.rule === rule) ?? { ja: rule, en: rule });

  /** Where the sets of whoever is chosen stand. */
  const place = el("div");
  let asked = 0;
  /** Draw what was said, and ask what would follow. */
  async function look() {
    keyed(seats, panels, ({ seat }) => `${seat}`, ({ seat }) => el("button", { role: "radio", type: "button", onclick: () => {
      active = seat;
      look();
    } }, name(seat)), (button, { seat }) => set(button, { "aria-checked": seat === active }));
    const panel = panels.find(({ seat }) => seat === active);
    panel?.fill();
    if (panel?.node !== place.firstChild) place.replaceChildren(panel?.node ?? "");
    const pending = panels.flatMap(({ seat, chosen }) => (chosen.size ? [say("named", { name: name(seat), what: listed([...chosen.keys()].map(pick)) })] : []));
    fillTold([
      ...told.map((what) => ({ what, of: told, words: sentence(what, name, term) })),
      ...roles.map((what) => ({ what, of: roles, words: say("named", { name: name(what[1]), what: term(what[0]) }) })),
    ]);
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
    const found = half || wrong >= 0 || pending.length ? null : await end.ask(now, empty);
    const refusal = found?.refusal ?? found?.error;
    const why = refusal ? whyNotPoints(refusal, total, tell) : "";
    if (mine !== asked) return;
    const waits = tell.points !== null && typed.every((count) => count === null);
    // A set that was lowered ends no deal by itself: that is no slip in counting.
    const asks = half || (waits && !told.length) ? pick(tell.wants) : waits && refusal?.rule === SUM ? say("points_played") : "";
    end.show(found, pending.length ? say("points_pending", { sets: listed(pending), how: tell.at_end ? say("points_add") : calls.map(callName).join(say("points_or")) }) : wrong >= 0 ? outside(name(order[wrong % order.length]), inputs[wrong]) : found?.silent ? say("tally_silent") : asks || why);
  }

  look();
  return [
    el("p", {}, pick(tell.how)),
    tell.points === null ? "" : countsOf(counts),
    tell.points === null ? "" : sum,
    el("h3", {}, say(tell.at_end ? "points_roles" : "points_sets")),
    seats,
    place,
    said,
    el("div", { class: "actions" }, tell.threes.map((three) => threeButton(order, three, tell.liable, name, add)), tell.cancel ? cancel : ""),
    tell.kasu_from === null ? "" : el("details", { open: kasu.some((input) => input.value !== "") }, el("summary", {}, say("points_kasu", { n: tell.kasu_from })), countsOf(kasu)),
    ...end.nodes,
  ];
}
