"""Rounds played at random, as whole matches (rules §3, §6, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import Game
from engine.lines import Score
from engine.match import is_over, leaders
from engine.options import Rules
from engine.playing import Playing


@dataclass(frozen=True, slots=True)
class Simulated:
    """A round that was played, and its score.

    `before` and `totals` are each side's points in the match before and after it; `winners` the
    sides that won when it ended the match, else empty.
    """

    played: Playing
    score: Score
    before: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def simulate(game: Game[Any], rules: Rules, rounds: int, random: Random) -> Iterator[Simulated]:
    """So many rounds by players who do anything that is legal; when a match ends, the next begins.

    The first starter of a match is drawn, later ones follow the rules.
    """
    totals, starters = (0,) * game.sides, list[int]()
    for _ in range(rounds):
        if starters:
            starter = game.next_start(rules, totals, starters).seat
        else:
            starter = random.randrange(game.seats)
        starters.append(starter)
        before, played = totals, play_out(game.deal(rules, starter, totals, random), random)
        score = game.score(played.facts, rules)
        totals = tuple(a + b for a, b in zip(totals, score.points, strict=True))
        over = is_over(rules, totals, len(starters))
        yield Simulated(played, score, before, totals, leaders(totals) if over else ())
        if over:
            totals, starters = (0,) * game.sides, []


def play_out(played: Playing, random: Random) -> Playing:
    """The round at its end, every action drawn from the legal ones."""
    while not played.over:
        played, _ = played.act(played.any_action(random))
    return played
