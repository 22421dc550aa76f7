"""A table: its totals, the round in progress, the score sheet, sharing it."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from urllib.parse import urlsplit

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

from companion import changes, fields, hints, reverting, scorers, tables, words
from companion.conflicts import Clashes, Conflict
from companion.drafts import BadTap
from companion.models import Scorer
from companion.security import let_score, scorer_of, token_of_phone
from companion.show import RoundForm, TablePage
from companion.views import board
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


def scorers_page(code: str, number: int | None = None) -> TablePage:
    """The table of the code, locked for a change; only for a phone that may score.

    With the number of a recorded round, which must be there.
    """
    shown = _locked(code)
    scorers.act_as(scorer_of(shown.sheet.table, token_of_phone()) or abort(403), tap_key())
    if number is not None:
        need(shown, number)
    return shown


def need(shown: TablePage, number: int) -> None:
    """404 when there is no round of this number."""
    if not 1 <= number < shown.number:
        abort(404)


def _locked(code: str) -> TablePage:
    """The table of the code as it is now, locked for a change."""
    table = tables.find(code, change=True)
    return TablePage(tables.Sheet(table), scores=True) if table else abort(404)


def tap_key() -> str | None:
    """What names this tap: the key its form was drawn with, and everything it sends.

    The same control tapped twice, or sent again after a crash, has the same key.
    """
    if not request.form.get("key"):
        return None
    sent = [(name, text) for name, text in request.form.items(multi=True) if name != "csrf_token"]
    return hashlib.sha256(f"{request.path} {sorted(sent)}".encode()).hexdigest()


@pages.app_errorhandler(scorers.Repeated)
def repeated(_error: scorers.Repeated) -> Response:
    """A repeat of a tap that was made: the page as it is now."""
    args = request.view_args or {}
    shown = page(args["code"])
    number = args.get("number", 0)
    flash(gettext("That was sent twice, and counted once."))
    if request.endpoint == "table.revert":
        return redirect(url_for(".history", code=shown.code), 303)
    if number and request.endpoint == "table.tap":
        return redirect(place(shown, number, request.args.get("open", "")), 303)
    return redirect(place(shown, 0, request.args.get("open", "")), 303)


@pages.get("")
def table(code: str) -> Answer:
    """The table page; who has no token at all only watches."""
    shown = page(code) if token_of_phone() else None
    written, html = (shown.code, "") if shown else board.page(code, "watch")
    if code != written:
        return redirect(url_for(".table", code=written))
    remember(written)
    return show(shown) if shown else html


def show(shown: TablePage, form: RoundForm | None = None, status: int = 200) -> Answer:
    """The table page, with the round in progress as the form has it."""
    form = form or RoundForm(shown, 0, open=request.args.get("open", ""))
    return render_template("table/table.html", page=shown, form=form), status


@pages.get("/score/<token>")
def let_in(code: str, token: str) -> Answer:
    """Opened once, the scorer's link lets this phone score, with a token of its own."""
    tables.begin_to_write()
    table = tables.find(code)
    if table is None or not scorers.lets_in(table, token):
        abort(404)
    remember(table.code)
    response = redirect(url_for(".table", code=table.code))
    if scorer_of(table, token_of_phone()):
        return response
    return let_score(response, table, scorers.let_another(table))


@pages.get("/share")
def share(code: str) -> Answer:
    """The code, the links with their QR codes, and who keeps the score."""
    hints.done("share")
    return _share(page(code))


def _share(shown: TablePage, problem: str | None = None, typed: str = "") -> Answer:
    table, token = shown.sheet.table, token_of_phone()
    watch_url = url_for(".table", code=shown.code, _external=True)
    score_url = url_for(".let_in", code=shown.code, token=token or "-", _external=True)
    return render_template(
        "table/share.html",
        page=shown,
        watch_url=watch_url,
        watch_qr=_qr(watch_url),
        score_url=score_url if shown.scores else None,
        score_qr=_qr(score_url) if shown.scores else None,
        scorers=scorers.of_table(table) if shown.scores else (),
        me=scorer_of(table, token),
        problem=problem,
        typed=typed,
    ), 422 if problem else 200


@pages.post("/scorer")
def name_scorer(code: str) -> Answer:
    """Says what this phone's scorer is called."""
    shown = scorers_page(code)
    typed = request.form.get("/scorer", "")
    problems = scorers.call(_me(shown), typed)
    if problems:
        return _share(shown, words.problem(problems[0], ()), typed[:60])
    return redirect(url_for(".share", code=shown.code, _anchor="scorers"), 303)


@pages.post("/withdraw")
def withdraw(code: str) -> Answer:
    """Ends the others' right to score, or one's own once somebody else has it."""
    shown = scorers_page(code)
    table = shown.sheet.table
    if request.form.get("who") == "others":
        token = scorers.withdraw_others(table, _me(shown))
        flash(gettext("Only this phone keeps the score now."))
        return let_score(redirect(url_for(".share", code=shown.code), 303), table, token)
    try:
        scorers.hand_over(table, _me(shown))
    except Conflict as conflict:
        flash(words.conflict(conflict.code))
        return redirect(url_for(".share", code=shown.code), 303)
    flash(gettext("You only watch now."))
    return redirect(url_for(".table", code=shown.code), 303)


def _me(shown: TablePage) -> Scorer:
    return scorer_of(shown.sheet.table, token_of_phone()) or abort(403)


def _qr(url: str) -> Markup:
    svg = segno.make(url, error="m").svg_inline(border=2, omitsize=True, svgclass=None)
    return Markup(svg)


# The round in progress, and the correction of a recorded one (number > 0)


@pages.post("/tap", defaults={"number": 0})
@pages.post("/rounds/<int:number>/tap")
def tap(code: str, number: int) -> Answer:
    """Enters one fact; the page then shows the round with it."""
    shown = scorers_page(code, number or None)
    opened = request.args.get("open", "")
    typed = "typed" in request.args
    try:
        refused = _enter(shown, number, typed=typed)
    except Clashes as found:
        return form_page(shown, _clashing(shown, number, found, opened), 409)
    if refused:
        return form_page(shown, _again(shown, number, refused, opened), 422)
    hints.done("tap")
    return redirect(place(shown, number, opened), 303)


def _clashing(shown: TablePage, number: int, found: Clashes, opened: str = "") -> RoundForm:
    """The form with what is there now, and what was tapped here to choose instead."""
    return RoundForm(shown, number, opened, clashes=found.clashes, clashed_by=found.last)


def _enter(shown: TablePage, number: int, *, typed: bool) -> tuple[Problem, ...]:
    """Enters the taps of the form, and says what was refused."""
    try:
        taps = fields.read_taps(request.form.items(multi=True))
        seen = fields.whole(request.form.get("base", ""))
        return tables.tap(shown.sheet, number, taps, typed=typed, seen=seen) if taps else ()
    except fields.Unreadable as error:
        return (error.problem,)
    except BadTap:
        return (Problem("", "form_outdated"),)
    except Conflict as conflict:
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
        then = replace(shown, of=form.number)
        form = replace(form, page=then)
        return render_template("table/correct.html", page=then, form=form), status
    return show(shown, form, status)


def place(shown: TablePage, number: int, opened: str = "") -> str:
    """Where the form of a round is found."""
    anchor = opened or "round"
    if number:
        return url_for(
            "rounds.correcting", code=shown.code, number=number, open=opened or None, _anchor=anchor
        )
    return url_for("table.table", code=shown.code, open=opened or None, _anchor=anchor)


@pages.post("/record", defaults={"number": 0})
@pages.post("/rounds/<int:number>/save")
def record(code: str, number: int) -> Answer:
    """Records the round, once its result has been shown; else says what is missing or wrong."""
    shown = scorers_page(code, number or None)
    try:
        refused = _enter(shown, number, typed=True)
    except Clashes as found:
        return form_page(shown, _clashing(shown, number, found), 409)
    if refused:
        return form_page(shown, _again(shown, number, refused, checked=True), 422)
    shown = _locked(code)
    form = RoundForm(shown, number, checked=True)
    if form.ready and request.form.get("seen") != form.seen:
        flash(gettext("This is the result. Look at it, then record it."))
        return redirect(place(shown, number, "result"), 303)
    recorded = shown.number
    try:
        problems = (
            tables.correct(shown.sheet, number, form.document)
            if number
            else tables.record(shown.sheet, form.document)
        )
    except Conflict as conflict:
        return form_page(shown, _again(shown, number, (Problem("", conflict.code),)), 409)
    if any(problem.blocks for problem in problems):
        return form_page(shown, form, 422)
    if number:
        flash(gettext("Round %(number)s is corrected.", number=number))
    else:
        flash(gettext("Round %(number)s is recorded.", number=recorded))
    return redirect(url_for(".table", code=shown.code, _anchor="sheet" if number else "main"), 303)


@pages.get("/stakes/<int:seat>", defaults={"number": 0})
@pages.get("/rounds/<int:number>/stakes/<int:seat>")
def stakes(code: str, number: int, seat: int) -> Answer:
    """What each bet or bid of a seat would pay and cost, whoever is first out."""
    shown = page(code)
    if number:
        need(shown, number)
    if seat >= len(shown.people):
        abort(404)
    form = RoundForm(shown, number)
    back, person = place(shown, number), shown.people[seat]
    return render_template("table/stakes.html", page=shown, form=form, person=person, back=back)


@pages.post("/undo")
def undo(code: str) -> Answer:
    """Takes back the last change, whatever it was."""
    shown = scorers_page(code)
    try:
        change = reverting.undo(shown.sheet.table)
    except Conflict as conflict:
        flash(words.conflict(conflict.code))
        return redirect(place(shown, 0), 303)
    said = words.change(change.what, change.number, change.pointer)
    flash(gettext("Taken back: %(change)s.", change=said))
    if change.what in ("tap", "drop") and change.number:
        return _another_page(place(shown, change.number, request.args.get("open", "")))
    return redirect(place(shown, 0, request.args.get("open", "")), 303)


def _another_page(address: str) -> Response:
    """Leads to a page, which is not to be taken for a new state of another one that asked."""
    asked, led = urlsplit(request.referrer or ""), urlsplit(address)
    if "HX-Request" in request.headers and asked.path != led.path:
        return Response(headers={"HX-Redirect": address})
    return redirect(address, 303)


@pages.get("/history")
def history(code: str) -> Answer:
    """Every change: when, by whom, what, before and after."""
    shown = page(code)
    return render_template("table/history.html", page=shown, changes=shown.history)


@pages.post("/revert")
def revert(code: str) -> Answer:
    """Puts what one change touched back to what it was."""
    shown = scorers_page(code)
    version = fields.whole(request.form.get("version", ""))
    try:
        change = changes.of_version(shown.sheet.table, version or 0)
        reverting.revert(shown.sheet, change)
        said = words.change(change.what, change.number, change.pointer)
        flash(gettext("Reverted: %(change)s.", change=said))
    except Conflict as conflict:
        flash(words.conflict(conflict.code))
    return redirect(url_for(".history", code=shown.code), 303)


@pages.post("/rematch")
def rematch(code: str) -> Answer:
    """The table where the match is played again: a new one with the same names and rules, whose
    first starter would have been next; for another scorer who asks, the one that is there."""
    shown = _locked(code)
    scorers.act_as(_me(shown))
    old = shown.sheet
    if there := tables.rematch(old.table):
        token = token_of_phone()
        if scorers.lets_in(there, token):
            return redirect(url_for(".let_in", code=there.code, token=token), 303)
        return redirect(url_for(".table", code=there.code), 303)
    table, token, problems = tables.create(
        old.game,
        old.table.players,
        rules=old.table.rules,
        first=old.standing.next.seat,
        marks=old.table.marks,
        rematch_of=old.table,
    )
    if table is None:
        flash(words.problem(problems[0], ()))
        return redirect(url_for(".table", code=code), 303)
    remember(table.code)
    return let_score(redirect(url_for(".table", code=table.code), 303), table, token)
