"""The Flask app: records facts and shows what the engine makes of them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from flask import Flask, Response, jsonify
from sqlalchemy import text
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import api, assets, cli, hints, languages, live, packing, security, views, words
from companion.db import db, migrate

ROOT = Path(__file__).parent.parent


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, configured by the environment (see README) and then by `config`."""
    app = Flask(
        __name__,
        instance_path=str(ROOT / "instance"),
        template_folder=str(ROOT / "templates"),
        static_folder=None,  # served under hashed names, see companion.assets
    )
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=os.environ.get("DATABASE_URL", _sqlite(app)),
        SQLALCHEMY_ENGINE_OPTIONS={"pool_pre_ping": True},
        TRUSTED_HOSTS=[h for h in os.environ.get("TRUSTED_HOSTS", "").split(",") if h] or None,
        SERVICE_WORKER=os.environ.get("SERVICE_WORKER", "on"),
        MAX_CONTENT_LENGTH=64 * 1024,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),  # the longest that browsers keep a cookie
        SESSION_REFRESH_EACH_REQUEST=False,  # a late answer would bring an old cookie back
        WTF_CSRF_TIME_LIMIT=None,  # a page may lie open on the table for a whole evening
    )
    app.config.from_mapping(config or {})
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = os.environ.get("SECRET_KEY") or _kept_secret(app)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    behind_proxies(app, int(os.environ.get("TRUSTED_PROXIES") or 0))
    db.init_app(app)
    migrate.init_app(app, db, directory=str(ROOT / "migrations"))
    packing.init_app(app)
    assets.init_app(app, ROOT / "static")
    security.init_app(app)
    hints.init_app(app)
    languages.init_app(app, ROOT / "translations")
    words.init_app(app)
    live.init_app(app)
    api.init_app(app)
    views.init_app(app)
    cli.init_app(app)
    app.add_url_rule("/healthz", view_func=healthz)
    return app


def behind_proxies(app: Flask, count: int) -> None:
    """Believes the headers of so many proxies: who asks, by which host and scheme."""
    if count:
        proxied = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)
        app.wsgi_app = cast("Any", proxied)


def healthz() -> Response:
    """200 only when the database answers."""
    db.session.execute(text("SELECT 1 FROM tables LIMIT 1"))
    return jsonify(status="ok")


def _sqlite(app: Flask) -> str:
    Path(app.instance_path).mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{Path(app.instance_path) / 'companion.db'}"


def _kept_secret(app: Flask) -> str:
    """The key of signed cookies, made once and kept where only its owner can read it."""
    file = Path(app.instance_path) / "secret_key"
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as kept:
        kept.write(key := secrets.token_urlsafe(32))
    return key
