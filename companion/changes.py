"""Every change of a table, with what it touched: its values before and after.

A change names the places it touches: "players", "draft/0" (the round in progress), "draft/3" (a
correction), "round/3".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Update, bindparam, insert, select, update
from sqlalchemy.orm.attributes import set_committed_value

from companion import live
from companion.conflicts import Conflict
from companion.db import db
from companion.models import Change, Draft, Receipt, Round, Table, now
from companion.scorers import ACTING, KEY

_NEWEST = (
    select(Change)
    .where(Change.table_id == bindparam("table_id"))
    .order_by(Change.version.desc())
    .limit(1)
)
_LAST = _NEWEST.where(Change.undone_by.is_(None), Change.what.not_in(("undo", "rematch")))

# What every tap writes is written by itself: a session that finds out what has changed takes as
# long as everything else in the database.
_tables, _drafts, _changes = (Table.metadata.tables[t] for t in ("tables", "drafts", "changes"))
_MOVED_ON = (
    update(_tables)
    .where(_tables.c.id == bindparam("row"))
    .values(version=bindparam("version"), changed_at=bindparam("changed_at"))
)
_ENTERED = update(_drafts).where(_drafts.c.id == bindparam("row")).values(facts=bindparam("facts"))
_KEPT = insert(_changes)

Also: TypeAlias = Callable[[], Receipt]  # what to keep together with a change, or not at all


def read(table: Table, place: str) -> Any:
    """What is at a place of the table now, as JSON has it; None where nothing is."""
    kind, _, number = place.partition("/")
    if kind == "players":
        return {"names": table.players, "marks": table.marks, "replaced": table.replaced}
    if kind == "round":
        one = next((r for r in table.rounds if r.number == int(number)), None)
        keep = ("facts", "void", "corrected")
        return None if one is None else {name: getattr(one, name) for name in keep}
    return next((d.facts for d in table.drafts if d.number == int(number)), None)


def _update(row: Table | Draft, statement: Update, **values: Any) -> None:
    db.session.execute(statement, {"row": row.id, **values})
    for name, value in values.items():
        set_committed_value(row, name, value)


def _write(table: Table, place: str, value: Any) -> None:
    kind, _, number = place.partition("/")
    if kind == "players":
        table.players, table.marks = value["names"], value["marks"]
        table.replaced = value["replaced"]
        return
    rows: list[Any] = table.rounds if kind == "round" else table.drafts
    row: Any = next((one for one in rows if one.number == int(number)), None)
    if value is None:
        if row is not None:
            rows.remove(row)
            db.session.delete(row)
        return
    if row is None:
        model = Round if kind == "round" else Draft
        row = model(table_id=table.id, number=int(number))
        rows.append(row)
    elif kind == "draft" and row.id:
        _update(row, _ENTERED, facts=value)
        return
    for name, member in (value if kind == "round" else {"facts": value}).items():
        setattr(row, name, member)
    if kind == "round":
        row.revision = table.version


def make(
    table: Table, what: str, number: int, places: Mapping[str, Any], pointer: str = ""
) -> None:
    """Writes the places and keeps what they were; does nothing when nothing is different.

    A change without places is only told: it cannot be taken back.
    """
    before = {place: read(table, place) for place in places}
    if places and before == dict(places):
        return
    _update(table, _MOVED_ON, version=table.version + 1, changed_at=now())
    live.changed(table.code)
    for place, value in places.items():
        _write(table, place, value)
    kept = {
        "table_id": table.id,
        "version": table.version,
        "at": table.changed_at,
        "what": what,
        "number": number,
        "pointer": pointer[:120],
        "before": before,
        "after": dict(places),
        "scorer_id": db.session.info.get(ACTING),
        "key": db.session.info.pop(KEY, None),
    }
    db.session.execute(_KEPT, kept)


def last(table: Table) -> Change | None:
    """The change that undo would take back."""
    return db.session.scalar(_LAST, {"table_id": table.id})


def newest(table_id: int) -> Change | None:
    """The change of a table that was made last, be it an undo."""
    return db.session.scalar(_NEWEST, {"table_id": table_id})


def since(table: Table, version: int, most: int | None = None) -> Sequence[Change]:
    """The first changes, or all, after a version, the oldest first."""
    later = select(Change).where(Change.table_id == table.id, Change.version > version)
    return db.session.scalars(later.order_by(Change.version).limit(most)).all()


def of_version(table: Table, version: int) -> Change:
    """The change that made this version of the table; raises Conflict when there is none."""
    found = db.session.scalar(
        select(Change).where(Change.table_id == table.id, Change.version == version)
    )
    if found is None:
        raise Conflict("no_such_change")
    return found


def history(table: Table) -> Sequence[Change]:
    """Every change of the table, the first one first."""
    of_table = select(Change).where(Change.table_id == table.id)
    return db.session.scalars(of_table.order_by(Change.version)).all()


def commit(also: Also | None) -> None:
    """Makes what was changed last, and the receipt with it."""
    if also is not None:
        db.session.add(also())
    db.session.commit()
