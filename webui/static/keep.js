// Labelling by playing: the one switch for keeping pictures that people correct, and what it means.

import { send } from "./api.js";
import { sure } from "./declare.js";
import { dataOf, el, set, setData, text, within } from "./dom.js";
import { say } from "./words.js";

/** What the dialog holds. */
export function buildKeep() {
  const box = el("input", { type: "checkbox", id: "keep-on", onchange: () => send("/api/samples", { on: box.checked }) });
  const remove = sure(say("keep_delete"), () => send("/api/samples", undefined, { method: "DELETE" }));
  return [
    el("label", { class: "big-switch", for: "keep-on" }, el("b", {}, say("keep_on")), box),
    el("p", {}, say("keep_what")),
    el("p", {}, say("keep_where"), " ", el("code", {})),
    el("p", { class: "kept", role: "status" }),
    el("p", { class: "alarm", role: "alert" }),
    el("div", { class: "actions" }, remove),
  ];
}

/**
 * Bring the dialog up to `state.samples`.
 * @param {Element} dialog
 * @param {import("./store.js").State} state
 */
export function fillKeep(dialog, { samples }) {
  if (!samples) return;
  // Between a tap and yakume's answer the switch stands where the person put it.
  if (dataOf(dialog) !== samples) /** @type {HTMLInputElement} */ (within(dialog, "#keep-on")).checked = samples.on;
  setData(dialog, samples);
  text(within(dialog, "code"), samples.folder);
  const mb = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  text(within(dialog, ".kept"), say("kept", { n: samples.pictures, mb: mb(samples.bytes), limit: mb(samples.limit_bytes) }));
  text(within(dialog, ".alarm"), samples.trouble ? say(`keep_${samples.trouble}`) : "");
  set(within(dialog, ".actions button"), { disabled: samples.pictures === 0 });
}
