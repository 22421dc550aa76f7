"""What every game answers: its options, what is wrong with a round, its worth, who starts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, Generic, TypeVar, cast

from engine.facts import Adjustment
from engine.lines import Line, Score, ScoreLine
from engine.needs import Need
from engine.options import Option, Preset, Rules
from engine.playing import Playing
from engine.problems import Problem, Weight, token

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Start:
    """Who starts the next round, and why (a stable name for the reason)."""

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened in a round so far: a stable name and its numbers.

    `seat` is the player it is about, None where it is about nobody alone.
    """

    seat: int | None
    code: str
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Stake:
    """What a bet or bid of so many points would do.

    `outcomes` has, for each seat that could be first out, the points of every side from the bets.
    """

    amount: int
    outcomes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Game(ABC, Generic[F]):
    """A game: what it declares as data, and what it makes of the facts of a round.

    `starts` is the member of the facts that says who started: "leader" or "dealer". Seats are
    numbered clockwise from 0; the side of a seat is `seat % sides` (rules §1).
    """

    id: str
    name: str
    seats: int
    sides: int
    starts: str = "leader"
    defaults: Rules
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()

    def side(self, seat: int) -> int:
        """The side whose total a seat's points belong to."""
        return seat % self.sides

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side, in order."""
        return tuple(range(side, self.seats, self.sides))

    def rules(
        self, preset: object = None, overrides: object = None
    ) -> tuple[Rules, tuple[Problem, ...]]:
        """The rules of a table: the defaults, then a preset, then single house rules (rules §7).

        `preset` is a name, `overrides` maps options to their JSON values. Refused, each with its
        pointer: a preset or an option this game does not have, a value that is not allowed.
        """
        problems: list[Problem] = []
        chosen: dict[str, Any] = {}
        if preset is not None:
            known = {one.id: one for one in self.presets}
            if isinstance(preset, str) and preset in known:
                chosen |= known[preset].differs
            else:
                problems.append(Problem("/preset", "unknown_preset", {"preset": str(preset)[:40]}))
        if not isinstance(overrides, Mapping | None):
            problems.append(Problem("/rules", "not_an_object", weight=Weight.MALFORMED))
            overrides = None
        allowed = {option.name: option.allowed for option in self.options}
        for name, value in cast("Mapping[str, object]", overrides or {}).items():
            at = f"/rules/{token(name)}"
            if name not in allowed:
                problems.append(Problem(at, "unknown_option", {"option": name[:40]}))
                continue
            fits, read = allowed[name].read(value)
            if fits:
                chosen[name] = read
            else:
                problems.append(Problem(at, "option_not_allowed", allowed[name].to_json()))
        return replace(self.defaults, **chosen), tuple(problems)

    def rules_json(self, rules: Rules) -> dict[str, object]:
        """The options of this game as plain JSON."""
        values: dict[str, Any] = {
            option.name: getattr(rules, option.name) for option in self.options
        }
        return {k: [*v] if isinstance(v, tuple) else v for k, v in values.items()}

    def differs(self, rules: Rules) -> tuple[str, ...]:
        """The options in which these rules differ from the game's defaults."""
        names = [option.name for option in self.options]
        return tuple(n for n in names if getattr(rules, n) != getattr(self.defaults, n))

    def review(
        self, document: object, rules: Rules, totals: Sequence[int] | None = None
    ) -> tuple[F, tuple[Problem, ...]]:
        """The facts in a round's document and everything that is wrong with them, at once.

        `totals` are each side's points before the round; all level when not given. Of several
        problems at one place the first is kept: what could not be read is not judged as well.
        """
        facts, unread = self.read(document)
        found: dict[str, Problem] = {}
        for problem in (*unread, *self.check(facts, rules, totals or (0,) * self.sides)):
            found.setdefault(problem.at, problem)
        return facts, tuple(found.values())

    @abstractmethod
    def read(self, document: object) -> tuple[F, tuple[Problem, ...]]:
        """The facts in a round's JSON document, and what in it could not be read."""

    @abstractmethod
    def check(self, facts: F, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        """What is wrong with the facts of a round, given each side's points before it."""

    @abstractmethod
    def score(self, facts: F, rules: Rules) -> Score:
        """What a round is worth. Facts that are incomplete are worth what is known of them."""

    def what_if(self, facts: F, rules: Rules) -> tuple[tuple[int, ...], ...]:
        """For each seat that could be first out, every side's points from the bets (rules §4).

        Empty in a game without bets.
        """
        return ()

    @abstractmethod
    def next_start(self, rules: Rules, totals: Sequence[int], starters: Sequence[int]) -> Start:
        """Who starts next, from the totals and who started the rounds before (one at least)."""

    @abstractmethod
    def begin(self, starter: int | None) -> F:
        """The facts of a round of which only the starter is known."""

    @abstractmethod
    def deal(self, rules: Rules, starter: int, totals: Sequence[int], random: Random) -> Playing:
        """A round to be played, its cards dealt with `random`; `totals` are points before it."""

    @abstractmethod
    def started_by(self, facts: F, starter: int) -> F:
        """The same facts, with the starter filled in where they do not say who it was."""

    @abstractmethod
    def situation(self, facts: F, rules: Rules, totals: Sequence[int]) -> Any:
        """Where a round in progress stands: what its form shows and offers."""

    @abstractmethod
    def told(self, facts: F, rules: Rules, totals: Sequence[int]) -> tuple[Told, ...]:
        """What happened in a round so far, in the order in which it is best told."""

    @abstractmethod
    def needs(self, facts: F, rules: Rules, totals: Sequence[int]) -> tuple[Need, ...]:
        """What each side that is near the end of the match needs to end it this round (rules §6).

        Empty for a side that is too far away, or has enough already.
        """

    def stakes(self, facts: F, rules: Rules, seat: int) -> tuple[Stake, ...]:
        """What each bet or bid of a seat would pay; empty where there is nothing to bet."""
        return ()

    @abstractmethod
    def facts_json(self, facts: F) -> dict[str, object]:
        """The facts as the JSON document of a round."""


def check_adjustments(adjustments: Iterable[Adjustment], seats: int) -> Iterator[Problem]:
    """Adjustments for a seat that is not at the table are impossible."""
    for index, adjustment in enumerate(adjustments):
        if not 0 <= adjustment.seat < seats:
            yield unknown_seat(f"/adjustments/{index}/seat", seats)


def adjustment_lines(adjustments: Iterable[Adjustment], game: Game[Any]) -> Iterator[ScoreLine]:
    """A line for each adjustment of a seat at the table."""
    for one in adjustments:
        if 0 <= one.seat < game.seats:
            yield ScoreLine(
                game.side(one.seat),
                one.seat,
                Line.ADJUSTMENT,
                one.points,
                "by_hand",
                {"note": one.note},
            )


def unknown_seat(at: str, seats: int) -> Problem:
    """The problem of a seat that is not at the table."""
    return Problem(at, "unknown_seat", {"seats": seats})


def missing(at: str, code: str = "missing", **params: object) -> Problem:
    """The problem of something not entered yet."""
    return Problem(at, code, params, Weight.MISSING)


def option_names() -> tuple[str, ...]:
    """Every option that exists, in the order of `Rules`."""
    return tuple(field.name for field in fields(Rules))
