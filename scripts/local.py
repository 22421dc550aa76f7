"""The real server and the real browser, started for a while: for the tests and the screenshots."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from scripts.system_needs import chromium

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 30
CHROMIUM_ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """The address of the app, served as `make run` does, on a new SQLite file in `folder`.

    What the server says goes to `server.log` there.
    """
    port, log = free_port(), folder / "server.log"
    url = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder / 'server.db'}",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "SECRET_KEY": "not a secret",
        "WEB_CONCURRENCY": "1",
    }
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + SECONDS_TO_START
        while not answers(url):
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{log.read_text()}")
            time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait(10)


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
    browser: Browser, url: str, width: int = 390, height: int = 844, **options: Any
) -> BrowserContext:
    """A new phone in somebody's hand: touch, no cookies yet; sizes in CSS pixels."""
    return browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        locale="en-GB",
        **options,
    )
