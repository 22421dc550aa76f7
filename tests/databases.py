"""A PostgreSQL server of the tests' own, in a folder that vanishes with it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql

from scripts.system_needs import postgresql

SECONDS_TO_START = 30
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    # These data need not outlive a power cut.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}


class Databases:
    """A PostgreSQL server in `folder`, started by `start`, and its databases."""

    def __init__(self, folder: Path, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._folder = folder
        self._start = start
        self._numbers = count(1)
        self.start()

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        self._process = self._start()
        deadline = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                self._server = psycopg.connect(
                    host=str(self._folder), user="postgres", dbname="postgres", autocommit=True
                )
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self._end()
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stops the server now, and cuts off who is connected."""
        self._server.close()
        self._end()

    def _end(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def create(self, template: str = "template1") -> str:
        """The name of a new database, a copy of `template`."""
        name = f"haggis_{next(self._numbers)}"
        self._say("CREATE DATABASE {} TEMPLATE {}", name, template)
        return name

    def drop(self, name: str) -> None:
        """Takes a database away, whoever is still connected to it."""
        self._say("DROP DATABASE {} WITH (FORCE)", name)

    def _say(self, command: LiteralString, *names: str) -> None:
        self._server.execute(sql.SQL(command).format(*map(sql.Identifier, names)))


@contextmanager
def running_postgresql() -> Iterator[Databases]:
    """A new PostgreSQL server. It refuses to be run by root, who runs it as `postgres`."""
    programs = postgresql()
    if programs is None:
        raise RuntimeError("PostgreSQL's server is not installed; `make test` sees to it.")
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="haggis-"))
    if user:
        shutil.chown(folder, user, user)

    def start(program: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [programs / program, "-D", folder / "data", *arguments],
            cwd=folder,
            user=user,
            group=user,
            extra_groups=[] if user else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    try:
        locale = ("--encoding=UTF8", "--locale=C")
        start("initdb", "--username=postgres", "--auth=trust", "--no-sync", *locale).wait()
        options = [f"--{name}={value}" for name, value in SETTINGS.items()]
        databases = Databases(folder, lambda: start("postgres", "-k", str(folder), *options))
        try:
            yield databases
        finally:
            databases.stop()
    finally:
        shutil.rmtree(folder)
