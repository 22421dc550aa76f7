"""Two phones in one round: taps on different facts merge, two values for one fact clash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from companion.drafts import BadTap, Tap, tapped
from companion.models import Change

_BY_SEAT = {"bets": "amount", "outs": "cards"}
_BY_PLACE = ("auction", "captured", "adjustments")
_NOTHING = object()


@dataclass(frozen=True)
class Clash:
    """A fact that another phone set since the page was drawn: theirs, and what was tapped here.

    `at` is where it stands now; to use one's own value is to set it there.
    """

    at: str
    theirs: Any
    mine: Any


class Conflict(Exception):
    """A change that does not fit the table as it is; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Clashes(Exception):
    """Facts that another phone has set otherwise meanwhile; `last` is the last change there."""

    def __init__(self, clashes: Sequence[Clash], last: Change | None) -> None:
        super().__init__("clashes")
        self.clashes = clashes
        self.last = last


class ChangedSince(ValueError):
    """What a change had set was set otherwise after it."""


@dataclass(frozen=True)
class _Fact:
    at: str
    value: Any


def _facts(document: Mapping[str, Any]) -> dict[tuple[str, Any], _Fact]:
    """The facts of a document: a bet and an out by their seat, everything else by its place."""
    found: dict[tuple[str, Any], _Fact] = {}
    for key, value in document.items():
        if key in _BY_SEAT:
            said = _BY_SEAT[key]
            for index, entry in enumerate(value):
                found[key, entry["seat"]] = _Fact(f"/{key}/{index}/{said}", entry.get(said))
        elif key in _BY_PLACE:
            for index, entry in enumerate(value or ()):
                found[key, index] = _Fact(f"/{key}/{index}", entry)
        else:
            found[key, None] = _Fact(f"/{key}", value)
    return found


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any], Any, Any]]:
    """The facts a change was about: where each stands, in which facts, before and after.

    `before` and `after` are the values of the places a change touched; a round that was recorded
    or taken back as a whole is left out, and so are names and marks.
    """
    for place in before:
        if place == "players":
            continue
        one, other = _document(before[place]), _document(after[place])
        if one is None or other is None:
            continue
        was, then = _facts(one), _facts(other)
        for name in {**was, **then}:
            old, new = was.get(name), then.get(name)
            if (old and old.value) != (new and new.value):
                facts, fact = (other, new) if new else (one, old)
                if fact:
                    yield fact.at, facts, old and old.value, new and new.value
            elif (old is None) != (new is None) and name[0] == "outs":  # no cards were said
                facts, fact = (other, new) if new else (one, old)
                if fact:
                    at = fact.at.removesuffix("/cards")
                    yield at, facts, old is not None, new is not None


def _document(value: Any) -> Mapping[str, Any] | None:
    return value.get("facts", value) if isinstance(value, dict) else None


def merged(
    base: Mapping[str, Any], now: Mapping[str, Any], taps: list[Tap]
) -> tuple[dict[str, Any], tuple[Clash, ...]]:
    """The document now with taps made on a page that showed `base`, and where they clash.

    Raises BadTap when a tap is about an entry that is not there any more.
    """
    if base == now:
        return _all(now, taps), ()
    taps = [tap for tap in taps if _all(base, [tap]) != base]  # a field nobody touched says nothing
    was, there = _facts(base), _facts(now)
    mine = _facts(_all(base, [tap for tap in taps if tap.what != "more"]))
    nothing = _Fact("", None)
    clashes = tuple(
        Clash(there[name].at, there[name].value, fact.value)
        for name, fact in mine.items()
        if name in there
        and fact.value != was.get(name, nothing).value
        and there[name].value not in (was.get(name, nothing).value, fact.value)
    )
    if clashes:
        return dict(now), clashes
    agreed = {name for name, fact in mine.items() if name in there and fact == there[name]}
    return _all(now, [_moved(tap, base, now) for tap in taps if _name(tap) not in agreed]), ()


def _all(document: Mapping[str, Any], taps: list[Tap]) -> dict[str, Any]:
    for tap in taps:
        document = tapped(document, tap)
    return dict(document)


def _name(tap: Tap) -> tuple[str, Any] | None:
    """The fact a new entry of a seat is about: said twice on two phones, it is said once."""
    key = tap.at.removeprefix("/").removesuffix("/-")
    new = tap.what == "set" and tap.at.endswith("/-") and key in _BY_SEAT
    return (key, tap.value.get("seat")) if new and isinstance(tap.value, dict) else None


def _moved(tap: Tap, base: Mapping[str, Any], now: Mapping[str, Any]) -> Tap:
    """The same tap where its entry stands now: other entries may have come or gone."""
    _, key, *rest = tap.at.split("/")
    entries = base.get(key)
    if not rest or not rest[0].isdecimal() or not isinstance(entries, list):
        return tap
    if key == "captured" or len(entries) <= int(rest[0]):
        return tap
    meant = entries[int(rest[0])]
    same = [i for i, entry in enumerate(now.get(key, ())) if _same(key, entry, meant)]
    if not same:
        raise BadTap(tap.at)
    return replace(tap, at="/".join(["", key, str(same[-1]), *rest[1:]]))


def _same(key: str, one: Any, other: Any) -> bool:
    return one["seat"] == other["seat"] if key in _BY_SEAT else one == other


def reverted(now: Any, before: Any, after: Any) -> Any:
    """What is now, with the change from `before` to `after` taken back and all later ones kept.

    An entry of a list is known by what it says, a mere value by its place. Raises ChangedSince.
    """
    if now == after:
        return before
    if before == after:
        return now
    if all(isinstance(one, dict) for one in (now, before, after)):
        names = {**now, **before, **after}
        parts = {
            n: reverted(*(one.get(n, _NOTHING) for one in (now, before, after))) for n in names
        }
        return {name: part for name, part in parts.items() if part is not _NOTHING}
    if not all(isinstance(one, list) for one in (now, before, after)):
        raise ChangedSince
    if not any(map(_is_entry, [*now, *before, *after])):  # a value for each seat or side
        return [reverted(*parts) for parts in zip_longest(now, before, after)]
    kept = [*now]
    for entry in _without(after, before):
        if entry not in kept:
            raise ChangedSince
        kept.remove(entry)
    for entry in _without(before, after):
        kept.insert(before.index(entry), entry)
    return kept


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and "seat" in value


def _without(some: list[Any], others: list[Any]) -> list[Any]:
    left = [*some]
    for one in others:
        if one in left:
            left.remove(one)
    return left
