// What the page itself says, in both languages. Terms of the game come from yakume with the data.

import { SETUP_WORDS } from "./setup_words.js";
import { state } from "./store.js";

const WORDS = {
  ...SETUP_WORDS,
  title: ["役目", "yakume"],
  skip: ["点数へ", "Skip to the score"],
  table: ["卓", "the table"],
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
  names: ["名前を変える", "Change names"],
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
  field_told: ["入れた場札 {n}枚", "Field as entered ({n})"],
  field_n: ["場札 {n}枚", "Field ({n})"],
  if_now: ["今終われば {mon}", "{mon} if it ended now"],
  provisional: ["仮の計算 — まだ帳面に付いていません", "Preview — not booked yet"],
  missing: ["あと {cards}", "needs {cards}"],
  missing_n: ["あと{n}枚", "{n} more"],
  done: ["完成", "complete"],
  correct: ["この札は？", "Which card is this?"],
  correct_hint: ["正しい札を選んでください。", "Choose the right card."],
  was_read: ["読み取り：{card}", "Read as: {card}"],
  not_a_card: ["札ではない", "Not a card"],
  face_down: ["裏向きの札", "Face-down card"],
  add_card: ["札を足す", "Add a card"],
  cancel: ["やめる", "Cancel"],
  tap_missed: ["見落とされた札の真ん中を押してください", "Tap the middle of the card that was missed"],
  missed_hint: ["枠を札に合わせてください。赤い辺が札の上です。",
    "Fit the outline to the card. The red edge is the card's top."],
  outline: ["枠", "Outline"],
  corner_n: ["角{n}", "Corner {n}"],
  turn: ["上の辺を替える", "Turn"],
  deck: ["山札", "Deck"],
  unsure: ["不確か", "unsure"],
  no_entries: ["まだ何も付いていません", "Nothing is booked yet"],
  on_table: ["卓の上", "on the table"],
  zero_sum_table: ["席の点と卓の上の{mon}を合わせると0です", "With {mon} on the table, everything adds up to zero"],
  zero_sum: ["合計は常に0です", "All payments add up to zero"],
  pays: ["{payer} から {payee} へ", "{payer} pays {payee}"],
  pay: ["{payer} から {payee} へ", "{payer} pay {payee}"],
  each: ["各{mon}", "{mon} each"],
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
  // Where people declare, settle, put cards right and look back.
  moves: ["ここまでの手（仮）", "The last moves, as read"],
  move_hand: ["手から{card}", "plays {card}"],
  move_hand_takes: ["手から{card}で{takes}を取る", "plays {card}, takes {takes}"],
  move_stock: ["山から{card}", "turns {card}"],
  move_stock_takes: ["山から{card}で{takes}を取る", "turns {card}, takes {takes}"],
  turn_now: ["番", "to play"],
  declare: ["宣言", "Declare"],
  history: ["履歴", "History"],
  redo: ["やり直す", "Redo"],
  undo_what: ["一つ戻す：{what}", "Undo: {what}"],
  redo_what: ["やり直す：{what}", "Redo: {what}"],
  bid_of: ["{name}は出ますか？", "Will {name} play?"],
  bid_deru: ["出る", "Play"],
  bid_oriru: ["降りる", "Drop out"],
  bid_double: ["ダブル", "Double"],
  part_plays: ["出る", "plays"],
  part_asked: ["今、聞かれている", "is asked now"],
  part_waits: ["まだ言っていない", "has not spoken yet"],
  part_in: ["出ると言った", "has said to play"],
  part_dropped: ["降りた", "dropped out"],
  part_squeezed: ["追い込まれた", "was squeezed out"],
  part_released: ["休み（払わない）", "sits out, unpaid"],
  part_out: ["休み", "sits out"],
  declare_over: ["対局は終わっています。直すには「一つ戻す」か「履歴」を押してください。", "The match is over. To put it right press “Undo” or “History”."],
  deal_start: ["次の局", "Next deal"],
  deal_begin: ["この場札で局を始める", "Begin the deal with this field"],
  field_choose: ["場札の{n}枚を押してください。カスはどれでもかまいません。", "Tap the {n} field cards. Of a month's chaff any will do."],
  mizuten_by: ["{name}はみずてん（手札を見ずに出る）", "{name} plays unseen (mizuten)"],
  blank_of: ["白札は", "The blank card went to"],
  cards_full: ["{n}枚までです。替えるには一枚外してください。", "{n} at most: take one away to change it."],
  begin_cards: ["あと{n}枚押してください。", "{n} more card{s} to tap."],
  begin_blank: ["白札が誰に来たか選んでください。", "Choose who got the blank card."],
  declare_teyaku: ["手役を言う", "Announce a hand yaku"],
  shown_choose: ["公開する札を押してください。", "Tap the cards that are laid open."],
  announce: ["この手役を付ける", "Book this hand yaku"],
  announce_seat: ["言った人を選んでください。", "Choose who announces."],
  announce_set: ["手役を選んでください。", "Choose the hand yaku."],
  shown_field: ["{cards}は場札です。カスなら同じ月の別のカスを押してください。", "In the field lies: {cards}. Of chaff, tap another of its month."],
  price_kan: ["{n}貫", "{n} kan"],
  price_mon: ["{n}文", "{n} mon"],
  price_ten: ["{n}点", "{n} point{s}"],
  declare_hand: ["追い込み代：手札を見せる", "Squeezed out: show the hand"],
  hand_of: ["手札を見せる人", "Who shows a hand"],
  hand_who: ["見せる人を選んでください。", "Choose who shows it."],
  hand_show: ["この手札を見せる", "Show this hand"],
  deal_end: ["局の終わり", "End of the deal"],
  tally: ["手で清算する", "Settle by tap"],
  tally_hint: ["取り札を席ごとに分ければ、カメラがなくても清算できます。", "Deal the captured cards out to the seats: no camera is needed."],
  tally_how: ["席を選び、その取り札を押してください。月の数字を押すと、その月の残りが入ります。", "Choose a seat, then tap its captured cards. A month's number takes the rest of that month."],
  tally_pile: ["取り札の席", "Whose captures"],
  tally_month: ["{n}月の残りを入れる", "the rest of month {n}"],
  tally_rest: ["残りの{n}枚は{name}へ", "The other {n} to {name}"],
  tally_missing: ["まだ分けていない札：{n}枚。{cards}", "Cards not placed yet: {n}. {cards}"],
  tally_differs: ["前との差：", "Compared with before: "],
  tally_refused: ["これでは清算できません（{rule}）：{why}", "This cannot be settled ({rule}): {why}"],
  tally_call: ["できた役をどうしたか、札の下のボタンで選んでください。", "Say with the buttons below the cards what became of the sets."],
  tally_silent: ["まだ何も入っていません。", "Nothing is entered yet."],
  tally_book: ["この結果を付ける", "Book this result"],
  tally_more: ["ほかの出来事", "What else happened"],
  cancel_sage: ["下げの取消し", "Cancel the play-on"],
  take_back: ["取り消す", "Take back"],
  cards_n: ["{n}枚", "{n} card{s}"],
  house: ["卓の取り決めで払う", "A payment by hand"],
  house_how: ["規則書にない支払いです。理由を付けて帳面と記入式に残します。", "No rule asks for it: it stands in the ledger and on the sheet with its reason."],
  house_payer: ["払う人", "Who pays"],
  house_payee: ["受け取る人", "Who is paid"],
  house_all: ["ほかの全員がそれぞれ", "each of the others"],
  house_reason: ["理由", "Reason"],
  house_wants: ["誰から誰へ、いくら、なぜかを入れると付けられます。", "Say who pays whom, how much and why."],
  house_book: ["この支払いを付ける", "Book this payment"],
  unit_kan: ["貫", "kan"],
  unit_mon: ["文", "mon"],
  unit_ten: ["点", "points"],
  mishaps: ["まちがい・事故", "Mishaps"],
  teyaku_wrong: ["{name}の手役は誤り", "{name} announced wrongly"],
  two_turned: ["山札を2枚めくった", "Two deck cards turned"],
  two_turned_else: ["山札を2枚めくっても続けます。役ができた直後なら「下げ」です。", "Two deck cards turned: play goes on. Right after a set one must play on."],
  rule_says: ["規則を読む（{rule}）", "Read the rule ({rule})"],
  deal_void: ["この局は無効（配り直し）", "The deal does not count (deal again)"],
  really: ["本当に？ {what}", "Really? {what}"],
  step_remove: ["なかったことにする", "Take it back"],
  step_would: ["こうなります：", "The scores would be:"],
  step_also: ["この後の{n}件も無効になります。", "Of what came after, {n} would not count any more."],
  step_refused: ["前の訂正のため、今は無効です。", "Does not count now, because of a correction before it."],
  // A deal settled by points that are typed and sets that are tapped.
  points_only: ["札点と役で清算する", "Settle by points and sets"],
  sets_only: ["役だけで清算する", "Settle by sets alone"],
  points_only_hint: ["札を一枚ずつ入れずに、数えた札点と役だけで清算します。", "Without naming the cards: the points as counted, and the sets."],
  points_sets: ["できた役（作った人を押す）", "Completed sets: tap who made one"],
  points_roles: ["局の終わりの役（作った人を押す）", "Sets at the end of the deal: tap who made one"],
  points_whose: ["誰の役", "Whose set"],
  points_cards: ["{name}の枚数", "cards of {name}"],
  points_fed: ["取らせた人（法度）", "Who fed it"],
  points_fed_by: ["（取らせたのは{name}）", " (fed by {name})"],
  points_nobody: ["いない（山札から、または免除）", "nobody (from the deck, or exempt)"],
  points_add: ["この役を加える", "Add these sets"],
  points_pending: ["{sets}はまだ入っていません。「{how}」を押して入れるか、役をもう一度押して外してください。", "{sets}: not entered yet. Press “{how}” to enter it, or the set again to take it away."],
  points_or: ["」か「", "” or “"],
  points_called: ["{name}：{sets}で{call}", "{name}: {sets}, {call}"],
  points_tobikomi: ["{name}の飛込み（{n}月）", "{name}: the fourth card of month {n}"],
  points_kasu: ["カスが{n}枚以上の人がいる", "Somebody has {n} chaff or more"],
  points_few: ["札点は合わせて{of}点ですが、入れた点は{n}点で、{off}点足りません。数え直してください。", "All cards together are worth {of} points; these are {n}, {off} too few. Count again and put the points right."],
  points_many: ["取り札は合わせて{of}点までですが、入れた点は{n}点で、{off}点多すぎます。数え直してください。", "All piles together hold {of} points at most; these are {n}, {off} too many. Count again and put the points right."],
  number_range: ["{name}：{least}から{n}までの整数を入れてください。", "{name}: a whole number from {least} to {n}."],
  points_played: ["最後まで打ったなら、全員の札点も入れてください。", "If the deal was played out, type everybody's points too."],
  mend: ["正す…", "Put right…"],
  mend_apply: ["このとおりに直す", "Put it right so"],
  mend_not: ["それはできません。", "That cannot be."],
  mend_card: ["札が違う…", "A card was another…"],
  mend_which: ["{card}ではなく、本当は：", "Not {card}, but:"],
  mend_never: ["この手はなかった", "It never happened"],
  mend_before: ["この前に、見えなかった手があった…", "One before it was not seen…"],
  mend_after: ["最後に、見えなかった手があった…", "One at the end was not seen…"],
  mend_unseen: ["この後に手を足す…", "Add one after it…"],
  mend_onward: ["続けて直す", "Go on from here"],
  mend_draft: ["直している途中で、まだ付けていません。", "Being put right; nothing is booked yet."],
  mend_leave: ["やめる", "Leave it"],
  mend_tally: ["清算をやり直す…", "Settle it anew…"],
  mend_end: ["前の局の終わりを正す…", "Put that end right…"],
  mend_follows: ["次の{role}は、前の局の終わり方で決まりました。", "Who is the {role} next followed from how the deal before ended."],
  mend_dealer: ["{role}を正す…", "{role}: put right who deals…"],
  mend_dealer_unseen: ["{role}か、みずてんを正す…", "{role}: put right who deals, or mizuten…"],
  mend_to_end: ["清算へ", "To the settlement"],
  replay: ["一手ずつ見る", "Move by move"],
  replay_picture: ["その時の映像", "The picture of then"],
  replay_where: ["何手目か", "Which move"],
  replay_back: ["前へ", "Back"],
  replay_on: ["次へ", "On"],
  replay_play: ["再生", "Play"],
  replay_stop: ["止める", "Stop"],
  export_log: ["記録（JSON）", "Log (JSON)"],
  export_picture: ["画像にする", "As a picture"],
  statistics: ["成績", "Players' figures"],
  statistics_player: ["名前", "Player"],
  statistics_matches: ["対局", "Matches"],
  statistics_won: ["一位／終了", "Won / finished"],
  statistics_deals: ["局", "Deals"],
  statistics_total: ["通算", "Total"],
  statistics_mean: ["一局の収支平均", "Mean of a deal’s payments"],
  statistics_chart: ["{game}の通算の移り変わり", "How the totals in {game} went"],
  statistics_best: ["一局の最高", "Best deal"],
  statistics_yaku: ["よく作る役", "Most frequent yaku"],
  mend_move: ["一手を見る・正す", "See it, and put it right"],
  crop: ["映像のこの札", "This card in the picture"],
  place_where: ["どこにありますか", "Where does it lie?"],
  place_nowhere: ["卓の上にはない", "Nowhere on the table"],
  place_other: ["別の札です", "It is another card"],
  pile: ["札を置く・直す", "Put cards right"],
  pile_how: ["そこにある札を押してください。もう一度押すと取り去ります。出ているのは、カメラか写真で見た札と、ここで置いた札だけです。", "Tap the cards that lie there; once more takes one away. Marked are those that a camera or a photo saw, or that were put here."],
  pile_which: ["場所", "Where"],
  deck_tap_missing: ["写真の{card}を押してください。", "Tap {card} in a photo."],
  deck_no_photo: ["{card}の写った写真を足してください。", "Add a photo in which {card} is to be seen."],
  deck_photo: ["札の写真", "Photo of the deck"],
  deck_is_this: ["これが{card}", "This is {card}"],
  nearer: ["拡大", "Nearer"],
  offer: ["取り消したこと", "What was taken back"],
  offer_what: ["取り消した「{what}」は、自動では付け直しません。", "“{what}” was taken back and is not booked again by itself."],
  offer_photo: ["「{what}」を取り消しました。", "“{what}” was taken back."],
  offer_again: ["付け直す", "Book it again"],
  offer_leave: ["このままでよい", "Leave it so"],
  pick_keys: ["矢印キーで選び、数字で月へ", "Arrow keys move, digits go to a month"],
  // How play is followed, a pause, and ends that people tell.
  flow: ["局の進み", "How the deal goes"],
  pause: ["休む", "Pause"],
  pause_end: ["続ける", "Go on"],
  paused: ["休んでいます（見ているだけで、点は付けません）", "Paused: I look on and book nothing"],
  shrink: ["広げた区画を戻す", "Zones as before"],
  next_seen: ["第{n}局：{name}が{dealing}。場札が見えたら始まります。", "Deal {n}: {name} {dealing}. It begins when these are seen."],
  next_lay: ["第{n}局：{name}が{dealing}。その場札を入れてください。", "Deal {n}: {name} {dealing}. Then enter the field:"],
  next_lay_tap: ["場札を押して入れる", "Tap the field cards"],
  next_lay_photo: ["写真で入れる", "By photo"],
  next_play: ["対局を進めてください。手役や事故は「宣言」から入れ、局が終わったら「局の終わり」を押します。", "Play the deal. Hand yaku and mishaps go under “Declare”; when it is over, press “End of deal”."],
  next_hand_over: ["手役で終わる局です。ほかの手役も「宣言」に入れてから「局の終わり」を押します。", "A hand yaku ends this deal. Enter any others under “Declare”, then press “End of deal”."],
  next_unshown: ["追い込まれた人の追い込み代は、手札を見せると付きます（{names}）。", "Who was squeezed out is paid for their hand once it is shown ({names})."],
  next_over: ["対局が終わりました。一位は{first}。最終得点：{scores}。計算は記入式で見られます。", "The match is over: {first} won. The final scores: {scores}. The written sheet has how they come about."],
  next_over_sums: ["局の支払いの合計：{sums}。", "The payments of the deals came to {sums}."],
  next_over_void: ["対局が終わりました。この年は数えません（H3-SHISO-03）。", "The match is over. The year does not count (H3-SHISO-03)."],
  end_deal: ["局の終わり", "End of deal"],
  end_match: ["対局の終わり", "End of match"],
  end_running: ["第{n}局がまだ続いています。先にその局を清算するか無効にして、もう一度「対局の終わり」を押してください。", "Deal {n} is still running. Settle it or void it first, then press “End of match” again."],
  end_asked: ["先に「確認」の質問に答えてください。誰が払うかが決まります。", "Answer the open question first: it decides who pays."],
  end_uncalled: ["{names}の取り札に役があります。上がりか下げか、まだ言われていません。", "{names} holds a set of which nobody said whether it ended the deal."],
  end_lacking: ["取り札が{n}枚見えません。{cards}", "Captured cards not seen: {n}. {cards}"],
  points_sum: ["合計 {n} 点（{of} 点のはず）", "{n} point{s} in all (must be {of})"],
  points_sum_two: ["合計 {n} 点（{of} 点まで）", "{n} point{s} in all (at most {of})"],
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

/** Names or cards as the chosen language lists them; English cards have commas of their own. @param {string[]} names */
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
