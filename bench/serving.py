"""How fast the app serves beside a bare Flask app on the same server (docs/performance.md).

Both run as `make run` does and are asked in turns by one client, so that other work on the machine
slows both alike. The processor time of a request is what its server's worker needed for it.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode, urlsplit

from scripts.local import SERVE, Server
from tests.api.scorer import A_ROUND, Scorer
from tests.live.client import sit_down

TURNS, REQUESTS = 8, 15
BARE = ("gunicorn", "--config", "gunicorn.conf.py", "bench.bare_app:create_app()")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def worker(server: Server) -> int:
    """The process that answers."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return int(children[0])


def processor_seconds(process: int) -> float:
    """How long a process has been computing, all its threads together."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1e9


class Phone:
    """A client that keeps its connection and its cookies."""

    def __init__(self, url: str) -> None:
        self._connection = HTTPConnection(urlsplit(url).netloc, timeout=30)
        self._cookies: dict[str, str] = {}

    @property
    def cookies(self) -> dict[str, str]:
        """The header that shows them."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """The status and the body of the answer."""
        try:
            return self._ask(method, path, form)
        except ConnectionError:  # the server does not keep an idle connection for long
            self._connection.close()
            return self._ask(method, path, form)

    def _ask(self, method: str, path: str, form: dict[str, Any] | None) -> tuple[int, str]:
        body = None if form is None else urlencode(form)
        headers = self.cookies | ({} if form is None else FORM)
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, answer.read().decode()


class Tapper:
    """A phone that keeps the score of a table: every tap changes what a side captured."""

    def __init__(self, scorer: Scorer, url: str) -> None:
        self._phone, self._place = Phone(url), f"/t/{scorer.code}"
        self._phone.ask("GET", f"{self._place}/score/{scorer.token}")
        page = self._phone.ask("GET", self._place)[1]
        self._token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        self.version = int(re.findall(r'data-version="(\d+)"', page)[0])

    def see(self) -> None:
        assert self._phone.ask("GET", self._place)[0] == 200

    def tap(self) -> None:
        path, _, form = self.request()
        assert self._phone.ask("POST", path, form)[0] == 303
        self.version += 1

    def request(self) -> tuple[str, dict[str, str], dict[str, Any]]:
        """The next tap: where it goes, its headers, its form."""
        form = {
            "csrf_token": self._token,
            "base": self.version,
            "key": f"tap {self.version}",
            "/captured/0": self.version % 20,
        }
        return f"{self._place}/tap?typed=1", self._phone.cookies, form


@dataclass
class Cost:
    """What one kind of request cost, in ms, a value for each turn: of the processor, of waiting."""

    computed: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def add(self, server: Server, ask: Callable[[], object]) -> None:
        process = worker(server)
        ask()
        computed, began = processor_seconds(process), time.perf_counter()
        for _ in range(REQUESTS):
            ask()
        self.waited.append((time.perf_counter() - began) / REQUESTS * 1000)
        self.computed.append((processor_seconds(process) - computed) / REQUESTS * 1000)


@contextmanager
def running(command: tuple[str, ...] = SERVE) -> Iterator[Server]:
    """A server on a new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), command=command)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def table_of(url: str, rounds: int) -> Scorer:
    """The scorer of a table for three, with so many rounds on the sheet."""
    scorer = sit_down(url, "haggis-3", rules={"target": 10_000})
    for _ in range(rounds):
        assert scorer.record(A_ROUND["haggis-3"]).status_code == 201
    return scorer


def side_by_side() -> dict[str, Cost]:
    """What every kind of request costs, asked in turns."""
    with running() as server, running(BARE) as bare:
        short, long = table_of(server.url, 10), table_of(server.url, 60)
        plain, watcher = Phone(bare.url), Phone(server.url)
        few, many = Tapper(short, server.url), Tapper(long, server.url)
        kinds: dict[str, tuple[Server, Callable[[], object]]] = {
            "hello": (bare, lambda: plain.ask("GET", "/")),
            "row": (bare, lambda: plain.ask("POST", "/rows")),
            "watch, 10 rounds": (server, lambda: watcher.ask("GET", f"/t/{short.code}")),
            "watch, 60 rounds": (server, lambda: watcher.ask("GET", f"/t/{long.code}")),
            "score, 10 rounds": (server, few.see),
            "score, 60 rounds": (server, many.see),
            "tap, 10 rounds": (server, few.tap),
            "tap, 60 rounds": (server, many.tap),
        }
        costs = {kind: Cost() for kind in kinds}
        for _ in range(TURNS):
            for kind, (asked, ask) in kinds.items():
                costs[kind].add(asked, ask)
        return costs


def main() -> None:
    costs = side_by_side()
    print("ms per request, the median of the turns; × hello or × row")
    print(f"{'':18}{'computing':>10}{'':>6}{'waiting':>10}{'':>6}")
    for kind, cost in costs.items():
        base = costs["row" if kind.startswith("tap") else "hello"]
        shown = f"{kind:18}"
        for of in ("computed", "waited"):
            mine, bare = median(getattr(cost, of)), median(getattr(base, of))
            shown += f"{mine:10.2f}{f'×{mine / bare:.1f}':>6}"
        print(shown, flush=True)


if __name__ == "__main__":
    main()
