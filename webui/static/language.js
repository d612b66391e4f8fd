// The one switch between Japanese and English, remembered on this device.

import { state, update } from "./store.js";

/** The other language from now on. */
export function changeLanguage() {
  const lang = state.lang === "ja" ? "en" : "ja";
  localStorage.setItem("lang", lang);
  update({ lang });
}
