"""What whoever runs the site does at a terminal: copies, and putting old tables away."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import click
from flask import Flask
from flask.cli import with_appcontext
from flask_babel import gettext, ngettext

from companion import backup, tables, words
from companion.backup import BadBackup, Header, Step
from companion.db import db
from companion.models import Table, now, utc
from engine.games import GAMES

KEPT_MONTHS = 18

_FILE = click.Path(path_type=Path, dir_okay=False)


def init_app(app: Flask) -> None:
    """Adds the commands."""
    for command in (write_backup, restore_backup, prune, unarchive):
        app.cli.add_command(command)


@click.command("backup")
@click.argument("file", type=_FILE)
@with_appcontext
def write_backup(file: Path) -> None:
    """Copies everything into FILE, while the server goes on.

    The file is gzipped JSON, the same for SQLite and PostgreSQL. It is read again before it
    counts. It holds no token, but treat it as private: it has every name.
    """
    if file.exists():
        raise click.ClickException(gettext("There is a file of this name already."))
    with _progress(gettext("Copying")) as began, _said_plainly(file):
        header = backup.write(db.engine, file, began)
    click.echo(_rows(gettext("Copied and checked: %(rows)s."), header))


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--replace", is_flag=True, help="Overwrite a database that holds tables.")
@with_appcontext
def restore_backup(file: Path, replace: bool) -> None:
    """Makes the database what FILE holds; stop the server first.

    A copy of an older version is brought up to date.
    """
    found = backup.holds(db.engine)
    if found and not replace:
        said = ngettext(
            "The database holds %(num)s table: --replace overwrites it.",
            "The database holds %(num)s tables: --replace overwrites them.",
            found,
        )
        raise click.ClickException(said)
    with _progress(gettext("Restoring")) as began, _said_plainly(file):
        header = backup.restore(db.engine, file, began)
    click.echo(_rows(gettext("Restored: %(rows)s."), header))


@click.command()
@click.option("--months", default=KEPT_MONTHS, show_default=True, type=click.IntRange(1, 1200))
@click.option("--yes", is_flag=True, help="Do it, rather than say what it would do.")
@with_appcontext
def prune(months: int, yes: bool) -> None:
    """Archives the tables that nobody has touched for so many MONTHS.

    Nobody finds an archived table any more; it stays in the database, and `unarchive` brings it
    back.
    """
    old = tables.untouched(months_before(now(), months))
    for table in old:
        click.echo(_line(table))
        if yes:
            tables.archive(table)
    if yes:
        click.echo(ngettext("%(num)s table archived.", "%(num)s tables archived.", len(old)))
    else:
        said = ngettext(
            "%(num)s table would be archived: --yes does it.",
            "%(num)s tables would be archived: --yes does it.",
            len(old),
        )
        click.echo(said)


@click.command()
@click.argument("code")
@with_appcontext
def unarchive(code: str) -> None:
    """Brings the archived table of this CODE back."""
    table = tables.find(code, archived=True)
    if table is None:
        raise click.ClickException(gettext("There is no archived table with this code."))
    click.echo(_line(table))
    tables.bring_back(table)
    click.echo(gettext("It is back."))


def months_before(at: datetime, months: int) -> datetime:
    """The same time so many months earlier; in a month of any length, so at most the 28th."""
    year, month = divmod(at.year * 12 + at.month - 1 - months, 12)
    return at.replace(year=max(year, 1), month=month + 1, day=min(at.day, 28))


def _line(table: Table) -> str:
    touched = utc(table.changed_at).date().isoformat()
    names = words.together(table.players)
    return f"{table.code}  {touched}  {words.game_name(GAMES[table.game])}: {names}"


def _rows(said: str, header: Header) -> str:
    return said % {"rows": ", ".join(f"{name} {rows}" for name, rows in header.rows.items())}


@contextmanager
def _said_plainly(file: Path) -> Iterator[None]:
    """What is wrong with a backup or its file, in words."""
    try:
        yield
    except OSError as error:
        raise click.FileError(str(file), error.strerror) from error
    except BadBackup as bad:
        raise click.ClickException(words.conflict(bad.code)) from bad


@contextmanager
def _progress(label: str) -> Iterator[Callable[[Header], Step]]:
    """What shows on a terminal how far it is, and nothing elsewhere."""
    with ExitStack() as until_done:

        def began(header: Header) -> Step:
            hidden = not sys.stderr.isatty()
            bar = click.progressbar(
                length=header.total, label=label, file=sys.stderr, hidden=hidden
            )
            return until_done.enter_context(bar).update

        yield began
