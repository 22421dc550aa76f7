"""Writes that come at the same moment: each sees what the one before it wrote, and none waits for
somebody who sends slowly."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from urllib.parse import urlsplit

import psycopg
import pytest
from flask import Flask

from companion import tables
from companion.models import Table
from tests.api.scorer import Scorer, opened
from tests.live.client import PATIENCE, sit_down

WAITING = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'"""


def tapped(app: Flask, scorer: Scorer, at: str, value: str) -> int:
    """Another phone that taps; the status of its answer."""
    phone = app.test_client()
    phone.get(f"/t/{scorer.code}/score/{scorer.token}")
    form = {"base": "1", "key": at, at: value}
    return phone.post(f"/t/{scorer.code}/tap", data=form).status_code


@pytest.mark.parametrize("begun", [False, True])
def test_what_waited_for_the_lock_keeps_what_was_written_meanwhile(
    postgresql_app: Flask, postgresql_url: str, begun: bool
):
    app, scorer = postgresql_app, opened(postgresql_app.test_client())
    if begun:
        assert tapped(app, scorer, "/outs/-", '{"seat": 0, "cards": 1}') == 303
    address = postgresql_url.replace("+psycopg", "")
    with (
        psycopg.connect(address) as holds,
        psycopg.connect(address, autocommit=True) as looks,
        ThreadPoolExecutor() as phones,
    ):
        holds.execute("SELECT id FROM tables FOR UPDATE")
        facts = {"/captured/0": "7", "/captured/1": "9"}
        taps = [phones.submit(tapped, app, scorer, at, value) for at, value in facts.items()]
        end = time.monotonic() + PATIENCE
        while looks.execute(WAITING).fetchone() != (2,):
            assert time.monotonic() < end
            time.sleep(0.01)
        holds.rollback()
        assert [tap.result() for tap in taps] == [303, 303]
    assert scorer.table()["in_progress"]["captured"] == [7, 9]
    drafts = [(c["before"], c["after"]) for c in scorer.history() if c["what"] == "tap"]
    assert all(
        before["draft/0"] == after["draft/0"] for (_, after), (before, _) in pairwise(drafts)
    )


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/rounds"), ("PUT", "/rounds/1"), ("POST", "/undo"), ("DELETE", "/rounds/1")],
)
def test_nobody_waits_for_who_sends_slowly(server: str, method: str, path: str):
    slow, other = sit_down(server), sit_down(server)
    slow.record()
    address = urlsplit(server)
    with closing(socket.create_connection((address.hostname, address.port))) as sending:
        sending.sendall(
            f"{method} /api/v1/tables/{slow.code}{path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {slow.token}\r\nIdempotency-Key: slow\r\n"
            f"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n".encode()
        )
        time.sleep(0.2)  # until the server reads what does not come
        assert other.record().status_code == 201
        assert slow.record().status_code == 201
        sending.sendall(b"{}")
        assert sending.recv(12).startswith(b"HTTP/1.1 ")


def test_no_sheet_waits_until_another_has_asked_the_database(
    sqlite_app: Flask, monkeypatch: pytest.MonkeyPatch
):
    meeting = threading.Barrier(2, timeout=PATIENCE)
    monkeypatch.setattr(tables, "_scored", lambda *_: meeting.wait())

    def read(number: int) -> object:
        with sqlite_app.test_request_context():
            table = Table(id=number, game="haggis-2", rules={}, first_starter=0)
            return tables.Sheet(table).scored

    with ThreadPoolExecutor() as phones:
        assert {*phones.map(read, (1, 2))} == {0, 1}
