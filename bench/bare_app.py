"""The least a Flask app can do on the same server: say hello, commit a row, tell who listens."""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from collections.abc import Iterator

from flask import Flask, Response
from sqlalchemy.orm import Mapped, mapped_column

from companion.db import Base, db

FRAGMENT = "data: " + 1000 * "x" + "\n\n"  # about what a watching phone is told of a tap


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
    app.add_url_rule("/rows/<int:channel>", view_func=add, methods=["POST"])
    app.add_url_rule("/live/<int:channel>", view_func=live)
    return app


def hello() -> str:
    """The smallest page."""
    return "<!doctype html><title>Hello</title><p>Hello."


class Channel:
    """Those who listen: the number of the newest row, and the bell that rings for it."""

    def __init__(self) -> None:
        self.newest, self.message = 1, b""
        self.bell = threading.Event()


channels: defaultdict[int, Channel] = defaultdict(Channel)


def add(channel: int = 0) -> tuple[str, int]:
    """One row, committed; told to everybody who listens."""
    db.session.add(Row(number=1))
    db.session.commit()
    told = channels[channel]
    told.newest += 1
    told.message = f"id: {told.newest}\n{FRAGMENT}".encode()
    rung, told.bell = told.bell, threading.Event()
    rung.set()
    return "", 201


def live(channel: int) -> Response:
    """The newest row whenever there is another one, as Server-Sent Events."""
    return Response(messages(channels[channel]), mimetype="text/event-stream")


def messages(channel: Channel) -> Iterator[bytes]:
    yield b": open\n\n"
    seen = channel.newest
    while True:
        bell = channel.bell
        if channel.newest != seen:
            seen = channel.newest
            yield channel.message
        bell.wait()
