"""A server that a test may stop, kill and start again."""

from collections.abc import Iterator

import pytest

from scripts.local import Server


@pytest.fixture(scope="session")
def restartable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("restartable"))
    server.start()
    yield server
    server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log, log
