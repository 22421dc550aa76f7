"""How soon a tap is on the phones that watch, and what a stream costs (docs/performance.md).

Each measure is made of the app and of the bare app, one after the other. The client, which holds
every stream, and the server share this machine.
"""

from __future__ import annotations

import asyncio
import re
import resource
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from bench.serving import BARE, FORM, Tapper, processor_seconds, running, table_of, worker
from scripts.local import SERVE, Server

ROUNDS = 10  # on the sheet of every table
TABLES, WATCHERS, SECONDS = 10, 100, 10
TAPS_A_SECOND = (20, 50)
CROWD, TAPS_BEFORE_THE_CROWD = 1000, 20
OPENED_AT_ONCE = 50
SETTLED = 2  # seconds after which everything has arrived
ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Arrivals:
    """When the versions of a table were sent, answered and received, in seconds."""

    def __init__(self, version: int) -> None:
        self.first = version
        self.sent: dict[int, float] = {}
        self.answered: dict[int, float] = {}
        self.received: list[tuple[int, float]] = []

    def waits(self, since: dict[int, float]) -> list[float]:
        """The ms between a moment of each version and each of its receipts."""
        return [(at - since[version]) * 1000 for version, at in self.received if version in since]


class Watcher(asyncio.Protocol):
    """A phone that watches a table: whoever has a version has all before it."""

    def __init__(self, path: str, arrivals: Arrivals) -> None:
        self._path, self._arrivals = path, arrivals
        self._buffer = b""
        self._seen = arrivals.first
        self.open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if not self.open.done():
            self.open.set_result(now)
        self._buffer += data
        *messages, self._buffer = self._buffer.split(b"\n\n")
        for found in filter(None, map(ID.search, messages)):
            version = int(found[1])
            self._arrivals.received += [(v, now) for v in range(self._seen + 1, version + 1)]
            self._seen = version

    def close(self) -> None:
        self._transport.close()


class Scorer(Protocol):
    """Who taps at a table: the version it has, and the next tap that is sent."""

    version: int

    def request(self) -> tuple[str, dict[str, str], dict[str, Any]]: ...


class Adder:
    """Who adds rows to a channel of the bare app."""

    def __init__(self, channel: int) -> None:
        self._channel, self.version = channel, 1

    def request(self) -> tuple[str, dict[str, str], dict[str, Any]]:
        return f"/rows/{self._channel}", {}, {}


@dataclass(frozen=True)
class Seat:
    """A table where somebody taps, and its stream."""

    scorer: Scorer
    stream: str


_channels = count(1)


def at_a_table(server: Server) -> Seat:
    scorer = table_of(server.url, ROUNDS)
    tapper = Tapper(scorer, server.url)
    return Seat(tapper, f"/t/{scorer.code}/live?view=watch&have={tapper.version}&brief=1")


def in_a_channel(_server: Server) -> Seat:
    channel = next(_channels)
    return Seat(Adder(channel), f"/live/{channel}")


APPS = {"the app": (SERVE, at_a_table), "the bare app": (BARE, in_a_channel)}


async def watching(server: Server, seat: Seat, arrivals: Arrivals, many: int) -> list[Watcher]:
    """So many phones that watch a table."""
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one() -> Watcher:
        async with gate:
            loop = asyncio.get_running_loop()
            made = loop.create_connection(
                lambda: Watcher(seat.stream, arrivals), "127.0.0.1", server.port
            )
            watcher = (await made)[1]
            await watcher.open
            return watcher

    return await asyncio.gather(*(one() for _ in range(many)))


async def tap(scorer: Scorer, server: Server, arrivals: Arrivals) -> None:
    """One tap, on a connection of its own."""
    path, headers, form = scorer.request()
    body = urlencode(form).encode()
    lines = [f"POST {path} HTTP/1.1", f"Host: {urlsplit(server.url).netloc}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in {**FORM, **headers}.items()]
    lines += [f"Content-Length: {len(body)}", "", ""]
    scorer.version += 1
    version = scorer.version
    arrivals.sent[version] = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write("\r\n".join(lines).encode() + body)
    status = await reader.readline()
    arrivals.answered[version] = time.perf_counter()
    assert status.split()[1] in (b"201", b"303"), status
    writer.close()


def memory(server: Server) -> int:
    """The KiB of memory that the worker holds."""
    status = Path(f"/proc/{worker(server)}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


def shown(ms: Sequence[float]) -> str:
    hundredths = quantiles(ms, n=100)
    return f"p50 {hundredths[49]:.0f} ms, p95 {hundredths[94]:.0f} ms, p99 {hundredths[98]:.0f} ms"


async def many_tables(server: Server, sit: Callable[[Server], Seat], taps_a_second: int) -> None:
    """Ten tables with a hundred watchers each, and taps at all of them."""
    seats = [sit(server) for _ in range(TABLES)]
    arrivals = [Arrivals(seat.scorer.version) for seat in seats]
    watchers: list[Watcher] = []
    for seat, seen in zip(seats, arrivals, strict=True):
        watchers += await watching(server, seat, seen, WATCHERS)
    await asyncio.sleep(SETTLED)
    computed, began = processor_seconds(worker(server)), time.perf_counter()
    taps: list[asyncio.Task[None]] = []
    last: dict[int, asyncio.Task[None]] = {}
    for number in range(taps_a_second * SECONDS):
        await asyncio.sleep(max(0.0, began + number / taps_a_second - time.perf_counter()))
        table = number % TABLES
        if table in last:
            await last[table]  # a scorer waits for the answer
        last[table] = asyncio.create_task(tap(seats[table].scorer, server, arrivals[table]))
        taps.append(last[table])
    await asyncio.gather(*taps)
    seconds = time.perf_counter() - began
    await asyncio.sleep(SETTLED)
    computed = processor_seconds(worker(server)) - computed
    print(
        f"{TABLES} tables × {WATCHERS} watchers, {len(taps) / seconds:.0f} taps a second: "
        f"{shown(_all(arrivals, 'sent'))} from a tap to the other phones; "
        f"{_delivered(arrivals, WATCHERS)}; {computed / len(taps) * 1000:.1f} ms computed for each"
    )
    _close(watchers)


async def one_crowd(server: Server, sit: Callable[[Server], Seat]) -> None:
    """A thousand watchers of one table."""
    seat = sit(server)
    arrivals = Arrivals(seat.scorer.version)
    before = memory(server)
    watchers = await watching(server, seat, arrivals, CROWD)
    await asyncio.sleep(SETTLED)
    held = memory(server) - before
    for _ in range(TAPS_BEFORE_THE_CROWD):
        await tap(seat.scorer, server, arrivals)
        await asyncio.sleep(0.5)
    await asyncio.sleep(SETTLED)
    print(
        f"one table × {CROWD} watchers: {shown(_all([arrivals], 'answered'))} from the answer "
        f"to the other phones; {_delivered([arrivals], CROWD)}; {held / CROWD:.0f} KiB a stream"
    )
    _close(watchers)


def _all(arrivals: Iterable[Arrivals], since: str) -> list[float]:
    return [ms for one in arrivals for ms in one.waits(getattr(one, since))]


def _delivered(arrivals: Iterable[Arrivals], watchers: int) -> str:
    arrivals = list(arrivals)
    came, due = (sum(len(one.received) for one in arrivals), sum(len(one.sent) for one in arrivals))
    return f"{came} of {due * watchers} delivered"


def _close(watchers: Iterable[Watcher]) -> None:
    for watcher in watchers:
        watcher.close()


def main() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name, (command, sit) in APPS.items():
        print(f"{name}:", flush=True)
        with running(command) as server:
            asyncio.run(one_crowd(server, sit))
            for taps_a_second in TAPS_A_SECOND:
                asyncio.run(many_tables(server, sit, taps_a_second))


if __name__ == "__main__":
    main()
