"""Every way to write, as the app's own map of addresses has it."""

import re
from collections.abc import Iterator

from flask import Flask

WRITING = ("POST", "PUT", "PATCH", "DELETE")
VALUES = {"number": "1"}  # a new name of a part of an address needs its value here
_PART = re.compile(r"<(?:[^:>]+:)?(\w+)>")


def writes(app: Flask, code: str = "", *, api: bool) -> Iterator[tuple[str, str]]:
    """Every method and path that can change something; with a code only a table's own."""
    values = VALUES | {"code": code}
    for rule in app.url_map.iter_rules():
        methods = [method for method in WRITING if method in (rule.methods or ())]
        if not methods or rule.endpoint.startswith("api.") != api:
            continue
        if "code" in rule.arguments or not code:
            path = _PART.sub(lambda found: values[found[1]], rule.rule)
            yield from ((method, path) for method in methods)
