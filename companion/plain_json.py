"""Strict JSON (RFC 7493): what anybody sent, as values that every reader and database can keep."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

DEEPEST = 20


class Unfit(ValueError):
    """Text that is no JSON, that two readers could understand differently, or that cannot be kept.

    The message is a code: not_json, repeated_key, unfit_text, too_deep.
    """


def parsed(data: bytes | str) -> Any:
    """The JSON value.

    Raises Unfit for what is not JSON in UTF-8, NaN and infinity, a key that is there twice, lone
    surrogates and NUL, which no database keeps, and nesting beyond any use.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant)
    except Unfit:
        raise
    except (ValueError, RecursionError) as error:
        raise Unfit("not_json") from error
    _check(value, 0)
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Unfit("repeated_key")
    return members


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise Unfit("too_deep")
    if isinstance(value, str):
        if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
            raise Unfit("unfit_text")
    elif isinstance(value, float) and not math.isfinite(value):
        raise Unfit("not_json")
    elif isinstance(value, dict):
        for key, member in value.items():
            _check(key, depth)
            _check(member, depth + 1)
    elif isinstance(value, list):
        for member in value:
            _check(member, depth + 1)
