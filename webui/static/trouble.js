// One place where a refusal is told: in the head of the page, or in the dialog that is open.

import { el, set, text } from "./dom.js";
import { knows, say } from "./words.js";

/** Codes whose sentence says all there is; with any other the machine's own sentence helps to mend it. */
const PLAIN = new Set([
  "unreachable", "conflict", "one_step", "no_match", "nothing_to_undo", "not_asked", "too_many", "no_such_seat", "no_such_track",
  "no_picture", "not_an_image", "empty_image", "broken_image", "image_too_small", "bad_name", "deck_exists", "no_card", "no_photo",
  "too_many_photos", "learning", "token_needed", "link_ended", "only_here", "too_many_links", "no_such_link", "another_seat", "keepers", "watcher_only", "player_only",
]);

/** An empty, hidden box for a refusal; `rule` shows the rule's id: a button where another dialog may open. */
export function troubleBox(rule = el("small")) {
  return el("div", { class: "trouble", role: "alert", hidden: true },
    el("p"), rule, el("details", {}, el("summary"), el("p", { lang: "en" })));
}

/**
 * Tell `error`, {code, message, rule}, in the chosen language; null empties the box. A lost connection comes first.
 * @param {Element} box
 * @param {Partial<import("./store.js").State>} state
 */
export function fillTrouble(box, { link, error }) {
  // Where the database cannot be opened, or nobody is let in, there is no stream either; the reason is what helps.
  const lost = link === "lost" && !/^(store_|link_ended|token_needed)/.test(error?.code ?? "");
  set(box, { hidden: !lost && !error });
  const [sentence, rule, more] = box.children;
  text(sentence, lost ? say("link_lost") : error ? say(knows(`error_${error.code}`) ? `error_${error.code}` : "error_other") : "");
  text(rule, (!lost && error?.rule) || "");
  set(rule, { hidden: lost || !error?.rule });
  set(more, { hidden: lost || !error || PLAIN.has(error.code) });
  text(more.children[0], say("error_details"));
  text(more.children[1], error?.message ?? "");
}
