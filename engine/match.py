"""A match as a fold over its rounds: totals, who starts next, whether it is over (rules §6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Start
from engine.lines import Score
from engine.options import Rules
from engine.problems import Problem


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded round: its JSON document of facts, and whether it is void (left out)."""

    document: object
    void: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A round as the engine sees it. `totals` are each side's points after it, `before` before.

    `problems` are what is wrong with its facts now: a correction of an earlier round can change
    the totals by which a later auction is judged.
    """

    number: int
    facts: Any
    void: bool
    before: tuple[int, ...]
    score: Score
    totals: tuple[int, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands: every round, each side's points, who starts next and why.

    `winners` are the sides with the highest total once it is `finished` (several: shared win).
    `reached_in` is the first round after which it was over, if it ever was.
    """

    rounds: tuple[Played, ...]
    totals: tuple[int, ...]
    next: Start
    finished: bool
    winners: tuple[int, ...]
    reached_in: int | None


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest total."""
    return tuple(side for side, total in enumerate(totals) if total == max(totals))


def is_over(rules: Rules, totals: Sequence[int], played: int) -> bool:
    """True when the match ends with these totals after so many rounds (rules §6)."""
    best = max(totals)
    reached = best > rules.target if rules.target_rule == "exceed" else best >= rules.target
    enough = rules.rounds is not None and played >= rules.rounds
    broken = rules.tie == "share" or len(leaders(totals)) == 1
    return (reached or enough) and broken


def standing(
    game: Game[Any], rules: Rules, rounds: Sequence[Recorded], first_starter: int
) -> Standing:
    """How a match stands after these rounds; a void round counts for nothing.

    The totals are the sum of every round that is not void, also where the match was over before.
    """
    totals = (0,) * game.sides
    played: list[Played] = []
    starters: list[int] = []
    reached_in: int | None = None
    for number, recorded in enumerate(rounds, 1):
        facts, problems = game.review(recorded.document, rules, totals)
        score = game.score(facts, rules)
        before = totals
        if not recorded.void:
            totals = tuple(a + b for a, b in zip(totals, score.points, strict=True))
            expected = _next(game, rules, before, starters, first_starter).seat
            starters.append(game.started_by(facts, expected).starter)
            if reached_in is None and is_over(rules, totals, len(starters)):
                reached_in = number
        played.append(Played(number, facts, recorded.void, before, score, totals, problems))
    finished = is_over(rules, totals, len(starters))
    return Standing(
        rounds=tuple(played),
        totals=totals,
        next=_next(game, rules, totals, starters, first_starter),
        finished=finished,
        winners=leaders(totals) if finished else (),
        reached_in=reached_in,
    )


def _next(
    game: Game[Any], rules: Rules, totals: Sequence[int], starters: Sequence[int], first: int
) -> Start:
    return game.next_start(rules, totals, starters) if starters else Start(first, "first_round")
