"""Repeats of a write, and writes at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.scorer import A_ROUND, Scorer, opened, problems

FACTS = A_ROUND["haggis-2"]
KEPT = ("ETag", "Location", "Content-Type")


def told(response):
    """What the client can see of an answer."""
    return response.status_code, response.data, {name: response.headers[name] for name in KEPT}


def at_once(scorer, *keys):
    """Records as many rounds as there are keys, all at the same time (None: without a key)."""

    def record(key):
        other = Scorer(scorer.client.application.test_client(), *scorer_is(scorer))
        return other.record(**({"Idempotency_Key": key} if key else {}))

    with ThreadPoolExecutor(len(keys)) as threads:
        return list(threads.map(record, keys))


def scorer_is(scorer):
    return scorer.game, scorer.code, scorer.token


def test_the_same_key_records_once_and_answers_the_same(scorer):
    first = scorer.record(Idempotency_Key="a phone's first")
    again = scorer.record(Idempotency_Key="a phone's first")
    assert first.status_code == 201
    assert told(again) == told(first)
    assert len(scorer.table()["rounds"]) == 1


def test_the_answer_stays_the_same_after_a_correction(scorer):
    first = scorer.record(Idempotency_Key="a")
    scorer.ask("PUT", "/rounds/1", FACTS | {"captured": [0, 36]}, If_Match="*")
    scorer.record()
    assert told(scorer.record(Idempotency_Key="a")) == told(first)


def test_another_key_records_another_round(scorer):
    scorer.record(Idempotency_Key="a")
    assert scorer.record(Idempotency_Key="b").json["number"] == 2


def test_two_tables_do_not_share_their_keys(scorer, client):
    scorer.record(Idempotency_Key="a")
    assert opened(client).record(Idempotency_Key="a").status_code == 201


def test_a_key_is_for_one_request_only(scorer):
    scorer.record(Idempotency_Key="a")
    other = scorer.record(FACTS | {"captured": [0, 36]}, Idempotency_Key="a")
    assert problems(other, 422) == {"": "key_reused"}
    assert problems(scorer.ask("POST", "/undo", Idempotency_Key="a"), 422) == {"": "key_reused"}
    assert len(scorer.table()["rounds"]) == 1


def test_a_repeat_needs_the_token_too(scorer):
    scorer.record(Idempotency_Key="a")
    assert problems(scorer.record(Idempotency_Key="a", token=""), 401)
    assert problems(scorer.record(Idempotency_Key="a", token="x"), 403)


def test_what_was_refused_may_be_sent_again_with_its_key(scorer):
    wrong = FACTS | {"outs": []}
    assert problems(scorer.record(wrong, Idempotency_Key="a"), 422)
    assert problems(scorer.record(wrong, Idempotency_Key="a"), 422)
    assert scorer.record(Idempotency_Key="a").status_code == 201


@pytest.mark.parametrize("key", ["", "é", "a" * 201, "a\tb", "\x7f"])
def test_a_key_is_a_short_plain_text(scorer, key):
    assert problems(scorer.record(Idempotency_Key=key), 400) == {"": "key_unfit"}
    assert scorer.record(Idempotency_Key="a" * 200).status_code == 201


def test_a_repeated_undo_takes_back_one_change_only(scorer):
    scorer.record()
    scorer.record()
    first = scorer.ask("POST", "/undo", Idempotency_Key="u")
    again = scorer.ask("POST", "/undo", Idempotency_Key="u")
    assert (again.status_code, again.data) == (200, first.data)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert len(scorer.table()["rounds"]) == 1


def test_the_same_key_at_the_same_time_records_once(scorer):
    answers = at_once(scorer, *["a"] * 6)
    assert len({str(told(answer)) for answer in answers}) == 1
    assert answers[0].status_code == 201
    assert len(scorer.table()["rounds"]) == 1


def test_rounds_recorded_at_the_same_time_follow_each_other(scorer):
    answers = at_once(scorer, *"abcd")
    assert sorted(answer.json["number"] for answer in answers) == [1, 2, 3, 4]
    table = scorer.table()
    assert (table["totals"], table["version"]) == ([80, 204], 5)
