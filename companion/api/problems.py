"""What is wrong with a request, as problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask import Blueprint, Response, json, request
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from companion import card_words, words
from companion.conflicts import Conflict
from engine.problems import Problem, Weight

MEDIA_TYPE = "application/problem+json"


class Refused(HTTPException):
    """A request that is refused, with every reason.

    Without a status it is 400 where something is not of the right shape, and then nothing else is
    judged; otherwise 422. `names` are the players' by seat, for the sentences.
    """

    def __init__(
        self,
        found: Iterable[Problem],
        status: int = 0,
        names: Sequence[str] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        problems = tuple(found)
        malformed = tuple(problem for problem in problems if problem.weight is Weight.MALFORMED)
        self.problems = malformed or problems
        self.names = names
        self.headers = dict(headers or {})
        self.code = status or (400 if malformed else 422)


def refusal(code: str, status: int, at: str = "", **headers: str) -> Refused:
    """One reason to refuse a request, by its code; headers by name (WWW_Authenticate)."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Refused([Problem(at, code)], status, headers=named)


def refuse(found: Iterable[Problem], names: Sequence[str] = ()) -> None:
    """Refuses the request when there is anything wrong."""
    if wrong := tuple(found):
        raise Refused(wrong, names=names)


def listed(found: Iterable[Problem], names: Sequence[str]) -> list[dict[str, str]]:
    """Problems as plain JSON: where, what, and in words."""
    return [{"pointer": one.at, "code": one.code, "message": _said(one, names)} for one in found]


def _said(one: Problem, names: Sequence[str]) -> str:
    return card_words.problem(one) if one.code in card_words.CODES else words.problem(one, names)


def details(error: HTTPException) -> Response:
    """The error as problem details; the headers it asks for stay with it."""
    status = error.code or 500
    title = HTTP_STATUS_CODES.get(status, "")
    if isinstance(error, Refused):
        errors = listed(error.problems, error.names)
        headers = error.headers
    else:
        code = title.lower().replace(" ", "_")
        errors = listed([Problem("", code)], ())
        headers = {k: v for k, v in error.get_headers() if k.lower() != "content-type"}
    body = {"type": "about:blank", "title": title, "status": status, "errors": errors}
    text = json.dumps(body | {"detail": errors[0]["message"]})
    return Response(text, status, headers, content_type=MEDIA_TYPE)


def conflict(error: Conflict) -> Response:
    """A change that does not fit the table as it is."""
    return details(refusal(error.code, 409))


def register(blueprint: Blueprint) -> None:
    """Every error inside a call is answered with problem details, without saying how we broke."""
    blueprint.register_error_handler(HTTPException, details)
    blueprint.register_error_handler(500, details)
    blueprint.register_error_handler(Conflict, conflict)


def unrouted() -> Response | None:
    """Problem details for a path or a method that is not there; they belong to no blueprint."""
    error = request.routing_exception
    if error is None or (error.code or 500) < 400:
        return None
    return details(error) if f"{request.path}/".startswith("/api/") else None
