"""The least a Flask app can do on the same server: say hello, and commit a row."""

from __future__ import annotations

import os

from flask import Flask
from sqlalchemy.orm import Mapped, mapped_column

from companion.db import Base, db


class Row(Base):
    """A row with nothing but a number."""

    __tablename__ = "rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]


def create_app() -> Flask:
    """The app, on a new table of rows; transactions are as durable as the companion's."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = os.environ["DATABASE_URL"]
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": True}
    db.init_app(app)
    with app.app_context():
        Base.metadata.create_all(db.engine, [Base.metadata.tables["rows"]])
    app.add_url_rule("/", view_func=hello)
    app.add_url_rule("/healthz", "healthz", hello)
    app.add_url_rule("/rows", view_func=add, methods=["POST"])
    return app


def hello() -> str:
    """The smallest page."""
    return "<!doctype html><title>Hello</title><p>Hello."


def add() -> tuple[str, int]:
    """One row, committed."""
    db.session.add(Row(number=1))
    db.session.commit()
    return "", 201
