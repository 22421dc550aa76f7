"""The rule options of a table: what may be chosen, the defaults and the presets (rules §3-§7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

Value: TypeAlias = int | bool | str | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option a table can have; a game uses those it lists. Points, or names of a rule."""

    target: int = 250
    target_rule: str = "reach"
    rounds: int | None = None
    tie: str = "share"
    leader: str = "trailing"
    bets: tuple[int, ...] = (5, 15, 30)
    failed_bet: str = "first_out_and_nonbettors"
    haggis: str = "first_out"
    first_out_extra: int = 0
    bombed_trick: str = "opponent"
    court_ranks: bool = True


class Allowed(Protocol):
    """What an option may be set to."""

    def read(self, value: object) -> tuple[bool, Value]:
        """Whether the JSON value is allowed, and the value it stands for."""
        ...

    def to_json(self) -> dict[str, object]:
        """The allowed values, for a page or a client that does not know the option."""
        ...


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few names."""

    values: tuple[str, ...]

    def read(self, value: object) -> tuple[bool, Value]:
        return (True, value) if isinstance(value, str) and value in self.values else (False, None)

    def to_json(self) -> dict[str, object]:
        return {"type": "string", "enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, value: object) -> tuple[bool, Value]:
        return (True, value) if isinstance(value, bool) else (False, None)

    def to_json(self) -> dict[str, object]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`; None too where `optional`."""

    low: int
    high: int
    optional: bool = False

    def read(self, value: object) -> tuple[bool, Value]:
        if value is None:
            return self.optional, None
        if isinstance(value, bool) or not isinstance(value, int):
            return False, None
        return (True, value) if self.low <= value <= self.high else (False, None)

    def to_json(self) -> dict[str, object]:
        kind: object = ["integer", "null"] if self.optional else "integer"
        return {"type": kind, "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class SomeOf:
    """One or more of a few numbers, each once; kept in ascending order."""

    values: tuple[int, ...]

    def read(self, value: object) -> tuple[bool, Value]:
        if not isinstance(value, list | tuple) or not value:
            return False, None
        chosen = cast("list[object] | tuple[object, ...]", value)
        numbers = [n for n in chosen if isinstance(n, int) and not isinstance(n, bool)]
        fits = len(numbers) == len(chosen) == len(set(numbers)) and set(numbers) <= set(self.values)
        return (True, tuple(sorted(numbers))) if fits else (False, None)

    def to_json(self) -> dict[str, object]:
        items = {"type": "integer", "enum": list(self.values)}
        return {"type": "array", "items": items, "minItems": 1, "uniqueItems": True}


@dataclass(frozen=True, slots=True)
class Option:
    """A field of `Rules` that a game lets its table set."""

    name: str
    allowed: Allowed


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules: what differs from the game's defaults (rules §7)."""

    id: str
    differs: Mapping[str, Value]


MATCH_OPTIONS = (
    Option("target", Whole(1, 10_000)),
    Option("target_rule", OneOf(("reach", "exceed"))),
    Option("rounds", Whole(1, 100, optional=True)),
    Option("tie", OneOf(("share", "play_on"))),
)
LEADER = Option("leader", OneOf(("trailing",)))
BETS = Option("bets", SomeOf((5, 15, 30)))
COURT_RANKS = Option("court_ranks", Flag())
FIRST_OUT_EXTRA = Option("first_out_extra", Whole(0, 50))
FAILED_BET = Option("failed_bet", OneOf(("first_out_and_nonbettors", "nonbettors")))
HAGGIS = Option("haggis", OneOf(("first_out", "unused")))
PUBLISHED = Preset("published", {})
