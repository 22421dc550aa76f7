"""Which language a page is in: the one its phone chose, else what its browser asks for.

A language is a folder with a compiled catalog; English needs none, it is what the code is written
in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from babel import Locale, UnknownLocaleError
from babel.support import NullTranslations
from flask import Flask, current_app, g, has_request_context, redirect, request
from flask_babel import Babel, Domain, get_locale
from markupsafe import Markup
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response

from companion.security import COOKIE_SECONDS

ENGLISH = "en"
LANG = "lang"  # the cookie, and what a link asks with
MOST_WANTED = 20  # languages of a browser that are looked at


class _Catalogs(Domain):
    """The catalogs; a request looks for its own once for all its sentences."""

    def get_translations(self) -> NullTranslations:
        here = g.get("_flask_babel") if g else None
        if found := getattr(here, "babel_translations", None):
            return found
        found = super().get_translations()
        if here := g.get("_flask_babel") if g else None:
            here.babel_translations = found  # which is forgotten where another language is forced
        return found


class _Babel(Babel):
    @cached_property
    def domain_instance(self) -> Domain:
        return _Catalogs(domain=self.domain)


babel = _Babel()


@dataclass(frozen=True)
class Choice:
    """A language as the switch shows it: its tag, its own name for itself, the link to it."""

    tag: str
    name: str
    link: str
    chosen: bool


def init_app(app: Flask, folder: Path) -> None:
    """Finds the languages in the folder, and speaks them."""
    babel.init_app(
        app,
        default_locale=ENGLISH,
        default_translation_directories=str(folder),
        locale_selector=_selected,
    )
    with app.app_context():
        found = sorted(babel.list_translations(), key=lambda one: one.display_name or "")
    app.extensions["languages"] = tuple(found)
    app.before_request(_choose)
    app.after_request(_told)
    app.jinja_env.globals.update(language=language, languages=languages, get_locale=get_locale)
    app.jinja_env.globals.update(_=_sentence, ngettext=_counted)


def _sentence(text: str, /, **values: object) -> Markup:
    """A sentence of a template, which is HTML; the values in it are escaped."""
    said = Markup(babel.domain_instance.get_translations().ugettext(text))
    return said % values if "%" in said else said


def _counted(one: str, many: str, num: int, /, **values: object) -> Markup:
    said = Markup(babel.domain_instance.get_translations().ungettext(one, many, num))
    return said % {"num": num, **values}


def spoken() -> tuple[Locale, ...]:
    """The languages there are."""
    return current_app.extensions["languages"]


def language() -> str:
    """The tag of the language that is spoken now, as HTML and HTTP have it."""
    return _tag(get_locale() or babel.default_locale)


def languages() -> list[Choice]:
    """Every language, with the link that shows this page in it."""
    path, query = _here()
    return [
        Choice(
            _tag(one),
            one.display_name or _tag(one),
            f"{path}?{urlencode([*query, (LANG, _tag(one))], safe=',')}",
            one == get_locale(),
        )
        for one in spoken()
    ]


def best(wanted: Iterable[str], there: Sequence[Locale]) -> Locale | None:
    """The first language wanted that is there, in the script and for the place asked if it can."""
    for tag in wanted:
        asked = _parsed(tag)
        found = [one for one in there if asked and one.language == asked.language]
        if asked and found:
            return max(
                found,
                key=lambda one: (one.script == asked.script, one.territory == asked.territory),
            )
    return None


@lru_cache(maxsize=1000)
def _parsed(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return None


def _tag(one: Locale) -> str:
    return str(one).replace("_", "-")


def _selected() -> str | None:
    if not has_request_context():
        return None
    asked = (tag for tag, quality in request.accept_languages if quality > 0)
    found = best([request.cookies.get(LANG, ""), *islice(asked, MOST_WANTED)], spoken())
    return str(found) if found else None


def _here() -> tuple[str, list[tuple[str, str]]]:
    """The page to come back to: this one, or the one whose form was sent."""
    if request.url_rule is None:
        return "/", []
    if request.method == "POST":
        came = urlsplit(request.referrer or "")
        return came.path if came.netloc == request.host else "/", []
    return request.path, [(n, t) for n, t in request.args.items(multi=True) if n != LANG]


def _choose() -> Response | None:
    """Keeps the language of a link, and leads back to the page; one that is none to the first.

    A page may have changed its query since its links were drawn: where it came from counts.
    """
    asked = best([request.args.get(LANG, "")], spoken())
    if asked is None or request.method == "POST" or request.path.startswith("/api/"):
        return None
    path, query = _here()
    came = urlsplit(request.referrer or "")
    if came.path == path:
        query = [(name, text) for name, text in parse_qsl(came.query) if name != LANG]
    response = redirect(f"{path}?{urlencode(query, safe=',')}" if query else path)
    response.set_cookie(
        LANG,
        _tag(asked),
        max_age=COOKIE_SECONDS,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response


def _told(response: Response) -> Response:
    """Says which language a page is in, and what another answer would depend on."""
    page = response.mimetype == "text/html"
    if page or request.path.startswith("/api/"):
        response.vary.update(("Accept-Language", "Cookie"))
    if page:
        response.content_language.add(language())
    return response
