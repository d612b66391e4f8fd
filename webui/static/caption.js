// The demo explains itself: one caption at a time, each when what it speaks of is to be seen, and never twice.

import { send } from "./api.js";
import { el, set, text } from "./dom.js";
import { openDialog } from "./store.js";
import { listed, pick, say } from "./words.js";

/** How long a caption stays at least, so that it can be read. */
const STAYS_MS = 6000;

/**
 * Each caption's word, and when it is time for it: gaps of the sentence, or null.
 * @type {[string, (state: any) => Object<string, any>|null][]}
 */
const CAPTIONS = [
  ["caption_recording", () => ({})],
  ["caption_rate", ({ table }) => (table?.rate ? { rate: pick(table.rate), times: table.rate.multiplier } : null)],
  ["caption_teyaku", ({ booked, table }) => {
    const seat = table?.seats?.findIndex((each) => each.teyaku.length > 0) ?? -1;
    return seat < 0 ? null : { name: booked.players[seat], yaku: listed(table.seats[seat].teyaku.map(pick)) };
  }],
  ["caption_captures", ({ table }) => (table?.seats?.some((seat) => seat.captures.length > 3) ? {} : null)],
  ["caption_ask", ({ table }) => (table?.questions?.length ? {} : null)],
  ["caption_booked", ({ booked }) => (booked?.deal?.number > joined || booked?.phase === "over" ? {} : null)],
];

/** Which were shown; the last of them stands. @type {number[]} */
const shown = [];
let since = 0;
/** The deal that ran when the page was opened: the recording goes round and round. */
let joined = 0;
let done = false;
/** @type {any} */
let nodes = null;

/** Show the caption whose time has come; the last one leads to the own table. */
export function renderCaption(parent, state) {
  set(parent, { hidden: !state.demo || done || !state.booked });
  if (!state.demo || done || !state.booked) return;
  nodes ??= build(parent);
  joined ||= state.booked.deal?.number ?? 0;
  const last = shown.includes(CAPTIONS.length - 1);
  if (!last && (shown.length === 0 || Date.now() - since > STAYS_MS)) {
    // What comes late, as the field where cards were taken at once, still has its turn.
    const next = CAPTIONS.findIndex(([, ready], at) => !shown.includes(at) && ready(state) !== null);
    if (next >= 0) {
      shown.push(next);
      since = Date.now();
    }
  }
  const [word, gaps] = CAPTIONS[shown.at(-1) ?? 0];
  nodes.said ??= {};
  nodes.said[word] ??= gaps(state) ?? {};
  text(nodes.words, say(word, nodes.said[word]));
  text(nodes.learn, say("caption_learn"));
  set(nodes.learn, { href: `/learn?game=${state.booked.ruleset?.id ?? ""}` });
  text(nodes.own, say("caption_own"));
  set(nodes.close, { "aria-label": say("close") });
}

function build(parent) {
  const made = {
    words: el("p", { role: "status" }),
    learn: el("a", { target: "_blank", rel: "noopener" }),
    own: el("button", { class: "seal", onclick: () => openDialog({ kind: "own" }) }),
    close: el("button", { class: "quiet", onclick: () => {
      done = true;
      set(parent, { hidden: true });
    } }, "×"),
  };
  parent.append(made.words, made.learn, made.own, made.close);
  return made;
}

/** How often it is asked whether yakume is back with the own table, ms. */
const ASK_AGAIN_MS = 500;

/** From the demo to the own table: what comes, and the one button. */
export function buildOwn() {
  const waiting = el("p", { role: "status" });
  const go = el("button", { class: "seal", onclick: async () => {
    if (!(await send("/api/demo/leave"))) return;
    set(go, { disabled: true });
    text(waiting, say("own_wait"));
    comeBack();
  } }, say("own_go"));
  return [
    el("p", {}, say("own_what")),
    el("ol", { class: "own" }, ["own_place", "own_start", "own_fit", "own_deck"].map((word) => el("li", {}, el("p", {}, say(word))))),
    el("p", {}, say("own_without")),
    waiting,
    el("div", { class: "actions" }, go),
  ];
}

/** Wait until the recording is gone and yakume is there again, then begin with the own table. */
async function comeBack() {
  const setup = await fetch("/api/setup").then((response) => (response.ok ? response.json() : null), () => null);
  if (!setup || setup.demo) return void setTimeout(comeBack, ASK_AGAIN_MS);
  location.hash = "#setup";
  return location.reload();
}
