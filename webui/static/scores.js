// Scores, field rate and the newest payment, large: /scores for a projector, /overlay (transparent) for a stream.
// ?parts=scores,rate,last chooses what is shown, ?lang=en the language.

import { follow, get } from "./api.js";
import { el, keyed, part, set, text } from "./dom.js";
import { state, subscribe, update } from "./store.js";
import { cardNames, firstLanguage, listed, money, pick, say, scored, scoresOf, wide } from "./words.js";

const asked = new URLSearchParams(location.search);
const parts = new Set((asked.get("parts") ?? "rate,scores,last").split(","));

const nodes = {
  rate: el("p", { class: "rate" }),
  deal: el("h1", { class: "deal" }),
  seats: el("ol", { class: "seats" }),
  last: el("p", { class: "last" }),
  link: el("p", { class: "link", role: "status" }),
};
document.body.classList.toggle("overlay", location.pathname.startsWith("/overlay"));
part("scores").append(el("header", {}, nodes.deal, nodes.rate), nodes.seats, nodes.last, nodes.link);

/** @param {import("./store.js").State} state */
function render({ booked, table, link, lang }) {
  // The page came with the scores in it; from here on they are shown here.
  if (booked) document.getElementById("first-scores")?.remove();
  document.documentElement.lang = lang;
  const rate = table?.rate;
  text(nodes.rate, rate ? `${pick(rate)} ×${rate.multiplier}` : say("rate_none"));
  set(nodes.rate, { hidden: !parts.has("rate") || !booked?.match || booked.phase === "over" || !rate && !booked.ruleset.ba, "data-rate": rate?.id ?? "none" });
  text(nodes.deal, !booked?.match ? say("no_match") : booked.phase === "over" ? say("match_over") : say("deal", { n: booked.deal.number }));
  set(nodes.deal, { hidden: !parts.has("rate") });
  const scores = scoresOf(booked);
  const seats = parts.has("scores") ? (booked?.players ?? []).map((name, index) => ({ name, index })) : [];
  const ems = seats.map(({ name, index }) => Math.min(14, wide(name)) * 0.55 + 0.6 + wide(scored(scores[index])));
  set(nodes.seats, { style: `--n: ${seats.length}; --ems: ${Math.max(1, ...ems)}` });
  keyed(nodes.seats, seats, ({ index }) => `${index}`, () => el("li", {}, el("b"), el("strong")), (node, { name, index }) => {
    text(node.firstChild, name);
    text(node.lastChild, scored(scores[index]));
    set(node, { "data-sign": Math.sign(scores[index]) });
  });
  const entries = booked?.entries ?? [];
  // Not what goes into the pot.
  const entry = entries.filter(({ payer, payee }) => payer !== null && payee !== null).at(-1) ?? entries.at(-1);
  // What several pay alike is one line, with the deal it was: it stays while the next is played.
  const called = (seat) => (seat === null ? say("table") : booked?.players[seat]);
  const alike = entries.filter(({ deal, payee, ja }) => deal === entry?.deal && payee === entry.payee && ja === entry.ja);
  text(nodes.last, entry ? [entry.deal ? say("deal", { n: entry.deal }) : say("at_start"), say(alike[1] ? "pay" : "pays", { payer: listed(alike.map(({ payer }) => called(payer))), payee: called(entry.payee) }), pick(entry)].join("　") : "");
  set(nodes.last, { hidden: !parts.has("last") || !entry });
  text(nodes.link, link === "lost" ? say("link_lost") : "");
}

async function setUp() {
  const setup = await get("/api/setup");
  if (!setup) return void setTimeout(setUp, 2000);
  Object.assign(cardNames, setup.names);
  update({ lang: asked.get("lang") ?? firstLanguage(setup.lang) });
  return undefined;
}

subscribe(render);
setUp();
follow();
update({ lang: state.lang });
