"""Draws the app's screens as PNG files in docs/screens: one function a screen, as on a visit."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from scripts.local import ROOT, phone_context, running_browser, running_server

FOLDER = ROOT / "docs" / "screens"


def home(page: Page) -> None:
    page.goto("/")


SCREENS: list[Callable[[Page], None]] = [home]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as url,
        running_browser() as browser,
    ):
        page = phone_context(browser, url, reduced_motion="reduce").new_page()
        for screen in SCREENS:
            screen(page)
            page.screenshot(path=FOLDER / f"{screen.__name__}.png")
            print(FOLDER / f"{screen.__name__}.png")


if __name__ == "__main__":
    main()
