"""Haus Euchre: four players, partners across the table, 33 cards and a joker (rules §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.euchre_play import (
    ENOUGH,
    JOKER_TRUMP,
    SEATS,
    TRICKS,
    TRUMPS,
    EuchreRound,
    deal,
    first_leader,
    sitting_out,
)
from engine.facts import EuchreFacts, read_euchre
from engine.game import (
    Game,
    Start,
    Told,
    adjustment_lines,
    check_adjustments,
    missing,
    unknown_seat,
)
from engine.lines import Line, Score, ScoreLine, add_up
from engine.needs import Need, Way, shortfall
from engine.options import MATCH_OPTIONS, Rules
from engine.problems import Problem

ALONE_ALL = 4  # points, the most a hand can score
WAYS = ((1, "made"), (2, "all_five"), (2, "euchred"), (ALONE_ALL, "alone_all_five"))
JOKER_UP = {"maker": None, "alone": False, "trump": JOKER_TRUMP, "joker_up": True}
NOT_JOKER_UP = {"trump": None, "joker_up": False}


@dataclass(frozen=True, slots=True)
class EuchreSituation:
    """Where a round in progress stands.

    `leads` is the seat that leads the first trick, `sits_out` the partner of one who goes alone,
    `splits` every way the tricks can fall, `bid_side` the team that must take three. `turning` is
    what the facts say once the joker is turned up, or once it is not after all.
    """

    facts: EuchreFacts
    trumps: tuple[str, ...]
    splits: tuple[tuple[int, int], ...]
    leads: int | None
    sits_out: int | None
    bid_side: int | None
    turning: Mapping[str, object]
    stage: str


@dataclass(frozen=True, kw_only=True)
class HausEuchre(Game[EuchreFacts]):
    """Haus Euchre: the deal passes, the maker's team or the defenders score by their tricks."""

    def read(self, document: object) -> tuple[EuchreFacts, tuple[Problem, ...]]:
        return read_euchre(document)

    def facts_json(self, facts: EuchreFacts) -> dict[str, object]:
        return facts.to_json()

    def begin(self, starter: int | None) -> EuchreFacts:
        return EuchreFacts(starter, None, None, False, None, False)

    def deal(
        self, rules: Rules, starter: int, totals: Sequence[int], random: Random
    ) -> EuchreRound:
        return deal(starter, random)

    def started_by(self, facts: EuchreFacts, starter: int) -> EuchreFacts:
        return facts if facts.dealer is not None else replace(facts, dealer=starter)

    def check(self, facts: EuchreFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        """What is wrong with a round (rules §8 "Checks")."""
        if facts.dealer is not None and not 0 <= facts.dealer < self.seats:
            yield unknown_seat("/dealer", self.seats)
        yield from self._check_bidding(facts)
        if facts.tricks is None:
            yield missing("/tricks", "tricks_missing")
        else:
            wrong = [i for i, n in enumerate(facts.tricks) if not 0 <= n <= TRICKS]
            for index in wrong:
                yield Problem(f"/tricks/{index}", "tricks_out_of_range", {"most": TRICKS})
            if not wrong and sum(facts.tricks) != TRICKS:
                yield Problem("/tricks", "tricks_total", {"total": TRICKS})
        yield from check_adjustments(facts.adjustments, self.seats)

    def _check_bidding(self, facts: EuchreFacts) -> Iterator[Problem]:
        if facts.maker is not None and not 0 <= facts.maker < self.seats:
            yield unknown_seat("/maker", self.seats)
        elif facts.maker is not None and facts.joker_up:
            yield Problem("/maker", "joker_has_no_maker")
        elif facts.maker is None and not facts.joker_up:
            yield missing("/maker", "maker_missing")
        if facts.alone and facts.maker is None:
            code = "alone_needs_maker"
            yield Problem("/alone", code) if facts.joker_up else missing("/alone", code)
        if facts.trump is None:
            yield missing("/trump", "trump_missing")
        elif facts.trump not in TRUMPS:
            yield Problem("/trump", "trump_unknown", {"allowed": list(TRUMPS)})
        elif facts.joker_up and facts.trump != JOKER_TRUMP:
            yield Problem("/trump", "joker_means_spades")

    def score(self, facts: EuchreFacts, rules: Rules) -> Score:
        """What the tricks are worth to the maker's team or the defenders (rules §8 "Score")."""
        lines = (*self._trick_lines(facts), *adjustment_lines(facts.adjustments, self))
        return Score(lines, add_up(lines, self.sides))

    def _trick_lines(self, facts: EuchreFacts) -> Iterator[ScoreLine]:
        if facts.tricks is None or sum(facts.tricks) != TRICKS or min(facts.tricks) < 0:
            return
        if facts.maker is not None and not 0 <= facts.maker < self.seats:
            return
        if facts.joker_up:
            winners, prefix = (0 if facts.tricks[0] > facts.tricks[1] else 1), "joker_"
        elif facts.maker is not None:
            winners, prefix = self.side(facts.maker), "alone_" if facts.alone else ""
        else:
            return
        taken = facts.tricks[winners]
        params = {"tricks": taken, "maker": facts.maker, "defenders": 1 - winners}
        if taken < ENOUGH:
            yield ScoreLine(
                1 - winners, None, Line.TRICKS, 2, "euchred", params | {"tricks": TRICKS - taken}
            )
        elif taken < TRICKS:
            yield ScoreLine(winners, None, Line.TRICKS, 1, f"{prefix}three_or_four", params)
        else:
            points = ALONE_ALL if prefix == "alone_" else 2
            yield ScoreLine(winners, None, Line.TRICKS, points, f"{prefix}all_five", params)

    def next_start(self, rules: Rules, totals: Sequence[int], starters: Sequence[int]) -> Start:
        """The deal passes to the left."""
        return Start((starters[-1] + 1) % self.seats, "deal_passes")

    def situation(self, facts: EuchreFacts, rules: Rules, totals: Sequence[int]) -> EuchreSituation:
        fixed = facts.trump is not None and (facts.joker_up or facts.maker is not None)
        return EuchreSituation(
            facts=facts,
            trumps=(JOKER_TRUMP,) if facts.joker_up else TRUMPS,
            splits=tuple((n, TRICKS - n) for n in range(TRICKS + 1)),
            leads=first_leader(facts),
            sits_out=sitting_out(facts),
            bid_side=None if facts.maker is None else self.side(facts.maker),
            turning=NOT_JOKER_UP if facts.joker_up else JOKER_UP,
            stage="tricks" if fixed else "bidding",
        )

    def told(self, facts: EuchreFacts, rules: Rules, totals: Sequence[int]) -> tuple[Told, ...]:
        if facts.joker_up:
            return (Told(None, "joker_up", {}),)
        if facts.maker not in range(self.seats) or facts.trump is None:
            return ()
        code = "maker_alone" if facts.alone else "maker"
        return (Told(facts.maker, code, {"trump": facts.trump}),)

    def needs(self, facts: EuchreFacts, rules: Rules, totals: Sequence[int]) -> tuple[Need, ...]:
        """Near is who could get there with the most a hand can score."""
        short = {side: shortfall(rules, total) for side, total in enumerate(totals)}
        return tuple(
            Need(side, points, tuple(Way(code) for most, code in WAYS if points <= most))
            for side, points in short.items()
            if 0 < points <= ALONE_ALL
        )


GAME = HausEuchre(
    id="haus-euchre",
    name="Haus Euchre",
    seats=SEATS,
    sides=2,
    starts="dealer",
    defaults=Rules(target=10),
    options=MATCH_OPTIONS,
)
