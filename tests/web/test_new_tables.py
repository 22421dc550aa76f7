"""Starting a table: its names, its rules, and joining it by its code."""

from typing import Any

import pytest

from companion import words
from engine.games import GAMES
from tests.api.scorer import A_ROUND
from tests.web.phone import NAMES, Page, Phone

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=x>',
    "{{ 7 * 7 }} &amp; %(name)s",
    "'-- ; /* */",
)
PAGES = ("", "share", "history", "tv", "players", "rounds/1", "rounds/1/correct", "stakes/0")


def test_every_game_is_offered_and_started(scorer: Phone):
    for game in GAMES.values():
        scorer.start(game.id)
        assert scorer.page.status == 200
        assert game.name in scorer.page.text
        assert "Round 1" in scorer.page.text


def test_a_missing_name_is_said_beside_its_seat_and_what_was_typed_stays(sqlite_scorer: Phone):
    sqlite_scorer.open("/new?game=haggis-3")
    sqlite_scorer.press("Start the table", {"/players/0": "Ada", "/players/2": "x" * 41})
    page = sqlite_scorer.page
    assert page.status == 422
    assert page.said_of("/players/0") is None
    assert page.said_of("/players/1") == "Who sits here? A name or a nickname will do."
    assert page.said_of("/players/2") == "At most 40 characters."
    assert page.field("/players/0")["value"] == "Ada"
    assert page.field("/players/2")["value"] == "x" * 41


@pytest.mark.parametrize(
    ("button", "typed", "names"),
    [
        ("Show its rules", {}, ["Ada", "Ben", "Seat 3"]),
        ("Start the table", {}, ["Ada", "Ben", "Seat 3"]),
        ("Swap seats 1 and 2", {}, ["Ben", "Ada", "Seat 3"]),
        ("Show its rules", {"/players/1": "Ada"}, ["Ada (seat 1)", "Ada (seat 2)", "Seat 3"]),
    ],
)
def test_who_leads_first_is_asked_by_the_names_that_were_typed(
    sqlite_scorer: Phone, button, typed, names
):
    page = sqlite_scorer.open("/new?game=haggis-3")
    assert "Draw by lot Seat 1 Seat 2 Seat 3" in page.text
    page = sqlite_scorer.press(button, {"/players/0": " Ada ", "/players/1": "Ben"} | typed)
    assert f"Draw by lot {' '.join(names)}" in page.text


def test_a_preset_shows_its_rules_and_marks_what_differs(sqlite_scorer: Phone):
    sqlite_scorer.open("/new?game=haggis-2")
    assert "differs" not in sqlite_scorer.page.text
    sqlite_scorer.press("Show its rules", {"/preset": "korean", "/players/1": "Ben"})
    page = sqlite_scorer.page
    assert page.status == 200
    assert page.text.count("differs") == 3
    assert "3 differ" in page.text
    assert "As published: when the target is reached." in page.text
    assert page.field("/players/1")["value"] == "Ben"
    page = sqlite_scorer.press("Start the table", {"/players/0": "Ada", "/players/1": "Ben"})
    assert "3 house rules" in page.text
    assert "only those who did not bet" in page.text


def test_single_house_rules_are_kept_and_shown(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-3", typed={"/rules/target": "350", "/rules/rounds": "8"})
    assert "to 350" in page.text
    assert "At most this many rounds" in page.text


@pytest.mark.parametrize(
    ("rule", "typed", "said"),
    [
        ("target", "many", "This must be a whole number from 1 to 10,000."),
        ("target", "0", "This must be a whole number from 1 to 10,000."),
        ("rounds", "1.5", "This must be a whole number from 1 to 100."),
        ("first_out_extra", "-1", "This must be a whole number from 0 to 50."),
    ],
)
def test_a_rule_that_cannot_be_is_said_beside_it_and_stays_typed(
    sqlite_scorer: Phone, rule, typed, said
):
    page = sqlite_scorer.start("haggis-3", typed={f"/rules/{rule}": typed})
    assert page.status == 422
    assert page.said_of(f"/rules/{rule}") == said
    assert page.field(f"/rules/{rule}")["value"] == typed
    assert page.field("/players/2")["value"] == "Cleo"


def test_no_bets_at_all_cannot_be_chosen(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-3", typed={"/rules/bets": ""})
    assert page.status == 422
    assert "Choose at least one of 5, 15, 30." in page.text


def test_whoever_is_chosen_leads_round_1(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-3", typed={"/first_leader": "2"})
    assert "Cleo leads the first trick: drawn for the first round." in page.text


def test_a_game_nobody_knows_leads_nowhere(sqlite_scorer: Phone):
    assert sqlite_scorer.open("/new?game=poker").status == 404


# Names


def shape(page: Page) -> list[str]:
    """The elements of a page: text, whatever it says, adds none."""
    return [tag for tag, _ in page.elements]


@pytest.mark.parametrize("game", GAMES)
def test_markup_in_a_name_is_only_text(sqlite_scorer: Phone, game):
    round_ = A_ROUND[game]
    shapes: list[Any] = []
    for names in (NAMES, HOSTILE):
        scorer = sqlite_scorer.another()
        scorer.start(game, names)
        scorer.tap({f"/{name}": value for name, value in round_.items()})
        scorer.press("Record round 1")
        pages = [scorer.open(path) for path in PAGES]
        assert names[0] in pages[0].text
        assert {page.status for page in pages} == {200}
        shapes.append([shape(page) for page in pages])
    assert shapes[0] == shapes[1]


def test_a_note_is_only_text_too(sqlite_scorer: Phone):
    sqlite_scorer.start("haggis-2")
    sqlite_scorer.tap({"/adjustments/-/seat": 0, "/adjustments/-/points": 5})
    plain = shape(sqlite_scorer.page)
    sqlite_scorer.start("haggis-2")
    page = sqlite_scorer.press(
        "Add these points", {"/adjustments/-/points": "5", "/adjustments/-/note": HOSTILE[0]}
    )
    assert HOSTILE[0] in page.text
    assert "script" not in [tag for tag in shape(page) if tag not in plain]


@pytest.mark.parametrize(
    "name",
    [
        "Ω" * 40,
        "👩‍👩‍👧‍👦 Familie",
        "अनुष्का",
        "하윤",
        "林雅婷",
        "Ünal-O’Neill",
        "0",
    ],
)
def test_names_of_any_script_are_shown_as_they_were_typed(scorer: Phone, name):
    page = scorer.start("haggis-2", (name, "Ben"))
    assert page.status == 200
    assert f"{name} 0 Ben 0" in page.text


def test_a_name_written_from_right_to_left_does_not_turn_its_sentence_around(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-2", ("שרה", "Ben"))
    assert "\u2068שרה\u2069 leads the first trick: drawn for the first round." in page.text


def test_invisible_signs_that_reorder_text_are_left_out_of_a_name(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-2", ("Ad\u202ea\u0000", " Ben \n Bo "))
    assert "Ada 0 Ben Bo 0" in page.text


def test_two_players_of_one_name_are_told_apart_by_their_seats(sqlite_scorer: Phone):
    page = sqlite_scorer.start("haggis-2", ("Ada", "Ada"))
    assert "Ada 0 Ada 0" in page.text
    assert "Ada (seat 1) leads the first trick: drawn for the first round." in page.text


# Codes


def test_a_code_is_read_whatever_its_case_spaces_and_hyphens(scorer: Phone):
    scorer.start()
    code, watcher = scorer.code, scorer.another()
    for typed in (code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:2]}-{code[2:].lower()}"):
        watcher.open("/")
        watcher.press("Join", {"code": typed})
    watcher.send("/join", [("code", f"{code[:3]}–{code[3:]}")], "get")
    assert watcher.page.path == f"/t/{code}"
    assert watcher.open(f"/t/{code.lower()}").path == f"/t/{code}"
    assert "you are watching" in watcher.page.text


def test_a_code_nobody_has_is_said_beside_the_field_and_stays_typed(sqlite_scorer: Phone):
    page = sqlite_scorer.send("/join", [("code", "zzz 999")], "get")
    assert page.status == 404
    assert page.field("code")["value"] == "zzz 999"
    assert "There is no table with this code." in page.text


def test_the_tables_of_a_phone_are_on_its_first_page(sqlite_scorer: Phone):
    sqlite_scorer.start("tatties")
    page = sqlite_scorer.open("/")
    assert words.together(NAMES[:3]).replace(" and", ",") in page.text
    assert f"/t/{sqlite_scorer.code}" in [own.get("href") for _, own in page.elements]
