"""Taking changes back: the last one, or any earlier one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from companion import changes
from companion.changes import Also
from companion.conflicts import ChangedSince, Conflict, reverted
from companion.db import db
from companion.models import Change, Table
from companion.tables import Sheet, blank, newly_refused, review


def undo(table: Table, also: Also | None = None) -> Change:
    """Takes back the last change, whatever it was; again: the one before.

    Raises Conflict when there is nothing to take back.
    """
    change = changes.last(table)
    if change is None:
        raise Conflict("nothing_to_undo")
    changes.make(table, "undo", change.number, change.before, change.pointer)
    change.undone_by = table.version
    changes.commit(also)
    return change


def revert(sheet: Sheet, change: Change) -> None:
    """Puts what one change touched back to what it was; what came after it stays.

    Raises Conflict when later changes stand on it, or the round would break a rule.
    """
    if not change.before:
        raise Conflict("cannot_revert")
    places = {place: _taken_back(sheet, change, place) for place in change.before}
    rounds = len(sheet.table.rounds)
    for place, value in [*places.items()]:
        kind, _, text = place.partition("/")
        number = int(text or 0)
        if kind == "players" and change.after[place] != changes.read(sheet.table, place):
            raise Conflict("cannot_revert")
        if value is None and kind == "round":
            if number < rounds:
                raise Conflict("void_instead")
            places[f"draft/{number}"] = None
        elif value is None:
            continue
        elif number > rounds + (kind == "round"):
            raise Conflict("cannot_revert")
        elif kind == "draft" and value != change.before[place]:
            if newly_refused(sheet, value, sheet.draft(number), number):
                raise Conflict("cannot_revert")
        elif kind == "round" and number <= rounds:
            problems = review(sheet, value["facts"], number)[1]
            if any(problem.blocks for problem in problems):
                raise Conflict("cannot_revert")
    changes.make(sheet.table, "revert", change.number, places, change.pointer)
    db.session.commit()


def _taken_back(sheet: Sheet, change: Change, place: str) -> Any:
    """What a place holds without what one change did there, but with all that came after it."""
    there = changes.read(sheet.table, place)
    before, after = change.before[place], change.after[place]
    kind, _, number = place.partition("/")
    if kind == "draft" and len(change.before) == 1:
        of_table = select(Change).where(Change.table_id == sheet.table.id)
        later = db.session.scalars(of_table.where(Change.version > change.version))
        if any(place in one.before and len(one.before) > 1 for one in later):
            raise Conflict("cannot_revert")  # what is entered there now is for another round
        if there not in (None, after):
            empty = blank(sheet, int(number))
            before, after = before or empty, after or empty
    try:
        return reverted(there, before, after)
    except ChangedSince as since:
        raise Conflict("cannot_revert") from since
