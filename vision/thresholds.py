"""From what probability on something is believed, read again, asked about or told: one list, with what each is for.

All are probabilities, 0…1. How well those are calibrated is told in `models/README.md`, and bin by bin by
`yakume evaluate --json` (`reliability`); what was tried is in `models/ATTEMPTS.md`. Shares of areas, sizes and times
stand where they are used.
"""

from __future__ import annotations

# -- finding cards ------------------------------------------------------------------------------------------------

BOX = 0.1
"""The detector's boxes below this are not cards. Many that it doubts are backs and half-covered cards: the second look
and the face decide."""

SIZED_BOX = 0.25
"""What is found with less than this says nothing about how large the cards of a picture are."""

NO_BOX = 0.65
"""A picture whose surest box is below this is looked at as if there was none."""

IS_CARD = 0.35
"""A box that the second look finds less likely a card than this is dropped."""

UNREAD = 0.5
"""What lies there like a card with at least this, and nobody can read, is told as unread."""

NO_PATTERN = 0.95
"""What is surely a card with this much is not asked whether it is a piece of a pattern: on a dense table one card in a
hundred has its like on all sides."""

PATTERN = 0.05
"""How surely a card lies where a pattern does."""

TOLD_BACK = 0.5
"""A back is told from this certainty on."""

STILL_A_CARD = 0.5
"""A card that counts does so until it is less certain than this to be one: one that is not found any more, although
nothing happened to it, soon was none unless its face is beyond doubt."""

# -- reading faces ------------------------------------------------------------------------------------------------

TURN_AND_READ = 0.9
"""A face read with less than this is looked at a second time, turned by 180°."""

MIN_FACE = 0.5
"""A face less likely than not is not told: what lies there may well be a card, but who would say which. From here to
`UNSURE` it is told and asked about."""

MIN_BACK = 0.4
"""A back less likely than this is not told. It may be less likely than not: there is no other card that it could be."""

VOTE_SURE = 0.97
"""Once the vote of several looks is this sure after two, there is no third."""

VOTE_LIKELY = 0.9
"""A card whose full vote stays below this is read again now and then; one whose place looks different is the same card
only if it reads the same with at least this."""

LEAST_NAMED = 0.02
"""A face less likely than this is not named as what a card in doubt may be."""

NO_CARD_LEFT = 0.02
"""Something read as a card with less than this is rather none of the cards that are left."""

READ_TOO_OFTEN = 0.8
"""A face counts as read more often than it exists where each reading is at least this sure."""

# -- believing ----------------------------------------------------------------------------------------------------

UNSURE = 0.6
"""A card read with less is unsure: nothing is concluded from it, people are asked, and the page marks it. The one limit
for pictures and frames, questions and pages. Of composed scenes about a half of what was read below it was wrong, and
next to nothing of what was read with 0.6 to 0.7 (`yakume evaluate`, the bins of faces)."""

SURELY_READ = 0.9
"""A card that nobody corrected is taken for known from here on: it becomes a label for training, and an added card that
is read elsewhere so surely lies there."""
