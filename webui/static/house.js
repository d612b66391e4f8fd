// A payment that the table agreed on and no rule asks for: who pays whom, how much and why, shown before it is booked.

import { based, changes, quietly } from "./declare.js";
import { el, text } from "./dom.js";
import { matchOf, state, theMatch } from "./store.js";
import { whyOf } from "./trouble.js";
import { say } from "./words.js";

/** The form; `book(...events)` books what it makes. @param {(...events: object[]) => void} book */
export function houseForm(book) {
  const { players, ruleset } = theMatch();
  // Nobody pays or is paid before somebody says so.
  const seats = (...more) => el("select", { onchange: () => look() }, el("option", { value: "" }, "—"), ...more, players.map((name, seat) => el("option", { value: seat }, name)));
  const payer = seats(players[2] && el("option", { value: "all" }, say("house_all")));
  const payee = seats();
  const number = (step) => el("input", { type: "number", min: 0, max: 10000, step, inputmode: "numeric", oninput: () => look() });
  const kan = number(.5);
  const rest = number(1);
  const reason = el("input", { maxlength: 60, autocomplete: "off", oninput: () => look() });
  const told = el("p", { role: "status" });
  let events = /** @type {object[]} */ ([]);
  const pay = el("button", { class: "seal", disabled: true, onclick: () => book(...events) }, say("house_book"));
  const look = async () => {
    const to = Number(payee.value);
    const from = payer.value === "all" ? players.map((_, seat) => seat).filter((seat) => seat !== to) : [Number(payer.value)];
    const mon = Number(kan.value) * 12 + Number(rest.value);
    const asked = from.map((seat) => ({ type: "house_payment.v1", payer: seat, payee: to, mon, reason: reason.value.trim() }));
    events = asked;
    pay.disabled = true;
    const wrong = [kan, rest].find((input) => !input.validity.valid);
    if (wrong) return text(told, say("number_range", { name: wrong.previousSibling?.textContent, n: wrong.max }));
    if (!(kan.value || rest.value) || !payer.value || !payee.value || !reason.value.trim()) return text(told, say("house_wants"));
    const found = await quietly("/api/preview", based({ events: asked }));
    if (events !== asked || !matchOf(state)) return undefined;
    pay.disabled = !found.change;
    return text(told, found.change ? changes(found.change) : `${whyOf(found.error)} ${found.error.rule}`);
  };
  look();
  const field = (words, input) => el("label", {}, el("span", {}, words), input);
  return [
    el("p", {}, say("house_how")),
    field(say("house_payer"), payer),
    field(say("house_payee"), payee),
    ruleset.in_kan ? field(say("unit_kan"), kan) : "",
    field(say(`unit_${ruleset.in_kan ? "mon" : ruleset.price}`), rest),
    field(say("house_reason"), reason),
    told,
    el("div", { class: "actions" }, pay),
  ];
}
