"""Draws the app's screens as PNG files in docs/screens, from tables that are really played.

Those that a phone shows before it installs the app (manifest.json) also in static/screens.
"""

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page

from scripts.local import ROOT, phone_context, running_browser, running_server

FOLDER = ROOT / "docs" / "screens"
SHOWN = ROOT / "static" / "screens"
PHONE, SMALL, WIDE = (390, 844), (320, 640), (1280, 800)
ROUNDS = [
    {
        "bets": [{"seat": 0, "amount": 15}],
        "outs": [{"seat": 0, "cards": 11}, {"seat": 1, "cards": 4}],
        "captured": [12, 20, None],
    },
    {"outs": [{"seat": 2, "cards": 12}, {"seat": 0, "cards": 5}], "captured": [15, 15, 20]},
    {
        "bets": [{"seat": 1, "amount": 30}],
        "outs": [{"seat": 1, "cards": 9}, {"seat": 0, "cards": 5}],
        "captured": [15, 15, 20],
    },
]
EUCHRE = {"dealer": 0, "maker": 1, "trump": "hearts", "alone": False, "tricks": [2, 3]}


class Evening:
    """Tables on a server of our own, and what a phone sees of them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url

    def _ask(self, path: str, document: Mapping[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        body = json.dumps(document).encode()
        request = Request(f"{self._url}/api/v1{path}", body, headers)
        with urlopen(request) as answer:
            return json.load(answer)

    def table(self, game: str, *names: str, rounds: list[dict[str, Any]] = ROUNDS) -> str:
        """A new table with rounds recorded: its scorer's link."""
        table = self._ask("/tables", {"game": game, "players": names, "first_leader": 0})
        for facts in rounds:
            self._ask(f"/tables/{table['code']}/rounds", facts, table["token"])
        return table["score_url"]

    def draw(
        self,
        name: str,
        address: str,
        act: Callable[[Page], object] = lambda page: None,
        size: tuple[int, int] = PHONE,
        scheme: str = "light",
        *,
        whole: bool = True,
        shown: bool = False,
        at: str = "main",
    ) -> None:
        """Opens a page on a phone of its own, does something on it, and keeps the picture.

        Of the `whole` page, or of what a phone shows of it that has scrolled to the element `at`.
        """
        with phone_context(
            self._browser, self._url, *size, color_scheme=scheme, reduced_motion="reduce"
        ) as context:
            page = context.new_page()
            page.goto(address)
            act(page)
            page.wait_for_timeout(400)
            if whole:  # on a phone that long, so that nothing lies under what stays at the bottom
                height = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size({"width": size[0], "height": height})
            if at == "main":
                page.evaluate("scrollTo(0, 0)")
            else:
                page.evaluate("id => document.getElementById(id).scrollIntoView()", at)
            page.screenshot(path=FOLDER / f"{name}.png", scale="css")
            if shown:
                scale = "css" if size == WIDE else "device"
                page.screenshot(path=SHOWN / f"{name}.png", scale=scale)
        print(FOLDER / f"{name}.png", flush=True)


def tap(page: Page, *names: str) -> None:
    """Taps buttons one after the other, each once the page has answered the last."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.tap()
        page.wait_for_timeout(400)


def pick(page: Page, row: str, group: str, name: str) -> None:
    """Unfolds a row and taps one of its keys."""
    page.locator(f"#{row} > summary").tap()
    keys = page.get_by_role("group", name=group, exact=True)
    keys.get_by_role("button", name=name, exact=True).tap()
    page.wait_for_timeout(400)


def bets(page: Page) -> None:
    pick(page, "bet-0", "Bet of Ada", "15")
    pick(page, "bet-2", "Bet of Catriona", "30")


def outs(page: Page) -> None:
    bets(page)
    pick(page, "out-0", "Cards left against Ada", "11")
    page.locator("#out-1 > summary").tap()


def result(page: Page) -> None:
    outs(page)
    page.get_by_role("group", name="Cards left against Bo", exact=True).get_by_role(
        "button", name="4", exact=True
    ).tap()
    page.wait_for_timeout(400)
    page.locator("[name='/captured/0']").fill("12")
    page.locator("[name='/captured/1']").fill("20")
    page.wait_for_timeout(900)


def counting(page: Page) -> None:
    page.locator("#pads > summary").tap()
    page.locator("#pad-0 > summary").tap()
    for rank in ("3", "9", "9", "J", "K"):
        page.get_by_role("group", name="Count the pile of Ada").get_by_role(
            "button", name=f"{rank}, worth"
        ).tap()
    page.wait_for_timeout(900)


def slam(page: Page) -> None:
    pick(page, "bet-0", "Bet of Fergus", "15")
    pick(page, "out-0", "Cards left against Fergus", "9")
    tap(page, "Out: a Slam")
    page.locator("[name='/captured/1']").fill("24")
    page.wait_for_timeout(900)


def house_rules(page: Page) -> None:
    for seat, name in enumerate(("Ada", "Bo", "Catriona")):
        page.locator(f"#player-{seat}").fill(name)
    page.locator("#preset").select_option("taiwanese")


def too_early(page: Page) -> None:
    bets(page)
    tap(page, "Record round 4")


def share(page: Page) -> None:
    page.get_by_role("link", name="Share").tap()


def euchre(page: Page) -> None:
    page.get_by_role("group", name="Maker").get_by_role("button", name="Fergus").tap()
    page.wait_for_timeout(400)
    tap(page, "Goes alone", "hearts", "5")


def draw_all(evening: Evening) -> None:
    trio, four = ("Ada", "Bo", "Catriona"), ("Fergus", "Morag", "陳怡君", "Jörg")
    three = evening.table("haggis-3", *trio)
    code = three.split("/t/")[1][:6]
    ended = evening.table("haggis-3", *trio, rounds=[*ROUNDS, *ROUNDS[:2]])
    names = ("Ada", "Bartholomew the Unreasonably Long-Named", "陳怡君")
    long = evening.table("haggis-3", *names)
    tatties = evening.table("tatties", *trio, rounds=[])
    evening.draw("home", "/")
    evening.draw("new-game", "/new")
    evening.draw("new-names", "/new?game=neeps")
    evening.draw("house-rules", "/new?game=haggis-3", house_rules)
    evening.draw("table", three, outs, whole=False, shown=True)
    evening.draw("table-dark", three, whole=False, scheme="dark")
    evening.draw("bets", evening.table("haggis-3", *trio), bets)
    evening.draw("result", evening.table("haggis-3", *trio), result, whole=False, at="outs")
    evening.draw("counting", evening.table("haggis-3", *trio), counting)
    evening.draw("long-names-small", long, size=SMALL, scheme="dark")
    wide = evening.table("haggis-3", *trio)
    evening.draw("table-wide", wide, bets, size=WIDE, whole=False, shown=True)
    evening.draw("auction", tatties, lambda page: tap(page, "Bid 15", "Bid 30"))
    evening.draw("slam", evening.table("neeps", *four, rounds=[]), slam, whole=False, at="outs")
    evening.draw("euchre", evening.table("haus-euchre", *four, rounds=[EUCHRE]), euchre)
    evening.draw("watching", f"/t/{code}")
    evening.draw("past", f"/t/{code}/rounds/1")
    evening.draw("correcting", three, lambda page: page.goto(f"/t/{code}/rounds/1/correct"))
    evening.draw("too-early", evening.table("haggis-3", *trio), too_early, whole=False, at="round")
    evening.draw("end", ended)
    evening.draw("share", evening.table("haggis-3", *trio), share)
    evening.draw("history", f"/t/{code}/history")
    evening.draw("tv", f"/t/{code}/tv", size=WIDE, whole=False)
    evening.draw("rules", f"/rules/haggis-3?code={code}", whole=False, shown=True)
    check = "/rules/haggis-3/check?cards=4r,J,Q&table=3r,3y,3g"
    evening.draw("checker", check, whole=False, shown=True)
    evening.draw("nothing-here", "/t/ABC123")


def main() -> None:
    for folder in (FOLDER, SHOWN):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as url,
        running_browser() as browser,
    ):
        draw_all(Evening(browser, url))


if __name__ == "__main__":
    main()
