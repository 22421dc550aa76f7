"""Rule options in words, as the rules pages say them: one sentence for each way they can be set."""

from __future__ import annotations

from typing import Any

from flask_babel import format_number, gettext, ngettext

from companion.card_words import either
from companion.words import points
from engine.game import Game
from engine.options import Rules


def rule(name: str, rules: Rules, game: Game[Any]) -> str:
    """What these rules say about an option (or `end`: the options that end a match)."""
    say = _RULES.get(name)
    return say(rules, game) if say else ""


def captures(bombed: bool, rules: Rules, game: Game[Any]) -> str:
    """Who gets a trick, won by a bomb or not, and who leads the next (rules §3)."""
    if bombed:
        return _bombed_trick(rules, game)
    return gettext("Whoever played it captures the trick and leads the next.")


def _bombed_trick(rules: Rules, game: Game[Any]) -> str:
    return {
        "opponent": gettext("The opponent captures a trick won by a bomb. The bomber still leads.")
        if game.sides == 2
        else gettext(
            "An opponent captures a trick won by a bomb: the bomber picks one. "
            "The bomber still leads."
        ),
        "second_highest": gettext(
            "A trick won by a bomb goes to whoever made the play below the bomb. "
            "The bomber still leads."
        ),
        "keep": gettext("The bomber captures a trick won by a bomb, and leads the next."),
        "opposing_team": gettext(
            "The other team captures a trick won by a bomb. "
            "The bomber says which of the two partners leads. They may not discuss it."
        ),
    }[rules.bombed_trick]


def _bets(rules: Rules, game: Game[Any]) -> str:
    amounts = [format_number(amount) for amount in rules.bets]
    listed = either(filter(None, [", ".join(amounts[:-1]), amounts[-1]]))
    return gettext("You may bet %(amounts)s.", amounts=listed)


def _failed_bet(rules: Rules, game: Game[Any]) -> str:
    if rules.failed_bet == "nonbettors":
        if game.sides == 2:
            return gettext("The opponent scores it in full, but only if they made no bet.")
        return gettext("Every opponent who made no bet scores it in full. Nobody else does.")
    if game.sides == 2:
        return gettext("The opponent scores it in full.")
    return gettext(
        "The first player out scores it in full. So does every other opponent who made no bet."
    )


def _end(rules: Rules, game: Game[Any]) -> str:
    if rules.target_rule == "exceed":
        return gettext(
            "The match ends after the round in which somebody passes %(points)s.",
            points=points(rules.target),
        )
    return gettext(
        "The match ends after the round in which somebody reaches %(points)s.",
        points=points(rules.target),
    )


def _rounds(rules: Rules, game: Game[Any]) -> str:
    if rules.rounds is None:
        return ""
    return ngettext(
        "It ends after %(num)s round at the latest.",
        "It ends after %(num)s rounds at the latest.",
        rules.rounds,
    )


def _extra(rules: Rules, game: Game[Any]) -> str:
    if not rules.first_out_extra:
        return gettext("Being first brings nothing on top.")
    return gettext(
        "The first player out scores %(points)s on top.", points=points(rules.first_out_extra)
    )


_RULES: dict[str, Any] = {
    "bets": _bets,
    "bombed_trick": _bombed_trick,
    "court_ranks": lambda rules, game: (
        gettext("At the top of a sequence or stair a wild may stand as J, Q or K itself.")
        if rules.court_ranks
        else gettext("Sequences and stairs end at the 10.")
    ),
    "end": _end,
    "failed_bet": _failed_bet,
    "first_out_extra": _extra,
    "haggis": lambda rules, game: (
        gettext("Nobody gets the haggis. It stays out of the round.")
        if rules.haggis == "unused"
        else gettext("The first player out captures the haggis.")
    ),
    "rounds": _rounds,
    "tie": lambda rules, game: (
        gettext("Level at the top? Play on until one is ahead.")
        if rules.tie == "play_on"
        else gettext("Level at the top? They share the win.")
    ),
}
