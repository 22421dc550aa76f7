"""A table as one JSON document: written for keeping, read into a new table.

It holds everything but codes and tokens; a table read from it is written as the same document
again. `VERSION` grows when its form changes, and every older form stays readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from companion import changes, keys, scorers, tables
from companion.db import db
from companion.export_schema import FORMAT, VERSION
from companion.models import Change, Draft, Round, Scorer, Table, now, utc
from companion.names import check_name, check_players
from companion.tables import Sheet
from engine.game import Game
from engine.games import GAMES
from engine.match import Recorded, standing
from engine.options import Rules
from engine.problems import Problem, Weight, token

MOST_BYTES = 4 * 1024 * 1024

# Writing


def document(sheet: Sheet) -> dict[str, Any]:
    """The document of a table."""
    table = sheet.table
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game,
        "rules": table.rules,
        "players": table.players,
        "marks": table.marks,
        "replaced": table.replaced,
        "first_starter": table.first_starter,
        "created_at": utc(table.created_at).isoformat(),
        "rounds": [
            {"facts": one.facts, "void": one.void, "corrected": one.corrected}
            for one in table.rounds
        ],
        "drafts": [
            {"round": one.number, "facts": one.facts}
            for one in sorted(table.drafts, key=lambda draft: draft.number)
        ],
        "changes": [_change(one) for one in changes.history(table)],
    }


def _change(one: Change) -> dict[str, Any]:
    return {
        "version": one.version,
        "at": utc(one.at).isoformat(),
        "scorer": one.scorer.name if one.scorer else None,
        "what": one.what,
        "round": one.number,
        "pointer": one.pointer,
        "before": one.before,
        "after": one.after,
        "undone_by": one.undone_by,
    }


# Reading


def read(kept: Mapping[str, Any]) -> tuple[Table | None, str, list[Problem]]:
    """A new table as a document of the right shape has it, and the token that lets one score it.

    Or what is wrong: names, rules and facts as for any table; a history that does not lead to what
    the table holds, or through what no table can hold.
    """
    if kept["game"] not in GAMES:
        return None, "", [Problem("/game", "unknown_game")]
    game = GAMES[kept["game"]]
    rules, wrong = game.rules(None, kept["rules"])
    problems = [*wrong, *_wrong_seats(kept, game)]
    problems += [*_wrong_rounds(kept, game, rules), *_wrong_history(kept, game)]
    if problems:
        return None, "", problems
    return *_opened(kept, game, rules), []


def _wrong_seats(kept: Mapping[str, Any], game: Game[Any]) -> Iterator[Problem]:
    yield from check_players(kept["players"], game.seats)
    yield from tables.check_marks(kept["marks"], game.sides)
    yield from _wrong_replaced(kept["replaced"], game)
    if kept["first_starter"] >= game.seats:
        yield Problem("/first_starter", "unknown_seat", {"seats": game.seats})


def _wrong_replaced(replaced: Sequence[Mapping[str, Any]], game: Game[Any]) -> Iterator[Problem]:
    for index, one in enumerate(replaced):
        at = f"/replaced/{index}"
        yield from check_name(f"{at}/name", one["name"])
        if one["seat"] >= game.seats:
            yield Problem(f"{at}/seat", "unknown_seat", {"seats": game.seats})


def _wrong_players(held: Mapping[str, Any], game: Game[Any]) -> Iterator[Problem]:
    for problem in check_players(held["names"], game.seats):
        yield replace(problem, at=problem.at.replace("players", "names"))
    yield from tables.check_marks(held["marks"], game.sides)
    yield from _wrong_replaced(held["replaced"], game)


def _wrong_rounds(kept: Mapping[str, Any], game: Game[Any], rules: Rules) -> Iterator[Problem]:
    rounds = [Recorded(one["facts"], one["void"]) for one in kept["rounds"]]
    for index, played in enumerate(standing(game, rules, rounds, kept["first_starter"]).rounds):
        problems = [problem for problem in played.problems if problem.blocks]
        readable = all(problem.weight is not Weight.MALFORMED for problem in problems)
        if problems and not (readable and _could_be(played.facts, game, rules)):
            yield from _below(f"/rounds/{index}/facts", problems)
    seen: set[int] = set()
    for index, one in enumerate(kept["drafts"]):
        if one["round"] > len(rounds) or one["round"] in seen:
            yield Problem(f"/drafts/{index}/round", "no_such_round")
        seen.add(one["round"])
        yield from _malformed(f"/drafts/{index}/facts", one["facts"], game)


def _could_be(facts: Any, game: Game[Any], rules: Rules) -> bool:
    """Whether a round could be recorded with some totals before it.

    Those it was recorded with may have been corrected since; only their order matters.
    """
    return any(
        not any(problem.blocks for problem in game.check(facts, rules, totals))
        for totals in permutations(range(game.sides))
    )


def _malformed(at: str, facts: object, game: Game[Any]) -> Iterator[Problem]:
    problems = game.read(facts)[1]
    yield from _below(at, [one for one in problems if one.weight is Weight.MALFORMED])


def _below(at: str, problems: Iterable[Problem]) -> Iterator[Problem]:
    for one in problems:
        yield Problem(f"{at}{one.at}", one.code, one.params, one.weight)


def _wrong_history(kept: Mapping[str, Any], game: Game[Any]) -> Iterator[Problem]:
    """Follows the history back to the empty sheet, and the way that undo would take."""
    changes: list[Mapping[str, Any]] = kept["changes"]
    held = _Held(kept)
    for index, one in reversed([*enumerate(changes)]):
        at = f"/changes/{index}"
        yield from _wrong_change(one, at, index + 2, len(changes) + 1, game)
        if {place: held.places.get(place) for place in one["after"]} != one["after"]:
            yield Problem(f"{at}/after", "history_broken")
            return
        if not held.put(one["before"]):
            yield Problem(f"{at}/before", "history_broken")
            return
    if held.places.keys() != {"players"}:
        yield Problem("/changes", "history_broken")
    yield from _below("/changes/0/before/players", _wrong_players(held.places["players"], game))
    held = _Held(kept)
    for index, one in reversed([*enumerate(changes)]):
        undone = one["undone_by"] is not None or one["what"] == "undo"
        if not undone and not held.put(one["before"]):
            yield Problem(f"/changes/{index}/undone_by", "history_broken")
            return


class _Held:
    """What every place of a table holds, while changes are taken back."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        self.places: dict[str, Any] = {}
        self._numbers: dict[str, set[int]] = {"round": set(), "draft": set()}
        self.put({f"round/{number}": one for number, one in enumerate(kept["rounds"], 1)})
        self.put({f"draft/{one['round']}": one["facts"] for one in kept["drafts"]})
        seats = {"names": kept["players"], "marks": kept["marks"], "replaced": kept["replaced"]}
        self.put({"players": seats})

    def put(self, places: Mapping[str, Any]) -> bool:
        """Puts values into places, and says whether a table can hold all that.

        Its rounds have no gap, and corrections are of rounds there are.
        """
        for place, value in places.items():
            kind, _, number = place.partition("/")
            self.places.pop(place, None)
            if value is not None:
                self.places[place] = value
            if number and value is not None:
                self._numbers[kind].add(int(number))
            elif number:
                self._numbers[kind].discard(int(number))
        rounds, drafts = self._numbers["round"], self._numbers["draft"]
        return max(rounds, default=0) == len(rounds) >= max(drafts, default=0)


def _wrong_change(
    one: Mapping[str, Any], at: str, version: int, last: int, game: Game[Any]
) -> Iterator[Problem]:
    if one["version"] != version:
        yield Problem(f"{at}/version", "history_broken")
    if one["undone_by"] is not None and not version < one["undone_by"] <= last:
        yield Problem(f"{at}/undone_by", "history_broken")
    if one["before"].keys() != one["after"].keys():
        yield Problem(f"{at}/before", "history_broken")
    if one["scorer"]:
        yield from check_name(f"{at}/scorer", one["scorer"])
    for place, value in one["after"].items():
        where = f"{at}/after/{token(place)}"
        if place == "players":
            yield from _below(where, _wrong_players(value, game))
        elif place.startswith("round/") and value is not None:
            yield from _malformed(f"{where}/facts", value["facts"], game)
        elif value is not None:
            yield from _malformed(where, value, game)


def _opened(kept: Mapping[str, Any], game: Game[Any], rules: Rules) -> tuple[Table, str]:
    version = len(kept["changes"]) + 1
    table = Table(
        code=tables.unused_code(),
        game=game.id,
        rules=game.rules_json(rules),
        players=kept["players"],
        marks=kept["marks"],
        replaced=kept["replaced"],
        first_starter=kept["first_starter"],
        version=version,
        created_at=utc(kept["created_at"]),
    )
    db.session.add(table)
    db.session.flush()
    numbered = enumerate(kept["rounds"], 1)
    table.rounds = [Round(number=number, revision=version, **one) for number, one in numbered]
    table.drafts = [Draft(number=one["round"], facts=one["facts"]) for one in kept["drafts"]]
    names = {one["scorer"] for one in kept["changes"] if one["scorer"] is not None}
    people = {name: _past_scorer(table, name) for name in sorted(names)}
    for one in kept["changes"]:
        row = {key: value for key, value in one.items() if key not in ("round", "scorer")}
        row |= {"at": utc(one["at"]), "number": one["round"]}
        db.session.add(Change(table_id=table.id, scorer=people.get(one["scorer"]), **row))
    token = scorers.let_another(table)
    return table, token


def _past_scorer(table: Table, name: str) -> Scorer:
    """Who made changes of a table that was kept; no token lets them score the new one."""
    gone = keys.hash_token(keys.new_token())
    return Scorer(table_id=table.id, token_hash=gone, name=name, withdrawn_at=now())
