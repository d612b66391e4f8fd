"""What every term, card, month and rule is called: kanji, kana and English, looked up by id.

Japanese lives here and in `explain` alone. Ids are romanised Japanese words (``akatan``), cards and faces in
the notation (``1h``, ``1k``, ``back``), or rule ids of the rule book (``H3-DEKI-05``):

    >>> name("H3-DEKI-05").ja, name("akatan").en, name("8h").ja
    ('赤短', 'red ribbons', '芒に月')

A rule that is not itself a yaku answers with what it is about, so that every ledger entry has a title:

    >>> name("H3-SCORE-04").ja, name("H3-SAGE-06").ja
    ('札の点', '下げの取消し')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .cards import BACK, CARDS, Card, Face, Month, Rank
from .errors import NotationError
from .rules import RULESETS


@dataclass(frozen=True, slots=True)
class Name:
    """One thing's name; `id` is the term's own, also when it was looked up by a rule id."""

    id: str
    ja: str
    """As written: kanji, or katakana where that is the custom."""
    kana: str
    """How it is read, in hiragana; numerals and Latin letters as they are."""
    en: str


_GAMES = (
    Name("hachiju", "八十", "はちじゅう", "Hachiju"),
    Name("hachihachi", "八八", "はちはち", "Hachihachi"),
    Name("futari", "二人はちはち", "ふたりはちはち", "Hachihachi for two"),
    Name("sannin", "三人はちはち", "さんにんはちはち", "Hachihachi for three"),
    Name("sudaoshi", "すだおし", "すだおし", "Sudaoshi"),
    Name("koikoi", "こいこい", "こいこい", "Koi-Koi"),
)

_MONTHS = (
    Name("matsu", "松", "まつ", "pine"),
    Name("ume", "梅", "うめ", "plum"),
    Name("sakura", "桜", "さくら", "cherry"),
    Name("fuji", "藤", "ふじ", "wisteria"),
    Name("ayame", "菖蒲", "あやめ", "iris"),
    Name("botan", "牡丹", "ぼたん", "peony"),
    Name("hagi", "萩", "はぎ", "bush clover"),
    Name("susuki", "芒", "すすき", "pampas grass"),
    Name("kiku", "菊", "きく", "chrysanthemum"),
    Name("momiji", "紅葉", "もみじ", "maple"),
    Name("yanagi", "柳", "やなぎ", "willow"),
    Name("kiri", "桐", "きり", "paulownia"),
)

_CARD_WORDS = (
    Name("fuda", "札", "ふだ", "card"),
    Name("shurui", "札の種類", "ふだのしゅるい", "kinds of cards"),
    Name("hikari", "光", "ひかり", "light"),
    Name("tane", "タネ", "たね", "animal"),
    Name("tan", "短冊", "たんざく", "ribbon"),
    Name("kasu", "カス", "かす", "chaff"),
    Name("ura", "裏", "うら", "face down"),
    Name("tefuda", "手札", "てふだ", "hand"),
    Name("bafuda", "場札", "ばふだ", "field cards"),
    Name("yamafuda", "山札", "やまふだ", "deck"),
    Name("torifuda", "取り札", "とりふだ", "captures"),
    Name("kokaifuda", "公開札", "こうかいふだ", "shown cards"),
    Name("shima", "シマ", "しま", "four of one month on the field"),
)

_TEYAKU = (
    Name("teyaku", "手役", "てやく", "hand yaku"),
    Name("sanbon", "三本", "さんぼん", "three of a month"),
    Name("tatesanbon", "立三本", "たてさんぼん", "special three of a month"),
    Name("kuttsuki", "喰付", "くっつき", "three pairs"),
    Name("teshi", "手四", "てし", "four of a month"),
    Name("haneken", "はねけん", "はねけん", "three and two pairs"),
    Name("ichinishi", "一二四", "いちにし", "four and a pair"),
    Name("shiso", "四三", "しそう", "four and three"),
    Name("futasanbon", "二三本", "ふたさんぼん", "two threes"),
    Name("sanbontatesanbon", "三本立三本", "さんぼんたてさんぼん", "a three and a special three"),
    Name("futatatesanbon", "二立三本", "ふたたてさんぼん", "two special threes"),
    Name("aka", "赤", "あか", "ribbons and chaff"),
    Name("tanichi", "短一", "たんいち", "one ribbon, six chaff"),
    Name("toichi", "十一", "といち", "one animal, six chaff"),
    Name("pikaichi", "光一", "ぴかいち", "one light, six chaff"),
    Name("karasu", "空素", "からす", "all chaff"),
    Name("suroku", "素六", "すろく", "six chaff"),
    Name("yonkuttsuki", "くっつき", "くっつき", "four pairs"),
)

_DEKIYAKU = (
    Name("dekiyaku", "出来役", "できやく", "captured set"),
    Name("goko", "五光", "ごこう", "five lights"),
    Name("shiko", "四光", "しこう", "four lights"),
    Name("goun", "五雲", "ごうん", "five clouds"),
    Name("shichitan", "七短", "しちたん", "seven ribbons"),
    Name("akatan", "赤短", "あかたん", "red ribbons"),
    Name("aotan", "青短", "あおたん", "blue ribbons"),
    Name("inoshikacho", "猪鹿蝶", "いのしかちょう", "boar, deer and butterflies"),
    Name("bozuzoro", "坊主ゾロ", "ぼうずぞろ", "all four of pampas grass"),
    Name("bozukaburi", "坊主被り", "ぼうずかぶり", "moon and geese"),
    Name("amezoro", "雨ゾロ", "あめぞろ", "all four of willow"),
    Name("amekaburi", "雨被り", "あめかぶり", "poet and swallow"),
    Name("ameshiko", "雨四光", "あめしこう", "four lights with rain"),
    Name("sanko", "三光", "さんこう", "three lights"),
    Name("hanamizake", "花見酒", "はなみざけ", "cherry viewing with sake"),
    Name("tsukimizake", "月見酒", "つきみざけ", "moon viewing with sake"),
    Name("taneyaku", "タネ", "たね", "five animals or more"),
    Name("tanyaku", "タン", "たん", "five ribbons or more"),
    Name("kasuyaku", "カス", "かす", "ten chaff or more"),
    Name("chofuku", "赤短・青短の重複", "あかたんあおたんのちょうふく", "red and blue ribbons"),
)

_TOKUSHUYAKU = (
    Name("tokushuyaku", "特殊役", "とくしゅやく", "special yaku"),
    Name("sohachi", "総八", "そうはち", "all at 88 points"),
    Name("futahachi", "二八", "ふたはち", "168 points or more"),
    Name("sujuroku", "素十六", "すじゅうろく", "sixteen chaff or more"),
    Name("tobikomi", "飛込み", "とびこみ", "fourth card of a shown three"),
    Name("nuke", "抜け", "ぬけ", "89 points with a chaff hand"),
    Name("fukikeshi", "吹き消し", "ふきけし", "hand yaku blown out"),
    Name("tsukami", "つかみ", "つかみ", "a set already in the hand"),
)

_BA = (
    Name("ba", "場", "ば", "field"),
    Name("koba", "小場", "こば", "small field"),
    Name("oba", "大場", "おおば", "large field"),
    Name("zetsuba", "絶場", "ぜつば", "grand field"),
    Name("shibari", "二代しばり", "にだいしばり", "rate bound for the next month"),
    Name("menu", "デフレメニュー", "でふれめにゅー", "rate menu"),
    Name("etsunen", "越年", "えつねん", "playing past the last month"),
    Name("rate", "倍率", "ばいりつ", "multiplier"),
)

_PEOPLE = (
    Name("kyogisha", "競技者", "きょうぎしゃ", "player"),
    Name("oya", "親", "おや", "dealer"),
    Name("do", "胴", "どう", "dealer"),
    Name("karioya", "仮親", "かりおや", "provisional dealer"),
    Name("doni", "胴二", "どうに", "second seat"),
    Name("biki", "ビキ", "びき", "third seat"),
    Name("oyagime", "親決め", "おやぎめ", "drawing for the deal"),
    Name("tsuginooya", "次の親", "つぎのおや", "next dealer"),
)

_FLOW = (
    Name("nen", "一年", "いちねん", "match"),
    Name("tsuki", "月", "つき", "deal"),
    Name("haifuda", "配札", "はいふだ", "dealing"),
    Name("dekiori", "出降り", "でおり", "bidding"),
    Name("deru", "出る", "でる", "play"),
    Name("oriru", "降りる", "おりる", "drop out"),
    Name("double", "ダブル", "だぶる", "double"),
    Name("mizuten", "みずてん", "みずてん", "playing unseen"),
    Name("orichin", "降り賃", "おりちん", "drop-out fee"),
    Name("oikomi", "追い込み", "おいこみ", "squeezed out"),
    Name("oikomidai", "追い込み代", "おいこみだい", "squeeze-out compensation"),
    Name("pot", "場の降り賃", "ばのおりちん", "drop-out fees on the table"),
    Name("sashi_shobu", "サシ勝負", "さししょうぶ", "two in play"),
    Name("sannin_shobu", "三人勝負", "さんにんしょうぶ", "three in play"),
    Name("kyogi", "競技", "きょうぎ", "play"),
    Name("teban", "手番", "てばん", "turn"),
    Name("awaseru", "合わせる", "あわせる", "capture"),
    Name("agari", "上がり", "あがり", "ending with the set"),
    Name("sage", "下げ", "さげ", "playing on"),
    Name("shobu", "勝負", "しょうぶ", "ending with the set"),
    Name("koi", "こいこい", "こいこい", "koi-koi"),
    Name("torikeshi", "下げの取消し", "さげのとりけし", "cancelling the play-on"),
    Name("nagare", "流れ", "ながれ", "played out"),
    Name("hatto", "法度", "はっと", "feeding penalty"),
    Name("kimarifuda", "決まり札", "きまりふだ", "last pair of a month"),
    Name("kagefuda", "影札", "かげふだ", "partner of the missing card"),
    Name("akaji", "一枚足らず", "いちまいたらず", "one card short"),
    Name("furyo", "不慮の出来事", "ふりょのできごと", "mishap"),
    Name("sengen", "宣言", "せんげん", "declaration"),
    Name("machigai", "手役の間違い", "てやくのまちがい", "wrong claim"),
    Name("yarinaoshi", "やり直し", "やりなおし", "dealt again"),
    Name("kisoku", "規則", "きそく", "rule"),
    Name("kiroku", "記録", "きろく", "record"),
)

_MONEY = (
    Name("tani", "単位", "たんい", "unit"),
    Name("kan", "貫", "かん", "kan"),
    Name("mon", "文", "もん", "mon"),
    Name("ten", "点", "てん", "point"),
    Name("yakudai", "役代", "やくだい", "value of a yaku"),
    Name("tensu", "札の点数", "ふだのてんすう", "card values"),
    Name("oyaken", "親権", "おやけん", "dealer's right"),
    Name("fudaten", "札の点", "ふだのてん", "card points"),
    Name("torikime", "卓の取り決め", "たくのとりきめ", "house payment"),
    Name("seisan", "清算", "せいさん", "settlement"),
    Name("tsukiishi", "月石", "つきいし", "month stone"),
    Name("bankoita", "番個板", "ばんこいた", "stone board"),
    Name("tsukifuda", "月札", "つきふだ", "month token"),
    Name("ginmi", "吟味", "ぎんみ", "winner's bonus"),
    Name("topsho", "トップ賞", "とっぷしょう", "winner's prize"),
    Name("kaishiten", "持ち点", "もちてん", "opening stake"),
    Name("kinyushiki", "記入式", "きにゅうしき", "written sheet"),
    Name("gokei", "合計", "ごうけい", "total"),
    Name("saishu", "最終得点", "さいしゅうとくてん", "final score"),
)

# What is drawn on each card besides its plant: (ja, kana, en); willow and the kasu are added below.
_PICTURES = {
    "1h": ("鶴", "つる", "crane"),
    "2n": ("鶯", "うぐいす", "warbler"),
    "3h": ("幕", "まく", "curtain"),
    "4n": ("不如帰", "ほととぎす", "cuckoo"),
    "5n": ("八橋", "やつはし", "plank bridge"),
    "6n": ("蝶", "ちょう", "butterflies"),
    "7n": ("猪", "いのしし", "boar"),
    "8h": ("月", "つき", "full moon"),
    "8n": ("雁", "かり", "geese"),
    "9n": ("盃", "さかずき", "sake cup"),
    "10n": ("鹿", "しか", "deer"),
    "11h": ("小野道風", "おののとうふう", "poet in the rain"),
    "11n": ("燕", "つばめ", "swallow"),
    "12h": ("鳳凰", "ほうおう", "phoenix"),
    **dict.fromkeys(("1t", "2t", "3t"), ("赤短", "あかたん", "red poem ribbon")),
    **dict.fromkeys(("6t", "9t", "10t"), ("青短", "あおたん", "blue ribbon")),
    **dict.fromkeys(("4t", "5t", "7t", "11t"), ("短冊", "たんざく", "ribbon")),
}


def _card_name(code: str, card: Card) -> Name:
    month = _MONTHS[card.month - 1]
    if card.rank is Rank.KASU:
        return Name(code, f"{month.ja}のカス", f"{month.kana}のかす", f"{month.en}, chaff")
    ja, kana, en = _PICTURES[code]
    return Name(code, f"{month.ja}に{ja}", f"{month.kana}に{kana}", f"{month.en} with {en}")


def _month_name(month: Month) -> Name:
    """A month as a suit is said with its number: 一月 is the pine."""
    plant = _MONTHS[month - 1]
    return Name(f"month-{int(month)}", f"{int(month)}月 {plant.ja}", plant.kana, f"{int(month)} {plant.en}")


_TERMS = {
    entry.id: entry
    for entry in (
        *(_GAMES + _MONTHS + _CARD_WORDS + _TEYAKU + _DEKIYAKU + _TOKUSHUYAKU),
        *(_BA + _PEOPLE + _FLOW + _MONEY),
        *(_month_name(month) for month in Month),
        *(_card_name(str(card), card) for card in CARDS),
        *(_card_name(f"{int(month)}k", Card(4 * int(month) - 1)) for month in Month),
        Name(str(BACK), "裏向きの札", "うらむきのふだ", "face-down card"),
    )
}

# What a chapter of the rule book is about: the name of every rule in it that has none of its own.
_CHAPTERS = {
    "CARD": "tensu",
    "SEAT": "kyogisha",
    "TURN": "teban",
    "CAP": "awaseru",
    "TENPAI": "akaji",
    "PLAYER": "kyogisha",
    "FIRST": "oyagime",
    "UNIT": "tani",
    "LENGTH": "nen",
    "START": "kaishiten",
    "DEAL": "haifuda",
    "BID": "dekiori",
    "MIZU": "mizuten",
    "BA": "ba",
    "TEYAKU": "teyaku",
    "PLAY": "kyogi",
    "DEKI": "dekiyaku",
    "HATTO": "hatto",
    "SAGE": "sage",
    "KOI": "koi",
    "TOKU": "tokushuyaku",
    "SCORE": "fudaten",
    "NEXT": "tsuginooya",
    "END": "saishu",
    "SHISO": "shiso",
    "MISHAP": "furyo",
    "RULE": "sengen",
    "GAME": "kisoku",
    "LOG": "kiroku",
    "TOLD": "sengen",
    "VOID": "yarinaoshi",
    "FOUR": "shima",
    "HOUSE": "torikime",
}


def _row_terms() -> Iterator[tuple[str, str]]:
    """Rule id and term of every yaku: the term that is written as its row's name."""
    written = {term.ja: term.id for term in (*_TEYAKU, *_DEKIYAKU, *_TOKUSHUYAKU)}
    for game in RULESETS.values():
        for row in (*game.teyaku, *game.dekiyaku, *game.special):
            yield row.id, written[row.name]


# Rules that have a name of their own, and those that leave the subject of their chapter.
_RULES = {
    **dict(_row_terms()),
    **{rule: term for game in RULESETS.values() for rule, term in game.subjects.items()},
    "DECL-RULE-02": "machigai",
    "DECL-RULE-03": "seisan",
}

_CODES = {"COM", "DECL", "YK", *(game.code for game in RULESETS.values())}

NAMES: Mapping[str, Name] = MappingProxyType(_TERMS)
"""Every term, month (``month-8``, ``susuki``), card and face by its own id; rule ids go through `name`."""


def name(key: str | Card | Face) -> Name:
    """The name of a term, card, face or rule.

    Args:
        key: a term id, a `Card` or `Face` or its notation, or a rule id such as ``H3-DEKI-05``.

    Raises: NotationError if nothing is known by that key.
    """
    found = _TERMS.get(str(key)) or _TERMS.get(_RULES.get(str(key), ""))
    if found is None:
        game, _, rest = str(key).partition("-")
        if game in _CODES:
            found = _TERMS.get(_CHAPTERS.get(rest.partition("-")[0], ""))
    if found is None:
        raise NotationError(f"no name for {key!r}: expected a term, card, face or rule id")
    return found
