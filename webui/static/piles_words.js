// What the page says where people put right which cards lie where; both languages.

export const PILES_WORDS = {
  crop: ["映像のこの札", "This card in the picture"],
  place_where: ["どこにありますか", "Where does it lie?"],
  place_nowhere: ["卓の上にはない", "Nowhere on the table"],
  place_other: ["別の札です", "It is another card"],
  pile: ["札を置く・直す", "Put cards right"],
  pile_how: ["そこにある札を押してください。もう一度押すと取り去ります。カメラが見ていなくても使えます。", "Tap the cards that lie there; once more takes one away. It works without a camera, too."],
  pile_which: ["場所", "Where"],
  deck_tap_missing: ["写真の{card}を押してください。", "Tap {card} in a photo."],
  deck_no_photo: ["{card}の写った写真を足してください。", "Add a photo in which {card} is to be seen."],
  deck_photo: ["札の写真", "Photo of the deck"],
  deck_is_this: ["これが{card}", "This is {card}"],
  nearer: ["拡大", "Nearer"],
  offer: ["取り消したこと", "What was taken back"],
  offer_what: ["取り消した「{what}」は、自動では付け直しません。", "“{what}” was taken back and is not booked again by itself."],
  offer_again: ["付け直す", "Book it again"],
  offer_leave: ["このままでよい", "Leave it so"],
  pick_keys: ["矢印キーで選び、数字で月へ", "Arrow keys move, digits go to a month"],
};
