"""A PostgreSQL server of the tests' own, in a folder that vanishes with it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
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
    """The databases of a running server whose Unix socket is in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._server = psycopg.connect(
            host=str(folder), user="postgres", dbname="postgres", autocommit=True
        )

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

    def close(self) -> None:
        self._server.close()

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
        server = start("postgres", "-k", str(folder), *options)
        try:
            databases = connect(folder, server)
            yield databases
            databases.close()
        finally:
            server.send_signal(signal.SIGINT)  # stop now, and cut who is connected
            server.wait()
    finally:
        shutil.rmtree(folder)


def connect(folder: Path, server: subprocess.Popen[bytes]) -> Databases:
    """The server's databases, as soon as it answers."""
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return Databases(folder)
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
