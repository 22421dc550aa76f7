"""The score sheet for a spreadsheet: a row a round."""

from __future__ import annotations

import csv
from collections import defaultdict
from io import StringIO

from flask_babel import gettext

from companion import words
from companion.show import TablePage

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def sheet(page: TablePage) -> str:
    """CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8.

    For each round every side's points and running total, and what is to be said of it. A void
    round's points are there, and its totals are those before it.
    """
    out = StringIO()
    rows = csv.writer(out)
    sides: list[str] = []
    for side in page.sides:
        sides.append(_plain(gettext("%(name)s points", name=side.name)))
        sides.append(_plain(gettext("%(name)s total", name=side.name)))
    rows.writerow([gettext("Round"), *sides, gettext("Notes")])
    left = defaultdict[int, list[str]](list)
    for one, said in zip(page.sheet.table.replaced, page.replaced, strict=True):
        left[one["until"]].append(said)
    for row in page.rows:
        notes = [gettext("void")] * row.void + [gettext("corrected")] * row.corrected
        numbers = [number for cell in row.cells for number in cell]
        rows.writerow([row.number, *numbers, _plain(", ".join(notes + left[row.number]))])
    return f"\ufeff{out.getvalue()}"


def file_name(page: TablePage) -> str:
    """What to call a file about a table, without an ending: the game, who plays, the code."""
    names = words.together([side.name for side in page.sides])
    fit = "".join("-" if c in '\\/:*?"<>|' else c for c in names)[:60].strip(" .")
    return f"{words.game_name(page.game)} {fit} {page.code}"


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
