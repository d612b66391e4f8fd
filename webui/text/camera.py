"""What went wrong with the camera or its reading, from the one English sentence of it that the log has."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .words import Words

_TOLD = (
    (r"cannot open (.+): no such file", "{0} というファイルはありません"),
    (r"cannot open (.+): not a video that OpenCV can read", "{0} は読める動画ではありません"),
    (r"cannot read (.+): no picture in it", "{0} に映像が入っていません"),
    (r"cannot open (.+): no camera answers there", "{0} のカメラが応えません"),
    (r"cannot open (.+): no JPEG, PNG or WebP picture in the folder", "{0} に JPEG・PNG・WebP の写真がありません"),
    (r"(.+) went away", "{0} の映像が途切れました"),
    (r"(.+) is frozen: no new picture for (.+) s", "{0} から{1}秒、新しい映像が来ません"),
    (r"the vision worker stopped \(exit code (.+)\)", "札を読むプログラムが止まりました（終了コード {0}）"),
    (r"the vision worker said nothing for (.+) s", "札を読むプログラムが{0}秒応えません"),
    (r"the vision worker could not be started: (.+)", "札を読むプログラムを起こせません（{0}）"),
    (r"the model (.+) has no weights: (.+) is missing; install yakume again",
     "モデル {0} の重み {1} がありません。役目を入れ直してください"),
    (r"no model card (.+): train one with `yakume train`, or install yakume again",
     "モデルの添え書き {0} がありません。yakume train で作るか、役目を入れ直してください"),
    (r"the model file (.+) does not match its card: .+", "モデル {0} が添え書きと違います。役目を入れ直してください"),
    (r"cannot use the model card (.+): .+", "モデルの添え書き {0} が使えません"),
    (r"cannot use the layout (.+): .+", "卓の形 {0} が使えません。「卓を合わせる」でやり直してください"),
)  # fmt: skip
"""The sentence, and the same in Japanese with its gaps."""


def camera_detail(sentence: str) -> Words | None:
    """`sentence` in both languages; of one that is not known here only where to read it. None for an empty one."""
    if not sentence:
        return None
    for known, ja in _TOLD:
        found = re.fullmatch(known, sentence, re.DOTALL)
        if found:
            return Words(ja.format(*found.groups()), sentence)
    return Words("札を読むプログラムがファイルを使えません。端末の記録（英語）に詳しくあります", sentence)


_HINTS: Mapping[str, Words] = {
    "off": Words(
        "「宣言」なら押すだけで、「写真を読む」なら場札・公開札・取り札の写真から点数を付けられます。",
        "“Declare” keeps the score by tap alone, “Read a photo” from photos of the field, shown hands and captures.",
    ),
    "lost": Words(
        "線と電源を確かめてください。見つかればすぐ続けます。",
        "Check its cable and power; watching goes on as soon as it is found.",
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
