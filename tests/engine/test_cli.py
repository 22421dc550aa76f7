"""`python -m engine score`: a round's lines with their reasons, on a command line."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main

ROUND = {"outs": [{"seat": 2, "cards": 12}, {"seat": 0, "cards": 5}], "captured": [15, 15, None]}


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Scores a document: the exit code, what was printed, what was complained about."""

    def run(asked: Any) -> tuple[int, list[str], str]:
        file = tmp_path / "round.json"
        file.write_text(asked if isinstance(asked, str) else json.dumps(asked), encoding="utf-8")
        code = main(["score", str(file)])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


def test_it_prints_each_line_with_its_reason_and_the_points(score):
    code, lines, complaints = score({"game": "haggis-3", "round": ROUND})
    assert (code, complaints) == (0, "")
    assert [" ".join(line.split()) for line in lines] == [
        "Haggis for three",
        "seat 0 +15 captured points number=15 total=50",
        "seat 1 +15 captured points number=15 total=50",
        "seat 2 +20 captured rest_points number=20 total=50",
        "seat 2 +60 going_out hand cards=12 each=5 partner=2",
        "seat 0 +25 going_out hand cards=5 each=5 partner=2",
        "points side 0: 40 side 1: 15 side 2: 80",
    ]


def test_it_says_when_there_was_a_slam(score):
    outs = [{"seat": 2, "cards": 13}, {"seat": 0}]
    _, lines, _ = score({"game": "neeps", "round": {"outs": outs, "captured": [60, 24]}})
    assert lines[0] == "Haggis and Neeps  (Slam)"
    assert lines[-1] == "points   side 0: 190  side 1: 24"


def test_it_scores_by_the_rules_asked_for(score):
    asked = {"game": "haggis-3", "round": ROUND, "rules": {"first_out_extra": 5}}
    assert score(asked)[1][-1].endswith("side 2: 85")
    short = {**ROUND, "captured": [15, 15, 5]}
    code, lines, complaints = score({"game": "haggis-3", "preset": "taiwanese", "round": short})
    assert (code, complaints) == (0, "")
    assert lines[-1].endswith("side 2: 70")


def test_it_judges_an_auction_by_the_totals(score):
    auction = [
        *({"seat": 1, "bid": 15}, {"seat": 2, "bid": 15}),
        *({"seat": 0, "bid": 0}, {"seat": 1, "bid": 0}),
    ]
    asked = {"game": "tatties", "round": {**ROUND, "leader": 0, "auction": auction}}
    assert score({**asked, "totals": [0, 20, 10]})[0] == 0
    code, _, complaints = score(asked)
    assert code == 1
    assert "impossible: /auction/1/bid match_not_behind holder=1" in complaints


def test_what_is_wrong_is_said_and_fails_it(score):
    wrong = {**ROUND, "outs": [{"seat": 2, "cards": 5}, {"seat": 0, "cards": 12}]}
    code, lines, complaints = score({"game": "haggis-3", "round": wrong, "rules": {"target": 0}})
    assert code == 1
    assert lines[-1].startswith("points")
    assert "impossible: /rules/target option_not_allowed" in complaints
    assert "impossible: /outs/1/cards hand_grew most=5" in complaints


def test_what_is_only_unusual_or_missing_is_said_and_scored(score):
    code, _, complaints = score({"game": "haggis-2", "round": {"captured": [20, 10]}})
    assert code == 0
    assert "unusual: /captured captured_gap found=30 total=36 gap=6" in complaints
    assert "missing: /outs outs_missing needed=1 known=0" in complaints


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "{",
        "[]",
        '"haggis-2"',
        "7",
        "[" * 100_000,
        "{}",
        {"game": "haggis-3"},
        {"round": ROUND},
        {"game": "haggis-5", "round": ROUND},
        {"game": ["haggis-3"], "round": ROUND},
        {"game": "haggis-3", "round": ROUND, "totals": "abc"},
        {"game": "haggis-3", "round": ROUND, "totals": [1, 2]},
        {"game": "haggis-3", "round": ROUND, "totals": [1, 2, "3"]},
        {"game": "haggis-3", "round": ROUND, "totals": 7},
    ],
    ids=lambda asked: str(asked)[:40],
)
def test_what_cannot_be_read_is_bad_use(score, asked):
    code, lines, complaints = score(asked)
    assert (code, lines) == (2, [])
    assert complaints.startswith("cannot read ")


@pytest.mark.parametrize(
    "wrong",
    [{"round": []}, {"preset": ["published"]}, {"preset": {}}, {"rules": []}, {"rules": "target"}],
    ids=str,
)
def test_what_is_of_the_wrong_shape_is_a_complaint_at_its_place(score, wrong):
    code, _, complaints = score({"game": "haggis-3", "round": ROUND, **wrong})
    assert code == 1
    assert complaints.startswith(("malformed: ", "impossible: /preset unknown_preset"))


def test_a_file_that_is_not_there_is_bad_use(capsys: pytest.CaptureFixture[str]):
    assert main(["score", "no-such-round.json"]) == 2
    assert "no-such-round.json" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["score"], ["play", "x"], ["score", "a", "b"]])
def test_without_a_command_and_a_file_it_shows_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_a_dash_reads_what_is_piped_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stdin", StringIO(json.dumps({"game": "haggis-3", "round": ROUND})))
    assert main(["score", "-"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("side 2: 80")


def test_it_runs_as_a_module():
    asked = json.dumps({"game": "haggis-3", "round": ROUND})
    command = [sys.executable, "-m", "engine", "score", "-"]
    folder = Path(__file__).parents[2]
    done = subprocess.run(
        command, input=asked, capture_output=True, text=True, cwd=folder, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "points   side 0: 40  side 1: 15  side 2: 80"
