"""What a phone is offered once: to install the app, and the names that were used on it before."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb

# What a browser that can install the app says: nobody but its user can make it say so.
OFFER = """dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: () => { window.asked = (window.asked ?? 0) + 1; },
}))"""


def hint(page: Page):
    return page.get_by_role("region", name="Keep it on this phone")


def test_installing_is_offered_where_it_can_be_done(phone: Page):
    phone.goto("/")
    expect(hint(phone)).to_be_hidden()
    phone.evaluate(OFFER)
    expect(hint(phone)).to_be_visible()
    expect(hint(phone).get_by_text("Add to Home Screen")).to_be_hidden()
    phone.get_by_role("button", name="Install", exact=True).tap()
    assert phone.evaluate("window.asked") == 1
    expect(hint(phone)).to_be_hidden()


@pytest.mark.parametrize("answer", ["Install", "Not now"])
def test_it_is_never_offered_again_once_it_was_answered(phone: Page, answer: str):
    phone.goto("/")
    phone.evaluate(OFFER)
    phone.get_by_role("button", name=answer, exact=True).tap()
    phone.reload()
    phone.evaluate(OFFER)
    expect(hint(phone)).to_be_hidden()


def test_an_iphone_is_told_how_and_only_in_its_browser(phones: Phones):
    for installed in (False, True):
        page = phones.open()
        page.add_init_script(f"navigator.standalone = {str(installed).lower()}")
        page.goto("/")
        expect(hint(page)).to_be_visible(visible=not installed)
        if not installed:
            expect(page.get_by_text("Tap Share, then “Add to Home Screen”.")).to_be_visible()
            expect(page.get_by_role("button", name="Install", exact=True)).to_be_hidden()


def test_the_names_of_before_are_offered_on_this_phone_only(phone: Page, phones: Phones):
    Thumb(phone).start()
    Thumb(phone, 2).start("Haggis for two")
    offered = "[...document.getElementById('known-names').options].map((one) => one.value)"
    for page, names in ((phone, ["Ada", "Ben", "Cleo"]), (phones.open(), [])):
        page.goto("/new?game=neeps")
        assert page.evaluate(offered) == names
        assert page.evaluate("document.getElementById('player-0').list.id") == "known-names"


def test_two_seats_are_swapped_in_place(phone: Page):
    phone.goto("/new?game=haggis-3")
    for seat, name in enumerate(("Ada", "Ben", "Cleo"), 1):
        phone.get_by_label(f"Seat {seat}").first.fill(name)
    phone.evaluate("window.sameVisit = true")
    phone.get_by_role("button", name="Swap seats 2 and 3").tap()
    phone.get_by_role("button", name="Swap seats 1 and 2").tap()
    assert phone.evaluate("window.sameVisit")
    phone.get_by_label("Seat 3").first.press("Enter")
    expect(phone.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    totals = phone.get_by_role("list", name="Totals").get_by_role("listitem")
    expect(totals).to_contain_text(["Cleo", "Ada", "Ben"])


def test_two_seats_are_swapped_without_javascript(plain_phone: Page):
    plain_phone.goto("/new?game=neeps")
    for seat, name in enumerate(("Ada", "Ben", "Cleo", "Dan"), 1):
        plain_phone.get_by_label(f"Seat {seat},").first.fill(name)
    plain_phone.get_by_role("radio", name="Seat 4").check()
    plain_phone.get_by_role("button", name="Swap seats 3 and 4").tap()
    expect(plain_phone.get_by_label("Seat 3,").first).to_have_value("Dan")
    expect(plain_phone.get_by_label("Seat 4,").first).to_have_value("Cleo")
    expect(plain_phone.get_by_role("radio", name="Cleo")).to_be_checked()
    plain_phone.get_by_label("Seat 1,").first.press("Enter")
    expect(plain_phone.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()


@pytest.mark.parametrize("swap", ["", "0", "0,9", "x,y", "0,0", "0,1,2"])
def test_a_swap_that_makes_no_sense_changes_nothing(sqlite_client, swap: str):
    names = {"/players/0": "Ada", "/players/1": "Ben"}
    answer = sqlite_client.post("/new", data={"game": "haggis-2", "swap": swap, **names})
    assert answer.status_code == 200
    assert answer.text.index("Ada") < answer.text.index("Ben")
