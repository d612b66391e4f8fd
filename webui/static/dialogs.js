// Dialogs: start a match, correct a card; the larger ones have a module of their own.

import { command } from "./api.js";
import { buildDeclare, uncounted } from "./declare.js";
import { crop, deck } from "./deck.js";
import { el, set, staying, text } from "./dom.js";
import { draftAt } from "./draft.js";
import { buildEnroll, fillEnroll } from "./enroll.js";
import { buildEnded } from "./flow.js";
import { buildHealth } from "./health.js";
import { askDealer, buildHistory, dealerFollows } from "./history.js";
import { buildKeep, fillKeep } from "./keep.js";
import { buildLayout, fillLayout } from "./layout.js";
import { buildMatches, mayLeave } from "./matches.js";
import { firstDealer, optionInput, optionValue, proposedName, wrongName, wrongRule } from "./match_form.js";
import { buildMissed } from "./missed.js";
import { buildPhoto, fillPhoto } from "./photo.js";
import { buildMore } from "./more.js";
import { buildReplay, buildStatistics } from "./review.js";
import { buildPile, buildPlace, fillPile } from "./piles.js";
import { buildShare } from "./share.js";
import { matchOf, openDialog, state } from "./store.js";
import { buildPoints, buildTally } from "./tally.js";
import { fillTrouble, troubleBox } from "./trouble.js";
import { buildWizard, fillWizard } from "./wizard.js";
import { cardName, pick, say } from "./words.js";

let shown = /** @type {string|null} */ (null);
/** Kind and step of the dialog that is shown. */
let view = /** @type {string|null} */ (null);
let dialog = /** @type {HTMLDialogElement|null} */ (null);

/** Show the dialog of `state.dialog`, or none. @param {import("./store.js").State} state */
export function renderDialog(parent, state) {
  const kind = state.dialog?.kind ?? null;
  const mark = kind && `${kind} ${state.lang} ${state.dialog.card?.track ?? state.dialog.zone ?? state.dialog.rule?.rule ?? state.dialog.log?.seq ?? state.dialog.now?.seq ?? ""} ${state.dialog.step ?? ""} ${state.dialog.anew ?? ""}`;
  if (mark !== shown) {
    shown = mark;
    const before = view;
    view = kind && `${kind} ${state.dialog.step ?? ""}`;
    // The same dialog made anew, as after a choice in it, stays where people were in it.
    const down = view === before ? dialog?.scrollTop ?? 0 : 0;
    if (view === before) staying(parent, () => show(parent, state));
    else show(parent, state);
    dialog?.scrollTo(0, now?.down ?? down);
  }
  if (!dialog) return;
  if (now) now.of = state.dialog;
  fillTrouble(dialog.children[1], state);
  if (kind === "photo") fillPhoto(dialog, state);
  if (kind === "keep") fillKeep(dialog, state);
  if (kind === "enroll") fillEnroll(dialog, state);
  if (kind === "layout") fillLayout(dialog, state);
  if (kind === "pile") fillPile(dialog, state);
  if (kind === "wizard") fillWizard(dialog, state);
}

/** Dialogs in which much is chosen or typed: opened again on the same log they are as they were left. */
const FORMS = new Set(["start", "declare", "photo", "layout"]);

/** Kind → what was left before its command was taken: by Back or the keys, or for another dialog. @type {Map<string, any>} */
const left = new Map();
/** The dialog that is shown: `of` what, by which mark and number of the log it is known, and how far `down` it was left. */
let now = /** @type {any} */ (null);

/** Put the dialog of `state.dialog` in the place of the one before; none where there is none. */
function show(parent, state) {
  if (now && !now.of.busy) left.set(now.of.kind, { ...now, down: dialog?.scrollTop });
  now = null;
  dialog?.close();
  parent.replaceChildren();
  dialog = null;
  const kind = state.dialog?.kind;
  if (!kind) return;
  const before = left.get(kind);
  // Events are numbered in each match from one on.
  const seq = `${state.booked?.match} ${state.booked?.seq}`;
  left.delete(kind);
  if (before?.mark === shown && (before.of === state.dialog || (FORMS.has(kind) && before.seq === seq))) {
    state.dialog = { ...before.of, after: state.dialog.after };
    now = before;
    delete now.made.dataset.left;
  } else now = { made: build(kind), mark: shown, seq };
  const { made } = now;
  dialog = made;
  parent.append(made);
  made.showModal();
  // Back, a swipe on a phone, closes what is open instead of leaving the table.
  if (!history.state) history.pushState("dialog", "");
}

/** A dialog of that kind, not shown yet. */
function build(kind) {
  const made = el("dialog", { class: kind });
  // The browser says late that a dialog was closed, and yakume may answer later still: by then another may be open.
  const leave = (taken = false) => {
    if (made !== dialog || made.dataset.left) return;
    made.dataset.left = "yes";
    if (taken) now = null;
    close();
  };
  made.addEventListener("close", () => made.open || leave());
  // Escape is heard at once; a file that was not chosen is none.
  made.addEventListener("cancel", ({ target }) => target === made && leave());
  const [head, ...body] = BUILD[kind](state, () => leave(true));
  made.append(head, troubleBox(), ...body);
  return made;
}

addEventListener("popstate", () => dialog && close());

function close() {
  const { kind, picture, after = null } = state.dialog ?? {};
  if (picture && picture !== state.picture && !FORMS.has(kind)) URL.revokeObjectURL(picture);
  openDialog(after);
}

const heading = (words) =>
  el("header", {}, el("h2", {}, words), el("button", { class: "quiet", onclick: () => dialog?.dispatchEvent(new Event("cancel")), "aria-label": say("close") }, "×"));

/** How a deal is settled, and which one where that is told once more. */
const ending = ({ dialog: { anew, after } }, words) => `${anew ? `${anew.missing ? pick(after.found.title) : say("deal", { n: anew.deal })}　` : ""}${words}`;

/** What each dialog holds, heading first; `leave()` closes that dialog and no other. */
const BUILD = {
  start(state, leave) {
    // What was chosen and typed stays over a reload, until that match is begun.
    const draft = draftAt(`start ${state.booked?.match ?? ""}`);
    const typed = draft.kept;
    const form = el("form", { method: "dialog", novalidate: true, onsubmit: (event) => begin(event), oninput: () => {
      draft.keep(chosen(form));
      text(problem, "");
    } });
    const problem = el("p", { class: "alarm", role: "alert" });
    const begin = async (event) => {
      event.preventDefault();
      const { ruleset, names, options } = chosen(form);
      const game = state.rulesets.find(({ id }) => id === ruleset);
      const wrong = game && wrongName(names, game.players[0]);
      text(problem, game ? wrong?.why ?? wrongRule(form) : say("wizard_no_game"));
      if (wrong) players.querySelectorAll("input")[wrong.seat].focus({ preventScroll: true });
      if (problem.textContent) problem.scrollIntoView({ block: "nearest" });
      const seat = problem.textContent ? null : dealer.seat();
      if (seat === null || !mayLeave(event.submitter)) return;
      const seated = names.map((name) => name.trim()).filter(Boolean);
      if (!(await command("/api/match", { ruleset, players: seated, dealer: seat, options }))) return;
      draft.keep(null);
      leave();
    };
    const { again } = state.proposal;
    const ruleset = typed?.ruleset ?? state.proposal.ruleset;
    const games = state.rulesets.map((game) =>
      el("option", { value: game.id, selected: Boolean(typed || again) && game.id === ruleset }, pick(game)),
    );
    // Before anything was played nobody has chosen a game.
    if (!again) games.unshift(el("option", { value: "", selected: !ruleset || !typed }, "—"));
    const choice = el("select", { name: "ruleset", required: true, onchange: () => {
      detail();
      draft.keep(chosen(form));
    } }, games);
    const players = el("fieldset", { class: "players" });
    const options = el("fieldset", { class: "options" });
    const names = () => [...players.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);
    const dealer = firstDealer(names, () => choice.value);
    players.addEventListener("input", dealer.fill);
    const detail = () => {
      const game = state.rulesets.find((item) => item.id === choice.value);
      for (const part of [players, dealer.node]) set(part, { hidden: !game });
      if (!game) return;
      const [least, most] = game.players;
      const usual = game.id === ruleset ? typed?.options ?? state.proposal.options : {};
      const boxes = Array.from({ length: most }, (_, seat) =>
        el("label", {}, el("span", {}, say("seat_n", { n: seat + 1 })),
          el("input", { name: "player", maxlength: 24, autocomplete: "off", value: draft.kept?.names[seat] ?? proposedName(seat), required: seat < least, placeholder: seat < least ? null : say("seat_free") })),
      );
      players.replaceChildren(el("legend", {}, say("players")), ...boxes);
      const rows = game.options.map((option) =>
        el("label", { title: option.source }, el("span", {}, el("b", {}, pick(option.name)), el("small", {}, pick(option.about))), optionInput(option, usual[option.key])),
      );
      options.replaceChildren(el("legend", { class: "unseen" }, say("options")), ...rows);
      dealer.fill();
    };
    detail();
    dealer.choose(typed?.dealer ?? "");
    form.append(
      matchOf(state) && matchOf(state)?.phase !== "over" ? el("p", { class: "alarm" }, say("matches_what")) : "",
      el("label", { class: "game" }, el("span", {}, say("game")), choice),
      players,
      dealer.node,
      el("details", {}, el("summary", {}, say("options")), options),
      problem,
      el("div", { class: "actions" }, el("button", { class: "seal", type: "submit" }, say("start_now"))),
    );
    return [heading(say("start")), form];
  },

  names({ booked }, leave) {
    const names = booked.players.map((value) => el("input", { maxlength: 24, autocomplete: "off", value }));
    const problem = el("p", { class: "alarm", role: "alert" });
    return [heading(say("names")), el("form", { method: "dialog", onsubmit: async (event) => {
      event.preventDefault();
      const players = names.map(({ value }) => value.trim());
      const wrong = wrongName(players, players.length);
      text(problem, wrong?.why ?? "");
      if (wrong) names[wrong.seat].focus();
      else if (await command("/api/match/players", { players })) leave();
    } }, el("fieldset", { class: "players" }, names.map((input, seat) => el("label", {}, el("span", {}, say("seat_n", { n: seat + 1 })), input))), problem,
    el("div", { class: "actions" }, el("button", { class: "seal" }, say("names"))))];
  },

  correct(state, leave) {
    const { card, picture, size } = state.dialog;
    const answer = (choice) => async () => {
      if (await command("/api/cards", { track: card.track, card: choice })) leave();
    };
    return [
      heading(say("correct")),
      el("p", {}, `${say("was_read", { card: cardName(card.card ?? card.face) })} (${Math.round(card.p * 100)} %) — ${say("correct_hint")}`),
      picture ? el("div", { class: "looked-at" }, crop(picture, size, card.quad)) : "",
      deck(answer, card.card),
      el("div", { class: "actions" }, el("button", { class: "quiet", onclick: answer("none") }, say("not_a_card")),
        el("button", { class: "quiet", onclick: answer("back") }, say("face_down"))),
    ];
  },

  place: (state, leave) => [heading(cardName(state.dialog.card)), ...buildPlace(state.dialog, deck, leave)],

  pile: (state, leave) => [heading(say("pile")), ...buildPile(state.dialog, deck)],

  matches: (state, leave) => [heading(say("matches")), ...buildMatches(state.dialog, leave)],

  missed: (state, leave) => [heading(say("add_card")), ...buildMissed(state.dialog, deck, leave)],

  layout: (state, leave) => [heading(say("layout")), ...buildLayout(state.dialog, leave)],

  keep: (state, leave) => [heading(say("keep")), ...buildKeep()],

  enroll: (state, leave) => [heading(say("enroll")), ...buildEnroll(deck)],

  rule(state, leave) {
    const { rule, mends } = state.dialog;
    const follows = mends && dealerFollows(state.booked);
    return [heading(pick(rule.name)), el("p", { class: "sentence" }, pick(rule)), el("p", {}, el("code", {}, rule.rule)),
      follows ? el("p", {}, say("mend_follows", { role: mends })) : "",
      mends ? el("div", { class: "actions" }, el("button", { onclick: askDealer }, say(follows ? "mend_end" : state.booked?.ruleset.rules.mizuten ? "mend_dealer_unseen" : "mend_dealer", { role: mends }))) : ""];
  },

  declare: (state, leave) => [heading(state.dialog.found ? pick(state.dialog.found.title) : say("declare")), ...buildDeclare(state.dialog, deck, leave)],

  tally: (state, leave) => [heading(ending(state, say("tally"))), ...buildTally(state.dialog, deck, leave)],

  ended: (state, leave) => [heading(say(state.dialog.match ? "end_match" : "deal_end")), ...buildEnded(state.dialog, leave)],

  points: (state, leave) => [heading(ending(state, uncounted(state.dialog.tell))), ...buildPoints(state.dialog, leave)],

  replay: (state, leave) => [heading(`${say("deal", { n: state.dialog.played.deal })}　${say("replay")}`), ...buildReplay(state.dialog)],

  statistics: (state, leave) => [heading(say("statistics")), ...buildStatistics(state.dialog)],

  history: (state, leave) => [heading(say("history")), ...buildHistory(state.dialog)],

  more: (state, leave) => [heading(say("more")), ...buildMore(state)],

  share: (state, leave) => [heading(say("share")), ...buildShare(state.dialog)],
  health: (state, leave) => [heading(say("health")), ...buildHealth(state.dialog)],

  wizard: (state, leave) => [heading(say("wizard")), ...buildWizard(state, leave)],

  photo: (state, leave) => [heading(say("photo")), ...buildPhoto(deck, leave)],
};

/** What the form of a new match says now. */
const chosen = (form) => ({
  ruleset: form.elements.ruleset.value,
  names: [...form.querySelectorAll("[name=player]")].map((input) => input.value),
  dealer: form.querySelector(".first-dealer select").value,
  options: Object.fromEntries([...form.querySelectorAll("[name=option]")].map((input) => [input.dataset.key, optionValue(input)]).filter(([, value]) => value !== undefined)),
});
