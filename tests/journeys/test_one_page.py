"""The table is one page that changes in place: nothing jumps, reloads or counts twice."""

from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb, exactly

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}
THREE = {
    "outs": [{"seat": 1, "cards": 10}, {"seat": 0, "cards": 2}],
    "captured": [20, 16, 14],
}
MARK = "window.sameVisit = true"


def same_visit(page: Page) -> bool:
    """Whether the page has changed in place, without loading anew."""
    return page.evaluate("window.sameVisit === true")


def test_a_tap_changes_the_page_where_it_is(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down()
    phone.evaluate(MARK)
    phone.mouse.wheel(0, 200)
    phone.wait_for_function("scrollY === 200")
    thumb.unfold("Cleo no bet")
    thumb.press("Bet of Cleo", "15")
    expect(thumb.row("Cleo 15")).to_be_visible()
    assert phone.evaluate("scrollY") == 200
    assert same_visit(phone)


def test_a_round_is_recorded_without_loading_the_page_anew(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    phone.evaluate(MARK)
    thumb.enter(ROUND)
    thumb.record(1)
    thumb.see_totals(20, 66)
    thumb.see("Round 1 is recorded.")
    assert same_visit(phone)
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("")


def test_the_field_keeps_its_focus_and_its_text_while_the_page_changes(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down()
    phone.evaluate(MARK)
    field = phone.get_by_label("Ben", exact=True)
    field.press_sequentially("1")
    thumb.see("1 of 50 found.")
    expect(field).to_be_focused()
    field.press_sequentially("7")
    thumb.see("17 of 50 found.")
    expect(field).to_be_focused()
    expect(field).to_have_value("17")
    assert same_visit(phone)


def test_the_result_is_in_view_when_one_records_and_the_totals_are_afterwards(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down(rounds=[THREE] * 3)
    thumb.enter(THREE)
    result = phone.get_by_role("status").filter(has_text="+")
    expect(result).to_have_text(exactly("Ada +30 Ben +66 Cleo +14"))
    expect(result).to_be_in_viewport(ratio=1)
    thumb.record(4)
    thumb.see_totals(120, 264, 56, winner=1)
    expect(phone.get_by_role("list", name="Totals")).to_be_in_viewport(ratio=1)


def test_why_a_round_cannot_be_recorded_yet_is_in_view(phone: Page, phones: Phones):
    phones.expect("422")
    thumb = Thumb(phone)
    thumb.sit_down(rounds=[THREE] * 3)
    thumb.row("Add or take points by hand").scroll_into_view_if_needed()
    thumb.tap("button", "Record round 4")
    missing = phone.get_by_text("Who went out? 2 players are still missing.").first
    expect(missing).to_be_in_viewport(ratio=1)


def test_two_taps_on_record_record_one_round(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.enter(ROUND)
    expect(phone.get_by_role("heading", name="What it scores")).to_be_visible()
    thumb.wait()
    phone.get_by_role("button", name="Record round 1").dblclick()
    thumb.see_totals(20, 66)
    thumb.wait()
    expect(phone.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_the_back_button_goes_back_a_page_not_a_tap(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.start("Haggis for two")
    thumb.enter(ROUND)
    thumb.record(1)
    thumb.see_totals(20, 66)
    thumb.tap("link", "Round 1")
    expect(phone.get_by_role("link", name="Correct this round")).to_be_visible()
    phone.go_back()
    thumb.see_totals(20, 66)
    phone.go_back()
    expect(phone.get_by_role("button", name="Start the table")).to_be_visible()
    phone.go_forward()
    thumb.see_totals(20, 66)
