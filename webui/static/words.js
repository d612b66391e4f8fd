// What the page itself says, in both languages. Terms of the game come from yakume with the data.

import { CAMERA_WORDS } from "./camera_words.js";
import { DECLARE_WORDS } from "./declare_words.js";
import { HAND_WORDS } from "./hand_words.js";
import { MORE_WORDS } from "./more_words.js";
import { state } from "./store.js";

const WORDS = {
  ...CAMERA_WORDS,
  ...DECLARE_WORDS,
  ...HAND_WORDS,
  ...MORE_WORDS,
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
  start_instead: ["今の対局は一覧に残り、いつでも続けられます。", "The match that is open stays on the list, and can be resumed at any time."],
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
  layout: ["卓を合わせる", "Fit the table"],
  enroll: ["札を覚えさせる", "Enroll your deck"],
  deck_used: ["札：{name}", "Deck: {name}"],
  deck_in_use: ["使う札", "Deck on the table"],
  deck_any: ["どの札でも", "Any deck"],
  deck_how: ["お手持ちの札48枚を表向きに、重ならないように並べて真上から撮ってください。月ごとに縦4枚、横12列に並べると一番確かです。何枚かの写真に分けてもかまいません。写真はこの機械の外へ出ません。",
    "Lay all 48 cards face up, side by side, and photograph them from above. Best is a column of four for each month, twelve columns. Several photos will do as well. They do not leave this machine."],
  deck_photos: ["写真を選ぶ", "Choose photos"],
  deck_frame: ["カメラの映像を使う", "Take the camera's picture"],
  deck_looking: ["札を探しています…", "Looking for the cards…"],
  deck_found: ["48枚のうち{n}枚が見つかりました（写真{photos}枚）。", "{n} of 48 cards found (photos: {photos})."],
  deck_missing: ["あと{n}枚足りません。写真を足してください。足さなければ、その札は覚えさせないときと同じに読みます。", "Missing: {n}. Add another photo, or they are read as without a deck of your own."],
  deck_doubtful: ["？の{n}枚を確かめてください。違っていたら押して直します。", "To check: {n}, marked with ?. Tap one that is wrong."],
  deck_covered: ["何かが載っている札が{n}枚あります。どけて、もう一枚撮ってください。押して名前を決めれば、このまま使います。",
    "Something lies on {n} of them: take it away and add another photo, or tap one to use it as it is."],
  deck_rest: ["下の{n}枚は札と見なしませんでした。札なら押して選びます。", "Taken for no card: {n}, below. Tap one that is."],
  deck_check: ["違う札があれば、押して直してください。", "Tap a card that is wrong."],
  deck_which: ["この札は？", "Which card is this?"],
  deck_none: ["札ではない", "Not a card"],
  deck_absent: ["なし", "missing"],
  deck_mark_sure: ["", ""],
  deck_mark_said: ["（指定）", "(as you said)"],
  deck_mark_doubtful: ["（確かめてください）", "(please check)"],
  deck_mark_covered: ["（何かが載っています）", "(something lies on it)"],
  deck_mark_missing: ["（見つかりません）", "(missing)"],
  deck_name: ["札の名前", "Name of the deck"],
  deck_anew: ["やり直す", "Begin anew"],
  deck_learn: ["覚えさせる", "Learn it"],
  deck_learn_some: ["見つかった{n}枚だけ覚えさせる", "Learn the {n} found"],
  deck_learning: ["「{name}」を覚えています… {share} %", "Learning “{name}”… {share} %"],
  deck_learnt: ["「{name}」を覚えました。この札の試し読みの正解は {before} % から {after} % になりました。", "“{name}” is learnt. Of test pictures of its cards {after} % are read right, before {before} %."],
  deck_not: ["覚えられませんでした。見つけた札はそのままです。{why}", "It could not be learnt. What was found is still here. {why}"],
  deck_failed: ["覚えられませんでした。見つけた札はそのままです。違う札を直すか写真を足して、もう一度押してください。", "It could not be learnt. What was found is still here: put cards right or add a photo, then try again."],
  layout_hint: ["四つの角を卓の角に合わせてください。枠の下の辺が1番席です。区画は押して選び、動かせます。",
    "Drag the four corners to those of the table; seat 1 sits at the lower edge of the frame. Tap a zone to choose and move it."],
  no_zone: ["区画は選ばれていません", "No zone is chosen"],
  layout_default: ["初めの形に戻す", "Start over"],
  turn_around: ["上下を替える", "Turn around"],
  save: ["これで使う", "Use this"],
  table_size: ["卓の大きさ", "Table size"],
  table_width: ["幅 cm", "Width, cm"],
  table_depth: ["奥行 cm", "Depth, cm"],
  measure: ["札から測る", "Measure by the cards"],
  measured: ["札に合わせました", "Fitted to the cards"],
  not_measured: ["札が四枚以上見える時に測れます", "Needs four cards in sight"],
  deck: ["山札", "Deck"],
  keep: ["学習用に残す", "Keep for training"],
  keeping: ["● 学習用に残しています（{n}）", "● Keeping for training ({n})"],
  keep_on: ["直した卓の写真を残す", "Keep pictures that people correct"],
  keep_what: ["入れておくと、誰かが札を直すたびに、その時の卓の写真が札の名前と一緒に残り、役目の目を育てる教材になります。役目を止めると切れます。",
    "While this is on, each time somebody corrects a card the picture of the table is kept with the names of its cards, to train better eyes. It is off again when yakume stops."],
  keep_where: ["写真はこの機械の中だけに残り、どこへも送られません。下のボタンか、このフォルダーごと消せます：",
    "The pictures stay on this machine and are sent nowhere. Delete them with the button below, or delete this folder:"],
  kept: ["{n}枚（{mb} MB、上限 {limit} MB）", "{n} picture{s} ({mb} MB of at most {limit} MB)"],
  keep_delete: ["残した写真を全部消す", "Delete all kept pictures"],
  keep_delete_sure: ["本当に消す", "Really delete them"],
  keep_full: ["フォルダーに空きがなく、古い写真もまだ使われています。残しませんでした。", "There is no room, and the older pictures are still needed: this one was not kept."],
  keep_unreadable: ["フォルダーの labels.json が読めません。何も残していません。", "labels.json in the folder cannot be read: nothing is kept."],
  keep_unwritable: ["フォルダーに書けません。何も残していません。", "The folder cannot be written to: nothing is kept."],
  unsure: ["不確か", "unsure"],
  no_entries: ["まだ何も付いていません", "Nothing is booked yet"],
  on_table: ["卓の上", "on the table"],
  zero_sum_table: ["席の点と卓の上の{mon}を合わせると零です", "With {mon} on the table, everything adds up to zero"],
  zero_sum: ["合計はいつも零です", "All payments add up to zero"],
  pays: ["{payer} から {payee} へ", "{payer} pays {payee}"],
  pay: ["{payer} から {payee} へ", "{payer} pay {payee}"],
  floored: ["（−5文は−1貫7文と書きます：H88-UNIT-01）", "(−5 mon is written −1 kan 7 mon: H88-UNIT-01)"],
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

/** An amount as people of this game say it: ＋1貫6文 / +1 kan 6 mon, +18文, in 八十 +18点; `sign` false leaves + out; of the match's game, or another.
 * 八八 counts up from the lower 貫: −5文 is −1貫7文 (H88-UNIT-01). */
export function money(mon, sign = true, game = state.booked?.match ? state.booked.ruleset : null) {
  const size = Math.abs(mon);
  const head = mon < 0 ? "−" : sign && mon > 0 ? "+" : "";
  if (game && !game.in_kan) return head + say(`price_${game.price}`, { n: size });
  const { id, ruleset = id } = /** @type {any} */ (game ?? {});
  const kan = Math[mon < 0 && ruleset === "hachihachi" ? "ceil" : "floor"](size / 12);
  const rest = Math.abs(size - kan * 12);
  if (state.lang === "ja") return head + (kan ? `${kan}貫` : "") + (rest || !kan ? `${rest}文` : "");
  return head + [kan ? `${kan} kan` : "", rest || !kan ? `${rest} mon` : ""].filter(Boolean).join(" ");
}

/** How wide words are, in heights of their letters: a kanji is as wide as high, a Latin letter somewhat over half that. */
export const wide = (words) => [...words].reduce((sum, letter) => sum + (letter < "\u0300" ? 0.62 : 1), 0);
