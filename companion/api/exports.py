"""Keeping a table: the whole of it as one JSON document or its sheet as CSV, and back again."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, request, send_file

from companion import exports, sheet_csv, words
from companion.api import body
from companion.api.problems import Refused, refusal
from companion.api.tables import opened, watched
from companion.export_schema import MOST_SEATS, KeptTable
from companion.security import limiter
from companion.show import TablePage
from companion.tables import Sheet

blueprint = Blueprint("exports", __name__, url_prefix="/tables")


@blueprint.url_value_preprocessor
def larger(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A kept table is larger than anything else that is sent."""
    request.max_content_length = exports.MOST_BYTES


@blueprint.get("/<code>/export")
def export(code: str) -> Response:
    """The whole table as a file; with `format=csv` its score sheet."""
    page = TablePage(Sheet(watched(code)), scores=False)
    kind = request.args.get("format", "json")
    if kind == "csv":
        text, mimetype = sheet_csv.sheet(page), "text/csv"
    elif kind == "json":
        text = json.dumps(exports.document(page.sheet), ensure_ascii=False)
        mimetype = "application/json"
    else:
        raise refusal("unknown_format", 400, "/format")
    name = f"{sheet_csv.file_name(page)}.{kind}"
    return send_file(BytesIO(text.encode()), mimetype, as_attachment=True, download_name=name)


@blueprint.post("/import")
@limiter.limit("10 per minute")
def import_() -> Response:
    """Opens a new table that is what an exported one was, with its history.

    A document may have up to 4 MB.
    """
    table, token, wrong = exports.read(body.fitting(KeptTable()))
    if table is None:
        raise Refused(wrong[: body.MOST_PROBLEMS], names=words.seats(MOST_SEATS))
    return opened(table, token)
