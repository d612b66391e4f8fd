// What the page says where it leads elsewhere, and about sound; both languages.

export const MORE_WORDS = {
  more: ["ほか", "More"],
  more_pages: ["ほかの画面", "Other pages"],
  more_learn: ["花札を覚える：札、役、問題", "Learn hanafuda: cards, yaku, a quiz"],
  more_scores: ["大きな点数（離れた画面やプロジェクターに）", "Large scores, for a screen across the room"],
  more_overlay: ["配信用の重ね表示（背景なし）", "Overlay for a stream (no background)"],
  more_hand: ["{name}の手札（その人のスマホで開く）", "Hand of {name} (open it on that player's phone)"],
  theme: ["色", "Colours"],
  theme_device: ["この機器に合わせる", "As this device"],
  theme_light: ["昼", "Light"],
  theme_dark: ["夜", "Dark"],
  theme_contrast: ["くっきり", "High contrast"],
  sound: ["音と声", "Sound and voice"],
  sound_tone: ["確かめたい時に小さな音を鳴らす", "A discreet tone when yakume asks"],
  voice_one: ["{payee}に{why}、{payers}から{mon}。", "{payee}: {why}, {mon} from {payers}."],
  voice_each: ["{payee}に{why}、{payers}から{mon}ずつ。", "{payee}: {why}, {mon} each from {payers}."],
  sound_voice: ["付いた点を声で言う", "Say aloud what was booked"],
};
