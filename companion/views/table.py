"""A table: its totals, the round in progress, the score sheet, sharing it."""

from __future__ import annotations

import segno
from flask import (
    Blueprint,
    abort,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import fields, tables, words
from companion.drafts import BadTap
from companion.security import let_score, limiter, scorer_of, token_of_phone
from companion.show import RoundForm, TablePage
from companion.views.home import remember
from engine.problems import Problem

pages = Blueprint("table", __name__, url_prefix="/t/<code>")

Answer = str | tuple[str, int] | Response


def page(code: str) -> TablePage:
    """The table of the code, for the phone that asks."""
    table = tables.find(code)
    if table is None:
        abort(404)
    return TablePage(tables.Sheet(table), scores=scorer_of(table, token_of_phone()) is not None)


def scorers_page(code: str) -> TablePage:
    """The table of the code, locked for a change; only for a phone that may score."""
    table = tables.find(code, change=True)
    if table is None:
        abort(404)
    tables.act_as(scorer_of(table, token_of_phone()) or abort(403))
    return TablePage(tables.Sheet(table), scores=True)


@pages.get("")
def table(code: str) -> Answer:
    """The table page."""
    shown = page(code)
    if code != shown.code:
        return redirect(url_for(".table", code=shown.code))
    remember(shown.code)
    return show(shown)


def show(shown: TablePage, form: RoundForm | None = None, status: int = 200) -> Answer:
    """The table page, with the round in progress as the form has it."""
    form = form or RoundForm(shown, 0, open=request.args.get("open", ""))
    return render_template("table/table.html", page=shown, form=form), status


@pages.get("/score/<token>")
@limiter.limit("60 per minute")
def let_in(code: str, token: str) -> Answer:
    """Opened once, the scorer's link lets this phone score, with a token of its own."""
    table = tables.find(code)
    if table is None or scorer_of(table, token) is None:
        abort(404)
    remember(table.code)
    response = redirect(url_for(".table", code=table.code))
    if scorer_of(table, token_of_phone()):
        return response
    return let_score(response, table, tables.let_another_score(table))


@pages.get("/share")
def share(code: str) -> Answer:
    """The code, and the links with their QR codes."""
    shown = page(code)
    watch_url = url_for(".table", code=shown.code, _external=True)
    score_url = url_for(".let_in", code=shown.code, token=token_of_phone() or "-", _external=True)
    return render_template(
        "table/share.html",
        page=shown,
        watch_url=watch_url,
        watch_qr=_qr(watch_url),
        score_url=score_url if shown.scores else None,
        score_qr=_qr(score_url) if shown.scores else None,
    )


def _qr(url: str) -> Markup:
    svg = segno.make(url, error="m").svg_inline(border=2, omitsize=True, svgclass=None)
    return Markup(svg)


# The round in progress, and the correction of a recorded one (number > 0)


@pages.post("/tap", defaults={"number": 0})
@pages.post("/rounds/<int:number>/tap")
def tap(code: str, number: int) -> Answer:
    """Enters one fact; the page then shows the round with it."""
    shown = scorers_page(code)
    opened = request.args.get("open", "")
    typed = "typed" in request.args
    refused = _enter(shown, number, typed=typed)
    if refused:
        return form_page(shown, _again(shown, number, refused, opened), 422)
    return redirect(place(shown, number, opened), 303)


def _enter(shown: TablePage, number: int, *, typed: bool) -> tuple[Problem, ...]:
    """Enters the taps of the form, and says what was refused."""
    try:
        taps = fields.read_taps(request.form.items(multi=True))
        return tables.tap(shown.sheet, number, taps, typed=typed) if taps else ()
    except fields.Unreadable as error:
        return (error.problem,)
    except BadTap:
        return (Problem("", "form_outdated"),)
    except tables.Conflict as conflict:
        return (Problem("", conflict.code),)


def _again(
    shown: TablePage,
    number: int,
    refused: tuple[Problem, ...] = (),
    opened: str = "",
    *,
    checked: bool = False,
) -> RoundForm:
    typed = {name: text for name, text in request.form.items() if name.startswith("/")}
    return RoundForm(shown, number, opened, checked, typed if refused else {}, refused)


def form_page(shown: TablePage, form: RoundForm, status: int = 200) -> Answer:
    """The page that holds the form: the table's, or that of the correction."""
    if form.number:
        return render_template("table/correct.html", page=shown, form=form), status
    return show(shown, form, status)


def place(shown: TablePage, number: int, opened: str = "") -> str:
    """Where the form of a round is found."""
    anchor = opened or "round"
    if number:
        return url_for(
            "rounds.correcting", code=shown.code, number=number, open=opened or None, _anchor=anchor
        )
    return url_for(".table", code=shown.code, open=opened or None, _anchor=anchor)


@pages.post("/record", defaults={"number": 0})
@pages.post("/rounds/<int:number>/save")
def record(code: str, number: int) -> Answer:
    """Records the round, once its result has been shown; else says what is missing or wrong."""
    shown = scorers_page(code)
    refused = _enter(shown, number, typed=True)
    if refused:
        return form_page(shown, _again(shown, number, refused, checked=True), 422)
    shown = scorers_page(code)
    form = RoundForm(shown, number, checked=True)
    if form.ready and request.form.get("seen") != form.seen:
        flash(gettext("This is the result. Look at it, then record it."))
        return redirect(place(shown, number, "result"), 303)
    try:
        problems = (
            tables.correct(shown.sheet, number, form.document)
            if number
            else tables.record(shown.sheet, form.document)
        )
    except tables.Conflict as conflict:
        return form_page(shown, _again(shown, number, (Problem("", conflict.code),)), 409)
    if any(problem.blocks for problem in problems):
        return form_page(shown, form, 422)
    if number:
        flash(gettext("Round %(number)s is corrected.", number=number))
    else:
        flash(gettext("Round %(number)s is recorded.", number=shown.number - 1))
    return redirect(url_for(".table", code=shown.code, _anchor="sheet" if number else "main"), 303)


@pages.post("/undo")
def undo(code: str) -> Answer:
    """Takes back the last change, whatever it was."""
    shown = scorers_page(code)
    try:
        change = tables.undo(shown.sheet.table)
    except tables.Conflict as conflict:
        flash(words.conflict(conflict.code))
        return redirect(place(shown, 0), 303)
    said = words.change(change.what, change.number, change.pointer)
    flash(gettext("Taken back: %(change)s.", change=said))
    correcting = change.what in ("tap", "drop") and change.number
    return redirect(
        place(shown, change.number if correcting else 0, request.args.get("open", "")), 303
    )


@pages.post("/rematch")
def rematch(code: str) -> Answer:
    """A new table with the same names and rules; whoever started last starts this one's left."""
    old = scorers_page(code).sheet
    table, token, problems = tables.create(
        old.game, old.table.players, rules=old.table.rules, first=old.standing.next.seat
    )
    if table is None:
        flash(words.problem(problems[0], ()))
        return redirect(url_for(".table", code=code), 303)
    remember(table.code)
    return let_score(redirect(url_for(".table", code=table.code), 303), table, token)
