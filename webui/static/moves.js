// The newest half-turns as they are believed, newest first: a better reading replaces them until the deal is settled.

import { el, keyed, set, text } from "./dom.js";
import { askReplay } from "./review.js";
import { matchOf } from "./store.js";
import { cardName, listed, say } from "./words.js";

/** Draw the moves; nothing while none are followed. */
export function renderMoves(parent, state) {
  const match = matchOf(state);
  const plays = match ? (state.table?.plays ?? []).toReversed() : [];
  set(parent, { hidden: plays.length === 0, "aria-label": say("moves") });
  keyed(parent, plays, (play) => `${play.at} ${play.seat} ${play.card}`, () => el("li", {}, el("b"), el("span", { class: "minis" }), el("button")), (node, play) => {
    const [who, cards, words] = /** @type {HTMLElement[]} */ ([...node.children]);
    text(who, match?.players[play.seat] ?? "");
    keyed(cards, [play.card, ...play.takes], (card) => card, (card) => el("img", { class: "mini", src: `/cards/${card}.svg`, alt: "", width: 33, height: 54 }));
    const gaps = { card: cardName(play.card), takes: listed(play.takes.map(cardName)) };
    set(words, { title: say("mend_move"), disabled: state.you.role !== "keeper", onclick: () => askReplay(match?.deal.number, 0, play.at) });
    text(words, say(`${play.from_hand ? "move_hand" : "move_stock"}${play.takes.length ? "_takes" : ""}`, gaps));
  });
}
