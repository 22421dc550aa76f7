"""Every code of the engine and the store has words: nobody ever reads a code."""

import ast
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion import words
from engine.facts import EuchreFacts
from engine.games import GAMES
from engine.lines import ScoreLine
from engine.options import Flag, OneOf
from engine.problems import Problem
from tests.engine.strategies import documents, rules_of

CASES = Path(__file__).parent / "cases"
PROBLEMS = json.loads((CASES / "problems.json").read_text(encoding="utf-8"))
NAMES = ("Ada", "Ben", "Cleo", "Dan")

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@pytest.fixture(autouse=True)
def english(sqlite_app: Flask) -> Iterator[None]:
    with sqlite_app.test_request_context():
        yield


def constants(package: Any, *calls: str) -> Iterator[tuple[str, str]]:
    """Every text given to one of these calls anywhere in a package: the call, the text."""
    for file in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in calls:
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield ast.unparse(node.func), part.value


# What is wrong


def test_every_problem_of_a_round_has_a_sentence():
    said = 0
    for case in PROBLEMS:
        for game in (GAMES[name] for name in case["games"]):
            rules, _ = game.rules(case.get("preset"), case.get("rules"))
            document = game.facts_json(game.begin(0)) | case["change"]
            for problem in game.review(document, rules, case.get("totals"))[1]:
                sentence = words.problem(problem, NAMES)
                assert sentence != problem.code.replace("_", " "), problem
                assert sentence.endswith((".", "?")), problem
                said += 1
    assert said > 100


def test_every_conflict_of_the_store_has_a_sentence():
    codes = {text for _, text in constants(companion, "Conflict")}
    assert {"match_finished", "nothing_to_undo"} <= codes
    for code in codes:
        assert words.conflict(code) != code.replace("_", " "), code


@every_game
def test_every_rule_that_is_not_allowed_has_a_sentence(game):
    for option in game.options:
        for value in ("nonsense", -1, None, []):
            for problem in game.rules(None, {option.name: value})[1]:
                assert words.problem(problem, ()).endswith("."), problem


# Options


@every_game
def test_every_option_and_each_of_its_values_has_a_name(game):
    for option in game.options:
        assert words.option_name(option.name) != option.name
        values = {Flag: (True, False), OneOf: getattr(option.allowed, "values", ())}
        for value in values.get(type(option.allowed), ()):
            assert words.option_value(option.name, value) != str(value), (option.name, value)


@every_game
def test_every_game_and_each_of_its_presets_has_a_name(game):
    assert words.game_special(game)
    for preset in game.presets:
        assert words.preset_name(preset.id) != preset.id
        rules = game.rules(preset.id)[0]
        for name, value in words.house_rules(game, rules):
            assert "_" not in f"{name} {value}"


# Points and who starts


def assert_explained(line: ScoreLine) -> None:
    assert (str(line.kind), line.why) in words._LINES, line
    assert words.line(line, NAMES)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
@every_game
def test_every_line_of_a_score_says_why(game, data):
    rules = data.draw(rules_of(game))
    facts, _ = game.review(data.draw(documents(game)), rules)
    for line in game.score(facts, rules).lines:
        assert_explained(line)


def test_every_way_the_tricks_can_fall_says_why():
    game = GAMES["haus-euchre"]
    for maker, alone, first in product((None, 0, 1), (False, True), range(6)):
        facts = EuchreFacts(0, maker, "spades", alone, (first, 5 - first), maker is None)
        for line in game.score(facts, game.defaults).lines:
            assert_explained(line)


def test_what_the_tricks_score_is_told_by_the_forms_own_word_for_the_maker():
    game = GAMES["haus-euchre"]
    for tricks in ((3, 2), (5, 0), (2, 3)):
        [line] = game.score(EuchreFacts(0, 0, "spades", False, tricks, False), game.defaults).lines
        assert "the maker’s team" in words.line(line, NAMES)


@every_game
def test_whoever_starts_is_told_why(game):
    for totals in product((0, 5), repeat=game.sides):
        for before in range(game.seats):
            start = game.next_start(game.defaults, totals, [before])
            who, why = words.start(game, start, NAMES)
            assert NAMES[start.seat] in who
            assert why


# Changes


@every_game
def test_every_place_a_tap_can_touch_has_a_name(game):
    for key in game.facts_json(game.begin(0)):
        assert words.change("tap", 0, f"/{key}/0") != words.change("tap", 0, "/unknown"), key


def test_every_kind_of_change_has_a_name():
    known = {text for _, text in constants(companion, "changes.make")}
    kinds = {text for text in known if text.isalpha()}
    assert {"tap", "record", "undo"} <= kinds
    for kind in kinds:
        assert words.change(kind, 3, "/bets/-") != kind


def test_a_code_without_words_would_be_noticed():
    assert words.problem(Problem("", "made_up"), ()) == "made up"
