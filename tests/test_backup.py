"""Copies of the whole database, written while people play, and what becomes of them."""

import gzip
import json
import os
import pty
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask import Flask

from companion import ROOT, backup
from companion.db import db
from tests.api.scorer import Scorer, opened
from tests.conftest import running_app
from tests.evening import evening
from tests.revisions import played, revisions, stands


def run(app: Flask, *arguments: str | Path) -> Result:
    """Runs a command; fails where it broke."""
    result = app.test_cli_runner().invoke(args=[str(one) for one in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def copied(app: Flask, file: Path) -> Path:
    """A backup of the app's database."""
    result = run(app, "backup", file)
    assert result.exit_code == 0, result.output
    return file


def lines(file: Path) -> list[Any]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        return [json.loads(line) for line in text]


def rewritten(file: Path, change: Callable[[list[Any]], object]) -> Path:
    """The same backup, with its lines changed."""
    values = lines(file)
    change(values)
    with gzip.open(file, "wt", encoding="utf-8") as text:
        text.writelines(f"{json.dumps(value)}\n" for value in values)
    return file


@pytest.fixture(params=[("sqlite", "postgresql"), ("postgresql", "sqlite")], ids="-to-".join)
def two_apps(request: pytest.FixtureRequest) -> list[Flask]:
    """The app on one kind of database, and another one on the other kind."""
    return [request.getfixturevalue(f"{kind}_app") for kind in request.param]


# --- there and back


def test_a_backup_is_restored_on_either_database(two_apps, tmp_path):
    here, there = two_apps
    scorers = [evening(here.test_client(), game) for game in ("haggis-3", "neeps")]
    key = {"Idempotency_Key": "round four"}
    answer = scorers[0].record(**key).json
    file = copied(here, tmp_path / "copy.gz")
    result = run(there, "restore", file)
    assert (result.exit_code, "Restored: tables 2" in result.output) == (0, True)
    client = there.test_client()
    for old in scorers:
        new = Scorer(client, old.game, old.code, old.token)
        assert new.table() == old.table()
        assert new.history() == old.history()
        assert new.ask("GET", "/export").json == old.ask("GET", "/export").json
    new = Scorer(client, scorers[0].game, scorers[0].code, scorers[0].token)
    assert new.record(**key).json == answer  # the same answer: nothing recorded twice
    assert new.record().status_code == 201
    assert opened(client).record().status_code == 201


def test_what_replaces_a_database_replaces_all_of_it(app, tmp_path):
    client = app.test_client()
    kept = evening(client)
    before = kept.table()
    file = copied(app, tmp_path / "copy.gz")
    lost = opened(client)
    kept.record()
    refused = run(app, "restore", file)
    assert refused.exit_code == 1
    assert "The database holds 2 tables: --replace overwrites them." in refused.output
    assert kept.table() != before
    assert run(app, "restore", "--replace", file).exit_code == 0
    assert kept.table() == before
    assert lost.ask("GET").status_code == 404
    assert kept.record().status_code == 201


@pytest.mark.parametrize("revision", revisions())
def test_a_backup_of_any_revision_is_restored(sqlite_app, tmp_path, revision):
    with running_app(f"sqlite:///{tmp_path / 'old.db'}") as old:
        played(old, revision)
        file = copied(old, tmp_path / "copy.gz")
    assert lines(file)[0]["revision"] == revision
    assert run(sqlite_app, "restore", file).exit_code == 0
    stands(sqlite_app)


def test_people_play_on_while_it_is_copied(app, tmp_path):
    client = app.test_client()
    scorer = evening(client)
    before = scorer.table()
    file = tmp_path / "copy.gz"

    def began(_header: backup.Header) -> backup.Step:
        assert scorer.record().status_code == 201
        opened(client)
        return lambda rows: None

    with app.app_context():
        backup.write(db.engine, file, began)
    after = scorer.table()
    assert len(after["rounds"]) == len(before["rounds"]) + 1
    assert run(app, "restore", "--replace", file).exit_code == 0
    assert scorer.table() == before  # as it was at one moment


def test_who_writes_does_not_hold_the_copy_up(app, tmp_path):
    evening(app.test_client())
    with app.app_context(), db.engine.connect() as writer:
        writer.execute(db.text("UPDATE tables SET version = version + 1"))
        file = copied(app, tmp_path / "copy.gz")
        writer.rollback()
    assert backup.check(file).rows["tables"] == 1


# --- the file


def test_a_backup_is_for_its_owners_eyes(sqlite_app, tmp_path):
    file = copied(sqlite_app, tmp_path / "copy.gz")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("*copy*")] == ["copy.gz"]


def test_a_backup_holds_no_token(sqlite_app, tmp_path):
    scorer = evening(sqlite_app.test_client())
    text = json.dumps(lines(copied(sqlite_app, tmp_path / "copy.gz")))
    assert (scorer.code in text, scorer.token in text) == (True, False)


def test_a_backup_overwrites_nothing(sqlite_app, tmp_path):
    file = tmp_path / "haggis.db"
    before = file.read_bytes()
    result = run(sqlite_app, "backup", file)
    assert result.exit_code == 1
    assert "There is a file of this name already." in result.output
    assert file.read_bytes() == before


def test_a_file_that_cannot_be_written_is_said_plainly(sqlite_app, tmp_path):
    result = run(sqlite_app, "backup", tmp_path / "no folder" / "copy.gz")
    assert result.exit_code == 1
    assert "copy.gz': No such file or directory" in result.output


def test_there_is_nothing_to_copy_before_the_first_start(tmp_path):
    with running_app(f"sqlite:///{tmp_path / 'new.db'}") as app:
        result = run(app, "backup", tmp_path / "copy.gz")
    assert result.exit_code == 1
    assert "There is no database yet." in result.output
    assert not (tmp_path / "copy.gz").exists()


def test_a_copy_that_was_not_written_whole_is_thrown_away(sqlite_app, tmp_path, monkeypatch):
    evening(sqlite_app.test_client())
    write = backup._write

    def losing_the_end(file: Path, values: Any) -> bytes:
        digest = write(file, values)
        os.truncate(file, file.stat().st_size - 20)
        return digest

    monkeypatch.setattr(backup, "_write", losing_the_end)
    result = run(sqlite_app, "backup", tmp_path / "copy.gz")
    assert result.exit_code == 1
    assert "This file is not a whole backup." in result.output
    assert [*tmp_path.glob("copy*")] == []


# --- what is refused


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.write_bytes(b""), "not a backup"),
        (lambda file: file.write_bytes(b"PGDMP\x01"), "not a whole backup"),
        (lambda file: os.truncate(file, file.stat().st_size // 2), "not a whole backup"),
        (lambda file: rewritten(file, lambda values: values.pop()), "not a whole backup"),
        (lambda file: rewritten(file, lambda values: values.pop(0)), "not a backup"),
        (lambda file: rewritten(file, lambda values: values.clear()), "not a backup"),
        (lambda file: rewritten(file, lambda values: values[0].clear()), "not a backup"),
        (lambda file: rewritten(file, lambda values: values[0].pop("rows")), "not a whole backup"),
        (lambda file: rewritten(file, lambda values: values.insert(2, 5)), "not a whole backup"),
        (lambda file: rewritten(file, lambda values: values[0].update(version=2)), "newer version"),
        (
            lambda file: rewritten(file, lambda values: values[0].update(revision="9999")),
            "newer version",
        ),
    ],
)
def test_a_file_that_is_no_whole_backup_changes_nothing(sqlite_app, tmp_path, spoil, said):
    scorer = evening(sqlite_app.test_client())
    before = scorer.table()
    file = copied(sqlite_app, tmp_path / "copy.gz")
    spoil(file)
    result = run(sqlite_app, "restore", "--replace", file)
    assert result.exit_code == 1
    assert said in result.output
    assert scorer.table() == before


def test_a_file_that_is_not_there_is_refused(sqlite_app, tmp_path):
    assert run(sqlite_app, "restore", tmp_path / "nothing.gz").exit_code == 2


# --- at a terminal


def companion(url: str, *arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs `python -m companion` on a database, as somebody who looks after a server does."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "SECRET_KEY": "not a secret"},
        text=True,
        check=True,
        **more,
    )


def test_the_commands_are_listed(sqlite_url):
    said = companion(sqlite_url, "--help", capture_output=True).stdout
    assert all(name in said for name in ("backup", "restore", "prune", "unarchive"))


def test_how_far_it_is_shows_on_a_terminal_only(sqlite_app, sqlite_url, tmp_path):
    evening(sqlite_app.test_client())
    quiet = companion(sqlite_url, "backup", tmp_path / "quiet.gz", capture_output=True)
    assert quiet.stdout.startswith("Copied and checked: ")
    assert quiet.stderr == ""
    terminal, end = pty.openpty()
    companion(sqlite_url, "backup", tmp_path / "shown.gz", stderr=end, stdout=subprocess.PIPE)
    os.close(end)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert "Copying" in shown
    assert "100%" in shown
