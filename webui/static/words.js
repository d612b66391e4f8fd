// What the page itself says, in both languages. Terms of the game come from yakume with the data.

import { DECLARE_WORDS } from "./declare_words.js";
import { HAND_LEARN_WORDS } from "./hand_learn_words.js";
import { SETUP_WORDS } from "./setup_words.js";
import { state } from "./store.js";

const WORDS = {
  ...DECLARE_WORDS,
  ...HAND_LEARN_WORDS,
  ...SETUP_WORDS,
  title: ["役目", "yakume"],
  skip: ["点数へ", "Skip to the score"],
  table: ["卓", "Table"],
  picture: ["カメラの映像", "Live picture of the table"],
  seats: ["席", "Seats"],
  book: ["帳面", "Ledger"],
  asks: ["確認", "yakume asks"],
  deal: ["第{n}局", "Deal {n}"],
  match_over: ["対局終了", "Match over"],
  of: ["全{n}局", "of {n}"],
  no_match: ["対局はまだ始まっていません", "No match has been started"],
  start: ["対局を始める", "Start a match"],
  start_now: ["始める", "Start"],
  players: ["席の名前（反時計回り）", "Players, counter-clockwise"],
  east: ["東", "East"],
  south: ["南", "South"],
  west: ["西", "West"],
  north: ["北", "North"],
  seat_n: ["{n}番席", "Seat {n}"],
  game: ["ゲーム", "Game"],
  options: ["取り決め", "House rules"],
  undo: ["一つ戻す", "Undo"],
  photo: ["写真を読む", "Read a photo"],
  photo_hint: ["札の写真（JPEG・PNG・WebP）を選んでください。写真はこの機械の外へ出ません。",
    "Choose a photo of cards (JPEG, PNG, WebP). It does not leave this machine."],
  photo_use: ["この札を…として使う（札を押すと直せます）", "Use these cards as … (tap a card to correct it)"],
  choose: ["写真を選ぶ", "Choose a photo"],
  reading: ["読んでいます…", "Reading…"],
  found: ["{n}枚", "Cards found: {n}"],
  full: ["{n}字まで入ります。", "At most {n} letters."],
  close: ["閉じる", "Close"],
  lang: ["English", "日本語"],
  labels: ["札の名前を映像に重ねる", "Card names"],
  points: ["{n}点", "{n} pt{s}"],
  captures: ["取り札", "Captures"],
  shown: ["公開札", "Shown"],
  teyaku_none: ["手役はまだありません", "no hand yaku yet"],
  field: ["場札", "Field"],
  field_n: ["場札 {n}枚", "Field ({n})"],
  if_now: ["今終われば {mon}", "{mon} if it ended now"],
  provisional: ["仮の計算 — まだ帳面に付いていません", "Preview — not booked yet"],
  missing: ["あと {cards}", "needs {cards}"],
  missing_n: ["あと{n}枚", "{n} more"],
  done: ["完成", "complete"],
  correct: ["この札は？", "Which card is this?"],
  correct_hint: ["正しい札を選んでください", "Choose the right card"],
  was_read: ["読み取り：{card}", "Read as: {card}"],
  not_a_card: ["札ではない", "Not a card"],
  face_down: ["裏向きの札", "Face-down card"],
  add_card: ["札を足す", "Add a card"],
  cancel: ["やめる", "Cancel"],
  tap_missed: ["見落とされた札の真ん中を押してください", "Tap the middle of the card that was missed"],
  missed_hint: ["枠を札に合わせ、札を選んでください。赤い辺が札の上です。",
    "Fit the outline to the card and choose the card. The red edge is the card's top."],
  outline: ["枠", "Outline"],
  corner_n: ["角{n}", "Corner {n}"],
  turn: ["上の辺を替える", "Turn"],
  deck: ["山札", "Deck"],
  unsure: ["不確か", "unsure"],
  no_entries: ["まだ何も付いていません", "Nothing is booked yet"],
  on_table: ["卓の上", "on the table"],
  zero_sum_table: ["席の点と卓の上の{mon}を合わせると零です", "With {mon} on the table, everything adds up to zero"],
  zero_sum: ["合計はいつも零です", "All payments add up to zero"],
  pays: ["{payer} から {payee} へ", "{payer} pays {payee}"],
  pay: ["{payer} から {payee} へ", "{payer} pay {payee}"],
  below_zero: ["0より{n}文下です。0より下の貫は一つ下の貫から数え、−5文は−1貫7文と書きます。", "{n} mon below zero: there the kan is the next lower one, so −5 mon is written −1 kan 7 mon."],
  sheet: ["記入式", "Sheet"],
  rate_none: ["場は未定", "Field not laid"],
  hand: ["手が卓の上にあります", "A hand is over the table"],
  camera_off: ["カメラなし", "No camera"],
  camera_starting: ["カメラを起こしています", "Starting the camera"],
  camera_live: ["映像あり", "Live"],
  camera_slow: ["この機械では遅れています", "This computer is slow"],
  camera_dark: ["映像が真っ暗です", "The picture is dark"],
  camera_frozen: ["映像が止まっています", "The picture is frozen"],
  camera_lost: ["カメラが見つかりません", "The camera is lost"],
  camera_blind: ["札を読むモデルがありません", "No model to read cards with"],
  camera_restarting: ["目を起こし直しています", "Vision is restarting"],
  camera_ended: ["映像は終わりました", "The video has ended"],
  camera_away: ["今はカメラの映像がありません。見えているのは最後の映像です。", "There is no live picture now; this is the last one."],
  at_start: ["始めに", "At the start"],
  why: ["なぜ？", "Why?"],
  photo_none: ["札が見つかりませんでした。札を重ねずに並べ、明るい所で真上から、近くで撮ってみてください。",
    "No cards found. Lay them side by side and take the picture from above, close, in good light."],
  photo_unread: ["ほかに、読めない札が{n}枚あります。", "{n} more cannot be read."],
  photo_unknown_deck: ["読めない札が{n}枚あります。はじめて見る札なら「札を覚えさせる」で一度撮影してください。",
    "{n} more cannot be read. A deck I do not know? Photograph it, under “Enroll your deck”."],
  photo_no_match: ["対局を始めると、この札を場札・取り札・公開札として使えます。", "Once a match is started, these cards can be used as the field, as captures or as a shown hand."],
  photo_field_n: ["場札が{of}枚になると局が始まります（今は{n}枚）。写真を選び直すか、札を直してください。", "A deal begins with {of} cards on the field; these are {n}. Choose another photo, or put cards right."],
  photo_field_stands: ["この局はもう始まっていて、場は変わりません。場を直すには「一つ戻す」を押してから、もう一度読んでください。",
    "This deal has begun, and its field stands. To put the field right press “Undo”, then read it again."],
  photo_place: ["{name} {kind}", "{name}: {kind}"],
  shown_hand: ["公開札（手役）", "shown hand"],
  their_captures: ["取り札", "captures"],
  score_safe: ["点数はそのままです。", "The score is untouched."],
  link_lost: ["役目につながりません。つなぎ直しています…", "No connection to yakume, trying again…"],
  named: ["{name}：{what}", "{name}: {what}"],
  score_says: ["{name} {mon}", "{name} {mon}"],
  hikari: ["光", "Lights"],
  tane: ["タネ", "Animals"],
  tan: ["短冊", "Ribbons"],
  kasu: ["カス", "Chaff"],
  welcome_blind: ["カメラなしでも付けられます。対局を始めて「宣言」か「写真を読む」をどうぞ。", "It works without a camera, too: start a match, then “Declare” or “Read a photo”."],
  welcome: ["卓の上を見ています。対局を始めると、点数がここに出ます。", "Watching the table. Start a match and the score appears here."],
};

/** The page's word for `key` in the chosen language, with `{gaps}` filled; `{s}` is the ending of more than one of `{n}`. */
export function say(key, gaps = {}) {
  const words = WORDS[key];
  const template = words ? words[state.lang === "ja" ? 0 : 1] : String(key);
  return template.replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? (gap === "s" && Number(gaps.n) !== 1 ? "s" : ""));
}

/** What is told of a number that `input` does not take. @param {string|null|undefined} name @param {HTMLInputElement} input */
export const outside = (name, { min, max }) => say("number_range", { name, least: min, n: max });

/** The language to open in: as chosen before, else as yakume was told, else the browser's. @param {"ja"|"en"|null} told */
export const firstLanguage = (told) => localStorage.getItem("lang") ?? told ?? (navigator.language.startsWith("ja") ? "ja" : "en");

const WINDS = { 東: "east", East: "east", 南: "south", South: "south", 西: "west", West: "west", 北: "north", North: "north" };

/** What a player is called: as they were named, a wind in the chosen language. @param {string} name */
export const seatName = (name) => (WINDS[name] ? say(WINDS[name]) : name);

/** True if the page has a word for `key`. */
export const knows = (key) => key in WORDS;

/** The chosen language of a `{ja, en}` pair. */
export const pick = (words) => (words ? words[state.lang] ?? words.en ?? "" : "");

/** Card names by notation, filled once from yakume. @type {Object<string, {ja: string, en: string}>} */
export const cardNames = {};

/** The name of a card or face in the chosen language. */
export const cardName = (card) => pick(cardNames[card]) || card;

/** Names or cards one after the other, as the chosen language lists them; English cards have commas of their own: "plum, chaff". @param {string[]} names */
export const listed = (names) => names.map(seatName).join(state.lang === "ja" ? "・" : names.some((name) => name.includes(",")) ? "; " : ", ");

/** A sentence with its cards by name where it has them in notation: 7a 7b → 萩のカス・萩のカス. */
export const cardsNamed = (sentence) =>
  sentence.replace(/\b(?:1[0-2]|[1-9])[hntabck]\b(?: (?:1[0-2]|[1-9])[hntabck]\b)*/g, (cards) =>
    listed(cards.split(" ").map(cardName)));

/**
 * What every seat has, in 文 (八十: 点): the points so far, once the match is over the final score.
 * @param {{scores?: number[], result?: import("./wire").Result|null}|null} booked
 * @returns {number[]}
 */
export const scoresOf = (booked) => booked?.result?.mon ?? booked?.scores ?? [];

/** The game of the match, if there is one. */
const played = () => (state.booked?.match ? state.booked.ruleset : null);

/** An amount as people of this game say it: ＋1貫6文 / +1 kan 6 mon, +18文, in 八十 +18点; `sign` false leaves + out; of the match's game, or another. */
export function money(mon, sign = true, game = played(), up = false) {
  const size = Math.abs(mon);
  const head = mon < 0 ? "−" : sign && mon > 0 ? "+" : "";
  if (game && !game.in_kan) return head + say(`price_${game.price}`, { n: size });
  const kan = Math[up ? "ceil" : "floor"](size / 12);
  const rest = Math.abs(size - kan * 12);
  if (state.lang === "ja") return head + (kan ? `${kan}貫` : "") + (rest || !kan ? `${rest}文` : "");
  return head + [kan ? `${kan} kan` : "", rest || !kan ? `${rest} mon` : ""].filter(Boolean).join(" ");
}

/** A score: a game may count it up from the next lower 貫, −5文 is −1貫7文; what is paid is told by its size. */
export const scored = (mon, game = played()) => money(mon, true, game, mon < 0 && !!game?.below_zero);

/** What a score below zero means where it is told from the next lower 貫; null where it is told by its size. @param {number} mon */
export const belowZero = (mon) => (mon < 0 && mon % 12 && played()?.below_zero ? say("below_zero", { n: -mon }) : null);

/** Words no wider than `most`, with … where they are cut. @param {string} words @param {number} most */
export function cut(words, most) {
  if (wide(words) <= most) return words;
  const kept = [...words];
  while (wide(kept) > most - 1) kept.pop();
  return `${kept.join("")}…`;
}

/** How wide words are, in heights of their letters: a kanji is as wide as high, a Latin letter somewhat over half that. */
export const wide = (words) => [...words].reduce((sum, letter) => sum + (letter < "\u0300" ? 0.62 : 1), 0);
