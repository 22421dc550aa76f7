"""Haggis and Tatties: three players, an auction for the Shepherd (rules §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.auction import BIDS, DROP, SEATS, Auction, auction_of
from engine.bets import BetRow
from engine.facts import Call, HaggisFacts
from engine.game import missing
from engine.haggis import Haggis
from engine.lines import Line, ScoreLine
from engine.options import (
    COURT_RANKS,
    FIRST_OUT_EXTRA,
    LEADER,
    MATCH_OPTIONS,
    PUBLISHED,
    OneOf,
    Option,
    Rules,
)
from engine.problems import Problem, Weight


@dataclass(frozen=True)
class AuctionBets:
    """The holder of the highest bid, the Shepherd, claims to be first out.

    Made, the Shepherd scores the bid. Missed, the Sheep first out scores two thirds of it and the
    other Sheep one third.
    """

    def check(self, facts: HaggisFacts, rules: Rules, totals: Sequence[int]) -> Iterator[Problem]:
        if facts.bets:
            yield Problem("/bets", "no_bets_here")
        auction = auction_of(facts.auction, facts.leader, totals)
        wrong = tuple(auction.problems())
        yield from wrong
        if not facts.auction:
            yield Problem("/auction", "nobody_bid", weight=Weight.NOTE)
        elif not wrong and not auction.over:
            yield missing("/auction", "auction_unfinished", turn=auction.turn)

    def lines(self, facts: HaggisFacts, first: int, rules: Rules) -> Iterator[ScoreLine]:
        auction = auction_of(facts.auction, facts.leader, (0,) * SEATS)
        shepherd, bid = auction.shepherd, auction.bid
        if shepherd is None or not 0 <= shepherd < SEATS:
            return
        params = {"shepherd": shepherd, "bid": bid}
        if first == shepherd:
            yield ScoreLine(first, first, Line.AUCTION, bid, "made", params)
            return
        other = SEATS - shepherd - first
        yield ScoreLine(first, first, Line.AUCTION, bid * 2 // 3, "sheep_first_out", params)
        yield ScoreLine(other, other, Line.AUCTION, bid // 3, "other_sheep", params)

    def rows(self, facts: HaggisFacts, rules: Rules) -> tuple[BetRow, ...]:
        return ()

    def auction(self, facts: HaggisFacts, totals: Sequence[int]) -> Auction | None:
        return auction_of(facts.auction, facts.leader, totals)

    def amounts(self, rules: Rules) -> tuple[int, ...]:
        return BIDS

    def staked(self, facts: HaggisFacts, seat: int, amount: int) -> HaggisFacts:
        sheep = (other for other in range(SEATS) if other != seat)
        calls = (Call(seat, amount), *(Call(other, DROP) for other in sheep))
        return replace(facts, auction=calls)


GAME = Haggis(
    id="tatties",
    name="Haggis and Tatties",
    seats=3,
    sides=3,
    suits=5,
    hand=17,
    haggis=3,
    counts_cards=True,
    betting=AuctionBets(),
    defaults=Rules(bombed_trick="keep"),
    options=(
        *MATCH_OPTIONS,
        LEADER,
        FIRST_OUT_EXTRA,
        Option("bombed_trick", OneOf(("keep", "opponent", "second_highest"))),
        COURT_RANKS,
    ),
    presets=(PUBLISHED,),
)
