// The page: `render(state)` is the only writer of the DOM; everything else changes the state or talks to yakume.

import { command, follow, send, watch } from "./api.js";
import { el, gliding, set, text } from "./dom.js";
import { renderDialog } from "./dialogs.js";
import { renderBook, ruleButton } from "./ledger.js";
import { renderAsks, renderSeats, renderStrip } from "./seats.js";
import { openDialog, state, subscribe, update } from "./store.js";
import { renderTable } from "./table.js";
import { fillTrouble, troubleBox } from "./trouble.js";
import { cardNames, money, pick, say } from "./words.js";

const part = (id) => document.getElementById(id);

/** Bring the whole page up to `state`. */
function render(state) {
  document.documentElement.lang = state.lang;
  document.title = say("title");
  text(part("skip"), say("skip"));
  const { booked } = state;
  renderHead(part("head"), state);
  gliding(() => {
    renderTable(part("table"), state);
    renderAsks(part("asks"), state);
    renderSeats(part("seats"), state);
  });
  renderStrip(part("strip"), state);
  set(part("welcome"), { hidden: !booked || Boolean(booked.match) });
  text(part("welcome"), say("welcome"));
  renderBook(part("book"), state);
  renderDialog(part("over"), state);
  // Screen readers hear the score whenever it changes, and nothing in between.
  if (booked?.players) {
    const all = booked.players.map((name, seat) => say("score_says", { name, mon: money(booked.scores[seat]) }));
    text(part("said"), all.join(state.lang === "ja" ? "、" : ", "));
  }
}

let head = null;

function renderHead(parent, state) {
  head ??= buildHead(parent);
  const { booked, table, camera } = state;
  text(head.name, say("title"));
  text(head.game, booked?.match ? pick(booked.ruleset) : say("no_match"));
  const deal = booked?.deal;
  text(head.deal, booked?.phase === "over" ? say("match_over") : deal ? say("deal", { n: deal.number }) : "");
  text(head.of, deal?.of ? say("of", { n: deal.of }) : "");
  const rate = table?.rate;
  text(head.rateName, rate ? pick(rate) : say("rate_none"));
  text(head.rateTimes, rate ? `×${rate.multiplier}` : "");
  set(head.rate, { "data-rate": rate?.id ?? "none" });
  text(head.cameraText, say(`camera_${camera.state}`));
  set(head.camera, { "data-state": camera.state, title: camera.detail || say(`camera_${camera.state}`) });
  text(head.start, say("start"));
  set(head.start, { class: booked?.match ? "quiet" : "seal", disabled: state.rulesets.length === 0 });
  text(head.photo, say("photo"));
  text(head.undo, say("undo"));
  set(head.undo, { disabled: !booked?.can_undo });
  text(head.lang, say("lang"));
  set(head.lang, { lang: state.lang === "ja" ? "en" : "ja" });
  // An open dialog covers the head and tells it itself.
  fillTrouble(head.trouble, state.dialog ? {} : state);
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
    undo: el("button", { class: "quiet", onclick: () => command("/api/undo") }),
    lang: el("button", { class: "quiet", onclick: changeLanguage }),
    trouble: troubleBox(ruleButton()),
  };
  nodes.rate = el("div", { class: "rate" }, nodes.rateName, nodes.rateTimes);
  nodes.camera = el("div", { class: "camera" }, el("i", { "aria-hidden": "true" }), nodes.cameraText);
  parent.append(
    el("h1", {}, el("img", { src: "/static/seal.svg", alt: "", width: 34, height: 34 }), nodes.name),
    el("div", { class: "where" }, nodes.game, nodes.deal, nodes.of),
    nodes.rate,
    nodes.camera,
    el("nav", {}, nodes.undo, nodes.photo, nodes.start, nodes.lang),
    nodes.trouble,
  );
  return nodes;
}

function changeLanguage() {
  const lang = state.lang === "ja" ? "en" : "ja";
  localStorage.setItem("lang", lang);
  update({ lang });
}

/** Ask for names and games until yakume answers; the page can be opened before the server is up again. */
async function setUp() {
  const setup = await send("/api/setup", undefined, { method: "GET" });
  if (!setup) {
    setTimeout(setUp, 2000);
    return;
  }
  Object.assign(cardNames, setup.names);
  update({ lang: localStorage.getItem("lang") ?? setup.lang, rulesets: setup.rulesets, proposal: setup.proposal });
}

subscribe(render);
setUp();
follow();
watch();
