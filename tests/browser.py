"""Phones for the browser tests: pages that report whatever goes wrong on them, and counted taps."""

from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, expect

from scripts.local import phone_context

PATIENCE = 10_000  # milliseconds; the machine may be busy
Role = Literal["button", "checkbox", "combobox", "link", "option", "radio", "switch", "tab"]

expect.set_options(timeout=PATIENCE)


class Phones:
    """Opens phone-sized pages and remembers what went wrong on any of them.

    `problems` holds errors on the console (a broken Content-Security-Policy is one, and so is
    every answer of 400 and above), uncaught exceptions and htmx's warnings.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._contexts: list[BrowserContext] = []
        self._expected: list[str] = []
        self._said: list[str] = []

    def open(self, width: int = 390, height: int = 844, **options: Any) -> Page:
        """A blank page on a phone of its own, without cookies; `options` as Playwright has them."""
        context = phone_context(self._browser, self._url, width, height, **options)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._listen)
        context.on("weberror", self._catch)
        self._contexts.append(context)
        return context.new_page()

    def expect(self, words: str) -> None:
        """Says that a page will complain in these words, such as "422", and that this is right."""
        self._expected.append(words)

    @property
    def problems(self) -> list[str]:
        """What went wrong and was not expected."""
        return [said for said in self._said if not any(words in said for words in self._expected)]

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" or message.text.startswith("htmx:"):
            self._said.append(f"{message.text} ({message.location.get('url')})")

    def _catch(self, problem: WebError) -> None:
        self._said.append(str(problem.error))


class Taps:
    """A thumb on a page: finds things as a person does, by role and name, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: list[str] = []

    @property
    def count(self) -> int:
        return len(self.made)

    def tap(self, role: Role, name: str) -> None:
        """One tap, and a wait until the page has answered it."""
        self.page.get_by_role(role, name=name, exact=True).tap()
        self.made.append(f"{role} {name}")
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def type_number(self, label: str, text: str | int) -> None:
        """Types into the field with this label; typing is not counted."""
        field = self.page.get_by_label(label, exact=True)
        field.fill("")
        field.press_sequentially(str(text))
