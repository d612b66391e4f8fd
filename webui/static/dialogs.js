// Dialogs: start a match, correct a card; the larger ones have a module of their own.

import { command } from "./api.js";
import { el } from "./dom.js";
import { buildEnroll, fillEnroll } from "./enroll.js";
import { buildKeep, fillKeep } from "./keep.js";
import { buildLayout, fillLayout } from "./layout.js";
import { buildMissed } from "./missed.js";
import { buildPhoto, fillPhoto } from "./photo.js";
import { openDialog, state } from "./store.js";
import { fillTrouble, troubleBox } from "./trouble.js";
import { cardName, pick, say } from "./words.js";

const DECK = ["htab", "ntab", "htab", "ntab", "ntab", "ntab", "ntab", "hnab", "ntab", "ntab", "hnta", "habc"].flatMap(
  (kinds, index) => [...kinds].map((kind) => `${index + 1}${kind}`),
);

let shown = null;
let dialog = null;

/** Show the dialog of `state.dialog`, or none. */
export function renderDialog(parent, state) {
  const kind = state.dialog?.kind ?? null;
  const mark = kind && `${kind} ${state.lang} ${state.dialog.card?.track ?? state.dialog.rule?.rule ?? ""}`;
  if (mark !== shown) {
    dialog?.close();
    parent.replaceChildren();
    shown = mark;
    dialog = null;
    if (kind) {
      const made = el("dialog", { class: kind });
      // The browser says late that a dialog was closed, and yakume may answer later still: by then another may be open.
      const leave = () => made === dialog && close();
      made.addEventListener("close", leave);
      const [head, ...body] = BUILD[kind](state, leave);
      made.append(head, troubleBox(), ...body);
      dialog = made;
      parent.append(dialog);
      dialog.showModal();
    }
  }
  if (kind) fillTrouble(dialog.children[1], state);
  if (kind === "photo") fillPhoto(dialog, state);
  if (kind === "keep") fillKeep(dialog, state);
  if (kind === "enroll") fillEnroll(dialog, state);
  if (kind === "layout") fillLayout(dialog, state);
}

function close() {
  const { picture } = state.dialog ?? {};
  if (picture && picture !== state.picture) URL.revokeObjectURL(picture);
  openDialog(null);
}

const heading = (words, leave) =>
  el("header", {}, el("h2", {}, words), el("button", { class: "quiet", onclick: leave, "aria-label": say("close") }, "×"));

/** What each dialog holds, heading first; `leave()` closes that dialog and no other. */
const BUILD = {
  start(state, leave) {
    const form = el("form", { method: "dialog", onsubmit: (event) => start(event, form, leave) });
    const games = state.rulesets.map((game) =>
      el("option", { value: game.id, selected: game.id === state.proposal.ruleset }, pick(game)),
    );
    const choice = el("select", { name: "ruleset", onchange: () => detail() }, games);
    const players = el("fieldset", { class: "players" });
    const options = el("fieldset", { class: "options" });
    const detail = () => {
      const game = state.rulesets.find((item) => item.id === choice.value);
      const [least, most] = game.players;
      const names = Array.from({ length: most }, (_, seat) =>
        el("label", {}, el("span", {}, say("seat_n", { n: seat + 1 })),
          el("input", { name: "player", maxlength: 24, autocomplete: "off", value: proposedName(seat), required: seat < least })),
      );
      players.replaceChildren(el("legend", {}, say("players")), ...names, el("small", {}, say("start_first")));
      const rows = game.options.map((option) =>
        el("label", { title: option.source }, el("span", {}, el("b", {}, say(`option_${option.key}`)), el("small", {}, say(`about_${option.key}`))), optionInput(option)),
      );
      options.replaceChildren(el("legend", { class: "unseen" }, say("options")), ...rows);
    };
    detail();
    form.append(
      state.booked?.match ? el("p", { class: "alarm" }, say("start_instead")) : "",
      el("label", { class: "game" }, el("span", {}, say("game")), choice),
      players,
      el("details", {}, el("summary", {}, say("options")), options),
      el("div", { class: "actions" }, el("button", { class: "seal", type: "submit" }, say("start_now"))),
    );
    return [heading(say("start"), leave), form];
  },

  correct(state, leave) {
    const { card } = state.dialog;
    const answer = (choice) => async () => {
      if (await command("/api/cards", { track: card.track, card: choice })) leave();
    };
    return [
      heading(say("correct"), leave),
      el("p", {}, `${say("was_read", { card: cardName(card.card ?? card.face) })} (${Math.round(card.p * 100)} %) — ${say("correct_hint")}`),
      deck(answer, card.card),
      el("div", { class: "actions" }, el("button", { class: "quiet", onclick: answer("none") }, say("not_a_card")),
        el("button", { class: "quiet", onclick: answer("back") }, say("face_down"))),
    ];
  },

  missed: (state, leave) => [heading(say("add_card"), leave), ...buildMissed(state.dialog, deck, leave)],

  layout: (state, leave) => [heading(say("layout"), leave), ...buildLayout(state.dialog, leave)],

  keep: (state, leave) => [heading(say("keep"), leave), ...buildKeep()],

  enroll: (state, leave) => [heading(say("enroll"), leave), ...buildEnroll(deck)],

  rule(state, leave) {
    const { rule } = state.dialog;
    return [heading(pick(rule.name), leave), el("p", { class: "sentence" }, pick(rule)), el("p", {}, el("code", {}, rule.rule))];
  },

  photo: (state, leave) => [heading(say("photo"), leave), ...buildPhoto(deck, leave)],
};

/** The 48 cards to choose from, month by month; `answer(card)` makes the listener of each, `now` is marked. */
function deck(answer, now = null) {
  const months = Array.from({ length: 12 }, (_, index) =>
    el("div", { class: "month" }, DECK.slice(index * 4, index * 4 + 4).map((id) =>
      el("button", { onclick: answer(id), class: id === now ? "now" : "" },
        el("img", { src: `/cards/${id}.svg`, alt: cardName(id), title: cardName(id), width: 33, height: 54 })))),
  );
  return el("div", { class: "deck" }, months);
}

const WINDS = { 東: "east", 南: "south", 西: "west", 北: "north" };

/** The name that the form proposes for a seat; the winds are said in the language of the page. */
function proposedName(seat) {
  const name = state.proposal.players[seat] ?? "";
  return WINDS[name] ? say(WINDS[name]) : name;
}

function optionInput(option) {
  const asText = (value) => (typeof value === "number" ? `${value}` : say(`value_${value}`));
  if (option.choices.length > 1 || !option.any_count) {
    return el("select", { name: "option", "data-key": option.key },
      option.choices.map((value) => el("option", { value: JSON.stringify(value), selected: value === option.default }, asText(value))));
  }
  return el("input", { name: "option", "data-key": option.key, type: "number", min: 1, value: option.default ?? "", placeholder: say("value_null") });
}

async function start(event, form, leave) {
  event.preventDefault();
  const players = [...form.querySelectorAll("[name=player]")].map((input) => input.value.trim()).filter(Boolean);
  const options = {};
  for (const input of form.querySelectorAll("[name=option]")) {
    if (input.value !== "") options[input.dataset.key] = JSON.parse(input.value);
  }
  const answer = await command("/api/match", { ruleset: form.elements.ruleset.value, players, options });
  if (answer) leave();
}
