// What the page says of how play is followed, of a pause, and of ends that people tell; both languages.

export const FLOW_WORDS = {
  flow: ["局の進み", "How the deal goes"],
  pause: ["休む", "Pause"],
  pause_end: ["続ける", "Go on"],
  paused: ["休んでいます（見るだけで、付けません）", "Paused: I look on and book nothing"],
  shrink: ["広げた区画を戻す", "Zones as before"],
  next_seen: ["第{n}局：{name}が{dealing}。場札が見えたら始まります。", "Deal {n}: {name} {dealing}. It begins when these are seen."],
  next_lay: ["第{n}局：{name}が{dealing}。その場札を入れてください。", "Deal {n}: {name} {dealing}. Then enter the field:"],
  next_lay_tap: ["場札を押して入れる", "Tap the field cards"],
  next_lay_photo: ["写真で入れる", "By photo"],
  next_play: ["札を打ってください。手役や事故は「宣言」に、終わったら「局の終わり」を押します。", "Play the deal. Hand yaku and mishaps go under “Declare”; when it is over, press “End of deal”."],
  next_over: ["対局が終わりました。一番は{first}。最終得点：{scores}。その計算は記入式にあります。", "The match is over: {first} won. The final scores: {scores}. The written sheet has how they come about."],
  next_over_sums: ["局の支払いの合計：{sums}。", "The payments of the deals came to {sums}."],
  next_over_void: ["対局が終わりました。この年は数えません（H3-SHISO-03）。", "The match is over. The year does not count (H3-SHISO-03)."],
  end_deal: ["局の終わり", "End of deal"],
  end_match: ["対局の終わり", "End of match"],
  end_asked: ["先に「確認」の質問に答えてください。誰が払うかが決まります。", "Answer the open question first: it decides who pays."],
  end_uncalled: ["{names}の取り札に役があります。上がりか下げか、まだ言われていません。", "{names} holds a set of which nobody said whether it ended the deal."],
  end_lacking: ["取り札が{n}枚見えません。{cards}", "Captured cards not seen: {n}. {cards}"],
  points_sum: ["合計 {n} 点（{of} 点のはず）", "{n} point{s} in all (must be {of})"],
  points_sum_two: ["合計 {n} 点（{of} 点まで）", "{n} point{s} in all (at most {of})"],
};
