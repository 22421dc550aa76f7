"""Betting to be first out, and what a game's way of betting must answer (rules §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.auction import Auction
from engine.facts import Bet, HaggisFacts
from engine.lines import Line, ScoreLine
from engine.options import Rules
from engine.problems import Problem


@dataclass(frozen=True, slots=True)
class Offer:
    """An amount in points a seat could bet now, and why it may not (None: it may)."""

    amount: int
    refused: Problem | None


@dataclass(frozen=True, slots=True)
class BetRow:
    """A seat's bet in a round in progress.

    `at` is where its entry stands in the facts, None while there is none; `amount` its points;
    `taken_over` says that the partner's larger bet replaced it.
    """

    seat: int
    at: str | None
    amount: int | None
    taken_over: bool
    offers: tuple[Offer, ...]


class Betting(Protocol):
    """How a game bets: each player alone, by teams, or in an auction."""

    def check(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        """What is wrong with the bets; an unknown seat is reported by the caller."""
        ...

    def lines(self, facts: HaggisFacts, first: int, rules: Rules) -> Iterator[ScoreLine]:
        """What the bets pay when the seat `first` is the first out."""
        ...

    def rows(self, facts: HaggisFacts, rules: Rules) -> tuple[BetRow, ...]:
        """Every seat's bet and what it may bet; empty where there is no betting by seat."""
        ...

    def auction(self, facts: HaggisFacts, totals: Sequence[int]) -> Auction | None:
        """The auction, where the game has one."""
        ...

    def amounts(self, rules: Rules) -> tuple[int, ...]:
        """What can be bet or bid, in points."""
        ...

    def staked(self, facts: HaggisFacts, seat: int, amount: int) -> HaggisFacts:
        """The facts as they would be if the seat held a bet, or won the auction, with so much."""
        ...


def not_offered(bet: Bet, at: str, rules: Rules) -> Problem | None:
    """The problem of an amount that is not on the table's list of bets."""
    if bet.amount in rules.bets:
        return None
    return Problem(f"{at}/amount", "bet_not_offered", {"allowed": list(rules.bets)})


def no_auction(facts: HaggisFacts) -> Iterator[Problem]:
    """The problem of an auction in a game without one."""
    if facts.auction:
        yield Problem("/auction", "no_auction_here")


@dataclass(frozen=True)
class OwnBets:
    """The base game's bets: each player for themself, once.

    A bettor who is first out scores the bet. A missed bet is scored in full by the first out
    (unless the table pays only those who did not bet) and by every other opponent without a bet.
    """

    seats: int

    def check(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        seen: set[int] = set()
        for index, bet in enumerate(facts.bets):
            at = f"/bets/{index}"
            wrong = not_offered(bet, at, rules)
            if wrong:
                yield wrong
            if bet.seat in seen:
                yield Problem(f"{at}/seat", "bet_twice", {"seat": bet.seat})
            seen.add(bet.seat)
        yield from no_auction(facts)

    def lines(self, facts: HaggisFacts, first: int, rules: Rules) -> Iterator[ScoreLine]:
        bets = [bet for bet in facts.bets if 0 <= bet.seat < self.seats]
        bettors = {bet.seat for bet in bets}
        for bet in bets:
            if bet.seat == first:
                yield ScoreLine(first, first, Line.BET, bet.amount, "made", {"amount": bet.amount})
                continue
            params = {"bettor": bet.seat, "amount": bet.amount}
            if first not in bettors or rules.failed_bet == "first_out_and_nonbettors":
                yield ScoreLine(first, first, Line.BET, bet.amount, "missed_first_out", params)
            for seat in range(self.seats):
                if seat != first and seat not in bettors:
                    yield ScoreLine(seat, seat, Line.BET, bet.amount, "missed_no_bet", params)

    def rows(self, facts: HaggisFacts, rules: Rules) -> tuple[BetRow, ...]:
        offers = tuple(Offer(amount, None) for amount in rules.bets)
        entries = {bet.seat: (f"/bets/{i}", bet.amount) for i, bet in enumerate(facts.bets)}
        return tuple(
            BetRow(seat, *entries.get(seat, (None, None)), False, offers)
            for seat in range(self.seats)
        )

    def auction(self, facts: HaggisFacts, totals: Sequence[int]) -> Auction | None:
        return None

    def amounts(self, rules: Rules) -> tuple[int, ...]:
        return rules.bets

    def staked(self, facts: HaggisFacts, seat: int, amount: int) -> HaggisFacts:
        others = tuple(bet for bet in facts.bets if bet.seat != seat)
        return replace(facts, bets=(*others, Bet(seat, amount)))
