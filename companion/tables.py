"""The store of tables: finding and creating one, and changing its facts."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Row, Text, bindparam, cast, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import joinedload
from werkzeug.utils import cached_property  # no lock is held while it asks the database

from companion import changes, keys, live, scorers
from companion.changes import Also
from companion.conflicts import Clashes, Conflict, merged
from companion.db import WRITES, db
from companion.drafts import Tap
from companion.models import Change, Receipt, Round, Table, now
from companion.names import check_players, clean_name
from engine.game import Game
from engine.games import GAMES
from engine.match import Recorded, Standing, standing
from engine.options import Rules
from engine.problems import Problem, Weight

MARKS = 5  # the marks a side can carry: each a colour and a shape
MOST_ROUNDS = 500
MOST_REPLACED = 100


# Statements that are run for every tap are built once: building one takes as long as running it.
_R = Round.__table__.c
_ROUNDS = (
    select(cast(_R.facts, Text).label("facts"), _R.void, _R.corrected)
    .where(_R.table_id == bindparam("table_id"))
    .order_by(_R.number)
)


class Scored(NamedTuple):
    """The recorded rounds: how the match stands by them, and which of them were corrected."""

    standing: Standing
    corrected: tuple[bool, ...]


@lru_cache(maxsize=256)
def _scored(game: str, rules: Rules, first: int, rounds: tuple[Row[Any], ...]) -> Scored:
    """What the rounds of a table come to: while the next one is played, it is asked often."""
    recorded = [Recorded(json.loads(one.facts), one.void) for one in rounds]
    stands = standing(GAMES[game], rules, recorded, first)
    return Scored(stands, tuple(one.corrected for one in rounds))


@dataclass(frozen=True)
class Sheet:
    """A table as the engine sees it: its game, rules and how the match stands."""

    table: Table

    @cached_property
    def game(self) -> Game[Any]:
        return GAMES[self.table.game]

    @cached_property
    def rules(self) -> Rules:
        return self.game.rules(None, self.table.rules)[0]

    @cached_property
    def scored(self) -> Scored:
        rounds = db.session.execute(_ROUNDS, {"table_id": self.table.id}).all()
        return _scored(self.game.id, self.rules, self.table.first_starter, tuple(rounds))

    @property
    def standing(self) -> Standing:
        return self.scored.standing

    def players(self, number: int = 0) -> list[str]:
        """The names by seat of those who played a round; of those who play now, for 0."""
        names = [*self.table.players]
        for left in reversed(self.table.replaced):
            if number and number <= left["until"]:
                names[left["seat"]] = left["name"]
        return names

    def before(self, number: int) -> tuple[int, ...]:
        """Every side's points before a round; those now, for the round in progress (0)."""
        return self.standing.rounds[number - 1].before if number else self.standing.totals

    def draft(self, number: int) -> dict[str, Any]:
        """The facts entered so far: of the round in progress (0) or of a round's correction."""
        for draft in self.table.drafts:
            if draft.number == number:
                return draft.facts
        return blank(self, number)

    def round(self, number: int) -> Round:
        """A recorded round; raises Conflict when there is none of this number."""
        if 1 <= number <= len(self.table.rounds):
            return self.table.rounds[number - 1]
        raise Conflict("no_such_round")


_WITH_DRAFTS = (
    select(Table).options(joinedload(Table.drafts)).where(Table.code == bindparam("code"))
)
_PLAYED, _ARCHIVED = (
    _WITH_DRAFTS.where(Table.archived_at.is_(None)),
    _WITH_DRAFTS.where(Table.archived_at.is_not(None)),
)
_FRESH = {"populate_existing": True}  # as it is now, whatever this session has read before
_AS_LOCKED = _PLAYED.execution_options(**_FRESH)
_T = Table.__table__.c
# By itself: PostgreSQL reads what is joined to a row as it was before the wait for its lock.
_LOCK = select(_T.id).where(_T.code == bindparam("code")).with_for_update()
_STAMP = select(_T.id, _T.code, _T.game, _T.version, _T.changed_at).where(
    _T.code == bindparam("code"), _T.archived_at.is_(None)
)


def find(code: str, *, change: bool = False, archived: bool = False) -> Table | None:
    """The table of a code; locked against other changes until the end of the transaction.

    An archived table is found only by who asks for one.
    """
    asked = {"code": keys.plain_code(code)}
    if change:
        db.session.execute(_LOCK, asked)
    query = _AS_LOCKED if change else _ARCHIVED if archived else _PLAYED
    found = db.session.scalars(query, asked)
    return found.unique().one_or_none()


class Stamp(NamedTuple):
    """What tells one state of a table from every other."""

    id: int
    code: str
    game: str
    version: int
    changed_at: datetime


def stamp(code: str) -> Stamp | None:
    """The state of the table of a code, read alone; None where there is no table."""
    row = db.session.execute(_STAMP, {"code": keys.plain_code(code)}).one_or_none()
    return Stamp(*row) if row else None


def stamped(table: Table) -> Stamp:
    """The state a table was read in."""
    return Stamp(table.id, table.code, table.game, table.version, table.changed_at)


def begin_to_write() -> None:
    """Waits until nobody else writes; for a request that only asks, before it reads anything."""
    db.session.connection(execution_options={WRITES: True})


def create(
    game: Game[Any],
    players: Sequence[str],
    preset: str | None = None,
    rules: Mapping[str, object] | None = None,
    first: int | None = None,
    marks: Sequence[int] | None = None,
    made_by: str | None = None,
    rematch_of: Table | None = None,
) -> tuple[Table | None, str, list[Problem]]:
    """A new table and the token that lets one score it, or what is wrong with the wish.

    `first` is the seat that leads (or deals) first; None picks one at random. `marks` are the
    sides' marks; None: the first ones. `made_by` is a hash of the form that asks: sent again it
    leads to the table it made, as long as nothing was done there. Those at the table that this is
    the `rematch_of` are told.
    """
    if made := made_by and _made(made_by):
        return made, scorers.let_another(made), []
    names = [clean_name(name) for name in players]
    chosen, wrong_rules = game.rules(preset, rules)
    problems = [*check_players(names, game.seats), *wrong_rules]
    if first is not None and not 0 <= first < game.seats:
        problems.append(Problem("/first_leader", "unknown_seat", {"seats": game.seats}))
    if problems:
        return None, "", problems
    table = Table(
        code=unused_code(),
        game=game.id,
        rules=game.rules_json(chosen),
        players=names,
        marks=list(range(game.sides) if marks is None else marks),
        replaced=[],
        first_starter=secrets.randbelow(game.seats) if first is None else first,
        version=1,
        made_by=made_by,
        rematch_of=rematch_of and rematch_of.id,
    )
    db.session.add(table)
    try:
        db.session.flush()
    except IntegrityError:  # the same form was quicker: ask again
        db.session.rollback()
        return create(game, players, preset, rules, first, marks, made_by, rematch_of)
    token = scorers.new(table)
    if rematch_of:
        changes.make(rematch_of, "rematch", 0, {})
    db.session.commit()
    return table, token, []


def _made(made_by: str) -> Table | None:
    """The table that a form made, while it is as it was made; later the form may make another."""
    made = db.session.scalar(select(Table).where(Table.made_by == made_by))
    if made is None or (made.version == 1 and made.archived_at is None):
        return made
    made.made_by = None
    db.session.flush()
    return None


def rematch(table: Table) -> Table | None:
    """The table of the latest rematch of this one's match, unless it was put away."""
    again = select(Table).where(Table.rematch_of == table.id, Table.archived_at.is_(None))
    return db.session.scalar(again.order_by(Table.id.desc()).limit(1))


def unused_code() -> str:
    """A code that no table has, be it archived."""
    while True:
        code = keys.new_code()
        if db.session.scalar(select(Table.id).where(Table.code == code)) is None:
            return code


# Changes


def tap(
    sheet: Sheet,
    number: int,
    taps: Sequence[Tap],
    *,
    typed: bool = False,
    seen: int | None = None,
) -> tuple[Problem, ...]:
    """Enters taps into the round in progress (0) or into the correction of a round.

    Answers why they were refused: a tap cannot enter what cannot be, as from a page drawn before
    another phone's tap. Captures that are `typed` are kept as long as they can be read, and judged
    when the round is recorded. `seen` is the table's version when the page was drawn: taps on
    other facts than those changed since are merged, a different value for the same fact raises
    Clashes. Raises BadTap when a pointer leads nowhere, Conflict when the match is over.
    """
    if not number and sheet.standing.finished:
        raise Conflict("match_finished")
    draft = sheet.draft(number)
    drawn = draft if seen is None else _draft_at(sheet, number, seen)
    document, clashes = merged(drawn, draft, list(taps))
    if clashes:
        raise Clashes(clashes, changes.newest(sheet.table.id))
    if document == draft:
        return ()
    new = newly_refused(sheet, document, draft, number)
    if typed:
        new = tuple(p for p in new if p.weight is Weight.MALFORMED or "captured" not in p.at)
    if not new:
        changes.make(sheet.table, "tap", number, {f"draft/{number}": document}, taps[-1].at)
        db.session.commit()
    return new


def _draft_at(sheet: Sheet, number: int, version: int) -> dict[str, Any]:
    """The facts entered so far as a page of this version showed them.

    Raises Conflict when the round was recorded, or taken back, in between.
    """
    if version == sheet.table.version:
        return sheet.draft(number)
    since = select(Change).where(Change.table_id == sheet.table.id, Change.version > version)
    later = db.session.scalars(since.order_by(Change.version)).all()
    if not number and any(_came_or_went(change) for change in later):
        raise Conflict("round_over")
    place, own = f"draft/{number}", db.session.info.get(scorers.ACTING)
    for change in later:
        if change.scorer_id == own and change.what == "tap":
            continue  # one's own quick taps never clash with each other
        if place in change.before:
            return change.before[place] or blank(sheet, number)
    return sheet.draft(number)


def _came_or_went(change: Change) -> bool:
    """True when the change recorded a round or took its recording back."""
    rounds = [place for place in change.before if place.startswith("round/")]
    return any(change.before[place] is None or change.after[place] is None for place in rounds)


def blank(sheet: Sheet, number: int) -> dict[str, Any]:
    """The facts that a round (0: the next one) begins with, or that its correction begins with."""
    if number:
        return sheet.round(number).facts
    return sheet.game.facts_json(sheet.game.begin(sheet.standing.next.seat))


def newly_refused(
    sheet: Sheet, document: object, stood: object, number: int
) -> tuple[Problem, ...]:
    """What cannot be in a draft, and was not so already in the one that stood there."""
    new = _refused(sheet, document, number)
    was = _refused(sheet, stood, number) if new else ()
    return tuple(problem for problem in new if problem not in was)


def _refused(sheet: Sheet, document: object, number: int) -> tuple[Problem, ...]:
    _, found = sheet.game.review(document, sheet.rules, sheet.before(number))
    return tuple(problem for problem in found if problem.refused)


def review(
    sheet: Sheet, document: object, number: int = 0
) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """A round's facts with the starter filled in, and what is wrong with them.

    `number` is the round they replace; 0: the next one.
    """
    facts, problems = sheet.game.review(document, sheet.rules, sheet.before(number))
    starter = (
        sheet.standing.rounds[number - 1].facts.starter if number else sheet.standing.next.seat
    )
    if starter is not None and not any(problem.refused for problem in problems):
        facts = sheet.game.started_by(facts, starter)
    return sheet.game.facts_json(facts), problems


def record(sheet: Sheet, document: object, also: Also | None = None) -> tuple[Problem, ...]:
    """Records a whole round and begins the next; answers why it was refused, if it was.

    Raises Conflict when the match is over.
    """
    if sheet.standing.finished:
        raise Conflict("match_finished")
    if len(sheet.table.rounds) >= MOST_ROUNDS:
        raise Conflict("too_many_rounds")
    facts, problems = review(sheet, document)
    if any(problem.blocks for problem in problems):
        return problems
    number = len(sheet.table.rounds) + 1
    round_ = {"facts": facts, "void": False, "corrected": False}
    changes.make(sheet.table, "record", number, {f"round/{number}": round_, "draft/0": None})
    changes.commit(also)
    return problems


def correct(sheet: Sheet, number: int, document: object) -> tuple[Problem, ...]:
    """Replaces the facts of a round; answers why they were refused, if they were."""
    current = sheet.round(number)
    facts, problems = review(sheet, document, number)
    if any(problem.blocks for problem in problems):
        return problems
    corrected = current.corrected or facts != current.facts
    round_ = {"facts": facts, "void": current.void, "corrected": corrected}
    changes.make(
        sheet.table, "correct", number, {f"round/{number}": round_, f"draft/{number}": None}
    )
    db.session.commit()
    return problems


def drop_correction(sheet: Sheet, number: int) -> None:
    """Forgets what was entered for the correction of a round."""
    sheet.round(number)
    changes.make(sheet.table, "drop", number, {f"draft/{number}": None})
    db.session.commit()


def void(sheet: Sheet, number: int, *, restore: bool = False) -> None:
    """Leaves a round out of every total, or brings it back; it stays on the sheet."""
    current = sheet.round(number)
    round_ = {"facts": current.facts, "void": not restore, "corrected": current.corrected}
    changes.make(sheet.table, "restore" if restore else "void", number, {f"round/{number}": round_})
    db.session.commit()


def reseat(
    sheet: Sheet, names: Sequence[str], marks: Sequence[int | None], new: Collection[int] = ()
) -> list[Problem]:
    """Renames players and gives sides their marks, or says what is wrong with that.

    At the seats in `new` somebody else sits down: who sat there keeps the rounds they played.
    """
    table, played = sheet.table, len(sheet.table.rounds)
    names = [clean_name(name) for name in names]
    problems = [
        *check_players(names, sheet.game.seats),
        *check_marks(marks, sheet.game.sides),
    ]
    since = {left["seat"]: left["until"] for left in table.replaced}
    left = [
        {"seat": seat, "name": table.players[seat], "until": played}
        for seat in sorted(new)
        if played > since.get(seat, 0) and names[seat] != table.players[seat]
    ]
    replaced = [*table.replaced, *left]
    if len(replaced) > MOST_REPLACED:
        problems.append(Problem("/players", "too_many", {"most": MOST_REPLACED}))
    if not problems:
        seats = {"names": names, "marks": list(marks), "replaced": replaced}
        changes.make(table, "replace" if left else "players", 0, {"players": seats})
        db.session.commit()
    return problems


def check_marks(marks: Sequence[int | None], sides: int) -> list[Problem]:
    """What is wrong with the sides' marks: each carries one, and no two the same."""
    if len(marks) != sides:
        return [Problem("/marks", "marks_sides", {"sides": sides})]
    found: list[Problem] = []
    for side, mark in enumerate(marks):
        if mark is None or not 0 <= mark < MARKS:
            found.append(Problem(f"/marks/{side}", "unknown_mark"))
        elif mark in marks[:side]:
            found.append(Problem(f"/marks/{side}", "mark_taken"))
    return found


# Archiving: a table is never deleted


def archive(table: Table) -> None:
    """Puts a table away: nobody finds it by its code until it is brought back."""
    table.archived_at = now()
    _match_before_changed(table)
    live.changed(table.code)
    db.session.commit()


def bring_back(table: Table) -> None:
    """Lets an archived table be found again, as if it had just been played."""
    table.archived_at, table.changed_at = None, now()
    _match_before_changed(table)
    db.session.commit()


def _match_before_changed(table: Table) -> None:
    """The page of the match whose rematch this is leads to it, or no longer does."""
    if before := table.rematch_of and db.session.get(Table, table.rematch_of):
        before.changed_at = now()


def untouched(since: datetime) -> Sequence[Table]:
    """The tables that were not changed since a time, the oldest first."""
    old = select(Table).where(Table.archived_at.is_(None), Table.changed_at < since)
    return db.session.scalars(old.order_by(Table.changed_at)).all()


# Repeats of a write


def receipt(table: Table, key: str) -> Receipt | None:
    """What a write with this idempotency key was answered, if there was one."""
    return db.session.scalar(
        select(Receipt).where(Receipt.table_id == table.id, Receipt.key == key)
    )
