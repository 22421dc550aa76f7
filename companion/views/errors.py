"""Pages for what went wrong; the API has answers of its own."""

from __future__ import annotations

from flask import Flask, Response, make_response, render_template, request
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from companion import tables
from companion.db import db


def init_app(app: Flask) -> None:
    """A page for every error, with a way on."""
    app.register_error_handler(CSRFError, expired)
    app.register_error_handler(SecurityError, _elsewhere)
    app.register_error_handler(HTTPException, _error)
    app.register_error_handler(500, _broken)


def _page(title: str, text: str, status: int) -> tuple[str, int]:
    lost = status in (404, 405, 410)  # and still lost at the next try
    again = _came_from() if request.method == "POST" else None if lost else request.path
    return render_template("error.html", title=title, text=text, again=again), status


def _came_from() -> str | None:
    """The page of ours that sent the form; None for a page from elsewhere."""
    came = request.referrer
    return came if came and came.startswith(request.host_url) else None


def _error(error: HTTPException) -> Response | tuple[str, int]:
    if error.code == 404 and tables.find((request.view_args or {}).get("code", ""), archived=True):
        return _archived()
    title, text = {
        403: (
            gettext("You are watching this table"),
            gettext("Only a phone that keeps the score can write on the sheet. Ask the scorer."),
        ),
        404: (
            gettext("Nothing here"),
            gettext("There is no such page or table. Check the code with the scorer’s phone."),
        ),
        413: (gettext("Too much at once"), gettext("That was more than a score sheet holds.")),
        429: (
            gettext("Too fast"),
            gettext("That was too often in a short time. Wait a minute, then try again."),
        ),
    }.get(
        error.code or 500,
        (gettext("That did not work"), gettext("The page you came from may be out of date.")),
    )
    return _page(title, text, error.code or 500)


def _archived() -> Response:
    """The page of a table that was put away; a page that still shows the table leaves it whole."""
    title = gettext("This table was put away")
    text = gettext("Whoever runs this site can bring it back.")
    response = make_response(_page(title, text, 410))
    response.headers["HX-Refresh"] = "true"
    return response


def expired(error: CSRFError) -> tuple[str, int]:
    """The page for a form that this phone was not drawn, or had forgotten."""
    text = gettext(
        "This page was too old to be sent. Open the table again; nothing is lost. Does this phone "
        "only watch then? Open the scorer’s link once more."
    )
    return _page(gettext("Please try that again"), text, 400)


def _elsewhere(error: SecurityError) -> Response:
    """Plain words for a host name that is not ours: no link leads anywhere from there."""
    said = gettext("This site is not served under the name you used.")
    return Response(f"{said}\n", 400, mimetype="text/plain")


def _broken(error: Exception) -> tuple[str, int]:
    db.session.rollback()
    text = gettext("Something broke on our side. What was recorded before is safe.")
    return _page(gettext("That did not work"), text, 500)
