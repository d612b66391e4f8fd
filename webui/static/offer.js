// What was taken back is not booked again by itself: it is offered here, until something else is booked.

import { step } from "./api.js";
import { el, set, text } from "./dom.js";
import { endDeal } from "./flow.js";
import { matchOf, update } from "./store.js";
import { cardsNamed, pick, say } from "./words.js";

/** @type {ReturnType<typeof build>} */
let view;
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
  view ??= build(parent);
  const match = matchOf(state);
  const what = match?.redo ? pick(match.redo) : "";
  parent.dataset.mark = markOf(match);
  set(parent, { hidden: !what || waved === parent.dataset.mark, "aria-label": say("offer") });
  view.seq = match?.seq ?? 0;
  text(view.words, what ? cardsNamed(say("offer_what", { what })) : "");
  text(view.again, say("offer_again"));
  text(view.end, say("end_deal"));
  set(view.end, { hidden: !match || ["ready", "bid", "over"].includes(match.phase) });
  set(view.leave, { "aria-label": say("offer_leave"), title: say("offer_leave") });
}

function build(parent) {
  const nodes = {
    seq: 0,
    words: el("p", { role: "status" }),
    again: el("button", { class: "seal", onclick: () => step("/api/redo", nodes.seq) }),
    end: el("button", { onclick: endDeal }),
    leave: el("button", { class: "quiet", onclick: () => {
      waved = parent.dataset.mark;
      update({});
    } }, "×"),
  };
  parent.append(nodes.words, el("div", { class: "actions" }, nodes.again, nodes.end, nodes.leave));
  return nodes;
}
