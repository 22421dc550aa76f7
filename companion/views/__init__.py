"""The pages, a blueprint a noun."""

from __future__ import annotations

from flask import Flask

from companion import fields
from companion.views import (
    board,
    errors,
    home,
    installed,
    keeping,
    live,
    new,
    players,
    rounds,
    rules,
    table,
)


def init_app(app: Flask) -> None:
    """Registers every page."""
    for module in (home, new, table, players, rounds, keeping, rules, live, installed):
        app.register_blueprint(module.pages)
    app.jinja_env.globals.update(drawn=board.drawn)
    app.jinja_env.filters.update(fact=fields.fact)
    errors.init_app(app)
