"""The database can be brought up from every revision it ever had, with what was in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import check, downgrade, upgrade
from sqlalchemy import inspect

from companion.db import db
from tests.conftest import running_app
from tests.databases import Databases
from tests.revisions import played, revisions, stands


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_app(
    request: pytest.FixtureRequest, databases: Databases, tmp_path: Path
) -> Iterator[Flask]:
    """The app on a database without anything in it."""
    if request.param == "sqlite":
        url, name = f"sqlite:///{tmp_path / 'empty.db'}", None
    else:
        name = databases.create()
        url = databases.url(name)
    with running_app(url) as app:
        yield app
    if name:
        databases.drop(name)


@pytest.mark.parametrize("revision", revisions())
def test_a_table_of_any_revision_is_played_on(empty_app, revision):
    played(empty_app, revision)
    with empty_app.app_context():
        upgrade()
    stands(empty_app)


def test_the_migrations_lead_to_what_the_app_expects(app):
    with app.app_context():
        check()


def test_a_foreign_key_is_held_to_after_the_migrations(app):
    with app.app_context():
        references = inspect(db.engine).get_foreign_keys("rounds")
    assert [one["referred_table"] for one in references] == ["tables"]


def test_every_migration_can_be_taken_back(empty_app):
    first, *_, last = revisions()
    played(empty_app, last)
    with empty_app.app_context():
        downgrade(revision=first)
        upgrade()
    stands(empty_app)
