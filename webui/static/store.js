// The page's one state object. Everything on the screen is a function of it: `render(state)` in app.js.

import { seatName } from "./words.js";

/** @import { Booked, Camera, Decks, Game, NoMatch, Observation, Proposal, Samples, Table, You } from "./wire" */

/** @import { Refusal } from "./wire" */

/** A refusal by the page itself. @param {string} code @returns {Refusal} */
export const refusal = (code) => ({ code, message: "", rule: "", why: null, says: null });

export const UNREACHABLE = refusal("unreachable");

/** The page's state; each field with its unit. */
export const state = {
  /** Language of the page: "ja" or "en". */
  lang: "ja",
  /** @type {"connecting"|"open"|"lost"} The stream from yakume. */
  link: "connecting",
  /** What is booked: the replay of the log up to `seq`. Null before the first message. */
  booked: /** @type {Booked|NoMatch|null} */ (null),
  /** What lies on the table now, as the referee understands it; null before the first message. */
  table: /** @type {Table|null} */ (null),
  /** How the camera is. */
  camera: /** @type {Camera} */ ({ state: "off", detail: null, hint: null, restarts: 0 }),
  /** The observation that belongs to `picture`. */
  seen: /** @type {Observation|null} */ (null),
  /** Object URL of the picture the observation was made from, or null. */
  picture: /** @type {string|null} */ (null),
  /** Whether names are drawn on the picture. */
  labels: true,
  /** Whether corrected pictures are kept; null before it is known. */
  samples: /** @type {Samples|null} */ (null),
  /** Enrolled decks, the draft of the next and its learning; null before it is asked for. */
  decks: /** @type {Decks|null} */ (null),
  /** Whether the next tap on the picture says where a card was missed. */
  adding: false,
  /** Who is at this page: what is not for them is left out. */
  you: /** @type {You} */ ({ role: "keeper", seat: null }),
  /** Games that can be started. */
  rulesets: /** @type {Game[]} */ ([]),
  /** A card read with less probability than this is unsure: it is marked, and asked about. */
  unsure: 0,
  /** What the start form proposes. */
  proposal: /** @type {Proposal} */ ({ ruleset: "sannin", players: [], dealer: 0, options: {}, again: false }),
  /** Whether nothing was ever set up here. */
  first: false,
  /** Whether this is the demo: a recording that is explained. */
  demo: false,
  /** What is wrong with the log of the match: null if nothing is. */
  damaged: /** @type {Refusal|null} */ (null),
  /** Open dialog: null or {kind: "start"|"correct"|"missed"|"keep"|"layout"|"enroll"|"photo"|"rule", ...}. */
  dialog: /** @type {any} */ (null),
  /** The last refusal, shown until the next action. */
  error: /** @type {Refusal|null} */ (null),
};

/** @typedef {typeof state} State */

/** @type {Set<(state: State) => void>} */
const listeners = new Set();
let due = false;

/** Call `listener(state)` after every change, at most once a frame. @param {(state: State) => void} listener */
export function subscribe(listener) {
  listeners.add(listener);
}

/** The match of a state, or null before the first. @param {Pick<State, "booked">} state */
export const matchOf = ({ booked }) => (booked?.match ? booked : null);

/** The match, where only one that was begun can be spoken of. */
export const theMatch = () => /** @type {Booked} */ (state.booked);

/** Open a dialog; what was refused before it is not its matter. */
export const openDialog = (dialog) => update({ dialog, error: null });

/**
 * Open what yakume is asked for once it answers, unless the dialog that it was asked from was left meanwhile: what somebody has closed
 * stays closed.
 * @template Answer
 * @param {Promise<Answer|null>} answer
 * @param {(answer: Answer) => any} dialog
 */
export async function openAnswered(answer, dialog) {
  const from = state.dialog;
  const told = await answer;
  if (told !== null && state.dialog === from) openDialog(dialog(told));
}

/** Change fields of the state; the screen follows with the next frame. @param {Partial<State>} patch */
export function update(patch) {
  Object.assign(state, patch);
  if (state.booked && (patch.booked || patch.lang)) state.booked.players = state.booked.players.map(seatName);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    for (const listener of listeners) listener(state);
  });
}

/** The other language from now on, remembered on this device. */
export function changeLanguage() {
  const lang = state.lang === "ja" ? "en" : "ja";
  localStorage.setItem("lang", lang);
  update({ lang });
}
