"""What is said of each refusal that no rule is behind, by its code, in both languages."""

from __future__ import annotations

from .words import Words

CODES: dict[str, Words] = {
    "gone": Words("送る途中で切れました。もう一度どうぞ。", "What was sent ended in the middle. Send it again."),
    "phone_in_use": Words(
        "今は別のスマホがカメラです。先にそちらを止めてください。",
        "Another phone is the camera now. Stop that one first.",
    ),
    "another_camera": Words(
        "今は別のカメラで卓を見ています。卓の画面でスマホを選んでください。",
        "Another camera looks at the table now. Choose the phone on the table's page.",
    ),
    "too_fast": Words("速すぎます。1秒の枚数を減らしてください。", "Too fast: send fewer pictures a second."),
    "not_a_jpeg": Words("カメラの画像は JPEG だけです。", "A camera's picture is a JPEG."),
    "no_room": Words(
        "画像を置けません。yakume の機械のディスクを確かめてください。",
        "There is no room for the picture on yakume’s computer: look at its disk.",
    ),
    "copy_opened": Words(
        "前の対局の記録に使えない所がありました。その前までの写しを開きました。元の記録はそのままです。",
        "The log of the match has an entry that cannot be used. A copy of what comes before it was opened; "
        "the original is untouched.",
    ),
    "conflict": Words(
        "その間に記録が進みました（ほかの画面かカメラ）。見直してからもう一度どうぞ。",
        "The log has moved on meanwhile (another page, or the camera). Look again and repeat.",
    ),
    "no_match": Words(
        "対局がまだ始まっていません。「対局を始める」を押してください。",
        "No match has been started. Press “Start a match”.",
    ),
    "no_deal": Words("今は局の途中ではありません。", "No deal is running now."),
    "nothing_to_undo": Words("戻すことはまだありません。", "There is nothing to undo yet."),
    "nothing_to_redo": Words("やり直せるものはありません。", "There is nothing to redo."),
    "not_asked": Words("その問いはもう済んでいます。", "That question is not open any more."),
    "illegal_action": Words(
        "この対局の決まりでは認められません。何も付けていません。",
        "The rules of this match do not allow that. Nothing was booked.",
    ),
    "inconsistent": Words(
        "同じ札が二か所にあるなど、話が合いません。何も付けていません。",
        "That cannot be: a card would be in two places, for instance. Nothing was booked.",
    ),
    "bad_notation": Words("札の書き方が分かりません。", "That is no way to write a card."),
    "invalid_request": Words("入力が足りないか、使えない値があります。", "Something is missing or cannot be used."),
    "internal_error": Words(
        "役目の中で失敗しました。点数はそのままです。", "yakume failed here. The score is untouched."
    ),
    "too_many": Words(
        "同じ札が多すぎます。札は一枚ずつしかありません。違う札を押して直してください。",
        "There are too many of one card: each exists once. Tap the one that is wrong.",
    ),
    "no_such_seat": Words("その席はこの対局にありません。", "There is no such seat in this match."),
    "not_learning": Words("今は何も覚えていません。", "No deck is being learnt."),
    "not_missing": Words("その札はもう見つかっています。", "That card was found already."),
    "not_there": Words("その札は卓の上のどこにもありません。", "That card lies nowhere on the table."),
    "no_such_track": Words(
        "その札はもう映像にありません。閉じて、今の映像で選び直してください。",
        "That card is no longer in the picture. Close this and choose it in the picture of now.",
    ),
    "no_picture": Words("カメラの映像がまだありません。", "There is no picture from the camera yet."),
    "bad_outline": Words(
        "枠が札の形になっていないか、映像の外にあります。枠を直してください。",
        "The outline is no card’s, or lies outside the picture. Put it right.",
    ),
    "no_such_rule": Words("その決まりの説明はありません。", "There is no such rule in the rule book."),
    "bad_layout": Words(
        "この卓の形は使えません。前のままにしてあります。角と区画を直すか、「初めの形に戻す」を押してください。",
        "This layout cannot be used; the old one stays. Put corners and zones right, or press “Start over”.",
    ),
    "unwritable": Words(
        "卓の形を書き込めません。前のままにしてあります。",
        "The layout cannot be written to its file; the old one stays.",
    ),
    "samples_unreadable": Words(
        "残した写真の labels.json が読めません。何も消していません。",
        "labels.json of the kept pictures cannot be read. Nothing was deleted.",
    ),
    "samples_unwritable": Words("残した写真を消せません。", "The kept pictures cannot be deleted."),
    "too_large": Words(
        "大きすぎて受け取れません。もっと小さい写真を選んでください。", "That is too large. Choose a smaller picture."
    ),
    "not_an_image": Words("写真ではありません（JPEG・PNG・WebP）。", "That is not a picture (JPEG, PNG, WebP)."),
    "empty_image": Words("写真が空です。", "The picture is empty."),
    "broken_image": Words(
        "写真が壊れていて読めません。撮り直すか、別の写真を選んでください。",
        "The picture is damaged. Take it again or choose another.",
    ),
    "image_too_large": Words(
        "写真の画素が多すぎます。小さくしてください。", "The picture has too many pixels. Make it smaller."
    ),
    "image_too_small": Words("写真が小さすぎて札が読めません。", "The picture is too small to show a card."),
    "no_model": Words(
        "札を読むモデルがありません。yakume doctor が直し方を言います。",
        "There is no model to read cards with. Run “yakume doctor” to mend that.",
    ),
    "deck_exists": Words(
        "同じ名前の札があります。もう一度押すと置き換えます。",
        "There is a deck of that name. Press once more to replace it.",
    ),
    "bad_name": Words(
        "名前には文字・数字・空白・ハイフンが使えます（40字まで）。",
        "A name has letters, digits, spaces and hyphens, 40 at most.",
    ),
    "incomplete": Words(
        "48枚が揃っていないか、小さすぎます。写真を足すか、近くから撮ってください。",
        "Cards are missing or too small: add another photo, or take one from closer.",
    ),
    "no_cards": Words(
        "この写真に札が見つかりません。札を表向きに並べ、真上から大きく撮ってください。",
        "No card is to be seen on that photo. Lay the cards face up and take it from above, close enough.",
    ),
    "blurred_photo": Words(
        "この写真はぼけています。ピントを合わせ、手を止めて撮り直してください。",
        "That photo is blurred. Let the camera focus, hold it still, and take it again.",
    ),
    "too_many_photos": Words("写真は12枚までです。", "Twelve photos at most."),
    "no_card": Words(
        "その札はもうありません。ほかの画面でやり直されたようです。",
        "That card is gone: another page seems to have begun anew.",
    ),
    "no_photo": Words("札の写真がまだありません。", "There is no photo of a deck yet."),
    "learning": Words(
        "今は別の札を覚えています。終わるまでお待ちください。", "Another deck is being learnt. Wait until that is done."
    ),
    "deck": Words(
        "この札は今のままでは使えません。「yakume enroll --name 名前 --again」で覚え直せます。"
        "今までの札で読み続けます。",
        "This deck cannot be used as it is: “yakume enroll --name NAME --again” learns it anew. "
        "Reading goes on as before.",
    ),
    "no_such_match": Words("その対局は一覧にありません。", "There is no such match on the list."),
    "match_open": Words(
        "今の対局は消せません。先にほかの対局を開いてください。", "This match is open: open another one first."
    ),
    "too_many_corrections": Words("一度に直せるのは12までです。", "At most twelve corrections at a time."),
    "bad_start": Words(
        "対局の初めの記録は、同じ人数のまま名前などを直すことだけできます。",
        "The match's first entry can only be put right with as many players, with names of up to 24 characters.",
    ),
    "busy": Words(
        "今はほかの写真を読んでいます。少し待ってもう一度どうぞ。",
        "Other photographs are being read. Wait a moment and try again.",
    ),
    "too_slow": Words("時間がかかりすぎたので、やめました。", "That took too long and was given up."),
    "store_full": Words(
        "保存できません：ディスクがいっぱいです。空きを作れば続けられます。",
        "Not saved: the disk is full. Make room, then go on.",
    ),
    "store_locked": Words(
        "保存できません：ほかのプログラムがデータベースを使っています。もう一度どうぞ。",
        "Not saved: another program keeps the database locked. Try again.",
    ),
    "store_readonly": Words(
        "データベースに書き込めません（読み取り専用）。何も変えていません。",
        "The database may only be read. Nothing was changed.",
    ),
    "store_damaged": Words(
        "データベースが壊れています。何も上書きしていません。控えを戻すか、別のデータベースで始めてください。",
        "The database is damaged. Nothing was overwritten. Restore a backup, or start yakume with another database.",
    ),
    "store_newer": Words(
        "もっと新しい役目が書いたデータです。役目を新しくしてください。何も変えていません。",
        "This was written by a newer yakume: update this one. Nothing was changed.",
    ),
    "store_in_use": Words("別の役目がデータベースを開いています。", "Another yakume has the database open."),
    "store_gone": Words(
        "保存できません：データベースのファイルが動かされたか消されました。元に戻すか、役目を起こし直してください。",
        "Not saved: the database file was moved or deleted. Put it back, or start yakume anew.",
    ),
    "store_unreachable": Words(
        "保存できません：データベースのサーバーにつながりません。", "Not saved: the database server cannot be reached."
    ),
    "store_failed": Words(
        "データベースが使えません。点数はそのままです。", "The database cannot be used. The score is untouched."
    ),
    "too_many_guesses": Words(
        "違うリンクが多すぎます。1分待ってから、役目が表示したリンクを開いてください。",
        "Too many wrong links: wait a minute, then open the one that yakume printed.",
    ),
    "token_needed": Words(
        "この画面を開き直してください。役目が表示したリンクが要ります。",
        "Open the page anew with the link that yakume printed.",
    ),
    "no_such_turn": Words("この手は局を決めていません。", "That half-turn does not decide the deal."),
    "not_followed": Words("今は打ち方を追えていません。", "Play is not followed just now."),
    "no_such_deal": Words("その局はこの対局にありません。", "There is no such deal in this match."),
    "no_such_event": Words(
        "その出来事は、今の記録では数えていません。", "Nothing that counts stands at that place of the log any more."
    ),
    "only_here": Words(
        "この機械からしか開けないので、リンクを作れません。「yakume serve --host 0.0.0.0」で起動してください。",
        "Only this machine can reach this page. Start it with “yakume serve --host 0.0.0.0” to make links.",
    ),
    "too_many_links": Words(
        "リンクは40本までです。要らないものを止めてください。", "Forty links at most: end one first."
    ),
    "no_such_link": Words("そのリンクはもうありません。", "That link is gone already."),
    "link_ended": Words(
        "このリンクは記録係が止めました。新しいリンクをもらってください。",
        "The keeper has ended this link: ask for a new one.",
    ),
    "another_seat": Words("このリンクでは自分の席のことだけできます。", "This link speaks for its own seat alone."),
    "keepers": Words("それは記録係だけができます。", "Only the keeper may do that."),
    "watcher_only": Words(
        "このリンクでは見ることだけできます。点数を変えるには記録係のリンクが要ります。",
        "This link is for looking on: the keeper’s link changes the score.",
    ),
    "player_only": Words(
        "このリンクでは自分の席のことだけできます。", "This link is for one player’s seat: only the keeper may do this."
    ),
    "camera_only": Words("このリンクはカメラ用です。", "This link is for a phone as the camera, and for nothing else."),
    "no_such_camera": Words(
        "そのファイルか番地は使えません。役目が動いている計算機の上の名前で入れてください。",
        "That file or address cannot be used. Name it as it is on yakume’s computer.",
    ),
    "no_demo": Words("これは録画ではありません。", "This is no demo."),
}
"""The page itself knows only what it says without yakume."""
