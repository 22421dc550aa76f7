"""Phones without JavaScript at the tables of an app."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import running_app
from tests.web.phone import Phone


@pytest.fixture
def scorer(app: Flask) -> Phone:
    """A phone that will score, on either database."""
    return Phone(app.test_client())


@pytest.fixture
def sqlite_scorer(sqlite_app: Flask) -> Phone:
    """A phone that will score, where the database cannot matter."""
    return Phone(sqlite_app.test_client())


@pytest.fixture(scope="module")
def hypothesis_app(
    migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    """One app for all the examples of a property."""
    copy = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("hypothesis"))
    with running_app(f"sqlite:///{copy}") as app:
        yield app
