"""Rounds of a table: recording, correcting, voiding, bringing back, and who may."""

import pytest

from tests.api.scorer import A_ROUND, SEATS, opened, problems

FACTS = A_ROUND["haggis-2"]
OTHER = FACTS | {"captured": [0, 36]}
WRITES = [
    ("POST", "/rounds"),
    ("PUT", "/rounds/1"),
    ("DELETE", "/rounds/1"),
    ("POST", "/rounds/1/restore"),
    ("POST", "/undo"),
]


@pytest.fixture
def recorded(scorer):
    """The scorer of a table with one round on its sheet."""
    assert scorer.record().status_code == 201
    return scorer


@pytest.fixture
def one_recorded(sqlite_client):
    """The same on SQLite only, where it is not the database that matters."""
    scorer = opened(sqlite_client)
    assert scorer.record().status_code == 201
    return scorer


# --- recording


@pytest.mark.parametrize("game", SEATS)
def test_a_recorded_round_answers_what_it_is_worth(client, game):
    scorer = opened(client, game)
    response = scorer.record()
    one = response.json
    assert response.status_code == 201
    assert response.headers["Location"] == f"/api/v1/tables/{scorer.code}/rounds/1"
    assert response.headers["ETag"] == one["etag"]
    assert (one["number"], one["totals"]) == (1, one["points"])
    shown = client.get(response.headers["Location"])
    assert (shown.json, shown.headers["ETag"]) == (one, one["etag"])
    scored = client.post("/api/v1/score", json={"game": game, "round": A_ROUND[game]}).json
    assert {key: one[key] for key in ("points", "captured", "slam")} == {
        key: scored[key] for key in ("points", "captured", "slam")
    }


def test_the_starter_is_filled_in(scorer):
    assert scorer.record().json["facts"]["leader"] == 0
    assert scorer.record(FACTS | {"leader": 1}).json["starter"] == 1


def test_a_refused_round_is_not_recorded(scorer):
    refused = problems(scorer.record(FACTS | {"outs": [{"seat": 1, "cards": 18}]}), 422)
    assert refused == {"/outs/0/cards": "hand_too_large"}
    assert problems(scorer.record(FACTS | {"captured": [20, 3]}), 422) == {
        "/captured": "captured_gap"
    }
    assert problems(scorer.record({}), 422).items() >= {"/outs": "outs_missing"}.items()
    assert problems(scorer.record([]), 400) == {"": "not_an_object"}
    assert problems(scorer.record(FACTS | {"round": 1}), 400) == {"/round": "unknown_key"}
    assert (scorer.table()["rounds"], scorer.table()["version"]) == ([], 1)


def test_the_players_are_named_in_what_was_refused(scorer):
    bets = [{"seat": 1, "amount": 15}, {"seat": 1, "amount": 30}]
    response = scorer.record(FACTS | {"bets": bets})
    assert problems(response, 422) == {"/bets/1/seat": "bet_twice"}
    assert "Bob" in response.json["detail"]


def test_an_accepted_discrepancy_is_recorded_with_a_warning(scorer):
    one = scorer.record(FACTS | {"captured": [20, 3], "accept_discrepancy": True}).json
    assert [warning["code"] for warning in one["warnings"]] == ["captured_gap"]


# --- who may


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_only_who_has_the_token_may_score(one_recorded, method, path):
    before = one_recorded.table()
    response = one_recorded.ask(method, path, FACTS, token="", If_Match="*")
    assert problems(response, 401) == {"": "token_missing"}
    assert response.headers["WWW-Authenticate"] == "Bearer"
    of_another = opened(one_recorded.client).token
    for wrong in ("x", of_another, f"{one_recorded.token}=", "a=b, c", "é", "a" * 5000):
        response = one_recorded.ask(method, path, FACTS, token=wrong, If_Match="*")
        assert problems(response, 403) == {"": "token_wrong"}
    assert one_recorded.table() == before


@pytest.mark.parametrize(
    "authorization", ["Bearer", "Bearer ", "Basic QTpC", "Basic é", "Token x", "é", "x"]
)
def test_another_kind_of_authorization_is_no_token(one_recorded, authorization):
    response = one_recorded.record(token="", Authorization=authorization)
    assert problems(response, 401) == {"": "token_missing"}


def test_the_word_bearer_may_be_written_in_any_case(recorded):
    assert recorded.record(token="", Authorization=f"bEARER {recorded.token}").status_code == 201


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_there_is_nothing_to_score_at_an_unknown_table(one_recorded, method, path):
    one_recorded.code = "AAAAAA"
    assert problems(one_recorded.ask(method, path, FACTS), 404) == {"": "no_such_table"}


@pytest.mark.parametrize("number", ["0", "2", "9" * 30])
@pytest.mark.parametrize(
    ("method", "end"), [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/restore")]
)
def test_there_is_no_round_of_another_number(one_recorded, method, end, number):
    response = one_recorded.ask(method, f"/rounds/{number}{end}", FACTS, If_Match="*")
    assert problems(response, 404) == {"": "no_such_round"}


@pytest.mark.parametrize("number", ["-1", "one", "1.0", "%00", "9" * 5000])
def test_a_round_has_a_whole_number(one_recorded, number):
    assert problems(one_recorded.ask("GET", f"/rounds/{number}"), 404) == {"": "not_found"}


# --- correcting


def test_a_correction_replaces_the_facts(recorded):
    etag = recorded.table()["rounds"][0]["etag"]
    response = recorded.ask("PUT", "/rounds/1", OTHER, If_Match=etag)
    one = response.json
    assert (response.status_code, one["corrected"], one["points"]) == (200, True, [0, 71])
    assert response.headers["ETag"] == one["etag"] != etag
    assert recorded.table()["totals"] == [0, 71]


def test_a_correction_needs_the_etag_of_what_it_replaces(recorded):
    assert problems(recorded.ask("PUT", "/rounds/1", OTHER), 428) == {"": "precondition_required"}
    assert problems(recorded.ask("PUT", "/rounds/1", OTHER, If_Match=""), 428)


@pytest.mark.parametrize("stale", ['"r1"', '"2"', 'W/"r2"', '"r2', "é", ",,,", '"""', "r2x", '"*"'])
def test_a_correction_of_other_facts_than_those_seen_is_refused(one_recorded, stale):
    assert one_recorded.table()["rounds"][0]["etag"] == '"r2"'
    response = one_recorded.ask("PUT", "/rounds/1", OTHER, If_Match=stale)
    assert problems(response, 412) == {"": "stale"}
    assert one_recorded.table()["totals"] == [20, 51]


@pytest.mark.parametrize("match", ['"r2"', "r2", "*", '"r1", "r2"', 'W/"r2", "r2"', "r1,r2"])
def test_the_etag_may_be_one_of_several(one_recorded, match):
    assert one_recorded.ask("PUT", "/rounds/1", OTHER, If_Match=match).status_code == 200


def test_of_two_corrections_the_second_is_refused(recorded):
    etag = recorded.table()["rounds"][0]["etag"]
    assert recorded.ask("PUT", "/rounds/1", OTHER, If_Match=etag).status_code == 200
    assert problems(recorded.ask("PUT", "/rounds/1", FACTS, If_Match=etag), 412)


def test_another_round_does_not_make_an_etag_stale(recorded):
    etag = recorded.table()["rounds"][0]["etag"]
    recorded.record()
    assert recorded.ask("PUT", "/rounds/1", OTHER, If_Match=etag).status_code == 200


def test_a_refused_correction_changes_nothing(recorded):
    before = recorded.table()
    refused = recorded.ask("PUT", "/rounds/1", FACTS | {"captured": [40, 0]}, If_Match="*")
    assert problems(refused, 422) == {"/captured/0": "captured_too_many"}
    assert problems(recorded.ask("PUT", "/rounds/1", 3, If_Match="*"), 400)
    assert recorded.table() == before


def test_a_correction_is_judged_by_the_totals_before_that_round(client):
    scorer = opened(client, "tatties")
    scorer.record()
    scorer.record()
    level = [{"seat": s, "bid": b} for s, b in ((1, 15), (2, 15), (0, 0), (1, 0))]
    facts = A_ROUND["tatties"] | {"auction": level}
    assert problems(scorer.ask("PUT", "/rounds/1", facts, If_Match="*"), 422) == {
        "/auction/1/bid": "match_not_behind"
    }
    assert scorer.ask("PUT", "/rounds/2", facts, If_Match="*").status_code == 200


def test_a_round_that_an_earlier_correction_made_impossible_is_warned_about(client):
    scorer = opened(client, "tatties")
    scorer.record()
    matched = [{"seat": s, "bid": b} for s, b in ((1, 15), (2, 15), (0, 0), (1, 0))]
    assert scorer.record(A_ROUND["tatties"] | {"auction": matched}).status_code == 201
    scorer.ask("DELETE", "/rounds/1")
    (warning,) = scorer.table()["rounds"][1]["warnings"]
    assert (warning["pointer"], warning["code"]) == ("/auction/1/bid", "match_not_behind")


def test_a_correction_reopens_a_finished_match(client):
    scorer = opened(client, rules={"target": 50})
    scorer.record()
    assert scorer.table()["winners"] == [1]
    scorer.ask("PUT", "/rounds/1", FACTS | {"captured": [36, 0]}, If_Match="*")
    assert (scorer.table()["finished"], scorer.table()["winners"]) == (False, [])


# --- voiding and bringing back


def test_a_void_round_stays_on_the_sheet_and_counts_for_nothing(recorded):
    recorded.record()
    response = recorded.ask("DELETE", "/rounds/1")
    assert (response.status_code, response.json["void"]) == (200, True)
    assert response.headers["ETag"] == response.json["etag"]
    table = recorded.table()
    assert [one["void"] for one in table["rounds"]] == [True, False]
    assert [one["totals"] for one in table["rounds"]] == [[0, 0], [20, 51]]
    assert table["totals"] == [20, 51]


def test_a_void_round_comes_back(recorded):
    before = recorded.table()["totals"]
    recorded.ask("DELETE", "/rounds/1")
    response = recorded.ask("POST", "/rounds/1/restore")
    assert (response.status_code, response.json["void"]) == (200, False)
    assert recorded.table()["totals"] == before


def test_voiding_twice_is_one_change(recorded):
    first = recorded.ask("DELETE", "/rounds/1")
    again = recorded.ask("DELETE", "/rounds/1")
    assert (again.status_code, again.json) == (200, first.json)
    assert [one["what"] for one in recorded.history()] == ["record", "void"]


def test_a_void_may_say_which_facts_it_means(recorded):
    assert problems(recorded.ask("DELETE", "/rounds/1", If_Match='"r1"'), 412) == {"": "stale"}
    assert recorded.ask("DELETE", "/rounds/1", If_Match='"r2"').status_code == 200
