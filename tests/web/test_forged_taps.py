"""Taps that no page ever drew: refused with a sentence, never kept, never a broken page."""

import pytest

FORGED = [
    {"/adjustments/-/seat": "9", "/adjustments/-/points": "5"},
    {"/outs/-": '{"seat": 9, "cards": 3}'},
    {"/outs/-/seat": "9"},
    {"/captured/0": "[" * 5000},
    {"/captured/7": "1"},
    {"/leader": "17"},
    {"more": "/captured/0/constructor"},
    {"remove": "/captured"},
    {"/bets/-": '{"seat": true, "amount": 5}'},
]


@pytest.mark.parametrize("typed", ["", "?typed=1"])
@pytest.mark.parametrize("sent", FORGED, ids=str)
def test_a_forged_tap_is_refused_and_changes_nothing(client, sent, typed):
    names = {f"/players/{seat}": name for seat, name in enumerate(("Ada", "Bo", "Cat"))}
    started = client.post("/new", data={"game": "haggis-3", "/first_leader": "0", **names})
    table = started.headers["Location"]
    code = table.rpartition("/")[2]
    before = client.get(f"/api/v1/tables/{code}").json
    assert client.post(f"{table}/tap{typed}", data=sent).status_code == 422
    assert client.get(f"/api/v1/tables/{code}").json == before
    assert client.get(table).status_code == 200
