"""What the house rules are called and what they mean, in Japanese and English, for the setup page.

An option of the same key means the same in every game that has it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import NotationError
from .options import OptionValue


@dataclass(frozen=True, slots=True)
class Words:
    """A name or sentence in both languages."""

    ja: str
    en: str


# Name and one sentence: Japanese, English, Japanese, English.
_OPTIONS = {
    "capture_mandatory": (
        *("合う札は必ず取る", "Capturing is mandatory"),
        *("場に同じ月の札があれば、必ず取ります。", "A card that matches must capture."),
    ),
    "understate_teyaku": (
        *("低い手役の申告", "Understating a hand yaku"),
        *("できている手役より低い役として申告できます。", "A lower true hand yaku may be announced."),
    ),
    "deals": (
        *("局数", "Deals"),
        *("一勝負を何局で終えるかを決めます。", "A match ends after so many deals."),
    ),
    "carry": (
        *("光札の持ち越し", "Carried lights"),
        *(
            "場に光札が2枚以上出たとき、余った分をどうするかを決めます。",
            "Lights beyond the one that sets the rate wait, wait for one month, or lapse.",
        ),
    ),
    "fee_when_set": (
        *("役で終わった月の降り賃", "Fees when a set ends the deal"),
        *(
            "役で終わった月の降り賃を誰がもらうかを決めます。",
            "Says who takes the drop-out fees of a deal that a set ended.",
        ),
    ),
    "oikomi": (
        *("追い込み代の数え方", "Squeeze-out compensation"),
        *(
            "手役・つかみ・役札の三つを足すか、一番高い一つだけにします。",
            "A squeezed-out hand is paid all three terms, or the largest.",
        ),
    ),
    "hatto_shadow": (
        *("法度になる札", "What counts as feeding"),
        *(
            "同じ月の札ならどれでも法度か、決まり札の影札だけかを決めます。",
            "Feeding is laying any card of the month, or only the last partner of the missing card.",
        ),
    ),
    "mizuten_bonus": (
        *("みずてんの褒美", "Bonus for playing unseen"),
        *(
            "89点以上で全員から1貫か、いつも降りた人から1貫かを決めます。",
            "Who played unseen gets 1 kan from all at 89 points, or from each who dropped in any case.",
        ),
    ),
    "nuke_after_set": (
        *("役で終わっても抜け", "Nuke after a set"),
        *("出来役で終わった月でも抜けをもらえます。", "Nuke is paid although a set ended the deal."),
    ),
    "shiso_ends_game": (
        *("四三で終わり", "Shiso ends the match"),
        *("四三が出たら勝負が終わり、降りた人も払います。", "Four-and-three ends the match; all pay it."),
    ),
    "tobikomi_hatto": (
        *("飛込みの法度", "Feeding a tobikomi"),
        *("飛込みを助けた人が二人分を払います。", "Who helps to a tobikomi pays for both."),
    ),
    "sage_cancel": (
        *("下げの取消し", "Cancelling a play-on"),
        *("下げた人は自分の手番に半額で終われます。", "Who played on may end the deal for half."),
    ),
    "etsunen": (
        *("越年", "Past the last month"),
        *(
            "最後の月に場の持ち越しが残れば、なくなるまで続けます。",
            "Deals go on while a bound rate is left after the last.",
        ),
    ),
    "tsukifuda": (
        *("月札", "Month tokens"),
        *("毎月の勝者が1文を積み、最下位の人がもらいます。", "Each winner sets 1 mon aside for the lowest player."),
    ),
    "half_year_prize_kan": (
        *("半年のトップ賞", "Prize of half a year"),
        *(
            "6か月の勝負で、一人あたり何貫のトップ賞かを決めます。",
            "The prize of a half year is so many kan for each player.",
        ),
    ),
    "inoshikacho": (
        *("猪鹿蝶", "Inoshikacho"),
        *("猪鹿蝶を役として数えます。", "Boar, deer and butterflies count as a set."),
    ),
    "special": (
        *("特殊役", "Special yaku"),
        *(
            "二八・総八・素十六を使います。同点は親の勝ちになります。",
            "Futahachi, sohachi and sujuroku count, and the dealer wins a tie.",
        ),
    ),
    "goko_after_shiko": (
        *("四光の後の五光", "Goko after shiko"),
        *(
            "四光を下げた後の五光を、足すか置き換えるかを決めます。",
            "Goko is paid besides a lowered shiko, or in its place.",
        ),
    ),
    "beaten_sage": (
        *("下げた後に負けた役", "A beaten play-on"),
        *(
            "相手が先に役を作ったとき、下げた役を半額か無効にします。",
            "A lowered set that is beaten keeps half, or nothing.",
        ),
    ),
    "menu": (
        *("デフレメニュー", "Rate menu"),
        *("小場・大場・絶場の倍率を選びます。", "This is what small, large and grand fields multiply by."),
    ),
    "recording": (
        *("点の付け方", "Keeping score"),
        *(
            "点棒を使うか、紙に書くかです。点は同じです。",
            "Points are kept with chips or on paper; the score is the same.",
        ),
    ),
    "f_scope": (
        *("メニューFの複合役", "Compounds in menu F"),
        *(
            "複合の手役を、役ごとに増やすか一度だけ増やすかを決めます。",
            "A compound is raised for each of its parts, or once.",
        ),
    ),
    "role_payment": (
        *("役代の払い方", "Paying a set"),
        *(
            "二人がそれぞれ役代を払うか、半分ずつ払うかを決めます。",
            "Each of the others pays the whole price, or half of it.",
        ),
    ),
    "zoro_adds_kaburi": (
        *("ゾロに被りを足す", "Zoro and kaburi together"),
        *("ゾロができたとき、被りも数えます。", "Zoro is paid besides kaburi."),
    ),
    "lights": (
        *("光の役の点", "Prices of the lights"),
        *(
            "五光、四光、雨四光、三光の役代を決めます。",
            "So much five, four, rainy four and three lights are worth.",
        ),
    ),
    "sake": (
        *("花見酒・月見酒", "Sets with the sake cup"),
        *(
            "花見酒と月見酒を数えるか、いくらにするかを決めます。",
            "Says whether these two count, and what they are worth.",
        ),
    ),
    "chofuku": (
        *("赤短と青短の重複", "Red and blue ribbons together"),
        *(
            "両方できたとき、別々に数えるか一つの役にするかを決めます。",
            "Both together are paid as they are, or as one set.",
        ),
    ),
    "cup_kasu": (
        *("盃をカスにも数える", "The sake cup is chaff too"),
        *("菊の盃を、タネにもカスにも数えます。", "The sake cup counts as an animal and as chaff."),
    ),
    "seven_doubles": (
        *("7文以上は2倍", "7 or more is doubled"),
        *("役代が合わせて7文以上なら2倍にします。", "Sets worth 7 or more together are paid twice."),
    ),
    "koikoi_doubles": (
        *("こいこいされたら2倍", "Doubled after koi-koi"),
        *("相手のこいこいの後に勝負したら2倍にします。", "After the other's koi-koi all is paid twice."),
    ),
    "oyaken": (
        *("親権", "Dealer's right"),
        *("どちらも勝負せずに終わったら、親が6文もらいます。", "The dealer is paid 6 for a deal nobody won."),
    ),
    "next_oya": (
        *("次の親の決め方", "Next dealer"),
        *(
            "基準の点を引いて比べるか、札の点だけで比べるかを決めます。",
            "Points less one's own base say who deals next, or points alone.",
        ),
    ),
}

_YES, _NO = Words("あり", "yes"), Words("なし", "no")

_VALUES = {
    ("understate_teyaku", "allow"): Words("できる", "allowed"),
    ("understate_teyaku", "forbid"): Words("できない", "forbidden"),
    ("deals", None): Words("決めない", "open"),
    ("carry", "queue"): Words("なくなるまで待つ", "all wait their turn"),
    ("carry", "next_month_only"): Words("翌月だけ", "next month only"),
    ("carry", "none"): Words("持ち越さない", "none"),
    ("fee_when_set", "maker"): Words("役を作った人", "maker of the set"),
    ("fee_when_set", "top_points"): Words("札の点が一番高い人", "highest card points"),
    ("oikomi", "sum"): Words("全部足す", "all added"),
    ("oikomi", "largest"): Words("一番高いもの", "the largest"),
    ("hatto_shadow", "any_month"): Words("同じ月の札すべて", "any card of the month"),
    ("hatto_shadow", "kimari_only"): Words("決まり札の影札だけ", "last partner only"),
    ("mizuten_bonus", "all_if_89"): Words("89点以上で全員から", "from all at 89 points"),
    ("mizuten_bonus", "dropped_always"): Words("いつも降りた人から", "from who dropped, always"),
    ("goko_after_shiko", "add"): Words("足す", "added"),
    ("goko_after_shiko", "replace"): Words("置き換える", "replaces"),
    ("beaten_sage", "half"): Words("半額", "half"),
    ("beaten_sage", "void"): Words("無効", "void"),
    ("menu", "A"): Words("A 等倍・2倍・4倍", "A: 1, 2, 4 times"),
    ("menu", "B"): Words("B 等倍・2倍・3倍", "B: 1, 2, 3 times"),
    ("menu", "C"): Words("C 等倍・1.5倍・2倍", "C: 1, 1.5, 2 times"),
    ("menu", "D"): Words("D 等倍・2倍・2倍", "D: 1, 2, 2 times"),
    ("menu", "E"): Words("E いつも等倍", "E: always 1"),
    ("menu", "F"): Words("F 等倍・1貫増・2貫増", "F: plus 0, 1, 2 kan"),
    ("recording", "chips"): Words("点棒", "chips"),
    ("recording", "written"): Words("記入式", "written"),
    ("f_scope", "component"): Words("役ごとに", "each part"),
    ("f_scope", "claim"): Words("全体で一度", "the whole once"),
    ("role_payment", "each"): Words("それぞれ全額", "each in full"),
    ("role_payment", "split"): Words("半分ずつ", "half each"),
    ("lights", "usual"): Words("10・8・7・5文", "10, 8, 7, 5"),
    ("lights", "high"): Words("15・10・8・6文", "15, 10, 8, 6"),
    ("sake", "five"): Words("5文", "5 each"),
    ("sake", "three"): Words("3文", "3 each"),
    ("sake", "none"): Words("数えない", "not counted"),
    ("chofuku", "each"): Words("別々に数える", "each by itself"),
    ("chofuku", "joined"): Words("一つの役で10文", "one set of 10"),
    ("next_oya", "net"): Words("基準を引いた点", "points less the base"),
    ("next_oya", "raw"): Words("札の点", "card points"),
}


def option_name(key: str) -> Words:
    """What a house rule is called. Raises: NotationError if there is none with this key."""
    ja, en, _, _ = _row(key)
    return Words(ja, en)


def option_about(key: str) -> Words:
    """One sentence on what a house rule decides. Raises: NotationError if there is none with this key.

    >>> option_about("inoshikacho").en
    'Boar, deer and butterflies count as a set.'
    """
    _, _, ja, en = _row(key)
    return Words(ja, en)


def value_name(key: str, value: OptionValue) -> Words:
    """What a value of a house rule is called; whole numbers are called themselves.

    Raises: NotationError if there is no such option, or no such value of it.

    >>> value_name("menu", "B").ja, value_name("deals", 6).ja, value_name("etsunen", False).ja
    ('B 等倍・2倍・3倍', '6', 'なし')
    """
    _row(key)
    if isinstance(value, bool):
        return _YES if value else _NO
    if isinstance(value, int):
        return Words(str(value), str(value))
    if (key, value) not in _VALUES:
        raise NotationError(f"no value {value!r} of option {key!r}", "YK-GAME-01")
    return _VALUES[key, value]


def _row(key: str) -> tuple[str, str, str, str]:
    if key not in _OPTIONS:
        raise NotationError(f"no option {key!r}", "YK-GAME-01")
    return _OPTIONS[key]
