"""The facts of a round: what happened, as immutable values read from and written to plain JSON.

Only facts are stored; every score is derived from them. A round in progress is the same facts,
incomplete: what is not known yet is absent, and `check` reports it as missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from engine.problems import Problem
from engine.reading import Reader

UNKNOWN = -1  # a seat or an amount that could not be read; never valid, always reported


@dataclass(frozen=True, slots=True)
class Bet:
    """A player's bet to be first out, in points (rules §4)."""

    seat: int
    amount: int

    def to_json(self) -> dict[str, object]:
        return {"seat": self.seat, "amount": self.amount}


@dataclass(frozen=True, slots=True)
class Call:
    """What a player said in the auction: a bid in points, or 0 to drop out (rules §4)."""

    seat: int
    bid: int

    def to_json(self) -> dict[str, object]:
        return {"seat": self.seat, "bid": self.bid}


@dataclass(frozen=True, slots=True)
class Out:
    """A player who went out; `cards` is the largest hand among their opponents at that moment.

    None: not entered yet, or not measured because it completed a Slam (rules §5).
    """

    seat: int
    cards: int | None = None

    def to_json(self) -> dict[str, object]:
        seat: dict[str, object] = {"seat": self.seat}
        return seat if self.cards is None else seat | {"cards": self.cards}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points a table gives or takes by hand, with its reason."""

    seat: int
    points: int
    note: str = ""

    def to_json(self) -> dict[str, object]:
        return {"seat": self.seat, "points": self.points, "note": self.note}


@dataclass(frozen=True, slots=True)
class Counts:
    """A captured pile counted by rank: pairs of a rank and how many cards of it."""

    ranks: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, object]:
        return dict(self.ranks)

    def of(self, rank: str) -> int:
        """How many cards of this rank the pile has."""
        return dict(self.ranks).get(rank, 0)


Captured: TypeAlias = int | Counts | None


@dataclass(frozen=True, slots=True)
class HaggisFacts:
    """What happened in a round of any game of the Haggis family.

    `captured` has one entry a side: points or cards (as the game counts), cards by rank, or None.
    """

    leader: int | None
    bets: tuple[Bet, ...]
    auction: tuple[Call, ...]
    outs: tuple[Out, ...]
    captured: tuple[Captured, ...]
    adjustments: tuple[Adjustment, ...] = ()
    accept_discrepancy: bool = False

    @property
    def starter(self) -> int | None:
        """The seat whose turn it was to start the round: the leader."""
        return self.leader

    def to_json(self) -> dict[str, object]:
        """The facts as the plain JSON document of a round."""
        return {
            "leader": self.leader,
            "bets": [bet.to_json() for bet in self.bets],
            "auction": [call.to_json() for call in self.auction],
            "outs": [out.to_json() for out in self.outs],
            "captured": [c.to_json() if isinstance(c, Counts) else c for c in self.captured],
            "adjustments": [a.to_json() for a in self.adjustments],
            "accept_discrepancy": self.accept_discrepancy,
        }


@dataclass(frozen=True, slots=True)
class EuchreFacts:
    """What happened in a round of Haus Euchre (rules §8). `tricks` by team; None: not entered."""

    dealer: int | None
    maker: int | None
    trump: str | None
    alone: bool
    tricks: tuple[int, int] | None
    joker_up: bool
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def starter(self) -> int | None:
        """The seat whose turn it was to start the round: the dealer."""
        return self.dealer

    def to_json(self) -> dict[str, object]:
        """The facts as the plain JSON document of a round."""
        return {
            "dealer": self.dealer,
            "maker": self.maker,
            "trump": self.trump,
            "alone": self.alone,
            "tricks": None if self.tricks is None else list(self.tricks),
            "joker_up": self.joker_up,
            "adjustments": [a.to_json() for a in self.adjustments],
        }


_HAGGIS_KEYS = frozenset(
    ("leader", "bets", "auction", "outs", "captured", "adjustments", "accept_discrepancy")
)
_EUCHRE_KEYS = frozenset(("dealer", "maker", "trump", "alone", "tricks", "joker_up", "adjustments"))
_SEAT_AMOUNT = frozenset(("seat", "amount"))
_SEAT_BID = frozenset(("seat", "bid"))
_SEAT_CARDS = frozenset(("seat", "cards"))
_ADJUSTMENT = frozenset(("seat", "points", "note"))


def read_haggis(
    document: object, sides: int, ranks: frozenset[str]
) -> tuple[HaggisFacts, tuple[Problem, ...]]:
    """The facts in a document of the Haggis family, and what in it could not be read.

    `sides` is how many entries `captured` must have; `ranks` those a pile may be counted by
    (none where the game counts cards whatever they are).
    """
    reader = Reader()
    top = reader.mapping(document, "", _HAGGIS_KEYS)
    facts = HaggisFacts(
        leader=_seat_or_none(reader, top, "leader"),
        bets=tuple(
            Bet(*_pair(reader, item, at, _SEAT_AMOUNT, "amount"))
            for at, item in reader.items(top.get("bets", []), "/bets")
        ),
        auction=tuple(
            Call(*_pair(reader, item, at, _SEAT_BID, "bid"))
            for at, item in reader.items(top.get("auction", []), "/auction")
        ),
        outs=tuple(
            _out(reader, item, at) for at, item in reader.items(top.get("outs", []), "/outs")
        ),
        captured=_captured(reader, top.get("captured"), sides, ranks),
        adjustments=_adjustments(reader, top.get("adjustments", [])),
        accept_discrepancy=reader.flag(top.get("accept_discrepancy", False), "/accept_discrepancy"),
    )
    return facts, tuple(reader.problems)


def read_euchre(document: object) -> tuple[EuchreFacts, tuple[Problem, ...]]:
    """The facts in a Haus Euchre document, and what in it could not be read."""
    reader = Reader()
    top = reader.mapping(document, "", _EUCHRE_KEYS)
    trump = top.get("trump")
    facts = EuchreFacts(
        dealer=_seat_or_none(reader, top, "dealer"),
        maker=_seat_or_none(reader, top, "maker"),
        trump=None if trump is None else reader.text(trump, "/trump", 20),
        alone=reader.flag(top.get("alone", False), "/alone"),
        tricks=_tricks(reader, top.get("tricks")),
        joker_up=reader.flag(top.get("joker_up", False), "/joker_up"),
        adjustments=_adjustments(reader, top.get("adjustments", [])),
    )
    return facts, tuple(reader.problems)


def _seat_or_none(reader: Reader, top: dict[str, object], key: str) -> int | None:
    value = top.get(key)
    return None if value is None else reader.whole(value, f"/{key}", UNKNOWN)


def _pair(
    reader: Reader, item: object, at: str, keys: frozenset[str], second: str
) -> tuple[int, int]:
    members = reader.mapping(item, at, keys)
    seat, number = (
        reader.whole(members[key], f"{at}/{key}", UNKNOWN)
        if reader.need(members, key, at)
        else UNKNOWN
        for key in ("seat", second)
    )
    return seat, number


def _out(reader: Reader, item: object, at: str) -> Out:
    members = reader.mapping(item, at, _SEAT_CARDS)
    seat = UNKNOWN
    if reader.need(members, "seat", at):
        seat = reader.whole(members["seat"], f"{at}/seat", UNKNOWN)
    cards = members.get("cards")
    return Out(seat, None if cards is None else reader.whole(cards, f"{at}/cards", UNKNOWN))


def _captured(
    reader: Reader, value: object, sides: int, ranks: frozenset[str]
) -> tuple[Captured, ...]:
    if value is None:
        return (None,) * sides
    entries: list[Captured] = []
    for at, entry in reader.items(value, "/captured"):
        if entry is None:
            entries.append(None)
        elif isinstance(entry, dict) and ranks:
            counts = reader.mapping(cast("object", entry), at, ranks)
            entries.append(
                Counts(
                    tuple((rank, reader.whole(n, f"{at}/{rank}", 0)) for rank, n in counts.items())
                )
            )
        else:
            entries.append(reader.whole(cast("object", entry), at, UNKNOWN))
    if len(entries) != sides and isinstance(value, list):
        reader.problems.append(Problem("/captured", "captured_sides", {"sides": sides}))
    return tuple((entries + [None] * sides)[:sides])


def _adjustments(reader: Reader, value: object) -> tuple[Adjustment, ...]:
    found: list[Adjustment] = []
    for at, item in reader.items(value, "/adjustments"):
        members = reader.mapping(item, at, _ADJUSTMENT)
        seat, points = (
            reader.whole(members[key], f"{at}/{key}", fallback)
            if reader.need(members, key, at)
            else fallback
            for key, fallback in (("seat", UNKNOWN), ("points", 0))
        )
        found.append(Adjustment(seat, points, reader.text(members.get("note", ""), f"{at}/note")))
    return tuple(found)


def _tricks(reader: Reader, value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    numbers = [reader.whole(n, at, UNKNOWN) for at, n in reader.items(value, "/tricks")]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    if isinstance(value, list):
        reader.problems.append(Problem("/tricks", "tricks_sides", {"sides": 2}))
    return None
