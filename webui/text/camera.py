"""What went wrong with the camera or its reading, and what can be done about it, in both languages.

The sentence itself is English, for the log; its pattern says which it is, and its gaps are put into the Japanese.
"""

from __future__ import annotations

from collections.abc import Mapping

from yakume.engine.errors import Sentence

from .words import Words

STOPPED = "the vision worker stopped (exit code {code})"
SAYS_NOTHING = "the vision worker said nothing for {seconds} s"
STARTS_NOT = "the vision worker could not be started: {why}"
NO_LAYOUT = "cannot use the table's layout: {why}"

AGAIN = "train it again with `yakume enroll --name {name!r} --again`"

DETAILS: Mapping[str, str] = {
    "cannot open {path}: no such file": "{path} というファイルはありません",
    "cannot open {path}: not a video that OpenCV can read": "{path} は読める動画ではありません",
    "cannot read {path}: no picture in it": "{path} に映像が入っていません",
    "cannot open {name}: no camera answers there": "{name} のカメラが応えません",
    "cannot open {path}: no JPEG, PNG or WebP picture in the folder": "{path} に JPEG・PNG・WebP の写真がありません",
    "cannot use a picture of the folder: {why}": "フォルダーの写真が使えません（{why}）",
    "the picture that came cannot be read: {why}": "届いた写真が読めません（{why}）",
    "{name} went away": "{name} の映像が途切れました",
    "{name} is frozen: no new picture for {seconds} s": "{name} から{seconds}秒、新しい映像が来ません",
    STOPPED: "札を読むプログラムが止まりました（終了コード {code}）",
    SAYS_NOTHING: "札を読むプログラムが{seconds}秒応えません",
    STARTS_NOT: "札を読むプログラムを起こせません（{why}）",
    NO_LAYOUT: "卓の形が使えません。「卓を合わせる」でやり直してください",
    "cannot use the models: {why}": "モデルが使えません（{why}）",
    "the model {name} has no weights: {path} is missing; install yakume again":
        "モデル {name} の重み {path} がありません。役目を入れ直してください",
    "no model card {path}: train one with `yakume train`, or install yakume again":
        "モデルの添え書き {path} がありません。yakume train で作るか、役目を入れ直してください",
    "the model file {path} does not match its card: SHA-256 is {found}…, expected {expected}…; install yakume again":
        "モデル {path} が添え書きと違います。役目を入れ直してください",
    "cannot use the model card {path}: {why}": "モデルの添え書き {path} が使えません",
    "the deck {name!r} was enrolled with another reader ({before}…, now {now}…): " + AGAIN:
        "札「{name}」は前の読み取りモデルで覚えたものです。「札を覚えさせる」でもう一度覚えさせてください",
    "the deck {name!r} has no head: {path} is missing; " + AGAIN:
        "札「{name}」の {path} がありません。「札を覚えさせる」でもう一度覚えさせてください",
    "the file {path} is not the one that deck.toml names; " + AGAIN:
        "札「{name}」の {path} が変わっています。「札を覚えさせる」でもう一度覚えさせてください",
    "{why}; " + AGAIN: "札「{name}」が使えません。「札を覚えさせる」でもう一度覚えさせてください（{why}）",
    "{why}: enroll the deck again": "覚えた札の写真が使えません。覚えさせ直してください（{why}）",
    "no deck {name!r} in {decks} ({known}): enroll it with `yakume enroll PHOTO --name {name!r}`":
        "札「{name}」はまだ覚えていません。「札を覚えさせる」で覚えさせてください",
    "cannot use {path}: {why}": "札の {path} が使えません（{why}）",
}  # fmt: skip
"""Each sentence with its gaps, and the same in Japanese."""


def camera_detail(sentence: Sentence) -> Words | None:
    """`sentence` in both languages; of one that is not known here only where to read it. None for an empty one."""
    if not sentence:
        return None
    japanese = DETAILS.get(sentence.pattern)
    if japanese is None:
        return Words("札を読むプログラムがファイルを使えません。端末の記録（英語）に詳しくあります", str(sentence))
    return Words(japanese.format(**sentence.gaps), str(sentence))


_HINTS: Mapping[str, Words] = {
    "off": Words(
        "「宣言」なら押すだけで、「写真を読む」なら場札・公開札・取り札の写真から点数を付けられます。",
        "“Declare” keeps the score by tap alone, “Read a photo” from photos of the field, shown hands and captures.",
    ),
    "lost": Words(
        "線と電源を確かめてください。見つかればすぐ続けます。",
        "Check its cable and power; watching goes on as soon as it is found.",
    ),
    "ended": Words(
        "続けるには「卓を整える」でカメラか映像を選んでください。",
        "To go on, choose a camera or a file under “Set up the table”.",
    ),
    "slow": Words(
        "カメラは動いていますが、読み取りが追いつきません。ほかのプログラムを閉じてください。",
        "The camera works, but reading does not keep up: close other programs.",
    ),
    "dark": Words(
        "レンズのふたと照明を確かめてください。",
        "See whether something covers the lens, and whether the lamp is on.",
    ),
    "frozen": Words("カメラが止まっていないか確かめてください。", "See whether the camera has stopped."),
    "blind": Words("yakume doctor が直し方を言います。", "“yakume doctor” says how to mend that."),
    "restarting": Words("少しお待ちください。", "One moment."),
    "waiting": Words(
        "スマホの画面を点け、カメラのページが開いているか確かめてください。届けばすぐ続けます。",
        "See that its screen is on and the camera page open; watching goes on as soon as pictures come.",
    ),
}


def camera_hint(state: str) -> Words | None:
    """What people can do about a camera in that state; None where there is nothing to be done."""
    return _HINTS.get(state)
