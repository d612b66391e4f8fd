// More: the other pages, and whether yakume may be heard. Everything is off until somebody turns it on.

import { el } from "./dom.js";
import { askHealth } from "./health.js";
import { askHistory } from "./history.js";
import { askMatches } from "./matches.js";
import { askShare } from "./share.js";
import { allowed, allow } from "./sound.js";
import { changeLanguage } from "./store.js";
import { buildThemes } from "./themes.js";
import { askWizard } from "./wizard.js";
import { say } from "./words.js";

/** What the dialog holds. */
export function buildMore({ booked, you }) {
  const to = (path, words, ...more) => el("li", {}, el("a", { href: path, target: "_blank", rel: "noopener" }, words), ...more);
  const pages = [to("/learn", say("more_learn")), to("/scores", say("more_scores")), to("/overlay", say("more_overlay"))];
  const own = you.role === "keeper" ? () => true : (/** @type {number} */ seat) => seat === you.seat;
  (booked?.players ?? []).forEach((name, seat) => own(seat) && pages.push(to(`/hand?seat=${seat}`, say("more_hand", { name }),
    you.role === "keeper" ? el("button", { class: "quiet", "aria-label": `${name}: ${say("share_make")}`, onclick: () => askShare(seat) }, "QR") : "")));
  const toggle = (what) => el("label", { class: "big-switch" }, el("span", {}, say(`sound_${what}`)),
    el("input", { type: "checkbox", checked: allowed(what), onchange: (event) => allow(what, event.target.checked) }));
  return [
    // What a phone's row of buttons has no room for.
    el("section", { class: "part ways here" }, booked?.match && you.role === "keeper" ? el("button", { onclick: askHistory }, say("history")) : "",
      el("button", { onclick: changeLanguage }, say("lang"))),
    el("section", { class: "part ways keepers" }, el("button", { onclick: () => askWizard() }, say("wizard")), el("button", { onclick: askMatches }, say("matches")),
      el("button", { onclick: () => askShare() }, say("share")), el("button", { onclick: askHealth }, say("health"))),
    el("section", { class: "part" }, el("h3", {}, say("more_pages")), el("ul", { class: "pages" }, pages)),
    el("section", { class: "part" }, el("h3", {}, say("sound")), toggle("tone"), toggle("voice")),
    el("section", { class: "part" }, buildThemes()),
  ];
}
