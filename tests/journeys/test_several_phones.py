"""More than one phone at the table: scoring together, watching, and picking up another phone."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb


def second_phone(thumb: Thumb, phones: Phones, **options: Any) -> Thumb:
    """Another phone that has opened the scorer's link."""
    thumb.tap("link", "Share")
    thumb.unfold("Show the scorer’s link")
    link = thumb.page.get_by_label("Scorer’s link", exact=True).input_value()
    thumb.tap("link", "‹ The table")
    other = Thumb(phones.open(**options), len(thumb.names))
    other.page.goto(link)
    return other


def test_a_second_phone_keeps_score_by_the_scorers_link(phone: Page, phones: Phones):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    other = second_phone(thumb, phones)
    other.bet(0, 15)
    thumb.out(1, 10)
    expect(thumb.row("Ada 15")).to_be_visible()
    other.type_number("Ada", 20)
    other.see("20 of 36 found. The other 16 are with Ben.")
    other.record(1)
    other.see_totals(20, 81)
    phone.reload()
    thumb.see_totals(20, 81)


def test_who_watches_sees_all_and_can_change_nothing(phone: Page, phones: Phones):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [{"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}])
    thumb.bet(0, 15)
    watcher = Thumb(phones.open(), 2)
    watcher.page.goto("/")
    code = phone.url.rstrip("/").rpartition("/")[2].partition("#")[0]
    watcher.page.get_by_label("The table’s code").fill(f"{code[:3].lower()} {code[3:].lower()}")
    watcher.tap("button", "Join")
    watcher.see_totals(20, 66)
    watcher.see("Ada leads the first trick: lowest total.")
    expect(watcher.page.get_by_role("button")).to_have_count(0)
    expect(watcher.page.get_by_role("textbox")).to_have_count(0)
    watcher.tap("link", "Round 1")
    expect(watcher.page.get_by_role("row", name="5 × 10 cards left")).to_contain_text("+50")
    expect(watcher.page.get_by_role("button")).to_have_count(0)
    expect(watcher.page.get_by_role("link", name="Correct this round")).to_have_count(0)
    watcher.tap("link", "‹ The table")
    watcher.tap("link", "Share")
    expect(watcher.page.get_by_text("To keep score as well")).to_have_count(0)


def test_a_dead_battery_in_the_middle_of_a_round_loses_nothing(phone: Page, phones: Phones):
    thumb = Thumb(phone)
    thumb.sit_down()
    thumb.bet(2, 30)
    thumb.out(1, 11)
    thumb.type_number("Ada", 12)
    thumb.see("12 of 50 found.")
    other = second_phone(thumb, phones)
    phone.context.close()
    expect(other.row("Cleo 30")).to_be_visible()
    expect(other.page.get_by_text("11 cards", exact=True)).to_be_visible()
    expect(other.page.get_by_label("Ada", exact=True)).to_have_value("12")
    other.enter({"outs": [{"seat": 2, "cards": 3}], "captured": [12, 20, 18]})
    other.record(1)
    other.see_totals(42, 105, 33)


def test_a_tap_on_a_page_drawn_before_the_round_was_over_is_not_entered(
    phone: Page, phones: Phones
):
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    other = second_phone(thumb, phones, java_script_enabled=False)  # shows no news by itself
    thumb.enter({"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]})
    thumb.record(1)
    thumb.see_totals(20, 66)

    other.out(0, 5)
    expect(other.page.get_by_role("alert")).to_contain_text(
        "The round was recorded, or taken back, on another phone meanwhile: look again."
    )
    expect(other.page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    expect(other.row("Ada goes out…")).to_be_visible()


def test_two_phones_that_say_different_things_are_asked_which_is_right(phone: Page, phones: Phones):
    phones.expect("409")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    other = second_phone(thumb, phones, java_script_enabled=False)
    thumb.out(1, 10)
    other.out(1, 9)
    expect(other.page.get_by_role("alert")).to_contain_text("10 was entered, you entered 9.")
    other.tap("button", "Use 9")
    expect(other.page.get_by_text("9 cards", exact=True)).to_be_visible()
    expect(phone.get_by_text("9 cards", exact=True)).to_be_visible()  # and there by itself
