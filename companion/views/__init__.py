"""The pages, a blueprint a noun."""

from __future__ import annotations

from flask import Flask

from companion.views import errors, home, live, new, rounds, rules, table


def init_app(app: Flask) -> None:
    """Registers every page."""
    for module in (home, new, table, rounds, rules, live):
        app.register_blueprint(module.pages)
    errors.init_app(app)
