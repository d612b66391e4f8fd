// One place where a refusal is told: in the head of the page, or in the dialog that is open.

import { el, set, text } from "./dom.js";
import { matchOf, state } from "./store.js";
import { cardsNamed, knows, pick, say } from "./words.js";

/** Codes of which the machine's own sentence, in English, helps to mend it: it names a file, or a field. */
const MACHINE = /^(store_|samples_|(bad_layout|unwritable|deck|incomplete|no_model|no_room|no_such_camera|invalid_request|internal_error)$)/;

/** An empty, hidden box for a refusal; `rule` shows the rule's id: a button where another dialog may open. */
export function troubleBox(rule = el("small")) {
  return el("div", { class: "trouble", role: "alert", hidden: true },
    el("p"), rule, el("small"), el("details", {}, el("summary"), el("p", { lang: "en" })));
}

/** Why something was refused: what is in the way, else what the rule or the code says. @param {import("./wire").Refusal} refusal */
export function whyOf({ code, why, says }) {
  const names = matchOf(state)?.players ?? [];
  const said = pick(why ?? says).replace(/\{(\d+)\}/g, (_, seat) => names[seat] ?? say("seat_n", { n: Number(seat) + 1 }));
  const named = cardsNamed(said);
  return named.charAt(0).toUpperCase() + named.slice(1) || say(knows(`error_${code}`) ? `error_${code}` : "error_other");
}

/**
 * Tell `error` in the chosen language; null empties the box. A lost connection comes first.
 * @param {Element} box
 * @param {Partial<import("./store.js").State>} state
 */
export function fillTrouble(box, { link, error }) {
  // Where the database cannot be opened, or nobody is let in, there is no stream either; the reason is what helps.
  const lost = link === "lost" && !/^(store_|link_ended|token_needed)/.test(error?.code ?? "");
  set(box, { hidden: !lost && !error });
  const [sentence, rule, says, more] = box.children;
  text(sentence, lost ? say("link_lost") : error ? whyOf(error) : "");
  text(rule, (!lost && error?.rule) || "");
  set(rule, { hidden: lost || !error?.rule });
  text(says, !lost && error?.why ? pick(error.says) : "");
  set(more, { hidden: lost || !error || !MACHINE.test(error.code) });
  text(more.children[0], say("error_details"));
  text(more.children[1], error?.message ?? "");
}
