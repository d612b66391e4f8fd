// What to do next at the table: for who has never played, and where no camera sees it the shortest way to enter it.

import { askDeclare, changes } from "./declare.js";
import { el, part, set, text } from "./dom.js";
import { ruleButton } from "./ledger.js";
import { askMatches } from "./matches.js";
import { matchOf, openDialog } from "./store.js";
import { listed, pick, say, scoresOf } from "./words.js";

/** @type {ReturnType<typeof build>} */
let view;

/** Draw the next step; none where the table shows it, or a camera offers again what was taken back. @param {import("./store.js").State} state */
export function renderNext(parent, state) {
  view ??= build(parent);
  const match = matchOf(state);
  const blind = state.camera.state === "off";
  const keeps = state.you.role === "keeper";
  const over = match?.phase === "over" && match.result;
  const unshown = match && keeps ? match.deal.unshown : [];
  const step = over ? (over.void ? "over_void" : "over") : match && (blind || !match.redo) && keeps ? stepOf(match, blind, state.table) : null;
  const four = state.table?.plays.length ? null : match?.four;
  // Until somebody has played: whoever never did reads how.
  const turns = state.table?.plays.length || match?.deal.ends_in_hand ? null : match?.deal.turns;
  set(parent, { "aria-label": over ? say("match_over") : null, hidden: !step && !four && !turns && !unshown.length });
  if (!match) return;
  // The result of a match stands above everything, whatever is still asked.
  if (over && parent.parentElement !== document.body) part("main").before(parent);
  else if (!over && parent.parentElement === document.body) part("asks").after(parent);
  const { deal, players, ruleset } = match;
  text(view.says, four ? pick(four) : "");
  text(set(view.rule, { "data-why": say("why") }), four?.rule ?? "");
  set(view.four, { hidden: !four });
  text(view.turns, turns ? pick(turns) : "");
  set(text(view.learn, say("caption_learn")), { hidden: !turns, href: `/learn?game=${ruleset.id}` });
  text(view.words, (step ? say(`next_${step}`, { n: deal.number, name: players[deal.dealer], dealing: pick(ruleset.dealing), ...finalOf(match) }) : "") + sumsOf(match) + (unshown.length ? ` ${say("next_unshown", { names: listed(unshown.map((seat) => players[seat])) })}` : ""));
  text(view.tap, say(unshown.length ? "declare_hand" : "next_lay_tap"));
  text(view.photo, say("next_lay_photo"));
  set(view.tap, { hidden: step !== "lay" && !unshown.length });
  set(view.photo, { hidden: step !== "lay" });
  text(view.sheet, say("sheet"));
  set(view.sheet, { hidden: !over, href: `/api/sheet.html?lang=${state.lang}` });
  text(view.matches, say("matches"));
  set(view.matches, { hidden: !over || !keeps });
  text(view.again, say("start"));
  set(view.again, { hidden: !over || !keeps });
}

/** Who won, and the final scores. */
function finalOf(match) {
  const final = scoresOf(match);
  return match.result && { first: listed(match.players.filter((_, seat) => final[seat] === Math.max(...final))), scores: changes(final) };
}

/** What the deals came to, where the game makes another final score of it. */
function sumsOf(match) {
  const final = scoresOf(match);
  return match.result && match.scores.some((mon, seat) => mon !== final[seat]) ? ` ${say("next_over_sums", { sums: changes(match.scores) })}` : "";
}

/**
 * Which step comes: where a camera sees the table only the first field and a deal that a hand yaku ends are asked for.
 * @param {import("./wire").Booked} match
 * @param {boolean} blind
 * @param {import("./store.js").State["table"]} table a deal that began before anybody looked is said elsewhere
 */
function stepOf({ phase, deal }, blind, table) {
  if (phase === "ready") return blind ? "lay" : deal.number === 1 && !table?.seats.some(({ captures }) => captures.length) ? "seen" : null;
  if (deal.ends_in_hand) return "hand_over";
  return !blind || phase === "over" || phase === "bid" ? null : "play";
}

function build(parent) {
  const nodes = {
    says: el("span"),
    rule: ruleButton(),
    four: el("p", { class: "reasons", role: "status" }),
    turns: el("p", { role: "status" }),
    learn: el("a", { target: "_blank", rel: "noopener" }),
    words: el("p", { role: "status" }),
    tap: el("button", { class: "seal", onclick: askDeclare }),
    photo: el("button", { onclick: () => openDialog({ kind: "photo" }) }),
    sheet: el("a", { class: "button", target: "_blank", rel: "noopener" }),
    matches: el("button", { onclick: askMatches }),
    again: el("button", { class: "seal", onclick: () => openDialog({ kind: "start" }) }),
  };
  nodes.four.append(nodes.says, " ", nodes.rule);
  parent.append(nodes.four, nodes.turns, nodes.learn, nodes.words, el("div", { class: "actions" }, nodes.tap, nodes.photo, nodes.again, nodes.sheet, nodes.matches));
  return nodes;
}
