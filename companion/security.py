"""Who may do what, and the headers that keep everybody else out."""

from __future__ import annotations

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect
from werkzeug.wrappers import Response

from companion import tables
from companion.models import Scorer, Table

csrf = CSRFProtect()
limiter = Limiter(get_remote_address, storage_uri="memory://")

COOKIE = "score"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest a browser keeps one

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def init_app(app: Flask) -> None:
    """CSRF tokens on every form, limits per client, headers on every answer."""
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(_with_headers)


def _with_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def token_of_phone() -> str:
    """The scorer's token this phone holds for the table whose page it asks for, or ""."""
    return request.cookies.get(COOKIE, "")


def scorer_of(table: Table, token: str) -> Scorer | None:
    """The scorer of this table whose token it is, as long as it was not withdrawn."""
    return tables.scorer(table, token) if token else None


def let_score(response: Response, table: Table, token: str) -> Response:
    """Gives this phone the token to score the table; the cookie goes to no other page."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        path=f"/t/{table.code}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response
