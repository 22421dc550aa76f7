"""The first page, and joining a table by its code."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion import keys, tables
from companion.security import RECENT
from companion.show import TablePage
from engine.games import GAMES

pages = Blueprint("home", __name__)

MOST_RECENT = 8


@pages.get("/")
def home() -> str:
    """What this is, a new table, joining one, the tables of this phone."""
    return home_page()


@pages.get("/join")
def join() -> tuple[str, int] | str | Response:
    """The table of a code that was typed."""
    typed = request.args.get("code", "")
    if not typed.strip():
        return home_page()
    table = tables.find(typed)
    if table is not None:
        return redirect(url_for("table.table", code=table.code))
    if tables.find(typed, archived=True):
        problem = gettext("This table was put away. Whoever runs this site can bring it back.")
    else:
        problem = gettext("There is no table with this code. Look at the scorer’s phone once more.")
    return home_page(typed=typed[:40], problem=problem), 404


def home_page(**more: Any) -> str:
    """The first page, with more on it: what was typed, and what is wrong with it."""
    found = [tables.find(code) for code in session.get(RECENT, [])]
    recent = [TablePage(tables.Sheet(table), scores=False) for table in found if table]
    return render_template("home.html", games=GAMES.values(), recent=recent, **more)


def remember(code: str) -> None:
    """Keeps the table at the head of this phone's list."""
    codes = [keys.plain_code(code), *session.get(RECENT, [])]
    kept = list(dict.fromkeys(codes))[:MOST_RECENT]
    if kept != session.get(RECENT):
        session[RECENT] = kept
        session.permanent = True
