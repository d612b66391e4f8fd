"""Why somebody is not let in, as a page in both languages: who sees it has no other page of yakume yet."""

from __future__ import annotations

from html import escape

from .words import Words

REFUSALS: dict[str, Words] = {
    "token_needed": Words(
        "このリンクでは入れません。記録係に新しいリンクをもらってください。",
        "open the link with the token that yakume printed, or ask the keeper for a link",
    ),
    "link_ended": Words(
        "このリンクは記録係が止めました。新しいリンクをもらってください。",
        "the keeper has ended this link: ask for a new one",
    ),
    "too_many_guesses": Words(
        "違うリンクが多すぎます。1分待ってください。", "too many wrong tokens from this address: wait a minute"
    ),
    "watcher_only": Words(
        "このリンクでは見ることだけできます。", "this link is for looking on: only the keeper's changes the score"
    ),
    "player_only": Words(
        "このリンクでは自分の席のことだけできます。",
        "this link is for one player's seat: only the keeper's may do this",
    ),
    "camera_only": Words("このリンクはカメラ用です。", "this link is for a phone as the camera, and for nothing else"),
}
"""By code; the English ones are the messages of the API, too."""

_PAGE = """<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>役目 yakume</title>
    <style>
      body {{ margin: 0 auto; max-width: 34em; padding: 15vh 20px; font: 1.15rem/1.7 serif; }}
      body {{ color: #26211c; background: #f1e9d8; }}
      p + p {{ color: #5c5144; font-size: 1rem; }}
    </style>
  </head>
  <body>
    <h1>役目</h1>
    <p>{ja}</p>
    <p lang="en">{en}</p>
  </body>
</html>
"""


def refusal_page(code: str) -> str:
    """The page that says it."""
    said = REFUSALS[code]
    return _PAGE.format(ja=escape(said.ja), en=escape(said.en[0].upper() + said.en[1:] + "."))
