"""Looking rules up: a game's rules, with a table's house rules, and the combination checker."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import checker, lookup, tables, words
from companion.excerpts import excerpt, sentence
from companion.topics import Topic, mark, topics
from engine.games import GAMES

pages = Blueprint("rules", __name__, url_prefix="/rules")

SUITS = "suits"


@pages.app_template_global()
def has_checker(game: Any) -> bool:
    """Whether the game has combinations to check."""
    return lookup.deck_of(game) is not None


@pages.before_request
def choose_suits() -> Response | None:
    """Keeps how this phone wants to see the suits, and answers with the page asked for."""
    if SUITS not in request.args:
        return None
    session[SUITS] = request.args[SUITS] == "pack"
    session.permanent = True
    query = {name: text for name, text in request.args.items() if name != SUITS}
    return redirect(f"{quote(request.path)}?{urlencode(query, safe=',')}")


@pages.get("")
def index() -> str:
    """Every game, and what was searched for in all of them."""
    query = request.args.get("q", "").strip()
    shown = [lookup.RulesPage(game, game.defaults) for game in GAMES.values()]
    hits = [(one, _hits(one, query)) for one in shown if query]
    found = [(one, parts) for one, parts in hits if parts]
    return render_template(
        "rules/index.html", games=GAMES.values(), found=found, query=query, topics=topics(shown[0])
    )


@pages.get("/<game>")
def rules(game: str) -> str:
    """A game's rules: all of them, or those in which every word of the search is found."""
    page = _page(game)
    query = request.args.get("q", "").strip()
    found = _found(page, query)
    return render_template(
        "rules/rules.html", page=page, query=query, sections=found, mark=mark, topics=topics(page)
    )


@pages.get("/<game>/check")
def check(game: str) -> str | Response:
    """What cards are and whether they beat what lies on the table."""
    page = _page(game)
    if page.deck is None:
        return redirect(url_for(".rules", game=game, code=page.code, _anchor="trump"))
    return render_template("rules/check.html", page=page, check=checker.check(page, page.deck))


def _page(game_id: str) -> lookup.RulesPage:
    game = GAMES[game_id] if game_id in GAMES else abort(404)
    seen = {"pack": bool(session.get(SUITS)), "asked": request.args}
    code, preset = request.args.get("code"), request.args.get("preset")
    if code:
        table = tables.find(code) or abort(404)
        if table.game != game.id:
            abort(redirect(url_for(str(request.endpoint), game=table.game, code=table.code)))
        sheet = tables.Sheet(table)
        return lookup.RulesPage(
            game,
            sheet.rules,
            code=table.code,
            players=words.sentence_names(sheet.players()),
            marks=table.marks,
            **seen,
        )
    if preset not in {one.id for one in game.presets}:
        preset = None
    return lookup.RulesPage(game, game.rules(preset)[0], preset=preset, **seen)


def _found(page: lookup.RulesPage, query: str) -> list[tuple[Topic, Markup]]:
    """The parts of the rules in which every word is found, each as it is shown."""
    wanted = query.casefold().split()
    drawn = [(topic, Markup(render_template(topic.template, page=page))) for topic in topics(page)]
    return [
        (topic, text) for topic, text in drawn if all(word in _text(topic, text) for word in wanted)
    ]


def _hits(page: lookup.RulesPage, query: str) -> list[tuple[Topic, Markup]]:
    """The parts in which every word is found, each with the piece of it around the first."""
    wanted = query.split()
    return [(topic, excerpt(sentence(text, wanted), wanted)) for topic, text in _found(page, query)]


def _text(topic: Topic, text: Markup) -> str:
    return f"{topic.title} {topic.also} {text.striptags()}".casefold()
