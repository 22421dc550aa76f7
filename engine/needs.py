"""What a side needs to end the match this round (rules §6): shown when it is near."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.options import Rules


@dataclass(frozen=True, slots=True)
class Way:
    """One way to get the points: a stable name and its numbers (cards, points, tricks)."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class Need:
    """How many points a side is short of ending the match, and the ways to get them this round."""

    side: int
    points: int
    ways: tuple[Way, ...]


def shortfall(rules: Rules, total: int) -> int:
    """How many points end the match for a side with this total; less than 1: it has them."""
    return rules.target + (rules.target_rule == "exceed") - total


def out_or_captured(
    points: int, bets: int, extra: int, each: int, most_cards: int, most_captured: int
) -> tuple[Way, ...]:
    """The ways of the Haggis family: going out first, captures, or both together.

    `bets` is what the bets made so far pay when the side's player is first out, `extra` what
    being first out scores besides, `each` the points of a card left in the largest hand.
    """
    after_bonus = points - bets - extra
    cards = max(1, -(-after_bonus // each))
    captured = after_bonus - each
    with_bets = "first_out_with_bets" if bets else "first_out"
    ways = (
        (cards <= most_cards, Way(with_bets, {"bets": bets, "cards": cards})),
        (
            cards > 1 and captured <= most_captured,
            Way(f"{with_bets}_and_captured", {"bets": bets, "captured": captured}),
        ),
        (points <= most_captured, Way("captured", {"captured": points})),
    )
    return tuple(way for possible, way in ways if possible)
