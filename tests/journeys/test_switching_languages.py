"""Another language with a tap at the foot of a page, also where a service worker stands between."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Phones, Taps

CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller)"


@pytest.fixture
def page(phone: Page) -> Page:
    """A page whose service worker is at work."""
    phone.goto("/")
    phone.wait_for_function(f"async () => Boolean(await ({CONTROLLED})())")
    return phone


def test_the_checker_keeps_its_cards_in_another_language(page: Page):
    page.goto("/rules/neeps/check")
    thumb = Taps(page)
    thumb.tap("link", "J")
    expect(page).to_have_url("/rules/neeps/check?cards=J")
    thumb.tap("link", "Deutsch")
    expect(page.get_by_role("heading", name="Schlägt es das?")).to_be_visible()
    expect(page).to_have_url("/rules/neeps/check?cards=J")
    thumb.tap("link", "English")
    expect(page.get_by_role("heading", name="Does it beat that?")).to_be_visible()


def test_without_a_network_a_page_is_as_it_was_seen_last(page: Page, phones: Phones):
    Taps(page).tap("link", "Deutsch")
    expect(page.get_by_role("heading", name="Regeln nachschlagen")).to_be_visible()
    phones.expect("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Regeln nachschlagen")).to_be_visible()
