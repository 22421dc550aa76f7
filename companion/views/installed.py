"""What makes the app one that can be installed: manifest, service worker, the page without a
network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from companion.lookup import deck_of
from engine.games import GAMES

pages = Blueprint("installed", __name__)

ROOT = Path(__file__).parents[2]
WRITTEN = ("companion", "engine", "templates", "translations")
KINDS = (".py", ".html", ".mo")  # what pages are made of, besides static files


@pages.get("/manifest.json")
def manifest() -> Response:
    """What a phone needs to know to install the app."""
    text = (ROOT / "manifest.json").read_text(encoding="utf-8")
    response = Response(text, mimetype="application/manifest+json")
    response.cache_control.max_age = 3600
    return response


@pages.get("/offline")
def offline() -> str:
    """The page for what was never opened before and cannot be fetched now."""
    return render_template("offline.html")


@pages.get("/sw.js")
def service_worker() -> Response:
    """The service worker, with the version of this release and what it keeps of it.

    Where SERVICE_WORKER=off, one that takes itself off the phones it is on.
    """
    if current_app.config["SERVICE_WORKER"] == "off":
        text = _script("js/sw-off.js")
    else:
        head = f"const VERSION = {json.dumps(version())}, SHELL = {json.dumps(shell())};\n"
        text = head + _script("js/sw.js")
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _script(name: str) -> str:
    return current_app.extensions["assets"].by_name[name].plain.decode()


def version() -> str:
    """A hash of everything a page is made of: another one means a new release."""
    extensions = current_app.extensions
    if "release" not in extensions:
        found = (file for folder in WRITTEN for file in (ROOT / folder).rglob("*"))
        files = sorted(file for file in found if file.suffix in KINDS)
        digest = hashlib.sha256(extensions["assets"].version.encode())
        for file in files:
            digest.update(file.read_bytes())
        extensions["release"] = digest.hexdigest()[:10]
    return extensions["release"]


def shell() -> list[str]:
    """The addresses that work without a network from the first visit on."""
    games = list(GAMES)
    return [
        url_for("home.home"),
        url_for("installed.offline"),
        url_for("new.new"),
        *(url_for("new.new", game=game) for game in games),
        url_for("rules.index"),
        *(url_for("rules.rules", game=game) for game in games),
        *(url_for("rules.check", game=game.id) for game in GAMES.values() if deck_of(game)),
        *(url_for("static", filename=name) for name in _kept()),
    ]


def _kept() -> list[str]:
    names = current_app.extensions["assets"].by_name
    return [n for n in names if n.endswith((".css", ".js", ".svg")) and "js/sw" not in n]
