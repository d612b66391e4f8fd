// Declare…: one place with what is legal now and nothing else. Whatever a camera would save, a person can do by tap.

import { command, get, send } from "./api.js";
import { el, set, text, unread } from "./dom.js";
import { draftAt, draftOf } from "./draft.js";
import { ruleButton } from "./ledger.js";
import { paidLines } from "./mend.js";
import { matchOf, openAnswered, openDialog, refusal, state, theMatch, UNREACHABLE, update } from "./store.js";
import { whyOf } from "./trouble.js";
import { cardName, cardsNamed, listed, money, outside, pick, say } from "./words.js";

/** The rule on the blank card. */
const BLANK = "SD-PLAYER-02";

/** How many cards the game deals to a hand and to the field. */
const dealt = () => theMatch().ruleset;

/** Ask what may be declared now, and show it. */
export async function askDeclare() {
  await openAnswered(get("/api/declare"), (now) => ({ kind: "declare", now }));
}

/** Where what was told of a missing deal stays until it is put in. */
const keptOf = ({ before }) => `missing ${theMatch().match} ${before}`;

/** Ask what may be told of a missing deal, and show it. @param {{before: number, events?: any[], dealer?: number}} missing */
export async function askMissing(missing) {
  const key = keptOf(missing);
  const from = state.dialog;
  const told = missing.events ? missing : JSON.parse(sessionStorage.getItem(key) ?? "null") ?? { ...missing, events: [] };
  const asked = send("/api/missing", based({ missing: told }));
  await openAnswered(asked, (found) => ({ kind: "declare", now: found.now, missing: told, found, zone: JSON.stringify(told), after: from?.missing ? from.after : from }));
  if (await asked) sessionStorage.setItem(key, JSON.stringify(told));
  else if (!missing.events) sessionStorage.removeItem(key);
}

/** What was told of a missing deal, and what putting it in would change. */
function missingParts({ missing, found }) {
  const again = (changed) => askMissing({ ...missing, ...changed });
  const players = theMatch().players;
  const who = found.dealers.length > 1
    ? el("select", { onchange: ({ target }) => again({ dealer: Number(target.value) }) }, found.dealers.map((seat) => el("option", { value: seat, selected: seat === found.dealer }, players[seat])))
    : el("b", {}, players[found.dealer]);
  const { result } = found;
  return [
    el("p", {}, pick(found.how)),
    el("label", {}, el("span", {}, pick(found.role)), " ", who),
    el("ol", { class: "told" }, found.told.map((what, at) => el("li", {}, el("span", {}, cardsNamed(pick(what))),
      el("button", { class: "quiet", "aria-label": say("take_back"), onclick: () => again({ events: missing.events.slice(0, at) }) }, "×")))),
    found.refusal ? el("p", { class: "alarm" }, whyNot(found.refusal)) : "",
    result ? el("p", { role: "status" }, outcome(result, { missing })) : "",
    result ? el("div", { class: "actions" }, el("button", { class: "seal", onclick: () => bookEnd(based, result.events, missingDone(missing)) }, say("tally_book"))) : "",
  ];
}

/** What is done once a missing deal was put in. */
const missingDone = (missing) => () => {
  for (const more of ["", " field"]) sessionStorage.removeItem(keptOf(missing) + more);
  openDialog(null);
};

/** What the dialog holds; `deck(answer)` makes the cards to choose from. */
export function buildDeclare(dialog, deck, leave) {
  const { now, missing } = dialog;
  const name = (seat) => theMatch().players[seat];
  const book = async (...events) => {
    if (missing) return askMissing({ ...missing, events: [...missing.events, ...events] });
    if (await command("/api/events", { seq: now.seq, events })) return leave();
    // What may be declared is another since: that is shown, with why nothing was booked.
    const { error } = state;
    if (error?.code === "conflict" && state.dialog) {
      await askDeclare();
      update({ error });
    }
    return undefined;
  };
  const parts = /** @type {any[]} */ (missing ? missingParts(dialog) : []);
  if (now.roles.some((role) => role.part !== "out" && role.part !== "plays")) {
    parts.push(el("ul", { class: "parts-played" }, now.roles.map((role, seat) => el("li", {}, el("b", {}, name(seat)), ` ${say(`part_${role.part}`)}${role.paid ? ` ${money(-role.paid)}` : ""}`))));
  }
  if (now.bids.length) {
    parts.push(section(say("bid_of", { name: name(now.bids[0].seat) }),
      el("div", { class: "actions" }, now.bids.map((bid) => el("button", { onclick: () => book(bid) }, say(`bid_${bid.call}`), costs(bid, missing, ({ change }) => ` ${money(change[bid.seat])}`))))));
  }
  if (now.start) parts.push(section(say(dialog.found ? "field" : "deal_start"), ...startForm(now.start, deck, book, dialog.found, missing ? draftAt(`${keptOf(missing)} field`) : draftOf("field"))));
  const seats = Object.keys(now.teyaku).map(Number);
  if (seats.length) parts.push(section(say("declare_teyaku"), ...teyakuForm(now, seats, name, deck, book, (event) => priced(event, missing))));
  if (now.hands.length) parts.push(section(say("declare_hand"), ...handForm(now, name, deck, book, missing)));
  if (now.settle) {
    // Its end is told like one that is told anew.
    const more = missing ? { anew: { piles: {}, points: {}, kasu: {}, told: [], roles: [], missing, done: missingDone(missing) }, after: dialog } : {};
    const over = !missing && theMatch().deal.ends_in_hand;
    parts.push(section(say("deal_end"), ...(over ? [el("p", {}, say("next_hand_over"))] : settling(now, more))));
  }
  const mishaps = now.wrong.map((event) => sure(say("teyaku_wrong", { name: name(event.seat) }), () => book(event)));
  // Who just completed a set must play on; else two cards turned change nothing, and the rule says so.
  if (now.two_turned) mishaps.push(...now.turned.map((event) => sure(`${name(event.seat)} ${say("two_turned")}`, () => book(event))), el("p", {}, say("two_turned_else"), " ", ruleSays(now.two_turned)));
  if (now.void) mishaps.push(sure(say("deal_void"), () => book({ type: "deal_voided.v1" })));
  if (mishaps.length) parts.push(el("details", {}, el("summary", {}, say("mishaps")), el("div", { class: "actions" }, mishaps)));
  if (theMatch().phase !== "over" && !missing) parts.push(el("details", {}, el("summary", {}, say("house")), ...houseForm(book)));
  if (parts.length === 0) parts.push(el("p", {}, say("declare_over")));
  return parts;
}

/** What settling without the cards is called. @param {import("./wire").TellOut} tell */
export const uncounted = ({ points }) => say(points === null ? "sets_only" : "points_only");

/** The ways to settle a deal by hand; `tally` and `points` are an end that was taken back. */
export const settling = ({ order, tell, tally, points }, more = {}) => [
  el("p", {}, say("tally_hint")),
  el("div", { class: "actions" }, el("button", { class: "seal", onclick: () => openDialog({ kind: "tally", order, was: tally, ...more }) }, say("tally"))),
  ...(tell ? [el("p", {}, tell.points === null ? pick(tell.how) : say("points_only_hint")), el("div", { class: "actions" }, el("button", { onclick: () => openDialog({ kind: "points", order, tell, was: points, ...more }) }, uncounted(tell)))] : []),
];

/** What an event would change. */
const priced = (event, missing) => quietly("/api/preview", based({ events: [event], missing }));

/** What an event costs or brings, as soon as yakume has told: `words(preview)`. */
function costs(event, missing, words) {
  const told = el("small", { role: "status" });
  priced(event, missing).then((found) => found.change?.some(Boolean) && text(told, words(found)));
  return told;
}

const section = (title, ...body) => el("section", { class: "part" }, el("h3", {}, title), ...body);

/** A button that asks once more; whatever else is pressed takes its question back. */
export function sure(words, act) {
  const button = el("button", { class: "quiet", type: "button", onclick: () => {
    if (button.dataset.sure) return act();
    // It may have been made before the language was known: what it says now is asked.
    const was = button.textContent;
    button.dataset.sure = "yes";
    text(button, say("really", { what: was }));
    unread([button]);
    const calm = (event) => {
      if (button.contains(event.target)) return;
      removeEventListener("click", calm, true);
      delete button.dataset.sure;
      text(button, was);
    };
    return addEventListener("click", calm, true);
  } }, words);
  return button;
}

/** The cards to choose from, `most` at most; `changed(cards)` is told of every tap. */
function chooser(deck, most, changed, /** @type {string[]} */ before = []) {
  const chosen = new Set(before);
  const full = el("p", { class: "alarm", role: "status" });
  const box = deck((card) => (event) => {
    const button = event.currentTarget;
    const refused = !chosen.has(card) && chosen.size === most;
    if (!chosen.delete(card) && !refused) chosen.add(card);
    text(full, refused ? say("cards_full", { n: most }) : "");
    set(button, { class: chosen.has(card) ? "now" : "", "aria-pressed": chosen.has(card) });
    changed([...chosen]);
  });
  for (const button of box.querySelectorAll("button")) {
    const now = chosen.has(button.dataset.card ?? "");
    set(button, { class: now && "now", "aria-pressed": now });
  }
  return el("div", {}, box, full);
}

/**
 * Beside a button why it cannot be pressed yet: the place for it, and what tells it ("" where it can be).
 * @returns {[HTMLElement, (button: any, why: string) => void]}
 */
function reason() {
  const place = el("span", { role: "status" });
  return [place, (button, why) => {
    set(button, { disabled: why !== "" });
    text(place, why);
  }];
}

/** A button that says in words which rule it opens. */
const ruleSays = (rule) => text(ruleButton(rule), say("rule_says", { rule }));

function startForm(start, deck, book, found, draft) {
  // What was chosen is there again however this was left, and where the answer to another choice makes it anew.
  const was = draft.kept ?? { field: [] };
  let { field } = was;
  const told = el("p", { role: "status" });
  const mizuten = el("input", { type: "checkbox", checked: was.mizuten, onchange: () => ready() });
  // A camera sees the whole field, and needs it to follow what is played.
  const some = found?.partly ?? (state.camera.state === "off" && start.partly);
  const partly = el("input", { type: "checkbox", checked: was.partly, onchange: () => ready() });
  // Who got the blank card sits out: nobody does before it is said.
  const ready = () => {
    const lacks = dealt().field - field.length;
    text(told, field.length ? `${say("field_n", { n: field.length })} ${listed(field.map(cardName))}` : "");
    draft.keep({ field, mizuten: mizuten.checked, partly: partly.checked, blank: blank.value });
    wants(begin, lacks && !partly.checked ? say("begin_cards", { n: lacks }) : start.blanks.length && !blank.value ? say("begin_blank") : "");
  };
  const blank = el("select", { onchange: () => ready() }, el("option", { value: "" }, "—"), start.blanks.map((seat) => el("option", { value: seat, selected: `${seat}` === was.blank }, theMatch().players[seat])));
  const begin = el("button", { class: "seal", onclick: () =>
    book({ type: "deal_started.v1", dealer: start.dealer, field: field.join(" "), mizuten: mizuten.checked, partly: partly.checked && field.length < dealt().field, ...(blank.value && { blank: Number(blank.value) }) }) }, say("deal_begin"));
  const cards = chooser(deck, dealt().field, (chosen) => {
    field = chosen;
    ready();
  }, field);
  const [waits, wants] = reason();
  ready();
  return [
    el("p", {}, say("field_choose", { n: dealt().field })),
    cards,
    told,
    some ? el("label", { class: "switch" }, partly, el("span", {}, pick(some))) : "",
    start.mizuten ? el("label", { class: "switch" }, mizuten, el("span", {}, say("mizuten_by", { name: theMatch().players[start.dealer] })), " ", ruleSays(dealt().rules.mizuten)) : "",
    ...(start.blanks.length ? [el("p", {}, pick(start.blank), " ", ruleSays(BLANK)), el("label", {}, el("span", {}, say("blank_of")), blank)] : []),
    el("div", { class: "actions" }, waits, begin),
  ];
}

/** A hand yaku told: `book(event)` once it may be, which `ask(event)` answers. */
export function teyakuForm(now, seats, name, deck, book, ask) {
  let seat = /** @type {number|null} */ (null);
  let event = /** @type {any} */ (null);
  const parts = new Set();
  let exposed = [];
  const rows = el("div", { class: "choices", hidden: true });
  const means = el("p", { role: "status" });
  const [told, wants] = reason();
  const announce = el("button", { class: "seal", onclick: () => book(event) }, say("announce"));
  const cards = el("div", { hidden: true }, means, chooser(deck, dealt().hand, (chosen) => {
    exposed = chosen;
    look();
  }));
  /** What the announcement would pay, or why it cannot be. */
  const look = async () => {
    wants(announce, say(seat === null ? "announce_seat" : !parts.size ? "announce_set" : "shown_choose"));
    event = null;
    if (!parts.size || !exposed.length) return;
    const lies = exposed.filter((card) => now.field.includes(card));
    if (lies.length) return wants(announce, say("shown_field", { cards: listed(lies.map(cardName)) }));
    const asked = { type: "teyaku_shown.v1", seat, parts: [...parts], exposed: exposed.join(" ") };
    event = asked;
    const found = await ask(asked);
    if (event !== asked) return;
    wants(announce, found.change ? "" : `${whyOf(found.error)} ${found.error.rule}`);
    if (found.change) text(told, changes(found.change));
  };
  look();
  const who = el("div", { class: "actions seats" }, seats.map((each) => el("button", { "aria-pressed": false, onclick: (press) => {
    seat = each;
    parts.clear();
    text(means, "");
    for (const other of who.children) set(other, { "aria-pressed": other === press.currentTarget });
    rows.replaceChildren(...now.teyaku[each].map(rowButton));
    rows.hidden = cards.hidden = false;
    look();
  } }, name(each))));
  const rowButton = (row) => el("button", { "aria-pressed": false, title: row.rule, onclick: async (press) => {
    const on = !parts.delete(row.rule);
    if (on) parts.add(row.rule);
    set(press.currentTarget, { "aria-pressed": on });
    look();
    // Who has never heard its name reads what it takes.
    text(means, "");
    const found = on && (await get(`/api/rules/${row.rule}`));
    if (found && parts.has(row.rule)) text(means, say("named", { name: pick(row), what: pick(found) }));
  } }, `${pick(row)} ${say(`price_${theMatch().ruleset.price}`, { n: row.value })}`);
  // Who speaks for one seat need not choose it.
  if (seats.length === 1) /** @type {HTMLElement} */ (who.firstChild).click();
  return [who, rows, cards, el("div", { class: "actions" }, told, announce)];
}

function handForm({ hands: seats, field }, name, deck, book, missing) {
  let hand = [];
  const who = el("select", { onchange: () => ready() }, seats.length > 1 && el("option", { value: "" }, "—"), seats.map((seat) => el("option", { value: seat }, name(seat))));
  const [waits, wants] = reason();
  const told = el("p", { role: "status" });
  const ready = () => {
    const lies = hand.filter((card) => field.includes(card));
    const lacks = dealt().hand - hand.length;
    const why = lies.length ? say("shown_field", { cards: listed(lies.map(cardName)) }) : lacks ? say("begin_cards", { n: lacks }) : who.value ? "" : say("hand_who");
    wants(show, why);
    event = { type: "hand_shown.v1", seat: Number(who.value), hand: hand.join(" ") };
    told.replaceChildren(why ? "" : costs(event, missing, ({ change, added }) => [...new Set(added.map(pick)), changes(change)].join(" ")));
  };
  let event = /** @type {any} */ (null);
  const show = el("button", { onclick: () => book(event) }, say("hand_show"));
  const cards = chooser(deck, dealt().hand, (chosen) => {
    hand = chosen;
    ready();
  });
  ready();
  return [el("label", {}, el("span", {}, say("hand_of")), who), cards, told, el("div", { class: "actions" }, waits, show)];
}

/** A payment that the table agreed on and no rule asks for. @param {(...events: object[]) => void} book */
function houseForm(book) {
  const { players, ruleset } = theMatch();
  // Nobody pays or is paid before somebody says so.
  const seats = (...more) => el("select", { onchange: () => look() }, el("option", { value: "" }, "—"), ...more, players.map((name, seat) => el("option", { value: seat }, name)));
  const payer = seats(players[2] && el("option", { value: "all" }, say("house_all")));
  const payee = seats();
  const number = (step) => el("input", { type: "number", min: 0, max: 10000, step, inputmode: "numeric", oninput: () => look() });
  const kan = number(.5);
  const rest = number(1);
  const reason = el("input", { maxlength: 60, autocomplete: "off", oninput: () => look() });
  const told = el("p", { role: "status" });
  let events = /** @type {object[]} */ ([]);
  const pay = el("button", { class: "seal", disabled: true, onclick: () => book(...events) }, say("house_book"));
  const look = async () => {
    const to = Number(payee.value);
    const from = payer.value === "all" ? players.map((_, seat) => seat).filter((seat) => seat !== to) : [Number(payer.value)];
    const mon = Number(kan.value) * 12 + Number(rest.value);
    const asked = from.map((seat) => ({ type: "house_payment.v1", payer: seat, payee: to, mon, reason: reason.value.trim() }));
    events = asked;
    pay.disabled = true;
    const wrong = [kan, rest].find((input) => !input.validity.valid);
    if (wrong) return text(told, outside(wrong.previousSibling?.textContent, wrong));
    if (!(kan.value || rest.value) || !payer.value || !payee.value || !reason.value.trim()) return text(told, say("house_wants"));
    const found = await quietly("/api/preview", based({ events: asked }));
    if (events !== asked || !matchOf(state)) return undefined;
    pay.disabled = !found.change;
    return text(told, found.change ? changes(found.change) : `${whyOf(found.error)} ${found.error.rule}`);
  };
  look();
  const field = (words, input) => el("label", {}, el("span", {}, words), input);
  return [
    el("p", {}, say("house_how")),
    field(say("house_payer"), payer),
    field(say("house_payee"), payee),
    ruleset.in_kan ? field(say("unit_kan"), kan) : "",
    field(say(`unit_${ruleset.in_kan ? "mon" : ruleset.price}`), rest),
    field(say("house_reason"), reason),
    told,
    el("div", { class: "actions" }, pay),
  ];
}

/** The event number that a question about the log is based on. */
export const based = (body) => ({ seq: state.booked?.seq ?? 0, ...body });

/** `based` for a dialog on the deal of now: once that is over, here or on another page, what is said there is not of the next. */
function basedOnDeal() {
  const { seq, match, deal } = theMatch();
  const here = (now) => now.match === match && now.deal.number === deal.number;
  const bound = (body) => based({ ...(here(theMatch()) ? {} : { seq }), ...body });
  /** Whether by `now` that deal is settled. */
  bound.settled = (now) => !here(now) || now.phase === "over";
  return bound;
}

/**
 * Book the end of a deal, and leave; also where it is settled already: what the dialog holds can never be booked.
 * @param {any} bound `basedOnDeal`, or `based` where an end is told once more
 * @param {any[]} events
 * @param {() => void} leave
 */
async function bookEnd(bound, events, leave) {
  if (await command("/api/events", bound({ events }))) return leave();
  const { error } = state;
  const now = bound.settled && error?.code !== "unreachable" ? await get("/api/state") : null;
  if (now === null) return undefined;
  const settled = bound.settled(now);
  if (settled) leave();
  return update({ error: settled ? refusal("deal_settled") : error });
}

/** A question to yakume whose refusal is an answer like any other. */
export async function quietly(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return { error: UNREACHABLE };
  }
}

/** Why a deal cannot be settled. @param {import("./wire").Refusal} refusal */
export const whyNot = (refusal) => (refusal.rule ? say("tally_refused", { rule: refusal.rule, why: whyOf(refusal) }) : whyOf(refusal));

/** What everybody gains or loses, in one line; `anew` says that it is the difference to what was booked. */
export const changes = (change, anew = null) =>
  (anew ? say("tally_differs") : "") + change.map((mon, seat) => `${theMatch().players[seat]} ${money(mon)}`).join(state.lang === "ja" ? "、" : ", ");

const tabled = (mon) => mon && `${say("on_table")} ${money(mon)}`;

/** What an end would change, and what is to be known of it. */
const outcome = ({ change, scores, notes }, /** @type {any} */ anew = null) =>
  [changes(change, anew), tabled(-change.reduce((sum, mon) => sum + mon, 0)), anew?.missing && say("step_would") + changes(scores), ...notes.map(pick)].filter(Boolean).join(" ");

/**
 * What a deal settled by tap ends with: what would follow, and the button that books it.
 * @param {any} anew an end that is told once more, null for the deal of now
 * @param {() => void} leave
 * @param {() => void} look asks anew what would follow
 */
export function settlement(anew, leave, look) {
  const bound = anew ? based : basedOnDeal();
  let answer = /** @type {any} */ (null);
  // An empty form could be one that nobody filled: that nobody made a set is said.
  let nobody = false;
  const result = el("p", { role: "status" });
  const entries = el("ol", { class: "entries" });
  const button = el("button", { hidden: true, onclick: () => {
    nobody = true;
    look();
  } });
  const book = el("button", { class: "seal", disabled: true, onclick: () => bookEnd(bound, answer.result.events, anew?.done ?? leave) }, say("tally_book"));
  return {
    nodes: [entries, el("div", { class: "foot" }, result, el("div", { class: "actions" }, button, book))],
    /** Ask what would follow; that nobody made a set holds no longer than the form is empty. @param {any} body @param {boolean} empty */
    ask(body, empty) {
      book.disabled = true; // until it is known what would be booked
      return quietly("/api/tally", bound({ ...body, nobody: (nobody &&= empty), at: anew?.at ?? null, missing: anew?.missing ?? null }));
    },
    /** Show what was answered, or `words` where nothing can be booked yet. @param {any} found @param {string} words */
    show(found, words) {
      answer = found;
      // Where yakume did not answer it is asked again in a moment, as long as what was asked for is still shown.
      if (found?.error === UNREACHABLE) setTimeout(() => result.isConnected && look(), 2000);
      const sound = found?.result;
      text(result, sound ? outcome(sound, anew) : words);
      set(button, { hidden: !found?.silent });
      text(button, pick(found?.silent));
      entries.replaceChildren(...paidLines(sound?.added ?? []));
      book.disabled = !sound;
    },
  };
}
