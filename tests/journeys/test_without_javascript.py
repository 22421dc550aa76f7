"""The same table by ordinary forms and pages, with JavaScript switched off."""

import re

from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb


def test_a_round_is_scored_corrected_and_taken_back_without_javascript(plain_phone: Page):
    thumb = Thumb(plain_phone)
    thumb.start("Haggis for three")
    thumb.bet(0, 30)
    thumb.bet(2, 5)
    thumb.out(1, 4)
    thumb.out(0, 2)
    thumb.type_number("Ada", 10)
    thumb.type_number("Ben", 20)
    thumb.tap("button", "Record round 1")
    thumb.see("This is the result. Look at it, then record it.")
    thumb.see_totals(0, 0, 0)
    thumb.tap("button", "Record round 1")
    thumb.see_totals(20, 75, 20)
    thumb.see("Ada leads the first trick: level at the bottom, and led the last round.")

    thumb.tap("link", "Round 1")
    thumb.tap("link", "Correct this round")
    thumb.type_number("Ben", 5)
    thumb.type_number("Cleo", "")
    thumb.tap("button", "Save correction")
    thumb.tap("button", "Save correction")
    thumb.see_totals(20, 60, 35)
    thumb.tap("button", "Undo: round 1 corrected")
    thumb.see_totals(20, 75, 20)


def test_two_taps_on_record_record_one_round_without_javascript(plain_phone: Page):
    thumb = Thumb(plain_phone, 2)
    thumb.sit_down("haggis-2")
    thumb.out(1, 10)
    thumb.type_number("Ada", 20)
    thumb.tap("button", "Record round 1")
    thumb.see("This is the result. Look at it, then record it.")
    plain_phone.get_by_role("button", name="Record round 1").dblclick()
    thumb.see_totals(20, 66)
    expect(plain_phone.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    expect(plain_phone.get_by_role("alert")).to_have_count(0)


def test_the_pad_stays_open_without_javascript(plain_phone: Page):
    thumb = Thumb(plain_phone, 2)
    thumb.sit_down("haggis-2")
    thumb.unfold("Count a pile card by card")
    thumb.unfold("Ada")
    for rank in ("3", "K", "3"):
        thumb.rank(0, rank).tap()
        expect(thumb.pad(0)).to_be_visible()
    thumb.see_counted(0, "3", 2)
    thumb.see_counted(0, "K", 1)


def test_a_bad_number_is_explained_without_javascript(plain_phone: Page, phones: Phones):
    phones.expect("422")
    thumb = Thumb(plain_phone, 2)
    thumb.sit_down("haggis-2")
    thumb.out(1, 10)
    thumb.type_number("Ada", "abc")
    thumb.type_number("Ben", 16)
    thumb.tap("button", "Record round 1")
    field = plain_phone.get_by_label("Ada", exact=True)
    expect(field).to_have_accessible_description(re.compile("This must be a number."))
    expect(field).to_have_value("abc")
    expect(plain_phone.get_by_label("Ben", exact=True)).to_have_value("16")
