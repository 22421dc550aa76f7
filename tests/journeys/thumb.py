"""A thumb that keeps the score: finds everything by role and name and counts its taps."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import PATIENCE, Taps

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def exactly(words: str) -> re.Pattern[str]:
    """These words and no others, however much room is between them."""
    return re.compile(r"^\s*" + r"\s*".join(map(re.escape, words.split())) + r"\s*$")


class Thumb(Taps):
    """Keeps the score of one table: `names` by seat, `sides` as the sheet names them."""

    def __init__(self, page: Page, seats: int = 3, sides: int | None = None) -> None:
        super().__init__(page)
        self.names = NAMES[:seats]
        teams = sides is not None and sides < seats
        self.scorers_link = self.token = ""  # once it sits down
        self.sides = ("Ada and Cleo", "Ben and Dan") if teams else self.names

    # One tap each

    def touch(self, what: Locator, said: str) -> None:
        """One tap on something found, and a wait until the page has answered it."""
        what.tap()
        self.made.append(said)
        self.wait()

    def wait(self) -> None:
        expect(self.page.locator(".htmx-request")).to_have_count(0, timeout=PATIENCE)

    def key(self, group: str, name: str) -> Locator:
        """A key in a named group of them."""
        keys = self.page.get_by_role("group", name=group, exact=True)
        return keys.get_by_role("button", name=name, exact=True)

    def press(self, group: str, name: str) -> None:
        self.touch(self.key(group, name), f"{group}: {name}")

    def row(self, words: str) -> Locator:
        """A row that unfolds, by all its words: it has no role of its own."""
        return self.page.locator("summary").filter(has_text=exactly(words))

    def unfold(self, words: str) -> None:
        self.touch(self.row(words), words)

    # A table

    def start(
        self,
        game: str = "Haggis for three",
        first: int | None = 0,
        rules: Mapping[str, str] | None = None,
    ) -> None:
        """Starts a table from the first page; `rules` are typed by their labels."""
        self.page.goto("/")
        self.tap("link", "New table")
        self.touch(self.page.get_by_role("link", name=game), game)
        for seat in range(len(self.names)):
            field = self.page.get_by_label(re.compile(f"^Seat {seat + 1}(,|$)")).first
            self.touch(field, f"seat {seat + 1}")
            field.press_sequentially(self.names[seat])
        for label, text in (rules or {}).items():
            self.type_number(label, text)
        if first is not None:
            self.tap("radio", f"Seat {first + 1}")
        self.tap("button", "Start the table")
        expect(self.page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()

    def sit_down(self, game: str = "haggis-3", rounds: Sequence[object] = (), **more: Any) -> None:
        """Comes to a table on which these rounds are recorded already, as its scorer."""
        asked = {"game": game, "players": self.names, "first_leader": 0, **more}
        table = self.page.request.post("/api/v1/tables", data=asked, max_retries=2).json()
        for facts in rounds:
            answer = self.page.request.post(
                f"/api/v1/tables/{table['code']}/rounds",
                data=facts,
                headers={"Authorization": f"Bearer {table['token']}"},
            )
            assert answer.status == 201, answer.text()
        self.scorers_link, self.token = table["score_url"], table["token"]
        self.page.goto(self.scorers_link)

    # A round

    def bet(self, seat: int, amount: int) -> None:
        self.unfold(f"{self.names[seat]} no bet")
        self.press(f"Bet of {self.names[seat]}", str(amount))

    def lead(self, seat: int) -> None:
        self.touch(
            self.page.locator("summary", has_text="Leads the first trick"), "Leads the first trick"
        )
        self.press("Who leads this round", self.names[seat])

    def call(self, seat: int, bid: int, matches: bool = False) -> None:
        said = f"{'Match' if matches else 'Bid'} {bid}" if bid else "Drop out"
        self.press(f"Call of {self.names[seat]}", said)

    def out(self, seat: int, cards: int) -> None:
        self.unfold(f"{self.names[seat]} goes out…")
        self.press(f"Cards left against {self.names[seat]}", str(cards))

    def capture(self, side: int, pile: int | Mapping[str, int]) -> None:
        """Types what a side captured, or counts its pile card by card."""
        if isinstance(pile, int):
            self.type_number(self.sides[side], pile)
            return
        if not self.pad(side).is_visible():
            self.unfold("Count a pile card by card")
            self.unfold(self.names[side])
        for rank, number in pile.items():
            for _ in range(number):
                self.rank(side, rank).tap()
            self.see_counted(side, rank, number)

    def pad(self, side: int) -> Locator:
        name = f"Count the pile of {self.names[side]}"
        return self.page.get_by_role("group", name=name, exact=True)

    def rank(self, side: int, rank: str) -> Locator:
        """The key of a rank on the pad of a side."""
        return self.pad(side).get_by_role("button", name=re.compile(f"^{rank}, "))

    def see_counted(self, side: int, rank: str, number: int) -> None:
        name = re.compile(rf"^{rank}, worth \d, counted {number}$")
        expect(self.rank(side, rank)).to_have_accessible_name(name)

    def enter(self, facts: Mapping[str, Any]) -> None:
        """Enters the facts of a round in the order they happen; the last pile is the rest."""
        for bet in facts.get("bets", []):
            self.bet(bet["seat"], bet["amount"])
        calls = facts.get("auction", [])
        if (
            calls
            and not self.page.get_by_role(
                "group", name=f"Call of {self.names[calls[0]['seat']]}", exact=True
            ).is_visible()
        ):
            self.lead((calls[0]["seat"] - 1) % 3)
        for call in calls:
            self.call(call["seat"], call["bid"])
        for out in facts.get("outs", []):
            slam = self.page.get_by_role("button", name="Out: a Slam")
            if slam.is_visible() and out == facts["outs"][-1]:
                self.touch(slam, "Out: a Slam")
            else:
                self.out(out["seat"], out["cards"])
        for side, pile in enumerate(facts.get("captured", [])[:-1]):
            self.capture(side, pile)
        if facts.get("joker_up"):
            self.press("The card turned up", "The joker was turned up")
        if facts.get("maker") is not None:
            self.press("Maker", self.names[facts["maker"]])
        if facts.get("alone"):
            self.press("With or without the partner", "Goes alone")
        if "trump" in facts and not facts.get("joker_up"):  # the joker means spades
            trump = facts["trump"]
            self.press("Trump", "no-trump" if trump == "none" else trump)
        if "tricks" in facts:
            self.press(f"Tricks of {self.sides[0]}", str(facts["tricks"][0]))

    def record(self, number: int) -> None:
        """Looks at the result, then records the round."""
        expect(self.page.get_by_role("heading", name="What it scores")).to_be_visible()
        self.wait()
        self.tap("button", f"Record round {number}")

    # What the page shows

    def see_totals(self, *totals: int, winner: int | None = None) -> None:
        shown = self.page.get_by_role("list", name="Totals").get_by_role("listitem")
        said = [f"{side} {total}" for side, total in zip(self.sides, totals, strict=True)]
        if winner is not None:
            said[winner] += " wins"
        expect(shown).to_have_text([exactly(words) for words in said])

    def see(self, words: str) -> None:
        expect(self.page.get_by_text(words, exact=True)).to_be_visible()
