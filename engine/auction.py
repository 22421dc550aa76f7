"""The Tatties auction, as a state derived from what was said (rules §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.facts import Call
from engine.problems import Problem

SEATS = 3
BIDS = (15, 30, 45)
SWAPS = {15: 3, 30: 2, 45: 1}  # cards the Shepherd exchanges with the haggis, by bid
DROP = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A call that could be made now, and why it may not be (None: it may)."""

    bid: int
    matches: bool
    refused: Problem | None


@dataclass(frozen=True, slots=True)
class Auction:
    """What was said so far, in order, seat by seat, with the totals before the round.

    `leader` is the lead player, who speaks last; None when it is not known, and then whoever
    spoke first is taken to sit on the lead player's left.
    """

    calls: tuple[Call, ...]
    leader: int | None
    totals: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order they speak."""
        first = self._first_speaker()
        return tuple((first + i) % SEATS for i in range(SEATS))

    def _first_speaker(self) -> int:
        if self.leader is not None:
            return (self.leader + 1) % SEATS
        return self.calls[0].seat % SEATS if self.calls else 1

    @property
    def dropped(self) -> frozenset[int]:
        """The seats that have dropped out, for good."""
        return frozenset(call.seat for call in self.calls if call.bid == DROP)

    @property
    def _standing(self) -> Call | None:
        bids = [call for call in self.calls if call.bid in BIDS]
        return max(reversed(bids), key=lambda call: call.bid, default=None)

    @property
    def bid(self) -> int:
        """The standing bid in points; 0 while there is none."""
        return self._standing.bid if self._standing else 0

    @property
    def holder(self) -> int | None:
        """The seat that holds the standing bid."""
        return self._standing.seat if self._standing else None

    @property
    def over(self) -> bool:
        """True when nobody is left to speak: all dropped out, or all but the holder."""
        return all(seat in self.dropped or seat == self.holder for seat in range(SEATS))

    @property
    def turn(self) -> int | None:
        """The seat that speaks next; None when the auction is over."""
        if self.over:
            return None
        order = self.order
        start = order.index(self.calls[-1].seat % SEATS) + 1 if self.calls else 0
        speakers = (order[(start + i) % SEATS] for i in range(SEATS))
        return next(s for s in speakers if s not in self.dropped and s != self.holder)

    @property
    def shepherd(self) -> int | None:
        """The seat that won the auction; None while it runs and when nobody bid."""
        return self.holder if self.over else None

    @property
    def swaps(self) -> int:
        """How many cards the Shepherd exchanges with the haggis; 0 without a Shepherd."""
        return SWAPS.get(self.bid, 0) if self.shepherd is not None else 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every call, for the seat whose turn it is, with the reason where it may not be made."""
        turn = self.turn
        if turn is None:
            return ()
        return tuple(
            Choice(bid, bool(bid) and bid == self.bid, self._refusal(Call(turn, bid)))
            for bid in (*BIDS, DROP)
        )

    def _refusal(self, call: Call, at: str = "") -> Problem | None:
        """Why this call may not be made by the seat whose turn it is."""
        if call.bid == DROP:
            return None
        if call.bid not in BIDS:
            return Problem(f"{at}/bid", "bid_not_offered", {"allowed": list(BIDS)})
        if call.bid < self.bid:
            return Problem(f"{at}/bid", "bid_too_low", {"bid": self.bid})
        holder = self.holder
        if call.bid == self.bid and holder is not None and 0 <= holder < SEATS:
            mine, theirs = self.totals[call.seat], self.totals[holder]
            if mine >= theirs:
                params = {"holder": holder, "own": mine, "total": theirs, "bid": self.bid}
                return Problem(f"{at}/bid", "match_not_behind", params)
        return None

    def nobody(self) -> list[dict[str, object]]:
        """The calls of an auction in which everybody drops out, as facts."""
        return [Call(seat, DROP).to_json() for seat in self.order]

    def said(self) -> Iterator[tuple[Call, bool]]:
        """Each call with whether it matched the bid before it."""
        bid = 0
        for call in self.calls:
            yield call, bool(bid) and call.bid == bid
            bid = max(bid, call.bid)

    def problems(self) -> Iterator[Problem]:
        """Every call that was out of turn or not allowed, judged as they were said."""
        for index, call in enumerate(self.calls):
            before = Auction(self.calls[:index], self.leader, self.totals)
            at = f"/auction/{index}"
            if not 0 <= call.seat < SEATS:
                yield Problem(f"{at}/seat", "unknown_seat", {"seats": SEATS})
                return
            if before.over:
                yield Problem(at, "auction_over")
                return
            if before.calls or self.leader is not None:
                turn = before.turn
                if call.seat != turn:
                    yield Problem(f"{at}/seat", "not_your_turn", {"turn": turn})
                    return
            refusal = before._refusal(call, at)
            if refusal:
                yield refusal


def auction_of(calls: Sequence[Call], leader: int | None, totals: Sequence[int]) -> Auction:
    """The auction of a round. `totals` by seat, in points, before the round."""
    return Auction(tuple(calls), leader if leader in range(SEATS) else None, tuple(totals))
