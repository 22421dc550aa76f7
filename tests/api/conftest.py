"""A scorer at a new table."""

import pytest
from flask.testing import FlaskClient

from tests.api.scorer import Scorer, opened


@pytest.fixture
def scorer(client: FlaskClient) -> Scorer:
    """The scorer of a table of two, Ann and Bob; Ann leads first."""
    return opened(client)
