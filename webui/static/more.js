// More: the other pages, whether yakume may be heard, and the colours. Sound is off until somebody turns it on.

import { step } from "./api.js";
import { el } from "./dom.js";
import { askHealth } from "./health.js";
import { askHistory } from "./history.js";
import { askMatches } from "./matches.js";
import { askShare } from "./share.js";
import { allowed, allow } from "./sound.js";
import { changeLanguage, openDialog } from "./store.js";
import { askWizard } from "./wizard.js";
import { pick, say } from "./words.js";

/** theme.js applies what is chosen on every page of this device. */
const THEMES = ["device", "light", "dark", "contrast"];

const chosen = () => localStorage.getItem("theme") ?? "device";

function choose(theme) {
  if (theme === "device") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  dispatchEvent(new Event("themechosen"));
}

/** The choice between day, night and high contrast, as a group of radio buttons. */
function buildThemes() {
  return el("fieldset", { class: "themes" }, el("legend", {}, say("theme")),
    THEMES.map((theme) => el("label", {}, el("input", { type: "radio", name: "theme", checked: theme === chosen(), onchange: () => choose(theme) }),
      el("span", {}, say(`theme_${theme}`)))));
}

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
      booked?.redo && you.role === "keeper" ? el("button", { onclick: () => step("/api/redo", booked.seq, () => openDialog(null)) }, say("redo_what", { what: pick(booked.redo) })) : "",
      el("button", { onclick: changeLanguage }, say("lang"))),
    el("section", { class: "part ways keepers" }, el("button", { onclick: () => askWizard() }, say("wizard")), el("button", { onclick: askMatches }, say("matches")),
      el("button", { onclick: () => askShare() }, say("share")), el("button", { onclick: askHealth }, say("health"))),
    el("section", { class: "part" }, el("h3", {}, say("more_pages")), el("ul", { class: "pages" }, pages)),
    el("section", { class: "part" }, el("h3", {}, say("sound")), toggle("tone"), toggle("voice")),
    el("section", { class: "part" }, buildThemes()),
  ];
}
