"""Starting a table: the game, the names, the rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion import tables, words
from companion.fields import whole
from companion.names import clean_name
from companion.security import let_score, limiter
from companion.views import errors
from companion.views.home import remember
from companion.views.table import tap_key
from engine.game import Game
from engine.games import GAMES
from engine.options import Flag, OneOf, Option, Rules, SomeOf, Whole
from engine.problems import Problem

pages = Blueprint("new", __name__)


@pages.get("/new")
def new() -> str:
    """Which game, then who plays it and by which rules."""
    if "game" not in request.args:
        return render_template("new/game.html", games=GAMES.values())
    return _form(_game(request.args["game"]), request.args)


@pages.post("/new")
@limiter.limit("300 per minute")
def start() -> Response | tuple[str, int] | str:
    """Starts the table, or shows the form again: with a preset's rules, with two names swapped, or
    with what is wrong.
    """
    game = _game(request.form.get("game", ""))
    if "swap" in request.form:
        return _form(game, _swapped(request.form))
    if "show" in request.form:
        return _form(game, request.form, preset=request.form.get("/preset"))
    table, token, problems = tables.create(
        game,
        [request.form.get(f"/players/{seat}", "") for seat in range(game.seats)],
        rules=_chosen(game, request.form),
        first=whole(request.form.get("/first_leader", "")),
        made_by=tap_key(),
    )
    if table is None:
        return _form(game, request.form, problems=problems), 422
    remember(table.code)
    response = redirect(url_for("table.table", code=table.code), 303)
    return let_score(response, table, token)


@pages.errorhandler(CSRFError)
def expired(error: CSRFError) -> tuple[str, int]:
    """The form again, with everything typed: the phone had lost its cookies, or never had any."""
    game = GAMES.get(request.form.get("game", ""))
    if game is None:
        return errors.expired(error)
    flash(gettext("This page was too old to be sent. Look it over and start the table once more."))
    return _form(game, request.form), 400


def _swapped(form: MultiDict[str, str]) -> MultiDict[str, str]:
    """The form with the names of two seats ("0,1") in each other's place."""
    one, _, other = (f"/players/{seat}" for seat in form["swap"].partition(","))
    form = MultiDict(form)
    if one in form and other in form:
        form[one], form[other] = form[other], form[one]
    return form


def _game(name: str) -> Game[Any]:
    return GAMES[name] if name in GAMES else abort(404)


def _chosen(game: Game[Any], form: MultiDict[str, str]) -> dict[str, object]:
    """The rules of a form, as far as it has them."""
    names = {option.name: option for option in game.options}
    fields = {name: f"/rules/{name}" for name in names}
    return {
        name: _value(names[name], form.getlist(field))
        for name, field in fields.items()
        if field in form
    }


def _value(option: Option, texts: list[str]) -> object:
    """What a field's text stands for; the engine says whether it is allowed."""
    text = texts[-1].strip()
    match option.allowed:
        case Flag():
            return {"yes": True, "no": False}.get(text)
        case SomeOf():
            return [number for one in texts if (number := whole(one)) is not None]
        case Whole(optional=True) if not text:
            return None
        case Whole():
            return int(text) if text.isdecimal() and len(text) < 7 else text
        case _:
            return text


def _form(
    game: Game[Any],
    form: MultiDict[str, str],
    preset: str | None = None,
    problems: list[Problem] | None = None,
) -> str:
    """The form of a new table, with everything that was typed.

    Asked to show a preset, it shows that preset's rules; else the rules of the form.
    """
    if preset is not None and preset in {one.id for one in game.presets}:
        rules = game.rules(preset)[0]
        typed: Mapping[str, object] = {}
    else:
        chosen = _chosen(game, form)
        preset = form.get("/preset")
        wrong = {problem.at.rpartition("/")[2] for problem in game.rules(None, chosen)[1]}
        rules = game.rules(None, {k: v for k, v in chosen.items() if k not in wrong})[0]
        typed = {name: chosen[name] for name in wrong}
    names = [form.get(f"/players/{seat}", "") for seat in range(game.seats)]
    return render_template(
        "new/names.html",
        game=game,
        key=secrets.token_urlsafe(16),
        names=names,
        starters=words.sentence_names(
            [clean_name(name) or words.seat(seat) for seat, name in enumerate(names)]
        ),
        first=form.get("/first_leader", ""),
        preset=preset,
        options=[_option(game, option, rules, typed) for option in game.options],
        problems={p.at: words.problem(p, ()) for p in problems or ()},
    )


def _option(
    game: Game[Any], option: Option, rules: Rules, typed: Mapping[str, object]
) -> dict[str, Any]:
    """What the form shows of a rule option; `typed` are the values that were not allowed."""
    value, default = getattr(rules, option.name), getattr(game.defaults, option.name)
    allowed = option.allowed.to_json()
    match option.allowed:
        case Flag():
            choices: tuple[Any, ...] = (True, False)
        case OneOf(values) | SomeOf(values):
            choices = values
        case _:
            choices = ()
    return {
        "name": option.name,
        "kind": type(option.allowed).__name__,
        "value": typed.get(option.name, value),
        "choices": choices,
        "allowed": allowed,
        "differs": value != default,
        "default": words.option_value(option.name, default),
    }
