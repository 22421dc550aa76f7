"""What one phone enters is on all others at once, and leaves alone what is being typed there."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.api.scorer import Scorer
from tests.browser import Phones
from tests.journeys.thumb import Thumb
from tests.live.client import sit_down

CUP = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}  # 20 and 66
OTHER_PAGE = "<main id='main'><h1>Sign in</h1></main>"
STREAM = re.compile(r"/live\?")
MARK = "window.sameVisit = true"
SOON = 3_000  # milliseconds
ASK = 10_000  # milliseconds between two questions where no stream flows
QUIET = 25_000  # milliseconds after which a stream does not flow
SPOKEN = """() => {
    window.spoken = [];
    const news = document.getElementById("news");
    new MutationObserver(() => window.spoken.push(news.textContent))
        .observe(news, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def scorer(server: str) -> Scorer:
    """Somebody who scores a table of Ada and Ben by other means than a phone."""
    return sit_down(server, players=["Ada", "Ben"], rules={"target": 1000})


def watch(page: Page, scorer: Scorer, place: str = "") -> Thumb:
    page.goto(f"/t/{scorer.code}{place}")
    page.evaluate(MARK)
    return Thumb(page, 2)


def keep_score(page: Page, scorer: Scorer) -> Thumb:
    page.goto(f"/t/{scorer.code}/score/{scorer.token}")
    page.evaluate(MARK)
    return Thumb(page, 2)


def same_visit(*pages: Page) -> bool:
    return all(page.evaluate("window.sameVisit === true") for page in pages)


def totals(page: Page) -> Locator:
    return page.get_by_role("list", name="Totals")


def hide(page: Page, hidden: bool) -> None:
    """What a page notices when another one is before it, and when it is seen again."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_rematch_leads_every_phone_to_its_table(phones: Phones, server: str):
    scorer = sit_down(server, players=["Ada", "Ben"], rules={"target": 60})
    scorer.record(CUP)
    first, second, watcher = phones.open(), phones.open(), phones.open()
    tv = phones.open(1280, 800)
    thumbs = [keep_score(first, scorer), keep_score(second, scorer), watch(watcher, scorer)]
    watch(tv, scorer, "/tv")
    thumbs[0].tap("button", "Rematch")
    thumbs[0].see_totals(0, 0)
    code = first.url.rpartition("/")[2]
    for page in (second, watcher, tv):
        expect(page.get_by_text(f"The rematch is at table {code}.")).to_be_visible(timeout=ASK)
    assert same_visit(second, watcher, tv)
    thumbs[1].tap("button", "To the rematch")
    thumbs[2].tap("link", "To the rematch")
    for thumb in thumbs:
        thumb.see_totals(0, 0)
        assert thumb.page.url.endswith(f"/t/{code}")
    expect(second.get_by_role("button", name="Record round 1")).to_be_visible()
    expect(watcher.get_by_role("button")).to_have_count(0)


def test_a_round_is_on_every_phone_without_loading_anew(phones: Phones, scorer: Scorer):
    watcher, tv, second = phones.open(), phones.open(1280, 800), phones.open()
    thumbs = [watch(watcher, scorer), watch(tv, scorer, "/tv"), keep_score(second, scorer)]
    scorer.record(CUP)
    for thumb in thumbs:
        thumb.see_totals(20, 66)
    thumbs[-1].bet(0, 15)  # of which phones are told without the sheet and the chart they have
    for page in (watcher, tv):
        expect(page.get_by_text("bets 15")).to_be_visible()
        expect(page.get_by_role("img", name="Totals after each round")).to_be_visible()
    expect(watcher.get_by_role("table", name="Score sheet")).to_contain_text("+66")
    assert same_visit(watcher, tv, second)


def test_what_is_left_out_is_asked_for_where_it_is_not_shown(phone: Page, scorer: Scorer):
    scorer.record(CUP)
    stream = {"content-type": "text/event-stream"}
    board = "<main id='main' data-version='9'><div id='rounds' data-same='8'></div></main>"
    phone.route(STREAM, lambda route: route.fulfill(headers=stream, body=f"data: {board}\n\n"))
    with phone.expect_request(lambda asked: asked.headers.get("hx-request") is not None):
        thumb = watch(phone, scorer)
    thumb.see_totals(20, 66)
    expect(phone.get_by_role("table", name="Score sheet")).to_contain_text("+66")


def test_each_change_is_said_once_with_who_made_it(phone: Page, phones: Phones, scorer: Scorer):
    ada, watcher, ben = keep_score(phone, scorer), phones.open(), phones.open()
    ada.tap("link", "Share")
    phone.get_by_label("Your name").fill("Ada")
    ada.tap("button", "Save")
    ada.tap("link", "‹ The table")
    watch(watcher, scorer)
    keep_score(ben, scorer)
    for page in (phone, watcher, ben):
        page.evaluate(SPOKEN)
    ada.out(1, 10)
    for page in (watcher, ben):
        expect(page.locator("#news")).to_have_text(re.compile("^going out.*, by .?Ada"))
    ada.type_number("Ada", 20)
    for page in (watcher, ben):
        expect(page.locator("#news")).to_have_text(re.compile("^captures.*, by .?Ada"))
        expect(page.locator("#news")).to_have_attribute("aria-live", "polite")
    ada.wait()
    heard = [watcher.evaluate("spoken.length"), ben.evaluate("spoken.length")]
    assert heard == [2, 2]
    assert phone.evaluate("spoken") == []  # who tapped has seen it


def test_what_is_being_typed_is_left_alone(phone: Page, phones: Phones, scorer: Scorer):
    thumb, other = keep_score(phone, scorer), keep_score(phones.open(), scorer)
    thumb.type_number("Ada", 20)
    thumb.see("20 of 36 found. The other 16 are with Ben.")
    phone.evaluate("addEventListener('input', (event) => event.stopPropagation(), true)")
    field = phone.get_by_label("Ben", exact=True)
    field.press_sequentially("1")  # and nothing of it is sent yet
    other.bet(0, 15)
    expect(thumb.row("Ada 15")).to_be_visible()
    expect(field).to_be_focused()
    field.press_sequentially("6")
    expect(field).to_have_value("16")
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("20")
    assert same_visit(phone)


def test_a_page_that_was_hidden_catches_up_when_it_is_seen(phone: Page, scorer: Scorer):
    with phone.expect_response(STREAM):
        thumb = watch(phone, scorer)
    hide(phone, True)
    scorer.record(CUP)
    phone.wait_for_timeout(300)
    thumb.see_totals(0, 0)
    hide(phone, False)
    expect(totals(phone)).to_contain_text("66", timeout=SOON)
    assert same_visit(phone)


def test_taps_faster_than_a_slow_network_are_all_taken(phone: Page, scorer: Scorer):
    thumb = keep_score(phone, scorer)
    thumb.unfold("Count a pile card by card")
    thumb.unfold("Ada")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", slow)
    thumb.rank(0, "3").evaluate("(key) => { for (let tap = 0; tap < 4; tap += 1) key.click(); }")
    thumb.rank(0, "K").evaluate("(key) => key.click()")
    thumb.see_counted(0, "3", 4)
    thumb.see_counted(0, "K", 1)


# Where the network is not what it should be


@pytest.fixture
def cut_off(phones: Phones) -> Page:
    """A phone between which and the server a test may stand, and whose clock it may move."""
    page = phones.open(service_workers="block")
    page.clock.install()
    return page


def test_a_stream_that_is_refused_at_first_is_tried_again(
    cut_off: Page, phones: Phones, scorer: Scorer
):
    phones.expect("503")
    asked: list[str] = []

    def refuse_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, content_type="text/html", body=OTHER_PAGE)
        else:
            route.continue_()

    cut_off.route(STREAM, refuse_once)
    thumb = watch(cut_off, scorer)
    expect(cut_off.get_by_text("Sign in")).to_have_count(0)
    scorer.record(CUP)
    thumb.see_totals(20, 66)
    assert len(asked) == 2
    assert same_visit(cut_off)


def test_a_page_asks_by_itself_where_streams_are_blocked(
    cut_off: Page, phones: Phones, scorer: Scorer
):
    phones.expect("Failed to fetch")
    phones.expect("net::ERR_FAILED")
    cut_off.route(STREAM, lambda route: route.abort())
    thumb = watch(cut_off, scorer)
    scorer.record(CUP)
    thumb.see_totals(0, 0)
    cut_off.clock.fast_forward(ASK)
    thumb.see_totals(20, 66)
    assert same_visit(cut_off)


def test_a_stream_that_falls_silent_is_opened_anew(cut_off: Page, scorer: Scorer, silent: str):
    streams: list[str] = []

    def swallow_once(route: Route) -> None:
        streams.append(route.request.url)
        route.continue_(url=silent if len(streams) == 1 else None)

    cut_off.route(STREAM, swallow_once)
    thumb = watch(cut_off, scorer)
    scorer.record(CUP)
    thumb.see_totals(0, 0)
    cut_off.clock.fast_forward(QUIET + ASK)
    thumb.see_totals(20, 66)
    scorer.record(CUP)
    thumb.see_totals(40, 132)
    assert len(streams) == 2
    assert same_visit(cut_off)


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that says once that a stream flows, and nothing any more."""
    done = threading.Event()

    class Silent(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write(b"event: beat\n\n")
            self.wfile.flush()
            done.wait(60)

        def log_request(self, code: object = "", size: object = "") -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Silent) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        done.set()
        server.shutdown()


@pytest.mark.parametrize("status", [200, 500, 503])
def test_what_is_no_page_of_the_table_never_takes_its_place(
    cut_off: Page, phones: Phones, scorer: Scorer, status: int
):
    phones.expect("server responded with a status of 50")

    def answer(route: Route) -> None:
        route.fulfill(status=status, content_type="text/html", body=OTHER_PAGE)

    cut_off.route(STREAM, answer)
    thumb = watch(cut_off, scorer)
    with cut_off.expect_response(lambda answer: answer.url.endswith(scorer.code)):
        cut_off.route(f"**/t/{scorer.code}", answer)
        cut_off.clock.fast_forward(ASK)
    cut_off.unroute(f"**/t/{scorer.code}", answer)
    thumb.see_totals(0, 0)
    expect(cut_off.get_by_text("Sign in")).to_have_count(0)
    scorer.record(CUP)
    cut_off.clock.fast_forward(ASK)
    thumb.see_totals(20, 66)
    assert same_visit(cut_off)


def test_a_tap_that_broke_the_server_leaves_the_round_as_it_was(
    cut_off: Page, phones: Phones, scorer: Scorer
):
    phones.expect("500")
    thumb = keep_score(cut_off, scorer)
    thumb.bet(0, 15)
    cut_off.route("**/tap", lambda route: route.fulfill(status=500, body=OTHER_PAGE))
    thumb.unfold("Ben no bet")
    thumb.press("Bet of Ben", "30")
    expect(cut_off.get_by_text("Sign in")).to_have_count(0)
    expect(thumb.row("Ada 15")).to_be_visible()
    cut_off.unroute("**/tap")
    thumb.press("Bet of Ben", "30")
    expect(thumb.row("Ben 30")).to_be_visible()


def test_an_answer_that_comes_late_does_not_undo_a_later_tap(
    cut_off: Page, phones: Phones, scorer: Scorer
):
    thumb, other = keep_score(cut_off, scorer), keep_score(phones.open(), scorer)
    thumb.unfold("Ada no bet")
    late: list[tuple[Route, APIResponse]] = []
    place = re.compile(f"/t/{scorer.code}$")
    cut_off.route(place, lambda route: late.append((route, route.fetch())))
    with cut_off.expect_request(place):
        other.bet(1, 30)
    while not late:
        cut_off.wait_for_timeout(50)
    thumb.key("Bet of Ada", "15").tap()
    expect(thumb.row("Ada 15")).to_be_visible()
    for route, answer in late:
        route.fulfill(response=answer)
    thumb.wait()
    expect(thumb.row("Ada 15")).to_be_visible()
    expect(thumb.row("Ben 30")).to_be_visible()
