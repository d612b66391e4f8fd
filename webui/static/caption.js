// The demo explains itself: one caption at a time, in order, each when what it speaks of is to be seen, and never twice.

import { send } from "./api.js";
import { el, set, text } from "./dom.js";
import { update } from "./store.js";
import { listed, pick, say } from "./words.js";

/** How long a caption stays at least, so that it can be read: by the film's clock, as what comes next is in the film. */
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
  ["caption_booked", (state) => (isLater(state) ? {} : null)],
];

/** Of which round's match, which of them stands, the film's time when it came, and the deal that ran then. */
let round = "";
let again = false;
let at = -1;
let since = 0;
let deal = 0;
let done = false;
let leaving = false;
/** @type {any} */
let nodes = null;

const dealOf = ({ booked }) => booked.deal?.number ?? 0;
const isLater = (state) => dealOf(state) > deal || state.booked.phase === "over";

/** Show the caption whose time has come; the last one leads to the own table. */
export function renderCaption(parent, state) {
  set(parent, { hidden: !state.demo || done || !state.booked });
  if (!state.demo || done || !state.booked) return;
  nodes ??= build(parent);
  const now = state.seen?.t_ms ?? NaN;
  // Every round is a match of its own.
  if (round !== state.booked.match) [again, round, at, since] = [round !== "", state.booked.match, -1, now];
  since ||= now; // before the first picture the film's time is not known
  // What did not come in a whole deal is passed over; all else waits for its turn.
  if (at < 0 || Math.abs(now - since) > STAYS_MS) {
    const due = [at + 1, ...(isLater(state) ? [at + 2] : [])].find((each) => CAPTIONS[each]?.[1](state));
    if (due !== undefined) [at, since, deal, nodes.gaps] = [due, now, dealOf(state), CAPTIONS[due][1](state)];
  }
  text(nodes.words, leaving ? say("own_wait") : (again && at === 0 ? say("caption_again") : "") + say(CAPTIONS[at][0], nodes.gaps));
  text(nodes.learn, say("caption_learn"));
  set(nodes.learn, { href: `/learn?game=${state.booked.ruleset?.id ?? ""}` });
  text(nodes.own, say("caption_own"));
  set(nodes.own, { disabled: leaving });
  set(nodes.close, { "aria-label": say("close") });
}

function build(parent) {
  const made = {
    words: el("p", { role: "status" }),
    learn: el("a", { target: "_blank", rel: "noopener" }),
    own: el("button", { class: "seal", onclick: leave }),
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

/** From the demo to the own table, with one tap. */
async function leave() {
  leaving = Boolean(await send("/api/demo/leave"));
  if (!leaving) return;
  update({});
  comeBack();
}

/** Wait until the recording is gone and yakume is there again, then begin with the own table. */
async function comeBack() {
  const setup = await fetch("/api/setup").then((response) => (response.ok ? response.json() : null), () => null);
  if (!setup || setup.demo) return void setTimeout(comeBack, ASK_AGAIN_MS);
  location.hash = "#setup";
  return location.reload();
}
