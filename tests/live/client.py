"""Programs that talk to a running server by plain HTTP: one that scores, one that listens."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any, cast
from urllib.parse import urlsplit

from flask.testing import FlaskClient

from tests.api.scorer import Scorer, opened

PATIENCE = 15  # seconds; the machine may be busy


@dataclass(frozen=True)
class Answer:
    """What a server answered, with the names that Flask's test client uses."""

    status_code: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Client:
    """Asks a server, each time on a new connection. Raises OSError where it does not answer."""

    def __init__(self, url: str) -> None:
        self.url = url

    def open(self, path: str, method: str = "GET", headers: Any = None, json: Any = None) -> Answer:
        connection = _connect(self.url)
        try:
            connection.request(method, path, *_body(json, headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read())
        except HTTPException as cut_off:  # in the middle of its answer
            raise ConnectionError from cut_off
        finally:
            connection.close()

    def get(self, path: str, **more: Any) -> Answer:
        return self.open(path, "GET", **more)

    def post(self, path: str, **more: Any) -> Answer:
        return self.open(path, "POST", **more)


def _connect(url: str) -> HTTPConnection:
    return HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)


def _body(value: Any, headers: dict[str, str]) -> tuple[str | None, dict[str, str]]:
    if value is None:
        return None, headers
    return json.dumps(value), headers | {"Content-Type": "application/json"}


def sit_down(url: str, game: str = "haggis-2", **wish: Any) -> Scorer:
    """The scorer of a new table on the server at `url`."""
    return opened(cast("FlaskClient", Client(url)), game, **wish)


def moved(scorer: Scorer, url: str) -> Scorer:
    """The same scorer, asking another server."""
    return Scorer(cast("FlaskClient", Client(url)), scorer.game, scorer.code, scorer.token)


@dataclass(frozen=True)
class Event:
    """A Server-Sent Event; comments are left out."""

    id: int
    name: str
    data: str

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Stream:
    """A stream of events that stays open until it is closed."""

    def __init__(self, url: str, path: str, seen: int | None = None) -> None:
        self._connection = _connect(url)
        self._connection.request(
            "GET", path, headers={} if seen is None else {"Last-Event-ID": str(seen)}
        )
        self.answer = self._connection.getresponse()
        assert self.answer.status == 200, self.answer.read()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        return events(line.decode() for line in self.answer)

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


def events(lines: Iterator[str]) -> Iterator[Event]:
    """The events that these lines say, each with its line end."""
    fields: dict[str, list[str]] = {}
    for line in lines:
        name, _, value = line.rstrip("\n").partition(":")
        if name:
            fields.setdefault(name, []).append(value.removeprefix(" "))
        elif "data" in fields:
            last = {name: values[-1] for name, values in fields.items()}
            yield Event(int(last["id"]), last.get("event", ""), "\n".join(fields["data"]))
        if not line.strip():
            fields = {}


def of_table(scorer: Scorer) -> str:
    """Where the changes of a table are streamed."""
    return f"/api/v1/tables/{scorer.code}/live"
