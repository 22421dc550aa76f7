"""Nothing on any page, in any state, keeps anybody out: faults.py says what is looked at."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.access.faults import faults
from tests.browser import Phones
from tests.journeys.thumb import Thumb

FILE = Path(__file__).parents[1] / "cases" / "scoring.json"
CASES = {case["id"]: case["round"] for case in json.loads(FILE.read_text())}
ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}

# A round of each game, and what ends the match with it.
STAGES = {
    "haggis-2": ("bets-2p-sum", {"target": 50}),
    "haggis-3": ("bets-3p-sixty", {"target": 50, "bombed_trick": "keep"}),
    "tatties": ("tatties-made", {"target": 50}),
    "neeps": ("neeps-slam", {"target": 50}),
    "haus-euchre": ("euchre-alone-five", {"target": 2}),
}
UNFOLD = """for (const one of document.querySelectorAll("details:not([open])")) {
    one.dataset.shut = one.name;
    one.name = "";
    one.open = true;
}"""
FOLD = """for (const one of document.querySelectorAll("[data-shut]")) {
    one.open = false;
    one.name = one.dataset.shut;
    delete one.dataset.shut;
}"""


class Eyes:
    """Looks at pages as they stand, and fails at the end with all that is wrong with them."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def look(self, page: Page, state: str = "", *, night: bool = True) -> None:
        """Looks at a page with everything on it unfolded, and leaves it as it was."""
        page.evaluate(UNFOLD)
        self.wrong += [f"{page.url} {state}: {fault}" for fault in faults(page, night=night)]
        page.evaluate(FOLD)

    def visit(self, page: Page, places: Iterable[str]) -> None:
        for place in places:
            page.goto(place)
            self.look(page)


@pytest.fixture
def eyes() -> Iterator[Eyes]:
    eyes = Eyes()
    yield eyes
    assert not eyes.wrong, "\n".join(eyes.wrong)


def test_the_first_pages(eyes: Eyes, phone: Page):
    names = [f"/new?game={game}" for game in ("haggis-2", "neeps")]
    eyes.visit(phone, ["/", "/offline", "/new", *names])


def test_looking_up(eyes: Eyes, phone: Page):
    places = [
        "/rules",
        "/rules?q=bomb",
        "/rules/haggis-2?preset=taiwanese&bets=15,30",
        "/rules/neeps?q=nothing+like+it",
        "/rules/haggis-2/check",
        "/rules/haggis-3/check?cards=J,Q,4r&table=3r,3y,3g",
        "/rules/neeps/check?cards=2r,2y&suits=pack",
    ]
    eyes.visit(phone, places)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "haggis-2"])
def test_the_rules(eyes: Eyes, phone: Page, game: str):
    eyes.visit(phone, [f"/rules/{game}"])


def test_pages_that_say_what_is_wrong(eyes: Eyes, phone: Page, phones: Phones):
    phones.expect("404")
    phones.expect("403")
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    table = phone.url
    eyes.visit(phone, ["/nothing", "/join?code=222222"])
    eyes.visit(phones.open(), [f"{table}/rounds/1/correct"])

    phone.set_input_files("#file", {"name": "a.json", "mimeType": "", "buffer": b"{}"})
    phone.locator("#copy summary").tap()
    phone.get_by_role("button", name="Open", exact=True).tap()
    expect(phone.locator("#file-problem")).to_be_visible()
    eyes.look(phone, "a wrong copy")

    phone.goto("/new?game=neeps")
    phone.get_by_label("Seat 1,").first.fill("A" * 50)
    phone.get_by_label("Target", exact=True).fill("0")
    phone.get_by_role("button", name="Start the table").tap()
    expect(phone.locator(".problem").first).to_be_visible()
    eyes.look(phone, "names")


def evening(phone: Page) -> str:
    """The address of a table where much has happened, on the phone that scores it."""
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND] * 3, rules={"bombed_trick": "keep"})
    table = phone.url
    headers = {"Authorization": f"Bearer {thumb.token}", "If-Match": "*"}
    rounds = f"/api/v1/tables/{table.rpartition('/')[2]}/rounds"
    assert phone.request.delete(f"{rounds}/2", headers=headers).ok
    other = {"outs": [{"seat": 0, "cards": 17}], "captured": [36, 0]}
    assert phone.request.put(f"{rounds}/1", data=other, headers=headers).ok
    return table


def test_the_pages_of_a_table(eyes: Eyes, phone: Page):
    table = evening(phone)
    places = ["rounds/1", "rounds/1/correct", "stakes/0", "share", "history", "players", "archive"]
    eyes.visit(phone, [table, *(f"{table}/{place}" for place in places)])


def test_who_watches(eyes: Eyes, phone: Page, phones: Phones):
    table = evening(phone)
    watcher = phones.open()
    places = [table, *(f"{table}/{place}" for place in ("tv", "export"))]
    eyes.visit(watcher, places)


def test_in_german(eyes: Eyes, phones: Phones):
    phone = phones.open(locale="de-DE")
    table = evening(phone)
    places = ["/", "/new?game=haus-euchre", table, f"{table}/players"]
    eyes.visit(phone, places)


@pytest.mark.parametrize("game", list(STAGES))
def test_every_stage_of_a_round(eyes: Eyes, phone: Page, game: str):
    case, rules = STAGES[game]
    facts = CASES[case]
    thumb = Thumb(phone, GAMES[game].seats, GAMES[game].sides)
    thumb.sit_down(game, rules=rules)
    eyes.look(phone, "at first", night=False)
    entered = set()
    for stage in (("bets", "auction"), ("outs",), tuple(facts)):
        now = {name: facts[name] for name in stage if name in facts and name not in entered}
        entered |= set(now)
        if now:
            thumb.enter(now)
            eyes.look(phone, f"with {', '.join(now)}", night="captured" in now or "tricks" in now)
    thumb.record(1)
    expect(phone.get_by_role("button", name="Rematch")).to_be_visible()
    eyes.look(phone, "at the end")


def test_mistakes_and_another_phones_answer(eyes: Eyes, phone: Page, phones: Phones):
    phones.expect("422")
    phones.expect("409")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.bet(0, 5)
    base = phone.locator("#tap [name=base]").input_value()
    other = Thumb(phones.open(), 2)
    other.page.goto(thumb.scorers_link)
    other.unfold("Ada 5")
    other.press("Bet of Ada", "15")
    expect(thumb.row("Ada 15")).to_be_visible()
    phone.evaluate(f"document.querySelector('#tap [name=base]').value = {base}")  # not seen it yet
    thumb.unfold("Ada 15")
    thumb.press("Bet of Ada", "30")
    expect(phone.get_by_role("alert")).to_contain_text("15 was entered, you entered 30.")
    eyes.look(phone, "a conflict")
    thumb.tap("button", "Keep 15")
    thumb.out(1, 10)
    thumb.type_number("Ada", "9")
    thumb.type_number("Ben", "12")
    expect(phone.get_by_label("Record it anyway")).to_be_visible()
    eyes.look(phone, "a gap")
    thumb.type_number("Ben", "99")
    thumb.tap("button", "Record round 1")
    expect(phone.get_by_role("alert")).to_be_visible()
    eyes.look(phone, "mistakes")


def test_the_notices_of_the_phone(eyes: Eyes, phone: Page):
    phone.goto("/rules/haggis-3/check")
    phone.evaluate("document.body.classList.add('is-offline')")
    phone.evaluate("document.getElementById('offline').hidden = false")
    eyes.look(phone, "offline")
    phone.goto("/")
    phone.evaluate("document.getElementById('newer').hidden = false")
    phone.evaluate(
        "for (const one of document.querySelectorAll('main [hidden]')) one.hidden = false"
    )
    eyes.look(phone)
