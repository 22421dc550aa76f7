"""Who plays: names, the sides' marks, and somebody else at a seat from the next round on."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Mapping, Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import tables, words
from companion.show import TablePage
from companion.tables import MARKS
from companion.views.table import Answer, page, scorers_page
from engine.problems import Problem

pages = Blueprint("players", __name__, url_prefix="/t/<code>/players")


@pages.get("")
def players(code: str) -> Answer:
    """The names and marks, to be changed."""
    shown = page(code)
    if not shown.scores:
        abort(403)
    table = shown.sheet.table
    return _form(shown, table.players, table.marks)


@pages.post("")
def change(code: str) -> Answer:
    """Changes names and marks, or shows the form again with what is wrong."""
    shown = scorers_page(code)
    game = shown.game
    names = [request.form.get(f"/players/{seat}", "") for seat in range(game.seats)]
    marks = [request.form.get(f"/marks/{side}", type=int) for side in range(game.sides)]
    new = [seat for seat in range(game.seats) if f"/new/{seat}" in request.form]
    if request.form.get("seen") != _seen(shown):
        table = shown.sheet.table
        return _form(shown, table.players, table.marks, (), [Problem("", "stale")]), 409
    problems = tables.reseat(shown.sheet, names, marks, new)
    if problems:
        return _form(shown, names, marks, new, problems), 422
    flash(gettext("Names and marks are saved."))
    return redirect(url_for("table.table", code=shown.code), 303)


def _form(
    shown: TablePage,
    names: Sequence[str],
    marks: Sequence[int | None],
    new: Collection[int] = (),
    problems: Sequence[Problem] = (),
) -> str:
    said: Mapping[str, str] = {one.at: words.problem(one, shown.names) for one in problems}
    return render_template(
        "table/players.html",
        page=shown,
        names=names,
        marks=marks,
        new=new,
        all_marks=range(MARKS),
        problems=said,
        seen=_seen(shown),
    )


def _seen(shown: TablePage) -> str:
    """A mark of the names and marks this form was drawn with."""
    table = shown.sheet.table
    drawn = json.dumps([table.players, table.marks, table.replaced])
    return f"{zlib.crc32(drawn.encode()):08x}"
