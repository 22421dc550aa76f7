"""The JSON API under /api/v1: what is sent is read, the store or the engine asked, and answered."""

from __future__ import annotations

from flask import Blueprint, Flask, Response

from companion.api import calculator, description, exports, live, problems, rounds, tables
from companion.security import csrf

api = Blueprint("api", __name__, url_prefix="/api/v1")
for _noun in (calculator, tables, rounds, exports, live, description):
    csrf.exempt(_noun.blueprint)  # no call here trusts a cookie
    api.register_blueprint(_noun.blueprint)
problems.register(api)


@api.after_request
def fresh(response: Response) -> Response:
    """Whoever keeps an answer asks whether it still holds before using it again."""
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def init_app(app: Flask) -> None:
    """Registers every call; what goes wrong under /api is answered with problem details."""
    app.before_request(problems.unrouted)
    app.register_blueprint(api)
