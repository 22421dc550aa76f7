"""Names, marks, and somebody else at a seat: no round is touched by any of it."""

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from tests.api.scorer import Scorer, opened
from tests.browser import Phones
from tests.evening import drawn, seated

NAMES = ("Ann", "Bob", "Cleo", "Dov")


@pytest.fixture
def scorer(client: FlaskClient) -> Scorer:
    """The scorer of a table of three, Ann, Bob and Cleo, with this client as their phone."""
    scorer = opened(client, "haggis-3")
    seated(scorer)
    return scorer


def change(scorer: Scorer, *new: int, seen: str | None = None, **fields: str) -> TestResponse:
    """Sends the form of names and marks: as it was, but for what is given (`player_1="Eve"`)."""
    page, table = f"/t/{scorer.code}", scorer.table()
    form = {f"/players/{seat}": name for seat, name in enumerate(table["players"])}
    form |= {f"/marks/{side}": str(mark) for side, mark in enumerate(table["marks"])}
    form |= {f"/{field.replace('_', 's/')}": text for field, text in fields.items()}
    form |= {f"/new/{seat}": "1" for seat in new}
    form["seen"] = drawn(scorer.client, page) if seen is None else seen
    return scorer.client.post(f"{page}/players", data=form)


def page(scorer: Scorer, path: str = "") -> str:
    response = scorer.client.get(f"/t/{scorer.code}{path}")
    assert response.status_code == 200
    return response.text


# --- names


def test_a_new_name_stands_in_every_round(scorer):
    scorer.record()
    before = scorer.table()
    assert change(scorer, player_0="  Anna\u202e ").status_code == 303
    after = scorer.table()
    assert (after["players"], after["replaced"]) == (["Anna", "Bob", "Cleo"], [])
    assert after["totals"] == before["totals"]
    assert after["rounds"][0]["facts"] == before["rounds"][0]["facts"]
    assert after["rounds"][0]["etag"] == before["rounds"][0]["etag"]
    for path in ("", "/rounds/1"):
        assert "Anna" in page(scorer, path)
        assert "Ann<" not in page(scorer, path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Who sits here?"),
        (" \u200e\u202e ", "Who sits here?"),
        ("A" * 41, "At most 40 characters."),
    ],
)
def test_a_name_nobody_can_have_is_refused_beside_its_field(scorer, name, said):
    response = change(scorer, player_1=name, player_0="Anna")
    assert response.status_code == 422
    assert said in response.text
    assert 'value="Anna"' in response.text  # what was typed is still there
    assert scorer.table()["players"] == ["Ann", "Bob", "Cleo"]


def test_a_name_is_never_markup(scorer):
    change(scorer, player_0="<script>alert(1)</script>")
    for path in ("", "/players", "/history", "/rounds/1" if scorer.record() else ""):
        assert "<script>alert" not in page(scorer, path)


# --- somebody else


def test_somebody_else_plays_from_the_next_round_on(scorer):
    scorer.record()
    assert change(scorer, 1, player_1="Eve").status_code == 303
    scorer.record()
    table = scorer.table()
    assert table["players"] == ["Ann", "Eve", "Cleo"]
    assert table["replaced"] == [{"seat": 1, "name": "Bob", "until": 1}]
    assert table["totals"] == [one * 2 for one in table["rounds"][0]["points"]]
    assert "Eve took over from Bob after round 1." in page(scorer)
    for number, then, other in ((1, "Bob", "Eve"), (2, "Eve", "Bob")):
        for path in (f"/rounds/{number}", f"/rounds/{number}/correct"):
            assert (then in page(scorer, path), other in page(scorer, path)) == (True, False)


def test_lines_of_a_round_name_who_played_it(scorer):
    scorer.record()
    change(scorer, 0, player_0="Eve")
    scorer.record()
    first, second = (
        " ".join(line["text"] for line in one["lines"]) for one in scorer.table()["rounds"]
    )
    assert ("Ann" in first, "Eve" in first) == (True, False)
    assert ("Ann" in second, "Eve" in second) == (False, True)


def test_a_seat_may_change_hands_again(scorer):
    scorer.record()
    change(scorer, 1, player_1="Eve")
    scorer.record()
    change(scorer, 1, player_1="Finn")
    scorer.record()
    shown = [page(scorer, f"/rounds/{number}") for number in (1, 2, 3)]
    assert [[name for name in ("Bob", "Eve", "Finn") if name in one] for one in shown] == [
        ["Bob"],
        ["Eve"],
        ["Finn"],
    ]
    said = page(scorer)
    assert "Eve took over from Bob after round 1. Finn took over from Eve after round 2." in said


def test_who_played_no_round_is_only_renamed(scorer):
    change(scorer, 1, player_1="Eve")
    scorer.record()
    change(scorer, 1, player_1="Finn")
    change(scorer, 1, player_1="Gus")
    assert scorer.table()["replaced"] == [{"seat": 1, "name": "Eve", "until": 1}]
    assert scorer.table()["players"][1] == "Gus"


def test_the_same_name_replaces_nobody(scorer):
    scorer.record()
    change(scorer, 0, 1, 2)
    assert scorer.table()["replaced"] == []
    assert [one["what"] for one in scorer.history()] == ["record"]


# --- marks


def test_a_side_carries_the_mark_it_chose(scorer):
    scorer.record()
    assert change(scorer, mark_0="4").status_code == 303
    assert scorer.table()["marks"] == [4, 1, 2]
    for path in ("", "/rounds/1", "/tv"):
        assert 'class="mark s4"' in page(scorer, path)
        assert 'class="mark s0"' not in page(scorer, path)


def test_two_sides_may_swap_their_marks(scorer):
    assert change(scorer, mark_0="1", mark_1="0").status_code == 303
    assert scorer.table()["marks"] == [1, 0, 2]


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("0", "Another side carries this mark"),
        ("5", "Choose one of the marks."),
        ("-1", "Choose one of the marks."),
        ("red", "Choose one of the marks."),
        ("9" * 5000, "Choose one of the marks."),
        ("", "Choose one of the marks."),
    ],
)
def test_a_mark_nobody_can_tell_apart_is_refused(scorer, mark, said):
    response = change(scorer, mark_1=mark)
    assert response.status_code == 422
    assert said in response.text
    assert scorer.table()["marks"] == [0, 1, 2]


def test_a_rematch_keeps_names_and_marks(scorer):
    change(scorer, player_0="Anna", mark_0="4")
    response = scorer.client.post(f"/t/{scorer.code}/rematch")
    again = scorer.client.get(f"/api/v1/tables{response.location.removeprefix('/t')}").json
    assert (again["players"], again["marks"]) == (["Anna", "Bob", "Cleo"], [4, 1, 2])


# --- changes


def test_every_change_can_be_taken_back(scorer):
    scorer.record()
    before = scorer.table()
    change(scorer, 1, player_1="Eve", mark_2="3")
    assert scorer.history()[-1]["what"] == "replace"
    assert "names or marks" not in page(scorer)
    assert "a player replaced" in page(scorer)
    after = scorer.ask("POST", "/undo").json
    same = ("players", "marks", "replaced", "rounds", "totals")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}


def test_the_last_change_of_names_and_marks_can_be_reverted_and_no_earlier_one(scorer):
    change(scorer, mark_0="4")
    change(scorer, mark_1="0")
    scorer.record()
    revert = f"/t/{scorer.code}/revert"
    scorer.client.post(revert, data={"version": "2"})
    assert scorer.table()["marks"] == [4, 0, 2]  # two sides with one mark cannot be told apart
    scorer.client.post(revert, data={"version": "3"})
    assert scorer.table()["marks"] == [4, 1, 2]
    assert len(scorer.table()["rounds"]) == 1


def test_the_history_tells_names_and_marks_before_and_after(scorer):
    change(scorer, player_1="Eve", mark_1="3")
    shown = page(scorer, "/history")
    assert "names or marks changed" in shown
    assert "Seat 2: Bob → Eve" in shown
    assert "mark of Eve: blue moon → orange cross" in shown


def test_a_form_drawn_before_another_phones_change_changes_nothing(scorer):
    seen = drawn(scorer.client, f"/t/{scorer.code}")
    change(scorer, player_0="Anna")
    response = change(scorer, player_0="Ann", player_1="Eve", seen=seen)
    assert response.status_code == 409
    assert "The sheet has changed meanwhile" in response.text
    assert 'value="Anna"' in response.text
    assert scorer.table()["players"] == ["Anna", "Bob", "Cleo"]


def test_a_tap_meanwhile_does_not_make_the_form_old(scorer):
    seen = drawn(scorer.client, f"/t/{scorer.code}")
    scorer.record()
    assert change(scorer, player_0="Anna", seen=seen).status_code == 303


@pytest.mark.parametrize("game", ["haggis-2", "neeps", "haus-euchre"])
def test_players_of_every_shape_of_game_can_change(client, game):
    scorer = opened(client, game)
    seated(scorer)
    scorer.record()
    assert change(scorer, 1, player_1="Eve", mark_1="4").status_code == 303
    assert "Eve" in page(scorer)
    assert "Bob" in page(scorer, "/rounds/1")


def test_who_only_watches_changes_nobody(scorer, app):
    stranger = Scorer(app.test_client(), scorer.game, scorer.code, "")
    assert stranger.client.get(f"/t/{scorer.code}/players").status_code == 403
    assert change(stranger, seen="", player_0="Eve").status_code == 403
    assert f"/t/{scorer.code}/players" not in page(stranger)
    assert scorer.table()["players"] == ["Ann", "Bob", "Cleo"]


def test_there_are_no_players_of_no_table(client):
    assert client.get("/t/AAAAAA/players").status_code == 404
    assert client.post("/t/AAAAAA/players").status_code == 404


# --- every phone at the table


def test_a_new_name_appears_on_every_phone(phones: Phones) -> None:
    scorers = phones.open()
    scorers.goto("/new?game=haggis-2")
    scorers.get_by_label("Seat 1").first.fill("Ann")
    scorers.get_by_label("Seat 2").first.fill("Bob")
    scorers.get_by_role("button", name="Start the table").click()
    scorers.wait_for_url("**/t/*")
    watching = phones.open()
    watching.goto(scorers.url)
    totals = watching.get_by_role("list", name="Totals")
    expect(totals).to_contain_text("Bob")
    scorers.goto(f"{scorers.url}/players")
    scorers.get_by_label("Seat 2").fill("Eve")
    scorers.get_by_role("group", name="Mark of Bob").get_by_label("yellow circle").check()
    scorers.get_by_role("button", name="Save").click()
    expect(totals).to_contain_text("Eve")
    expect(totals.locator(".mark.s4")).to_have_count(1)
