"""Keeping a copy of a table, opening one again, and putting a table away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import exports, tables, words
from companion.api import body
from companion.api.problems import Refused
from companion.export_schema import MOST_SEATS, KeptTable
from companion.security import let_score, limiter
from companion.views.home import home_page, remember
from companion.views.table import Answer, page, scorers_page
from engine.problems import Problem

pages = Blueprint("keeping", __name__)

TOLD = 5  # problems of a file, at most


@pages.url_value_preprocessor
def larger(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A kept table is larger than anything else that is sent."""
    if endpoint == "keeping.open_copy":
        request.max_content_length = exports.MOST_BYTES


@pages.get("/t/<code>/export")
def copy(code: str) -> Answer:
    """What can be downloaded of a table."""
    return render_template("table/export.html", page=page(code))


@pages.post("/import")
@limiter.limit("10 per minute")
def open_copy() -> Answer:
    """Opens the table of a file that was downloaded here or elsewhere."""
    file = request.files.get("file")
    try:
        kept = body.fitted(KeptTable(), body.parsed(file.read() if file else b""))
        table, token, wrong = exports.read(kept)
    except Refused as refused:
        table, token, wrong = None, "", refused.problems
    if table is None:
        return home_page(wrong_copy=_said(wrong)), 422
    remember(table.code)
    flash(gettext("This is a copy, with a code of its own."))
    return let_score(redirect(url_for("table.table", code=table.code), 303), table, token)


def _said(wrong: Any) -> list[tuple[str, str]]:
    """What is wrong with a file, and where in it."""
    if any(one.at in ("", "/format", "/version") for one in wrong):
        wrong = [one for one in wrong if one.at == "/version" and one.code == "too_new"]
        wrong = wrong or [Problem("", "no_export")]
    names = words.seats(MOST_SEATS)
    return [(one.at, words.problem(one, names)) for one in wrong[:TOLD]]


@pages.get("/t/<code>/archive")
def ask(code: str) -> Answer:
    """Asks whether to put the table away."""
    shown = page(code)
    if not shown.scores:
        abort(403)
    return render_template("table/archive.html", page=shown)


@pages.post("/t/<code>/archive")
def archive(code: str) -> Answer:
    """Puts the table away."""
    table = scorers_page(code).sheet.table
    tables.archive(table)
    said = gettext("Table %(code)s was put away.", code=table.code)
    flash(f"{said} {gettext('Whoever runs this site can bring it back.')}")
    return redirect(url_for("home.home"), 303)
