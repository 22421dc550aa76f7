"""What every game must have. A new game that lacks something is named here."""

import re
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
CASES = ROOT / "tests" / "cases"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


# The engine


@every_game
def test_its_id_can_stand_in_an_address_and_its_name_on_a_page(game):
    assert re.fullmatch(r"[a-z][a-z0-9-]*", game.id)
    assert GAMES[game.id] is game
    assert game.name.strip() == game.name != ""


def test_no_two_games_have_the_same_name():
    assert len({game.name for game in GAMES.values()}) == len(GAMES)


@every_game
def test_its_seats_belong_to_its_sides(game):
    assert game.seats >= 2
    members = [game.seats_of(side) for side in range(game.sides)]
    assert sorted(seat for seats in members for seat in seats) == list(range(game.seats))
    assert len({len(seats) for seats in members}) == 1
    assert all(game.side(seat) == side for side, seats in enumerate(members) for seat in seats)


@every_game
def test_its_defaults_are_rules_a_table_may_set(game):
    assert game.rules() == (game.defaults, ())
    assert game.rules(None, game.rules_json(game.defaults)) == (game.defaults, ())
    assert len({option.name for option in game.options}) == len(game.options)


@every_game
def test_its_presets_are_rules_a_table_may_set(game):
    assert len({preset.id for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        rules, problems = game.rules(preset.id)
        assert problems == ()
        assert game.rules(None, game.rules_json(rules)) == (rules, ())
        assert set(game.differs(rules)) == set(preset.differs)


@every_game
def test_a_round_begins_with_its_starter_and_is_not_refused(game):
    for starter in (None, *range(game.seats)):
        facts = game.begin(starter)
        assert facts.starter == starter
        document = game.facts_json(facts)
        assert document[game.starts] == starter
        read, problems = game.review(document, game.defaults)
        assert read == facts
        assert [problem for problem in problems if problem.refused] == []
        assert any(problem.blocks for problem in problems)
        assert not any(game.score(facts, game.defaults).points)


# Its examples and its page


@every_game
def test_its_rounds_have_worked_examples(game):
    assert f'"game": "{game.id}"' in (CASES / "scoring.json").read_text(encoding="utf-8")


@every_game
def test_its_rules_have_a_page_that_names_it_near_the_top_and_is_in_the_index(game):
    pages = [
        page.name
        for page in RULES.glob("*.md")
        if page.name != "README.md" and f"`{game.id}`" in page.read_text("utf-8")[:400]
    ]
    index = (RULES / "README.md").read_text(encoding="utf-8")
    assert f"`{game.id}`" in index
    assert any(f"({page})" in index for page in pages)


@every_game
def test_its_options_are_told_in_the_rules(game):
    told = (RULES / "README.md").read_text(encoding="utf-8")
    assert [option.name for option in game.options if f"`{option.name}`" not in told] == []
    assert [preset.id for preset in game.presets if f"`{preset.id}`" not in told] == []
