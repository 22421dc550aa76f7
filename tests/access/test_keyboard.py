"""Every main journey by keyboard alone: the focus is seen and never lost; see keys.py."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.access.keys import Keys
from tests.browser import Phones

FILE = Path(__file__).parents[1] / "cases" / "scoring.json"
CASES = {case["id"]: case["round"] for case in json.loads(FILE.read_text())}
ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}


def test_a_table_is_started_and_its_round_scored_corrected_voided_and_undone(phone: Page):
    keys = Keys(phone)
    keys.start("Haggis for three")
    keys.bet(0, 30)
    keys.unfold("Ada 30")
    keys.press("Bet of Ada", "No bet")
    keys.bet(0, 15)
    keys.out(1, 4)
    keys.tap("button", "Take back: Ben went out")
    keys.out(1, 4)
    keys.out(0, 2)
    keys.type_number("Ada", 10)
    keys.type_number("Ben", 20)
    keys.record(1)
    keys.see_totals(20, 55, 35)

    keys.tap("link", "Round 1")
    keys.tap("link", "Correct this round")
    keys.type_number("Ben", 5)
    keys.type_number("Cleo", "")
    keys.see("15 of 50 found. The other 35 are with Cleo.")
    keys.tap("button", "Save correction")
    keys.see_totals(20, 40, 50)
    keys.tap("link", "Round 1, corrected")
    keys.tap("button", "Void this round")
    keys.see_totals(0, 0, 0)
    keys.tap("button", "Undo: round 1 void")
    keys.see_totals(20, 40, 50)


def test_a_pile_is_counted_with_a_gap(phone: Page):
    keys = Keys(phone, 2)
    keys.sit_down("haggis-2")
    keys.bet(1, 15)
    keys.out(0, 9)
    keys.unfold("Count a pile card by card")
    keys.unfold("Ada")
    keys.touch(keys.rank(0, "K"), "K")
    keys.touch(keys.rank(0, "K"), "K")
    for _ in range(2):
        keys.touch(keys.pad(0).get_by_role("button", name="Undo"), "Undo")
    keys.type_number("Ada", 10)
    keys.type_number("Ben", 20)
    keys.tap("checkbox", "Record it anyway")
    keys.record(1)
    keys.see_totals(10 + 45 + 15, 20)


@pytest.mark.parametrize(
    ("game", "seats", "sides", "case"),
    [
        ("tatties", 3, 3, "tatties-made"),
        ("neeps", 4, 2, "neeps-slam"),
        ("haus-euchre", 4, 2, "euchre-alone-five"),
    ],
)
def test_a_round_of_another_game_at_night(
    phones: Phones, game: str, seats: int, sides: int, case: str
):
    phone = phones.open(color_scheme="dark")
    keys = Keys(phone, seats, sides)
    keys.sit_down(game)
    keys.enter(CASES[case])
    keys.record(1)
    expect(phone.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()


def test_the_checker_and_the_search(phone: Page):
    keys = Keys(phone)
    phone.goto("/")
    keys.tap("link", "Checker Haggis for three")
    for card in ("J", "Q", "On the table", "3 red"):
        keys.tap("link", card)
    expect(phone.get_by_text("Yes, it beats that.")).to_be_visible()
    keys.tap("link", "‹ Rules of Haggis for three")
    search = phone.get_by_role("searchbox")
    keys.reach(search)
    phone.keyboard.type("bomb")
    expect(phone.get_by_text("Found in")).to_be_visible()
    expect(search).to_be_focused()


def test_rules_of_the_house_and_a_change_reverted(phone: Page):
    keys = Keys(phone, 2)
    phone.goto("/new?game=haggis-2")
    preset = phone.get_by_label("Played as", exact=True)
    keys.reach(preset)
    phone.keyboard.press("ArrowDown")
    expect(phone.get_by_text(re.compile(r"^\d+ differ")).first).to_be_visible()
    expect(preset).to_be_focused()
    for seat, name in ((1, "Ada"), (2, "Ben")):
        keys.reach(phone.get_by_role("combobox", name=f"Seat {seat}"))
        phone.keyboard.type(name)
    keys.type_number("Target", 120)
    keys.tap("button", "Start the table")
    expect(phone.get_by_text("to 120")).to_be_visible()

    keys.sit_down("haggis-2", [ROUND])
    keys.tap("link", "History")
    keys.tap("button", "Revert: round 1 recorded")
    expect(phone.get_by_text("Reverted: round 1 recorded.").first).to_be_visible()


def test_names_marks_the_scorers_link_and_points_by_hand(phone: Page):
    keys = Keys(phone, 2)
    keys.sit_down("haggis-2", [ROUND])
    keys.tap("link", "Names and marks")
    keys.reach(phone.get_by_role("textbox", name="Seat 1"))
    phone.keyboard.press("ControlOrMeta+A")
    phone.keyboard.type("Eva")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("list", name="Totals")).to_contain_text("Eva")
    keys.tap("link", "Share")
    keys.unfold("Show the scorer’s link")
    keys.reach(phone.get_by_label("Scorer’s link", exact=True))
    keys.type_number("Your name, for the history", "Zoë")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("listitem").filter(has_text="Zoë")).to_be_visible()
    keys.tap("link", "‹ The table")
    keys.tap("checkbox", "Keep the screen on")
    expect(phone.get_by_role("checkbox", name="Keep the screen on")).not_to_be_checked()
    keys.unfold("Add or take points by hand")
    keys.type_number("Points, with a minus to take them", -5)
    keys.tap("button", "Add these points")
    expect(phone.get_by_role("listitem").filter(has_text="Eva −5")).to_be_visible()
    expect(phone.get_by_label("Points, with a minus to take them")).to_have_value("")


def test_what_another_phone_enters_takes_neither_focus_nor_words_away(phone: Page, phones: Phones):
    keys = Keys(phone, 2)
    keys.sit_down("haggis-2")
    other = Keys(phones.open(), 2)
    other.page.goto(keys.scorers_link)

    field = phone.get_by_label("Ada", exact=True)
    keys.type_number("Ada", 17)
    keys.see("17 of 36 found. The other 19 are with Ben.")
    phone.keyboard.press("ArrowLeft")
    other.bet(0, 15)
    expect(keys.row("Ada 15")).to_be_visible()
    expect(field).to_be_focused()
    phone.keyboard.type("2")
    expect(field).to_have_value("127")

    keys.unfold("Ben goes out…")
    keys.reach(keys.key("Cards left against Ben", "10"))
    other.out(1, 9)
    expect(phone.get_by_text("9 cards", exact=True)).to_be_visible()
    expect(phone.get_by_role("heading", name="Going out")).to_be_focused()
