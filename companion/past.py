"""The history of a table in words: what each change was about, and what it was before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from companion import changes, words
from companion.conflicts import differences
from companion.models import Change, utc
from companion.reverting import can_revert
from companion.tables import Sheet

MOST_PAST = 200  # changes on the history's page


@dataclass(frozen=True)
class Past:
    """A change as the history shows it: `facts` are what it was about, before and after.

    It `reverts` where it can be put back by itself.
    """

    version: int
    what: str
    at: datetime
    by: str
    undone: bool
    reverts: bool
    facts: list[tuple[str, str, str]]

    @property
    def name(self) -> str:
        """What tells this change from the others, where what was set is not said."""
        return ", ".join([self.what, *(fact for fact, _, _ in self.facts)])


def told(sheet: Sheet) -> list[Past]:
    """The latest changes, the newest first."""
    found = changes.history(sheet.table)
    reverts = can_revert(sheet, found[-MOST_PAST:])
    undone = {one.undone_by: one for one in found}

    @cache
    def names(number: int) -> list[str]:
        return words.sentence_names(sheet.players(number))

    held: dict[str, Any] = {}
    past: list[Past] = []
    for one in found:
        if one.version > found[-1].version - MOST_PAST:
            number = _number(one, held)
            facts = _facts(sheet, one, held, names(number)) + _reseated(sheet, one)
            past.append(
                Past(
                    one.version,
                    _what(one, number, undone.get(one.version), facts),
                    utc(one.at),
                    one.scorer.name if one.scorer else "",
                    one.undone_by is not None,
                    one.version in reverts and one.undone_by is None,
                    facts,
                )
            )
        held |= one.after
    return past[::-1]


def _number(one: Change, held: Mapping[str, Any]) -> int:
    """The round a change is about, 0 for none; `held` is what every place held before it."""
    if one.number or "players" in one.before:
        return one.number
    return 1 + sum(place.startswith("round/") for place, value in held.items() if value)


def _facts(
    sheet: Sheet, one: Change, held: Mapping[str, Any], names: list[str]
) -> list[tuple[str, str, str]]:
    before, after = dict(one.before), dict(one.after)
    if len(before) == 1:  # a tap, or one taken back: where nothing was entered, compare with that
        [place] = before
        if place.startswith("draft/"):
            nothing = _nothing(sheet, one, place, held)
            before, after = ({place: entered[place] or nothing} for entered in (before, after))
    sides = words.side_names(sheet.game, names)
    return [
        (
            words.fact_name(at, facts, sides, names),
            words.fact_value(at, old, names),
            words.fact_value(at, new, names),
        )
        for at, facts, old, new in differences(before, after)
    ]


def _nothing(sheet: Sheet, one: Change, place: str, held: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a round began with, or its correction. Who starts was suggested, until it was tapped."""
    recorded = held.get(place.replace("draft", "round"))
    if recorded:
        return recorded["facts"]
    starts, game = sheet.game.starts, sheet.game
    entered = one.after[place] or one.before[place]
    tapped = one.pointer == f"/{starts}"
    return game.facts_json(game.begin(None if tapped else entered.get(starts)))


def _reseated(sheet: Sheet, one: Change) -> list[tuple[str, str, str]]:
    """The names and marks that a change was about, before and after."""
    if "players" not in one.before:
        return []
    was, then = one.before["players"], one.after["players"]
    names = enumerate(zip(was["names"], then["names"], strict=True))
    marks = enumerate(zip(was["marks"], then["marks"], strict=True))
    sides = words.side_names(sheet.game, words.sentence_names(then["names"]))
    return [(words.seat(s), old, new) for s, (old, new) in names if old != new] + [
        (words.mark_of(sides[s]), words.mark_name(old), words.mark_name(new))
        for s, (old, new) in marks
        if old != new
    ]


def _what(
    one: Change, number: int, undone: Change | None, facts: list[tuple[str, str, str]]
) -> str:
    """What a change was, said so that what stands below it need not be said twice."""
    if one.pointer or one.what == "tap":
        in_round = words.entered(one.what, number, correction=bool(one.number))
        return in_round if facts else f"{in_round}: {words.change('tap', 0, one.pointer)}"
    if one.what == "undo" and undone:
        return words.taken_back(words.change(undone.what, number, ""))
    if one.what == "revert":
        return words.reverted(words.change(_reverted(one), number, ""))
    return words.change(one.what, number, "")


def _reverted(one: Change) -> str:
    """What a change did that was reverted, by what reverting it did."""
    if "players" in one.before:
        return "players"
    for place, before in one.before.items():
        after = one.after[place]
        if place.startswith("round/"):
            if before is None or after is None:
                return "record" if after is None else "undo"
            if before["void"] != after["void"]:
                return "void" if before["void"] else "restore"
            return "correct"
    return "drop"
