"""The board of a table: what everybody sees who watches it, drawn once for each version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, cast

from flask import Flask, abort, current_app, render_template, request, url_for
from flask_babel import get_locale
from markupsafe import Markup

from companion import live, tables, words
from companion.db import db
from companion.models import Table
from companion.show import Heading, RoundForm, TablePage, Written
from companion.tables import Stamp
from engine.game import Game
from engine.games import GAMES

VIEWS = {"watch": "table/table.html", "tv": "table/tv.html"}
PARTS = ("parts/sheet.html", "parts/chart.html")
MOST_KEPT = 300
WHEN = "{when this page is drawn}"


@dataclass(frozen=True)
class Board:
    """What changes of a page, finished, and what the rest of the page says of the table.

    `parts` are those of its HTML that stay as they are while a round is entered.
    """

    code: str
    game: Game[Any]
    version: int
    html: Markup
    parts: tuple[str, ...]
    scores: ClassVar[bool] = False


def board(stamp: Stamp, view: str) -> Board:
    """The board of a table in this state, in the language that is spoken."""
    return _drawn(stamp, view, str(get_locale()))


def page(code: str, view: str) -> tuple[str, str]:
    """The code as it is written, and the whole page around the board; 404 without a table."""
    stamp = tables.stamp(code) or abort(404)
    html = _page(stamp, view, str(get_locale()), request.full_path)
    return stamp.code, html.replace(WHEN, words.drawn_at())


def drawn(template: str, page: Written | Heading) -> Markup:
    """A part of a page that stays as it is while a round is entered."""
    return _part(template, page, str(get_locale()))


@lru_cache(MOST_KEPT)
def _part(template: str, page: Written | Heading, _locale: str) -> Markup:
    return Markup(render_template(template, page=page)).strip()


@lru_cache(MOST_KEPT)
def _page(stamp: Stamp, view: str, locale: str, _path: str) -> str:
    shown = _drawn(stamp, view, locale)
    return render_template(VIEWS[view], page=shown, drawn_at=lambda: WHEN)


@lru_cache(MOST_KEPT)
def _drawn(stamp: Stamp, view: str, locale: str) -> Board:
    app: Flask = cast("Any", current_app)._get_current_object()
    path = url_for("table.table", code=stamp.code)
    html, parts = live.render_apart(app, path, lambda: _draw(stamp.id, view), locale)
    return Board(stamp.code, GAMES[stamp.game], stamp.version, Markup(html), parts)


def _draw(of: int, view: str) -> tuple[str, tuple[str, ...]]:
    table = db.session.get(Table, of) or abort(404)  # which may have been read just now
    shown = TablePage(tables.Sheet(table), scores=False)
    form = RoundForm(shown, 0)
    html = render_template(VIEWS[view], layout="bare.html", page=shown, form=form)
    parts = [drawn(part, shown.written) for part in PARTS] if shown.rows else []
    return html, tuple(part for part in parts if part and part in html)
