"""Correcting, undoing and voiding: whatever was entered can be put right, and all follows."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb

KOLKATA = timezone(timedelta(hours=5, minutes=30))
ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}  # 20 and 66


def test_a_correction_changes_who_leads(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.see("Ada leads the first trick: lowest total.")
    thumb.tap("link", "Round 1")
    thumb.tap("link", "Correct this round")
    thumb.tap("button", "Take back: Ben went out")
    thumb.out(0, 10)
    thumb.tap("button", "Save correction")
    thumb.see_totals(70, 16)
    thumb.see("Ben leads the first trick: lowest total.")


def test_a_correction_can_be_left_alone(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.tap("link", "Round 1")
    thumb.tap("link", "Correct this round")
    thumb.tap("button", "Take back: Ben went out")
    thumb.tap("button", "Cancel")
    thumb.tap("link", "‹ The table")
    thumb.see_totals(20, 66)
    thumb.tap("link", "Round 1")
    thumb.tap("link", "Correct this round")
    expect(phone.get_by_role("button", name="Take back: Ben went out")).to_be_visible()


def test_undo_takes_back_the_end_of_the_match_tap_by_tap(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND, ROUND], rules={"target": 150})
    thumb.enter({"outs": [{"seat": 1, "cards": 2}], "captured": [10, 26]})
    thumb.record(3)
    thumb.see_totals(50, 168, winner=1)
    expect(phone.get_by_role("button", name="Rematch")).to_be_visible()

    thumb.tap("button", "Undo: round 3 recorded")
    thumb.see_totals(40, 132)
    expect(phone.get_by_role("button", name="Rematch")).to_be_hidden()
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("10")

    thumb.tap("button", "Undo: captures")
    while phone.get_by_role("button", name="Undo: captures").is_visible():
        thumb.tap("button", "Undo: captures")
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("")
    thumb.tap("button", "Undo: going out")
    expect(thumb.row("Ben goes out…")).to_be_visible()
    thumb.tap("button", "Undo: round 2 recorded")
    thumb.see_totals(20, 66)


def test_a_round_is_voided_and_restored(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND, ROUND])
    thumb.tap("link", "Round 1")
    thumb.tap("button", "Void this round")
    thumb.see_totals(20, 66)
    thumb.see("Round 1 is void: it stays on the sheet and counts for nothing.")
    thumb.tap("link", "Round 1, void")
    thumb.tap("button", "Restore this round")
    thumb.see_totals(40, 132)


def test_a_finished_match_is_reopened_by_voiding_a_round(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND, ROUND], rules={"target": 100})
    thumb.see_totals(40, 132, winner=1)
    thumb.tap("link", "Round 2")
    thumb.tap("button", "Void this round")
    thumb.see_totals(20, 66)
    expect(phone.get_by_role("heading", name="Round 3", exact=True)).to_be_visible()


def test_a_lost_card_is_recorded_knowingly_and_stays_marked(phone: Page, phones: Phones):
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.out(1, 10)
    thumb.type_number("Ada", 15)
    thumb.type_number("Ben", 16)
    thumb.see("31 of 36 found: 5 missing.")
    thumb.record(1)
    thumb.see_totals(0, 0)  # not yet: nobody said that it is meant
    thumb.tap("checkbox", "Record it anyway")
    thumb.record(1)
    thumb.see_totals(15, 66)
    expect(phone.get_by_role("row", name="Round 1")).to_contain_text("!")
    thumb.see("! worth a look.")
    thumb.see("Tap a round to see how it was scored.")
    thumb.tap("link", "Round 1")
    thumb.see("31 of 36 found: 5 missing.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abc", "This must be a number."),
        ("2.5", "This must be a whole number."),
        ("99", "There are only 36."),
        ("-1", "This cannot be less than 0."),
    ],
)
def test_a_bad_number_is_explained_beside_its_field_and_nothing_typed_is_lost(
    phone: Page, phones: Phones, typed, said
):
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.out(1, 10)
    thumb.type_number("Ben", 16)
    thumb.type_number("Ada", typed)
    field = phone.get_by_label("Ada", exact=True)
    expect(field).to_have_accessible_description(re.compile(re.escape(said)))
    thumb.tap("button", "Record round 1")
    expect(field).to_have_accessible_description(re.compile(re.escape(said)))
    expect(field).to_have_value(typed)
    expect(phone.get_by_label("Ben", exact=True)).to_have_value("16")
    thumb.see_totals(0, 0)

    thumb.type_number("Ada", 20)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    thumb.record(1)
    thumb.see_totals(20, 66)


def test_points_by_hand_are_added_with_a_word_why(phone: Page, phones: Phones):
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.unfold("Add or take points by hand")
    phone.get_by_label("Whose points").select_option("Ben")
    phone.get_by_label("Points, with a minus to take them").fill("five")
    phone.get_by_label("Why").fill("two cards at once")
    thumb.tap("button", "Add these points")
    points = phone.get_by_label("Points, with a minus to take them")
    expect(points).to_have_accessible_description(re.compile("This must be a number."))
    expect(phone.get_by_label("Why")).to_have_value("two cards at once")
    points.fill("-5")
    thumb.tap("button", "Add these points")
    thumb.enter(ROUND)
    thumb.record(1)
    thumb.see_totals(20, 61)
    thumb.tap("link", "Round 1")
    expect(phone.get_by_role("row", name="by hand: two cards at once")).to_contain_text("−5")


def test_the_history_tells_the_time_of_the_phone(phones: Phones):
    phone = phones.open(timezone_id="Asia/Kolkata")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.tap("link", "History")
    time = phone.locator("main time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(KOLKATA)
    expect(time).to_have_text(f"{at.day} {at:%b %Y, %H:%M}")
