"""A recorded round: its explanation, its correction, leaving it out."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import hints, tables
from companion.show import RoundForm
from companion.views.table import Answer, form_page, need, page, scorers_page

pages = Blueprint("rounds", __name__, url_prefix="/t/<code>/rounds/<int:number>")


@pages.get("")
def past(code: str, number: int) -> Answer:
    """How a round was scored, line by line."""
    shown = replace(page(code), of=number)
    need(shown, number)
    hints.done("round")
    played = shown.past(number)
    return render_template(
        "table/past.html",
        page=shown,
        played=played,
        stored=shown.sheet.round(number),
        sums=shown.sums(played.score),
        notes=shown.said(played.problems),
    )


@pages.get("/correct")
def correcting(code: str, number: int) -> Answer:
    """The form of a recorded round, as it was filled in."""
    shown = replace(page(code), of=number)
    if not shown.scores:
        abort(403)
    need(shown, number)
    return form_page(shown, RoundForm(shown, number, open=request.args.get("open", "")))


@pages.post("/drop")
def drop(code: str, number: int) -> Answer:
    """Forgets what was entered for the correction."""
    shown = scorers_page(code, number)
    tables.drop_correction(shown.sheet, number)
    return redirect(url_for(".past", code=shown.code, number=number), 303)


@pages.post("/void", defaults={"restore": False})
@pages.post("/restore", defaults={"restore": True})
def void(code: str, number: int, restore: bool) -> Answer:
    """Leaves the round out of every total, or brings it back."""
    shown = scorers_page(code, number)
    tables.void(shown.sheet, number, restore=restore)
    if restore:
        flash(gettext("Round %(number)s counts again.", number=number))
    else:
        flash(
            gettext(
                "Round %(number)s is void: it stays on the sheet and counts for nothing.",
                number=number,
            )
        )
    return redirect(url_for("table.table", code=shown.code, _anchor="sheet"), 303)
