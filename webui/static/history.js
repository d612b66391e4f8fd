// The log as a list: every event with what it changed and why, and what puts it right.

import { get, step } from "./api.js";
import { el } from "./dom.js";
import { askMissing } from "./declare.js";
import { mending, reasons } from "./mend.js";
import { askReplay } from "./review.js";
import { openAnswered, state, theMatch } from "./store.js";
import { whyOf } from "./trouble.js";
import { cardsNamed, money, pick, say } from "./words.js";

/** So many of the newest deals lie open; of those before only what each came to is seen. */
const OPEN = 3;

/** Ask for the log, and show it, from the event at place `at` on. */
export async function askHistory(at = -1) {
  await openAnswered(get("/api/history"), (log) => ({ kind: "history", log }));
  requestAnimationFrame(() => unfolded(at)?.scrollIntoView({ block: "center" }));
}

/** Where the dialog has the event at a place of the log, its deal unfolded. @returns {HTMLElement|null} */
function unfolded(at) {
  const step = /** @type {HTMLElement|null} */ (document.querySelector(`dialog.history [data-step="${at}"]`));
  step?.closest("details")?.setAttribute("open", "");
  return step;
}

/** Whether who deals is put right at the end of the deal before alone: what begins next shows no start yet. */
export const dealerFollows = ({ phase, deal }) => phase === "ready" && deal.number > 1;

/** Show the log where who deals is put right: at the running deal's start, else at the end it follows from, or the match's start. */
export async function askDealer() {
  await askHistory();
  const match = theMatch();
  const kinds = dealerFollows(match) ? /^(deal_result|points_counted|teyaku_closed)/ : match.phase === "ready" ? /^match_started/ : /^(match|deal)_started/;
  const step = state.dialog?.log?.steps.findLast(({ event, refused }) => !refused && kinds.test(event.type));
  requestAnimationFrame(() => /** @type {any} */ (unfolded(step?.seq)?.querySelector(".mend button"))?.click());
}

/** What the dialog holds. */
export function buildHistory({ log }) {
  const again = (path) => step(path, log.seq, () => state.dialog && askHistory());
  const undo = el("button", { disabled: !log.undo, onclick: () => again("/api/undo") }, log.undo ? say("undo_what", { what: pick(log.undo) }) : say("undo"));
  const redo = el("button", { disabled: !log.redo, onclick: () => again("/api/redo") }, log.redo ? say("redo_what", { what: pick(log.redo) }) : say("redo"));
  const deals = new Map();
  for (const step of log.steps) deals.set(step.deal, [step, ...(deals.get(step.deal) ?? [])]);
  const first = (steps) => steps.findLast((step) => step.event.type === "deal_started.v1" && !step.refused);
  const lists = [...deals].reverse().map(([deal, steps], back) =>
    el("details", { open: back < OPEN }, el("summary", {}, el("h3", {}, deal ? say("deal", { n: deal }) : say("at_start")), changeOf(steps)), deal && steps.some((step) => step.event.type === "deal_started.v1")
      ? el("button", { class: "quiet", onclick: () => askReplay(deal) }, say("replay")) : "",
      log.insert && first(steps) ? el("button", { class: "quiet", onclick: () => askMissing({ before: first(steps).seq }) }, pick(log.insert)) : "", el("ol", { class: "steps" }, steps.map(row))));
  return [el("div", { class: "actions" }, undo, redo), ...lists];
}

/** What steps changed together, a player after another. */
const changeOf = (steps) => el("div", { class: "change" }, theMatch().players
  .map((name, seat) => ({ name, mon: steps.reduce((sum, { change }) => sum + change[seat], 0) }))
  .filter(({ mon }) => mon !== 0)
  .map(({ name, mon }) => el("span", { "data-sign": Math.sign(mon) }, `${name} ${money(mon)}`)));

function row(step) {
  const what = el("p", {}, cardsNamed(pick(step)));
  const then = step.pictured ? el("img", { class: "then", src: `/api/events/${step.seq + 1}/picture.jpg`, alt: say("replay_picture"), loading: "lazy" }) : "";
  const item = el("li", { class: step.refused ? "refused" : "", "data-step": step.seq }, then, what, changeOf([step]), reasons(step));
  if (step.refused) item.append(el("p", { class: "alarm" }, `${say("step_refused")} ${whyOf(step.refused)}`));
  if (!step.refused) item.append(mending(step.seq, () => askHistory(step.seq)));
  return item;
}
