"""yakume.engine: the cards, the rules and the score of six hanafuda games.

    >>> from yakume.engine import CardSet
    >>> len(CardSet.parse("1h 3h 8h 12h"))
    4

The engine imports nothing but the standard library (numpy in the census alone) and knows nothing of
cameras, pages or stores.
"""

from .advice import Fate, Missing, Place, Play, Progress, Take, View, plays, progress, view_of
from .auction import Auction, Bidding, open_auction, open_bidding
from .ba import Ba, Field, Pending, Rate, field_rate, four_on_field, menu_rate, queue_rate
from .capture import capture_choices
from .cards import BACK, CARDS, DECK, FACES, LETTERS, Card, CardSet, Face, Month, Rank
from .counted import deck_points
from .dekiyaku import Made, find_dekiyaku, new_sets
from .errors import EngineError, IllegalAction, Inconsistent, NotationError
from .events import (
    BidMade,
    Cancelled,
    CardPlayed,
    CardTurned,
    Corrected,
    CorrectedTogether,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    Event,
    HandShown,
    Happening,
    HattoExempted,
    HousePayment,
    MatchEnded,
    MatchStarted,
    PointsCounted,
    QuestionAnswered,
    SageCancelled,
    SetsMade,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
    from_json,
    to_json,
)
from .explain import Sentence, explain
from .finish import draw_order
from .hatto import Waiting, is_exempt, is_hatto, threatened, tobikomi_hatto
from .ledger import Entry
from .legal import legal_actions
from .names import NAMES, Name, name
from .odds import TeyakuOdds, field_odds, teyaku_odds, year_of_fields
from .oikomi import Oikomi, find_oikomi
from .option_names import Words, option_about, option_name, value_name
from .options import BadOption, Option
from .play import apply, replay
from .players import Temper, next_event, play_deal
from .points import card_points, kasu_count
from .record import draft_result
from .rules import RULESETS, find_ruleset
from .rules.hachihachi import month_cards, top_prize
from .rules.hachiju import draw_oya
from .rules.sannin import year_end
from .ruleset import Ruleset
from .sheet import Sheet, sheet_of
from .sheet_text import to_csv, to_text
from .special import Special, find_special
from .state import Deal, Phase, Rejected, Result, State
from .telling import Telling, tell
from .teyaku import Claim, Teyaku, check_claim, find_claims, find_teyaku
from .worth import Expectation, HandWorth, expectation_steps, expectations, hand_worth

__all__ = [
    "BACK",
    "CARDS",
    "DECK",
    "FACES",
    "LETTERS",
    "NAMES",
    "RULESETS",
    "Auction",
    "Ba",
    "BadOption",
    "BidMade",
    "Bidding",
    "Cancelled",
    "Card",
    "CardPlayed",
    "CardSet",
    "CardTurned",
    "Claim",
    "Corrected",
    "CorrectedTogether",
    "Deal",
    "DealInserted",
    "DealResult",
    "DealStarted",
    "DealVoided",
    "DekiyakuCalled",
    "EngineError",
    "Entry",
    "Event",
    "Expectation",
    "Face",
    "Fate",
    "Field",
    "HandShown",
    "HandWorth",
    "Happening",
    "HattoExempted",
    "HousePayment",
    "IllegalAction",
    "Inconsistent",
    "Made",
    "MatchEnded",
    "MatchStarted",
    "Missing",
    "Month",
    "Name",
    "NotationError",
    "Oikomi",
    "Option",
    "Pending",
    "Phase",
    "Place",
    "Play",
    "PointsCounted",
    "Progress",
    "QuestionAnswered",
    "Rank",
    "Rate",
    "Rejected",
    "Result",
    "Ruleset",
    "SageCancelled",
    "Sentence",
    "SetsMade",
    "Sheet",
    "Special",
    "State",
    "Take",
    "Telling",
    "Temper",
    "Teyaku",
    "TeyakuClosed",
    "TeyakuOdds",
    "TeyakuShown",
    "TeyakuVoided",
    "Tobikomi",
    "TwoTurned",
    "View",
    "Waiting",
    "Words",
    "apply",
    "capture_choices",
    "card_points",
    "check_claim",
    "deck_points",
    "draft_result",
    "draw_order",
    "draw_oya",
    "expectation_steps",
    "expectations",
    "explain",
    "field_odds",
    "field_rate",
    "find_claims",
    "find_dekiyaku",
    "find_oikomi",
    "find_ruleset",
    "find_special",
    "find_teyaku",
    "four_on_field",
    "from_json",
    "hand_worth",
    "is_exempt",
    "is_hatto",
    "kasu_count",
    "legal_actions",
    "menu_rate",
    "month_cards",
    "name",
    "new_sets",
    "next_event",
    "open_auction",
    "open_bidding",
    "option_about",
    "option_name",
    "play_deal",
    "plays",
    "progress",
    "queue_rate",
    "replay",
    "sheet_of",
    "tell",
    "teyaku_odds",
    "threatened",
    "to_csv",
    "to_json",
    "to_text",
    "tobikomi_hatto",
    "top_prize",
    "value_name",
    "view_of",
    "year_end",
    "year_of_fields",
]
