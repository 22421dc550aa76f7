"""Form fields named by their JSON pointer, read into taps.

A button's value is JSON; what a person types is a number (or a note). `remove` and `more` name the
pointer in their value: they take an entry away and count one more card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from companion import plain_json
from companion.drafts import BadTap, Tap
from engine.problems import Problem, Weight

LONGEST_POINTER = 120
MOST_TAPS = 100  # no form has as many fields
_NUMBER = re.compile(r"[-−+]?\d{1,9}\Z")


class Unreadable(ValueError):
    """A typed value that is not what its field takes; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def whole(text: str) -> int | None:
    """The whole number a field says, which any database holds; None for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def fact(value: Any) -> str:
    """The value of a button: what its tap sets."""
    return json.dumps(value, sort_keys=True)


def read_taps(items: Iterable[tuple[str, str]]) -> list[Tap]:
    """The taps of a form, in its order; a field that comes twice counts once, as its last.

    A field that still says what "shown:/its/pointer" says was not touched: a pile counted card by
    card shows its sum. "/adjustments/-/points" and its like are members of one new entry; 0 points
    for no reason are none. Raises Unreadable, and BadTap for what no form of ours sends.
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
    for at, entry in entries.items():
        if entry.get("points") == 0 and not entry.get("note"):
            raise Unreadable(Problem(f"{at}/points", "nothing_by_hand", {}, Weight.MALFORMED))
    new = [Tap("set", at, entry) for at, entry in entries.items()]
    found = [*taps.values(), *new]
    if len(found) > MOST_TAPS or any(len(tap.at) > LONGEST_POINTER for tap in found):
        raise BadTap("")
    return found


def _read(name: str, text: str) -> Any:
    text = text.strip()
    if name.endswith("/note"):
        return text
    if not text:
        return None
    if _NUMBER.match(text):
        return int(text.replace("−", "-"))
    try:
        return plain_json.parsed(text)
    except plain_json.Unfit as unfit:
        raise Unreadable(Problem(name, "not_a_number", {}, Weight.MALFORMED)) from unfit
