"""What is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """One thing said in both languages."""

    ja: str
    en: str
