"""Telling every phone at a table that something changed, as soon as it is on the disk.

A process tells its own listeners after each commit. On PostgreSQL the commit itself notifies every
process (LISTEN/NOTIFY), whose listener wakes its own. A bell says only that there is news: whoever
is woken reads what is true now, so nothing is lost when bells are missed or ring twice.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import psycopg
from flask import Flask, Response, g, request
from flask_babel import force_locale
from sqlalchemy import event, text
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import EnvironBuilder

from companion.db import db

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BEAT_SECONDS = 10.0  # proxies cut a stream that says nothing for a minute
BEAT = b": beat\n\n"
RETRY_SECONDS = 1.0
MOST_STREAMS = 3000  # of a process: beyond it phones ask now and then instead
LARGEST_VERSION = 10**9
CHANNEL = "haggis_tables"
CHANGED = "changed_tables"
APART = "apart_in"  # in a request of nobody: the language

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class News:
    """What a stream says: the table's version it is about, and the data of an event of this name.

    `brief` is the data for who has the version `since`: without the `parts` that are the same.
    """

    version: int
    data: str
    name: str = ""
    parts: tuple[str, ...] = ()
    since: int = -1
    brief: str = ""

    @cached_property
    def message(self) -> bytes:
        """The Server-Sent Event, whose id is the version."""
        return self._event(self.data)

    @cached_property
    def _brief(self) -> bytes:
        return self._event(self.brief)

    def after(self, seen: int) -> bytes:
        """The message for who has this version."""
        return self._brief if seen == self.since else self.message

    def _event(self, data: str) -> bytes:
        name = f"event: {self.name}\n" if self.name else ""
        lines = "\ndata: ".join(data.splitlines())
        return f"id: {self.version}\n{name}data: {lines}\n\n".encode()


NOTHING = News(0, "")
NEVER = (-1, 0.0, NOTHING)


class Gone(Exception):
    """The table is not there any more: its stream ends."""


class Room:
    """Those of this process who listen to one table, and what was last rendered for them.

    One bell wakes them all; whoever wakes takes the next bell before reading. Streams that wait at
    a wire are not woken: one thread, the teller, wakes for them all.
    """

    def __init__(self) -> None:
        self.bell = threading.Event()
        self.listeners = 0
        self.wires: set[Wire] = set()
        self._teller: threading.Thread | None = None
        self._door = threading.Lock()
        self._told = 0
        self._rendered: dict[str, tuple[int, float, News]] = {}
        self._rendering = threading.Lock()

    def tell(self) -> None:
        """Rings the bell of everyone who listens."""
        self._told += 1
        rung, self.bell = self.bell, threading.Event()
        rung.set()

    def watch(self, wire: Wire, bell: threading.Event) -> bool:
        """The teller tells this wire what is new until it leaves; not if the bell has rung."""
        with self._door:
            if bell.is_set():
                return False
            self.wires.add(wire)
            if self._teller is None:
                self._teller = threading.Thread(target=self._tell, args=(bell,), daemon=True)
                self._teller.start()
            return True

    def _tell(self, bell: threading.Event) -> None:
        while True:
            bell.wait(BEAT_SECONDS)
            with self._door:
                if not self.wires:
                    self._teller = None
                    return
            bell = self.bell
            for wire in tuple(self.wires):
                wire.tell(self)

    def news(self, view: str, render: Callable[[News], News]) -> News:
        """The news for one kind of page, rendered once for all who wait for it.

        `render` is given what it made last and answers that where it still holds. It is asked when
        the table has changed, and once a heartbeat: another process may have written.
        """
        return self._current(view) or self._render(view, render)

    def _current(self, view: str) -> News | None:
        told, at, news = self._rendered.get(view, NEVER)
        current = told == self._told and time.monotonic() - at < BEAT_SECONDS
        return news if current else None

    def _render(self, view: str, render: Callable[[News], News]) -> News:
        with self._rendering:
            if current := self._current(view):
                return current
            told = self._told
            news = render(self._rendered.get(view, NEVER)[2])
            self._rendered[view] = (told, time.monotonic(), news)
            return news


class Hub:
    """The listeners of this process, by table code."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._door = threading.Lock()

    @contextmanager
    def listening(self, code: str) -> Iterator[Room]:
        """The room of those who listen to the table, with one more in it."""
        with self._door:
            room = self._rooms.setdefault(code, Room())
            room.listeners += 1
        try:
            yield room
        finally:
            with self._door:
                room.listeners -= 1
                if not room.listeners:
                    del self._rooms[code]

    @property
    def listeners(self) -> int:
        """How many listen in this process."""
        return sum(room.listeners for room in tuple(self._rooms.values()))

    def tell(self, code: str) -> None:
        """Rings the bell of everyone who listens to the table."""
        if room := self._rooms.get(code):
            room.tell()

    def tell_all(self) -> None:
        """Rings every bell: news may have been missed."""
        for room in tuple(self._rooms.values()):
            room.tell()


hub = Hub()
Read = Callable[[Room, int], Iterable[tuple[int, bytes]]]


class Wire:
    """A phone's connection, on which the teller of a room writes while the stream waits.

    A message costs so little that waking a stream to write it costs more (docs/performance.md).
    """

    def __init__(self, connection: socket.socket, read: Read, beat: bytes) -> None:
        self._connection, self._read, self._beat = connection, read, beat
        self._seen, self._left = 0, b""
        self._needed = threading.Event()

    def wait(self, room: Room, bell: threading.Event, seen: int) -> int:
        """Waits until the stream must write for itself, and answers the version the phone has then.

        It must at once if the bell has rung. What the connection did not take is written first.
        """
        self._seen, self._left = seen, b""
        self._needed.clear()
        if not room.watch(self, bell):
            return seen
        try:
            self._needed.wait()
        finally:
            room.wires.discard(self)
        self._connection.sendall(self._left)
        return self._seen

    def tell(self, room: Room) -> None:
        """Writes what is new, or a heartbeat; whatever goes wrong the stream meets again itself."""
        try:
            messages = list(self._read(room, self._seen))
            data = b"".join(message for _, message in messages) or self._beat
            chunk = b"%X\r\n%b\r\n" % (len(data), data)
            if self not in room.wires:
                return
            try:
                written = os.write(self._connection.fileno(), chunk)
            except BlockingIOError:
                written = 0
        except Exception:
            self._leave(room)
            return
        self._seen = messages[-1][0] if messages else self._seen
        if written < len(chunk):
            self._left = chunk[written:]
            self._leave(room)

    def _leave(self, room: Room) -> None:
        room.wires.discard(self)
        self._needed.set()


def init_app(app: Flask) -> None:
    """The app's streams hear what PostgreSQL notifies."""
    app.extensions["live"] = _Notified(app)


def changed(code: str) -> None:
    """The table of this code changes in this transaction: tells everyone once it is committed."""
    db.session.info.setdefault(CHANGED, set()).add(code)
    if db.engine.dialect.name == "postgresql":
        db.session.execute(
            text("SELECT pg_notify(:channel, :code)"), {"channel": CHANNEL, "code": code}
        )


@event.listens_for(Session, "after_commit")
def _tell(session: Session) -> None:
    for code in session.info.pop(CHANGED, ()):
        hub.tell(code)


@event.listens_for(Session, "after_rollback")
def _say_nothing(session: Session) -> None:
    session.info.pop(CHANGED, None)


def response(app: Flask, code: str, seen: int, read: Read, beat: bytes = BEAT) -> Response:
    """The answer that never ends: see `stream`. Raises ServiceUnavailable when there are too many.

    It holds no connection to the database, and no proxy may keep any of it back.
    """
    if hub.listeners >= MOST_STREAMS:
        raise ServiceUnavailable(retry_after=10)
    connection = _connection()
    wire = Wire(connection, read, beat) if connection else None
    return Response(
        stream(app, code, seen, read, beat, wire),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        direct_passthrough=True,  # a message goes out as it is, the same bytes to all
    )


def _connection() -> socket.socket | None:
    """The connection the request came by, if chunks can be written on it that nobody waits for."""
    found: socket.socket | None = request.environ.get("gunicorn.socket")
    chunked = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1"
    if found is None or not chunked or hasattr(found, "getpeercert"):  # which ciphers
        return None
    return None if os.get_blocking(found.fileno()) else found


def stream(
    app: Flask, code: str, seen: int, read: Read, beat: bytes = BEAT, wire: Wire | None = None
) -> Iterator[bytes]:
    """The messages of a stream: the news whenever there is some, a heartbeat when there is none.

    `seen` is the version the listener has; `read` answers what to say to those in a room who have
    a version, and which they have then; it raises Gone to end the stream. Nothing is queued for a
    listener: who is slow reads what is true then.
    """
    with hub.listening(code) as room, suppress(Gone):
        app.extensions["live"].start()
        while True:
            bell, quiet = room.bell, True
            for version, message in read(room, seen):
                seen, quiet = version, False
                yield message
            if quiet:
                yield beat
            if wire is None:
                bell.wait(BEAT_SECONDS)
            else:
                seen = wire.wait(room, bell, seen)


def version_seen(text: str | None, otherwise: int) -> int:
    """The version a listener says it has."""
    if text is None or not (text.isascii() and text.isdecimal()):
        return otherwise
    return min(int(text[:20]), LARGEST_VERSION)


class _Notified:
    """Listens to PostgreSQL on a connection of its own and wakes this process's listeners."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = threading.Lock()
        self._listens = False

    def start(self) -> None:
        """Begins to listen; goes on while anybody does. Other databases need no listener."""
        with self._lock:
            if self._listens:
                return
            with self._app.app_context():
                url = db.engine.url
            if url.get_backend_name() == "postgresql":
                self._listens = True
                threading.Thread(target=self._listen, args=(url,), daemon=True).start()

    def _listen(self, url: URL) -> None:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._ends():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    hub.tell_all()  # whatever was committed while nobody listened
                    while hub.listeners:
                        for notice in connection.notifies(timeout=BEAT_SECONDS):
                            hub.tell(notice.payload)
            except psycopg.Error as error:
                _log.warning("listening to the database again: %s", type(error).__name__)
                time.sleep(RETRY_SECONDS)

    def _ends(self) -> bool:
        with self._lock:
            self._listens = hub.listeners > 0
        return not self._listens


@lru_cache
def _environ(site: str) -> WSGIEnvironment:
    return EnvironBuilder(base_url=site).get_environ()


def render_apart(app: Flask, path: str, render: Callable[[], Any], locale: str = "en") -> Any:
    """What `render` makes in a request of nobody, whose database session ends with it."""
    if g and g.get(APART) == locale:
        return render()
    hosts = app.config["TRUSTED_HOSTS"] or ["localhost"]  # nobody asks by a name that is answered
    environ = {**_environ(f"http://{hosts[0].lstrip('.')}"), "PATH_INFO": path}
    with app.request_context(environ), force_locale(locale):
        setattr(g, APART, locale)
        try:
            return render()
        finally:
            db.session.remove()
