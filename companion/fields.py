"""Form fields named by their JSON pointer, read into taps.

A button's value is JSON; what a person types is a number (or a note). `remove` and `more` name the
pointer in their value: they take an entry away and count one more card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from companion.drafts import Tap
from engine.problems import Problem, Weight

_NUMBER = re.compile(r"[-−+]?\d{1,9}\Z")


class Unreadable(ValueError):
    """A typed value that is not what its field takes; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_taps(items: Iterable[tuple[str, str]]) -> list[Tap]:
    """The taps of a form, in its order; a field that comes twice counts once, as its last.

    A field that still says what "shown:/its/pointer" says was not touched: a pile counted card by
    card shows its sum. "/adjustments/-/points" and its like are members of one new entry. Raises
    Unreadable.
    """
    taps: dict[str, Tap] = {}
    entries: dict[str, dict[str, Any]] = {}
    fields = list(items)
    shown = {name.removeprefix("shown:"): text for name, text in fields if name[:6] == "shown:"}
    for name, text in fields:
        if shown.get(name) == text.strip():
            continue
        if name in ("remove", "more"):
            taps[f"{name} {text}"] = Tap(name, text)
        elif "/-/" in name:
            entry, _, key = name.rpartition("/")
            entries.setdefault(entry, {})[key] = _read(name, text)
        elif name.startswith("/"):
            taps[name] = Tap("set", name, _read(name, text))
    new = [Tap("set", at, entry) for at, entry in entries.items()]
    return [*taps.values(), *new]


def _read(name: str, text: str) -> Any:
    text = text.strip()
    if name.endswith("/note"):
        return text
    if not text:
        return None
    if _NUMBER.match(text):
        return int(text.replace("−", "-"))
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Unreadable(Problem(name, "not_a_number", {}, Weight.MALFORMED)) from error


def _no_constant(name: str) -> Any:
    raise ValueError(name)
