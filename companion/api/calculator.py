"""What needs no table: the games, what a round is worth, what bets would pay, what cards are."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion import words
from companion.api import body, documents
from companion.api.problems import Refused, refusal, refuse
from companion.api.schemas import BetsRequest, CombinationsRequest, ScoreRequest
from engine.cards import parse_cards
from engine.combinations import beats, readings
from engine.game import Game
from engine.games import GAMES
from engine.haggis import Haggis
from engine.missing import missing
from engine.options import Rules
from engine.problems import Problem, Weight

blueprint = Blueprint("calculator", __name__)


@blueprint.get("/games")
def games() -> dict[str, Any]:
    """Every game with its options and presets."""
    return {"games": [documents.game(game) for game in GAMES.values()]}


@blueprint.post("/score")
def score() -> dict[str, Any]:
    """What a round is worth. Nothing is stored."""
    asked = body.fitting(ScoreRequest())
    game, rules, totals = _chosen(asked)
    names = words.seats(game.seats)
    facts, found = game.review(asked["round"], rules, totals)
    refuse((p for p in found if p.refused or p.weight is Weight.MISSING), names)
    return documents.score(game.score(facts, rules), found, names)


@blueprint.post("/bets")
def bets() -> dict[str, Any]:
    """What the bets would pay each side, for each seat that could be first out."""
    asked = body.fitting(BetsRequest())
    game, rules, totals = _chosen(asked)
    if not game.what_if(game.begin(None), rules):
        raise refusal("no_bets_in_game", 422, "/game")
    document = {key: asked[key] for key in ("leader", "bets", "auction")}
    facts, found = game.review(document, rules, totals)
    asked_about = tuple(f"/{key}" for key in document)
    wrong = (p for p in found if p.blocks and p.at.startswith(asked_about))
    refuse(wrong, words.seats(game.seats))
    paid = game.what_if(facts, rules)
    auction = game.situation(facts, rules, totals).auction
    shepherd = {} if auction is None else {"shepherd": auction.shepherd, "swaps": auction.swaps}
    return {
        "first_out": [{"seat": seat, "points": points} for seat, points in enumerate(paid)]
    } | shepherd


@blueprint.post("/combinations")
def combinations() -> dict[str, Any]:
    """Every reading of some cards, and whether one of them beats what lies on the table."""
    asked = body.fitting(CombinationsRequest())
    game, rules, _ = _chosen(asked)
    if not isinstance(game, Haggis):
        raise refusal("no_combinations_in_game", 422, "/game")
    cards, wrong = parse_cards(asked["cards"], game.deck)
    table, wrong_table = parse_cards(asked["table"] or (), game.deck, "/table")
    if found := (*wrong, *wrong_table):
        raise Refused(found, 422)
    mine = readings(cards, game.deck, rules.court_ranks)
    theirs = readings(table, game.deck, rules.court_ranks)
    verdict = beats(mine, theirs) if table else None
    return documents.combination(mine, verdict, missing(cards, game.deck, rules.court_ranks))


def game_of(asked: dict[str, Any]) -> Game[Any]:
    """The game that is asked about."""
    if asked["game"] not in GAMES:
        raise refusal("unknown_game", 422, "/game")
    return GAMES[asked["game"]]


def _chosen(asked: dict[str, Any]) -> tuple[Game[Any], Rules, list[int]]:
    game = game_of(asked)
    rules, wrong = game.rules(asked["preset"], asked["rules"])
    totals = asked.get("totals")
    if totals is None:
        totals = [0] * game.sides
    if len(totals) != game.sides:
        wrong = (*wrong, Problem("/totals", "totals_sides", {"sides": game.sides}))
    refuse(wrong)
    return game, rules, totals
