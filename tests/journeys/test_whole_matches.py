"""Every game from the first page to a rematch, with the rounds of the worked examples."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.journeys.thumb import Thumb

FILE = Path(__file__).parents[1] / "cases" / "scoring.json"
CASES = {case["id"]: case for case in json.loads(FILE.read_text())}

# House rules, who wins; for each round its example, the totals after it and who starts next.
MATCHES = {
    "Haggis for two": (
        {"Target": "150"},
        1,
        [
            ("bets-2p-sum", (20, 96), "Ada leads the first trick: lowest total."),
            ("counted-pile", (60, 107), "Ada leads the first trick: lowest total."),
            ("bets-2p-sum", (80, 203), None),
        ],
    ),
    "Haggis for three": (
        {},
        2,
        [
            ("bets-3p-sixty", (20, 70, 50), "Ada leads the first trick: lowest total."),
            ("bets-3p-all-bet", (36, 167, 82), "Ada leads the first trick: lowest total."),
            ("bets-3p-winner-bet", (71, 172, 147), "Ada leads the first trick: lowest total."),
            ("bets-3p-nonbettor-first", (76, 222, 182), "Ada leads the first trick: lowest total."),
            ("no-bets-3p", (116, 237, 262), None),
        ],
    ),
    "Haggis and Tatties": (
        {"Target": "150"},
        0,
        [
            (
                "tatties-made",
                (29, 18, 92),
                "Ben leads the first trick, unless there is a Shepherd: lowest total.",
            ),
            (
                "tatties-failed",
                (109, 58, 121),
                "Ben leads the first trick, unless there is a Shepherd: lowest total.",
            ),
            ("tatties-failed-15", (154, 118, 135), None),
        ],
    ),
    "Haggis and Neeps": (
        {},
        0,
        [
            (
                "neeps-bet-made",
                (75, 134),
                "Cleo leads the first trick: their team is behind, and it is their turn to lead.",
            ),
            (
                "neeps-bet-missed",
                (205, 213),
                "Ada leads the first trick: their team is behind, and it is their turn to lead.",
            ),
            ("neeps-slam", (425, 237), None),
        ],
    ),
    "Haus Euchre": (
        {"Target": "6"},
        1,
        [
            ("euchre-march", (2, 0), "Ben deals: the deal passes to the left."),
            ("euchre-three", (2, 1), "Cleo deals: the deal passes to the left."),
            ("euchre-alone-five", (2, 5), "Dan deals: the deal passes to the left."),
            ("euchre-joker-up", (3, 5), "Ada deals: the deal passes to the left."),
            ("euchre-set", (3, 7), None),
        ],
    ),
}


@pytest.mark.parametrize(("rules", "winner", "rounds"), MATCHES.values(), ids=MATCHES)
def test_a_whole_match_is_scored_to_its_end_and_played_again(phone: Page, rules, winner, rounds):
    game = GAMES[CASES[rounds[0][0]]["game"]]
    thumb = Thumb(phone, game.seats, game.sides)
    thumb.start(game.name, rules=rules)
    for number, (case, totals, leads) in enumerate(rounds, 1):
        thumb.enter(CASES[case]["round"])
        thumb.record(number)
        if leads:
            thumb.see_totals(*totals)
            thumb.see(leads)
    last = rounds[-1][1]
    thumb.see_totals(*last, winner=winner)
    thumb.see(f"with {last[winner]} points after {len(rounds)} rounds.")
    finished = phone.url

    thumb.tap("button", "Rematch")
    thumb.see_totals(*[0] * len(last))
    expect(phone.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    assert phone.url != finished
