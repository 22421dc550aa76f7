"""Rounds by players who do anything that is legal: cards are kept, and playing meets scoring."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.options import Flag, OneOf, Rules, SomeOf
from engine.play import HaggisRound, Lay, PutBack, Stage
from engine.playing import Playing
from engine.simulate import simulate

ROUNDS, TABLES = 2_000, 20  # rounds a game, and at how many tables with rules of their own
CARDS = {"haggis-2": 42, "haggis-3": 54, "tatties": 54, "neeps": 84, "haus-euchre": 33}
TOTAL = {"haggis-2": 36, "haggis-3": 50, "tatties": 54, "neeps": 84}


def tables(game: Any) -> Iterator[Rules]:
    """The default rules, each preset, then any rules a table may choose."""
    random = Random(f"tables of {game.id}")
    named = [None, *(preset.id for preset in game.presets)]
    for preset in named:
        yield game.rules(preset)[0]
    for _ in range(TABLES - len(named)):
        chosen: dict[str, Any] = {}
        for option in game.options:
            match option.allowed:
                case OneOf(values):
                    chosen[option.name] = random.choice(values)
                case Flag():
                    chosen[option.name] = random.random() < 0.5
                case SomeOf(values):
                    chosen[option.name] = random.sample(values, random.randint(1, len(values)))
        rules, wrong = game.rules(None, chosen)
        assert not wrong
        yield rules


def steps(game: Any, seed: int, rules: Rules | None = None) -> Iterator[tuple[Playing, Any]]:
    """A random round, each state with the action that is done next."""
    random = Random(seed)
    totals = tuple(random.randrange(60) for _ in range(game.sides))
    played = game.deal(rules or game.defaults, random.randrange(game.seats), totals, random)
    while not played.over:
        action = played.any_action(random)
        yield played, action
        played, problems = played.act(action)
        assert not problems, (action, problems)


@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_rounds_keep_every_card_and_can_be_recorded(name: str):
    game = GAMES[name]
    cards = sorted(game.deal(game.defaults, 0, (0,) * game.sides, Random(0)).cards)
    assert len(cards) == CARDS[name]
    claims = Counter[bool]()
    for number, rules in enumerate(tables(game)):
        for done in simulate(game, rules, ROUNDS // TABLES, Random(number)):
            assert sorted(done.played.cards) == cards
            facts = done.played.facts
            read, problems = game.review(game.facts_json(facts), rules, done.before)
            assert read == facts
            assert [problem for problem in problems if problem.blocks] == []
            points = Counter[int]()
            for line in done.score.lines:
                points[line.side] += line.points
            assert done.score.points == tuple(points[side] for side in range(game.sides))
            assert captured_in_full(game, done.played, done.score.captured)
            claims.update(claim.made for claim in done.played.claims)
    assert min(claims[True], claims[False]) > 100


def captured_in_full(game: Any, played: Any, captured: tuple[int | None, ...]) -> bool:
    """Whether captures add up to what the game has, but for a haggis that stays unused."""
    if not isinstance(played, HaggisRound):
        return captured == () and sum(played.facts.tricks) == 5
    assert not any(played.hands)
    assert len(played.haggis) in (0, game.haggis if played.rules.haggis == "unused" else 0)
    odd = sum(game.counts_cards or card.rank in (3, 5, 7, 9) for card in played.haggis)
    return sum(side or 0 for side in captured) == TOTAL[game.id] - odd


@pytest.mark.parametrize("name", GAMES)
def test_no_action_loses_a_card_or_lasts_for_ever(name: str):
    for seed in range(10):
        counts = {len(played.cards) for played, _ in steps(GAMES[name], seed)}
        assert counts == {CARDS[name]}


@pytest.mark.parametrize("name", GAMES)
def test_it_is_somebodys_turn_until_it_is_over(name: str):
    game = GAMES[name]
    for seed in range(10):
        for played, _ in steps(game, seed):
            assert played.turn in range(game.seats)
            outs = getattr(played.facts, "outs", ())
            stage = getattr(played, "stage", None)
            if stage is Stage.TRICK:
                assert played.turn not in {out.seat for out in outs}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_is_done_and_what_is_done_is_legal(name: str):
    random = Random(name)
    for seed in range(3):
        for played, action in steps(GAMES[name], seed):
            legal = played.legal()
            assert len(set(legal)) == len(legal)
            assert as_set(action) in {as_set(one) for one in legal}
            for one in random.sample(legal, min(len(legal), 20)):
                after, problems = played.act(one)
                assert not problems
                assert after != played


def as_set(action: Any) -> Any:
    """The action, whichever order its cards are named in."""
    if isinstance(action, Lay | PutBack):
        return type(action), tuple(sorted(action.cards))
    return action


@pytest.mark.parametrize("name", ["haggis-2", "haggis-3", "tatties", "neeps"])
def test_every_choice_of_cards_that_is_not_listed_is_refused(name: str):
    random = Random(name)
    for played, _ in steps(GAMES[name], 7):
        if not isinstance(played, HaggisRound) or played.stage is not Stage.TRICK:
            continue
        hand = played.hands[played.at]
        legal = {as_set(one) for one in played.legal()}
        for _ in range(20):
            some = Lay(tuple(random.sample(hand, random.randint(1, min(4, len(hand))))))
            assert (played.act(some)[1] == ()) == (as_set(some) in legal)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_rounds(name: str):
    game = GAMES[name]
    first, again, other = (
        [done.score for done in simulate(game, game.defaults, 5, Random(seed))]
        for seed in (3, 3, 4)
    )
    assert first == again != other


def test_a_match_ends_at_its_target_and_the_next_begins_from_nothing():
    game = GAMES["haggis-3"]
    rules = replace(game.defaults, target=60)
    rounds = list(simulate(game, rules, 60, Random(1)))
    assert sum(bool(done.winners) for done in rounds) > 5
    before = (0, 0, 0)
    for done in rounds:
        assert done.before == before
        assert bool(done.winners) == (max(done.totals) >= 60)
        before = (0, 0, 0) if done.winners else done.totals


def test_every_kind_of_action_comes_up():
    kinds = {
        name: {type(action).__name__ for seed in range(25) for _, action in steps(game, seed)}
        for name, game in GAMES.items()
    }
    base = {"Bet", "Lay", "Pass"}
    assert kinds == {
        "haggis-2": base,
        "haggis-3": base | {"GiveTrick"},
        "tatties": {"Call", "PutBack", "Lay", "Pass"},
        "neeps": base | {"PassCard", "ChooseLeader"},
        "haus-euchre": {"PickUp", "NameTrump", "PutAway", "Lay", "Pass"},
    }
