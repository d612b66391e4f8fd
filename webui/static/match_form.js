// What the forms that begin a match ask for: house rules, names of seats, and who deals first, chosen or drawn.

import { get } from "./api.js";
import { mini } from "./deck.js";
import { el, text } from "./dom.js";
import { state } from "./store.js";
import { outside, pick, say, seatName } from "./words.js";

/** The name that a form proposes for a seat. */
export const proposedName = (seat) => seatName(state.proposal.players[seat] ?? "");

/**
 * A field for a house rule, at its usual value or at `chosen`.
 * @param {import("./wire").Option} option
 * @param {any} [chosen]
 */
export function optionInput(option, chosen = option.default) {
  if (option.any_count && option.choices.every((value) => value !== null)) {
    const values = el("datalist", { id: `option-${option.key}` }, option.choices.map((value) => el("option", { value })));
    return el("span", {}, el("input", { name: "option", "data-key": option.key, type: "number", min: 1, max: 999, required: true, list: values.id, value: chosen }), values);
  }
  if (option.choices.length > 1 || !option.any_count) {
    return el("select", { name: "option", "data-key": option.key },
      option.choices.map((value, index) => el("option", { value: JSON.stringify(value), selected: value === chosen }, pick(option.choice_names[index]))));
  }
  return el("input", { name: "option", "data-key": option.key, type: "number", min: 1, max: 999, value: chosen ?? "", placeholder: option.choices[0] === null ? pick(option.choice_names[0]) : "" });
}

/** What such a field says; undefined where nothing was entered. @param {HTMLInputElement|HTMLSelectElement} input */
export const optionValue = (input) => (input.value === "" ? undefined : input.type === "number" ? Number(input.value) : JSON.parse(input.value));

/** What is wrong with a house rule in `root`, in words; its field is unfolded and has the focus. @param {Element} root */
export function wrongRule(root) {
  const field = /** @type {HTMLInputElement|null} */ (root.querySelector("[name=option]:invalid"));
  if (!field) return "";
  field.closest("details")?.setAttribute("open", "");
  field.focus();
  return outside(field.closest("label")?.querySelector("b")?.textContent, field);
}

/** The first seat that cannot be called as it is, and why; of those from `least` on nobody need be named. @param {string[]} typed @param {number} least */
export function wrongName(typed, least) {
  const names = typed.map((name) => name.trim());
  const empty = names.findIndex((name, seat) => !name && seat < least);
  const twice = names.findIndex((name, seat) => name && names.indexOf(name) < seat);
  if (empty >= 0) return { seat: empty, why: say("wizard_name_missing", { n: empty + 1 }) };
  return twice < 0 ? null : { seat: twice, why: say("wizard_name_twice", { name: names[twice] }) };
}

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
    seats.dispatchEvent(new Event("input", { bubbles: true }));
  });
  fill();
  return {
    node: el("div", { class: "first-dealer" }, el("label", {}, el("span", {}, say("first_dealer")), seats), button, told),
    fill,
    choose: (seat) => {
      seats.value = seat;
    },
    /** Seat of the first dealer; null before one is chosen, and then that is told. @returns {number|null} */
    seat: () => {
      if (seats.value) return Number(seats.value);
      told.replaceChildren(el("p", { class: "alarm" }, say("dealer_missing")));
      seats.focus();
      return null;
    },
  };
}
