"""Tables: opening one, how it stands, its history, taking a change back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for

from companion import changes, reverting, scorers, tables
from companion.api import body, documents
from companion.api.calculator import game_of
from companion.api.problems import Refused, refusal
from companion.api.receipts import once
from companion.api.schemas import TableRequest
from companion.models import Table
from companion.security import limiter, scorer_of
from companion.tables import Sheet

blueprint = Blueprint("tables", __name__, url_prefix="/tables")


def watched(code: str) -> Table:
    """The table of a code; 404 where there is none, 410 where it is archived."""
    return _found(tables.find(code), code)


def scored(code: str) -> Table:
    """The table of a code for one who may score it; nobody else changes it meanwhile.

    Refused: no token (401), a token of another table (403).
    """
    body.raw()  # before the lock, which whoever sends slowly must not hold meanwhile
    table = _found(tables.find(code, change=True), code)
    # request.authorization would fail on some headers that are no token.
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refusal("token_missing", 401, WWW_Authenticate="Bearer")
    scorer = scorer_of(table, token.strip())
    if scorer is None:
        raise refusal("token_wrong", 403)
    scorers.act_as(scorer)
    return table


def _found(table: Table | None, code: str) -> Table:
    if table is None:
        if tables.find(code, archived=True):
            raise refusal("archived", 410)
        raise refusal("no_such_table", 404)
    return table


@blueprint.post("")
@limiter.limit("300 per minute")
def create() -> Response:
    """Opens a table; the token in the answer lets one score it and is told only now."""
    asked = body.fitting(TableRequest())
    game = game_of(asked)
    table, token, wrong = tables.create(
        game, asked["players"], asked["preset"], asked["rules"], asked["first_leader"]
    )
    if table is None:
        raise Refused(wrong)
    return opened(table, token)


def opened(table: Table, token: str) -> Response:
    """A new table as an answer, with the token that is told only now."""
    links = {
        "token": token,
        "watch_url": url_for("table.table", code=table.code, _external=True),
        "score_url": url_for("table.let_in", code=table.code, token=token, _external=True),
    }
    response = jsonify(documents.table(Sheet(table)) | links)
    response.status_code = 201
    response.headers["Location"] = url_for("api.tables.show", code=table.code)
    response.headers["ETag"] = documents.table_etag(table)
    return response


@blueprint.get("/<code>")
def show(code: str) -> Response:
    """How the table stands."""
    response = standing(watched(code))
    response.make_conditional(request)
    return response


def standing(table: Table) -> Response:
    """The table as an answer, with its ETag."""
    response = jsonify(documents.table(Sheet(table)))
    response.headers["ETag"] = documents.table_etag(table)
    return response


@blueprint.post("/<code>/undo")
def undo(code: str) -> Response:
    """Takes back the last change, whatever it was; the answer is the table after that."""
    table = scored(code)
    return once(table, lambda keep: reverting.undo(table, keep), lambda: standing(table))


@blueprint.get("/<code>/history")
def history(code: str) -> dict[str, Any]:
    """Every change ever made, the first one first."""
    return {"changes": [documents.change(one) for one in changes.history(watched(code))]}
