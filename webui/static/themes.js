// The choice between day, night and high contrast; theme.js applies it on every page of this device.

import { el } from "./dom.js";
import { say } from "./words.js";

const THEMES = ["device", "light", "dark", "contrast"];

const chosen = () => localStorage.getItem("theme") ?? "device";

function choose(theme) {
  if (theme === "device") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  dispatchEvent(new Event("themechosen"));
}

/** The choice, as a group of radio buttons. */
export function buildThemes() {
  return el("fieldset", { class: "themes" }, el("legend", {}, say("theme")),
    THEMES.map((theme) => el("label", {}, el("input", { type: "radio", name: "theme", checked: theme === chosen(), onchange: () => choose(theme) }),
      el("span", {}, say(`theme_${theme}`)))));
}
