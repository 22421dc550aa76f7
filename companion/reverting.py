"""Taking changes back: the last one, or any earlier one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    places = _places(sheet, change, _together(changes.since(sheet.table, change.version)))
    changes.make(sheet.table, "revert", change.number, places, change.pointer)
    db.session.commit()


def can_revert(sheet: Sheet, history: Sequence[Change]) -> set[int]:
    """The versions of these changes, the latest of a table, that `revert` would put back."""
    together = _together(history)
    return {change.version for change in history if _reverts(sheet, change, together)}


def _reverts(sheet: Sheet, change: Change, together: Mapping[str, int]) -> bool:
    try:
        places = _places(sheet, change, together)
    except Conflict:
        return False
    return any(value != changes.read(sheet.table, place) for place, value in places.items())


def _together(history: Sequence[Change]) -> dict[str, int]:
    """The last version in which each place was written together with others."""
    return {place: one.version for one in history if len(one.before) > 1 for place in one.before}


def _places(sheet: Sheet, change: Change, together: Mapping[str, int]) -> dict[str, Any]:
    """What the places hold once a change is put back; raises Conflict where it cannot be."""
    if not change.before:
        raise Conflict("cannot_revert")
    places = {place: _taken_back(sheet, change, place, together) for place in change.before}
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
    return places


def _taken_back(sheet: Sheet, change: Change, place: str, together: Mapping[str, int]) -> Any:
    """What a place holds without what one change did there, but with all that came after it."""
    there = changes.read(sheet.table, place)
    before, after = change.before[place], change.after[place]
    kind, _, number = place.partition("/")
    if kind == "draft" and len(change.before) == 1:
        if together.get(place, 0) > change.version:
            raise Conflict("cannot_revert")  # what is entered there now is for another round
        if there not in (None, after):
            empty = blank(sheet, int(number))
            before, after = before or empty, after or empty
    try:
        return reverted(there, before, after)
    except ChangedSince as since:
        raise Conflict("cannot_revert") from since
