"""A table, the phone that scores it, and an app with every guard up."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import create_app
from companion.db import db
from companion.security import limiter
from tests.api.scorer import Scorer, opened
from tests.evening import seated


@pytest.fixture
def scorer(sqlite_client: FlaskClient) -> Scorer:
    """A table of three; this client may score it, by its token and by its cookie."""
    scorer = opened(sqlite_client, "haggis-3")
    seated(scorer)
    return scorer


@pytest.fixture
def strict_app(sqlite_url: str) -> Iterator[Flask]:
    """The app as it is served: forms need their tokens, clients are limited."""
    app = create_app(
        {
            "SECRET_KEY": "not a secret",
            "SQLALCHEMY_DATABASE_URI": sqlite_url,
            "RATELIMIT_ENABLED": True,
        }
    )
    yield app
    limiter.reset()
    with app.app_context():
        db.engine.dispose()
