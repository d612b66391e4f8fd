// House rules and seats, as the forms that begin a match ask for them.

import { el } from "./dom.js";
import { state } from "./store.js";
import { pick, seatName } from "./words.js";

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
  return el("input", { name: "option", "data-key": option.key, type: "number", min: 1, value: chosen ?? "", placeholder: option.choices[0] === null ? pick(option.choice_names[0]) : "" });
}

/** What such a field says; undefined where nothing was entered. */
export const optionValue = (input) => (input.value === "" ? undefined : JSON.parse(input.value));
