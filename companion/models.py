"""What is stored: tables, the facts of their rounds, and every change ever made to them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from companion.db import Base


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def utc(at: datetime) -> datetime:
    """A time from the database in UTC; SQLite does not keep the zone."""
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)


class Table(Base):
    """A table of people playing one match.

    `rules` holds every option of the game, so that a later default changes no old match;
    `players` the names by seat, `marks` the mark each side carries. `replaced` says who sat at a
    seat before: {"seat", "name", "until"}, the last round they played. `version` grows by one with
    each change. An archived table is found by nobody until it is brought back. `made_by` is a hash
    of the form that made it, so that one sent twice makes one table. `rematch_of` is the table
    whose match is played again on this one.
    """

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    players: Mapped[list[str]] = mapped_column(JSON)
    marks: Mapped[list[int]] = mapped_column(JSON)
    replaced: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    first_starter: Mapped[int]
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    archived_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    made_by: Mapped[str | None] = mapped_column(String(64), unique=True)
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("tables.id"), index=True)

    rounds: Mapped[list[Round]] = relationship(order_by="Round.number")
    drafts: Mapped[list[Draft]] = relationship()


class Scorer(Base):
    """A phone (or a program) that may score a table; `withdrawn_at` says since when no longer.

    `name` is what they call themself, "" while they have not said.
    """

    __tablename__ = "scorers"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(40), default="")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    withdrawn_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Round(Base):
    """The facts of a recorded round; `revision` is the table's version when they last changed."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("table_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    number: Mapped[int]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    void: Mapped[bool] = mapped_column(default=False)
    corrected: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int]


class Draft(Base):
    """The facts entered so far: of the round in progress (number 0) or a correction of a round."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("table_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    number: Mapped[int]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)


class Change(Base):
    """One change of a table: what it was about, and every place it touched before and after.

    `undone_by` is the version of the change that took it back. Changes are never deleted.
    `key` names the tap that made it: a repeat of it changes nothing. `scorer` made it; None for
    changes from before scorers were told apart.
    """

    __tablename__ = "changes"
    __table_args__ = (
        UniqueConstraint("table_id", "version"),
        UniqueConstraint("table_id", "key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    what: Mapped[str] = mapped_column(String(20))
    number: Mapped[int]
    pointer: Mapped[str] = mapped_column(String(120), default="")
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    undone_by: Mapped[int | None]
    scorer_id: Mapped[int | None] = mapped_column(ForeignKey("scorers.id"))
    key: Mapped[str | None] = mapped_column(String(64))

    scorer: Mapped[Scorer | None] = relationship(lazy="joined")


class Receipt(Base):
    """What a write with an idempotency key was answered, so that a repeat gets the same.

    `request` is a hash of the request, by which another one with the same key is told apart.
    """

    __tablename__ = "receipts"
    __table_args__ = (UniqueConstraint("table_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    key: Mapped[str] = mapped_column(String(200))
    request: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
