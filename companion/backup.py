"""A copy of everything in the database: gzipped lines of JSON, the same for every database.

The first line says what it is, every other line is a row. What was written from SQLite may be read
into PostgreSQL, and a copy of an older revision is read at its revision and then migrated.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from flask import current_app
from flask_migrate import upgrade
from sqlalchemy import DateTime, Engine, MetaData, func, insert, inspect, select, text
from sqlalchemy.engine import Connection

from companion.db import READS
from companion.models import utc

FORMAT = "haggis-companion/backup"
VERSION = 1
REVISIONS = "alembic_version"
CHUNK = 500  # rows

Step = Callable[[int], object]  # told how many more rows are done


class BadBackup(Exception):
    """A file that is no backup, or not a whole one; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Header:
    """What a backup holds: the revision of the database, and so many rows of each table."""

    revision: str
    rows: dict[str, int]

    @property
    def total(self) -> int:
        """How many rows there are in all."""
        return sum(self.rows.values())


def write(engine: Engine, file: Path, began: Callable[[Header], Step]) -> Header:
    """Writes a backup while others go on writing: all of it as it was at one moment.

    `began` is told what will be written and gives what is told of every step. The file comes into
    being only when it has been read again and is whole; only its owner may read it, as it holds
    the scorers' hashed tokens. Raises BadBackup when there is nothing to copy.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        with _reading(engine) as connection:
            header = _header(connection)
            digest = _write(part, _lines(connection, header, began(header)))
        if check(part) != header or _digest(part) != digest:
            raise BadBackup("backup_broken")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return header


def _reading(engine: Engine) -> Connection:
    """A connection that sees the database as it is at one moment, and holds nobody up."""
    options: dict[str, Any] = {READS: True}
    if engine.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    return engine.connect().execution_options(**options)


def _write(file: Path, lines: Iterator[bytes]) -> bytes:
    """Writes the lines, on the disk when this returns; answers their digest."""
    digest = hashlib.sha256()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
        with gzip.open(raw, "wb", compresslevel=6) as packed:
            for line in lines:
                digest.update(line)
                packed.write(line)
        raw.flush()
        os.fsync(raw.fileno())
    return digest.digest()


def _header(connection: Connection) -> Header:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise BadBackup("nothing_there")
    tables = _tables(connection)
    return Header(
        revision,
        {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in tables
        },
    )


def _tables(connection: Connection) -> list[Any]:
    """The tables there are, each after those it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != REVISIONS]


def _lines(connection: Connection, header: Header, step: Step) -> Iterator[bytes]:
    yield _line(
        {
            "format": FORMAT,
            "version": VERSION,
            "revision": header.revision,
            "at": datetime.now(UTC).isoformat(),
            "rows": header.rows,
        }
    )
    for table in _tables(connection):
        query = select(table).order_by(*table.primary_key)
        rows = connection.execute(query, execution_options={"yield_per": CHUNK})
        for some in rows.mappings().partitions():
            for row in some:
                yield _line([table.name, dict(row)])
            step(len(some))


def _line(value: object) -> bytes:
    plain = json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return plain.encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return utc(value).isoformat()
    raise TypeError(type(value))


def _digest(file: Path) -> bytes:
    with gzip.open(file) as lines:
        return hashlib.file_digest(lines, "sha256").digest()


def check(file: Path) -> Header:
    """What a backup holds, once all of it has been read. Raises BadBackup when it is not whole."""
    values = _read(file)
    header = _header_of(next(values, None))
    rows = Counter(dict.fromkeys(header.rows, 0))
    for value in values:
        match value:
            case [str() as name, dict()]:
                rows[name] += 1
            case _:
                raise BadBackup("backup_broken")
    if header.rows != rows:
        raise BadBackup("backup_broken")
    return header


def _read(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (EOFError, ValueError, zlib.error, gzip.BadGzipFile) as error:
        raise BadBackup("backup_broken") from error


def _header_of(value: Any) -> Header:
    match value:
        case {"format": str(kind), "version": int(version)} if kind == FORMAT:
            if version != VERSION:
                raise BadBackup("too_new")
        case _:
            raise BadBackup("no_backup")
    match value:
        case {"revision": str(revision), "rows": dict(rows)}:
            return Header(revision, rows)
    raise BadBackup("backup_broken")


def holds(engine: Engine) -> int:
    """How many tables of players a database holds."""
    with _reading(engine) as connection:
        if not inspect(connection).has_table("tables"):
            return 0
        return connection.scalar(text("SELECT count(*) FROM tables")) or 0


def restore(engine: Engine, file: Path, began: Callable[[Header], Step]) -> Header:
    """Makes the database what the backup holds, whatever was in it before.

    Raises BadBackup, and changes nothing, when the file is not whole or newer than this program.
    """
    header = check(file)
    script = ScriptDirectory(current_app.extensions["migrate"].directory)
    try:
        script.get_revision(header.revision)
    except CommandError as error:
        raise BadBackup("too_new") from error
    step = began(header)
    with engine.begin() as connection:
        metadata = MetaData()
        metadata.reflect(connection)
        metadata.drop_all(connection)
    upgrade(revision=header.revision)
    with engine.begin() as connection:
        _fill(connection, file, step)
    upgrade()
    return header


def _fill(connection: Connection, file: Path, step: Step) -> None:
    tables = {table.name: table for table in _tables(connection)}
    rows = islice(_read(file), 1, None)
    for name, of_table in groupby(rows, key=lambda row: row[0]):
        table = tables[name]
        times = [column.name for column in table.c if isinstance(column.type, DateTime)]
        while some := [row for _, row in islice(of_table, CHUNK)]:
            for row in some:
                row |= {time: _time(row[time]) for time in times}
            connection.execute(insert(table), some)
            step(len(some))
        if connection.dialect.name == "postgresql":
            newest = select(func.max(table.c.id)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(name, "id")
            connection.execute(select(func.setval(sequence, newest)))


def _time(kept: str | None) -> datetime | None:
    return None if kept is None else datetime.fromisoformat(kept)
