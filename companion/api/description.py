"""The description of the API (OpenAPI 3.1): every call there is, from its schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from inspect import getdoc
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Blueprint, current_app
from marshmallow import Schema
from werkzeug.routing import Rule

from companion.api import schemas
from companion.api.problems import MEDIA_TYPE
from companion.export_schema import KeptTable

blueprint = Blueprint("description", __name__)

PREFIX = "/api/v1"
WITH_ETAG = (schemas.TableAnswer, schemas.RoundAnswer)


@dataclass(frozen=True)
class Call:
    """What a call answers, and what it takes besides its path.

    It `sends` what a schema says, or a round's facts (`A_ROUND`); `scores`: it needs the token;
    `once`: it may be repeated with its Idempotency-Key; `match`: it "may" or "must" have If-Match;
    `formats`: what else it answers, by the media type of each format that may be asked for;
    `streams`: it sends its answers one after another as events, without an end.
    """

    answer: type[Schema]
    sends: type[Schema] | tuple[dict[str, Any], ...] | None = None
    status: int = 200
    scores: bool = False
    once: bool = False
    match: str = ""
    formats: Mapping[str, str] = field(default_factory=dict)
    streams: bool = False

    def refusals(self, path: str) -> Iterator[int]:
        """The status codes of its problem details; others can always happen."""
        if self.sends or self.once:
            yield from (400, 422)
        elif self.formats:
            yield 400
        if self.sends:
            yield from (413, 415)
        if "{code}" in path:
            yield 404
        if self.scores:
            yield from (401, 403, 409)
        if self.match:
            yield 412
        if self.match == "must":
            yield 428


CALLS = {
    "calculator.games": Call(schemas.GamesAnswer),
    "calculator.score": Call(schemas.ScoreAnswer, schemas.ScoreRequest),
    "calculator.bets": Call(schemas.BetsAnswer, schemas.BetsRequest),
    "calculator.combinations": Call(schemas.CombinationsAnswer, schemas.CombinationsRequest),
    "tables.create": Call(schemas.NewTableAnswer, schemas.TableRequest, 201),
    "tables.show": Call(schemas.TableAnswer),
    "tables.undo": Call(schemas.TableAnswer, scores=True, once=True),
    "tables.history": Call(schemas.HistoryAnswer),
    "live.stream": Call(schemas.ChangePart, streams=True),
    "exports.export": Call(KeptTable, formats={"csv": "text/csv"}),
    "exports.import_": Call(schemas.NewTableAnswer, KeptTable, 201),
    "rounds.record": Call(schemas.RoundAnswer, schemas.A_ROUND, 201, scores=True, once=True),
    "rounds.show": Call(schemas.RoundAnswer),
    "rounds.correct": Call(schemas.RoundAnswer, schemas.A_ROUND, scores=True, match="must"),
    "rounds.void": Call(schemas.RoundAnswer, scores=True, match="may"),
    "rounds.restore": Call(schemas.RoundAnswer, scores=True),
}

_WORDS = {"type": "string"}
_CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "The table's code; case, spaces and hyphens do not matter.",
    "schema": _WORDS,
}
_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "description": "The number of the round, from 1.",
    "schema": {"type": "integer", "minimum": 1},
}
_PATH = {"{code}": _CODE, "{number}": _NUMBER}


@blueprint.get("/openapi.json")
def show() -> dict[str, Any]:
    """This description."""
    return _described()


@cache
def _described() -> dict[str, Any]:
    spec = APISpec(
        title="Haggis Companion",
        version="1.0.0",
        openapi_version="3.1.0",
        plugins=[MarshmallowPlugin()],
        info={
            "description": "Keeps the score of Haggis, its kin and Haus Euchre. A code lets one "
            "watch a table, its token lets one score it. Only the facts of a round are sent and "
            "kept; every score is derived from them. Errors are problem details (RFC 9457)."
        },
        servers=[{"url": PREFIX}],
    )
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for name, shape in schemas.FACTS.items():
        spec.components.schema(name, shape)
    for rule in current_app.url_map.iter_rules():
        call = CALLS.get(rule.endpoint.removeprefix("api."))
        if call:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix(PREFIX))
            spec.path(path, operations=_operations(rule, call, path))
    return spec.to_dict()


def _operations(rule: Rule, call: Call, path: str) -> dict[str, Any]:
    (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
    summary, _, more = (getdoc(current_app.view_functions[rule.endpoint]) or "").partition("\n\n")
    operation = {
        "operationId": rule.endpoint.removeprefix("api.").replace(".", "_"),
        "summary": summary,
        "parameters": [*_parameters(call, path, method)],
        "responses": {
            call.status: _answer(call),
            **({304: {"description": "Not changed"}} if path == "/tables/{code}" else {}),
            **{status: _refusal(HTTPStatus(status).phrase) for status in call.refusals(path)},
            "default": _refusal("Anything else that goes wrong"),
        },
    }
    if more:
        operation["description"] = more
    if call.scores:
        operation["security"] = [{"token": []}]
    if call.sends:
        body = {"anyOf": [*call.sends]} if isinstance(call.sends, tuple) else call.sends
        content = {"application/json": {"schema": body}}
        operation["requestBody"] = {"required": True, "content": content}
    return {method.lower(): operation}


def _parameters(call: Call, path: str, method: str) -> Iterator[dict[str, Any]]:
    yield from (shown for name, shown in _PATH.items() if name in path)
    if call.once:
        said = "The same key gets the same answer and changes nothing again."
        key = {"type": "string", "minLength": 1, "maxLength": 200}
        yield {"name": "Idempotency-Key", "in": "header", "description": said, "schema": key}
    if call.match:
        said = "The ETag of the round's facts that are meant."
        must = call.match == "must"
        shown = {"in": "header", "required": must, "description": said, "schema": _WORDS}
        yield {"name": "If-Match", **shown}
    if call.formats:
        kinds = {"type": "string", "enum": ["json", *call.formats], "default": "json"}
        yield {"name": "format", "in": "query", "schema": kinds}
    if call.streams:
        said = "The version after which the changes begin; without it, those to come."
        yield {"name": "Last-Event-ID", "in": "header", "description": said, "schema": _WORDS}
    if method == "GET" and path == "/tables/{code}":
        said = "The ETag of the table as it is known."
        yield {"name": "If-None-Match", "in": "header", "description": said, "schema": _WORDS}


def _answer(call: Call) -> dict[str, Any]:
    media_type = "text/event-stream" if call.streams else "application/json"
    answer: dict[str, Any] = {
        "description": (getdoc(call.answer) or "").partition("\n\n")[0],
        "content": {media_type: {"schema": call.answer}}
        | {media: {"schema": _WORDS} for media in call.formats.values()},
    }
    names = ["ETag"] if issubclass(call.answer, WITH_ETAG) else []
    names += ["Location"] if call.status == HTTPStatus.CREATED else []
    if names:
        answer["headers"] = {name: {"schema": _WORDS} for name in names}
    return answer


def _refusal(description: str) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": schemas.ProblemDetails}}
    return {"description": description, "content": content}
