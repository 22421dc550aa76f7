"""What a phone does while it lies on the table: its screen stays on, and a tap is felt."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb

# A phone's own screen lock and motor, which tell what is asked of them.
SCREEN = """
    window.held = 0;
    const request = async () => {
        const lock = new EventTarget();
        lock.release = () => {
            window.held -= 1;
            lock.dispatchEvent(new Event("release"));
        };
        window.held += 1;
        window.lock = lock;
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
MOTOR = """
    window.felt = [];
    navigator.vibrate = (length) => window.felt.push(length);
"""
HIDDEN = "(value) => Object.defineProperty(document, 'hidden', { value, configurable: true })"
HELD, NOT_HELD = "window.held === 1", "window.held === 0"


@pytest.fixture
def page(phone: Page) -> Page:
    phone.add_init_script(SCREEN)
    Thumb(phone, 2).sit_down("haggis-2")
    return phone


def turn(page: Page, hidden: bool) -> None:
    """Puts the phone away, where the system lets the screen go, or takes it up again."""
    page.evaluate(HIDDEN, hidden)
    if hidden:
        page.evaluate("window.lock.release()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_the_screen_stays_on_at_a_table_and_again_after_a_look_elsewhere(page: Page):
    page.wait_for_function(HELD)
    turn(page, hidden=True)
    page.wait_for_function(NOT_HELD)
    turn(page, hidden=False)
    page.wait_for_function(HELD)


def test_whoever_switches_that_off_has_it_off_at_every_table(page: Page):
    switch = page.get_by_label("Keep the screen on")
    page.wait_for_function(HELD)
    switch.uncheck()
    page.wait_for_function(NOT_HELD)
    Thumb(page, 2).sit_down("haggis-2")
    expect(switch).not_to_be_checked()
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert page.evaluate(NOT_HELD)
    switch.check()
    page.wait_for_function(HELD)
    page.reload()
    page.wait_for_function(HELD)


@pytest.mark.parametrize(("motion", "felt"), [("no-preference", [10]), ("reduce", [])])
def test_a_recorded_tap_is_felt_unless_motion_is_unwelcome(phones: Phones, motion, felt):
    page = phones.open(reduced_motion=motion)
    page.add_init_script(MOTOR)
    thumb = Thumb(page, 2)
    thumb.sit_down("haggis-2")
    thumb.bet(0, 15)
    expect(thumb.row("Ada 15")).to_be_visible()
    assert page.evaluate("window.felt") == felt


def test_a_refused_tap_is_not_felt(phones: Phones):
    phones.expect("422")
    page = phones.open()
    page.add_init_script(MOTOR)
    thumb = Thumb(page, 2)
    thumb.sit_down("haggis-2")
    page.get_by_label("Ada", exact=True).fill("abc")
    thumb.see("This must be a number.")
    assert page.evaluate("window.felt") == []
