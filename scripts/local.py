"""The real server and the real browser, started for a while: for the tests and the screenshots."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from scripts.system_needs import chromium

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 180
SERVE = ("scripts.serve",)
CHROMIUM_ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


class Server:
    """The app, served as `make run` does, on a port of its own, by default on SQLite in `folder`.

    `command` is another Python module to run instead, with its arguments. It can be stopped and
    started again; what it says goes to `server.log` in the folder.
    """

    def __init__(
        self, folder: Path, database: str = "", command: Sequence[str] = SERVE, **environment: str
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._command = command
        self.environment = {
            "DATABASE_URL": database or f"sqlite:///{folder / 'server.db'}",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SECRET_KEY": "not a secret",
            "WEB_CONCURRENCY": "1",
        } | environment
        self.root = ROOT  # where the app's files are

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        with self.log.open("a") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *self._command],
                cwd=self.root,
                env=os.environ | self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that it can be killed with its workers
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not answers(self.url):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        """The process whose children are the workers."""
        return self._process.pid

    def stop(self) -> None:
        """Asks it to stop, and waits until it has."""
        self._process.terminate()
        self._process.wait(10)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """The address of a server that runs for a while, on a new SQLite file in `folder`.

    If it failed at anything meanwhile, so does this.
    """
    server = Server(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()
    if "Traceback" in (said := server.log.read_text()):
        raise RuntimeError(f"The server failed:\n{said}")


def answers(url: str) -> bool:
    """Whether the server at `url` says that all is well."""
    try:
        with urlopen(f"{url}/healthz", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running_browser() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


def phone_context(
    browser: Browser,
    url: str,
    width: int = 390,
    height: int = 844,
    locale: str = "en-GB",
    **options: Any,
) -> BrowserContext:
    """A new phone in somebody's hand: touch, no cookies yet; sizes in CSS pixels."""
    return browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        locale=locale,
        **options,
    )
