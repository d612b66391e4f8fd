// Learning: an atlas of the cards, the yaku of a game, and a quiz whose answers are the engine's.

import { get } from "./api.js";
import { cardNode, el, gliding, keyed, part, set, text } from "./dom.js";
import { changeLanguage, state } from "./store.js";
import { cardNames, firstLanguage, pick, say } from "./words.js";

const root = part("learn");
const TABS = ["lesson", "cards", "teyaku", "dekiyaku", "quiz_teyaku", "quiz_dekiyaku", "quiz_whose"];
let games = [];
let game = "sannin";
let tab = "lesson";
let taught = /** @type {any} */ (null);
const tally = { all: 0, right: 0 };

/** A name with its reading, where Japanese is shown. */
const titled = (words) => (state.lang === "ja" && words.kana !== words.ja ? `${words.ja}（${words.kana}）` : pick(words));
const picture = (card) => el("img", { src: `/cards/${card}.svg`, alt: pick(cardNames[card]), title: pick(cardNames[card]), width: 33, height: 54, class: "mini" });

async function load() {
  taught = await get(`/api/learn/${game}`);
  draw();
}

function draw() {
  document.documentElement.lang = state.lang;
  document.title = `${say("learn_title")} — ${say("title")}`;
  const choice = el("select", { "aria-label": say("game"), onchange: (event) => {
    game = event.target.value;
    load();
  } }, games.map((each) => el("option", { value: each.id, selected: each.id === game }, pick(each))));
  const tabs = TABS.map((each) => el("button", { role: "tab", "aria-selected": each === tab, onclick: () => {
    tab = each;
    draw();
  } }, say(`learn_${each}`)));
  const body = el("div", { role: "tabpanel" });
  root.replaceChildren(
    el("header", {}, el("h1", {}, say("learn_title")), choice, el("button", { class: "quiet", onclick: () => (changeLanguage(), draw()) }, say("lang")), el("a", { href: "/" }, say("learn_back"))),
    el("div", { class: "tabs", role: "tablist" }, tabs),
    body,
  );
  if (!taught) return;
  if (tab === "lesson") lesson(body);
  else if (tab === "cards") body.append(months());
  else if (tab.startsWith("quiz_")) quiz(body, tab.slice(5));
  else body.append(yaku(taught[tab]));
}

function months() {
  // Where the cards count for nothing nobody wants to read zeros.
  const counted = taught.cards.some((each) => each.points);
  const sections = Array.from({ length: 12 }, (_, index) => {
    const cards = taught.cards.filter((each) => parseInt(each.card, 10) === index + 1);
    return el("section", {}, el("h2", {}, titled(cards[0].month)),
      el("ul", {}, cards.map((each) => el("li", {}, picture(each.card), el("small", {}, titled(each)), counted ? el("small", {}, say("learn_points", { n: each.points })) : ""))));
  });
  return el("div", { class: "months" }, sections);
}

function yaku(rows) {
  if (rows.length === 0) return el("p", {}, say("learn_none"));
  const open = tab === "teyaku";
  return el("div", {}, el("p", {}, open ? pick(taught.open) : ""), el("ul", { class: "yaku" }, rows.map((row) => el("li", {},
    el("b", {}, titled(row)), ` ${say(`price_${row.unit}`, { n: row.value })} `, el("code", {}, row.rule),
    el("p", {}, row.about[state.lang]),
    !open && row.cards.length > row.least ? el("small", {}, say("learn_of", { n: row.least })) : "",
    el("div", { class: "minis" }, row.cards.map((card, at) => set(picture(card), { "data-rest": open && at >= row.least })))))));
}

/** How long a scene lies before its cards move, ms. */
const LOOK_MS = 900;

/** The game scene by scene: what the rules say, and cards that move as they say it. */
async function lesson(body) {
  const scenes = await get(`/api/learn/${game}/lessons`);
  if (!scenes || tab !== "lesson") return;
  let at = 0;
  let timer = 0;
  const title = el("h2");
  const says = el("ul", { class: "says", "aria-live": "polite" });
  const zones = ["hand", "field", "pile"].map((zone) => ({ zone, row: el("div", { class: "row" }), label: el("span", { class: "label" }) }));
  const back = el("button", { onclick: () => show(at - 1) }, say("replay_back"));
  const again = el("button", { class: "quiet", onclick: () => show(at) }, say("lesson_again"));
  const last = () => at === scenes.length - 1;
  const on = el("button", { class: "seal", onclick: () => {
    if (!last()) return show(at + 1);
    tab = "quiz_teyaku";
    return draw();
  } });
  const own = el("a", { class: "button", href: "/#setup" }, say("caption_own"));
  const count = el("small");
  const lay = (place) => gliding(() => zones.forEach(({ zone, row }) => {
    set(row, { style: `--n: ${place[zone].length}` });
    keyed(row, place[zone], (card) => card, (card) => cardNode(card, pick(cardNames[card])), (_, card) => cardNode(card, pick(cardNames[card])));
  }));
  function show(to) {
    at = Math.max(0, Math.min(scenes.length - 1, to));
    const scene = scenes[at];
    clearTimeout(timer);
    text(title, `${titled(scene.title)}${scene.value === null ? "" : `　${say(`price_${scene.unit}`, { n: scene.value })}`}`);
    says.replaceChildren(...scene.says.map((said) => el("li", {}, said[state.lang], " ", el("code", {}, said.rule))));
    text(count, `${at + 1} / ${scenes.length}`);
    set(back, { disabled: at === 0 });
    text(on, say(last() ? "learn_quiz_teyaku" : "wizard_next"));
    set(own, { hidden: !last() });
    for (const { zone, label } of zones) text(label, say(zone === "field" && scene.opened ? "hand_show_these" : `lesson_${zone}`));
    lay(scene.before);
    if (to) zones[2].row.scrollIntoView({ block: "nearest" }); // where the cards go to is in sight above the buttons
    timer = setTimeout(() => title.isConnected && lay(scene.after), LOOK_MS);
  }
  body.replaceChildren(el("div", { class: "lesson" }, title, says,
    zones.map(({ zone, row, label }) => el("div", { class: `zone ${zone}` }, label, row)),
    el("div", { class: "actions" }, back, again, on, own, count)));
  show(0);
}

async function quiz(body, kind) {
  const number = Math.floor(Math.random() * 2 ** 31);
  const asked = await get(`/api/learn/${game}/quiz?kind=${kind}&number=${number}`);
  if (!asked || tab !== `quiz_${kind}`) return;
  const told = el("div", { role: "status" });
  const next = el("button", { class: "seal", hidden: true, onclick: () => {
    body.replaceChildren();
    quiz(body, kind);
  } }, say("learn_next"));
  const score = el("small", {}, tally.all ? say("learn_tally", tally) : "");
  const buttons = asked.choices.map((choice) => el("button", { "data-rule": choice.rule, onclick: () => answer(choice) }, titled(choice)));
  function answer(choice) {
    if (!next.hidden) return;
    const right = choice.rule === asked.answer;
    tally.all += 1;
    if (right) tally.right += 1;
    for (const button of buttons) {
      if (button.dataset.rule === asked.answer) set(button, { "data-is": "right" });
      else if (button.dataset.rule === choice.rule) set(button, { "data-is": "wrong" });
    }
    const truth = asked.choices.find((each) => each.rule === asked.answer);
    const { why } = choice;
    const { value, unit } = [...taught.teyaku, ...taught.dekiyaku].find((row) => row.rule === why?.rule) ?? {};
    told.replaceChildren(el("p", {}, right ? say("learn_right") : say("learn_wrong", { name: titled(truth) })), right || !why ? "" :
      el("p", {}, el("b", {}, titled(choice)), value ? ` ${say(`price_${unit}`, { n: value })}` : "", " ", el("code", {}, why.rule), " ", pick(why)), ...asked.made.map((row) =>
      el("p", {}, el("b", {}, titled(row)), ` ${say(`price_${row.unit}`, { n: row.value })} `, el("code", {}, row.rule), " ", row.about[state.lang])));
    text(score, say("learn_tally", tally));
    next.hidden = false;
    next.focus();
  }
  const sorted = (cards) => [...cards].sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
  const piles = asked.piles.map((cards, seat) => el("div", { class: "row" }, kind === "whose" ? el("b", {}, pick(asked.choices[seat])) : "", sorted(cards).map(picture)));
  body.replaceChildren(el("div", { class: "quiz" },
    el("p", {}, say({ teyaku: "learn_hand", dekiyaku: "learn_pile", whose: "learn_whose" }[kind])),
    piles,
    el("div", { class: "actions" }, buttons), told, next, score));
}

const setup = await get("/api/setup");
if (setup) {
  Object.assign(cardNames, setup.names);
  state.lang = firstLanguage(setup.lang);
  games = setup.rulesets;
  const asked = new URLSearchParams(location.search).get("game");
  game = games.find((each) => each.id === asked)?.id ?? setup.proposal.ruleset;
  load();
}
