"""What the pages of a table show: finished values for the templates."""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.utils import cached_property  # no lock is held while it asks the database

from companion import changes, chart, past, tables, words
from companion.conflicts import Clash
from companion.models import Change
from companion.past import Past
from companion.tables import Sheet
from engine.game import Game
from engine.games import GAMES
from engine.lines import Score
from engine.match import Played
from engine.options import Rules
from engine.problems import Problem, Weight


@dataclass(frozen=True)
class Person:
    """A player: seat, name, side and the mark they carry."""

    seat: int
    name: str
    side: int
    mark: int


@dataclass(frozen=True)
class Side:
    """A side: its number, its name (a player, or both partners), its mark, its total in points."""

    side: int
    name: str
    mark: int
    total: int


@dataclass(frozen=True)
class Sum:
    """A side's lines of a round: (why, points) each, and their sum."""

    side: Side
    lines: tuple[tuple[str, int], ...]
    points: int


@dataclass(frozen=True)
class Row:
    """A round on the score sheet: each side's points and running total after it."""

    number: int
    cells: tuple[tuple[int, int], ...]
    void: bool
    corrected: bool
    marked: bool


@dataclass(frozen=True)
class Written:
    """The score sheet of a table, which stays as it is while the next round is entered."""

    code: str
    target: int
    sides: tuple[Side, ...]
    winners: tuple[Side, ...]
    rows: tuple[Row, ...]
    replaced: tuple[str, ...]

    @property
    def counted(self) -> list[Row]:
        """The rounds that are not void."""
        return [row for row in self.rows if not row.void]

    @property
    def series(self) -> list[tuple[str, list[int]]]:
        """The chart in words: each side's totals after the rounds that count."""
        return [(s.name, [row.cells[s.side][1] for row in self.counted]) for s in self.sides]

    @cached_property
    def chart(self) -> chart.Chart | None:
        """The chart of the totals; None before there are two of them."""
        numbers = [row.number for row in self.counted]
        series = [[0, *totals] for _, totals in self.series]
        return chart.chart(series, numbers, self.target) if numbers else None


@dataclass(frozen=True)
class Heading:
    """What a table is, which stays as it is: its code, its game and rules, and for whom."""

    code: str
    game_id: str
    rules: Rules
    scores: bool

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_id]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        """The options in which its rules differ from the game's: what, and how."""
        return words.house_rules(self.game, self.rules)


@dataclass(frozen=True)
class Conflicting:
    """A fact with two values: what it is, what another phone set, what was meant here.

    `at` and `value` are the field that sets it to what was meant here.
    """

    at: str
    value: str
    what: str
    theirs: str
    mine: str


@dataclass(frozen=True)
class TablePage:
    """A table as its pages show it; `scores` when this phone may write on the sheet.

    The people are those who play now, or those who played the round `of`.
    """

    sheet: Sheet
    scores: bool
    of: int = 0

    @cached_property
    def names(self) -> list[str]:
        """Names by seat, for sentences."""
        return words.sentence_names(self.sheet.players(self.of))

    @cached_property
    def people(self) -> list[Person]:
        game, marks = self.sheet.game, self.sheet.table.marks
        names = self.sheet.players(self.of)
        return [Person(s, n, game.side(s), marks[game.side(s)]) for s, n in enumerate(names)]

    @cached_property
    def sides(self) -> list[Side]:
        game, totals = self.sheet.game, self.sheet.standing.totals
        names = [
            words.together([self.people[seat].name for seat in game.seats_of(side)])
            for side in range(game.sides)
        ]
        marks = self.sheet.table.marks
        return [Side(s, names[s], marks[s], total) for s, total in enumerate(totals)]

    @cached_property
    def replaced(self) -> list[str]:
        """Who took whose seat, and when."""
        return words.replaced(self.sheet.table.players, self.sheet.table.replaced)

    @cached_property
    def side_names(self) -> list[str]:
        """Names by side, for sentences."""
        return words.side_names(self.sheet.game, self.names)

    @property
    def code(self) -> str:
        return self.sheet.table.code

    @cached_property
    def key(self) -> str:
        """What this drawing of the page's controls is called: a tap on one of them counts once."""
        return secrets.token_urlsafe(9)

    @property
    def version(self) -> int:
        return self.sheet.table.version

    @property
    def game(self) -> Any:
        return self.sheet.game

    @property
    def rules(self) -> Any:
        return self.sheet.rules

    @property
    def finished(self) -> bool:
        return self.sheet.standing.finished

    @property
    def number(self) -> int:
        """The number of the round in progress."""
        return len(self.sheet.standing.rounds) + 1

    @cached_property
    def start(self) -> tuple[str, str]:
        """Who leads or deals next, and why."""
        return words.start(self.sheet.game, self.sheet.standing.next, self.names)

    @property
    def start_side(self) -> int:
        return self.sheet.game.side(self.sheet.standing.next.seat)

    @cached_property
    def winners(self) -> list[Side]:
        return [self.sides[side] for side in self.sheet.standing.winners]

    @cached_property
    def rematch(self) -> str | None:
        """The code of the table where the match is played again."""
        again = tables.rematch(self.sheet.table) if self.finished else None
        return again and again.code

    @property
    def reached_earlier(self) -> int | None:
        """The round in which the match was over first, where more were played after it."""
        standing = self.sheet.standing
        counted = [played.number for played in standing.rounds if not played.void]
        reached = standing.reached_in
        return reached if standing.finished and reached and reached != counted[-1] else None

    @cached_property
    def rows(self) -> list[Row]:
        rounds = zip(self.sheet.standing.rounds, self.sheet.scored.corrected, strict=True)
        return [
            Row(
                number=played.number,
                cells=tuple(zip(played.score.points, played.totals, strict=True)),
                void=played.void,
                corrected=corrected,
                marked=bool(played.problems),
            )
            for played, corrected in rounds
        ]

    @property
    def correcting(self) -> list[int]:
        """The numbers of the rounds whose correction was begun and not yet saved."""
        return sorted(draft.number for draft in self.sheet.table.drafts if draft.number)

    @property
    def heading(self) -> Heading:
        """What the table is."""
        return Heading(self.code, self.game.id, self.rules, self.scores)

    @cached_property
    def written(self) -> Written:
        """The score sheet."""
        return Written(
            self.code,
            self.sheet.rules.target,
            tuple(self.sides),
            tuple(self.winners),
            tuple(self.rows),
            tuple(self.replaced),
        )

    @cached_property
    def history(self) -> list[Past]:
        """The latest changes, the newest first."""
        return past.told(self.sheet)

    @cached_property
    def undo_word(self) -> str | None:
        """What undo would take back."""
        change = changes.last(self.sheet.table)
        return None if change is None else change_word(change)

    def sums(self, score: Score) -> list[Sum]:
        """The lines of a round by side."""
        return [
            Sum(
                side,
                tuple(
                    (words.line(line, self.names), line.points)
                    for line in score.lines
                    if line.side == side.side
                ),
                score.points[side.side],
            )
            for side in self.sides
        ]

    def said(self, problems: Sequence[Problem]) -> list[tuple[str, str]]:
        """Problems as (pointer, sentence)."""
        return [(p.at, words.problem(p, self.names)) for p in problems]

    def past(self, number: int) -> Played:
        """A recorded round; raises Conflict when there is none."""
        self.sheet.round(number)
        return self.sheet.standing.rounds[number - 1]


def change_word(change: Change) -> str:
    """What a change was about, in a few words."""
    return words.change(change.what, change.number, change.pointer)


@dataclass(frozen=True)
class RoundForm:
    """The form of a round: the one in progress (number 0) or the correction of a recorded one.

    `typed` is what was typed and could not be kept, by pointer; `refused` why. Where `checked`,
    what is missing is said too.
    """

    page: TablePage
    number: int
    open: str = ""
    checked: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[Problem] = ()
    clashes: Sequence[Clash] = ()
    clashed_by: Change | None = None

    @property
    def conflicts(self) -> list[Conflicting]:
        """Facts that another phone has set otherwise, with both values."""
        facts = self.document
        return [
            Conflicting(
                clash.at,
                json.dumps(clash.mine),
                words.fact_name(clash.at, facts, self.page.side_names, self.page.names),
                words.fact_value(clash.at, clash.theirs, self.page.names),
                words.fact_value(clash.at, clash.mine, self.page.names),
            )
            for clash in self.clashes
        ]

    @property
    def conflict_by(self) -> str:
        """Who set the other value, where they have said their name."""
        by = self.clashed_by
        return words.isolated(by.scorer.name) if by and by.scorer else ""

    @cached_property
    def document(self) -> dict[str, Any]:
        return self.page.sheet.draft(self.number)

    @cached_property
    def _review(self) -> tuple[Any, tuple[Problem, ...]]:
        sheet = self.page.sheet
        return sheet.game.review(self.document, sheet.rules, sheet.before(self.number))

    @property
    def facts(self) -> Any:
        return self._review[0]

    @cached_property
    def situation(self) -> Any:
        """What the game's own fragment shows: see the engine's `situation`."""
        sheet = self.page.sheet
        return sheet.game.situation(self.facts, sheet.rules, sheet.before(self.number))

    @cached_property
    def score(self) -> Score:
        return self.page.sheet.game.score(self.facts, self.page.sheet.rules)

    @cached_property
    def sums(self) -> list[Sum]:
        return self.page.sums(self.score)

    @cached_property
    def told(self) -> list[tuple[Person | None, str]]:
        """The round so far, for those who watch: who, and what they did."""
        page = self.page
        found = page.game.told(self.facts, page.rules, page.sheet.before(self.number))
        return [
            (None if one.seat is None else page.people[one.seat], words.told(one, page.names))
            for one in found
        ]

    @cached_property
    def needs(self) -> list[tuple[Side, int, list[str]]]:
        """What the sides that are near need to end the match this round: points, and the ways."""
        page = self.page
        found = page.game.needs(self.facts, page.rules, page.sheet.standing.totals)
        return [(page.sides[n.side], n.points, [words.way(w) for w in n.ways]) for n in found]

    def stakes(self, seat: int) -> list[tuple[int, list[list[tuple[int, int]]]]]:
        """What each bet or bid of a seat would pay: for each player first out, every side's points
        from the bets and its total with them."""
        page = self.page
        totals = page.sheet.before(self.number)
        return [
            (
                stake.amount,
                [
                    [(p, t + p) for p, t in zip(points, totals, strict=True)]
                    for points in stake.outcomes
                ],
            )
            for stake in page.game.stakes(self.facts, page.rules, seat)
        ]

    @property
    def ready(self) -> bool:
        """True when nothing but what can be accepted knowingly stands in the way of recording."""
        return not any(p.blocks and p.weight is not Weight.UNUSUAL for p in self._review[1])

    @cached_property
    def gap(self) -> str | None:
        """What is unusual about the captures, when the table must say so knowingly."""
        for problem in self._review[1]:
            if problem.code == "captured_gap":
                return words.problem(problem, self.page.names)
        return None

    @cached_property
    def problems(self) -> dict[str, str]:
        """What is wrong, by pointer: what is refused, and where `checked` what is missing too."""
        shown = [
            p for p in self._review[1] if p.refused or (self.checked and p.weight is Weight.MISSING)
        ]
        first = dict(self.page.said([*self.refused, *shown][::-1]))  # the first one at each place
        return dict(reversed(first.items()))

    def about(self, at: str) -> str | None:
        """Whose captures a problem is about; None where its sentence says enough by itself."""
        match at.split("/"):
            case ["", "captured", side, *_] if side in map(str, range(self.page.game.sides)):
                return self.page.side_names[int(side)]
            case _:
                return None

    def problem(self, *pointers: str) -> str | None:
        """The first problem at one of these places, or below one that ends with "/"."""
        for pointer in pointers:
            for at, said in self.problems.items():
                if at == pointer or (pointer.endswith("/") and at.startswith(pointer)):
                    return said
        return None

    def value(self, pointer: str, known: Any) -> Any:
        """What a field shows: what was typed, else what is known, else nothing."""
        return self.typed.get(pointer, "" if known is None else known)

    @property
    def seen(self) -> str:
        """A mark of the result this page explains: it changes when the result does."""
        text = json.dumps([self.number or self.page.number, self.document], sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}" if self.ready else ""
