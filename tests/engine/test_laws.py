"""Laws that hold for every game and every round that can have happened."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.facts import EuchreFacts, HaggisFacts
from engine.game import Game
from engine.games import GAMES
from engine.haggis import Haggis
from engine.lines import Line, Score
from engine.match import Recorded, standing
from engine.options import Rules
from tests.engine.strategies import documents, rounds, rules_of, seats, totals_of, unfinished

EVERY = st.sampled_from([*GAMES.values()])
FAMILY = st.sampled_from([game for game in GAMES.values() if isinstance(game, Haggis)])


@st.composite
def tables(draw: st.DrawFn, game: Game[Any]) -> tuple[Rules, tuple[int, ...], Any]:
    """A table's rules, its totals, and the facts of a round played at it."""
    rules, totals = draw(rules_of(game)), draw(totals_of(game))
    return rules, totals, draw(rounds(game, rules, totals))


@given(game=EVERY, data=st.data())
def test_a_round_that_can_have_happened_may_be_recorded(game: Game[Any], data: st.DataObject):
    rules, totals, facts = data.draw(tables(game))
    read, problems = game.review(game.facts_json(facts), rules, totals)
    assert read == facts
    assert [problem for problem in problems if problem.blocks] == []


@given(game=EVERY, data=st.data())
def test_points_equal_the_sum_of_their_lines(game: Game[Any], data: st.DataObject):
    rules, _, facts = data.draw(tables(game))
    score = game.score(facts, rules)
    assert len(score.points) == game.sides
    for side, points in enumerate(score.points):
        assert points == sum(line.points for line in score.lines if line.side == side)
    for line in score.lines:
        assert line.points >= 0 or line.kind is Line.ADJUSTMENT
        assert line.seat is None or game.side(line.seat) == line.side


@given(game=EVERY, data=st.data())
def test_facts_survive_saving(game: Game[Any], data: st.DataObject):
    facts = data.draw(rounds(game) | unfinished(game))
    saved = json.dumps(game.facts_json(facts))
    read, unread = game.read(json.loads(saved))
    assert (read, unread) == (facts, ())
    assert json.dumps(game.facts_json(read)) == saved


@given(game=EVERY, data=st.data())
def test_leaving_out_what_is_empty_changes_nothing(game: Game[Any], data: st.DataObject):
    document = data.draw(documents(game))
    facts, problems = game.review(document, game.defaults)
    whole = game.review(game.facts_json(facts), game.defaults)
    assert (facts, problems) == whole


@given(game=EVERY, data=st.data())
def test_a_round_in_progress_is_never_refused(game: Game[Any], data: st.DataObject):
    facts = data.draw(unfinished(game))
    _, problems = game.review(game.facts_json(facts), game.defaults)
    assert [problem for problem in problems if problem.refused] == []
    game.situation(facts, game.defaults, (0,) * game.sides)


@given(game=EVERY, data=st.data())
def test_asking_changes_no_fact(game: Game[Any], data: st.DataObject):
    rules, totals, facts = data.draw(tables(game))
    document = game.facts_json(facts)
    before = json.dumps(document)
    first = (game.review(document, rules, totals), game.score(facts, rules))
    game.situation(facts, rules, totals)
    assert (game.review(document, rules, totals), game.score(facts, rules)) == first
    assert json.dumps(document) == before


# Turning the table


def turned(facts: Any, by: int, game: Game[Any]) -> Any:
    """The same round with everybody `by` seats further round the table."""

    def seat(one: int | None) -> Any:
        return None if one is None else (one + by) % game.seats

    def moved(items: Any) -> Any:
        return tuple(replace(item, seat=seat(item.seat)) for item in items)

    by_hand = moved(facts.adjustments)
    if isinstance(facts, EuchreFacts):
        dealer, maker = seat(facts.dealer), seat(facts.maker)
        tricks = facts.tricks and turned_sides(facts.tricks, by)
        return replace(facts, dealer=dealer, maker=maker, tricks=tricks, adjustments=by_hand)
    assert isinstance(facts, HaggisFacts)
    return replace(
        facts,
        leader=seat(facts.leader),
        bets=moved(facts.bets),
        auction=moved(facts.auction),
        outs=moved(facts.outs),
        captured=turned_sides(facts.captured, by),
        adjustments=by_hand,
    )


def turned_sides(values: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """One value a side, moved with the seats: the sides change places when `by` is odd of two."""
    sides = len(values)
    return tuple(values[(side - by) % sides] for side in range(sides))


def shape(score: Score, by: int, game: Game[Any]) -> list[tuple[Any, ...]]:
    """The lines as if everybody sat `by` seats further, in an order that names no seat first."""
    return sorted(
        (
            (line.side + by) % game.sides,
            -1 if line.seat is None else (line.seat + by) % game.seats,
            *(line.kind, line.points, line.why),
        )
        for line in score.lines
    )


@given(game=EVERY, data=st.data())
def test_turning_the_seats_turns_the_scores_and_changes_nothing_else(
    game: Game[Any], data: st.DataObject
):
    rules, totals, facts = data.draw(tables(game))
    by = data.draw(st.integers(1, game.seats - 1))
    other, other_totals = turned(facts, by, game), turned_sides(totals, by)
    score, other_score = game.score(facts, rules), game.score(other, rules)
    assert other_score.points == turned_sides(score.points, by)
    assert other_score.captured == turned_sides(score.captured, by)
    assert other_score.slam == score.slam
    assert shape(other_score, 0, game) == shape(score, by, game)
    codes = sorted(problem.code for problem in game.check(facts, rules, totals))
    assert sorted(problem.code for problem in game.check(other, rules, other_totals)) == codes


@given(game=EVERY, data=st.data())
def test_turning_the_seats_turns_who_starts_next(game: Game[Any], data: st.DataObject):
    totals = data.draw(totals_of(game))
    starters = data.draw(st.lists(seats(game), min_size=1, max_size=6))
    by = data.draw(st.integers(1, game.seats - 1))
    start = game.next_start(game.defaults, totals, starters)
    moved = [(seat + by) % game.seats for seat in starters]
    other = game.next_start(game.defaults, turned_sides(totals, by), moved)
    assert (other.seat, other.why) == ((start.seat + by) % game.seats, start.why)


# Captures and bets of the Haggis family


@given(game=FAMILY, data=st.data())
def test_captures_add_up_to_the_total_unless_the_haggis_is_unused(
    game: Haggis, data: st.DataObject
):
    rules, _, facts = data.draw(tables(game))
    score = game.score(facts, rules)
    captured = sum(line.points for line in score.lines if line.kind is Line.CAPTURED)
    assert captured == sum(pile or 0 for pile in score.captured)
    assert captured <= game.total
    if rules.haggis == "first_out":
        assert captured == game.total


@given(game=FAMILY, data=st.data())
def test_what_if_says_what_the_bets_turn_out_to_be_worth(game: Haggis, data: st.DataObject):
    rules, totals, facts = data.draw(tables(game))
    told = game.what_if(replace(facts, outs=()), rules)
    assert len(told) == game.seats
    lines = [n for n in game.score(facts, rules).lines if n.kind in (Line.BET, Line.AUCTION)]
    points = tuple(sum(n.points for n in lines if n.side == s) for s in range(game.sides))
    assert told[facts.outs[0].seat] == points
    shown = game.situation(facts, rules, totals).what_if
    assert shown == (told if any(any(row) for row in told) else None)


@given(game=FAMILY, data=st.data())
def test_whoever_goes_out_next_was_offered_with_a_count_that_is_enough(
    game: Haggis, data: st.DataObject
):
    facts = data.draw(rounds(game))
    for index, out in enumerate(facts.outs):
        so_far = replace(facts, outs=facts.outs[:index])
        situation = game.situation(so_far, game.defaults, (0,) * game.sides)
        most = {may.seat: may.most for may in situation.may_go_out}
        assert out.seat in most
        assert (out.cards or 0) <= most[out.seat]
    assert game.situation(facts, game.defaults, (0,) * game.sides).over


# Matches


@st.composite
def matches(draw: st.DrawFn, game: Game[Any]) -> tuple[Rules, list[Recorded], int]:
    """A match of a few rounds, some of them void."""
    rules = draw(rules_of(game))
    played = st.builds(Recorded, documents(game, rules), st.sampled_from((False, False, True)))
    return rules, draw(st.lists(played, max_size=4)), draw(seats(game))


@given(game=EVERY, data=st.data())
def test_totals_are_the_sum_of_the_rounds_that_are_not_void(game: Game[Any], data: st.DataObject):
    rules, recorded, first = data.draw(matches(game))
    found = standing(game, rules, recorded, first)
    counted = [played.score.points for played in found.rounds if not played.void]
    assert found.totals == tuple(sum(p[side] for p in counted) for side in range(game.sides))
    assert found.next.seat in range(game.seats)
    assert bool(found.winners) == found.finished
    best = max(found.totals)
    assert found.winners in ((), tuple(s for s, n in enumerate(found.totals) if n == best))
    assert not found.finished or found.reached_in is not None


@given(game=EVERY, data=st.data())
def test_void_rounds_change_nothing(game: Game[Any], data: st.DataObject):
    rules, recorded, first = data.draw(matches(game))
    found = standing(game, rules, recorded, first)
    without = standing(game, rules, [one for one in recorded if not one.void], first)
    assert (found.totals, found.next) == (without.totals, without.next)
    assert (found.finished, found.winners) == (without.finished, without.winners)
    kept = [played for played in found.rounds if not played.void]
    assert [replace(one, number=0) for one in kept] == [
        replace(one, number=0) for one in without.rounds
    ]


@given(game=EVERY, data=st.data())
def test_the_next_start_is_always_a_seat_of_a_side_with_the_lowest_total_or_the_next_dealer(
    game: Game[Any], data: st.DataObject
):
    totals = data.draw(totals_of(game))
    starters = data.draw(st.lists(seats(game), min_size=1, max_size=6))
    start = game.next_start(game.defaults, totals, starters)
    assert start.seat in range(game.seats)
    if isinstance(game, Haggis):
        assert totals[game.side(start.seat)] == min(totals)
