// How well play is followed, a pause, and ends that people tell: of the deal with no next field on the table, of the match. What was
// taken back is not booked again by itself: it is offered here, until something else is booked.

import { command, send, step } from "./api.js";
import { settling, sure, whyNot } from "./declare.js";
import { el, set, text } from "./dom.js";
import { matchOf, openDialog, state, theMatch, update } from "./store.js";
import { cardName, cardsNamed, listed, pick, say } from "./words.js";

const DEAL = "/api/deal/end";

/** @type {ReturnType<typeof build>} */
let view;

/** Draw health and buttons; nothing without a match. @param {import("./store.js").State} state */
export function renderFlow(parent, state) {
  view ??= build(parent);
  const match = matchOf(state);
  const { table, camera } = state;
  const running = Boolean(match) && !["ready", "over"].includes(match?.phase ?? "over");
  set(parent, { hidden: !match || match.phase === "over", "aria-label": say("flow") });
  const health = table?.paused ? { id: "paused", ja: say("paused"), en: say("paused") } : table?.health;
  // Of what no camera shows now there is nothing to say; the picture has its own words then.
  const watched = table?.paused || ["live", "slow"].includes(camera.state);
  set(view.health, { hidden: !health || !watched, "data-health": health?.id ?? "" });
  text(view.health, health ? pick(health) : "");
  text(view.pause, say(table?.paused ? "pause_end" : "pause"));
  set(view.pause, { hidden: camera.state === "off", "aria-pressed": Boolean(table?.paused) });
  text(view.shrink, say("shrink"));
  set(view.shrink, { hidden: !table?.zones_grew });
  text(view.deal, say("end_deal"));
  set(view.deal, { hidden: !running });
  const ends = say("end_match");
  text(view.match, view.match.dataset.sure ? say("really", { what: ends }) : ends);
}

function build(parent) {
  const nodes = {
    health: el("p", { class: "health", role: "status" }),
    pause: el("button", { class: "quiet", onclick: () => send("/api/pause", { on: !state.table?.paused }) }),
    shrink: el("button", { class: "quiet", onclick: () => send("/api/layout/shrink", {}) }),
    deal: el("button", { class: "quiet", onclick: endDeal }),
    match: sure(say("end_match"), () => end("/api/match/end")),
  };
  parent.append(nodes.health, nodes.shrink, nodes.pause, nodes.deal, nodes.match);
  return nodes;
}

/** Tell that the deal is over. */
export const endDeal = () => end(DEAL);

/** Tell that the deal or the match is over; where that cannot be settled, say why and what else may be done. */
async function end(path) {
  delete view.match.dataset.sure;
  const told = await command(path);
  if (told && !told.booked) openDialog({ kind: "ended", told, match: path !== DEAL, why: told.refusal ? whyNot(told.refusal) : "" });
}

/**
 * What the dialog of an end that could not be settled holds.
 * @param {{told: import("./wire").EndOut, why: string, match: boolean}} dialog `match` where that was to end
 * @param {() => void} leave
 */
export function buildEnded({ told, why, match }, leave) {
  const name = (seat) => theMatch().players[seat];
  const cards = told.missing.length <= 8 ? listed(told.missing.map(cardName)) : "";
  const reasons = [
    match ? say("end_running", { n: theMatch().deal.number }) : "",
    told.asked ? say("end_asked") : "",
    told.uncalled.length ? say("end_uncalled", { names: listed(told.uncalled.map(name)) }) : "",
    // Without a camera nobody expects that captures were seen: that they are told now is how a deal ends.
    told.lacking && state.camera.state !== "off" ? say("end_lacking", { n: told.lacking, cards }) : "",
    why,
  ].filter(Boolean);
  const book = async (event) => {
    if (await command("/api/events", { events: [event] })) leave();
  };
  return [
    reasons.length ? el("ul", { class: "why" }, reasons.map((each) => el("li", {}, each))) : "",
    ...(told.order.length ? settling(told) : []),
    told.void ? el("div", { class: "actions" }, sure(say("deal_void"), () => book({ type: "deal_voided.v1" }))) : "",
  ];
}

// -- what was taken back ------------------------------------------------------------------------------------------------

/** @type {ReturnType<typeof buildOffer>} */
let taken;
/** What people said may stay taken back. */
let waved = "";

const markOf = (match) => `${match?.match} ${match?.seq}`;

/** What is asked, but for what the offer says as well while it stands. @param {import("./store.js").State} state */
export function asked(state) {
  const match = matchOf(state);
  const offered = match?.redo && waved !== markOf(match);
  return (state.table?.questions ?? []).filter(({ again }) => !again || !offered);
}

/** Draw the offer; none where nothing was taken back. */
export function renderOffer(parent, state) {
  taken ??= buildOffer(parent);
  const match = matchOf(state);
  taken.photo = state.table?.photo_back;
  const what = pick(taken.photo ?? match?.redo);
  parent.dataset.mark = markOf(match) + (taken.photo ? " photo" : "");
  set(parent, { hidden: !what || waved === parent.dataset.mark, "aria-label": say("offer") });
  taken.seq = match?.seq ?? 0;
  text(taken.words, what ? cardsNamed(say(taken.photo ? "offer_photo" : "offer_what", { what })) : "");
  text(taken.again, say(taken.photo ? "redo" : "offer_again"));
  text(taken.end, say("end_deal"));
  set(taken.end, { hidden: !match || ["ready", "bid", "over"].includes(match.phase) });
  set(taken.leave, { "aria-label": say("offer_leave"), title: say("offer_leave") });
}

function buildOffer(parent) {
  const nodes = {
    seq: 0,
    photo: /** @type {any} */ (null),
    words: el("p", { role: "status" }),
    again: el("button", { class: "seal", onclick: () => step("/api/redo", nodes.seq, undefined, { photo: !!nodes.photo }) }),
    end: el("button", { onclick: endDeal }),
    leave: el("button", { class: "quiet", onclick: () => {
      waved = parent.dataset.mark;
      update({});
    } }, "×"),
  };
  parent.append(nodes.words, el("div", { class: "actions" }, nodes.again, nodes.end, nodes.leave));
  return nodes;
}
