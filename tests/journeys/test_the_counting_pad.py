"""Counting a pile card by card, as fast as one leafs through it."""

from playwright.sync_api import Page, expect

from tests.journeys.thumb import Thumb

LEAFED = ("3", "5", "7", "9", "J", "Q", "K", "3", "5", "7", "3", "9")
PILE = {"3": 3, "5": 2, "7": 2, "9": 2, "J": 1, "Q": 1, "K": 1}  # 19 points


def test_twelve_quick_taps_count_twelve_cards(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down()
    thumb.unfold("Count a pile card by card")
    thumb.unfold("Ada")
    for rank in LEAFED:
        thumb.rank(0, rank).tap(no_wait_after=True)
    for rank, number in PILE.items():
        thumb.see_counted(0, rank, number)
    expect(thumb.row("Ada 19")).to_be_visible()
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("19")

    thumb.press("Count the pile of Ada", "Undo")
    thumb.see_counted(0, "9", 1)
    expect(thumb.row("Ada 18")).to_be_visible()
    thumb.rank(0, "K").tap()
    thumb.see_counted(0, "K", 2)

    phone.reload()
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("23")


def test_a_card_too_many_cannot_be_counted(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.capture(0, {"K": 2})
    thumb.see_counted(0, "K", 2)
    expect(thumb.rank(0, "K")).to_be_disabled()
    expect(thumb.rank(0, "J")).to_be_enabled()
    thumb.rank(0, "Q").tap()
    thumb.see_counted(0, "Q", 1)
