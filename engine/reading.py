"""Reading plain JSON into values, collecting everything that is wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.problems import Problem, Weight, token

# No table enters more than this in one round; it bounds the work a hostile document can cause.
LONGEST_LIST = 60
LARGEST_NUMBER = 10_000
LONGEST_NOTE = 200


class Reader:
    """Turns JSON values into plain ones and keeps the problems it meets in `problems`.

    Whatever cannot be read is replaced by the fallback given, so that the rest can still be
    judged. A value of the wrong type is malformed; a number that is not whole is impossible.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def _malformed(self, at: str, code: str, **params: object) -> None:
        self.problems.append(Problem(at, code, params, Weight.MALFORMED))

    def mapping(self, value: object, at: str, keys: frozenset[str]) -> dict[str, object]:
        """The object's members that are known; the others are refused."""
        if not isinstance(value, dict):
            self._malformed(at, "not_an_object")
            return {}
        known: dict[str, object] = {}
        for key, member in cast("dict[object, object]", value).items():
            if key in keys:
                known[cast("str", key)] = member
            else:
                self._malformed(f"{at}/{token(str(key))}", "unknown_key", key=str(key)[:40])
        return known

    def items(self, value: object, at: str) -> Iterator[tuple[str, object]]:
        """Each item of a list with its pointer."""
        if not isinstance(value, list):
            self._malformed(at, "not_a_list")
            return
        members = cast("list[object]", value)
        if len(members) > LONGEST_LIST:
            self._malformed(at, "too_many", most=LONGEST_LIST)
            return
        for index, member in enumerate(members):
            yield f"{at}/{index}", member

    def whole(self, value: object, at: str, fallback: int) -> int:
        """A whole number; 3.0 counts as 3, 2.5 is impossible, "3" and true are malformed."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._malformed(at, "not_a_number")
        elif value != value or abs(value) > LARGEST_NUMBER:
            self.problems.append(Problem(at, "number_too_large", {"most": LARGEST_NUMBER}))
        elif value != int(value):
            self.problems.append(Problem(at, "not_whole"))
        else:
            return int(value)
        return fallback

    def flag(self, value: object, at: str) -> bool:
        """True or false."""
        if isinstance(value, bool):
            return value
        self._malformed(at, "not_yes_or_no")
        return False

    def text(self, value: object, at: str, most: int = LONGEST_NOTE) -> str:
        """A short text."""
        if not isinstance(value, str):
            self._malformed(at, "not_a_text")
        elif len(value) > most:
            self._malformed(at, "text_too_long", most=most)
        elif any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
            self._malformed(at, "not_a_text")  # half a character: no file or page can hold it
        else:
            return value
        return ""

    def need(self, members: dict[str, object], key: str, at: str) -> bool:
        """True when the key is there; an entry without it is malformed."""
        if key in members:
            return True
        self._malformed(f"{at}/{key}", "missing")
        return False
