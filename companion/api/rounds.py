"""Rounds of a table: recording, correcting, voiding, bringing back."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response, jsonify, request, url_for

from companion import tables, words
from companion.api import body, documents
from companion.api.problems import refusal, refuse
from companion.api.receipts import once
from companion.api.tables import scored, watched
from companion.changes import Also
from companion.models import Round, Table
from companion.tables import Sheet
from engine.problems import Problem

blueprint = Blueprint("rounds", __name__, url_prefix="/tables/<code>/rounds")


@blueprint.post("")
def record(code: str) -> Response:
    """Records a whole round."""
    table = scored(code)
    number = len(table.rounds) + 1

    def do(also: Also | None) -> None:
        _refuse(table, tables.record(Sheet(table), body.sent(), also))

    def answer() -> Response:
        response = _answer(table, number)
        response.status_code = 201
        response.headers["Location"] = url_for(".show", code=table.code, number=number)
        return response

    return once(table, do, answer)


@blueprint.get("/<int:number>")
def show(code: str, number: int) -> Response:
    """A round: its facts, what they are worth, the totals after it."""
    table = watched(code)
    _numbered(table, number)
    return _answer(table, number)


@blueprint.put("/<int:number>")
def correct(code: str, number: int) -> Response:
    """Replaces the facts of a round; If-Match says which facts are meant."""
    table = scored(code)
    _same(_numbered(table, number), needed=True)
    _refuse(table, tables.correct(Sheet(table), number, body.sent()))
    return _answer(table, number)


@blueprint.delete("/<int:number>")
def void(code: str, number: int) -> Response:
    """Leaves a round out of every total; it stays on the sheet."""
    table = scored(code)
    _same(_numbered(table, number))
    tables.void(Sheet(table), number)
    return _answer(table, number)


@blueprint.post("/<int:number>/restore")
def restore(code: str, number: int) -> Response:
    """Brings a void round back."""
    table = scored(code)
    _numbered(table, number)
    tables.void(Sheet(table), number, restore=True)
    return _answer(table, number)


def _numbered(table: Table, number: int) -> Round:
    """The round of this number; 404 where there is none."""
    if not 1 <= number <= len(table.rounds):
        raise refusal("no_such_round", 404)
    return Sheet(table).round(number)


def _same(one: Round, *, needed: bool = False) -> None:
    """Refuses to change facts the sender has not seen: 428 without If-Match, 412 if stale."""
    if not request.headers.get("If-Match"):
        if needed:
            raise refusal("precondition_required", 428)
    elif documents.round_etag(one).strip('"') not in request.if_match:
        raise refusal("stale", 412)


def _refuse(table: Table, found: Iterable[Problem]) -> None:
    """Refuses facts that were not recorded."""
    refuse((p for p in found if p.blocks), words.sentence_names(table.players))


def _answer(table: Table, number: int) -> Response:
    response = jsonify(documents.recorded(Sheet(table), number))
    response.headers["ETag"] = documents.round_etag(table.rounds[number - 1])
    return response
