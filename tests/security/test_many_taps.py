"""Two phones press whatever their pages offer, in any order, twice, late: nothing is ever lost.

A state machine draws the presses from the controls of real pages. After each of them the table is
what a fresh look at its history and its rounds says, and every change can be taken back exactly.
"""

from typing import Any

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from engine.games import GAMES
from engine.match import Recorded, standing
from tests.api.scorer import SLOW, Scorer, opened
from tests.engine.strategies import documents
from tests.evening import seated
from tests.web.phone import Button, Page

PHONES = (0, 1)
LEADS_AWAY = ("archive", "withdraw", "rematch", "import")
PLACES = ("", "history", "players", "rounds/1", "rounds/2", "rounds/1/correct", "rounds/2/correct")
TYPED = st.sampled_from(("", "0", "5", "12", "−3", "60", "x", "Zoë", "1.5", "2", "18"))
Post = tuple[str, list[tuple[str, str]]]


class Evening(RuleBasedStateMachine):
    """A table, two phones that may score it, and what each of them shows, however old."""

    app: Flask

    @initialize(game=st.sampled_from([*GAMES]), points=st.sampled_from([60, 350]))
    def open(self, game: str, points: int) -> None:
        rules = {"target": 5 if game == "haus-euchre" else points}
        self.scorer = opened(self.app.test_client(), game, rules=rules)
        self.game = GAMES[game]
        second = Scorer(self.app.test_client(), game, self.scorer.code, self.scorer.token)
        self.url = seated(self.scorer)
        seated(second)
        self.clients = [self.scorer.client, second.client]
        self.pages = [self.shown(client) for client in self.clients]
        self.posts: list[Post | None] = [None, None]
        self.recorded = 0

    def shown(self, client: Any, place: str = "") -> Page:
        answer = client.get(f"{self.url}/{place}".rstrip("/"))
        assert answer.status_code in (200, 403, 404), place
        return Page(answer)

    # What happens

    @rule(phone=st.sampled_from(PHONES), place=st.sampled_from(PLACES))
    def look(self, phone: int, place: str) -> None:
        """A phone opens a page."""
        self.pages[phone] = self.shown(self.clients[phone], place)

    @rule(
        phone=st.sampled_from(PHONES),
        which=st.integers(0, 99),
        typed=st.lists(TYPED, max_size=3),
        stays=st.booleans(),
    )
    def press(self, phone: int, which: int, typed: list[str], stays: bool) -> None:
        """A button is pressed; the page may stay as it was, as while an answer is under way."""
        if self.offered(phone):
            self.send(phone, self.pressed(phone, which, typed))
            if not stays:
                self.pages[phone] = self.shown(self.clients[phone])

    @rule(phone=st.sampled_from(PHONES), which=st.integers(0, 99))
    def press_and_undo(self, phone: int, which: int) -> None:
        """Undo after a change leads back to exactly what was there before."""
        if not self.offered(phone):
            return
        before = self.table()
        self.send(phone, self.pressed(phone, which, []))
        changed = self.table()
        if changed == before or self.scorer.history()[-1]["what"] == "undo":
            return
        assert self.clients[phone].post(f"{self.url}/undo").status_code == 303
        assert self.table() == before

    @rule(phone=st.sampled_from(PHONES))
    def press_the_same_again(self, phone: int) -> None:
        """The same press comes a second time, however late, and changes nothing."""
        post = self.posts[phone]
        if post is not None:
            before = self.version()
            self.send(phone, post)
            assert self.version() == before

    @rule(data=st.data(), key=st.sampled_from(["a", "b", ""]))
    def record(self, data: Any, key: str) -> None:
        """A program records a whole round, under a key it may have used before."""
        facts = data.draw(documents(self.game))
        before = self.version()
        answer = self.scorer.record(facts, **({"Idempotency_Key": key} if key else {}))
        assert answer.status_code in (201, 409, 422), answer.text
        if answer.status_code == 201 and self.version() > before:
            assert answer.json["number"] == len(self.scorer.table()["rounds"])
            self.recorded += 1
        else:
            assert self.version() == before

    def offered(self, phone: int) -> list[Button]:
        """The buttons of a phone's page that may be pressed."""
        page = self.pages[phone]
        posts = {name for name, form in page.forms.items() if form.method == "post"}
        return [
            button
            for button in page.buttons
            if not button.off
            and button.form in posts
            and not page.forms[button.form].action.endswith(LEADS_AWAY)
        ]

    def pressed(self, phone: int, which: int, typed: list[str]) -> Post:
        buttons = self.offered(phone)
        button = buttons[which % len(buttons)]
        form = self.pages[phone].forms[button.form]
        inputs = [name for name, _ in form.fields if name.startswith("/")]
        said = dict(zip(inputs, typed, strict=False))
        return form.action, [(n, said.get(n, text)) for n, text in form.fields] + button.sends

    def send(self, phone: int, post: Post) -> None:
        """Sends a form; keeps it as one that was acknowledged if it changed anything."""
        path, fields = post
        before, records = self.version(), self.records()
        names = {name for name, _ in fields}
        data = {name: [text for at, text in fields if at == name] for name in names}
        answer = self.clients[phone].post(path, data=data)
        assert answer.status_code in (303, 404, 409, 422), (path, answer.status_code)
        assert self.version() - before in (0, 1), path
        changed = self.version() > before
        keeps = answer.status_code == 303 or path.endswith("/record")  # what was typed is kept
        assert not changed or keeps, path
        new = self.records() - records
        assert new in ((0, 1) if path.endswith("/record") else (0,))
        self.recorded += new
        self.posts[phone] = post if changed else None

    # What is there

    def table(self) -> Any:
        """The table without what only says how often it was changed."""
        table = self.scorer.table()
        rounds = [{k: v for k, v in one.items() if k != "etag"} for one in table["rounds"]]
        return table | {"version": 0, "rounds": rounds}

    def version(self) -> int:
        return self.scorer.table()["version"]

    def records(self) -> int:
        return sum(change["what"] == "record" for change in self.scorer.history())

    @invariant()
    def the_totals_are_those_of_the_rounds(self) -> None:
        table = self.scorer.table()
        rules, wrong = self.game.rules(None, table["rules"])
        assert not wrong
        rounds = [Recorded(one["facts"], one["void"]) for one in table["rounds"]]
        fresh = standing(self.game, rules, rounds, 0)
        assert table["totals"] == list(fresh.totals)
        for one, played in zip(table["rounds"], fresh.rounds, strict=True):
            assert one["totals"] == list(played.totals)
            for side, points in enumerate(one["points"]):
                assert points == sum(x["points"] for x in one["lines"] if x["side"] == side)

    @invariant()
    def the_history_leads_to_what_is_there(self) -> None:
        table, history = self.scorer.table(), self.scorer.history()
        assert [one["version"] for one in history] == [*range(2, table["version"] + 1)]
        assert sum(one["what"] == "record" for one in history) == self.recorded
        held: dict[str, Any] = {}
        for one in history:
            assert one["before"] == {place: held.get(place) for place in one["before"]} or (
                "players" in one["before"] and "players" not in held
            )
            held |= one["after"]
            if one["undone_by"]:
                assert history[one["undone_by"] - 2]["what"] == "undo"
        for number, one in enumerate(table["rounds"], 1):
            parts = {name: one[name] for name in ("facts", "void", "corrected")}
            assert held.pop(f"round/{number}") == parts
        left = {place: value for place, value in held.items() if value is not None}
        assert {place.partition("/")[0] for place in left} <= {"draft", "players"}
        assert left.get("draft/0") in (None, table["in_progress"]) or table["finished"]
        assert left.get("players", {}).get("names", table["players"]) == table["players"]

    def teardown(self) -> None:
        """Everything can be kept, opened elsewhere and read."""
        kept = self.scorer.ask("GET", "/export")
        copy = self.app.test_client().post("/api/v1/tables/import", json=kept.json)
        assert copy.status_code == 201, copy.text
        assert copy.json["totals"] == self.scorer.table()["totals"]
        for place in PLACES:
            self.shown(self.app.test_client(), place)


@pytest.mark.usefixtures("sqlite_app")
def test_two_phones_press_whatever_they_like(sqlite_app: Flask):
    class OfThisApp(Evening):
        app = sqlite_app

    run_state_machine_as_test(
        OfThisApp,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=SLOW
        ),
    )
