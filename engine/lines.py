"""What a round is worth, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Line(StrEnum):
    """What a line of a score pays for (rules §5, §8)."""

    CAPTURED = "captured"
    GOING_OUT = "going_out"
    FIRST_OUT = "first_out"
    BET = "bet"
    AUCTION = "auction"
    ADJUSTMENT = "adjustment"
    TRICKS = "tricks"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason why a side gets points.

    `side` receives `points`; `seat` is the player who earned them, None where the whole team did.
    `why` is a stable name for the reason and `params` its numbers: 5 × 11 cards is
    `ScoreLine(0, 0, Line.GOING_OUT, 55, "hand", {"each": 5, "cards": 11})`.
    """

    side: int
    seat: int | None
    kind: Line
    points: int
    why: str
    params: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of a round, its points by side, and what the facts turned out to be.

    `captured` is what each side captured with "the rest" filled in (points or cards, as the game
    counts; None while it is not known; empty for a game without captures). `slam` is True when
    both partners of a team were the first two out (rules §5).
    """

    lines: tuple[ScoreLine, ...]
    points: tuple[int, ...]
    captured: tuple[int | None, ...] = ()
    slam: bool = False


def add_up(lines: Iterable[ScoreLine], sides: int) -> tuple[int, ...]:
    """The points of each side: the sum of its lines."""
    points = [0] * sides
    for line in lines:
        points[line.side] += line.points
    return tuple(points)
