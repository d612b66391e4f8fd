// What the page says where a deal is settled by points that are typed and sets that are tapped; both languages.

export const POINTS_WORDS = {
  points_only: ["札点と役で清算する", "Settle by points and sets"],
  points_only_hint: ["札を一枚ずつ入れずに、数えた札点と役だけで清算します。", "Without naming the cards: the points as counted, and the sets."],
  points_how: ["札点を入れ、役と上がり・下げを押してください。上がりなら札点は空でかまいません。", "Type the card points, and tap sets with their calls. Where a set ended the deal the points may stay empty."],
  points_how_none: ["このゲームでは札点は数えません。役と勝負・こいこいを押してください。誰にも役ができなければ、そう押します。", "Card points count for nothing here: tap the sets and their calls. If nobody made one, say so."],
  points_how_end: ["全員の札点を入れ、できた役があれば加えてください。", "Type everybody's card points, and add the sets that somebody made."],
  points_sets: ["できた役", "Completed sets"],
  points_roles: ["局の終わりの役", "Sets at the end of the deal"],
  points_whose: ["誰の役", "Whose set"],
  points_cards: ["{name}の枚数", "cards of {name}"],
  points_fed: ["取らせた人（法度）", "Who fed it"],
  points_fed_by: ["（取らせたのは{name}）", " (fed by {name})"],
  points_nobody: ["いない（山札から、または免除）", "nobody (from the deck, or exempt)"],
  points_add: ["この役を加える", "Add these sets"],
  points_called: ["{name}：{sets}で{call}", "{name}: {sets}, {call}"],
  points_tobikomi: ["{name}の飛込み（{n}月）", "{name}: the fourth card of month {n}"],
  points_kasu: ["カスが{n}枚以上の人がいる", "Somebody has {n} chaff or more"],
  points_few: ["札点は合わせて{of}点ですが、入れた点は{n}点で、{off}点足りません。数え直して直してください。", "All cards together are worth {of} points; these are {n}, {off} too few. Count again and put the points right."],
  points_many: ["札点は合わせて{of}点ですが、入れた点は{n}点で、{off}点多すぎます。数え直して直してください。", "All cards together are worth {of} points; these are {n}, {off} too many. Count again and put the points right."],
  points_type_end: ["全員の札点を入れてください。", "Type everybody's points."],
  points_type: ["三人とも（二人なら二人とも）札点を入れるか、役を押してください。", "Type everybody's points, or tap a set."],
};
