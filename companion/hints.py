"""Hints for the first time: each is shown on a phone until what it tells of was done there."""

from __future__ import annotations

from flask import Flask, session

DONE = "done"  # in the session: what needs no hint any more


def init_app(app: Flask) -> None:
    """Lets templates ask."""
    app.jinja_env.globals.update(first_time=first_time)


def first_time(what: str) -> bool:
    """Whether it was never done on this phone."""
    return what not in session.get(DONE, [])


def done(what: str) -> None:
    """It was: no hint about it from now on."""
    if first_time(what):
        session[DONE] = [*session.get(DONE, []), what]
        session.permanent = True
