"""Looking a rule up on a phone: in few taps, tapped fast, with Back, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import Phones, Taps
from tests.journeys.thumb import Thumb


def answer(phone: Page):
    return phone.locator(".checker").get_by_role("status")


def does_it_beat_three_threes(thumb: Taps) -> None:
    """Asks whether J Q and 4 beat three 3s, once the checker is open."""
    for card in ("J", "Q", "4 red"):
        thumb.tap("link", card)
    thumb.tap("link", "On the table")
    for card in ("3 red", "3 yellow", "3 green"):
        thumb.tap("link", card)
    expect(answer(thumb.page)).to_contain_text(
        "Yes, it beats that. Set of three 4s is higher than set of three 3s."
    )
    assert thumb.count <= 10, thumb.made


def test_does_it_beat_three_threes_from_the_first_page(phone: Page):
    phone.goto("/")
    thumb = Taps(phone)
    thumb.tap("link", "Rules")
    thumb.tap("link", "Checker Haggis for three")
    does_it_beat_three_threes(thumb)


@pytest.mark.parametrize("place", ["/rules/haggis-3", "/rules/haggis-3?q=bomb"])
def test_does_it_beat_three_threes_from_the_rules(phone: Page, place: str):
    phone.goto(place)
    thumb = Taps(phone)
    thumb.tap("link", "Does it beat that?")
    does_it_beat_three_threes(thumb)


def test_does_it_beat_three_threes_from_a_table(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down(rules={"bombed_trick": "keep"})
    thumb.tap("link", "Rules")
    expect(phone.get_by_text("1 house rule", exact=True)).to_be_visible()
    thumb.tap("link", "Does it beat that?")
    does_it_beat_three_threes(thumb)
    thumb.tap("link", "Rules")
    thumb.tap("link", "‹ The table")
    expect(phone.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()


def test_taps_faster_than_the_answers_are_all_taken(phone: Page):
    phone.goto("/rules/haggis-3/check")
    phone.evaluate(
        "for (const id of ['4r', 'J', 'Q']) document.getElementById('key-' + id).click()"
    )
    expect(phone).to_have_url(re.compile(r"\?cards=4r,J,Q$"))
    expect(answer(phone)).to_contain_text("set of three 4s")


def test_a_tap_keeps_the_place_and_back_takes_it_back(phone: Page):
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/rules/neeps/check?cards=7r")
    thumb = Taps(phone)
    phone.get_by_role("link", name="8 red", exact=True).scroll_into_view_if_needed()
    phone.evaluate("scrollTo(0, 150)")
    thumb.tap("link", "8 red")
    expect(answer(phone)).to_contain_text("a sequence needs three")
    assert phone.evaluate("scrollY") == 150
    phone.go_back()
    expect(answer(phone)).to_have_text("Single 7.")
    phone.go_forward()
    expect(answer(phone)).to_contain_text("a sequence needs three")


def test_forward_while_the_page_still_loads_is_not_lost(phones: Phones):
    phone = phones.open(service_workers="block")  # what it asks for is held up here
    phone.goto("/rules/neeps/check?cards=7r")
    phone.get_by_role("link", name="8 red", exact=True).click()
    expect(answer(phone)).to_contain_text("a sequence needs three")
    held: list[Route] = []
    phone.route("**/js/rules.*.js", lambda route: route.continue_() if held else held.append(route))
    phone.go_back(wait_until="commit")
    expect(answer(phone)).to_have_text("Single 7.")
    phone.evaluate("history.forward()")
    expect(phone).to_have_url(re.compile("cards=7r,8r$"))
    held[0].continue_()
    expect(answer(phone)).to_contain_text("a sequence needs three")


def test_the_rules_are_filtered_as_one_types(phone: Page):
    phone.goto("/rules/neeps")
    parts = phone.locator(".topic")
    assert parts.count() > 10
    phone.get_by_role("searchbox", name="Search the rules").press_sequentially("passing")
    expect(parts).to_have_count(1)
    expect(phone.get_by_role("heading", name="Passing cards")).to_be_visible()
    expect(phone.get_by_role("searchbox")).to_be_focused()
    expect(phone).to_have_url(re.compile(r"q=passing$"))


def test_a_bet_is_tried_where_one_reads_about_it(phone: Page):
    phone.goto("/rules/tatties#auction")
    bids = phone.get_by_role("group", name="Bet of Seat 2", exact=True)
    bids.get_by_role("link", name="30", exact=True).tap()
    pays = phone.get_by_role("table", name="Points from bets")
    expect(pays.get_by_role("row").nth(1)).to_have_text(re.compile(r"Seat 1\s*\+20\s*0\s*\+10"))


def test_the_order_follows_the_trump_that_is_tapped(phone: Page):
    phone.goto("/rules/haus-euchre/check")
    expect(phone.get_by_role("heading", name="Order under each trump")).to_be_in_viewport()
    phone.get_by_role("link", name="spades", exact=True).tap()
    expect(phone.get_by_role("heading", name="spades trump")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"trump=spades"))


def test_the_checker_answers_without_javascript(plain_phone: Page):
    plain_phone.goto("/rules")
    for name in ("Checker Haggis and Neeps", "J", "Q"):
        plain_phone.get_by_role("link", name=name, exact=True).tap()
    expect(answer(plain_phone)).to_have_text("Bomb J Q.")
    plain_phone.go_back()
    expect(answer(plain_phone)).to_have_text("Single J.")


def test_the_rules_are_searched_without_javascript(plain_phone: Page):
    plain_phone.goto("/rules/haggis-2")
    plain_phone.get_by_role("searchbox").fill("haggis for")
    plain_phone.get_by_role("button", name="Search").tap()
    expect(plain_phone.get_by_text("Nothing found.")).to_be_visible()


@pytest.mark.parametrize(
    "place",
    [
        "/rules",
        "/rules/haggis-2?preset=taiwanese&bets=15,30",
        "/rules/neeps?bets=5,15,30,0",
        "/rules/haus-euchre",
        "/rules/haggis-3/check?cards=2r,3r,4r,5r,6r,7r,8r,9r,10r,J,Q,K&table=3r,5y,7g,9b",
    ],
)
def test_it_fits_the_screen_and_the_thumb(plain_phone: Page, place: str):
    too_small = """[...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 47.5 || box.height < 47.5))
        .map(([text]) => text.trim())"""
    plain_phone.goto(place)
    for width, height in ((320, 640), (390, 844), (1280, 800)):
        plain_phone.set_viewport_size({"width": width, "height": height})
        assert plain_phone.evaluate("document.documentElement.scrollWidth") <= width
        assert plain_phone.evaluate(too_small) == []
