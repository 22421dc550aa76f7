"""Who may do what, and the headers that keep everybody else out."""

from __future__ import annotations

import logging
import re
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect
from werkzeug.wrappers import Response

from companion import keys, scorers, tables
from companion.models import Scorer, Table

COOKIE = "score"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest a browser keeps one
RECENT = "recent"  # in the session: the codes of the tables this phone was at
MISSES = "60 per minute"

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

_TOKEN = re.compile(r"(?<=/score/)[^\s/?\]]+")


def client() -> str:
    """Who asks, as far as limits go: an address, in IPv6 the network that a house has."""
    asks = get_remote_address()
    try:
        address = ip_address(asks)
    except ValueError:  # whatever a proxy says
        return asks
    if not isinstance(address, IPv6Address):
        return asks
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def _guessed() -> str:
    """The code of the table that is asked for, unless this phone was at that table before."""
    code = (request.view_args or {}).get("code") or request.args.get("code", "")
    return "" if keys.plain_code(code) in session.get(RECENT, ()) else code


def _missed(response: Response) -> bool:
    """Whether there is no such table, or its scorer's link is wrong."""
    if response.status_code != 404:
        return False
    return request.endpoint == "table.let_in" or tables.find(_guessed()) is None


csrf = CSRFProtect()
# Who finds tables is never stopped, nor who was at the table before, whoever guesses beside them.
limiter = Limiter(
    client,
    storage_uri="memory://",
    application_limits=[MISSES],
    application_limits_exempt_when=lambda: not _guessed(),
    application_limits_deduct_when=_missed,
)


class _Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie never leaves HTTPS once it came by it."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


class _Tokenless(logging.Filter):
    """Leaves the tokens of scorers' links out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _TOKEN.sub("…", record.getMessage()), ()
        return True


_tokenless = _Tokenless()


def init_app(app: Flask) -> None:
    """CSRF tokens on every form, limits per client, headers on every answer."""
    csrf.init_app(app)
    limiter.init_app(app)
    app.session_interface = _Sessions()
    app.after_request(_with_headers)
    for logger in (app.logger, logging.getLogger("gunicorn.error")):
        logger.addFilter(_tokenless)


def _with_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if response.status_code == 429:
        response.headers.setdefault("Retry-After", "60")
    return response


def token_of_phone() -> str:
    """The scorer's token this phone holds for the table whose page it asks for, or ""."""
    return request.cookies.get(COOKIE, "")


def scorer_of(table: Table, token: str) -> Scorer | None:
    """The scorer of this table whose token it is, as long as it was not withdrawn."""
    return scorers.of_token(table, token) if token else None


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
