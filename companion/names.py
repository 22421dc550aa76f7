"""The names of people at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.problems import Problem

LENGTH = 40


def clean_name(name: str) -> str:
    """A name on one line, without invisible signs that could reorder the text around it."""
    kept = (c for c in name if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn"))
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return " ".join("".join(c for c in kept if unicodedata.bidirectional(c) not in bidi).split())


def check_players(names: Sequence[str], seats: int) -> list[Problem]:
    """What is wrong with the players' names, each with its pointer."""
    if len(names) != seats:
        return [Problem("/players", "players_count", {"seats": seats})]
    checked = (check_name(f"/players/{seat}", name) for seat, name in enumerate(names))
    return [problem for problems in checked for problem in problems]


def check_name(at: str, name: str) -> list[Problem]:
    """What is wrong with the name of a player; signs nobody sees are no name."""
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return [Problem(at, "name_missing")]
    too_long = Problem(at, "name_too_long", {"most": LENGTH})
    return [too_long] if len(name) > LENGTH else []
