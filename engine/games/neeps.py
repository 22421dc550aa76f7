"""Haggis and Neeps: four players, partners across the table, one bet a team (rules §4, §5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.auction import Auction
from engine.bets import BetRow, Offer, no_auction, not_offered
from engine.facts import Bet, HaggisFacts
from engine.haggis import Haggis
from engine.lines import Line, ScoreLine
from engine.options import (
    BETS,
    COURT_RANKS,
    LEADER,
    MATCH_OPTIONS,
    PUBLISHED,
    OneOf,
    Option,
    Rules,
)
from engine.problems import Problem

SEATS = 4
TEAMS = 2


@dataclass(frozen=True)
class TeamBets:
    """One active bet a team, to be first out oneself; the partner may take it over with a larger.

    Made it pays the team twice its amount; missed it pays its amount to the other team.
    """

    def check(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        active: dict[int, Bet] = {}
        for index, bet in enumerate(facts.bets):
            at = f"/bets/{index}"
            wrong = not_offered(bet, at, rules)
            if wrong:
                yield wrong
            if not 0 <= bet.seat < SEATS:
                continue
            held = active.get(bet.seat % TEAMS)
            if held and held.seat == bet.seat:
                yield Problem(f"{at}/seat", "bet_twice", {"seat": bet.seat})
            elif held and bet.amount <= held.amount:
                yield self._too_small(at, held)
            active[bet.seat % TEAMS] = bet
        yield from no_auction(facts)

    def _too_small(self, at: str, held: Bet) -> Problem:
        params = {"holder": held.seat, "amount": held.amount}
        return Problem(f"{at}/amount", "takeover_too_small", params)

    def lines(self, facts: HaggisFacts, first: int, rules: Rules) -> Iterator[ScoreLine]:
        active = {bet.seat % TEAMS: bet for bet in facts.bets if 0 <= bet.seat < SEATS}
        for team, bet in sorted(active.items()):
            params = {"bettor": bet.seat, "amount": bet.amount}
            if bet.seat == first:
                points = 2 * bet.amount
                yield ScoreLine(team, bet.seat, Line.BET, points, "made_double", params)
            else:
                yield ScoreLine(1 - team, None, Line.BET, bet.amount, "missed_by_team", params)

    def rows(self, facts: HaggisFacts, rules: Rules) -> tuple[BetRow, ...]:
        return tuple(self._row(seat, facts, rules) for seat in range(SEATS))

    def _row(self, seat: int, facts: HaggisFacts, rules: Rules) -> BetRow:
        team = [(i, bet) for i, bet in enumerate(facts.bets) if bet.seat % TEAMS == seat % TEAMS]
        own = [(i, bet) for i, bet in team if bet.seat == seat]
        taken_over = bool(own) and team[-1] != own[-1]
        entry = own[-1] if own and not taken_over else None
        others = [bet for i, bet in team if entry is None or i < entry[0]]
        held = others[-1] if others else None
        offers = tuple(
            Offer(a, self._too_small("", held) if held and a <= held.amount else None)
            for a in rules.bets
        )
        if entry is None:
            return BetRow(seat, None, own[-1][1].amount if own else None, taken_over, offers)
        return BetRow(seat, f"/bets/{entry[0]}", entry[1].amount, taken_over, offers)

    def auction(self, facts: HaggisFacts, totals: Sequence[int]) -> Auction | None:
        return None

    def amounts(self, rules: Rules) -> tuple[int, ...]:
        return rules.bets

    def staked(self, facts: HaggisFacts, seat: int, amount: int) -> HaggisFacts:
        return replace(facts, bets=(*facts.bets, Bet(seat, amount)))


GAME = Haggis(
    id="neeps",
    name="Haggis and Neeps",
    seats=SEATS,
    sides=TEAMS,
    suits=4,
    copies=2,
    hand=21,
    haggis=0,
    passes=2,
    counts_cards=True,
    betting=TeamBets(),
    defaults=Rules(bombed_trick="opposing_team"),
    options=(
        *MATCH_OPTIONS,
        LEADER,
        BETS,
        Option("bombed_trick", OneOf(("opposing_team", "keep"))),
        COURT_RANKS,
    ),
    presets=(PUBLISHED,),
)
