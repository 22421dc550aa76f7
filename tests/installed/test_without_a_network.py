"""Without a network: what was opened and the look-ups are there, and nothing typed is lost."""

import re

from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.installed.conftest import Site, kept, settle
from tests.journeys.thumb import Thumb

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}
SOON = 3000  # milliseconds until a page is current again
NEVER_KEPT = re.compile(r"/(api|healthz|live|export|score|tap|record|undo|sw\.js)(/|$)")


def offline(page: Page):
    return page.get_by_text(re.compile(r"Offline since \d\d:\d\d"))


def code_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def test_the_shell_and_the_look_ups_of_every_game_can_be_opened(site: Site):
    page = site.visit()
    site.stop()
    for path in ("/", "/new", "/rules", "/join?code=222222", "/t/222222"):
        page.goto(path)
        expect(offline(page)).to_be_visible()
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex"
    for game in GAMES.values():
        page.goto(f"/new?game={game.id}")
        expect(page.get_by_role("button", name="Start the table")).to_be_visible()
        page.goto(f"/rules/{game.id}")
        expect(page.get_by_role("heading", name=game.name, level=1)).to_be_visible()
        assert page.locator(".topic").count() > 3
        for link in page.get_by_role("link", name="Does it beat that?").all():
            link.tap()
            expect(page.get_by_role("heading", name="Does it beat that?")).to_be_visible()

    page.goto("/rules/haggis-3/check")
    page.get_by_role("link", name="J", exact=True).tap()
    expect(page.get_by_text("No network: the checker cannot answer now.")).to_be_visible()
    expect(page).to_have_url(re.compile("check$"))
    page.goto("/rules/haggis-3")
    page.get_by_role("searchbox").press_sequentially("bomb")
    expect(page.get_by_text("No network: nothing can be searched now.")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("bomb")
    assert page.locator(".topic").count() > 3


def test_a_table_stays_readable_and_is_current_when_the_network_is_back(site: Site):
    page, watcher = site.visit(), Thumb(site.visit(), 2)
    thumb = Thumb(page, 2)
    thumb.sit_down("haggis-2")
    watcher.page.goto(page.url)
    thumb.enter(ROUND)
    thumb.record(1)
    thumb.bet(0, 15)
    watcher.see_totals(20, 66)
    watcher.see("bets 15")
    settle(page)
    settle(watcher.page)
    site.stop()

    watcher.page.reload()
    expect(offline(watcher.page)).to_be_visible()
    watcher.see_totals(20, 66)
    watcher.see("bets 15")
    page.goto("/")
    expect(offline(page)).to_be_visible()
    page.get_by_role("link", name="Haggis for two Ada").first.tap()
    expect(offline(page)).to_be_visible()
    thumb.see_totals(20, 66)
    expect(thumb.row("Ada 15")).to_be_visible()

    thumb.unfold("Ben no bet")
    thumb.press("Bet of Ben", "30")  # says once more that nothing can be sent
    page.get_by_label("Ada", exact=True).press_sequentially("12")
    expect(offline(page)).to_be_visible()
    expect(page.get_by_label("Ada", exact=True)).to_have_value("12")

    site.server.start()
    expect(offline(page)).to_be_hidden(timeout=SOON)
    thumb.see("12 of 36 found. The other 24 are with Ben.")
    thumb.wait()
    expect(thumb.row("Ben no bet")).to_be_visible()
    expect(offline(watcher.page)).to_be_hidden(timeout=SOON)
    expect(watcher.page.get_by_role("row", name="captured points")).to_contain_text("+12")
    changes = page.request.get(f"/api/v1/tables/{code_of(page)}/history").json()["changes"]
    sent = [change["pointer"] for change in changes if change["what"] == "tap"]
    assert sent == ["/outs/-", "/captured/0", "/bets/-", "/captured/0"]


def test_a_form_that_cannot_be_sent_keeps_what_was_typed(site: Site):
    page = site.visit()
    page.goto("/new?game=haggis-2")
    page.get_by_label("Seat 1").first.fill("Ada")
    site.stop()
    start = page.get_by_role("button", name="Start the table")
    start.tap()
    expect(offline(page)).to_be_visible()
    start.tap()
    expect(page.get_by_label("Seat 1").first).to_have_value("Ada")
    site.server.start()
    expect(offline(page)).to_be_hidden(timeout=SOON)
    page.get_by_label("Seat 2").first.fill("Ben")
    start.tap()
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Haggis for two Ada")).to_have_count(1)


def test_only_pages_and_the_shell_are_kept(server: str, phone: Page):
    phone.goto("/")
    settle(phone)
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.enter(ROUND)
    thumb.record(1)
    thumb.see_totals(20, 66)
    table = f"/t/{code_of(phone)}"
    settle(phone)
    phone.goto(f"{table}/rounds/1")
    phone.goto("/rules/haggis-3/check")
    thumb.tap("link", "J")
    addresses = kept(phone)
    shell = next(name for name in addresses if name.startswith("shell-"))
    assert set(addresses) == {"pages", shell}
    assert set(addresses["pages"]) == {"/", table, f"{table}/rounds/1", "/rules/haggis-3/check"}
    assert not [one for one in addresses[shell] if NEVER_KEPT.search(one)]
