"""Repeats of a write: the same Idempotency-Key gets the same answer and changes nothing again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from flask import Response, jsonify, request

from companion import tables
from companion.api import body
from companion.api.problems import refusal
from companion.changes import Also
from companion.models import Receipt, Table

KEPT_HEADERS = ("ETag", "Location")
LONGEST_KEY = 200


def once(
    table: Table, do: Callable[[Also | None], object], answer: Callable[[], Response]
) -> Response:
    """The answer to a write; the first one again, where its key has been seen.

    `do` makes the change, and keeps what it is given together with it. Refused: a key that is no
    plain text (400), a key that came with another request (422). What was refused may be sent
    again with its key.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        do(None)
        return answer()
    if not (key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_KEY):
        raise refusal("key_unfit", 400)
    kept = tables.receipt(table, key)
    if kept is None:
        do(lambda: _receipt(table, key, answer()))
        return answer()
    if kept.request != _fingerprint():
        raise refusal("key_reused", 422)
    response = jsonify(kept.body)
    response.status_code = kept.status
    response.headers.update(kept.headers)
    return response


def _receipt(table: Table, key: str, first: Response) -> Receipt:
    return Receipt(
        table_id=table.id,
        key=key,
        request=_fingerprint(),
        status=first.status_code,
        body=first.get_json(),
        headers={k: first.headers[k] for k in KEPT_HEADERS if k in first.headers},
    )


def _fingerprint() -> str:
    """What tells this request from another one with the same key."""
    return hashlib.sha256(f"{request.endpoint}\n".encode() + body.raw()).hexdigest()
