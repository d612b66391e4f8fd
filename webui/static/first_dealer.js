// Who deals first: a tap on a seat, or a draw that yakume makes as the game ranks the cards.

import { send } from "./api.js";
import { el } from "./dom.js";
import { cardName, say } from "./words.js";

/**
 * The choice of the first dealer. `names()` are the players as they are typed now, `game()` the id of the game.
 * @param {() => string[]} names
 * @param {() => string} game
 */
export function firstDealer(names, game) {
  const seats = el("select", { "aria-label": say("first_dealer") });
  const told = el("div", { class: "drawn", role: "status" });
  const called = (seat) => names()[seat] || say("seat_n", { n: seat + 1 });
  /** Offer the seats that are taken; the one that was chosen stays. */
  const fill = () => {
    const before = Number(seats.value || 0);
    const count = names().length;
    seats.replaceChildren(...Array.from({ length: count }, (_, seat) => el("option", { value: seat }, called(seat))));
    seats.value = `${before < count ? before : 0}`;
  };
  const draw = async () => {
    fill();
    const drawn = await send(`/api/draw?ruleset=${game()}&seats=${names().length}`, undefined, { method: "GET" });
    if (!drawn) return;
    seats.value = `${drawn.dealer}`;
    told.replaceChildren(...drawn.rounds.map((round, index) => el("p", {}, index ? `${say("drawn_again")} ` : "", Object.entries(round).map(([seat, card]) =>
      el("span", {}, `${called(seat)} `, el("img", { class: "mini", src: `/cards/${card}.svg`, alt: cardName(card), title: cardName(card), width: 33, height: 54 }))))),
    el("p", {}, say("drawn", { name: called(drawn.dealer) })));
  };
  fill();
  return {
    node: el("div", { class: "first-dealer" }, el("label", {}, el("span", {}, say("first_dealer")), seats),
      el("button", { type: "button", class: "quiet", onclick: draw }, say("draw")), told),
    fill,
    /** Seat of the first dealer. */
    seat: () => Number(seats.value || 0),
  };
}
