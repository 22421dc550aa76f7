"""Every worked example of the rules (§9), as data."""

import json
from pathlib import Path

import pytest

from engine.games import GAMES

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_example_scores_as_its_source_says(case):
    game = GAMES[case["game"]]
    rules, wrong = game.rules(case.get("preset"), case.get("rules"))
    facts, problems = game.review(case["round"], rules, case.get("totals"))
    score = game.score(facts, rules)
    assert (wrong, [p for p in problems if p.blocks]) == ((), [])
    assert list(score.points) == case["points"]
    assert score.slam == case.get("slam", False)
