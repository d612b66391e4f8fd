// Setting up a table, step by step: game and house rules, seats, camera, corners, deck. Back and forward keep what
// was typed; what was chosen is remembered by yakume, so that the next evening starts with one tap.

import { command, get, send } from "./api.js";
import { draftAt } from "./draft.js";
import { el, set, text, within } from "./dom.js";
import { buildLayout, fillLayout } from "./layout.js";
import { mayLeave } from "./matches.js";
import { drawing, optionInput, optionValue, proposedName, wrongName, wrongRule } from "./match_form.js";
import { openAnswered, openDialog, state, update } from "./store.js";
import { buildCameras, fillCameras, cameraName } from "./wizard_camera.js";
import { listed, pick, say, seatName } from "./words.js";

const STEPS = ["game", "players", "camera", "fit", "deck"];

/** What was typed and chosen so far. @type {{ruleset: string, seats: number, names: string[], dealer: number|null, options: Object<string, any>, match: string|null, open?: boolean, layout?: any, step?: string}|null} */
let draft = null;
// Back may leave the page itself, too.
addEventListener("pagehide", () => draft && keptFor(draft.match).keep(draft));

/** What was typed stays over a reload, until another match is begun. */
const keptFor = (match) => draftAt(`wizard ${match}`);

/** Open the wizard, at the step where it was left. */
export async function askWizard() {
  if (draft?.match !== (state.booked?.match ?? null)) draft = null;
  begin();
  const { step = "game" } = theDraft();
  await openAnswered(get("/api/decks").then((decks) => ({ decks: decks ?? state.decks })), (known) => {
    update(known);
    return { kind: "wizard", step };
  });
}

/** Begin a match with everything as it was the last time. */
export async function startAgain({ currentTarget }) {
  if (!mayLeave(currentTarget)) return null;
  const { ruleset, players, dealer, options } = state.proposal;
  return command("/api/match", { ruleset, players, dealer, options });
}

/** What was played the last time, in words; empty if nothing was. */
export function lastTime() {
  const { again, ruleset, players, dealer } = state.proposal;
  const game = state.rulesets.find((each) => each.id === ruleset);
  return again && game ? say("wizard_again_what", { game: pick(game), players: listed(players), dealer: proposedName(dealer) }) : "";
}

function begin() {
  const { ruleset, players, options, again } = state.proposal;
  // What was played last stands there; before that nobody has chosen a game.
  const match = state.booked?.match ?? null;
  draft ??= keptFor(match).kept ?? { match, ruleset: again ? ruleset : "", seats: players.length, names: players.map((_, seat) => proposedName(seat)), dealer: null, options: { ...options } };
}

const theDraft = () => /** @type {NonNullable<typeof draft>} */ (draft);
const chosenGame = () => state.rulesets.find((game) => game.id === theDraft().ruleset);
const theGame = () => /** @type {import("./wire").Game} */ (chosenGame());
const goTo = (step) => openDialog({ kind: "wizard", step });

/** What keeps the step from being left, in words; empty if nothing does. */
function wrong(step) {
  if (step === "game" && !chosenGame()) return say("wizard_no_game");
  if (step !== "players") return "";
  const { names, seats, dealer } = theDraft();
  return wrongName(names.slice(0, seats), seats)?.why ?? (dealer === null ? say("dealer_missing") : "");
}

/** What the dialog holds at its step. */
export function buildWizard({ dialog: { step, problem: left = "" } }, leave) {
  begin();
  theDraft().step = step;
  const at = STEPS.indexOf(step);
  const problem = el("p", { class: "alarm", role: "alert" }, left);
  const sound = () => !text(problem, wrong(step) || wrongRule(body)).textContent;
  const leaveFor = (next) => sound() && goTo(next);
  const steps = el("ol", { class: "steps" }, STEPS.map((name, index) =>
    el("li", {}, el("button", { class: "quiet", "aria-current": name === step ? "step" : null, onclick: () => (index > at ? leaveFor(name) : goTo(name)) },
      el("b", {}, `${index + 1}`), el("span", {}, say(`wizard_${name}`))))));
  // Without a camera there is nothing to fit.
  const stride = (way) => (state.camera.state === "off" && STEPS[at + way] === "fit" ? 2 : 1);
  const next = at === STEPS.length - 1
    ? el("button", { class: "seal", onclick: ({ currentTarget }) => start(leave, currentTarget) }, say("start"))
    : el("button", { class: "seal next", onclick: () => (saver() ?? { click: () => leaveFor(STEPS[at + stride(1)]) }).click() }, say("wizard_next"));
  const back = at ? el("button", { class: "quiet", onclick: () => goTo(STEPS[at - stride(-1)]) }, say("wizard_back"))
    : el("button", { class: "quiet", onclick: ({ currentTarget }) => sound() && startBlind(leave, currentTarget) }, say("wizard_blind"));
  // What is wrong is said until something is done about it.
  const mended = () => text(problem, "");
  // The step itself is where keys and screen readers begin: its first field is next, and no keyboard covers it.
  const body = el("div", { class: `step step-${step}`, tabindex: -1, autofocus: true, role: "group", "aria-label": say(`wizard_${step}`), onclick: mended, oninput: mended }, BUILD[step](leave));
  // Corners have a button of their own, which saves them and goes on.
  const saver = () => /** @type {HTMLElement|null} */ (body.querySelector(".fitting .seal"));
  return [steps, body, el("div", { class: "actions" }, problem, back, next)];
}

const BUILD = {
  game() {
    const again = lastTime();
    // The simplest first.
    const games = [...state.rulesets].reverse().map((game) => {
      const [least, most] = game.players;
      return el("label", { class: "choice" },
        el("input", { type: "radio", name: "ruleset", value: game.id, checked: game.id === theDraft().ruleset, onchange: () => {
          const own = theDraft();
          own.ruleset = game.id;
          own.options = {};
          own.seats = Math.min(Math.max(own.seats, least), most);
          goTo("game");
          update({ dialog: { ...state.dialog, anew: Date.now() } });
        } }),
        el("span", {}, el("b", {}, pick(game)),
          el("small", {}, least === most ? say("wizard_seats_n", { n: least }) : say("wizard_seats", { least, most })),
          el("small", {}, pick(game.about))));
    });
    const game = chosenGame();
    const taught = game ?? state.rulesets[state.rulesets.length - 1];
    const asked = (game?.options ?? []).filter((option) => option.ask);
    const others = (game?.options ?? []).filter((option) => !option.ask);
    return [
      again ? el("div", { class: "again" }, el("button", { class: "seal", onclick: async (event) => {
        if (await startAgain(event)) openDialog(null);
      } }, say("wizard_again")), el("p", {}, again)) : el("p", {}, say("wizard_first")),
      el("p", {}, el("a", { href: `/learn?game=${taught.id}`, target: "_blank", rel: "noopener" }, say("wizard_learn", { game: pick(taught) }))),
      el("fieldset", { class: "choices" }, el("legend", { class: "unseen" }, say("game")), games),
      asked.length ? el("section", { class: "part" }, el("h3", {}, say("wizard_decide")), el("p", {}, say("wizard_as_usual")), rules(asked)) : "",
      others.length ? el("details", { open: theDraft().open ?? false, ontoggle: (event) => { theDraft().open = event.target.open; } },
        el("summary", {}, say("wizard_rules", { n: others.length })), el("p", {}, say("wizard_as_usual")), rules(others)) : "",
    ];
  },

  players() {
    const [least, most] = theGame().players;
    const own = seated();
    const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    const seat = (index) => {
      const name = el("input", { name: "player", maxlength: 24, autocomplete: "off", value: (own.names[index] = seatName(own.names[index])), "aria-label": say("seat_n", { n: index + 1 }),
        oninput: (event) => {
          own.names[index] = event.target.value;
          told.replaceChildren(); // what was drawn named them as they were
        } });
      return el("li", { "data-seat": index, style: placeOf(index, own.seats) }, el("span", { "aria-hidden": true }, say("seat_n", { n: index + 1 })), name,
        el("label", {}, el("input", { type: "radio", name: "dealer", checked: index === own.dealer, onchange: () => { own.dealer = index; } }), say("wizard_dealer")));
    };
    const seats = Array.from({ length: own.seats }, (_, index) => seat(index));
    const { button, told } = drawing(() => own.names.slice(0, own.seats), () => own.ruleset, (dealer) => {
      own.dealer = dealer;
      /** @type {HTMLInputElement} */ (within(seats[dealer], "[type=radio]")).checked = true;
    });
    return [
      counts.length > 1 ? el("fieldset", { class: "counts" }, el("legend", {}, say("wizard_count")), counts.map((count) =>
        el("button", { "aria-pressed": count === own.seats, onclick: () => {
          own.seats = count;
          update({ dialog: { ...state.dialog, anew: count } });
        } }, say("wizard_seats_n", { n: count })))) : "",
      el("p", {}, say("wizard_order")),
      el("ol", { class: "round", "data-seats": own.seats }, seats, el("li", { class: "cloth", "aria-hidden": true })),
      el("div", { class: "first-dealer" }, button, told),
    ];
  },

  camera: (leave) => buildCameras(({ currentTarget }) => startBlind(leave, currentTarget)),

  fit: () => [el("div", { class: "fitting" }, el("p", { role: "status" }))],

  deck() {
    const decks = state.decks;
    const choice = (name, words) => el("label", { class: "choice" },
      el("input", { type: "radio", name: "deck", checked: (decks?.in_use ?? null) === name, onchange: () => useDeck(name) }), el("span", {}, words));
    return [
      el("p", {}, say("wizard_deck_pick")),
      el("fieldset", { class: "choices" }, el("legend", { class: "unseen" }, say("wizard_deck")), choice(null, say("wizard_deck_any")), (decks?.decks ?? []).map((name) => choice(name, name))),
      el("button", { onclick: () => openDialog({ kind: "enroll", after: { kind: "wizard", step: "deck" } }) }, say("wizard_deck_new")),
      el("section", { class: "part summary" }, el("h3", {}, say("wizard_summary")), el("dl", {},
        row("wizard_game", pick(theGame())),
        row("wizard_players", listed(theDraft().names.slice(0, theDraft().seats))),
        row("wizard_camera", cameraName() || say("wizard_off")),
        row("wizard_deck", decks?.in_use ?? say("wizard_deck_any")))),
    ];
  },
};

const row = (word, value) => el("div", {}, el("dt", {}, say(word)), el("dd", {}, value));

/** House rules: what each decides in one sentence, where it comes from, and its values. */
function rules(options) {
  const own = theDraft();
  return el("div", { class: "options" }, options.map((option) => {
    const input = optionInput(option, own.options[option.key]);
    set(input, { onchange: ({ target }) => {
      own.options[option.key] = optionValue(target);
    } });
    return el("label", {}, el("span", {}, el("b", {}, pick(option.name)), el("small", {}, pick(option.about), " ", el("code", {}, say("wizard_source", { source: option.source })))), input);
  }));
}

/** Where a seat's field stands round the drawn table: seat 0 at the lower edge, the others counter-clockwise. */
function placeOf(seat, seats) {
  const angle = Math.PI / 2 - (2 * Math.PI * seat) / seats;
  // The sides are used to their full width: between them lies the table.
  const aside = Math.max(-1, Math.min(1, 1.2 * Math.cos(angle)));
  return `--x: ${(50 + 50 * aside).toFixed(1)}; --y: ${(50 + 50 * Math.sin(angle)).toFixed(1)}`;
}

/** The corners and zones over the live picture, as soon as there is one; as they were left, if they were. */
async function fillFit(frame, { camera, seen, picture }) {
  if (frame.querySelector(".live")) return fillLayout(frame, state);
  const off = camera.state === "off";
  text(frame.firstElementChild, off ? say("wizard_fit_none") : [say("wizard_fit_wait"), say(`camera_${camera.state}`)].join(" — "));
  if (off || !seen || !picture || frame.asked) return undefined;
  frame.asked = true;
  const own = theDraft();
  const layout = await get(`/api/layout?seats=${own.seats}`);
  frame.asked = false;
  if (!layout || !frame.isConnected) return undefined;
  if (own.layout?.players === own.seats) layout.layout = own.layout;
  const keep = (table) => (own.layout = table);
  frame.replaceChildren(...buildLayout(layout, () => goTo("deck"), { seats: own.seats, names: own.names, keep }));
  return fillLayout(frame, state);
}

async function useDeck(name) {
  const decks = await send("/api/decks/use", { name });
  if (decks) update({ decks, dialog: { ...state.dialog, anew: name } });
}

/** What was typed of the seats, as many as the game may have. */
function seated() {
  const [least, most] = theGame().players;
  const own = theDraft();
  own.seats = Math.min(Math.max(own.seats, least), most);
  while (own.names.length < most) own.names.push(proposedName(own.names.length) || say("seat_n", { n: own.names.length + 1 }));
  if (own.dealer !== null && own.dealer >= own.seats) own.dealer = null;
  return own;
}

/** Begin at once without a camera; who deals first is drawn where nobody said it. */
async function startBlind(leave, button) {
  if (!mayLeave(button)) return undefined;
  const own = seated();
  own.dealer ??= (await get(`/api/draw?ruleset=${own.ruleset}&seats=${own.seats}`))?.dealer ?? null;
  if (own.dealer === null || (state.camera.state !== "off" && !(await send("/api/cameras/use", { source: null })))) return undefined;
  return start(leave, button);
}

async function start(leave, button) {
  const { ruleset, seats, names, dealer, options } = theDraft();
  const problem = wrong("players");
  if (problem) return openDialog({ kind: "wizard", step: "players", problem });
  if (!mayLeave(button)) return undefined;
  const players = names.slice(0, seats).map((name) => name.trim());
  const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  if (!(await command("/api/match", { ruleset, players, dealer, options: chosen }))) return undefined;
  return leave();
}

/**
 * Bring the step up to the state: the live picture and how the camera is.
 * @param {Element} dialog
 * @param {import("./store.js").State} state
 */
export function fillWizard(dialog, state) {
  if (state.dialog.step === "camera") fillCameras(within(dialog, ".step"), state);
  if (state.dialog.step === "fit") fillFit(within(dialog, ".fitting"), state);
}

// -- what stands where the seats will be as long as no match was begun: the way to the own table ------------------------

/** The address ends so when people left the demo for their own table. */
const OWN = "#setup";

/** @type {ReturnType<typeof buildWelcome>} */
let welcome;
let led = false;
/** Whether the first steps were shown and no match was begun since. */
let unasked = false;

/**
 * @param {Element} parent
 * @param {import("./store.js").State} state
 */
export function renderWelcome(parent, { booked, camera, dialog, rulesets, first, you }) {
  set(parent, { hidden: !booked || Boolean(booked.match) });
  // The first steps that nobody asked for are in the way once another device has begun a match.
  if (booked?.match && unasked) {
    unasked = false;
    if (dialog?.kind === "wizard") openDialog(null);
  }
  if (!booked || booked.match) return;
  welcome ??= buildWelcome(parent);
  const keeper = you.role === "keeper";
  const again = keeper ? lastTime() : "";
  text(welcome.words, say(camera.state === "off" ? "welcome_blind" : "welcome"));
  text(welcome.last, again);
  text(welcome.again, say("wizard_again"));
  set(welcome.again, { hidden: !again });
  text(welcome.wizard, say(again ? "wizard_anew" : "wizard"));
  set(welcome.wizard, { hidden: !keeper, class: again ? "" : "seal", disabled: rulesets.length === 0 });
  // Where nothing was ever set up there is nothing else to do: the first steps are shown unasked, once.
  if (!led && keeper && rulesets.length > 0 && (first || location.hash === OWN)) {
    led = unasked = true;
    history.replaceState(null, "", location.pathname);
    askWizard();
  }
}

function buildWelcome(parent) {
  const made = {
    words: el("p"),
    last: el("p", { class: "last" }),
    again: el("button", { class: "seal", onclick: startAgain }),
    wizard: el("button", { onclick: () => askWizard() }),
  };
  parent.append(made.words, made.last, el("div", { class: "ways" }, made.again, made.wizard));
  return made;
}
