"""The database: SQLite that loses nothing, or PostgreSQL by DATABASE_URL."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from flask import has_request_context, request
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.orm import DeclarativeBase

BUSY_SECONDS = 10
READS = "only_reads"  # the execution option of a connection that writes nothing
WRITES = "writes"  # and of one that writes, although the request only asks


class Model(DeclarativeBase):
    """Every table's base; constraints have names, so that migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


# A request is answered with what it has committed, without reading that again.
db = SQLAlchemy(model_class=Model, session_options={"expire_on_commit": False})
if TYPE_CHECKING:  # which the types of Flask-SQLAlchemy's own base do not say
    Base = Model
else:
    Base = db.Model
migrate = Migrate()


@event.listens_for(Engine, "connect")
def _durable(connection: Any, _record: object) -> None:
    """Every commit of SQLite is on the disk before it is answered, and readers never wait."""
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # the driver must not begin transactions of its own
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={BUSY_SECONDS * 1000}",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    """Whoever may write takes SQLite's write lock first: a stale snapshot cannot be upgraded."""
    if connection.dialect.name != "sqlite":
        return
    options = connection.get_execution_options()
    looks = has_request_context() and request.method in ("GET", "HEAD", "OPTIONS")
    reads = options.get(READS) or (looks and not options.get(WRITES))
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
