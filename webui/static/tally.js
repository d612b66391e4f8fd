// A deal settled by tap: the captured cards are dealt out to the piles, the calls are said, and what follows is shown first.

import { settlement, whyNot } from "./declare.js";
import { el, keyed, set, text } from "./dom.js";
import { draftOf } from "./draft.js";
import { feeders, sentence, threeButton } from "./points.js";
import { state, theMatch } from "./store.js";
import { cardName, listed, pick, say } from "./words.js";

/**
 * What the dialog holds; `deck(answer)` makes the cards to choose from.
 * @param {{order: number[], anew?: any, was?: any}} dialog `was` is an end of this deal that was taken back, `anew` one that is told once more: its place in the log (`at`), what was told, what comes after
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
  /** What was said, in order: {kind: "called", seat, call} and the like. */
  const told = [...before?.told ?? []];
  /** Rule id → what the set is called. */
  const terms = new Map();
  const add = (what) => {
    told.push(what);
    look();
  };
  let active = order[0];
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
  const said = el("ol", { class: "told" });
  const end = settlement(anew, leave, () => look());

  /** Draw what was tapped, and ask what would follow. */
  async function look() {
    keyed(piles, order.map((seat) => ({ seat })), ({ seat }) => `${seat}`, ({ seat }) =>
      el("button", { role: "radio", type: "button", onclick: () => {
        active = seat;
        look();
      } }), (button, { seat }) => {
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
    keyed(said, told.map((what, index) => ({ what, index })), ({ index }) => `${index} ${JSON.stringify(told[index])}`, ({ what, index }) =>
      el("li", {}, el("span", {}, sentence(what, name, (rule) => terms.get(rule) ?? rule)), el("button", { class: "quiet", "aria-label": say("take_back"), onclick: () => {
        told.splice(index, 1);
        look();
      } }, "×")));
    const now = Object.fromEntries(order.map((seat) => [seat, pile(seat)]));
    if (asked) draft?.keep({ piles: now, told });
    const mine = (asked += 1);
    const found = await end.ask({ piles: Object.fromEntries(order.map((seat) => [seat, now[seat].join(" ")])), told }, !owner.size && !told.length);
    const refusal = found.refusal ?? found.error;
    const why = refusal ? whyNot(refusal) : "";
    if (mine !== asked) return;
    show(found, why);
  }

  function show(found, why) {
    const open = order.flatMap((seat) => {
      const rows = found.standing?.[seat] ?? [];
      for (const row of rows) terms.set(row.rule, pick(row));
      const calls = told.filter((what) => what.kind === "called" && what.seat === seat);
      const left = rows.filter((row) => calls.every(({ sets }) => sets && sets.every(([rule]) => rule !== row.rule)));
      return left.length ? [{ seat, rows: left }] : [];
    });
    const threes = (found.threes ?? []).filter(([seat, month]) => !told.some((what) => what.kind === "tobikomi" && what.seat === seat && what.month === month));
    keyed(made, [...open, ...threes.map((three) => ({ three }))], ({ seat, rows, three }) => (three ? `${three}` : `${seat} ${rows.map((row) => row.rule)}`), ({ seat, rows, three }) =>
      (three ? el("li", {}, threeButton(order, three, true, name, add)) : setsToCall(seat, rows)));
    const missing = found.missing ?? [];
    const names = missing.length > 6 ? "" : listed(missing.map(cardName));
    // A set may have ended the deal before its last card.
    const lacks = [open.length && say("tally_call"), missing.length && say("tally_missing", { n: missing.length, cards: names })].filter(Boolean);
    end.show(found, lacks.join(state.lang === "ja" ? "" : " ") || (found.silent ? say("tally_silent") : why));
  }

  /** The sets of a seat, those that were called at once chosen, with who fed them and the call. */
  function setsToCall(seat, rows) {
    const chosen = new Set(rows);
    const each = rows.map((row) => el("button", { class: "quiet", type: "button", "aria-pressed": true, onclick: (event) => {
      if (!chosen.delete(row)) chosen.add(row);
      set(event.currentTarget, { "aria-pressed": chosen.has(row) });
    } }, pick(row)));
    const by = rows.some((row) => row.hatto) ? feeders(order, seat, name) : null;
    const calls = ["agari", "sage"].map((call) => el("button", { type: "button", onclick: () => chosen.size && add({
      kind: "called", seat, call,
      sets: chosen.size === rows.length ? null : [...chosen].map((row) => [row.rule, row.value]),
      fed: by?.value ? [...chosen].filter((row) => row.hatto).map((row) => [row.rule, Number(by.value)]) : [],
    }) }, pick(theMatch().ruleset.calls[call])));
    return el("li", {}, el("b", {}, say("named", { name: name(seat), what: rows.length > 1 ? "" : listed(rows.map(pick)) })), rows.length > 1 ? each : "", by ? el("label", {}, say("points_fed"), " ", by) : "", calls);
  }

  const count = (seat) => pile(seat).length;
  const pile = (seat) => [...owner].filter(([, whose]) => whose === seat).map(([card]) => card);
  const cancel = el("button", { class: "quiet", onclick: () => {
    const last = told.findLast((what) => what.call === "sage");
    if (last) add({ kind: "cancelled", seat: last.seat });
  } }, say("cancel_sage"));
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
