// One panel a seat: name, score, what is shown, what is captured, and how far each set has come.

import { command } from "./api.js";
import { askMissing } from "./declare.js";
import { ASKED_MS, cardNode, dataOf, el, keyed, part, set, setData, text, unread } from "./dom.js";
import { asked } from "./flow.js";
import { ruleButton, showRule } from "./ledger.js";
import { mayAnswer } from "./share.js";
import { matchOf, openDialog } from "./store.js";
import { belowZero, cardName, cardsNamed, money, pick, say, scored, scoresOf } from "./words.js";

const KINDS = ["hikari", "tane", "tan", "kasu"];
const kindOf = (card) => ({ h: "hikari", n: "tane", t: "tan" })[card.at(-1)] ?? "kasu";
const month = (card) => parseInt(card, 10);
const byMonth = (a, b) => month(a) - month(b) || a.localeCompare(b);

/** Draw the scores of all seats in one line. @param {import("./store.js").State} state */
export function renderStrip(parent, state) {
  const scores = scoresOf(state.booked);
  const seats = (state.booked?.players ?? []).map((name, index) => ({ name, index }));
  set(parent, { hidden: seats.length === 0, "aria-hidden": true });
  keyed(parent, seats, (seat) => `${seat.index}`, () => el("span", {}, el("b"), el("i")), (node, { name, index }) => {
    text(node.firstChild, name);
    text(node.lastChild, scored(scores[index]));
    set(node, { "data-sign": Math.sign(scores[index]), "data-turn": state.table?.turn === index });
  });
}

/** Draw all seats. @param {import("./store.js").State} state */
export function renderSeats(parent, state) {
  const { table } = state;
  const match = matchOf(state);
  set(parent, { "aria-label": say("seats"), "data-seats": match?.players.length ?? 0 });
  const seats = (match?.players ?? []).map((name, index) => ({ name, index }));
  keyed(parent, seats, (seat) => `${seat.index}`, makeSeat, (node, { name, index }) => {
    const seat = table?.seats?.[index] ?? { captures: [], shown: [], points: 0, teyaku: [], yaku: [] };
    const p = dataOf(node);
    text(set(p.name, { disabled: state.you.role !== "keeper" }), name);
    const role = match?.deal.roles[index];
    const rules = match?.ruleset.rules ?? {};
    text(p.role, role ? pick(role) : "");
    // Who deals, and whether unseen, is put right where it is explained.
    set(p.role, { hidden: !role, "data-rule": rules.role, "data-mends": match?.deal.dealer === index && state.you.role === "keeper" });
    const part = match?.deal.parts[index] ?? "";
    const left = ["dropped", "squeezed", "released"].includes(part);
    text(p.part, left ? say(`part_${part}`) : "");
    set(p.part, { hidden: !left, "data-rule": rules[part] });
    const now = table?.turn === index;
    text(p.turn, say("turn_now"));
    set(p.turn, { hidden: !now });
    set(node, { "data-turn": now });
    const score = scoresOf(match)[index] ?? 0;
    const below = belowZero(score);
    text(p.score.firstChild, below ? "" : scored(score));
    text(set(p.below, { hidden: !below, title: below, "data-rule": match?.ruleset.below_zero }), below ? scored(score) : "");
    set(p.score, { "data-sign": Math.sign(score) });
    const change = table?.provisional?.scores?.[index];
    text(p.change, change == null ? "" : say("if_now", { mon: money(change) }));
    set(p.change, { hidden: change == null, title: say("provisional") });
    renderShown(p, seat);
    text(p.points, !seat.captures.length ? "" : seat.points === null ? say("cards_n", { n: seat.captures.length }) : say("points", { n: seat.points }));
    for (const kind of KINDS) {
      const cards = seat.captures.filter((card) => kindOf(card) === kind).sort(byMonth);
      text(p[kind].firstChild, say(kind));
      text(p[kind].lastChild, cards.length ? `${cards.length}` : "");
      set(p[kind], { "data-count": cards.length });
      set(p[kind].children[1], { style: `--n: ${cards.length}` });
      keyed(p[kind].children[1], cards, (card) => card, (card) => cardNode(card, ""), (img, card) =>
        cardNode(card, cardName(card)),
      );
    }
    renderSets(p.sets, seat.yaku);
    text(p.lowered, match ? pick(match.ruleset.calls.sage) : "");
    set(p.lowered, { hidden: !match?.lowered.includes(index), "data-rule": rules.sage });
    set(node, { "aria-label": `${name} ${scored(score)}` });
  });
}

function renderShown(p, seat) {
  const has = seat.shown.length > 0 || seat.teyaku.length > 0;
  set(p.shown, { hidden: !has });
  keyed(p.teyaku, seat.teyaku, (row) => row.rule, () => el("span", { class: "yaku-name" }), (node, row) => {
    text(node, `${pick(row)} ${money(row.mon, false)}`);
    set(node, { title: row.rule });
  });
  text(p.noTeyaku, seat.teyaku.length ? "" : say("teyaku_none"));
  set(p.shownCards, { style: `--n: ${seat.shown.length}` });
  keyed(p.shownCards, [...seat.shown].sort(byMonth), (card) => card, (card) => cardNode(card, ""), (img, card) =>
    cardNode(card, cardName(card)),
  );
}

function renderSets(parent, rows) {
  const rank = { done: 0, open: 1, dead: 2 };
  const shown = rows
    .filter((row) => row.state !== "dead" && (row.cards.length > 0 || row.state === "done"))
    .sort((a, b) => rank[a.state] - rank[b.state] || a.lacking - b.lacking);
  keyed(parent, shown, (row) => row.rule, makeSet, (node, row) => {
    const [name, price, cards, note] = node.children;
    set(node, { "data-state": row.state, "data-far": row.lacking > 2, title: row.rule });
    text(name, pick(row));
    text(price, money(row.mon, false));
    // Of a set that any of many cards complete, the possible ones would only be a crowd.
    const few = row.missing.length <= 2 ? row.missing : [];
    const far = row.state === "open" && row.lacking > 2;
    const all = far ? [] : [...row.cards.map((card) => ({ card, have: true })), ...few.map((card) => ({ card, have: false }))];
    keyed(cards, all, ({ card }) => card, ({ card }) => el("img", { class: "mini", src: `/cards/${card}.svg`, width: 33, height: 54 }),
      (img, { card, have }) => set(img, { class: have ? "mini" : "mini lacks", alt: have ? cardName(card) : "", title: cardName(card) }));
    text(note, row.state === "done" ? say("done") : lacking(row));
  });
}

/** What a set lacks, in words: the cards while they are few, else how many. */
function lacking(row) {
  if (row.missing.length > 2 || row.missing.length > row.lacking) return say("missing_n", { n: row.lacking });
  return say("missing", { cards: row.missing.map(cardName).join(" · ") });
}

function makeSet() {
  return el("li", {}, el("span", { class: "yaku-name" }), el("span", { class: "price" }), el("span", { class: "minis" }), el("span", { class: "note" }));
}

/** A word that says what it means when it is pressed. */
const word = (kind) => el("button", { class: kind, onclick: ({ currentTarget: { dataset, textContent } }) => showRule(dataset.rule, "mends" in dataset ? textContent : "") });

function makeSeat({ index }) {
  const parts = {
    name: el("button", { class: "name", onclick: () => openDialog({ kind: "names" }) }),
    role: word("role"),
    turn: el("span", { class: "role turn" }),
    part: word("role part"),
    lowered: word("role lowered"),
    score: el("strong", { class: "score" }, el("span")),
    below: word("below"),
    change: el("span", { class: "change" }),
    teyaku: el("span", { class: "names" }),
    noTeyaku: el("span", { class: "none" }),
    shownCards: el("span", { class: "row" }),
    points: el("span", { class: "points" }),
    sets: el("ul", { class: "sets" }),
  };
  parts.score.append(parts.below);
  for (const kind of KINDS) {
    parts[kind] = el("div", { class: `kind ${kind}` }, el("span", { class: "label" }), el("span", { class: "row" }), el("span", { class: "count" }));
  }
  parts.shown = el("div", { class: "shown", "data-drop": `seat${index}.shown` }, parts.teyaku, parts.noTeyaku, parts.shownCards);
  const node = el(
    "article",
    { class: "seat", "data-seat": index, "data-drop": `seat${index}.captures` },
    el(
      "header",
      {},
      el("div", { class: "who" }, parts.role, el("h2", {}, parts.name), parts.part, parts.turn, parts.lowered),
      parts.shown,
      el("div", { class: "worth" }, parts.score, parts.change),
    ),
    el("div", { class: "captures" }, KINDS.map((kind) => parts[kind])),
    el("footer", {}, parts.points, parts.sets),
  );
  setData(node, parts);
  return node;
}

/** The questions that stand there, each with its answers. */
let offered = "";

/**
 * What the referee wants to know, with its answers as buttons, the likeliest first.
 * @param {import("./store.js").State} state
 * @param {number|null} seat whose phone it is: what that player may answer for it, and nothing else
 */
export function renderAsks(parent, state, seat = /** @type {number|null} */ (null)) {
  const questions = asked(state).filter((each) => seat === null || (each.seat === seat && mayAnswer(each)));
  const focused = parent.contains(document.activeElement);
  set(parent, { hidden: questions.length === 0, "aria-label": say("asks") });
  keyed(parent, questions, (question) => question.id, () => el("div", { class: "ask" }, el("p", {}, el("span"), ruleButton()), el("div", { class: "answers" }), el("p", { class: "not-yours" })), (node, question) => {
    const [line, answers, other] = node.children;
    set(answers, { hidden: !mayAnswer(question) });
    set(other, { hidden: mayAnswer(question) });
    text(other, say("share_read_only"));
    const [sentence, rule] = line.children;
    text(sentence, cardsNamed(pick(question)));
    text(rule, question.rule);
    // A player's phone opens no dialogs.
    set(rule, { hidden: !question.rule || seat !== null, "data-why": say("why") });
    keyed(answers, question.answers, (answer) => answer.id, () => makeAnswer(question.id), (button, answer) => {
      setData(button, answer);
      const [img, label] = button.children;
      set(img, { hidden: !answer.card, src: answer.card ? `/cards/${answer.card}.svg` : false });
      text(label, cardsNamed(pick(answer)));
    });
  });
  // Whoever answered has not read yet what stands there next, nor whom it asks.
  const now = JSON.stringify(questions.map(({ id, answers }) => [id, answers.map((answer) => answer.id)]));
  if (now !== offered) unread(parent.querySelectorAll(".answers button"), ASKED_MS);
  offered = now;
  // An answered question takes its buttons away: go on to the next one, or to what came of it.
  if (focused && !parent.contains(document.activeElement)) (parent.querySelector("button") ?? part("seats") ?? part("hand")).focus({ preventScroll: true });
}

function makeAnswer(question) {
  const button = el(
    "button",
    { onclick: () => {
      const { id, before } = dataOf(button);
      return before ? askMissing({ before }) : command("/api/answer", { question, answer: id });
    } },
    el("img", { class: "mini", alt: "", width: 33, height: 54 }),
    el("span"),
  );
  return button;
}
