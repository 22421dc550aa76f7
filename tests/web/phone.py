"""A phone without JavaScript, for HTTP tests: reads pages and presses the buttons on them."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient

from engine.games import GAMES

NAMES = ("Ada", "Ben", "Cleo", "Dan")
EMPTY = ("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")
Attributes = dict[str, str]
Fields = Sequence[tuple[str, str]]


@dataclass
class Form:
    """Where a form sends what, and its fields as they stand."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Button:
    """A button of a page: its words, its form, what it adds to it, whether it is switched off."""

    words: str
    form: str
    sends: list[tuple[str, str]]
    off: bool


class Page(HTMLParser):
    """A page as a browser has it: its words, its elements, its forms and their buttons."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.status: int = answer.status_code
        self.path: str = answer.request.path
        self.elements: list[tuple[str, Attributes]] = []
        self.forms: dict[str, Form] = {}
        self.buttons: list[Button] = []
        self._texts: defaultdict[str, list[str]] = defaultdict(list)  # by id, "" for the page
        self._open: list[tuple[str, Attributes]] = []
        self._sent: list[tuple[str, str, str]] = []  # form, name, value
        self._form = ""
        self._select: tuple[str, str] | None = None
        self.feed(answer.get_data(as_text=True))
        for form, name, value in self._sent:
            self.forms[form].fields.append((name, value))

    @property
    def text(self) -> str:
        """Everything one reads, in order, with single spaces."""
        return self.inside("")

    def inside(self, element: str) -> str:
        """The words inside the element with this id."""
        return " ".join("".join(self._texts[element]).split())

    def button(self, words: str) -> Button:
        """The one button with these words."""
        found = [button for button in self.buttons if button.words == words]
        assert len(found) == 1, f"{words!r} is not one of {[b.words for b in self.buttons]}"
        return found[0]

    def field(self, name: str) -> Attributes:
        """The attributes of the field of this name."""
        fields = ("input", "select", "fieldset", "textarea")
        return next(a for tag, a in self.elements if tag in fields and a.get("name") == name)

    def said_of(self, name: str) -> str | None:
        """What is said to be wrong with a field; None where it is not marked as wrong."""
        own = self.field(name)
        return self.inside(own["aria-describedby"].split()[-1]) if "aria-invalid" in own else None

    # What HTMLParser calls

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.elements.append((tag, own))
        if tag not in EMPTY:
            self._open.append((tag, own))
        form = own.get("form", self._form)
        if tag == "form":
            self._form = own.get("id", f"form {len(self.forms)}")
            self.forms[self._form] = Form(own.get("method", "get"), own.get("action", self.path))
        elif tag == "button" and own.get("type", "submit") == "submit":
            sends = [(own["name"], own.get("value", ""))] if "name" in own else []
            self.buttons.append(Button(own.get("aria-label", ""), form, sends, "disabled" in own))
        elif tag == "select":
            self._select = (form, own["name"])
        elif tag == "option" and self._select:
            if self._sent[-1:] and self._sent[-1][:2] == self._select and "selected" in own:
                self._sent.pop()
            if not self._sent or self._sent[-1][:2] != self._select:
                self._sent.append((*self._select, own["value"]))
        elif tag == "input" and "name" in own and "disabled" not in own:
            kind = own.get("type")
            if kind != "file" and (kind not in ("checkbox", "radio") or "checked" in own):
                self._sent.append((form, own["name"], own.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = ""

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self._open]
        if {"script", "style", "title", "desc"} & {*tags}:
            return
        for element in {"", *(own["id"] for _, own in self._open if "id" in own)}:
            self._texts[element].append(data)
        if "button" in tags and self.buttons and "aria-label" not in self._open[-1][1]:
            last = self.buttons[-1]
            label = next(own for tag, own in self._open if tag == "button").get("aria-label")
            last.words = label or " ".join(f"{last.words}{data}".split(" "))


class Phone:
    """A phone at a table: `page` is what it shows."""

    page: Page

    def __init__(self, client: FlaskClient, code: str = "") -> None:
        self.client = client
        self.code = code

    def open(self, path: str = "") -> Page:
        """Opens a page; a path that does not begin with "/" is one of the table's."""
        self.page = Page(self.client.get(self._path(path), follow_redirects=True))
        return self.page

    def _path(self, path: str) -> str:
        return path if path.startswith("/") else f"/t/{self.code}/{path}".rstrip("/")

    def press(self, button: str | Button, typed: Mapping[str, str] | None = None) -> Page:
        """Presses a button, having typed into fields or chosen other values."""
        pressed = self.page.button(button) if isinstance(button, str) else button
        form, typed = self.page.forms[pressed.form], typed or {}
        kept = [(name, value) for name, value in form.fields if name not in typed]
        return self.send(form.action, [*kept, *typed.items(), *pressed.sends], form.method)

    def send(self, path: str, fields: Fields = (), method: str = "post") -> Page:
        """Sends fields, as a form does, and shows the page that follows."""
        sent: defaultdict[str, list[str]] = defaultdict(list)
        for name, value in fields:
            sent[name].append(value)
        path = self._path(path)
        if method == "get":
            answer = self.client.get(path, query_string=sent, follow_redirects=True)
        else:
            answer = self.client.post(path, data=sent, follow_redirects=True)
        self.page = Page(answer)
        return self.page

    def tap(self, facts: Mapping[str, Any]) -> Page:
        """Enters facts by their pointers, as controls of the page that is shown would."""
        hidden = self.page.forms["tap"].fields
        return self.send("tap", [*hidden, *((at, json.dumps(v)) for at, v in facts.items())])

    def start(
        self,
        game: str = "haggis-3",
        names: Sequence[str] = NAMES,
        typed: Mapping[str, str] | None = None,
    ) -> Page:
        """Starts a table from the form of a new one; seat 1 leads or deals."""
        self.open(f"/new?game={game}")
        people = {f"/players/{seat}": names[seat] for seat in range(GAMES[game].seats)}
        self.press("Start the table", {"/first_leader": "0"} | people | dict(typed or {}))
        self.code = self.page.path.rpartition("/")[2]
        return self.page

    def round(self, facts: Mapping[str, Any]) -> Page:
        """Records a whole round: enters its facts, looks at the result, records it."""
        self.tap({f"/{name}": value for name, value in facts.items()})
        record = next(b for b in self.page.buttons if b.words.startswith("Record round"))
        return self.press(record)

    def another(self) -> "Phone":
        """Another phone at the same table, which only watches."""
        return Phone(self.client.application.test_client(), self.code)

    def partner(self) -> "Phone":
        """Another phone that has opened the scorer's link."""
        self.open("share")
        link = next(a["value"] for tag, a in self.page.elements if a.get("id") == "score-url")
        other = self.another()
        other.open(link.partition("localhost")[2])
        self.open()
        return other
