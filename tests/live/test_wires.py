"""A phone whose stream waits is written to at once, on its own connection."""

import fcntl
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from queue import SimpleQueue
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from companion import live
from companion.views import live as pages
from tests.api.scorer import Scorer, opened
from tests.live.client import PATIENCE, Event, events, of_table

SMALL, LARGE = 2**12, 2**20  # bytes that a connection takes before somebody must wait


class Connection:
    """A connection that takes little at once; the server's end, and what a phone reads from it."""

    def __init__(self, takes: int) -> None:
        reads, self._writes = os.pipe()
        self._reads = os.fdopen(reads, "rb")
        self._came: SimpleQueue[str] = SimpleQueue()
        self._gone = False
        threading.Thread(target=self._read, daemon=True).start()
        fcntl.fcntl(self._writes, fcntl.F_SETPIPE_SZ, takes)
        os.set_blocking(self._writes, False)

    def fileno(self) -> int:
        return self._writes

    def sendall(self, data: bytes) -> None:
        while data:
            select.select((), (self._writes,), ())
            data = data[os.write(self._writes, data) :]

    def events(self) -> Iterator[Event]:
        return events(self.lines())

    def lines(self) -> Iterator[str]:
        while True:
            yield from self._came.get(timeout=PATIENCE).splitlines(True)

    def _read(self) -> None:
        """A phone reads whatever comes, also while nobody looks."""
        with self._reads as reads:
            while not self._gone and (size := reads.readline()):
                self._came.put(reads.read(int(size, 16)).decode())
                assert reads.read(2) == b"\r\n"

    def hang_up(self) -> None:
        self._gone = True


class Served(threading.Thread):
    """A stream as the server sends it: chunk by chunk, until the phone has left."""

    def __init__(self, client: FlaskClient, path: str, wire: Connection) -> None:
        super().__init__(daemon=True)
        self._wire, self.made = wire, 0
        self.error: Exception | None = None
        self._answer = client.get(path, environ_overrides={"gunicorn.socket": wire})
        self.start()

    def run(self) -> None:
        try:
            for message in self._answer.iter_encoded():
                self.made += 1
                self._wire.sendall(b"%X\r\n%b\r\n" % (len(message), message))
        except Exception as error:
            self.error = error
        self._answer.close()


@pytest.fixture
def phone() -> Iterator[Callable[..., Connection]]:
    """Makes wires; at the end of the test their phones leave."""
    wires: list[Connection] = []

    def made(takes: int = LARGE) -> Connection:
        wires.append(Connection(takes))
        return wires[-1]

    yield made
    for wire in wires:
        wire.hang_up()
    eventually(lambda: live.hub.tell_all() or not live.hub.listeners)
    for wire in wires:
        os.close(wire.fileno())


@pytest.fixture
def scorer(client: FlaskClient) -> Scorer:
    return opened(client, rules={"target": 10_000})


def of_watchers(scorer: Scorer, have: int = 1) -> str:
    return f"/t/{scorer.code}/live?view=watch&have={have}"


def eventually(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def waits(scorer: Scorer) -> None:
    """Until a stream of the table waits at its wire."""
    eventually(lambda: live.hub._rooms[scorer.code].wires)


@pytest.mark.parametrize("path", [of_table, of_watchers])
def test_every_change_reaches_a_phone_whose_stream_waits(scorer, client, phone, path):
    wire = phone()
    served = Served(client, path(scorer), wire)
    told = wire.events()
    waits(scorer)
    made = served.made
    for version in range(2, 7):
        waits(scorer)
        scorer.record()
        assert next(told).id == version
    assert served.made == made


def test_what_a_connection_does_not_take_at_once_comes_after_it(scorer, client, phone):
    for _ in range(10):
        scorer.record()
    wire = phone(SMALL)
    Served(client, of_watchers(scorer, have=11), wire)
    told = wire.events()
    for version in range(12, 15):
        waits(scorer)
        scorer.record()
        shown = next(told)
        assert shown.id == version
        assert len(shown.data) > SMALL
        assert shown.data.rstrip().endswith("</p>")


def test_a_phone_hears_that_its_stream_flows_and_is_forgotten_when_it_left(
    scorer, client, phone, monkeypatch
):
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.05)
    wire = phone()
    served = Served(client, of_watchers(scorer), wire)
    waits(scorer)
    made = served.made
    assert [*islice(wire.lines(), 10)] == pages.BEAT.decode().splitlines(True) * 5
    assert served.made == made
    wire.hang_up()
    eventually(lambda: not live.hub.listeners)
    eventually(lambda: not served.is_alive())


def test_a_stream_does_not_wait_at_its_wire_for_a_bell_that_has_rung(phone):
    room, wire = live.Room(), live.Wire(phone(), Mock(), pages.BEAT)
    bell = room.bell
    room.tell()
    assert wire.wait(room, bell, 3) == 3
    assert not room.wires


def test_what_goes_wrong_while_a_stream_waits_goes_wrong_in_it(scorer, client, phone, monkeypatch):
    wire = phone()
    served = Served(client, of_watchers(scorer), wire)
    waits(scorer)
    monkeypatch.setattr(pages, "_news", Mock(side_effect=RuntimeError("as if it broke")))
    scorer.record()
    eventually(lambda: served.error)
    assert str(served.error) == "as if it broke"
    assert not live.hub.listeners


@pytest.mark.parametrize("given", ["HTTP/1.0", "waits", "ciphers"])
def test_nothing_is_written_on_a_connection_that_is_not_fit_for_it(
    scorer, client, phone, given: str
):
    wire: Any = phone()
    if given == "waits":
        os.set_blocking(wire.fileno(), True)
    if given == "ciphers":
        wire.getpeercert = dict
    protocol = given if "HTTP" in given else "HTTP/1.1"
    environ = {"gunicorn.socket": wire, "SERVER_PROTOCOL": protocol}
    told = client.get(of_watchers(scorer), environ_overrides=environ).iter_encoded()
    assert next(told) == pages.BEAT
    scorer.record()
    assert b'data-version="2"' in next(told)
    told.close()
