// The page: `render(state)` is the only writer of the DOM; everything else changes the state or talks to yakume.

import { follow, get, step, watch } from "./api.js";
import { renderCaption } from "./caption.js";
import { askDeclare } from "./declare.js";
import { el, gliding, part, set, tellFull, text } from "./dom.js";
import { forgetDrafts } from "./draft.js";
import { renderDialog } from "./dialogs.js";
import { renderFlow, renderOffer } from "./flow.js";
import { askHealth } from "./health.js";
import { askHistory } from "./history.js";
import { renderBook, ruleButton } from "./ledger.js";
import { renderAsks, renderSeats, renderStrip } from "./seats.js";
import { renderMoves } from "./moves.js";
import { renderNext } from "./next_step.js";
import { hear } from "./sound.js";
import { watchPiles } from "./piles.js";
import { changeLanguage, matchOf, openDialog, state, subscribe, update } from "./store.js";
import { renderTable } from "./table.js";
import { fillTrouble, troubleBox } from "./trouble.js";
import { renderWelcome } from "./wizard.js";
import { cardNames, cut, firstLanguage, money, pick, say, scored, scoresOf, wide } from "./words.js";

/** Bring the whole page up to `state`. @param {import("./store.js").State} state */
function render(state) {
  const held = document.activeElement !== document.body;
  document.documentElement.lang = state.lang;
  Object.assign(document.documentElement.dataset, { role: state.you.role, phase: matchOf(state)?.phase ?? "" });
  document.title = say("title");
  text(part("skip"), say("skip"));
  const { booked } = state;
  renderHead(part("head"), state);
  gliding(() => {
    renderTable(part("table"), state);
    renderAsks(part("asks"), state);
    renderSeats(part("seats"), state);
  });
  renderFlow(part("flow"), state);
  renderMoves(part("moves"), state);
  // The page came with the scores in it; from here on they are shown by the script.
  if (booked) document.getElementById("first-scores")?.remove();
  renderStrip(part("strip"), state);
  renderOffer(part("offer"), state);
  renderNext(part("next"), state);
  renderCaption(part("caption"), state);
  renderWelcome(part("welcome"), state);
  renderBook(part("book"), state);
  renderDialog(part("over"), state);
  // What had the focus is gone: the keys go on where something is to be done next.
  const at = document.activeElement;
  if (held && !state.dialog && (at === document.body || !at?.checkVisibility())) {
    const next = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".answers button, #next .actions *")]).find((each) => each.checkVisibility());
    (next ?? part("seats")).focus({ preventScroll: true });
  }
  // Screen readers hear the score whenever it changes, and nothing in between.
  if (booked?.players) {
    const scores = scoresOf(booked);
    const all = booked.players.map((name, seat) => say("score_says", { name, mon: scored(scores[seat]) }));
    text(part("said"), all.join(state.lang === "ja" ? "、" : ", "));
  }
}

/** @type {ReturnType<typeof buildHead>} */
let head;
/** How much the button of undo has room for, in heights of its letters. */
const BRIEF = 26;

/** @param {import("./store.js").State} state */
function renderHead(parent, state) {
  head ??= buildHead(parent);
  const { table, camera, you } = state;
  const keeps = you.role === "keeper";
  const booked = matchOf(state);
  text(head.name, say("title"));
  text(head.game, booked ? pick(booked.ruleset) : say("no_match"));
  const deal = booked?.deal;
  text(head.deal, booked?.phase === "over" ? say("match_over") : deal ? say("deal", { n: deal.number }) : "");
  text(head.of, deal?.of && booked?.phase !== "over" ? say("of", { n: deal.of }) : "");
  const rate = table?.rate;
  text(head.rateName, rate ? pick(rate) : say("rate_none"));
  text(head.rateTimes, rate ? `×${rate.multiplier}` : "");
  // Once the match is over no field is to be laid any more, and not every game has rates.
  set(head.rate, { hidden: booked?.phase === "over" || !rate && !booked?.ruleset.ba, "data-rate": rate?.id ?? "none" });
  text(head.cameraText, say(`camera_${camera.state}`));
  set(head.camera, { "data-state": camera.state, title: pick(camera.detail) || say(`camera_${camera.state}`) });
  text(head.start, say("start"));
  set(head.start, { class: booked ? "quiet" : "seal", disabled: state.rulesets.length === 0, hidden: !keeps });
  text(head.photo, say("photo"));
  set(head.photo, { hidden: !keeps });
  head.seq = booked?.seq ?? 0;
  head.photo_of = table?.photo;
  const undo = head.photo_of ?? booked?.undo;
  const undone = undo ? pick(undo) : null;
  // Names as long as may be leave no room for what was done: they are cut first, the end only then.
  const brief = booked && undone && wide(undone) > 30 ? cut(booked.players.reduce((said, name) => said.replaceAll(name, cut(name, 6)), undone), BRIEF) : undone;
  text(head.undo, brief ? say("undo_what", { what: brief }) : say("undo"));
  set(head.undo, { hidden: !keeps, disabled: !undo, title: undone, "data-long": undone !== null && wide(undone) > 20, "aria-label": undone && say("undo_what", { what: undone }) });
  // What redo brings back the offer below names; here the row of buttons keeps to one line.
  text(head.redo, say("redo"));
  head.back = table?.photo_back;
  const redo = pick(head.back ?? booked?.redo) || null;
  set(head.redo, { hidden: !keeps || !redo, "aria-label": redo && say("redo_what", { what: redo }), title: redo });
  text(head.declare, say("declare"));
  set(head.declare, { hidden: !booked || !["keeper", "player"].includes(you.role) });
  text(head.history, say("history"));
  set(head.history, { hidden: !keeps || !booked });
  text(head.more, say("more"));
  text(head.lang, say("lang"));
  set(head.lang, { lang: state.lang === "ja" ? "en" : "ja" });
  // An open dialog covers the head and tells it itself.
  fillTrouble(head.trouble, state.dialog ? {} : { link: state.link, error: state.error ?? state.damaged });
}

function buildHead(parent) {
  const nodes = {
    name: el("span"),
    game: el("span", { class: "game" }),
    deal: el("span", { class: "deal" }),
    of: el("span", { class: "of" }),
    rateName: el("span", { class: "rate-name" }),
    rateTimes: el("span", { class: "times" }),
    cameraText: el("span"),
    start: el("button", { onclick: () => openDialog({ kind: "start" }) }),
    photo: el("button", { class: "quiet", onclick: () => openDialog({ kind: "photo" }) }),
    // What they take back or bring again is what they name on the screen, whatever was booked since.
    seq: 0,
    redo: el("button", { class: "quiet", onclick: () => step("/api/redo", nodes.seq, undefined, { photo: !!nodes.back }) }),
    back: /** @type {any} */ (null),
    photo_of: /** @type {any} */ (null),
    undo: el("button", { class: "quiet named", onclick: () => step("/api/undo", nodes.seq, undefined, { photo: !!nodes.photo_of }) }),
    declare: el("button", { class: "quiet", onclick: askDeclare }),
    history: el("button", { class: "quiet often", onclick: askHistory }),
    more: el("button", { class: "quiet", onclick: () => openDialog({ kind: "more" }) }),
    lang: el("button", { class: "quiet seldom", onclick: changeLanguage }),
    trouble: troubleBox(ruleButton()),
  };
  nodes.rate = el("div", { class: "rate" }, nodes.rateName, nodes.rateTimes);
  nodes.camera = el("button", { class: "camera", onclick: () => state.you.role === "keeper" && askHealth() }, el("i", { "aria-hidden": "true" }), nodes.cameraText);
  parent.append(
    el("h1", {}, el("img", { src: "/static/seal.svg", alt: "", width: 34, height: 34 }), nodes.name),
    el("div", { class: "where" }, nodes.game, nodes.deal, nodes.of),
    nodes.rate,
    nodes.camera,
    el("nav", {}, nodes.redo, nodes.declare, nodes.undo, nodes.history, nodes.photo, nodes.start, nodes.more, nodes.lang),
    nodes.trouble,
  );
  return nodes;
}

/** Ask for names and games until yakume answers; the page can be opened before the server is up again. */
async function setUp() {
  const setup = await get("/api/setup");
  if (!setup) {
    setTimeout(setUp, 2000);
    return;
  }
  Object.assign(cardNames, setup.names);
  update({ lang: firstLanguage(setup.lang), demo: setup.demo, first: setup.first, you: setup.you, unsure: setup.unsure, rulesets: setup.rulesets, proposal: setup.proposal });
}

/** @type {string|undefined} */
let begun;
/** What the next match proposes is what was played last, on any device. @param {import("./store.js").State} state */
async function propose({ booked }) {
  if (!booked) return;
  const now = `${booked.match} ${booked.players}`;
  const before = begun;
  begun = now;
  if (!before || before === now) return;
  const setup = await get("/api/setup");
  if (setup) update({ proposal: setup.proposal });
}

// The browser's language, until yakume was asked for another.
state.lang = firstLanguage(null);
subscribe(render);
document.addEventListener("input", (event) => tellFull(event, (n) => say("full", { n })));
subscribe(hear);
subscribe(forgetDrafts);
subscribe(propose);
watchPiles();
setUp();
follow();
watch();
