// What the page says about the list of matches; both languages.

export const MATCHES_WORDS = {
  matches: ["対局の一覧", "Matches"],
  matches_what: ["どの対局もいつでも続けられます。今の対局も一覧に残ります。", "Every match can be resumed at any time. The one that is open stays on the list."],
  matches_name: ["対局の名前", "Name of the match"],
  matches_now: ["今の対局", "Open now"],
  matches_open: ["続ける", "Go on with it"],
  matches_leave: ["今の対局を離れて、これを続ける", "Leave the open match for this one"],
  matches_delete: ["消す", "Delete"],
  matches_deleted: ["消した対局（{n}）", "Deleted matches ({n})"],
  matches_restore: ["元に戻す", "Bring it back"],
  matches_about: ["{game}・{day}・記録{n}件", "{game}, {day}, entries: {n}"],
  start_leave: ["今の対局を離れて始める", "Leave the open match and start"],
};
