"""Every page fits the smallest phone in every language: nothing has to be pushed sideways."""

import pytest
from playwright.sync_api import Page

from engine.games import GAMES
from scripts.translations import languages
from tests.browser import Phones

WIDTH, HEIGHT = 320, 640
NAMES = ("Ada", "Bartholomew", "Cleo", "Wilhelmina")
ROUNDS = {
    "haggis-2": {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]},
    "haus-euchre": {"dealer": 0, "maker": 0, "trump": "none", "tricks": [3, 2]},
}
UNFOLD = (
    "for (const one of document.querySelectorAll('details')) { one.name = ''; one.open = true; }"
)
TOO_WIDE = """[...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .filter((one) => !one.closest(".unseen"))
    .map((one) => one.outerHTML.slice(0, 150))"""
BROKEN = """[...document.querySelectorAll("button, .btn, h1, h2, .tag")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
    .filter((one) => !one.closest(".unseen") && getComputedStyle(one).display !== "inline")
    .map((one) => one.outerHTML.slice(0, 150))"""


@pytest.fixture(params=languages())
def small_phone(phones: Phones, request: pytest.FixtureRequest) -> Page:
    return phones.open(WIDTH, HEIGHT, locale=request.param.replace("_", "-"))


def see_that_it_fits(page: Page, path: str) -> None:
    page.goto(path)
    page.evaluate(UNFOLD)
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [WIDTH] * 2, path
    assert page.evaluate(TOO_WIDE) == [], path
    assert page.evaluate(BROKEN) == [], path


def test_pages_that_belong_to_no_table_fit(small_phone: Page):
    for path in ("/", "/new", "/rules", "/offline"):
        see_that_it_fits(small_phone, path)
    assert small_phone.locator("html").get_attribute("lang") != "en"


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_every_game_fit(small_phone: Page, game: str):
    asked = {"game": game, "players": NAMES[: GAMES[game].seats], "first_leader": 0}
    table = small_phone.request.post("/api/v1/tables", data=asked).json()
    if game in ROUNDS:
        answer = small_phone.request.post(
            f"/api/v1/tables/{table['code']}/rounds",
            data=ROUNDS[game],
            headers={"Authorization": f"Bearer {table['token']}"},
        )
        assert answer.status == 201, answer.text()
    at = f"/t/{table['code']}"
    see_that_it_fits(small_phone, at)
    see_that_it_fits(small_phone, table["score_url"])
    pages = ["/share", "/history", "/players", "/export", "/archive", "/tv", "/stakes/0"]
    if game in ROUNDS:
        pages += ["/rounds/1", "/rounds/1/correct"]
    for page in pages:
        see_that_it_fits(small_phone, at + page)
    for path in (f"/new?game={game}", f"/rules/{game}", f"/rules/{game}/check?cards=4r,J,Q"):
        see_that_it_fits(small_phone, path)
