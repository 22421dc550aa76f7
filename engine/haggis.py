"""A round of the Haggis family: going out, captures and what they are worth (rules §3, §5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from random import Random

from engine.auction import Auction
from engine.bets import BetRow, Betting
from engine.cards import SUITS, Deck
from engine.facts import Counts, HaggisFacts, Out, read_haggis
from engine.game import (
    Game,
    Stake,
    Start,
    Told,
    adjustment_lines,
    check_adjustments,
    missing,
    unknown_seat,
)
from engine.lines import Line, Score, ScoreLine, add_up
from engine.needs import Need, out_or_captured, shortfall
from engine.options import Rules
from engine.play import HaggisRound, deal
from engine.problems import Problem, Weight

POINTS_A_CARD_LEFT = 5
SUIT_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
COURTS = ("J", "Q", "K")
CARD_POINTS: Mapping[str, int] = {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}


@dataclass(frozen=True, slots=True)
class MayGoOut:
    """A seat that could be the next to go out.

    `most` is the largest number of cards that can be left against it; 0 when nothing is measured
    because it would complete a Slam.
    """

    seat: int
    most: int


@dataclass(frozen=True, slots=True)
class Handover:
    """Cards to be handed over at the end of a round before the piles are counted.

    `what` is "haggis" or "hands"; `givers` the seats whose hands they are; `to` the seat that
    gets them, None when they stay unused.
    """

    what: str
    givers: tuple[int, ...]
    to: int | None


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a round in progress stands: what its form shows and offers next.

    `what_if` has, for each seat that could be first out, the points of every side from the bets;
    None while nobody bet. `found` is how much is captured so far of `total`, None where a number
    is refused; `counted` the ranks of which every card is in a pile that was counted; `gap_hints`
    the few cards that could make up what is missing, by rank.
    """

    bets: tuple[BetRow, ...]
    auction: Auction | None
    what_if: tuple[tuple[int, ...], ...] | None
    outs: tuple[Out, ...]
    may_go_out: tuple[MayGoOut, ...]
    over: bool
    slam: bool
    handovers: tuple[Handover, ...]
    captured: tuple[int | None, ...]
    given: tuple[int | None, ...]
    counts: tuple[Counts | None, ...]
    counted: frozenset[str]
    found: int | None
    total: int
    gap_hints: tuple[tuple[str, ...], ...]

    @property
    def stage(self) -> str:
        """What comes next: "bets", "outs" or "captured"."""
        if self.over:
            return "captured"
        return "outs" if self.outs else "bets"


@dataclass(frozen=True, kw_only=True)
class Haggis(Game[HaggisFacts]):
    """A game of the Haggis family.

    `suits` and `copies` describe the suit deck, `hand` is how many cards a player starts with,
    `haggis` how many are set aside, `passes` how often partners pass each other a card before the
    first trick, `counts_cards` says that every captured card is worth a point.
    """

    suits: int
    copies: int = 1
    hand: int
    haggis: int
    passes: int = 0
    counts_cards: bool
    betting: Betting

    @cached_property
    def deck(self) -> Deck:
        """What the game is played with."""
        return Deck(tuple(SUITS[: self.suits]), self.copies, self.seats)

    @property
    def card_points(self) -> Mapping[str, int]:
        """The points of a captured card by its rank; empty where every card is worth one."""
        return {} if self.counts_cards else CARD_POINTS

    def cards_of(self, rank: str) -> int:
        """How many cards of this rank are in the game."""
        return self.seats if rank in COURTS else self.suits * self.copies

    @property
    def total(self) -> int:
        """What all captures of a round add up to: 36, 50, 54 or 84."""
        worth = self.card_points or dict.fromkeys((*SUIT_RANKS, *COURTS), 1)
        return sum(points * self.cards_of(rank) for rank, points in worth.items())

    def read(self, document: object) -> tuple[HaggisFacts, tuple[Problem, ...]]:
        ranks = () if self.counts_cards else (*SUIT_RANKS, *COURTS)
        return read_haggis(document, self.sides, frozenset(ranks))

    def facts_json(self, facts: HaggisFacts) -> dict[str, object]:
        return facts.to_json()

    def begin(self, starter: int | None) -> HaggisFacts:
        return HaggisFacts(starter, (), (), (), (None,) * self.sides)

    def deal(
        self, rules: Rules, starter: int, totals: Sequence[int], random: Random
    ) -> HaggisRound:
        return deal(self, rules, starter, totals, random)

    def started_by(self, facts: HaggisFacts, starter: int) -> HaggisFacts:
        if facts.leader is not None:
            return facts
        if facts.auction:  # whoever spoke first sits on the lead player's left
            starter = (facts.auction[0].seat - 1) % self.seats
        return replace(facts, leader=starter)

    # Going out

    def _opponents_in(self, index: int, facts: HaggisFacts) -> frozenset[int]:
        """The opponents who still held cards when the out at `index` happened."""
        gone = {out.seat for out in facts.outs[:index]}
        side = self.side(facts.outs[index].seat)
        return frozenset(s for s in range(self.seats) if self.side(s) != side and s not in gone)

    def slam(self, outs: Sequence[Out]) -> bool:
        """True when both partners of a team are the first two out."""
        first_two = {out.seat for out in outs[:2]}
        if len(first_two) < 2:
            return False
        return any(first_two <= {*self.seats_of(side)} for side in range(self.sides))

    def _measured(self, index: int, facts: HaggisFacts) -> bool:
        return not (index == 1 and self.slam(facts.outs))

    def _most_cards(self, index: int, facts: HaggisFacts) -> int:
        """The largest hand the out at `index` can have been measured against.

        Hands only shrink: no count exceeds an earlier one that measured everyone it measures.
        """
        now = self._opponents_in(index, facts)
        most = self.hand
        for i, earlier in enumerate(facts.outs[:index]):
            if not self._measured(i, facts) or not 0 <= earlier.seat < self.seats:
                continue
            cards = earlier.cards
            if cards is not None and cards > 0 and now <= self._opponents_in(i, facts):
                most = min(most, cards)
        return most

    def outs_needed(self, outs: Sequence[Out]) -> int:
        """How many go out before the round ends, given those who did."""
        return 2 if self.slam(outs) else self.seats - 1

    def _check_outs(self, facts: HaggisFacts) -> Iterator[Problem]:
        needed = self.outs_needed(facts.outs)
        seen: set[int] = set()
        for index, out in enumerate(facts.outs):
            at = f"/outs/{index}"
            if not 0 <= out.seat < self.seats:
                yield unknown_seat(f"{at}/seat", self.seats)
                continue
            if out.seat in seen:
                yield Problem(f"{at}/seat", "out_twice", {"seat": out.seat})
                continue
            seen.add(out.seat)
            if index >= needed:
                code = "out_after_slam" if self.slam(facts.outs) else "too_many_outs"
                yield Problem(at, code, {"most": needed})
            elif self._measured(index, facts):
                yield from self._check_hand(index, facts)
        if len(facts.outs) < needed:
            yield missing("/outs", "outs_missing", needed=needed, known=len(facts.outs))

    def _check_hand(self, index: int, facts: HaggisFacts) -> Iterator[Problem]:
        at, cards = f"/outs/{index}/cards", facts.outs[index].cards
        if cards is None:
            yield missing(at, "hand_missing", seat=facts.outs[index].seat)
        elif cards < 1:
            yield Problem(at, "hand_empty")
        elif cards > self.hand:
            yield Problem(at, "hand_too_large", {"most": self.hand})
        elif cards > (most := self._most_cards(index, facts)):
            yield Problem(at, "hand_grew", {"most": most})

    # Captures

    def _pile(self, counts: Counts) -> int:
        return sum(self.card_points.get(rank, 0) * number for rank, number in counts.ranks)

    def _given(self, facts: HaggisFacts) -> tuple[int | None, ...]:
        return tuple(self._pile(c) if isinstance(c, Counts) else c for c in facts.captured)

    def _filled(self, facts: HaggisFacts, rules: Rules) -> tuple[int | None, ...]:
        """What each side captured, "the rest" filled in where it can be known."""
        given = self._given(facts)
        found = self._found(given)
        if given.count(None) != 1 or found is None or rules.haggis == "unused":
            return given
        return tuple(self.total - found if c is None else c for c in given)

    def _found(self, given: Sequence[int | None]) -> int | None:
        """How much is captured so far; None where a number, or all together, cannot be."""
        found = sum(c or 0 for c in given)
        return found if found <= self.total and all((c or 0) >= 0 for c in given) else None

    def _check_captured(self, facts: HaggisFacts, rules: Rules) -> Iterator[Problem]:
        yield from self._check_counts(facts)
        given = self._given(facts)
        clean = True
        for side, number in enumerate(given):
            at = f"/captured/{side}"
            if number is not None and number < 0:
                yield Problem(at, "captured_negative")
                clean = False
            elif number is not None and number > self.total:
                yield Problem(at, "captured_too_many", {"total": self.total})
                clean = False
        found = sum(c or 0 for c in given)
        if clean and found > self.total:
            yield Problem("/captured", "captured_above_total", self._sum(found))
        unknown = [side for side, number in enumerate(given) if number is None]
        unused = rules.haggis == "unused"
        if len(unknown) > 1 or (unknown and unused):
            code = "rest_unknown" if unused and len(unknown) == 1 else "captured_missing"
            for side in unknown:
                yield missing(f"/captured/{side}", code, side=side)
        elif clean and not unknown and found < self.total and not unused:
            weight = Weight.NOTE if facts.accept_discrepancy else Weight.UNUSUAL
            yield Problem("/captured", "captured_gap", self._sum(found), weight)

    def _sum(self, found: int) -> dict[str, object]:
        return {"found": found, "total": self.total, "gap": self.total - found}

    def _check_counts(self, facts: HaggisFacts) -> Iterator[Problem]:
        """Nobody can have captured more cards of a rank than there are."""
        seen: dict[str, int] = {}
        for side, entry in enumerate(facts.captured):
            for rank, number in entry.ranks if isinstance(entry, Counts) else ():
                at = f"/captured/{side}/{rank}"
                seen[rank] = seen.get(rank, 0) + max(number, 0)
                if number < 0:
                    yield Problem(at, "captured_negative")
                elif seen[rank] > self.cards_of(rank):
                    yield Problem(at, "rank_too_many", {"rank": rank, "most": self.cards_of(rank)})

    def _counted(self, facts: HaggisFacts) -> frozenset[str]:
        piles = [one for one in facts.captured if isinstance(one, Counts)]
        ranks = (*SUIT_RANKS, *COURTS)
        return frozenset(r for r in ranks if sum(p.of(r) for p in piles) >= self.cards_of(r))

    def _gap_hints(self, gap: int) -> tuple[tuple[str, ...], ...]:
        """The one or two cards that could be what is missing, by rank ("3" for any odd card)."""
        if gap < 1 or self.counts_cards:
            return ()
        worth = {"3": 1, "J": 2, "Q": 3, "K": 5}
        pairs = (c for n in (1, 2) for c in combinations_with_replacement(worth, n))
        return tuple(cards for cards in pairs if sum(worth[c] for c in cards) == gap)

    # The protocol

    def check(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        """What is wrong with a round (rules §5 "Checks", §4)."""
        if facts.leader is not None and not 0 <= facts.leader < self.seats:
            yield unknown_seat("/leader", self.seats)
        for index, bet in enumerate(facts.bets):
            if not 0 <= bet.seat < self.seats:
                yield unknown_seat(f"/bets/{index}/seat", self.seats)
        yield from self.betting.check(facts, rules, totals)
        yield from self._check_outs(facts)
        yield from self._check_captured(facts, rules)
        yield from check_adjustments(facts.adjustments, self.seats)

    def score(self, facts: HaggisFacts, rules: Rules) -> Score:
        """Captures, going out, the first-out extra, bets and adjustments (rules §5)."""
        captured = self._filled(facts, rules)
        lines = (
            *self._captured_lines(facts, captured),
            *self._going_out_lines(facts, rules),
            *self._bet_lines(facts, rules),
            *adjustment_lines(facts.adjustments, self),
        )
        return Score(lines, add_up(lines, self.sides), captured, self.slam(facts.outs))

    def _captured_lines(
        self, facts: HaggisFacts, captured: Sequence[int | None]
    ) -> Iterator[ScoreLine]:
        for side, (entry, number) in enumerate(zip(facts.captured, captured, strict=True)):
            if number is None:
                continue
            seat = side if self.sides == self.seats else None
            params: dict[str, object] = {"number": number, "total": self.total}
            why = "cards" if self.counts_cards else "points"
            if isinstance(entry, Counts):
                why, params = "counted", params | {"counts": dict(entry.ranks)}
            elif entry is None:
                why = f"rest_{why}"
            yield ScoreLine(side, seat, Line.CAPTURED, number, why, params)

    def _going_out_lines(self, facts: HaggisFacts, rules: Rules) -> Iterator[ScoreLine]:
        slam = self.slam(facts.outs)
        for index, out in enumerate(facts.outs[: self.outs_needed(facts.outs)]):
            if not 0 <= out.seat < self.seats:
                continue
            cards = facts.outs[0].cards if slam else out.cards
            if cards is not None:
                why = "hand" if self._measured(index, facts) else "slam"
                params = {"cards": cards, "each": POINTS_A_CARD_LEFT, "partner": facts.outs[0].seat}
                points = POINTS_A_CARD_LEFT * cards
                side = self.side(out.seat)
                yield ScoreLine(side, out.seat, Line.GOING_OUT, points, why, params)
            if index == 0 and rules.first_out_extra:
                yield ScoreLine(
                    self.side(out.seat), out.seat, Line.FIRST_OUT, rules.first_out_extra, "extra"
                )

    def _bet_lines(self, facts: HaggisFacts, rules: Rules) -> Iterator[ScoreLine]:
        if facts.outs and 0 <= facts.outs[0].seat < self.seats:
            yield from self.betting.lines(facts, facts.outs[0].seat, rules)

    def what_if(self, facts: HaggisFacts, rules: Rules) -> tuple[tuple[int, ...], ...]:
        """For each seat that could be first out, every side's points from the bets made so far."""
        return tuple(
            add_up(self.betting.lines(facts, seat, rules), self.sides) for seat in range(self.seats)
        )

    def next_start(self, rules: Rules, totals: Sequence[int], starters: Sequence[int]) -> Start:
        """The side with the lowest total leads; of several, the previous leader's (rules §3).

        Where the previous leader is not among them, the next tied player clockwise. In a team
        game its members lead in turn: whoever did not lead when the team last did.
        """
        before = starters[-1]
        lowest = [side for side in range(self.sides) if totals[side] == min(totals)]
        if len(lowest) == 1:
            side, why = lowest[0], "lowest"
        elif self.side(before) in lowest:
            side, why = self.side(before), "level_previous"
        else:
            side = next(
                self.side(before + i)
                for i in range(1, self.seats)
                if self.side(before + i) in lowest
            )
            why = "level_next"
        members = self.seats_of(side)
        if len(members) == 1:
            return Start(members[0], why)
        led = [seat for seat in starters if seat in members]
        after = led[-1] if led else before
        following = (after + i for i in range(1, self.seats + 1))
        seat = next(s % self.seats for s in following if s % self.seats in members)
        return Start(seat, f"{why}_in_turn")

    def handovers(self, facts: HaggisFacts, rules: Rules) -> tuple[Handover, ...]:
        """Who hands which cards to whom once the round is over, before piles are counted (§3)."""
        if len(facts.outs) < self.outs_needed(facts.outs):
            return ()
        first = facts.outs[0].seat
        gone = {out.seat for out in facts.outs}
        left = tuple(seat for seat in range(self.seats) if seat not in gone)
        hands = Handover("hands", left, first)
        if not self.haggis:
            return (hands,)
        return (Handover("haggis", (), None if rules.haggis == "unused" else first), hands)

    def situation(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Situation:
        auction = self.betting.auction(facts, totals)
        outcomes = self.what_if(facts, rules)
        gone = {out.seat for out in facts.outs}
        over = len(facts.outs) >= self.outs_needed(facts.outs)
        given = self._given(facts)
        found = self._found(given)
        return Situation(
            bets=self.betting.rows(facts, rules),
            auction=auction,
            what_if=outcomes if any(any(points) for points in outcomes) else None,
            outs=facts.outs,
            may_go_out=()
            if over
            else tuple(self._may(s, facts) for s in range(self.seats) if s not in gone),
            over=over,
            slam=self.slam(facts.outs),
            handovers=self.handovers(facts, rules),
            captured=self._filled(facts, rules),
            given=given,
            counts=tuple(c if isinstance(c, Counts) else None for c in facts.captured),
            counted=self._counted(facts),
            found=found,
            total=self.total,
            gap_hints=()
            if found is None or None in given or rules.haggis == "unused"
            else self._gap_hints(self.total - found),
        )

    def told(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> tuple[Told, ...]:
        auction = self.betting.auction(facts, totals)
        holder = auction.holder if auction else None
        held = (
            Told(holder, "shepherd" if auction.over else "holds", {"bid": auction.bid})
            for _ in (holder,)
            if auction and holder is not None
        )
        bets = (
            Told(row.seat, "taken_over" if row.taken_over else "bet", {"amount": row.amount})
            for row in self.betting.rows(facts, rules)
            if row.amount is not None
        )
        slam = self.slam(facts.outs)
        outs = (
            Told(out.seat, "slam", {})
            if slam and place == 2
            else Told(out.seat, "out", {"place": place, "cards": out.cards})
            for place, out in enumerate(facts.outs, 1)
        )
        known = (one for one in (*held, *bets, *outs) if one.seat in range(self.seats))
        return tuple(known)

    def needs(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> tuple[Need, ...]:
        """Near is who could get there by captures, or first out with two thirds of a hand left."""
        outcomes = self.what_if(facts, rules)
        found: list[Need] = []
        for side, total in enumerate(totals):
            points = shortfall(rules, total)
            bets = max(outcomes[seat][side] for seat in self.seats_of(side))
            most, extra = self.hand * 2 // 3, rules.first_out_extra
            ways = out_or_captured(points, bets, extra, POINTS_A_CARD_LEFT, most, self.total)
            if points > 0 and ways:
                found.append(Need(side, points, ways))
        return tuple(found)

    def stakes(self, facts: HaggisFacts, rules: Rules, seat: int) -> tuple[Stake, ...]:
        return tuple(
            Stake(amount, self.what_if(self.betting.staked(facts, seat, amount), rules))
            for amount in self.betting.amounts(rules)
        )

    def _may(self, seat: int, facts: HaggisFacts) -> MayGoOut:
        index = len(facts.outs)
        then = replace(facts, outs=(*facts.outs, Out(seat)))
        return MayGoOut(seat, self._most_cards(index, then) if self._measured(index, then) else 0)
