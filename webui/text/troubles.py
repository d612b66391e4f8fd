"""What is said of a database that cannot be written to."""

from __future__ import annotations

from ..store.trouble import Code
from .words import Words

_WHY: dict[Code, Words] = {
    "store_full": Words("ディスクがいっぱいです", "the disk is full"),
    "store_locked": Words("ほかのプログラムがデータベースを使っています", "another program keeps the database locked"),
    "store_readonly": Words("データベースに書き込めません", "the database may only be read"),
    "store_damaged": Words("データベースが壊れています", "the database is damaged"),
    "store_newer": Words("もっと新しい役目が書いたデータです", "a newer yakume wrote it"),
    "store_gone": Words("データベースのファイルが動かされたか消されました", "the database file was moved or deleted"),
    "store_in_use": Words("別の役目がデータベースを開いています", "another yakume has the database open"),
    "store_unreachable": Words("データベースのサーバーにつながりません", "the database server cannot be reached"),
    "store_failed": Words("データベースが使えません", "the database cannot be used"),
}


def not_saved(code: Code) -> Words:
    """That what was seen is not saved yet, and why; it is tried again."""
    why = _WHY[code]
    return Words(f"まだ保存できていません：{why.ja}。続けて試します。", f"Not saved yet: {why.en}. It is tried again.")
