"""Live pages: the stream of a table, and the big screen."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for
from flask_babel import get_locale

from companion import changes, live, tables
from companion.live import News, Room
from companion.security import scorer_of, token_of_phone
from companion.views.board import VIEWS, Board, board, page
from companion.views.table import Answer
from companion.words import news_word, problem
from engine.problems import Problem

pages = Blueprint("live", __name__, url_prefix="/t/<code>")

BEAT = b"event: beat\n\n"  # an event, so that a page knows that the stream still flows


@pages.get("/tv")
def tv(code: str) -> str:
    """The table for a big screen, readable across a room."""
    return page(code, "tv")[1]


@pages.get("/live")
def stream(code: str) -> Answer:
    """Server-Sent Events: the whole board for those who watch, and a word for those who score.

    A scorer's own page has a form of its own in it, so it only hears that something changed and
    asks for itself.
    """
    stamp = tables.stamp(code) or abort(404)
    view = request.args.get("view", "watch")
    if view not in VIEWS:
        view = "score" if _scores(code) else "watch"
    return event_stream(stamp.code, view)


def _scores(code: str) -> bool:
    token, table = token_of_phone(), tables.find(code)
    return bool(token and table and scorer_of(table, token))


def event_stream(code: str, view: str) -> Response:
    """The answer that never ends."""
    app: Flask = cast("Any", current_app)._get_current_object()
    locale = str(get_locale())
    path, kind, brief = (
        url_for("table.table", code=code),
        f"{view} {locale}",
        "brief" in request.args,
    )

    def render(known: News) -> News:
        return live.render_apart(app, path, lambda: _news(code, view, known), locale)

    def read(room: Room, seen: int) -> Iterable[tuple[int, bytes]]:
        news = room.news(kind, render)
        if news.version == seen:
            return ()
        return ((news.version, news.after(seen) if brief else news.message),)

    said = request.headers.get("Last-Event-ID") or request.args.get("have")
    return live.response(app, code, live.version_seen(said, 0), read, BEAT)


def _news(code: str, view: str, known: News) -> News:
    table = tables.find(code)
    if table is None:
        return _gone(code)
    if table.version == known.version:
        return known
    said = news_word(changes.newest(table.id))
    if view in VIEWS:
        return _shown(board(tables.stamped(table), view), said, known)
    data = json.dumps({"said": said})
    return News(table.version, data, "changed")


def _shown(now: Board, said: str, known: News) -> News:
    """The message that shows a board, and a brief one that keeps what it has in common with the
    one before."""
    whole = render_template("parts/message.html", board=now, said=said)
    brief = whole
    for part in now.parts:
        if part in known.parts:
            brief = brief.replace(part, _same(part, known.version))
    return News(now.version, whole, "", now.parts, known.version, brief)


def _same(part: str, version: int) -> str:
    """What stands for a part that is as it was in this version: its tag, with nothing in it."""
    return f'{part[: part.index(">")]} data-same="{version}"></div>'


def _gone(code: str) -> News:
    """What a page is told of a table that was archived: it asks for itself, and hears the same."""
    table = tables.find(code, archived=True) or abort(404)
    data = json.dumps({"said": problem(Problem("", "archived"), ())})
    return News(table.version + 1, data, "changed")
