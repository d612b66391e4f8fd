"""A walk through every view and every dialog of the page, for tests that look at each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from page_bench import FIELD, Site, fill_start

OUTSIDE = """() => {
  const root = document.querySelector('dialog[open]') ?? document.documentElement;
  const wide = root.scrollWidth > root.clientWidth ? [`${root.className} is ${root.scrollWidth} px wide`] : [];
  const scrolls = (node) => node && (/auto|scroll|hidden/.test(getComputedStyle(node).overflowX)
    && node !== root && node !== document.body || scrolls(node.parentElement));
  const shown = [...root.querySelectorAll('button, label, select, p, h2, h3, li, dd, td, th')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen, .skip') && !scrolls(node.parentElement));
  const out = shown.filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
  });
  return [...wide, ...out.map((node) => `${node.tagName} ${node.textContent.trim().slice(0, 60)}`)];
}"""
"""What sticks out of the screen to the side, where nothing scrolls there."""
SAID = """() => {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const skip = 'code, script, style, noscript, .rule, [lang]:not(html)';
  const seen = (node) => node.checkVisibility() && !node.closest(skip);
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (seen(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const node of root.querySelectorAll('*')) {
    if (!seen(node)) continue;
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) texts.push(node.getAttribute(name) ?? '');
  }
  return texts.map((each) => each.trim()).filter(Boolean);
}"""
"""Whatever is said on the view, in sight or to a screen reader; not ids of rules, nor what says its own language."""
ENGLISH = re.compile(r"(?:[A-Za-z’'-]{2,}[ ,:]+){2,}[A-Za-z’'-]{2,}")
"""Three words in a row."""
JAPANESE = re.compile(r"[\u3041-\u30fa\u4e00-\u9fff]")
HERE = re.compile(r"/\S+|JPEG, PNG|「yakume [^」]+」")
"""Paths of this machine and commands are the same in any language."""
HAND = ("1t", "3t", "8h", "8n", "10t", "11n", "12h")
DIALOGS = (
    *("宣言", "映像あり", "履歴", "写真を読む", "対局を始める", "ほか"),
    *("卓を合わせる", "札を覚えさせる", "学習用に残す"),
)


def walk_everything(page: Any, site: Site, walked: Callable[[str], None], arrived: Callable[[], None]) -> None:
    """Every view and every dialog in its open state; `arrived` is called on each page, `walked` on each view."""
    fill_start(page)
    site.camera.sees(field=FIELD, seat1_shown="7n 7t 7a")
    page.locator("#book li .why").first.wait_for()
    walked("table, a hand yaku booked")
    site.camera.sees(seat0_captures="1t 2t 3t 1a 2b 3b")
    page.get_by_role("button", name="上がり").wait_for()
    walked("table, a question open")
    for name in DIALOGS:
        page.get_by_role("button", name=name, exact=True).first.click()
        page.locator("dialog[open]").wait_for()
        unfold(page)
        walked(name)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    walk_what_is_opened_from_them(page, walked)
    page.get_by_role("button", name="ほか").click()
    page.get_by_role("button", name="卓を整える").click()
    for step in ("ゲーム", "席", "カメラ", "卓の角", "札"):
        page.locator("dialog .steps button", has_text=step).click()
        page.locator("dialog .steps [aria-current]", has_text=step).wait_for()
        walked(f"wizard, {step}")
        if step == "席":
            page.locator("dialog [name=dealer]").first.check()
    page.keyboard.press("Escape")
    pages = {"scores": ".seats li", "overlay": ".seats li", "camera": "h1", "api/sheet.html": "h1", "learn": "h1"}
    for path, ready in {**pages, "hand?seat=1": "h1"}.items():
        page.goto(f"{site.url}{path}")
        page.locator(ready).first.wait_for()
        arrived()
        if path == "learn":
            walk_the_lessons(page, walked)
        elif path == "hand?seat=1":
            page.get_by_role("button", name="札を選ぶ").click()
            for card in HAND:
                page.locator(f".deck button[data-card='{card}']").click()
            page.locator(".plays li[data-card='8h']").first.wait_for()
        walked(path)


def walk_what_is_opened_from_them(page: Any, walked: Callable[[str], None]) -> None:
    """The dialogs behind the dialogs: piles, one card, settling by tap and by points, a deal played back, matches."""
    ways: dict[str, tuple[str, ...]] = {
        "piles": ("札を置く・直す",),
        "settling by tap": ("宣言", "手で清算する"),
        "settling by points": ("宣言", "札点と役で清算する"),
        "a deal played back": ("履歴", "一手ずつ見る"),
        "matches": ("ほか", "対局の一覧"),
        "figures of players": ("ほか", "対局の一覧", "成績"),
        "share": ("ほか", "人を招く"),
        "an event put right": ("履歴", "正す…"),
        "a scene put right": ("履歴", "一手ずつ見る", "正す…"),
    }
    for view, buttons in ways.items():
        for name in buttons:
            page.get_by_role("button", name=name, exact=True).first.click()
            page.locator("dialog[open]").wait_for()
        if buttons[-1] == "正す…":
            page.locator("dialog .mending button").first.wait_for()
        elif view == "figures of players":
            page.locator("dialog .chart svg").first.wait_for()
        unfold(page)
        walked(view)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    page.locator(".seat .captures [data-card='1t']").click()
    page.get_by_text("別の札です").click()
    walked("one card")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.locator(".seat .name").first.click()
    walked("names of the players")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def walk_the_lessons(page: Any, walked: Callable[[str], None]) -> None:
    """Every tab of the learning page, a quiz with its answer told."""
    for tab in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=tab, exact=True).click()
        page.locator("[role=tabpanel] :is(.lesson, .months, .yaku, .quiz)").wait_for()
        if page.locator(".quiz").count():
            page.locator(".quiz .actions button").first.click()
            page.locator(".quiz [data-is=right]").wait_for()
        walked(f"learn, {tab}")


def unfold(page: Any) -> None:
    """Open everything of the dialog that can be unfolded."""
    page.evaluate("document.querySelectorAll('dialog details').forEach(each => { each.open = true })")


def foreign(page: Any) -> list[str]:
    """What is said on the view in another language than the page's."""
    other = ENGLISH if page.evaluate("document.documentElement.lang") == "ja" else JAPANESE
    return [said for said in page.evaluate(SAID) if other.search(HERE.sub("", said))]
