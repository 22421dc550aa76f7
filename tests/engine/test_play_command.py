"""`python -m engine simulate`: random rounds as whole matches, on a command line."""

import re
import sys

import pytest

from engine.__main__ import main
from engine.games import GAMES


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]):
    """Plays by these arguments: the exit code, what was printed, what was said aside."""

    def run(*arguments: str) -> tuple[int, list[str], str]:
        code = main(["simulate", *arguments])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


@pytest.mark.parametrize(
    ("game", "who"),
    [
        ("haggis-2", "bettor"),
        ("haggis-3", "bettor"),
        ("tatties", "shepherd"),
        ("neeps", "bettor"),
        ("haus-euchre", "maker"),
    ],
)
def test_it_prints_totals_slams_and_how_often_a_bet_was_made(simulate, game: str, who: str):
    code, lines, aside = simulate(game, "--rounds", "40", "--seed", "2")
    assert (code, aside) == (0, "")
    assert re.fullmatch(rf"{GAMES[game].name}: 40 rounds, \d+ matches ended, seed 2", lines[0])
    sides = GAMES[game].sides
    for side, line in enumerate(lines[1 : 1 + sides]):
        assert re.fullmatch(rf"side {side} +\d+ points, \d+\.\d a round; won \d+", line)
    assert re.fullmatch(r"Slam +\d+ of 40 \(\d+\.\d %\)", lines[1 + sides])
    assert re.fullmatch(rf"{who} +\d+ of \d+ \(\d+\.\d %\) made it", lines[2 + sides])
    assert len(lines) == 3 + sides


def test_the_same_seed_prints_the_same(simulate):
    first = simulate("neeps", "--rounds", "10", "--seed", "7")
    assert simulate("neeps", "--rounds", "10", "--seed", "7") == first
    assert simulate("neeps", "--rounds", "10", "--seed", "8") != first


def test_it_plays_by_a_preset(simulate):
    plain = simulate("haggis-3", "--rounds", "20")
    assert simulate("haggis-3", "--rounds", "20", "--preset", "published") == plain
    assert simulate("haggis-3", "--rounds", "20", "--preset", "taiwanese") != plain


def test_a_preset_the_game_has_not_is_bad_use(simulate):
    code, lines, aside = simulate("tatties", "--preset", "korean")
    assert (code, lines) == (2, [])
    assert aside == "Haggis and Tatties has these presets: published\n"


def test_no_rounds_are_nothing_to_count(simulate):
    code, lines, _ = simulate("haus-euchre", "--rounds", "0")
    assert (code, lines[0]) == (0, "Haus Euchre: 0 rounds, 0 matches ended, seed 0")


def test_a_bar_fills_where_somebody_watches(simulate, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _, lines, aside = simulate("haus-euchre", "--rounds", "4")
    bars = aside.split("\r")[1:]
    assert [bar.count("#") for bar in bars] == [10, 20, 30, 40]
    assert bars[-1].endswith(" 4/4\n")
    assert not any("#" in line for line in lines)
