"""Finished JSON values: games, scores, tables, rounds and changes as the API shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion import card_words, words
from companion.api.problems import listed
from companion.languages import ENGLISH, language
from companion.models import Change, Round, Table, utc
from companion.tables import Sheet
from engine.combinations import Reading, Verdict
from engine.game import Game
from engine.lines import Score
from engine.options import Option
from engine.problems import Problem


def table_etag(table: Table) -> str:
    """The table's ETag as its header has it: it changes with the table, and with the language."""
    return f'"{table.version}"' if language() == ENGLISH else f'"{table.version}-{language()}"'


def round_etag(one: Round) -> str:
    """A round's ETag as its header has it: it changes with every change of the round."""
    return f'"r{one.revision}"'


def game(one: Game[Any]) -> dict[str, Any]:
    """A game: its seats and sides, its rules by default, what a table may choose."""
    return {
        "id": one.id,
        "name": one.name,
        "seats": one.seats,
        "sides": one.sides,
        "starts": one.starts,
        "rules": one.rules_json(one.defaults),
        "options": [_option(one, option) for option in one.options],
        "presets": [
            {"id": preset.id, "name": words.preset_name(preset.id), "rules": dict(preset.differs)}
            for preset in one.presets
        ],
    }


def _option(one: Game[Any], option: Option) -> dict[str, Any]:
    default = one.rules_json(one.defaults)[option.name]
    named = {"name": option.name, "text": words.option_name(option.name), "default": default}
    return named | option.allowed.to_json()


def score(worth: Score, found: Iterable[Problem], names: Sequence[str]) -> dict[str, Any]:
    """What a round is worth, and what is unusual about it."""
    return {
        "points": worth.points,
        "lines": [
            {
                "side": line.side,
                "seat": line.seat,
                "kind": line.kind,
                "points": line.points,
                "text": words.line(line, names),
            }
            for line in worth.lines
        ],
        "captured": worth.captured,
        "slam": worth.slam,
        "warnings": listed(found, names),
    }


def combination(
    found: Iterable[Reading], verdict: Verdict | None, short_of: Iterable[Problem]
) -> dict[str, Any]:
    """What cards are, or what they lack; whether they beat the table, by which readings."""
    lacking = listed(short_of, ())
    return {
        "readings": [_reading(one) for one in found],
        "missing": lacking,
        "beats": verdict and verdict.beats,
        "by": [
            {"play": _reading(play), "table": _reading(laid)}
            for play, laid in (verdict.pairs if verdict else ())
        ],
        "why": card_words.why(verdict) if verdict else " ".join(o["message"] for o in lacking),
    }


def _reading(one: Reading) -> dict[str, Any]:
    return {**one.to_json(), "text": card_words.reading(one)}


def table(sheet: Sheet) -> dict[str, Any]:
    """A table as it stands."""
    one, played, stands = sheet.table, sheet.game, sheet.standing
    names = words.sentence_names(one.players)
    rounds = [recorded(sheet, number) for number in range(1, len(one.rounds) + 1)]
    ahead = None if stands.finished else stands.next
    return {
        "code": one.code,
        "game": one.game,
        "rules": one.rules,
        "differs": played.differs(sheet.rules),
        "players": one.players,
        "marks": one.marks,
        "replaced": one.replaced,
        "sides": [played.seats_of(side) for side in range(played.sides)],
        "rounds": rounds,
        "totals": stands.totals,
        "next_leader": ahead and ahead.seat,
        "next_reason": ahead and ahead.why,
        "next_text": ahead and ": ".join(words.start(played, ahead, names)),
        "finished": stands.finished,
        "winners": stands.winners,
        "in_progress": None if stands.finished else sheet.draft(0),
        "version": one.version,
    }


def recorded(sheet: Sheet, number: int) -> dict[str, Any]:
    """A round of a table: its facts, what they are worth, the totals after it."""
    one, played = sheet.round(number), sheet.standing.rounds[number - 1]
    names = words.sentence_names(sheet.players(number))
    return {
        "number": one.number,
        "facts": one.facts,
        "void": one.void,
        "corrected": one.corrected,
        "etag": round_etag(one),
        "starter": played.facts.starter,
        "totals": played.totals,
        **score(played.score, played.problems, names),
    }


def change(one: Change) -> dict[str, Any]:
    """A change of a table: every place it touched, before and after."""
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
