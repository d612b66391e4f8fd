// What the demo says of itself, and the way to the own table; both languages.

export const CAPTION_WORDS = {
  caption_recording: ["これは録画です。上から撮った卓を、役目が一枚ずつ読んでいます。枠の中の札を押すと直せます。",
    "This is a recording. yakume reads the table from above, card by card; tap an outline to correct it."],
  caption_rate: ["場札で「{rate} ×{times}」と決まりました。上の帯に出ています。", "The field cards make this the {rate}, ×{times}: see the strip above."],
  caption_teyaku: ["{name}が手札の「{yaku}」を見せました。手役は自動で帳面に付きます。", "{name} shows a hand yaku, {yaku}. It is booked by itself."],
  caption_captures: ["取り札は種類ごとに並び、役まであと何が要るかが席に出ます。", "Captures are sorted by kind; each seat shows what its sets still need."],
  caption_ask: ["カメラに分からないことは、ここで尋ねます。後で答えてもかまいません。", "What no camera can know is asked here. You may answer later."],
  caption_booked: ["局が終わり、支払いとその訳が帳面に付きました。次はあなたの卓でどうぞ。", "The deal is over, and every payment is in the ledger with its reason. Now your own table."],
  caption_learn: ["花札が初めてなら：5分で覚える", "New to hanafuda? Learn it in five minutes"],
  caption_own: ["自分の卓で", "Your own table"],
  own: ["自分の卓で使う", "Use it on your own table"],
  own_what: ["この録画を終えて、あなたの卓に移ります。決めることは次の四つだけです。", "The recording ends and your own table begins. There are four things to do:"],
  own_go: ["自分の卓に移る", "Go to my own table"],
  own_wait: ["録画を終えています…", "Ending the recording…"],
  own_place: ["カメラを卓の真上か斜め上に固定します。札が映像の中で24画素より長ければ読めます。", "Fix the camera above the table, straight or at an angle. Cards longer than 24 pixels can be read."],
  own_start: ["ゲームと席を選びます。", "Choose the game and the seats."],
  own_fit: ["映像の上で、卓の四つの角を一度合わせます。", "Drag the table’s four corners on the picture, once."],
  own_deck: ["自分の札を写真一枚で覚えさせると、いっそう確かになります。", "One photo of your deck makes reading your own cards surer."],
  own_without: ["カメラがなくても、「宣言」と「手で清算する」だけで付けられます。", "Without any camera, “Declare” and “Settle by tap” keep the score alone."],
};
