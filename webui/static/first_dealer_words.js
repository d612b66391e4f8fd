// What the page says where the first dealer is chosen or drawn; both languages.

export const FIRST_DEALER_WORDS = {
  first_dealer: ["最初の親（胴）", "First dealer"],
  dealer_missing: ["最初の親がまだです。席を選ぶか、札を引いて決めてください。", "Who deals first? Choose a seat, or draw for it."],
  draw: ["札を引いて決める", "Draw for it"],
  drawn: ["{name}が最初の親です。", "{name} deals first."],
  drawn_again: ["同じなので、もう一度：", "Alike, so once more:"],
};
