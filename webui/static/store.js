// The page's one state object. Everything on the screen is a function of it: `render(state)` in app.js.

/**
 * @typedef {{ja: string, en: string}} Words One thing said in both languages.
 * @typedef {{rule: string, ja: string, en: string, mon: number, cards: string[], missing: string[],
 *   lacking: number, state: "open"|"done"|"dead"}} Yaku A set of captures (出来役); `mon` is 文 per opponent before the field rate.
 * @typedef {{captures: string[], shown: string[], points: number,
 *   teyaku: {rule: string, ja: string, en: string, mon: number}[], yaku: Yaku[]}} Seat
 * @typedef {{deal: number, payer: number, payee: number, mon: number, rule: string} & Words} Entry
 *   One payment; payer and payee are seats, mon is 文.
 * @typedef {{id: string, rule: string, answers: ({id: string, p?: number, card?: string} & Words)[]} & Words} Question
 * @typedef {{track: number, card: string|null, face: string, p: number, quad: number[][],
 *   zone: string|null, stable: boolean, said?: string}} Seen One card in the picture; quad in px of the frame; `said` by a person.
 */

/** The page's state; each field with its unit. */
export const state = {
  /** Language of the page: "ja" or "en". */
  lang: "ja",
  /** @type {"connecting"|"open"|"lost"} The stream from yakume. */
  link: "connecting",
  /** What is booked: the replay of the log up to `seq`. Null before the first message. */
  booked: null,
  /** What lies on the table now, as the referee understands it; null before the first message. */
  table: null,
  /** How the camera is: {state, detail, restarts}. */
  camera: { state: "off", detail: "", restarts: 0 },
  /** The observation that belongs to `picture`: {frame, size: [w, h] px, cards: Seen[]}. */
  seen: null,
  /** Object URL of the picture the observation was made from, or null. */
  picture: null,
  /** Whether names are drawn on the picture. */
  labels: true,
  /** Whether corrected pictures are kept: {on, folder, pictures, bytes, limit_bytes, trouble}; null before it is known. */
  samples: null,
  /** Enrolled decks, the draft of the next and its learning: {decks, in_use, photos, cards, missing, job}; null before it is asked for. */
  decks: null,
  /** Whether the next tap on the picture says where a card was missed. */
  adding: false,
  /** Games that can be started: [{id, ja, en, players: [min, max], options: [...]}]. */
  rulesets: [],
  /** What the start form proposes: {ruleset, players}. */
  proposal: { ruleset: "sannin", players: [] },
  /** Open dialog: null or {kind: "start"|"correct"|"missed"|"keep"|"layout"|"enroll"|"photo"|"rule", ...}. */
  dialog: null,
  /** The last refusal, shown until the next action: {code, message, rule} or null. */
  error: null,
};

const listeners = new Set();
let due = false;

/** Call `listener(state)` after every change, at most once a frame. */
export function subscribe(listener) {
  listeners.add(listener);
}

/** Open a dialog; what was refused before it is not its matter. */
export const openDialog = (dialog) => update({ dialog, error: null });

/** Change fields of the state; the screen follows with the next frame. */
export function update(patch) {
  Object.assign(state, patch);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    for (const listener of listeners) listener(state);
  });
}
