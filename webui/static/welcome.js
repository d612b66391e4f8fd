// What stands where the seats will be as long as no match was begun: the way to the own table.

import { el, set, text } from "./dom.js";
import { openDialog } from "./store.js";
import { askWizard, lastTime, startAgain } from "./wizard.js";
import { say } from "./words.js";

/** The address ends so when people left the demo for their own table. */
const OWN = "#setup";

/** @type {ReturnType<typeof build>} */
let nodes;
let led = false;
/** Whether the first steps were shown and no match was begun since. */
let unasked = false;

/**
 * @param {Element} parent
 * @param {import("./store.js").State} state
 */
export function renderWelcome(parent, { booked, camera, dialog, rulesets, first, you }) {
  set(parent, { hidden: !booked || Boolean(booked.match) });
  // The first steps that nobody asked for are in the way once another device has begun a match.
  if (booked?.match && unasked) {
    unasked = false;
    if (dialog?.kind === "wizard") openDialog(null);
  }
  if (!booked || booked.match) return;
  nodes ??= build(parent);
  const keeper = you.role === "keeper";
  const again = keeper ? lastTime() : "";
  text(nodes.words, say(camera.state === "off" ? "welcome_blind" : "welcome"));
  text(nodes.last, again);
  text(nodes.again, say("wizard_again"));
  set(nodes.again, { hidden: !again });
  text(nodes.wizard, say(again ? "wizard_anew" : "wizard"));
  set(nodes.wizard, { hidden: !keeper, class: again ? "" : "seal", disabled: rulesets.length === 0 });
  // Where nothing was ever set up there is nothing else to do: the first steps are shown unasked, once.
  if (!led && keeper && rulesets.length > 0 && (first || location.hash === OWN)) {
    led = unasked = true;
    history.replaceState(null, "", location.pathname);
    askWizard();
  }
}

function build(parent) {
  const made = {
    words: el("p"),
    last: el("p", { class: "last" }),
    again: el("button", { class: "seal", onclick: startAgain }),
    wizard: el("button", { onclick: () => askWizard() }),
  };
  parent.append(made.words, made.last, el("div", { class: "ways" }, made.again, made.wizard));
  return made;
}
