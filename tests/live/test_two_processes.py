"""Two processes at one PostgreSQL database: what one writes, the listeners of the other hear."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from scripts.local import Server
from tests.databases import Databases, running_postgresql
from tests.live.client import Client, Stream, moved, of_table, sit_down

SOON = 5  # seconds; a heartbeat would come later


class Site(NamedTuple):
    """Two servers and the PostgreSQL server they share."""

    one: Server
    other: Server
    databases: Databases


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_postgresql() as databases:
        address = databases.url(databases.create())
        one, other = (Server(tmp_path_factory.mktemp("site"), address) for _ in range(2))
        one.start()
        other.start()
        yield Site(one, other, databases)
        one.stop()
        other.stop()


def test_a_change_through_one_is_heard_through_the_other(site: Site):
    scorer = sit_down(site.one.url)
    page = f"/t/{scorer.code}/live?have=1"
    with (
        Stream(site.other.url, of_table(scorer)) as stream,
        Stream(site.other.url, page) as watching,
    ):
        scorer.record()
        assert next(iter(stream)).id == 2
        assert "Round 2" in next(iter(watching)).data


def test_the_others_go_on_when_one_is_killed(site: Site):
    scorer = sit_down(site.other.url)
    with Stream(site.one.url, of_table(scorer)) as stream:
        heard = iter(stream)
        site.other.kill()
        here = moved(scorer, site.one.url)
        assert here.record().status_code == 201
        assert next(heard).id == 2
        site.other.start()
        assert scorer.record().status_code == 201
        assert next(heard).id == 3


def test_nothing_is_lost_or_refused_once_the_database_is_back(site: Site):
    scorers = [sit_down(site.one.url) for _ in range(3)]
    with ExitStack() as stack:
        streams = [
            iter(stack.enter_context(Stream(server.url, of_table(scorer))))
            for scorer in scorers
            for server in (site.one, site.other)
        ]
        site.databases.stop()
        site.databases.start()
        with ThreadPoolExecutor(8) as threads:
            asked = [
                threads.submit(Client(server.url).get, f"/t/{scorer.code}")
                for scorer in scorers
                for server in (site.one, site.other) * 5
            ]
            written = [threads.submit(scorer.record) for scorer in scorers]
        assert {answer.result().status_code for answer in asked} == {200}
        assert {answer.result().status_code for answer in written} == {201}
        began = time.monotonic()
        assert [next(stream).id for stream in streams] == [2] * 6
        assert time.monotonic() - began < SOON
    for server in (site.one, site.other):
        assert "Traceback" not in server.log.read_text()
