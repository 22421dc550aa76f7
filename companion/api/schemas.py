"""What may be sent; the engine reads the facts of a round. The messages are codes of problems."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, fields, validate

LARGEST_TOTAL = 1_000_000


def _codes(invalid: str) -> dict[str, Any]:
    return {"invalid": invalid, "null": invalid, "required": "missing"}


NAME = _codes("not_a_text")
NUMBER = _codes("not_a_number")
LIST = _codes("not_a_list")
OBJECT = _codes("not_an_object")


class Request(Schema):
    """A game and the rules it is played by."""

    game = fields.String(required=True, error_messages=NAME)
    preset = fields.String(load_default=None, error_messages=NAME)
    rules = fields.Dict(keys=fields.String(), load_default=None, error_messages=OBJECT)

    def __init__(self) -> None:
        super().__init__(unknown=RAISE)
        self.error_messages |= {"type": "not_an_object", "unknown": "unknown_key"}


class WithTotals(Request):
    """The totals before a round are each side's points."""

    totals = fields.List(
        fields.Integer(
            strict=True,
            validate=validate.Range(-LARGEST_TOTAL, LARGEST_TOTAL, error="number_too_large"),
            error_messages=NUMBER,
        ),
        load_default=None,
        error_messages=LIST,
    )


class ScoreRequest(WithTotals):
    """A round to be scored."""

    round = fields.Raw(required=True, error_messages=OBJECT)


class BetsRequest(WithTotals):
    """The bets or the auction of a round that is still being played."""

    leader = fields.Raw(load_default=None)
    bets = fields.Raw(load_default=[])
    auction = fields.Raw(load_default=[])


class TableRequest(Request):
    """A table to be opened: the players' names by seat, and who leads or deals first."""

    players = fields.List(fields.String(error_messages=NAME), required=True, error_messages=LIST)
    first_leader = fields.Integer(strict=True, load_default=None, error_messages=NUMBER)
