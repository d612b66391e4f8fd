// What the page itself says, in both languages. Terms of the game come from yakume with the data.

import { state } from "./store.js";

const WORDS = {
  title: ["役目", "yakume"],
  skip: ["点数へ", "Skip to the score"],
  table: ["卓", "Table"],
  picture: ["カメラの映像", "Live picture of the table"],
  seats: ["席", "Seats"],
  book: ["帳面", "Ledger"],
  asks: ["確認", "yakume asks"],
  deal: ["第{n}局", "Deal {n}"],
  of: ["全{n}局", "of {n}"],
  no_match: ["対局はまだ始まっていません", "No match has been started"],
  start: ["対局を始める", "Start a match"],
  start_now: ["始める", "Start"],
  players: ["席の名前（反時計回り）", "Players, counter-clockwise"],
  seat_n: ["{n}番席", "Seat {n}"],
  game: ["ゲーム", "Game"],
  options: ["取り決め", "House rules"],
  undo: ["一つ戻す", "Undo"],
  photo: ["写真を読む", "Read a photo"],
  photo_hint: ["札の写真（JPEG・PNG・WebP）を選んでください。写真はこの機械の外へ出ません。",
    "Choose a photo of cards (JPEG, PNG, WebP). It does not leave this machine."],
  choose: ["写真を選ぶ", "Choose a photo"],
  reading: ["読んでいます…", "Reading…"],
  found: ["{n}枚", "{n} cards"],
  close: ["閉じる", "Close"],
  lang: ["English", "日本語"],
  labels: ["札の名前を映像に重ねる", "Card names on the picture"],
  names: ["札の名", "Names"],
  points: ["{n}点", "{n} pts"],
  captures: ["取り札", "Captures"],
  shown: ["公開札", "Shown"],
  teyaku: ["手役", "Hand yaku"],
  sets: ["出来役", "Sets"],
  none_yet: ["まだありません", "None yet"],
  field: ["場札", "Field"],
  if_now: ["今終われば {mon}", "{mon} if it ended now"],
  provisional: ["仮の計算 — まだ帳面に付いていません", "Preview — not booked yet"],
  missing: ["あと {cards}", "needs {cards}"],
  missing_n: ["あと{n}枚", "{n} more"],
  dead: ["もうできない", "out of reach"],
  done: ["完成", "complete"],
  agari: ["上がり", "End the deal"],
  sage: ["下げ", "Play on"],
  agari_hint: ["{yaku}ができました", "{yaku} is complete"],
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
  keep: ["学習用に残す", "Keep for training"],
  keeping: ["● 学習用に残しています（{n}）", "● Keeping for training ({n})"],
  keep_what: ["入れておくと、誰かが札を直すたびに、その時の卓の写真が札の名前と一緒に残り、役目の目を育てる教材になります。役目を止めると切れます。",
    "While this is on, each time somebody corrects a card the picture of the table is kept with the names of its cards, to train better eyes. It is off again when yakume stops."],
  keep_where: ["写真はこの機械の中だけに残り、どこへも送られません。下のボタンか、このフォルダーごと消せます：",
    "The pictures stay on this machine and are sent nowhere. Delete them with the button below, or delete this folder:"],
  kept: ["{n}枚（{mb} MB、上限 {limit} MB）", "{n} pictures ({mb} MB of at most {limit} MB)"],
  keep_delete: ["残した写真を全部消す", "Delete all kept pictures"],
  keep_delete_sure: ["本当に消す", "Really delete them"],
  keep_full: ["フォルダーがいっぱいです。これ以上は残しません。", "The folder is full: nothing more is kept."],
  keep_unreadable: ["フォルダーの labels.json が読めません。何も残していません。", "labels.json in the folder cannot be read: nothing is kept."],
  keep_unwritable: ["フォルダーに書けません。何も残していません。", "The folder cannot be written to: nothing is kept."],
  unsure: ["不確か", "unsure"],
  no_entries: ["まだ何も付いていません", "Nothing is booked yet"],
  zero_sum: ["合計はいつも零です", "All payments add up to zero"],
  totals: ["通算", "Total"],
  pays: ["{payer} から {payee} へ", "{payer} pays {payee}"],
  sheet: ["記入式", "Sheet"],
  rate_none: ["場は未定", "Field not laid"],
  hand: ["手が卓の上にあります", "A hand is over the table"],
  camera_off: ["カメラなし", "No camera"],
  camera_starting: ["カメラを起こしています", "Starting the camera"],
  camera_live: ["映像あり", "Live"],
  camera_frozen: ["映像が止まっています", "The picture is frozen"],
  camera_lost: ["カメラが見つかりません", "The camera is lost"],
  camera_blind: ["札を読むモデルがありません", "No model to read cards with"],
  camera_restarting: ["目を起こし直しています", "Vision is restarting"],
  camera_ended: ["映像は終わりました", "The video has ended"],
  score_safe: ["点数はそのままです", "the score is untouched"],
  link_lost: ["役目につながりません。つなぎ直しています…", "No connection to yakume, trying again…"],
  dealer: ["胴", "dealer"],
  waiting_field: ["場札を待っています", "Waiting for the six field cards"],
  score_says: ["{name} {mon}", "{name} {mon}"],
  hikari: ["光", "Lights"],
  tane: ["タネ", "Animals"],
  tan: ["短冊", "Ribbons"],
  kasu: ["カス", "Chaff"],
  true: ["する", "yes"],
  false: ["しない", "no"],
  null: ["なし", "none"],
  welcome: ["卓の上を見ています。対局を始めると、点数がここに出ます。", "Watching the table. Start a match and the score appears here."],
  option_capture_mandatory: ["合う札は必ず取る", "Capturing is mandatory"],
  option_menu: ["デフレメニュー", "Rate menu"],
  option_etsunen: ["越年", "Play past the last month"],
  option_recording: ["点の付け方", "Keeping score"],
  option_f_scope: ["メニューFの加算", "Menu F adds to"],
  option_understate_teyaku: ["低い手役の申告", "Announcing a lower hand yaku"],
  option_deals: ["局数", "Deals"],
  option_players: ["人数", "Players"],
  option_carry: ["場の持ち越し", "Carrying the rate over"],
  option_fee_when_set: ["役ができた時の降り賃", "Fees when a set is made"],
  option_oikomi: ["追い込み代", "Squeeze-out compensation"],
  option_hatto_shadow: ["影札の法度", "Feeding by the partner card"],
  option_mizuten_bonus: ["みずてん", "Playing unseen"],
  option_nuke_after_set: ["役の後の抜け", "抜け after a set"],
  option_shiso_ends_game: ["四三で終わる", "Four-and-three ends the match"],
  option_tobikomi_hatto: ["飛込みの法度", "Feeding a 飛込み"],
  option_sage_cancel: ["下げの取消し", "Cancelling a play-on"],
  option_tsukifuda: ["月札", "Month tokens"],
  option_half_year_prize_kan: ["半年のトップ賞（貫）", "Half-year prize (kan)"],
  option_inoshikacho: ["猪鹿蝶", "Boar, deer and butterflies"],
  option_special: ["特殊役", "Special yaku"],
  option_goko_after_shiko: ["四光の後の五光", "Five lights after four"],
  option_beaten_sage: ["負けた下げ", "A beaten play-on"],
  option_role_payment: ["役代の払い方", "Who pays for sets"],
  option_zoro_adds_kaburi: ["ゾロに被りを足す", "Add both willow or moon sets"],
  option_next_oya: ["次の親", "Next dealer"],
  chips: ["碁石", "chips"],
  written: ["記入式", "written sheet"],
  component: ["役ごとに", "each part"],
  claim: ["申告ごとに", "the whole claim"],
  unreachable: ["役目が答えません", "yakume does not answer"],
  conflict: ["ほかの人が先に変えました。見直してからもう一度どうぞ。", "Someone else changed this first. Look again and repeat."],
};

/** The page's word for `key` in the chosen language, with `{gaps}` filled. */
export function say(key, gaps = {}) {
  const words = WORDS[key];
  const template = words ? words[state.lang === "ja" ? 0 : 1] : String(key);
  return template.replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? "");
}

/** True if the page has a word for `key`. */
export const knows = (key) => key in WORDS;

/** The chosen language of a `{ja, en}` pair. */
export const pick = (words) => (words ? words[state.lang] ?? words.en ?? "" : "");

/** Card names by notation, filled once from yakume. @type {Object<string, {ja: string, en: string}>} */
export const cardNames = {};

/** The name of a card or face in the chosen language. */
export const cardName = (card) => pick(cardNames[card]) || card;

/** An amount of 文 as people say it: ＋1貫 6文 / +1 kan 6 mon; `sign` false leaves + out. */
export function money(mon, sign = true) {
  const size = Math.abs(mon);
  const [kan, rest] = [Math.floor(size / 12), size % 12];
  const head = mon < 0 ? "−" : sign && mon > 0 ? "+" : "";
  if (state.lang === "ja") return head + (kan ? `${kan}貫` : "") + (rest || !kan ? `${rest}文` : "");
  return head + [kan ? `${kan} kan` : "", rest || !kan ? `${rest} mon` : ""].filter(Boolean).join(" ");
}
