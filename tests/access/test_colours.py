"""Nothing is told by colour alone, whatever colours somebody uses."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb

GROUND = """(key) => getComputedStyle(key).backgroundColor.match(/[\\d.]+/g).slice(0, 3)
    .map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0.05)"""
MARKS = """() => [...document.querySelectorAll(".totals .mark")].map((mark) => {
    const { backgroundColor, clipPath } = getComputedStyle(mark);
    return { backgroundColor, clipPath };
})"""
COLOURS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"color_scheme": "light", "forced_colors": "active"},
    {"color_scheme": "dark", "forced_colors": "active"},
]


@pytest.mark.parametrize("colours", COLOURS, ids=lambda one: " ".join(one.values()))
def test_what_is_chosen_and_whose_it_is_shows_in_black_and_white(
    phones: Phones, colours: dict[str, Any]
):
    phone = phones.open(**colours)
    thumb = Thumb(phone)
    thumb.sit_down()
    thumb.bet(0, 15)
    thumb.unfold("Ada 15")
    chosen, other = (thumb.key("Bet of Ada", name) for name in ("15", "30"))
    expect(chosen).to_be_visible()
    light = sorted([chosen.evaluate(GROUND), other.evaluate(GROUND)])
    assert light[1] / light[0] >= 3
    shown = phone.evaluate(MARKS)
    paper = phone.evaluate("getComputedStyle(document.body).backgroundColor")
    assert len({mark["clipPath"] for mark in shown}) == len(thumb.sides)
    assert paper not in {mark["backgroundColor"] for mark in shown}


def test_suits_are_told_by_their_shapes(phone: Page):
    phone.goto("/rules/haggis-3/check")
    shapes = phone.locator(".suits a .mark").evaluate_all(
        "(all) => all.slice(0, 5).map((one) => getComputedStyle(one).clipPath)"
    )
    assert len(set(shapes)) == 5
