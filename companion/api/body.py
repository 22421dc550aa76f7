"""Reading the body of a request: strict JSON (RFC 7493) that fits a schema."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from companion import plain_json
from companion.api.problems import Refused, refusal
from engine.problems import Problem, Weight, token
from engine.reading import LONGEST_LIST

MOST_PROBLEMS = 100  # told at once


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
    """The JSON value in these bytes; refused (400) is what `plain_json` finds unfit."""
    try:
        return plain_json.parsed(data)
    except plain_json.Unfit as unfit:
        raise refusal(str(unfit), 400) from unfit


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
