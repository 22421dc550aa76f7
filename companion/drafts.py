"""Facts entered tap by tap: each tap changes one place, named by its JSON pointer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException
from jsonpointer import JsonPointer, JsonPointerException


class BadTap(ValueError):
    """A tap whose pointer leads nowhere in the facts, as from a form drawn before a change."""


@dataclass(frozen=True)
class Tap:
    """One change of a document of facts: "set" a value, "remove" one, or count one "more"."""

    what: str
    at: str
    value: Any = None


def tapped(document: Mapping[str, Any], tap: Tap) -> dict[str, Any]:
    """The document after the tap. Raises BadTap when the pointer leads nowhere in it."""
    try:
        return JsonPatch(_operations(document, tap)).apply(dict(document))
    except (JsonPatchException, JsonPointerException, TypeError, ValueError) as error:
        raise BadTap(tap.at) from error


def _operations(document: Mapping[str, Any], tap: Tap) -> list[dict[str, Any]]:
    if tap.what == "remove":
        if not tap.at.rpartition("/")[2].isdecimal():  # only entries of a list come and go
            raise BadTap(tap.at)
        return [{"op": "remove", "path": tap.at}]
    if tap.what == "more":
        return _one_more(document, tap.at)
    parent, _, last = tap.at.rpartition("/")
    # In a list "add" inserts, so an entry that is there already is replaced.
    in_list = isinstance(JsonPointer(parent).resolve(document, None), list)
    op = "replace" if in_list and last != "-" else "add"
    return [{"op": op, "path": tap.at, "value": tap.value}]


def _one_more(document: Mapping[str, Any], at: str) -> list[dict[str, Any]]:
    """Counting by rank: a pile that was a plain number, or empty, starts anew."""
    pile, rank = at.rpartition("/")[::2]
    counts = JsonPointer(pile).resolve(document)
    known: dict[str, Any] = counts if isinstance(counts, dict) else {}
    so_far = known.get(rank, 0)
    if not isinstance(so_far, int):
        raise BadTap(at)
    return [{"op": "replace", "path": pile, "value": {**known, rank: so_far + 1}}]
