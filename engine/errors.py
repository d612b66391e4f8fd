"""The engine's errors: what was attempted, why it failed, and the rule that says so.

Each has a machine-readable `code` and, where one applies, the `rule` id of the rule book. The sentence is English, for
the command line and the log; `yakume.webui.text.refused` has the same in both languages for the page.
"""

from __future__ import annotations


class EngineError(ValueError):
    """Any refusal of the engine; `code` is stable, `rule` is a rule id or an empty string."""

    code = "engine_error"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class NotationError(EngineError):
    """A card, face or set that cannot be parsed."""

    code = "bad_notation"


class IllegalAction(EngineError):
    """An event that the rules do not allow in this state; the message ends with the state line."""

    code = "illegal_action"


class Inconsistent(EngineError):
    """Facts that cannot all be true, such as a card in two places."""

    code = "inconsistent"
