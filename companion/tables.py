"""The store of tables: creating one, changing its facts, taking a change back.

Every change names the places it touches ("players", "draft/0", "round/3") with their values before
and after. Undo writes back what was before, whatever the change was.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from companion import keys, live
from companion.conflicts import ChangedSince, Clash, merged, reverted
from companion.db import WRITES, db
from companion.drafts import Tap
from companion.models import Change, Draft, Receipt, Round, Scorer, Table, now
from engine.game import Game
from engine.games import GAMES
from engine.match import Recorded, Standing, standing
from engine.options import Rules
from engine.problems import Problem, Weight

NAME_LENGTH = 40
MARKS = 5  # the marks a side can carry: each a colour and a shape
MOST_ROUNDS = 500
MOST_REPLACED = 100
ACTING = "scorer_id"
KEY = "key"

Also: TypeAlias = Callable[[], Receipt]  # what to keep together with a change, or not at all


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


class Repeated(Exception):
    """The change was made already, by the same tap."""


@lru_cache(maxsize=128)
def _standing(game: str, rules: Rules, rounds: str, first: int) -> Standing:
    """How a match stands, by the JSON of its rounds: while one is played, it is asked often."""
    recorded = [Recorded(facts, void) for facts, void in json.loads(rounds)]
    return standing(GAMES[game], rules, recorded, first)


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
    def standing(self) -> Standing:
        rounds = json.dumps([[one.facts, one.void] for one in self.table.rounds])
        return _standing(self.game.id, self.rules, rounds, self.table.first_starter)

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
        return _blank(self, number)

    def round(self, number: int) -> Round:
        """A recorded round; raises Conflict when there is none of this number."""
        if 1 <= number <= len(self.table.rounds):
            return self.table.rounds[number - 1]
        raise Conflict("no_such_round")


def find(code: str, *, change: bool = False, archived: bool = False) -> Table | None:
    """The table of a code; locked against other changes until the end of the transaction.

    An archived table is found only by who asks for one.
    """
    query = select(Table).where(Table.code == keys.plain_code(code))
    query = query.where(Table.archived_at.is_not(None) if archived else Table.archived_at.is_(None))
    if change:  # as it is now, whatever this session has read before
        query = query.with_for_update().execution_options(populate_existing=True)
    return db.session.scalar(query)


class Stamp(NamedTuple):
    """What tells one state of a table from every other."""

    code: str
    game: str
    version: int
    changed_at: datetime


def stamp(code: str) -> Stamp | None:
    """The state of the table of a code, read alone; None where there is no table."""
    parts = select(Table.code, Table.game, Table.version, Table.changed_at)
    there = parts.where(Table.code == keys.plain_code(code), Table.archived_at.is_(None))
    row = db.session.execute(there).one_or_none()
    return Stamp(*row) if row else None


# Scorers


def _new_scorer(table: Table, name: str = "") -> str:
    token = keys.new_token()
    db.session.add(Scorer(table_id=table.id, token_hash=keys.hash_token(token), name=name))
    return token


def scorer(table: Table, token: str) -> Scorer | None:
    """Who may score the table with this token; None for a wrong or a withdrawn one.

    Only hashes are compared, by the database: how long that takes says nothing of the token.
    """
    return db.session.scalar(
        select(Scorer).where(
            Scorer.table_id == table.id,
            Scorer.token_hash == keys.hash_token(token),
            Scorer.withdrawn_at.is_(None),
        )
    )


def act_as(who: Scorer, key: str | None = None) -> None:
    """Every change of this session is made by this scorer, with this key if it has one.

    Raises Repeated when a change with the key was made before.
    """
    db.session.info[ACTING] = who.id
    db.session.info[KEY] = key
    made = select(Change.id).where(Change.table_id == who.table_id, Change.key == key)
    if key and db.session.scalar(made) is not None:
        raise Repeated


def scorers(table: Table) -> Sequence[Scorer]:
    """Everyone who may score the table, who came first first."""
    of_table = select(Scorer).where(Scorer.table_id == table.id, Scorer.withdrawn_at.is_(None))
    return db.session.scalars(of_table.order_by(Scorer.id)).all()


def begin_to_write() -> None:
    """Waits until nobody else writes; for a request that only asks, before it reads anything."""
    db.session.connection(execution_options={WRITES: True})


def let_another_score(table: Table) -> str:
    """A token of its own for another phone that opened a scorer's link."""
    token = _new_scorer(table)
    db.session.commit()
    return token


def name_scorer(who: Scorer, name: str) -> list[Problem]:
    """Says what a scorer is called; answers what is wrong with the name."""
    cleaned = clean_name(name)
    if len(cleaned) > NAME_LENGTH:
        return [Problem("/scorer", "name_too_long", {"most": NAME_LENGTH})]
    who.name = cleaned
    db.session.commit()
    return []


def withdraw_others(table: Table, keep: Scorer) -> str:
    """Ends every scorer's right but one's own, whose token is new: no old link opens any more."""
    for one in scorers(table):
        if one is not keep:
            one.withdrawn_at = now()
    token = keys.new_token()
    keep.token_hash = keys.hash_token(token)
    db.session.commit()
    return token


def hand_over(table: Table, keep: Scorer) -> None:
    """Gives up one's own right to score, which another must have.

    Raises Conflict when nobody else could score then.
    """
    if len(scorers(table)) < 2:
        raise Conflict("nobody_else_scores")
    keep.withdrawn_at = now()
    db.session.commit()


def clean_name(name: str) -> str:
    """A name on one line, without invisible signs that could reorder the text around it."""
    kept = (c for c in name if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn"))
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return " ".join("".join(c for c in kept if unicodedata.bidirectional(c) not in bidi).split())


def check_players(names: Sequence[str], seats: int) -> list[Problem]:
    """What is wrong with the players' names, each with its pointer."""
    if len(names) != seats:
        return [Problem("/players", "players_count", {"seats": seats})]
    checked = (check_name(f"/players/{seat}", name) for seat, name in enumerate(names))
    return [problem for problems in checked for problem in problems]


def check_name(at: str, name: str) -> list[Problem]:
    """What is wrong with the name of a player; signs nobody sees are no name."""
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return [Problem(at, "name_missing")]
    too_long = Problem(at, "name_too_long", {"most": NAME_LENGTH})
    return [too_long] if len(name) > NAME_LENGTH else []


def create(
    game: Game[Any],
    players: Sequence[str],
    preset: str | None = None,
    rules: Mapping[str, object] | None = None,
    first: int | None = None,
    marks: Sequence[int] | None = None,
    made_by: str | None = None,
) -> tuple[Table | None, str, list[Problem]]:
    """A new table and the token that lets one score it, or what is wrong with the wish.

    `first` is the seat that leads (or deals) first; None picks one at random. `marks` are the
    sides' marks; None: the first ones. `made_by` is a hash of the form that asks: sent again it
    leads to the table it made, as long as nothing was done there.
    """
    if made := made_by and _made(made_by):
        return made, let_another_score(made), []
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
    )
    db.session.add(table)
    try:
        db.session.flush()
    except IntegrityError:  # the same form was quicker: ask again
        db.session.rollback()
        return create(game, players, preset, rules, first, marks, made_by)
    token = _new_scorer(table)
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


def unused_code() -> str:
    """A code that no table has, be it archived."""
    while True:
        code = keys.new_code()
        if db.session.scalar(select(Table.id).where(Table.code == code)) is None:
            return code


# Places: what a change can touch


def _read(table: Table, place: str) -> Any:
    kind, _, number = place.partition("/")
    if kind == "players":
        return {"names": table.players, "marks": table.marks, "replaced": table.replaced}
    if kind == "round":
        one = next((r for r in table.rounds if r.number == int(number)), None)
        keep = ("facts", "void", "corrected")
        return None if one is None else {name: getattr(one, name) for name in keep}
    return next((d.facts for d in table.drafts if d.number == int(number)), None)


def _write(table: Table, place: str, value: Any) -> None:
    kind, _, number = place.partition("/")
    if kind == "players":
        table.players, table.marks = value["names"], value["marks"]
        table.replaced = value["replaced"]
        return
    rows: list[Any] = table.rounds if kind == "round" else table.drafts
    row: Any = next((one for one in rows if one.number == int(number)), None)
    if value is None:
        if row is not None:
            rows.remove(row)
            db.session.delete(row)
        return
    if row is None:
        model = Round if kind == "round" else Draft
        row = model(table_id=table.id, number=int(number))
        rows.append(row)
    for name, member in (value if kind == "round" else {"facts": value}).items():
        setattr(row, name, member)
    if kind == "round":
        row.revision = table.version


def _change(
    table: Table, what: str, number: int, places: Mapping[str, Any], pointer: str = ""
) -> Change | None:
    """Writes the places and keeps what they were; None when nothing is different."""
    before = {place: _read(table, place) for place in places}
    if before == dict(places):
        return None
    table.version += 1
    table.changed_at = now()
    live.changed(table.code)
    for place, value in places.items():
        _write(table, place, value)
    change = Change(
        table_id=table.id,
        version=table.version,
        what=what,
        number=number,
        pointer=pointer[:120],
        before=before,
        after=dict(places),
        scorer_id=db.session.info.get(ACTING),
        key=db.session.info.pop(KEY, None),
    )
    db.session.add(change)
    return change


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
        raise Clashes(clashes, newest_change(sheet.table))
    if document == draft:
        return ()
    new = _newly_refused(sheet, document, draft, number)
    if typed:
        new = tuple(p for p in new if p.weight is Weight.MALFORMED or "captured" not in p.at)
    if not new:
        _change(sheet.table, "tap", number, {f"draft/{number}": document}, taps[-1].at)
        db.session.commit()
    return new


def _draft_at(sheet: Sheet, number: int, version: int) -> dict[str, Any]:
    """The facts entered so far as a page of this version showed them.

    Raises Conflict when the round was recorded, or taken back, in between.
    """
    since = select(Change).where(Change.table_id == sheet.table.id, Change.version > version)
    changes = db.session.scalars(since.order_by(Change.version)).all()
    if not number and any(_came_or_went(change) for change in changes):
        raise Conflict("round_over")
    place, own = f"draft/{number}", db.session.info.get(ACTING)
    for change in changes:
        if change.scorer_id == own and change.what == "tap":
            continue  # one's own quick taps never clash with each other
        if place in change.before:
            return change.before[place] or _blank(sheet, number)
    return sheet.draft(number)


def _came_or_went(change: Change) -> bool:
    """True when the change recorded a round or took its recording back."""
    rounds = [place for place in change.before if place.startswith("round/")]
    return any(change.before[place] is None or change.after[place] is None for place in rounds)


def _blank(sheet: Sheet, number: int) -> dict[str, Any]:
    if number:
        return sheet.round(number).facts
    return sheet.game.facts_json(sheet.game.begin(sheet.standing.next.seat))


def _newly_refused(
    sheet: Sheet, document: object, stood: object, number: int
) -> tuple[Problem, ...]:
    """What cannot be in a draft, and was not so already in the one that stood there."""
    was, new = (
        [p for p in sheet.game.review(one, sheet.rules, sheet.before(number))[1] if p.refused]
        for one in (stood, document)
    )
    return tuple(problem for problem in new if problem not in was)


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
    _change(sheet.table, "record", number, {f"round/{number}": round_, "draft/0": None})
    _commit(also)
    return problems


def correct(sheet: Sheet, number: int, document: object) -> tuple[Problem, ...]:
    """Replaces the facts of a round; answers why they were refused, if they were."""
    current = sheet.round(number)
    facts, problems = review(sheet, document, number)
    if any(problem.blocks for problem in problems):
        return problems
    corrected = current.corrected or facts != current.facts
    round_ = {"facts": facts, "void": current.void, "corrected": corrected}
    _change(sheet.table, "correct", number, {f"round/{number}": round_, f"draft/{number}": None})
    db.session.commit()
    return problems


def drop_correction(sheet: Sheet, number: int) -> None:
    """Forgets what was entered for the correction of a round."""
    sheet.round(number)
    _change(sheet.table, "drop", number, {f"draft/{number}": None})
    db.session.commit()


def void(sheet: Sheet, number: int, *, restore: bool = False) -> None:
    """Leaves a round out of every total, or brings it back; it stays on the sheet."""
    current = sheet.round(number)
    round_ = {"facts": current.facts, "void": not restore, "corrected": current.corrected}
    _change(sheet.table, "restore" if restore else "void", number, {f"round/{number}": round_})
    db.session.commit()


def reseat(
    sheet: Sheet, names: Sequence[str], marks: Sequence[int | None], new: Collection[int] = ()
) -> list[Problem]:
    """Renames players and gives sides their marks, or says what is wrong with that.

    At the seats in `new` somebody else sits down: who sat there keeps the rounds they played.
    """
    table, played = sheet.table, len(sheet.table.rounds)
    names = [clean_name(name) for name in names]
    problems = [*check_players(names, sheet.game.seats), *check_marks(marks, sheet.game.sides)]
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
        _change(table, "replace" if left else "players", 0, {"players": seats})
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


def last_change(table: Table) -> Change | None:
    """The change that undo would take back."""
    return db.session.scalar(
        select(Change)
        .where(Change.table_id == table.id, Change.undone_by.is_(None), Change.what != "undo")
        .order_by(Change.version.desc())
        .limit(1)
    )


def newest_change(table: Table) -> Change | None:
    """The change that was made last, be it an undo."""
    of_table = select(Change).where(Change.table_id == table.id)
    return db.session.scalar(of_table.order_by(Change.version.desc()).limit(1))


def changes_since(table: Table, version: int, most: int) -> Sequence[Change]:
    """The first changes after a version, the oldest first."""
    later = select(Change).where(Change.table_id == table.id, Change.version > version)
    return db.session.scalars(later.order_by(Change.version).limit(most)).all()


def undo(table: Table, also: Also | None = None) -> Change:
    """Takes back the last change, whatever it was; again: the one before.

    Raises Conflict when there is nothing to take back.
    """
    change = last_change(table)
    if change is None:
        raise Conflict("nothing_to_undo")
    _change(table, "undo", change.number, change.before, change.pointer)
    change.undone_by = table.version
    _commit(also)
    return change


def change_of(table: Table, version: int) -> Change:
    """The change that made this version of the table; raises Conflict when there is none."""
    found = db.session.scalar(
        select(Change).where(Change.table_id == table.id, Change.version == version)
    )
    if found is None:
        raise Conflict("no_such_change")
    return found


def revert(sheet: Sheet, change: Change) -> None:
    """Puts what one change touched back to what it was; what came after it stays.

    Raises Conflict when later changes stand on it, or the round would break a rule.
    """
    places = {place: _taken_back(sheet, change, place) for place in change.before}
    rounds = len(sheet.table.rounds)
    for place, value in [*places.items()]:
        kind, _, text = place.partition("/")
        number = int(text or 0)
        if kind == "players" and change.after[place] != _read(sheet.table, place):
            raise Conflict("cannot_revert")
        if value is None and kind == "round":
            if number < rounds:
                raise Conflict("void_instead")
            places[f"draft/{number}"] = None
        elif value is None:
            continue
        elif number > rounds + (kind == "round"):
            raise Conflict("cannot_revert")
        elif kind == "draft" and value != change.before[place]:
            if _newly_refused(sheet, value, sheet.draft(number), number):
                raise Conflict("cannot_revert")
        elif kind == "round" and number <= rounds:
            problems = review(sheet, value["facts"], number)[1]
            if any(problem.blocks for problem in problems):
                raise Conflict("cannot_revert")
    _change(sheet.table, "revert", change.number, places, change.pointer)
    db.session.commit()


def _taken_back(sheet: Sheet, change: Change, place: str) -> Any:
    """What a place holds without what one change did there, but with all that came after it."""
    now, before, after = _read(sheet.table, place), change.before[place], change.after[place]
    kind, _, number = place.partition("/")
    if kind == "draft" and len(change.before) == 1:
        of_table = select(Change).where(Change.table_id == sheet.table.id)
        since = db.session.scalars(of_table.where(Change.version > change.version))
        if any(place in one.before and len(one.before) > 1 for one in since):
            raise Conflict("cannot_revert")  # what is entered there now is for another round
        if now not in (None, after):
            blank = _blank(sheet, int(number))
            before, after = before or blank, after or blank
    try:
        return reverted(now, before, after)
    except ChangedSince as since:
        raise Conflict("cannot_revert") from since


def history(table: Table) -> Sequence[Change]:
    """Every change of the table, the first one first."""
    of_table = select(Change).where(Change.table_id == table.id)
    return db.session.scalars(of_table.order_by(Change.version)).all()


def _commit(also: Also | None) -> None:
    if also is not None:
        db.session.add(also())
    db.session.commit()


# Archiving: a table is never deleted


def archive(table: Table) -> None:
    """Puts a table away: nobody finds it by its code until it is brought back."""
    table.archived_at = now()
    live.changed(table.code)
    db.session.commit()


def bring_back(table: Table) -> None:
    """Lets an archived table be found again, as if it had just been played."""
    table.archived_at, table.changed_at = None, now()
    db.session.commit()


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
