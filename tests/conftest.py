"""The app on a migrated database of each kind, the real server, and phones to look at it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from playwright.sync_api import Browser, Page

from companion import create_app
from companion.db import db
from scripts.local import running_browser, running_server
from tests.browser import Phones
from tests.databases import Databases, running_postgresql

# --- databases: migrated once, copied for each test


@contextmanager
def running_app(url: str) -> Iterator[Flask]:
    """The app on the database at `url`, which it lets go of at the end."""
    app = create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "not a secret",
            "SQLALCHEMY_DATABASE_URI": url,
            "WTF_CSRF_ENABLED": False,
            "RATELIMIT_ENABLED": False,
        }
    )
    yield app
    with app.app_context():
        for engine in db.engines.values():
            engine.dispose()


def migrate(url: str) -> None:
    with running_app(url) as app, app.app_context():
        upgrade()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "haggis.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    with running_postgresql() as databases:
        yield databases


@pytest.fixture(scope="session")
def migrated_postgresql(databases: Databases) -> str:
    name = databases.create()
    migrate(databases.url(name))
    return name


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path)}"


@pytest.fixture
def postgresql_url(databases: Databases, migrated_postgresql: str) -> Iterator[str]:
    name = databases.create(migrated_postgresql)
    yield databases.url(name)
    databases.drop(name)


# --- the app


@pytest.fixture
def sqlite_app(sqlite_url: str) -> Iterator[Flask]:
    with running_app(sqlite_url) as app:
        yield app


@pytest.fixture
def postgresql_app(postgresql_url: str) -> Iterator[Flask]:
    with running_app(postgresql_url) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest) -> Flask:
    """The app on SQLite, then on PostgreSQL; where the database cannot matter, use `sqlite_app`."""
    return request.getfixturevalue(f"{request.param}_app")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def sqlite_client(sqlite_app: Flask) -> FlaskClient:
    return sqlite_app.test_client()


# --- the real server and phones


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, served as `make run` does. A failure inside it fails the tests."""
    with running_server(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture
def phones(browser: Browser, server: str) -> Iterator[Phones]:
    """Opens phones, as many as a test needs. What goes wrong on any of them fails the test."""
    phones = Phones(browser, server)
    yield phones
    phones.close()
    assert phones.problems == []


@pytest.fixture
def phone(phones: Phones) -> Page:
    return phones.open()


@pytest.fixture
def plain_phone(phones: Phones) -> Page:
    """A phone on which JavaScript is switched off."""
    return phones.open(java_script_enabled=False)
