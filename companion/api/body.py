"""Reading the body of a request: strict JSON (RFC 7493) that fits a schema."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, NoReturn

from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from companion.api.problems import Refused, refusal
from engine.problems import Problem, Weight, token
from engine.reading import LONGEST_LIST

DEEPEST = 20
MOST_PROBLEMS = 100  # told at once


class _Unfit(ValueError):
    """JSON that two readers could understand differently, or that cannot be kept."""


def sent() -> Any:
    """The JSON value that was sent; refused is another media type (415), and see `parsed`."""
    if not request.is_json:
        raise UnsupportedMediaType()
    return parsed(raw())


def raw() -> bytes:
    """The bytes that were sent.

    Refused (400): a body whose transfer breaks off or is not what its headers say. The server
    finds that out only while we read, each server with errors of its own.
    """
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise
    except Exception as error:
        raise refusal("body_broken", 400) from error


def parsed(data: bytes) -> Any:
    """The JSON value in these bytes.

    Refused (400): what is not JSON in UTF-8, NaN and infinity, a key that is there twice, lone
    surrogates and NUL, which no database keeps, and nesting beyond any use.
    """
    try:
        value = json.loads(data.decode(), object_pairs_hook=_members, parse_constant=_no_constant)
        _check(value, 0)
    except _Unfit as unfit:
        raise refusal(str(unfit), 400) from unfit
    except (ValueError, RecursionError) as error:
        raise refusal("not_json", 400) from error
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Unfit("repeated_key")
    return members


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise _Unfit("too_deep")
    if isinstance(value, str):
        if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
            raise _Unfit("unfit_text")
    elif isinstance(value, float) and not math.isfinite(value):
        raise _Unfit("not_json")
    elif isinstance(value, dict):
        for key, member in value.items():
            _check(key, depth)
            _check(member, depth + 1)
    elif isinstance(value, list):
        for member in value:
            _check(member, depth + 1)


def fitting(schema: Schema) -> dict[str, Any]:
    """The object that was sent, as the schema has it; its messages are codes of problems."""
    return fitted(schema, sent())


def fitted(schema: Schema, value: Any) -> dict[str, Any]:
    """A JSON value as the schema has it."""
    try:
        loaded: Any = schema.load(value)
    except ValidationError as error:
        raise Refused(islice(_problems(error.messages, ""), MOST_PROBLEMS)) from error
    return loaded


def _problems(messages: Any, at: str) -> Iterator[Problem]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _problems(inner, at if key == "_schema" else f"{at}/{token(str(key))}")
        return
    for code in messages:
        params = {"key": at.rpartition("/")[2][:40], "most": LONGEST_LIST}
        yield Problem(at, code, params, Weight.MALFORMED)
