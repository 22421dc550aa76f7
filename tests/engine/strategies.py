"""Hypothesis strategies: rounds that can have happened, and any JSON at all.

Rounds are made by playing them, not by asking the engine what it allows: hands shrink, cards are
shared out, bets and calls follow the table's rules as told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from engine.facts import Adjustment, Bet, Call, Captured, Counts, EuchreFacts, HaggisFacts, Out
from engine.game import Game
from engine.games.neeps import TeamBets
from engine.games.tatties import AuctionBets
from engine.haggis import Haggis
from engine.options import Flag, OneOf, Rules, SomeOf, Whole

# --- any JSON

ROUND_KEYS = (
    *("leader", "bets", "auction", "outs", "captured", "accept_discrepancy", "adjustments"),
    *("dealer", "maker", "trump", "alone", "tricks", "joker_up"),
    *("seat", "amount", "bid", "cards", "points", "note"),
)


def numbers() -> SearchStrategy[Any]:
    """Numbers as JSON can hold them: small, huge, broken, infinite, not a number."""
    return st.integers(-3, 60) | st.integers() | st.just(10**400) | st.floats()


def texts() -> SearchStrategy[str]:
    """Texts, with signs no file can hold."""
    return st.text(st.characters(codec=None), max_size=12) | st.sampled_from(("none", "hearts"))


def keys() -> SearchStrategy[str]:
    """Keys that facts have, that counted piles have, and that nothing has."""
    return st.sampled_from((*ROUND_KEYS, "3", "10", "J", "", "~/", "\ud800")) | texts()


@cache
def any_json() -> SearchStrategy[Any]:
    """Whatever a client can send, more often than not with the words of a round in it."""
    atoms = st.none() | st.booleans() | numbers() | texts()
    return st.recursive(
        atoms,
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys(), inner, max_size=5),
        max_leaves=12,
    )


@st.composite
def damaged(draw: DrawFn, value: Any) -> Any:
    """The value with one part of it, however deep, replaced by any JSON."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 2)) == 0:
        return draw(any_json())
    copy: Any = value.copy()
    key = draw(st.sampled_from([*value] if isinstance(value, dict) else range(len(value))))
    copy[key] = draw(damaged(value[key]))
    return copy


@st.composite
def almost_rounds(draw: DrawFn, game: Game[Any]) -> Any:
    """The document of a round of which one part, or two, are something else."""
    document = draw(damaged(draw(documents(game))))
    return draw(damaged(document)) if draw(st.booleans()) else document


# --- a table's rules and totals


@st.composite
def rules_of(draw: DrawFn, game: Game[Any]) -> Rules:
    """Rules that a table of this game may set."""
    chosen: dict[str, Any] = {}
    for option in draw(st.sets(st.sampled_from(game.options), max_size=4)):
        match option.allowed:
            case OneOf(values):
                chosen[option.name] = draw(st.sampled_from(values))
            case Flag():
                chosen[option.name] = draw(st.booleans())
            case Whole(low, high, optional):
                whole = st.integers(low, high)
                chosen[option.name] = draw(st.none() | whole if optional else whole)
            case SomeOf(values):
                chosen[option.name] = draw(
                    st.lists(st.sampled_from(values), min_size=1, unique=True)
                )
    found, wrong = game.rules(None, chosen)
    assert not wrong
    return found


def totals_of(game: Game[Any]) -> SearchStrategy[tuple[int, ...]]:
    """Each side's points before a round; often level."""
    total = st.integers(-30, 300) | st.sampled_from((0, 100))
    return st.tuples(*[total] * game.sides)


# --- what is common to rounds


def adjustments(game: Game[Any]) -> SearchStrategy[tuple[Adjustment, ...]]:
    """None, one or two adjustments by hand, with a note any file can hold."""
    note = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
    one = st.builds(Adjustment, seats(game), st.integers(-50, 50), note)
    return st.just(()) | st.tuples(one) | st.tuples(one, one)


def seats(game: Game[Any]) -> SearchStrategy[int]:
    return st.integers(0, game.seats - 1)


# --- the Haggis family


@st.composite
def goings_out(draw: DrawFn, game: Haggis) -> tuple[Out, ...]:
    """Who went out against how many cards: hands are played down, the largest is counted."""
    hands = dict.fromkeys(range(game.seats), game.hand)
    outs: list[Out] = []
    for seat in draw(st.permutations(range(game.seats)))[:-1]:
        del hands[seat]
        hands = {other: draw(st.integers(1, most)) for other, most in hands.items()}
        against = [cards for other, cards in hands.items() if game.side(other) != game.side(seat)]
        slam = len(outs) == 1 and game.side(outs[0].seat) == game.side(seat)
        outs.append(Out(seat, None if slam else max(against)))
        if slam:
            break
    return tuple(outs)


@st.composite
def piles(draw: DrawFn, game: Haggis, *, some_unused: bool) -> tuple[Captured, ...]:
    """What each side captured: numbers, one left as the rest, or cards by rank."""
    if not game.counts_cards and draw(st.booleans()):
        return draw(counted_piles(game, some_unused=some_unused))
    left, shares = game.total, list[int]()
    for _ in range(game.sides - 1):
        shares.append(draw(st.integers(0, left)))
        left -= shares[-1]
    shares.append(draw(st.integers(0, left)) if some_unused else left)
    rest = None if not some_unused and draw(st.booleans()) else shares[-1]
    return tuple(draw(st.permutations([*shares[:-1], rest])))


@st.composite
def counted_piles(draw: DrawFn, game: Haggis, *, some_unused: bool) -> tuple[Captured, ...]:
    found: list[dict[str, int]] = [{} for _ in range(game.sides)]
    for rank in game.card_points:
        left = game.cards_of(rank)
        for pile in found[:-1]:
            pile[rank] = draw(st.integers(0, left))
            left -= pile[rank]
        found[-1][rank] = draw(st.integers(0, left)) if some_unused else left
    return tuple(Counts(tuple(pile.items())) for pile in found)


def bets_by_seat(game: Haggis, rules: Rules) -> SearchStrategy[tuple[Bet, ...]]:
    """Base games: each player bets an amount on the list, or not."""
    amount = st.sampled_from(rules.bets)
    bets = st.dictionaries(seats(game), amount).map(lambda d: tuple(Bet(*b) for b in d.items()))
    return st.just(()) | bets


@st.composite
def bets_by_team(draw: DrawFn, game: Haggis, rules: Rules) -> tuple[Bet, ...]:
    """Neeps: a team's first bet by either partner, then only larger ones, by turns."""
    bets: list[Bet] = []
    for team in range(game.sides):
        first = draw(st.integers(0, 1))
        amounts = sorted(draw(st.sets(st.sampled_from(rules.bets))))
        bets += [
            Bet(game.seats_of(team)[(first + i) % 2], amount) for i, amount in enumerate(amounts)
        ]
    return tuple(bets)


@st.composite
def auctions(
    draw: DrawFn, leader: int, totals: Sequence[int], *, whole: bool = True
) -> tuple[Call, ...]:
    """Tatties: calls from the lead player's left until one is left, as the table says them.

    Not `whole`: perhaps broken off before the end.
    """
    calls: list[Call] = []
    inside, bid, holder = [(leader + i) % 3 for i in (1, 2, 3)], 0, None
    while any(seat != holder for seat in inside):
        if not whole and draw(st.booleans()):
            break
        seat = inside.pop(0)
        if seat != holder:
            may = [b for b in (15, 30, 45) if b > bid]
            if holder is not None and totals[seat] < totals[holder]:
                may.append(bid)
            said = draw(st.sampled_from([*may, 0]))
            calls.append(Call(seat, said))
            if not said:
                continue
            bid, holder = said, seat
        inside.append(seat)
    return tuple(calls)


@st.composite
def haggis_rounds(
    draw: DrawFn, game: Haggis, rules: Rules | None = None, totals: Sequence[int] | None = None
) -> HaggisFacts:
    """A whole round of a game of the Haggis family that can have happened."""
    table = rules or game.defaults
    leader = draw(seats(game))
    captured = draw(piles(game, some_unused=table.haggis == "unused"))
    bets, calls = (), ()
    if isinstance(game.betting, AuctionBets):
        calls = draw(auctions(leader, totals or (0, 0, 0)))
    elif isinstance(game.betting, TeamBets):
        bets = draw(bets_by_team(game, table))
    else:
        bets = draw(bets_by_seat(game, table))
    return HaggisFacts(
        draw(st.sampled_from((leader, None))),
        bets,
        calls,
        draw(goings_out(game)),
        captured,
        draw(adjustments(game)),
        draw(st.booleans()),
    )


# --- Haus Euchre


@st.composite
def euchre_rounds(draw: DrawFn, game: Game[Any]) -> EuchreFacts:
    """A whole round of Haus Euchre that can have happened."""
    joker_up = draw(st.booleans())
    taken = draw(st.integers(0, 5))
    trumps = ("hearts", "diamonds", "clubs", "spades", "none")
    return EuchreFacts(
        draw(st.none() | seats(game)),
        None if joker_up else draw(seats(game)),
        "spades" if joker_up else draw(st.sampled_from(trumps)),
        False if joker_up else draw(st.booleans()),
        (taken, 5 - taken),
        joker_up,
        draw(adjustments(game)),
    )


# --- any game


def rounds(
    game: Game[Any], rules: Rules | None = None, totals: Sequence[int] | None = None
) -> SearchStrategy[Any]:
    """The facts of a whole round of this game that can have happened under these rules."""
    if isinstance(game, Haggis):
        return haggis_rounds(game, rules, totals)
    return euchre_rounds(game)


def documents(
    game: Game[Any], rules: Rules | None = None, totals: Sequence[int] | None = None
) -> SearchStrategy[dict[str, Any]]:
    """The same as the JSON document a client sends, what is empty left out or not."""

    def sent(facts: Any, short: bool) -> dict[str, Any]:
        document = game.facts_json(facts)
        empty = [
            key for key, value in document.items() if value is None or value is False or value == []
        ]
        return {k: v for k, v in document.items() if not short or k not in empty}

    return st.builds(sent, rounds(game, rules, totals), st.booleans())


@st.composite
def unfinished(draw: DrawFn, game: Game[Any], rules: Rules | None = None) -> Any:
    """The facts of a round in progress: the end of a whole one is not known yet."""
    facts = draw(rounds(game, rules))
    if isinstance(facts, EuchreFacts):
        return replace(facts, tricks=None)
    known = draw(st.integers(0, len(facts.outs)))
    outs = tuple(replace(o, cards=draw(st.sampled_from((o.cards, None)))) for o in facts.outs)
    return replace(
        facts,
        auction=facts.auction[: draw(st.integers(0, len(facts.auction)))],
        outs=outs[:known],
        captured=tuple(draw(st.sampled_from((c, None))) for c in facts.captured),
    )
