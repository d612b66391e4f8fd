// The list of matches: go on with one, name it, delete it and bring it back.

import { command, get, send } from "./api.js";
import { el, keyed, set, text, unread } from "./dom.js";
import { askStatistics, keepsakes } from "./review.js";
import { openAnswered, openDialog, state } from "./store.js";
import { listed, pick, say } from "./words.js";

/** @import { MatchList } from "./wire" */

/** Ask for the list and show it. */
export async function askMatches() {
  await openAnswered(get("/api/matches"), (list) => ({ kind: "matches", list }));
}

/** What the dialog holds. */
export function buildMatches(dialog, leave) {
  const kept = el("ul");
  const words = el("summary");
  const bin = el("ul");
  const gone = el("details", {}, words, bin);
  // Each match keeps its line: the answer to one name comes while the next is typed.
  const show = (/** @type {MatchList|null} */ list) => {
    if (!list) return;
    const deleted = list.matches.filter((match) => match.deleted);
    keyed(kept, list.matches.filter((match) => !match.deleted), ({ match }) => match, (match) => row(match, list.open, show, leave), fillName);
    keyed(bin, deleted, ({ match }) => match, (match) => deletedRow(match, show));
    text(words, say("matches_deleted", { n: deleted.length }));
    set(gone, { hidden: deleted.length === 0 });
  };
  show(dialog.list);
  return [el("p", {}, say("matches_what")), el("div", { class: "actions" }, el("button", { class: "quiet", onclick: askStatistics }, say("statistics")), el("button", { class: isPlayed() ? "" : "seal", onclick: () => openDialog({ kind: "start" }) }, say("start"))),
    el("div", { class: "matches" }, kept, gone)];
}

/** The name as yakume keeps it; what is typed now is left alone. */
function fillName(node, { name }) {
  const input = node.querySelector("input");
  if (input !== document.activeElement) input.value = name;
}

function row(match, open, show, leave) {
  const now = match.match === open;
  const name = el("input", {
    type: "text", maxlength: 40, autocomplete: "off", value: match.name, placeholder: listed(match.players), "aria-label": say("matches_name"),
    onchange: async () => show(await send("/api/matches/rename", { match: match.match, name: name.value })),
  });
  return el("li", { "data-match": match.match, class: now ? "now" : "" },
    el("div", { class: "which" }, now ? el("b", {}, say("matches_now")) : "", name, el("small", {}, about(match)), el("p", {}, pick(match.standing)), keepsakes(match.match)),
    now ? "" : el("button", { class: match.over ? "quiet" : "", onclick: (event) => resume(event.target, match, leave) }, say("matches_open")),
    now ? "" : el("button", { class: "quiet", onclick: async () => show(await send("/api/matches/delete", { match: match.match })) }, say("matches_delete")),
  );
}

function deletedRow(match, show) {
  return el("li", { "data-match": match.match },
    el("div", { class: "which" }, el("b", {}, match.name || listed(match.players)), el("small", {}, about(match))),
    el("button", { class: "quiet", onclick: async () => show(await send("/api/matches/restore", { match: match.match })) }, say("matches_restore")),
  );
}

/** Whether the match on the page may be left: one that is played only once `button`, which says so then, is pressed again. */
export function mayLeave(button, words = "start_leave") {
  if (!isPlayed() || button.asked) return true;
  button.asked = true;
  text(button, say(words));
  unread([button]);
  return false;
}

/** Go on with `match`. */
async function resume(button, match, leave) {
  if (mayLeave(button, "matches_leave") && await command("/api/matches/open", { match: match.match })) leave();
}

/** True while the match on the page has begun and is not over. */
function isPlayed() {
  const { booked } = state;
  return booked?.match != null && booked.phase !== "over" && booked.seq > 1;
}

function about(match) {
  const game = state.rulesets.find((each) => each.id === match.ruleset);
  const day = new Date(match.begun_ms).toLocaleString(state.lang, { dateStyle: "medium", timeStyle: "short" });
  const said = say("matches_about", { game: game ? pick(game) : match.ruleset, day });
  return said + (match.over ? say("matches_over") : match.deals === null ? "" : say("matches_deals", { n: match.deals }));
}
