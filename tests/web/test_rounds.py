"""Rounds by their forms: every stage of every game, whatever is offered can be pressed."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion import tables
from companion.db import db
from companion.models import Draft
from engine.games import GAMES
from tests.engine.test_problems import GOOD
from tests.web.phone import NAMES, Button, Phone

CASES = Path(__file__).parents[1] / "cases"
SCORING = json.loads((CASES / "scoring.json").read_text(encoding="utf-8"))
PROBLEMS = json.loads((CASES / "problems.json").read_text(encoding="utf-8"))
RAW_CODE = re.compile(r"\b[a-z]+(_[a-z]+)+\b")
STEPS = 60


@pytest.mark.parametrize("case", SCORING, ids=[case["id"] for case in SCORING])
def test_a_worked_example_is_recorded_and_explained(sqlite_scorer: Phone, case):
    scorer = sqlite_scorer
    rules = {f"/rules/{name}": str(value) for name, value in case.get("rules", {}).items()}
    rules.pop("/rules/bets", None)
    scorer.start(case["game"], typed=rules)
    facts = dict(case["round"])
    if facts.get("auction"):
        facts["leader"] = (facts["auction"][0]["seat"] - 1) % 3
    page = scorer.round(facts)
    assert page.status == 200
    assert "Round 1 is recorded." in page.text
    sides = GAMES[case["game"]].sides
    for side, points in enumerate(case["points"]):
        assert re.search(rf"(Ada|Ben|Cleo|Dan) {points}\b", page.text), (side, sides)
    page = scorer.open("rounds/1")
    assert page.text.count("Together") == sides
    assert not RAW_CODE.search(page.text)


def pressable(phone: Phone) -> list[Button]:
    """What a thumb can press to enter facts, record them or take them back."""
    ways = ("/tap", "/record", "/undo", "/save", "/drop", "/void", "/restore")
    actions = {name: form.action.partition("?")[0] for name, form in phone.page.forms.items()}
    buttons = [button for button in phone.page.buttons if button.form and not button.off]
    return [button for button in buttons if actions[button.form].endswith(ways)]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_page_offers_can_be_pressed(sqlite_scorer: Phone, game):
    """A thumb that presses anything, through rounds, corrections and undoing."""
    chance = random.Random(game)
    sqlite_scorer.start(game)
    for _ in range(STEPS):
        recorded = "rounds/1" in str(sqlite_scorer.page.elements)
        if recorded and chance.random() < 0.1:
            sqlite_scorer.open(chance.choice(("rounds/1", "rounds/1/correct")))
        elif "Add these points" not in [b.words for b in sqlite_scorer.page.buttons]:
            sqlite_scorer.open()
        buttons = pressable(sqlite_scorer)
        button = chance.choice(buttons)
        typed = (
            {"/captured/0": str(chance.randint(0, 20))}
            if "/captured/0" in str(sqlite_scorer.page.forms[button.form].fields)
            else {}
        )
        page = sqlite_scorer.press(button, typed)
        judged = (
            button.words.startswith(("Record", "Save", "Add these")) or "counted" in button.words
        )
        assert page.status == 200 or (judged and page.status == 422), (button, page.text)
        assert not RAW_CODE.search(page.text), button


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_wrong_with_a_round_is_said_in_words(sqlite_app: Flask, game):
    """Drafts no thumb can enter, as correcting an earlier round can leave them."""
    scorer = Phone(sqlite_app.test_client())
    scorer.start(game)
    for facts, codes in wrong_rounds(game):
        with sqlite_app.app_context():
            table = tables.find(scorer.code)
            assert table is not None
            draft = table.drafts[0] if table.drafts else Draft(table_id=table.id, number=0)
            draft.facts = facts
            db.session.add(draft)
            db.session.commit()
        scorer.open()
        assert scorer.page.status == 200, facts
        page = scorer.press(next(b for b in scorer.page.buttons if b.words[:6] == "Record"))
        assert page.status == (422 if codes else 200), facts
        assert not RAW_CODE.search(page.text), facts
        if not codes:
            scorer.press(next(b for b in page.buttons if b.words.startswith("Undo: round")))


def wrong_rounds(game: str) -> Iterator[tuple[dict[str, object], set[str]]]:
    """The facts of rounds in progress, and the codes of what blocks them.

    What is impossible is not entered in the first place, but captures are kept as they were typed,
    and an auction can have become illegal.
    """
    for case in PROBLEMS:
        if game not in case["games"] or {"rules", "preset", "totals"} & {*case}:
            continue
        document = GOOD[game] | case["change"]
        facts = GAMES[game].facts_json(GAMES[game].read(document)[0])
        problems = GAMES[game].review(facts, GAMES[game].defaults)[1]
        refused = [p for p in problems if p.refused]
        kept = all(p.at.startswith(("/captured", "/auction")) for p in refused)
        seated = not any(p.code == "unknown_seat" for p in refused)
        if kept and seated:
            yield facts, {p.code for p in problems if p.blocks}


# Forms nobody drew

POINTERS = st.sampled_from(
    [
        *("/bets/-", "/bets/0/amount", "/outs/-", "/outs/0/cards", "/outs/1", "/auction/-"),
        *("/captured/0", "/captured/2/K", "/adjustments/-/points", "/adjustments/-/seat"),
        *("/leader", "/dealer", "/maker", "/trump", "/tricks", "/tricks/0", "/alone", "/joker_up"),
        *("/accept_discrepancy", "/bets", "/outs", "/captured", "", "/", "/~", "/nothing/at/all"),
        *("base", "key", "seen", "remove", "more", "typed", "keep", "version", "who", "csrf_token"),
    ]
) | st.text(max_size=12)
JSON_TEXTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("seat", "cards", "amount", "bid", "K")), inner)
    ),
    max_leaves=6,
).map(json.dumps)
TEXTS = JSON_TEXTS | POINTERS | st.text(max_size=12) | st.sampled_from(("1" * 400, "[" * 5000))
PLACES = st.sampled_from(
    [
        *("tap", "tap?typed=1", "record", "undo", "revert", "rounds/1/tap", "rounds/1/save"),
        *("rounds/1/drop", "rounds/1/void", "players", "scorer", "rounds/7/save", "rematch"),
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    game=st.sampled_from([*GAMES]),
    sent=st.lists(st.tuples(PLACES, st.lists(st.tuples(POINTERS, TEXTS), max_size=5)), max_size=5),
)
def test_no_form_whatever_it_says_breaks_the_app(hypothesis_app: Flask, game, sent):
    client = hypothesis_app.test_client()
    names = {f"/players/{seat}": name for seat, name in enumerate(NAMES)}
    at = client.post("/new", data={"game": game, **names}).headers["Location"]
    for path, fields in sent:
        assert client.post(f"{at}/{path}", data=MultiDict(fields)).status_code < 500
    assert client.get(at).status_code == 200
