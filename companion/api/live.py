"""The changes of a table as they happen, as Server-Sent Events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, request

from companion import changes, live, tables
from companion.api import documents
from companion.api.tables import watched
from companion.live import NOTHING, Gone, News, Read, Room
from companion.models import Change, Table

blueprint = Blueprint("live", __name__, url_prefix="/tables")

AT_ONCE = 100  # changes read from the database together


@blueprint.get("/<code>/live")
def stream(code: str) -> Response:
    """Every change as it happens, as Server-Sent Events.

    The id of an event is the table's version, its data the change as in the history. With
    Last-Event-ID it begins with the changes after that version, otherwise with those to come.
    """
    table = watched(code)
    app: Flask = cast("Any", current_app)._get_current_object()
    seen = live.version_seen(request.headers.get("Last-Event-ID"), table.version)
    read = _reader(app, request.path, table.code)
    return live.response(app, table.code, min(seen, table.version), read)


def _reader(app: Flask, path: str, code: str) -> Read:
    """Reads the changes after a version; who is up to date shares the newest with all others."""

    def apart(read: Callable[[Table], Any]) -> Any:
        return live.render_apart(app, path, lambda: read(tables.find(code) or _end()))

    def newest(_known: News) -> News:
        return apart(lambda table: _event(changes.newest(table.id)))

    def read(room: Room, seen: int) -> Iterator[tuple[int, bytes]]:
        latest = room.news("api", newest)
        if latest.version == seen + 1:
            yield latest.version, latest.message
            return
        while latest.version > seen:
            missed = apart(lambda table, seen=seen: _events(table, seen))
            yield from ((one.version, one.message) for one in missed)
            seen = missed[-1].version

    return read


def _end() -> Table:
    raise Gone


def _events(table: Table, seen: int) -> list[News]:
    return [_event(one) for one in changes.since(table, seen, AT_ONCE)]


def _event(one: Change | None) -> News:
    if one is None:
        return NOTHING
    return News(one.version, json.dumps(documents.change(one)))
