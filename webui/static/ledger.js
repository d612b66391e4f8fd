// The ledger: who paid whom, under which rule, in a sentence; newest deal first.

import { get } from "./api.js";
import { el, keyed, set, text } from "./dom.js";
import { matchOf, openAnswered, state } from "./store.js";
import { listed, money, pick, say } from "./words.js";

/** @type {ReturnType<typeof build>} */
let view;

/** Draw booked payments and, apart from them, what the deal would pay if it ended now. @param {import("./store.js").State} state */
export function renderBook(parent, state) {
  view ??= build(parent);
  const { booked, table } = state;
  set(parent, { "aria-label": say("book"), hidden: !booked?.match });
  text(view.title, say("book"));
  // Pot, stones and stakes lie on the table: without them the seats do not add up.
  const sum = booked?.match && booked.on_table ? say("zero_sum_table", { mon: money(booked.on_table, false) }) : say("zero_sum");
  text(view.note, sum);
  text(view.sheet, say("sheet"));
  set(view.sheet, { href: `/api/sheet.html?lang=${state.lang}` });
  set(view.csv, { href: `/api/sheet.csv?lang=${state.lang}` });
  text(view.preview.title, say("provisional"));
  const provisional = table?.provisional?.entries ?? [];
  set(view.preview.box, { hidden: provisional.length === 0 });
  rows(view.preview.list, provisional, state);
  const entries = booked?.entries ?? [];
  text(view.none, say("no_entries"));
  const unpaid = matchOf(state)?.unpaid ?? [];
  set(view.none, { hidden: entries.length + unpaid.length > 0 });
  const deals = [...new Set([...entries, ...unpaid].map((entry) => entry.deal))].sort((a, b) => b - a);
  keyed(view.deals, deals, (deal) => `${deal}`, () => el("section", {}, el("h3"), el("div"), el("ol")), (node, deal) => {
    text(node.firstChild, deal ? say("deal", { n: deal }) : say("at_start"));
    const said = unpaid.filter((each) => each.deal === deal).map((each, index) => ({ ...each, index }));
    keyed(node.children[1], said, ({ index }) => `${index}`, () => el("p", { class: "none" }, el("span"), " ", ruleButton()), (line, each) => {
      text(line.firstChild, pick(each));
      text(set(line.lastChild, { hidden: !each.rule, "data-why": say("why") }), each.rule);
    });
    rows(node.lastChild, entries.filter((entry) => entry.deal === deal), state);
  });
}

function rows(list, entries, state) {
  const names = state.booked?.players ?? [];
  // What several pay alike to one is one line.
  const lines = [];
  for (const entry of entries) {
    const alike = lines.find((line) => !line.payers.includes(entry.payer) && ["payee", "mon", "rule", "ja"].every((what) => line[what] === entry[what]));
    if (alike) alike.payers.push(entry.payer);
    else lines.push({ ...entry, payers: [entry.payer], index: lines.length });
  }
  keyed(list, lines, (entry) => `${entry.index}`, makeRow, (node, entry) => {
    const [who, amount, why, rule] = node.children;
    const called = (seat) => (seat === null ? say("table") : names[seat] ?? "");
    const mon = money(entry.mon, false);
    text(who, say(entry.payers[1] === undefined ? "pays" : "pay", { payer: listed(entry.payers.map(called)), payee: called(entry.payee) }));
    text(amount, entry.payers[1] === undefined ? mon : say("each", { mon }));
    text(why, pick(entry));
    text(rule, entry.rule);
    set(rule, { "aria-label": `${say("why")} ${pick(entry.name)} ${entry.rule}`, "data-why": say("why") });
  });
}

function makeRow() {
  return el(
    "li",
    {},
    el("span", { class: "who" }),
    el("strong", { class: "amount" }),
    el("span", { class: "why" }),
    ruleButton(),
  );
}

/** A button that explains a rule: `rule`, or the one whose id is its text. */
export function ruleButton(rule = "") {
  const button = el("button", { class: "rule", onclick: () => showRule(rule || button.textContent) });
  return button;
}

/** Open the sentence of the rule book behind a payment or a word. */
export async function showRule(rule, mends = "") {
  await openAnswered(get(`/api/rules/${rule}`), (found) => ({ kind: "rule", rule: found, mends, after: state.dialog }));
}

function build(parent) {
  const nodes = {
    title: el("h2"),
    note: el("p", { class: "aside" }),
    sheet: el("a", { target: "_blank", rel: "noopener" }),
    csv: el("a", { download: true }, "CSV"),
    none: el("p", { class: "none" }),
    deals: el("div", { class: "deals" }),
    preview: { title: el("h3"), list: el("ol") },
  };
  nodes.preview.box = el("section", { class: "preview" }, nodes.preview.title, nodes.preview.list);
  parent.append(el("header", {}, nodes.title, nodes.note, nodes.sheet, nodes.csv), nodes.preview.box, nodes.none, nodes.deals);
  return nodes;
}
