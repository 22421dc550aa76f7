"""A server that a test may stop, and phones on which the app is installed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.local import ROOT, Server
from tests.browser import Phones

CONTROLLED = """() => navigator.serviceWorker.controller !== null || new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true }))"""
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept[name] = requests.map(({ url }) => url.slice(location.origin.length));
    }
    return kept;
}"""


class Site:
    """A server of the test's own, and phones that know it."""

    def __init__(self, server: Server, phones: Phones) -> None:
        self.server, self.phones = server, phones

    def visit(self, path: str = "/") -> Page:
        """A phone that has opened a page, and on which the app is at home by now."""
        page = self.phones.open()
        page.goto(path)
        page.evaluate(CONTROLLED)
        return page

    def stop(self) -> None:
        """No network: nothing answers any more, and pages will complain."""
        for words in ("net::ERR", "Failed to fetch", "network error"):
            self.phones.expect(words)
        self.server.stop()


@contextmanager
def running_site(server: Server, browser: Browser) -> Iterator[Site]:
    """A site that has started. What goes wrong on its phones, or inside it, fails the test."""
    server.start()
    phones = Phones(browser, server.url)
    yield Site(server, phones)
    phones.close()
    server.kill()
    assert phones.problems == []
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    with running_site(Server(tmp_path), browser) as site:
        yield site


@pytest.fixture
def changing_site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    """A site whose own files a test may change: the next release."""
    root = tmp_path / "app"
    for folder in (
        "companion",
        "engine",
        "migrations",
        "scripts",
        "static",
        "templates",
        "translations",
    ):
        shutil.copytree(ROOT / folder, root / folder)
    for file in ("gunicorn.conf.py", "manifest.json"):
        shutil.copy(ROOT / file, root)
    server = Server(tmp_path)
    server.root = root
    with running_site(server, browser) as site:
        yield site


def kept(page: Page) -> dict[str, list[str]]:
    """The addresses this phone has copies of, by the name of the cache."""
    return page.evaluate(KEPT)


def settle(page: Page) -> None:
    """Waits until the app is at home on this phone and has a copy of the page as it is now."""
    page.evaluate(CONTROLLED)
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.wait_for_timeout(500)
