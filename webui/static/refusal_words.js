// What the page says when something was refused or went wrong; the keys are `error_` and yakume's code.

export const REFUSAL_WORDS = {
  error_other: ["できませんでした。", "That could not be done."],
  error_details: ["機械の記録（英語）", "Details"],
  error_unreachable: ["役目が答えません。動いているか確かめて、もう一度どうぞ。", "yakume does not answer. See that it is running, then try again."],
  error_deal_settled: ["この局はもう清算済みか、取り消されています。ここで入れたものは付けていません。", "This deal is settled already, or was taken back: nothing was booked of what you entered."],
  error_one_step: ["一度に一つです。次に何が動くかを見て、もう一度どうぞ。", "One at a time: see what comes next, then tap again."],
};
