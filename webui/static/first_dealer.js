// Who deals first: a tap on a seat, or a draw that yakume makes as the game ranks the cards.

import { get } from "./api.js";
import { mini } from "./deck.js";
import { el, text } from "./dom.js";
import { say } from "./words.js";

/**
 * A button that draws for the first dealer, and what was drawn.
 * @param {() => string[]} names the players as they are typed now
 * @param {() => string} game its id
 * @param {(dealer: number) => void} chosen is told who was drawn
 */
export function drawing(names, game, chosen) {
  const told = el("div", { class: "drawn", role: "status" });
  const called = (seat) => names()[seat] || say("seat_n", { n: seat + 1 });
  const draw = async () => {
    const drawn = await get(`/api/draw?ruleset=${game()}&seats=${names().length}`);
    if (!drawn) return;
    chosen(drawn.dealer);
    told.replaceChildren(...drawn.rounds.map((round, index) => el("p", {}, index ? `${say("drawn_again")} ` : "", Object.entries(round).map(([seat, card]) =>
      el("span", {}, `${called(Number(seat))} `, mini(card))))),
    el("p", {}, say("drawn", { name: called(drawn.dealer) })));
  };
  return { button: el("button", { type: "button", class: "quiet", onclick: draw }, say("draw")), told };
}

/**
 * The choice of the first dealer. `names()` are the players as they are typed now, `game()` the id of the game.
 * @param {() => string[]} names
 * @param {() => string} game
 */
export function firstDealer(names, game) {
  const seats = el("select", { "aria-label": say("first_dealer"), onchange: () => text(told, "") });
  /** Offer the seats that are taken; the one that was chosen stays. */
  const fill = () => {
    const before = seats.value;
    const typed = names();
    // Nobody deals first before it was drawn or said.
    seats.replaceChildren(el("option", { value: "" }, "—"), ...typed.map((name, seat) => el("option", { value: seat }, name || say("seat_n", { n: seat + 1 }))));
    seats.value = Number(before) < typed.length ? before : "";
    told.replaceChildren(); // what was drawn named them as they were
  };
  const { button, told } = drawing(names, game, (dealer) => {
    fill();
    seats.value = `${dealer}`;
  });
  fill();
  return {
    node: el("div", { class: "first-dealer" }, el("label", {}, el("span", {}, say("first_dealer")), seats), button, told),
    fill,
    /** Seat of the first dealer; null before one is chosen, and then that is told. @returns {number|null} */
    seat: () => {
      if (seats.value) return Number(seats.value);
      told.replaceChildren(el("p", { class: "alarm" }, say("dealer_missing")));
      seats.focus();
      return null;
    },
  };
}
