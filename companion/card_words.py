"""Cards, combinations and what beats what, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l

from engine.cards import COURTS, Card, rank_name
from engine.combinations import Kind, Reading, Verdict
from engine.problems import Problem

_SUITS = {
    "r": _l("red"),
    "y": _l("yellow"),
    "g": _l("green"),
    "b": _l("blue"),
    "o": _l("orange"),
}
_PACK_SUITS = {
    "r": _l("hearts"),
    "y": _l("diamonds"),
    "g": _l("clubs"),
    "b": _l("spades"),
    "o": _l("stars"),
}
SIGNS = {"r": "♥", "y": "♦", "g": "♣", "b": "♠", "o": "★"}
_COURTS = {"J": _l("jack"), "Q": _l("queen"), "K": _l("king")}
_BOMBS = (
    _l("bomb 3-5-7-9 in four suits"),
    _l("bomb J Q"),
    _l("bomb J K"),
    _l("bomb Q K"),
    _l("bomb J Q K"),
    _l("bomb 3-5-7-9 in one suit"),
)
_NUMBERS = (
    _l("one"),
    _l("two"),
    _l("three"),
    _l("four"),
    _l("five"),
    _l("six"),
    _l("seven"),
    _l("eight"),
    _l("nine"),
    _l("ten"),
    _l("eleven"),
)


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def count(number: int) -> str:
    """A small number as a word."""
    return str(_NUMBERS[number - 1]) if 1 <= number <= len(_NUMBERS) else str(number)


def either(names: Iterable[str]) -> str:
    """One of several, in their order."""
    return reduce(lambda one, other: gettext("%(one)s or %(other)s", one=one, other=other), names)


# Cards


def suit(code: str, pack: bool = False) -> str:
    """What a suit is called, by its colour or as in an ordinary pack."""
    return str((_PACK_SUITS if pack else _SUITS)[code])


def card(one: Card, pack: bool = False) -> str:
    """A card by name: red 7, 7♥, jack."""
    if not one.suit:
        return str(_COURTS[str(one)])
    if pack:
        return f"{rank_name(one.rank)}{SIGNS[one.suit]}"
    return gettext("%(suit)s %(rank)s", suit=suit(one.suit), rank=rank_name(one.rank))


def _written(names: Iterable[str], pack: bool) -> str:
    """Cards given as they are written."""
    courts = {str(court): court for court in COURTS}
    cards = (courts.get(name) or Card(int(name[:-1]), name[-1]) for name in names)
    return ", ".join(card(one, pack) for one in cards)


def _suits(codes: Iterable[str], pack: bool) -> str:
    return ", ".join(suit(code, pack) for code in codes)


# Combinations


def reading(one: Reading) -> str:
    """A reading by name: set of three 4s, sequence 8-9-10, bomb J Q."""
    rank = rank_name(one.rank)
    match one.kind:
        case Kind.BOMB:
            return str(_BOMBS[one.rank - 1])
        case Kind.SET if one.shape == (1,):
            return gettext("single %(rank)s", rank=rank)
        case Kind.SET:
            return gettext("set of %(count)s %(rank)ss", count=count(one.shape[0]), rank=rank)
        case Kind.SEQUENCE:
            return gettext("sequence %(ranks)s", ranks=_ranks(one))
        case Kind.STAIR:
            return gettext(
                "stair %(ranks)s, %(count)s of each", ranks=_ranks(one), count=count(one.shape[0])
            )


def _ranks(one: Reading) -> str:
    """The ranks of a sequence or stair, lowest first."""
    length = one.shape[-1]
    return "-".join(rank_name(rank) for rank in range(one.rank - length + 1, one.rank + 1))


def higher(one: Reading) -> str:
    """This reading and everything of its kind above it."""
    if one.kind is Kind.BOMB:
        return gettext("%(reading)s, or a stronger one", reading=reading(one))
    return gettext("%(reading)s, or higher", reading=reading(one))


def why(verdict: Verdict) -> str:
    """Why cards beat the table, or why they do not."""
    play, table = (
        reading(verdict.params[name]) if name in verdict.params else ""
        for name in ("play", "table")
    )
    return sentence(_WHY[verdict.why](play, table, verdict.params))


def _shape_differs(play: str, table: str, params: Mapping[str, Reading]) -> str:
    if params["table"].kind is Kind.STAIR:
        return gettext(
            "%(play)s does not match %(table)s: it takes as many suits and as many ranks.",
            play=play,
            table=table,
        )
    return gettext(
        "%(play)s does not match %(table)s: it takes as many cards.", play=play, table=table
    )


_WHY: dict[str, Callable[[str, str, Mapping[str, Reading]], str]] = {
    "higher": lambda play, table, _: gettext(
        "%(play)s is higher than %(table)s.", play=play, table=table
    ),
    "bomb": lambda play, table, _: gettext(
        "%(play)s goes on top of %(table)s, as on anything.", play=play, table=table
    ),
    "stronger_bomb": lambda play, table, _: gettext(
        "%(play)s is stronger than %(table)s.", play=play, table=table
    ),
    "not_higher": lambda play, table, _: gettext(
        "%(play)s is not higher than %(table)s.", play=play, table=table
    ),
    "not_stronger": lambda play, table, _: gettext(
        "%(play)s is not stronger than %(table)s.", play=play, table=table
    ),
    "different_shape": _shape_differs,
    "bomb_needed": lambda play, table, _: gettext(
        "On the table is %(table)s: only a stronger bomb beats it.", table=table
    ),
    "different_kind": lambda play, table, _: gettext(
        "%(play)s does not match %(table)s: it takes the same kind, or a bomb.",
        play=play,
        table=table,
    ),
    "no_combination": lambda play, table, _: gettext("These cards are no combination."),
    "no_combination_on_table": lambda play, table, _: gettext(
        "What lies on the table is no combination."
    ),
}


# What is wrong with cards


def problem(one: Problem, pack: bool = False) -> str:
    """Why cards are no combination, or are none of this game's, as a sentence."""
    return sentence(_PROBLEMS[one.code](one.params, pack))


def _sequence_gap(params: Mapping[str, Any], pack: bool) -> str:
    return ngettext(
        "A sequence of these lacks %(num)s card: %(ranks)s.",
        "A sequence of these lacks %(num)s cards: %(ranks)s.",
        params["need"],
        ranks=_needed(params["ranks"], params["need"]),
    )


def _stair_incomplete(params: Mapping[str, Any], pack: bool) -> str:
    cards = [_written([name], pack) for name in params["cards"]]
    return ngettext(
        "A stair of these lacks %(num)s card: %(cards)s.",
        "A stair of these lacks %(num)s cards: %(cards)s.",
        params["need"],
        cards=_needed(cards, params["need"]),
    )


def _needed(names: Sequence[str], need: int) -> str:
    """The names, all of which are needed or only some."""
    return ", ".join(names) if len(names) <= need else either(names)


_PROBLEMS: dict[str, Callable[[Mapping[str, Any], bool], str]] = {
    "not_a_card": lambda p, _: gettext("“%(card)s” is not a card.", card=p["card"]),
    "not_in_deck": lambda p, pack: gettext(
        "This game has no %(card)s.", card=_written([p["card"]], pack)
    ),
    "too_many_copies": lambda p, pack: ngettext(
        "A player can hold %(card)s only once.",
        "A player can hold %(card)s only %(num)s times.",
        p["copies"],
        card=_written([p["card"]], pack),
    ),
    "no_cards": lambda p, _: gettext("No cards yet."),
    "bomb_suits": lambda p, _: gettext(
        "3-5-7-9 is a bomb in one suit or in four, not in %(count)s.", count=count(p["suits"])
    ),
    "bomb_no_wild": lambda p, _: gettext("There is never a wild in a bomb."),
    "bomb_incomplete": lambda p, _: gettext(
        "A bomb of these lacks the %(rank)s.", rank=", ".join(p["ranks"])
    ),
    "sequence_needs_three": lambda p, pack: gettext(
        "%(cards)s: a sequence needs three.", cards=_written(p["cards"], pack)
    ),
    "sequence_gap": _sequence_gap,
    "sequence_too_long": lambda p, _: gettext(
        "There are not enough ranks for a sequence of %(length)s.", length=p["length"]
    ),
    "sequence_copies": lambda p, pack: gettext(
        "A sequence has no card twice: %(cards)s.", cards=_written(p["cards"], pack)
    ),
    "sequence_suits_differ": lambda p, pack: gettext(
        "A sequence is all in one suit, not in %(suits)s.", suits=_suits(p["suits"], pack)
    ),
    "stair_suits_differ": lambda p, pack: gettext(
        "A stair has the same %(count)s suits at every rank, not %(suits)s.",
        count=count(p["width"]),
        suits=_suits(p["suits"], pack),
    ),
    "stair_incomplete": _stair_incomplete,
    "wilds_left_over": lambda p, _: ngettext(
        "The stair is full: there is no place in it for %(num)s wild.",
        "The stair is full: there is no place in it for %(num)s wilds.",
        p["wilds"],
    ),
    "ranks_differ": lambda p, _: gettext(
        "%(ranks)s: a set is all of one rank.", ranks=", ".join(p["ranks"])
    ),
}
CODES = tuple(_PROBLEMS)
