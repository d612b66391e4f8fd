// What the page says of how play is followed, of a pause, and of ends that people tell; both languages.

export const FLOW_WORDS = {
  flow: ["局の進み", "How the deal goes"],
  pause: ["休む", "Pause"],
  pause_end: ["続ける", "Go on"],
  paused: ["休んでいます（見るだけで、付けません）", "Paused: I look on and book nothing"],
  shrink: ["広げた区画を戻す", "Zones as before"],
  end_deal: ["局の終わり", "End of deal"],
  end_match: ["対局の終わり", "End of match"],
  ended: ["まだ清算できません", "It cannot be settled yet"],
  end_asked: ["先に「確認」の質問に答えてください。誰が払うかが決まります。", "Answer the open question first: it decides who pays."],
  end_uncalled: ["{names}の取り札に役があります。上がりか下げか、まだ言われていません。", "{names} holds a set of which nobody said whether it ended the deal."],
  end_lacking: ["取り札が{n}枚見えません。{cards}", "Captured cards not seen: {n}. {cards}"],
  points_settle: ["札点で清算する", "Settle by points"],
  points_hint: ["役も飛込みもなく最後まで打ったときだけ、数えた札点で清算できます。", "Only where the deal was played out with no set: type the card points as you counted them."],
  points_sum: ["合計 {n} 点（{of} 点のはず）", "{n} point{s} in all (must be {of})"],
  points_sum_two: ["合計 {n} 点（{of} 点まで）", "{n} point{s} in all (at most {of})"],
  points_book: ["この点で付ける", "Book these points"],
  points_not: ["この局は札点だけでは清算できません（{rule}）。", "Points alone cannot settle this deal ({rule})."],
};
