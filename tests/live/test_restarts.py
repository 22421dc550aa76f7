"""The server goes away and comes back: pages find out by themselves, and nothing waits for long."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scripts.local import Server
from tests.browser import Phones
from tests.live.client import PATIENCE, Client, Stream, of_table, sit_down

SOON = 3_000  # milliseconds
SECONDS_TO_STOP = 6
CUP = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}  # 20 and 66


@pytest.fixture
def visitors(browser: Browser, restartable: Server) -> Iterator[Phones]:
    """Phones at the server that goes away; they may say so."""
    phones = Phones(browser, restartable.url)
    for words in ("Failed to fetch", "net::ERR", "network error"):
        phones.expect(words)
    yield phones
    phones.close()
    assert phones.problems == []


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_open_pages_are_current_soon_after_the_server_is_back(restartable, visitors, end):
    scorer = sit_down(restartable.url)
    pages = [visitors.open(service_workers="block") for _ in range(2)]
    pages[0].goto(f"/t/{scorer.code}")
    pages[1].goto(f"/t/{scorer.code}/score/{scorer.token}")
    end(restartable)
    restartable.start()
    scorer.record(CUP)
    for page in pages:
        totals = page.get_by_role("list", name="Totals")
        expect(totals).to_contain_text("66", timeout=SOON)


def test_streams_that_never_end_do_not_keep_the_server_from_stopping(restartable: Server):
    scorer = sit_down(restartable.url)
    streams = [Stream(restartable.url, of_table(scorer)) for _ in range(5)]
    began = time.monotonic()
    restartable.stop()
    assert time.monotonic() - began < SECONDS_TO_STOP
    for stream in streams:
        assert list(stream) == []
        stream.close()
    restartable.start()


def sockets(server: Server) -> int:
    """How many files and connections the server's worker has open."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return sum(1 for worker in children for _ in Path(f"/proc/{worker}/fd").iterdir())


def test_phones_that_left_are_forgotten(restartable: Server):
    scorer = sit_down(restartable.url, rules={"target": 1000})
    before = sockets(restartable)
    streams = [Stream(restartable.url, of_table(scorer)) for _ in range(20)]
    assert sockets(restartable) > before + 15
    for stream in streams:
        stream.close()
    for _ in range(3):
        scorer.record(CUP)
    deadline = time.monotonic() + PATIENCE
    while sockets(restartable) > before + 5 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert sockets(restartable) <= before + 5


def test_a_lock_held_by_another_process_is_waited_for(restartable: Server, tmp_path: Path):
    scorer = sit_down(restartable.url)
    path = restartable.log.parent / "server.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = []
        writing = threading.Thread(target=lambda: answers.append(scorer.record(CUP)))
        writing.start()
        time.sleep(2)
        assert answers == []
        other.execute("COMMIT")
        writing.join()
    assert [answer.status_code for answer in answers] == [201]
    assert Client(restartable.url).get("/healthz").status_code == 200
