"""Tables: opening one, how it stands, taking changes back, the history."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.api.scorer import A_ROUND, SEATS, names, opened, problems, rounds_until_over

WISH = {"game": "haggis-2", "players": ["Ann", "Bob"]}


# --- opening


def test_a_new_table_has_a_code_to_watch_and_a_token_to_score(client):
    response = client.post("/api/v1/tables", json=WISH)
    table = response.json
    assert response.status_code == 201
    assert response.headers["Location"] == f"/api/v1/tables/{table['code']}"
    assert table["watch_url"] == f"http://localhost/t/{table['code']}"
    assert table["score_url"] == f"{table['watch_url']}/score/{table['token']}"
    shown = client.get(response.headers["Location"])
    assert shown.headers["ETag"] == response.headers["ETag"]
    assert shown.json == {
        key: value for key, value in table.items() if key not in ("token", "watch_url", "score_url")
    }


def test_the_score_url_lets_one_score(client):
    table = client.post("/api/v1/tables", json=WISH).json
    assert client.get(table["score_url"]).location == f"/t/{table['code']}"
    assert client.get_cookie("score", path=f"/t/{table['code']}") is not None


@pytest.mark.parametrize("game", SEATS)
def test_a_table_of_every_game_can_be_opened(client, game):
    table = opened(client, game).table()
    assert (table["game"], table["players"]) == (game, names(game))
    assert (table["rounds"], table["finished"], table["winners"]) == ([], False, [])
    assert table["totals"] == [0] * len(table["sides"])
    assert sorted(seat for side in table["sides"] for seat in side) == [*range(SEATS[game])]
    assert (table["next_leader"], table["next_reason"]) == (0, "first_round")
    assert table["next_text"].startswith("Ann ")
    assert table["version"] == 1


def test_who_starts_is_drawn_unless_it_was_picked(client):
    assert opened(client, first_leader=1).table()["next_leader"] == 1
    drawn = {opened(client, first_leader=None).table()["next_leader"] for _ in range(20)}
    assert drawn == {0, 1}


def test_house_rules_are_kept_and_shown_to_differ(client):
    table = opened(client, preset="korean", rules={"target": 350}).table()
    assert table["rules"]["target"] == 350
    assert table["rules"]["bets"] == [15, 30]
    assert set(table["differs"]) == {"target", "target_rule", "bets", "failed_bet"}


@pytest.mark.parametrize(
    ("change", "status", "refused"),
    [
        ({"game": "whist"}, 422, {"/game": "unknown_game"}),
        ({"players": ["Ann"]}, 422, {"/players": "players_count"}),
        ({"players": ["Ann", " "]}, 422, {"/players/1": "name_missing"}),
        ({"players": ["A" * 41, "Bob"]}, 422, {"/players/0": "name_too_long"}),
        ({"rules": {"target": -1}}, 422, {"/rules/target": "option_not_allowed"}),
        ({"preset": "lunar"}, 422, {"/preset": "unknown_preset"}),
        ({"first_leader": 2}, 422, {"/first_leader": "unknown_seat"}),
        ({"first_leader": -1}, 422, {"/first_leader": "unknown_seat"}),
        ({"first_leader": "0"}, 400, {"/first_leader": "not_a_number"}),
        ({"players": "Ann"}, 400, {"/players": "not_a_list"}),
        ({"players": ["Ann", 3]}, 400, {"/players/1": "not_a_text"}),
        ({"player": []}, 400, {"/player": "unknown_key"}),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(sqlite_client, change, status, refused):
    assert problems(sqlite_client.post("/api/v1/tables", json=WISH | change), status) == refused


# --- looking at it


def test_a_code_may_be_typed_in_any_way(scorer):
    typed = f"{scorer.code[:3]}-{scorer.code[3:]} ".lower()
    assert scorer.client.get(f"/api/v1/tables/{typed}").json["code"] == scorer.code


@pytest.mark.parametrize(
    "code", ["AAAAAA", "A", "A" * 300, "%00", "ABC%00DE", "%ff%fe", "ß", "é" * 6]
)
def test_there_is_no_table_of_an_unknown_code(client, code):
    assert problems(client.get(f"/api/v1/tables/{code}"), 404) == {"": "no_such_table"}


def test_nobody_sends_a_table_again_that_has_not_changed(scorer):
    etag = scorer.ask("GET").headers["ETag"]
    unchanged = scorer.ask("GET", If_None_Match=etag)
    assert (unchanged.status_code, unchanged.data, unchanged.headers["ETag"]) == (304, b"", etag)
    scorer.record()
    changed = scorer.ask("GET", If_None_Match=etag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] == f'"{changed.json["version"]}"' != etag


def test_a_table_tells_its_rounds_and_totals(scorer):
    scorer.record()
    scorer.record()
    table = scorer.table()
    assert [one["number"] for one in table["rounds"]] == [1, 2]
    assert [one["totals"] for one in table["rounds"]] == [[20, 51], [40, 102]]
    assert [one["points"] for one in table["rounds"]] == [[20, 51]] * 2
    assert [one["starter"] for one in table["rounds"]] == [0, 0]
    assert table["totals"] == [40, 102]
    assert (table["next_leader"], table["next_reason"]) == (0, "lowest")
    assert table["in_progress"]["leader"] == 0


def test_the_facts_and_lines_of_a_round_are_shown(scorer):
    scorer.record(A_ROUND["haggis-2"] | {"bets": [{"seat": 0, "amount": 15}]})
    (one,) = scorer.table()["rounds"]
    assert one["facts"]["bets"] == [{"seat": 0, "amount": 15}]
    assert one["facts"]["leader"] == 0
    assert "Ann" in next(line["text"] for line in one["lines"] if line["kind"] == "bet")
    assert (one["void"], one["corrected"], one["slam"]) == (False, False, False)
    assert (one["captured"], one["warnings"]) == ([20, 16], [])


@pytest.mark.parametrize("game", SEATS)
def test_a_match_of_every_game_is_played_to_its_end(client, game):
    scorer = opened(client, game)
    played = list(rounds_until_over(scorer))
    table = scorer.table()
    sides = range(len(table["totals"]))
    assert table["totals"] == [sum(one["points"][side] for one in played) for side in sides]
    assert max(table["totals"]) >= table["rules"]["target"]
    assert max(played[-2]["totals"]) < table["rules"]["target"]
    best = max(table["totals"])
    assert table["winners"] == [side for side in sides if table["totals"][side] == best]
    assert (table["next_leader"], table["next_reason"], table["in_progress"]) == (None, None, None)
    assert problems(scorer.record(), 409) == {"": "match_finished"}
    assert scorer.ask("POST", "/undo").json["finished"] is False


# --- taking back


def test_undo_takes_back_the_last_change_and_then_the_one_before(scorer):
    start = scorer.table()
    scorer.record()
    recorded = scorer.table()
    scorer.ask("DELETE", "/rounds/1")
    without = ("version", "rounds")
    undone = scorer.ask("POST", "/undo")
    assert undone.status_code == 200
    assert undone.headers["ETag"] == f'"{undone.json["version"]}"'
    assert {k: undone.json[k] for k in recorded if k not in without} == {
        k: recorded[k] for k in recorded if k not in without
    }
    again = scorer.ask("POST", "/undo").json
    assert {k: again[k] for k in start if k != "version"} == {
        k: start[k] for k in start if k != "version"
    }
    assert problems(scorer.ask("POST", "/undo"), 409) == {"": "nothing_to_undo"}


def test_undo_takes_back_a_correction_and_a_restored_round(scorer):
    scorer.record()
    facts = scorer.table()["rounds"][0]["facts"]
    scorer.ask("PUT", "/rounds/1", A_ROUND["haggis-2"] | {"captured": [0, 36]}, If_Match="*")
    assert scorer.ask("POST", "/undo").json["rounds"][0]["facts"] == facts
    scorer.ask("DELETE", "/rounds/1")
    scorer.ask("POST", "/rounds/1/restore")
    assert scorer.ask("POST", "/undo").json["rounds"][0]["void"] is True


# --- the history


def test_the_history_has_every_change_with_before_and_after(scorer):
    scorer.record()
    scorer.ask("DELETE", "/rounds/1")
    scorer.ask("POST", "/undo")
    recorded, void, undo = scorer.history()
    assert [recorded["what"], void["what"], undo["what"]] == ["record", "void", "undo"]
    assert [one["version"] for one in (recorded, void, undo)] == [2, 3, 4]
    assert [one["round"] for one in (recorded, void, undo)] == [1, 1, 1]
    assert recorded["before"]["round/1"] is None
    assert recorded["after"]["round/1"]["facts"]["outs"] == [{"seat": 1, "cards": 7}]
    assert (void["before"]["round/1"]["void"], void["after"]["round/1"]["void"]) == (False, True)
    assert [one["undone_by"] for one in (recorded, void, undo)] == [None, 4, None]
    assert {one["scorer"] for one in (recorded, void, undo)} == {""}


def test_the_history_tells_the_time_with_its_zone(scorer):
    scorer.record()
    at = datetime.fromisoformat(scorer.history()[0]["at"])
    assert at.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=1)


def test_a_new_table_has_no_history(scorer):
    assert scorer.history() == []
