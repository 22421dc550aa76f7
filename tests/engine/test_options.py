"""The rules a table sets: defaults, presets, house rules, and what each of them changes."""

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import option_names
from engine.games import GAMES
from engine.match import is_over
from engine.options import Rules
from engine.problems import Problem
from tests.engine.strategies import any_json, rules_of

EVERY = tuple(GAMES.values())
HAGGIS = ("haggis-2", "haggis-3", "tatties", "neeps")
MATCH = ("target", "target_rule", "rounds", "tie")
PLAY = ("leader", "bombed_trick", "court_ranks")
OPTIONS = {
    "haggis-2": {*MATCH, *PLAY, "bets", "failed_bet", "haggis"},
    "haggis-3": {*MATCH, *PLAY, "bets", "failed_bet", "haggis", "first_out_extra"},
    "tatties": {*MATCH, *PLAY, "first_out_extra"},
    "neeps": {*MATCH, *PLAY, "bets"},
    "haus-euchre": {*MATCH},
}
# (option, values that are refused)
REFUSED: list[tuple[str, list[Any]]] = [
    ("target", [0, -1, 10_001, "250", 250.0, True, None, [250], 10**400, float("nan")]),
    ("target_rule", ["at_least", "", None, 1, ["reach"]]),
    ("rounds", [0, -1, 101, 2.5, "10", False]),
    ("tie", ["draw", None, True]),
    ("leader", ["winner", None, 0]),
    ("bets", [[], [10], [15, 15], [True], ["15"], 15, None, {"15": 1}, [15.0], [[15]]]),
    ("failed_bet", ["nobody", None]),
    ("haggis", ["last_out", None, False]),
    ("first_out_extra", [-1, 51, "5", 2.5, None, True]),
    ("bombed_trick", ["winner", None]),
    ("court_ranks", [0, 1, "true", None]),
]
# (option, values that are allowed), where several games have it
ALLOWED: list[tuple[str, list[Any]]] = [
    ("target", [1, 10, 350, 10_000]),
    ("target_rule", ["reach", "exceed"]),
    ("rounds", [None, 1, 100]),
    ("tie", ["share", "play_on"]),
    ("bets", [[5], [15, 30], [5, 15, 30]]),
    ("failed_bet", ["first_out_and_nonbettors", "nonbettors"]),
    ("haggis", ["first_out", "unused"]),
    ("first_out_extra", [0, 5, 50]),
    ("court_ranks", [True, False]),
]


def points(game: str, document: dict[str, Any], **house_rules: Any) -> tuple[int, ...]:
    rules, wrong = GAMES[game].rules(None, house_rules)
    facts, problems = GAMES[game].review(document, rules)
    assert wrong == ()
    assert [problem for problem in problems if problem.blocks] == []
    return GAMES[game].score(facts, rules).points


def codes(game: str, document: dict[str, Any], **house_rules: Any) -> set[str]:
    rules, wrong = GAMES[game].rules(None, house_rules)
    assert wrong == ()
    return {problem.code for problem in GAMES[game].review(document, rules)[1]}


# What there is


def test_each_game_has_its_options():
    assert {game.id: {option.name for option in game.options} for game in EVERY} == OPTIONS


def test_every_option_is_one_of_a_game_and_a_field_of_the_rules():
    assert {name for names in OPTIONS.values() for name in names} == set(option_names())
    assert option_names() == tuple(field.name for field in fields(Rules))


def test_the_published_rules_are_the_default():
    for game in HAGGIS:
        assert GAMES[game].rules("published") == (GAMES[game].defaults, ())
    assert {GAMES[game].defaults.target for game in HAGGIS} == {250}
    assert GAMES["haus-euchre"].defaults.target == 10
    assert {GAMES[game].defaults.bets for game in HAGGIS} == {(5, 15, 30)}


def test_each_game_has_its_own_answer_to_a_bombed_trick():
    found = {game: GAMES[game].defaults.bombed_trick for game in HAGGIS}
    assert found == {
        "haggis-2": "opponent",
        "haggis-3": "opponent",
        "tatties": "keep",
        "neeps": "opposing_team",
    }


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_a_game_allows_its_own_defaults(game):
    for option in game.options:
        value = getattr(game.defaults, option.name)
        assert option.allowed.read(value) == (True, value)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_what_is_allowed_is_described_for_one_who_does_not_know_the_option(game):
    for option in game.options:
        described = option.allowed.to_json()
        assert "type" in described
        for value in described.get("enum", ()):
            assert option.allowed.read(value) == (True, value)
        for name, beyond in (("minimum", -1), ("maximum", 1)):
            if name in described:
                assert option.allowed.read(described[name])[0]
                assert not option.allowed.read(described[name] + beyond)[0]


# Setting them


@pytest.mark.parametrize(("option", "values"), ALLOWED, ids=[option for option, _ in ALLOWED])
def test_an_allowed_value_is_set_in_every_game_that_has_the_option(option, values):
    for game in (game for game in EVERY if option in OPTIONS[game.id]):
        for value in values:
            rules, problems = game.rules(None, {option: value})
            assert problems == ()
            assert game.rules_json(rules)[option] == value


@pytest.mark.parametrize(("option", "values"), REFUSED, ids=[option for option, _ in REFUSED])
def test_any_other_value_is_refused_at_the_option(option, values):
    for game in (game for game in EVERY if option in OPTIONS[game.id]):
        for value in values:
            rules, problems = game.rules(None, {option: value})
            assert rules == game.defaults
            (problem,) = problems
            assert (problem.at, problem.code) == (f"/rules/{option}", "option_not_allowed")


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_an_option_of_another_game_is_refused(game):
    others = set(option_names()) - OPTIONS[game.id]
    _, problems = game.rules(None, dict.fromkeys(others, 1))
    assert {(p.at, p.code) for p in problems} == {(f"/rules/{n}", "unknown_option") for n in others}


def test_everything_that_is_refused_is_said_at_once():
    rules, problems = GAMES["haggis-2"].rules(
        "scottish", {"target": 0, "a/b": 1, "bets": [5], "tie": "play_on"}
    )
    assert [(problem.at, problem.code) for problem in problems] == [
        ("/preset", "unknown_preset"),
        ("/rules/target", "option_not_allowed"),
        ("/rules/a~1b", "unknown_option"),
    ]
    assert all(problem.refused for problem in problems)
    assert (rules.bets, rules.tie, rules.target) == ((5,), "play_on", 250)


@pytest.mark.parametrize("preset", ["", "Published", 1, ["published"], {"published": 1}, True])
def test_a_preset_that_is_none_is_refused(preset):
    rules, problems = GAMES["haggis-2"].rules(preset)
    assert rules == Rules()
    assert problems == (Problem("/preset", "unknown_preset", {"preset": str(preset)}),)


@pytest.mark.parametrize("overrides", [7, "target", [["target", 1]], True])
def test_house_rules_that_are_no_object_are_refused(overrides):
    rules, problems = GAMES["haggis-2"].rules(None, overrides)
    assert rules == Rules()
    assert [(problem.at, problem.code) for problem in problems] == [("/rules", "not_an_object")]


def test_bets_are_kept_in_ascending_order():
    assert GAMES["neeps"].rules(None, {"bets": [30, 5]})[0].bets == (5, 30)


def test_a_house_rule_goes_before_the_preset():
    rules, problems = GAMES["haggis-2"].rules("korean", {"bets": [5]})
    assert problems == ()
    assert (rules.bets, rules.failed_bet, rules.target_rule) == ((5,), "nonbettors", "exceed")


@given(preset=any_json(), overrides=any_json() | st.dictionaries(st.text(), any_json()))
def test_any_json_for_rules_is_answered(preset, overrides):
    for game in EVERY:
        rules, problems = game.rules(preset, overrides)
        assert all(problem.at.startswith(("/preset", "/rules")) for problem in problems)
        assert game.rules(None, game.rules_json(rules)) == (rules, ())


@given(st.data())
def test_rules_survive_their_json(data: st.DataObject):
    for game in EVERY:
        rules = data.draw(rules_of(game))
        assert game.rules(None, game.rules_json(rules)) == (rules, ())
        differ = game.differs(rules)
        kept = {name: value for name, value in game.rules_json(rules).items() if name in differ}
        assert game.rules(None, kept) == (rules, ())


# Presets (rules §7)


def test_each_game_has_its_presets():
    assert {game.id: [preset.id for preset in game.presets] for game in EVERY} == {
        "haggis-2": ["published", "korean", "taiwanese"],
        "haggis-3": ["published", "taiwanese"],
        "tatties": ["published"],
        "neeps": ["published"],
        "haus-euchre": [],
    }


@pytest.mark.parametrize(
    ("game", "preset", "expected"),
    [
        ("haggis-2", "korean", {"bets": [15, 30], "failed_bet": "nonbettors",
                                "target_rule": "exceed"}),
        ("haggis-2", "taiwanese", {"bets": [15, 30], "haggis": "unused"}),
        ("haggis-3", "taiwanese", {"bets": [15, 30], "haggis": "unused", "first_out_extra": 5,
                                   "bombed_trick": "second_highest"}),
        ("tatties", "published", {}),
        ("neeps", "published", {}),
    ],
)  # fmt: skip
def test_a_preset_differs_from_the_default_in_what_the_rules_say(game, preset, expected):
    rules, problems = GAMES[game].rules(preset)
    assert problems == ()
    written = GAMES[game].rules_json(rules)
    assert {name: written[name] for name in GAMES[game].differs(rules)} == expected


def test_differs_names_options_in_the_order_a_page_lists_them():
    rules, _ = GAMES["haggis-3"].rules("taiwanese", {"target": 350})
    assert GAMES["haggis-3"].differs(rules) == (
        *("target", "bets", "haggis", "first_out_extra", "bombed_trick"),
    )


# What each option changes


def two(**change: Any) -> dict[str, Any]:
    """A round for two: both bet, seat 1 is first out."""
    bets = [{"seat": 0, "amount": 15}, {"seat": 1, "amount": 30}]
    return {"bets": bets, "outs": [{"seat": 1, "cards": 7}], "captured": [20, 16], **change}


def three(**change: Any) -> dict[str, Any]:
    outs = [{"seat": 2, "cards": 12}, {"seat": 0, "cards": 5}]
    return {"outs": outs, "captured": [15, 15, 20], **change}


def test_a_bet_is_judged_by_the_tables_list():
    assert codes("haggis-2", two()) == set()
    assert codes("haggis-2", two(), bets=[5, 15]) == {"bet_not_offered"}
    assert codes("neeps", {"bets": [{"seat": 0, "amount": 5}]}, bets=[15]) >= {"bet_not_offered"}


def test_a_failed_bet_pays_the_first_out_or_only_one_without_a_bet():
    assert points("haggis-2", two()) == (20, 96)
    assert points("haggis-2", two(), failed_bet="nonbettors") == (20, 81)


def test_an_unused_haggis_makes_any_sum_normal_and_the_rest_unknown():
    short, rest = two(captured=[20, 10]), two(captured=[20, None])
    assert codes("haggis-2", short) == {"captured_gap"}
    assert codes("haggis-2", short, haggis="unused") == set()
    assert codes("haggis-2", rest) == set()
    assert codes("haggis-2", rest, haggis="unused") == {"rest_unknown"}


def test_an_extra_for_the_first_of_three():
    assert points("haggis-3", three()) == (40, 15, 80)
    assert points("haggis-3", three(), first_out_extra=5) == (40, 15, 85)
    tatties = three(captured=[15, 15, 24])
    assert points("tatties", tatties, first_out_extra=10) == (40, 15, 94)


@pytest.mark.parametrize(
    ("house_rules", "totals", "played", "over"),
    [
        ({}, (249, 0), 9, False),
        ({}, (250, 0), 9, True),
        ({"target_rule": "exceed"}, (250, 0), 9, False),
        ({"target_rule": "exceed"}, (251, 0), 9, True),
        ({"target": 350}, (349, 0), 9, False),
        ({"target": 350}, (350, 0), 9, True),
        ({}, (260, 260), 9, True),
        ({"tie": "play_on"}, (260, 260), 9, False),
        ({"tie": "play_on"}, (260, 261), 9, True),
        ({"rounds": 3}, (30, 20), 2, False),
        ({"rounds": 3}, (30, 20), 3, True),
        ({"rounds": 3}, (250, 20), 1, True),
        ({"rounds": 3, "tie": "play_on"}, (30, 30), 3, False),
        ({"rounds": 3, "tie": "play_on"}, (30, 31), 4, True),
    ],
)
def test_when_a_match_is_over(house_rules, totals, played, over):
    rules, _ = GAMES["haggis-2"].rules(None, house_rules)
    assert is_over(rules, totals, played) is over
