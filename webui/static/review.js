// Matches looked at again: a deal move by move, what to keep of a match, and what its players have done over all of them.

import { get } from "./api.js";
import { mini } from "./deck.js";
import { el, keyed, set, text } from "./dom.js";
import { mending, reasons } from "./mend.js";
import { openAnswered, state, theMatch } from "./store.js";
import { belowZero, cardsNamed, money, pick, say, scored, seatName } from "./words.js";

/** Show a deal of the match on the page, scene by scene, from scene `at` on, or from half-turn `turn`. */
export async function askReplay(deal, at = 0, turn = -1, draft = "") {
  const asked = get(`/api/replay/${deal}${draft && `?draft=${draft}`}`);
  await openAnswered(asked, (played) =>
    ({ kind: "replay", zone: `replay ${deal}`, anew: `${played.seq} ${draft}`, played, draft, at: Math.max(at, played.scenes.findIndex((scene) => scene.turn === turn)) }));
}

/** How long a scene stands while a deal is played back, ms. */
const SCENE_MS = 1400;

/** What the dialog of a deal holds. */
export function buildReplay(dialog) {
  const { scenes, deal } = dialog.played;
  const names = theMatch().players;
  let { at } = dialog;
  let timer = 0;
  const words = el("p", { class: "scene-words", role: "status" });
  const image = el("img", { class: "scene-picture", alt: say("replay_picture"), hidden: true });
  const why = el("div");
  const field = el("div", { class: "minis" });
  const seats = names.map((name) => ({ name, score: el("b"), captures: el("div", { class: "minis" }), shown: el("div", { class: "minis shown-cards" }) }));
  const slider = el("input", { type: "range", min: 0, max: scenes.length - 1, value: at, "aria-label": say("replay_where"), oninput: () => show(Number(slider.value)) });
  const back = el("button", { type: "button", "aria-label": say("replay_back"), onclick: () => show(at - 1) }, "‹");
  const on = el("button", { type: "button", "aria-label": say("replay_on"), onclick: () => show(at + 1) }, "›");
  const play = el("button", { type: "button", class: "seal", onclick: () => (timer ? stop() : start()) }, say("replay_play"));
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    text(play, say("replay_play"));
    show(at);
  };
  const start = () => {
    if (at === scenes.length - 1) show(0);
    text(play, say("replay_stop"));
    timer = setInterval(() => {
      // A dialog that was closed plays on for nobody.
      if (play.isConnected) show(at + 1);
      if (!play.isConnected || at === scenes.length - 1) stop();
    }, SCENE_MS);
  };
  const lay = (node, cards, now) => keyed(node, cards, (card) => card, (card) =>
    mini(card), (img, card) => img.classList.toggle("now", card === now));
  function show(to) {
    at = Math.max(0, Math.min(scenes.length - 1, to));
    const scene = scenes[at];
    slider.value = `${at}`;
    set(back, { disabled: at === 0 });
    set(on, { disabled: at === scenes.length - 1 });
    text(words, `${at + 1} / ${scenes.length}　${cardsNamed(pick(scene))}`);
    dialog.at = at;
    // While a deal plays back nobody corrects: the boxes of a scene are there when it stands.
    why.replaceChildren(reasons(scene), ...(timer ? [] : mend(scene)));
    // Of a half-turn there is no picture: the one before it stays, pale, so that nothing below jumps.
    const seen = scenes.findLast((each, index) => index <= at && each.pictured) ?? scenes.find((each) => each.pictured);
    set(image, { hidden: !seen, class: scene.pictured ? "scene-picture" : "scene-picture pale", ...(seen && { src: `/api/events/${seen.seq}/picture.jpg` }) });
    lay(field, scene.field, scene.card);
    seats.forEach((seat, index) => {
      text(set(seat.score, { title: belowZero(scene.scores[index]) }), scored(scene.scores[index]));
      lay(seat.captures, scene.captures[index], scene.card);
      lay(seat.shown, scene.shown[index], scene.card);
    });
  }
  /** What puts a scene right; where half-turns that were followed do not decide, the deal's settlement does. */
  function mend(scene) {
    const again = () => askReplay(deal, at);
    const { draft } = dialog;
    const turn = (number, words) => mending(at, again, words, `/api/turns/${deal}/${number}${draft && `?draft=${draft}`}`, (more) => askReplay(deal, at, -1, more));
    // What is not booked yet is put right until it can be; nothing else meanwhile.
    const leave = draft && el("p", { class: "alarm" }, say("mend_draft"), " ", el("button", { class: "quiet", onclick: again }, say("mend_leave")));
    if (scene.seq !== null) return draft ? [leave] : [mending(scene.seq - 1, again)];
    if (dialog.played.decides) return [leave, turn(scene.turn, say("mend")), scenes[at + 1]?.turn ? "" : turn(scene.turn + 1, say("mend_unseen"))];
    const next = scenes.findIndex((each, index) => index > at && each.seq !== null);
    return [el("p", { class: "followed" }, pick(dialog.played.followed), " ", next < 0 ? "" : el("button", { class: "quiet", onclick: () => show(next) }, say("mend_to_end")))];
  }
  show(at);
  return [
    words,
    image,
    el("section", { class: "scene" }, el("h3", {}, say("field")), field),
    ...seats.map((seat) => el("section", { class: "scene" }, el("h3", {}, seat.name, " ", seat.score), seat.shown, seat.captures)),
    why,
    el("div", { class: "actions replay-steps" }, back, slider, on, play),
  ];
}

/** What can be kept of a match: links, and its scores as a picture. @param {string} match */
export function keepsakes(match) {
  const of = (kind) => `/api/matches/${match}/export.${kind}?lang=${state.lang}`;
  const link = (kind, words) => el("a", { href: of(kind), ...(kind === "html" ? { target: "_blank", rel: "noopener" } : { download: "" }) }, words);
  return el("div", { class: "keepsakes" }, link("html", say("sheet")), link("csv", "CSV"), link("json", say("export_log")),
    el("button", { type: "button", class: "quiet", onclick: () => savePicture(of("svg"), match) }, say("export_picture")));
}

/** Draw the scores' picture and hand it over as PNG, which every messenger takes. */
async function savePicture(address, match) {
  const answer = await fetch(address);
  if (!answer.ok) return get(address);
  const drawn = URL.createObjectURL(new Blob([await answer.text()], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = drawn;
  await image.decode();
  const canvas = el("canvas", { width: 1200, height: 630 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, 1200, 630);
  URL.revokeObjectURL(drawn);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const url = URL.createObjectURL(png);
  el("a", { href: url, download: `yakume-${match.slice(0, 15)}.png` }).click();
  return setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Ask what everybody has done, and show it. */
export async function askStatistics() {
  await openAnswered(get("/api/statistics"), (told) => ({ kind: "statistics", told }));
}

/** What that dialog holds: game by game, as each counts in its own unit and for its own stakes. */
export function buildStatistics({ told }) {
  const games = [...new Set(told.players.map((row) => row.ruleset))];
  return [el("p", {}, pick(told.how)), ...games.map((game) => gameSection(told.players.filter((row) => row.ruleset === game)))];
}

/** The figures of one game's players, and the chart of their totals. */
function gameSection(rows) {
  const [{ ruleset, game }] = rows;
  const head = ["player", "matches", "won", "deals", "total", "mean", "best", "yaku"].map((key) => el("th", { scope: "col" }, say(`statistics_${key}`)));
  /** A figure; on a phone, where a player's row is a list, with what it is. */
  const cell = (key, value, sum = 0) => el("td", { "data-sign": Math.sign(sum), "data-of": say(`statistics_${key}`) }, value);
  const lines = rows.map((row) => el("tr", {}, el("th", { scope: "row" }, seatName(row.player)),
    cell("matches", `${row.matches}`), cell("won", `${row.won} / ${row.finished}`), cell("deals", `${row.deals}`),
    cell("total", scored(row.total, row), row.total), cell("mean", money(Math.round(row.mean), true, row), row.mean), cell("best", scored(row.best, row)),
    cell("yaku", row.yaku.map((yaku) => `${pick(yaku)} ${yaku.count}`).join(state.lang === "ja" ? "、" : ", "))));
  const chart = el("figure", { class: "chart", role: "img", "aria-label": say("statistics_chart", { game: pick(game) }) });
  drawChart(chart, `/api/statistics/${ruleset}.svg?lang=${state.lang}&narrow=${matchMedia(PHONE).matches}`);
  return el("section", { "data-game": ruleset }, el("h3", {}, pick(game)), chart,
    el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": pick(game) }, el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, lines))));
}

/** Where the chart is arranged for a phone. */
const PHONE = "(max-width: 640px)";

/** The chart as nodes of the page: so the theme colours it. */
async function drawChart(figure, address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  set(drawn, { "aria-hidden": true });
  figure.replaceChildren(document.importNode(drawn, true));
}
