"""What may be sent and what is answered. The messages of fields are codes of problems.

The facts of a round are read and judged by the engine: here they are only described.
"""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, fields, validate
from marshmallow.fields import Field

from engine.combinations import Kind
from engine.games import GAMES
from engine.lines import Line
from engine.reading import LONGEST_LIST, LONGEST_NOTE

LARGEST_TOTAL = 1_000_000


def codes(invalid: str) -> dict[str, Any]:
    """A field's messages: the codes of what can be wrong with it."""
    return {"invalid": invalid, "null": invalid, "required": "missing"}


NAME = codes("not_a_text")
NUMBER = codes("not_a_number")
LIST = codes("not_a_list")
OBJECT = codes("not_an_object")


def string(**more: Any) -> fields.String:
    """A text."""
    return fields.String(error_messages=NAME, **more)


def integer(**more: Any) -> fields.Integer:
    """A whole number."""
    return fields.Integer(strict=True, error_messages=NUMBER, **more)


def several(inner: Field[Any], **more: Any) -> fields.List:
    """A list, no longer than a table ever needs."""
    short = validate.Length(max=LONGEST_LIST, error="too_many")
    return fields.List(inner, validate=short, error_messages=LIST, **more)


def by_name(**more: Any) -> fields.Dict:
    """An object whose members are known elsewhere."""
    return fields.Dict(keys=fields.String(), error_messages=OBJECT, **more)


def judged(*shapes: dict[str, Any], said: str = "", **more: Any) -> fields.Raw:
    """A part of a round's facts: the engine reads it, this only says what it looks like."""
    shape = shapes[0] if len(shapes) == 1 else {"anyOf": [*shapes]}
    about = {"description": said} if said else {}
    return fields.Raw(metadata=shape | about, error_messages=OBJECT, **more)


# The facts of a round, described


def _object(needed: tuple[str, ...] = (), **members: dict[str, Any]) -> dict[str, Any]:
    named = {"type": "object", "properties": members, "additionalProperties": False}
    return named | ({"required": [*needed]} if needed else {})


def _list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": LONGEST_LIST}


def _or_null(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


ANY = {"type": "integer"}
COUNT = {"type": "integer", "minimum": 0}
FLAG = {"type": "boolean"}
BETS = _list_of(_object(("seat", "amount"), seat=COUNT, amount=COUNT))
AUCTION = _list_of(_object(("seat", "bid"), seat=COUNT, bid=COUNT))
ADJUSTMENTS = _list_of(
    _object(
        ("seat", "points"),
        seat=COUNT,
        points=ANY,
        note={"type": "string", "maxLength": LONGEST_NOTE},
    )
)
COUNTED = {"type": "object", "additionalProperties": COUNT}
FACTS = {
    "HaggisFacts": _object(
        leader=_or_null("integer"),
        bets=BETS,
        auction=AUCTION,
        outs=_list_of(_object(("seat",), seat=COUNT, cards=_or_null("integer"))),
        captured={
            "type": ["array", "null"],
            "items": {"anyOf": [COUNT, COUNTED, {"type": "null"}]},
            "description": "By side: points or cards, as the game counts; in the base games also "
            "cards by rank. Null for exactly one side is the rest.",
        },
        adjustments=ADJUSTMENTS,
        accept_discrepancy=FLAG,
    ),
    "EuchreFacts": _object(
        dealer=_or_null("integer"),
        maker=_or_null("integer"),
        trump=_or_null("string"),
        alone=FLAG,
        tricks={"type": ["array", "null"], "items": COUNT, "description": "By team."},
        joker_up=FLAG,
        adjustments=ADJUSTMENTS,
    ),
}
A_ROUND = tuple({"$ref": f"#/components/schemas/{name}"} for name in FACTS)


# What may be sent


class Strict(Schema):
    """An object without unknown members; its messages are codes of problems."""

    class Meta:
        unknown = RAISE

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.error_messages |= {"type": "not_an_object", "unknown": "unknown_key"}


class Request(Strict):
    """A game and the rules it is played by: the defaults, a preset, then single options."""

    game = string(required=True, metadata={"enum": [*GAMES]})
    preset = string(load_default=None)
    rules = by_name(load_default=None)


class WithTotals(Request):
    """The totals before a round are each side's points."""

    totals = several(
        integer(validate=validate.Range(-LARGEST_TOTAL, LARGEST_TOTAL, error="number_too_large")),
        load_default=None,
    )


class ScoreRequest(WithTotals):
    """A round to be scored."""

    round = judged(*A_ROUND, required=True)


class BetsRequest(WithTotals):
    """The bets or the auction of a round that is still being played."""

    leader = judged(ANY, load_default=None)
    bets = judged(BETS, load_default=[])
    auction = judged(AUCTION, load_default=[])


class CombinationsRequest(Request):
    """Cards of one player, and those on the table they would be played on."""

    cards = several(string(), required=True, metadata={"examples": [["4r", "J", "Q"]]})
    table = several(string(), load_default=None)


class TableRequest(Request):
    """A table to be opened: the players' names by seat, and who leads or deals first."""

    players = several(string(), required=True)
    first_leader = integer(load_default=None)


# What is answered


class Answer(Schema):
    """What is answered has every member, unless that one may be left out."""

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        field_obj.required = not field_obj.metadata.get("may_be_left_out")


def part(kind: type[Schema], **more: Any) -> fields.List:
    """A list of answers' parts."""
    return fields.List(fields.Nested(kind), **more)


POINTS = fields.List(integer(), metadata={"description": "Points by side."})
SEATS = fields.List(fields.List(integer()), metadata={"description": "The seats of each side."})
SOMETIMES = {"may_be_left_out": True}


class ProblemPart(Answer):
    """One thing that is wrong or unusual: where (a JSON pointer), a code, a sentence."""

    pointer = string()
    code = string()
    message = string()


class ProblemDetails(Answer):
    """What is wrong with a request (RFC 9457)."""

    type = string()
    title = string()
    status = integer()
    detail = string()
    errors = part(ProblemPart)


class OptionPart(Answer):
    """A rule option: its default, and the allowed values as a JSON schema."""

    name = string()
    text = string()
    default = fields.Raw()
    type = fields.Raw()
    enum = fields.List(string(), metadata=SOMETIMES)
    minimum = integer(metadata=SOMETIMES)
    maximum = integer(metadata=SOMETIMES)
    items = by_name(metadata=SOMETIMES)
    minItems = integer(metadata=SOMETIMES)
    uniqueItems = fields.Boolean(metadata=SOMETIMES)


class PresetPart(Answer):
    """A named set of rules: what differs from the game's defaults."""

    id = string()
    name = string()
    rules = by_name()


class GamePart(Answer):
    """A game. The side of a seat is `seat % sides`; `starts` names who starts in the facts."""

    id = string()
    name = string()
    seats = integer()
    sides = integer()
    starts = string()
    rules = by_name()
    options = part(OptionPart)
    presets = part(PresetPart)


class GamesAnswer(Answer):
    """Every game."""

    games = part(GamePart)


class LinePart(Answer):
    """Why a side gets points; `seat` is null where a whole team earned them."""

    side = integer()
    seat = integer(allow_none=True)
    kind = string(metadata={"enum": [*Line]})
    points = integer()
    text = string()


class ScoreAnswer(Answer):
    """What a round is worth; `captured` by side, with the rest filled in."""

    points = POINTS
    lines = part(LinePart)
    captured = fields.List(integer(allow_none=True))
    slam = fields.Boolean()
    warnings = part(ProblemPart)


class FirstOutPart(Answer):
    """What the bets pay if this seat is the first out."""

    seat = integer()
    points = POINTS


class BetsAnswer(Answer):
    """What the bets pay; where there is an auction, who won it and how many cards they swap."""

    first_out = part(FirstOutPart)
    shepherd = integer(allow_none=True, metadata=SOMETIMES)
    swaps = integer(metadata=SOMETIMES)


class ReadingPart(Answer):
    """One way to read cards: a kind, the shape that must match, the rank that is compared."""

    kind = string(metadata={"enum": [*Kind]})
    text = string()
    size = integer(metadata=SOMETIMES)
    length = integer(metadata=SOMETIMES)
    width = integer(metadata=SOMETIMES)
    rank = string(metadata=SOMETIMES)
    high = string(metadata=SOMETIMES)
    strength = integer(metadata=SOMETIMES)


class BeatsPart(Answer):
    """A reading that beats a reading of the table's cards."""

    play = fields.Nested(ReadingPart)
    table = fields.Nested(ReadingPart)


class CombinationsAnswer(Answer):
    """Every reading; whether and by which of them the cards beat the table (null without one)."""

    readings = part(ReadingPart)
    missing = part(ProblemPart)
    beats = fields.Boolean(allow_none=True)
    by = part(BeatsPart)
    why = string()


class RoundAnswer(ScoreAnswer):
    """A recorded round: its facts, what they are worth, the totals after it."""

    number = integer()
    facts = judged(*A_ROUND)
    void = fields.Boolean()
    corrected = fields.Boolean()
    etag = string()
    starter = integer(allow_none=True)
    totals = POINTS


class ReplacedPart(Answer):
    """Who sat at a seat before, and the last round they played."""

    seat = integer()
    name = string()
    until = integer()


class TableAnswer(Answer):
    """A table as it stands."""

    code = string()
    game = string()
    rules = by_name()
    differs = fields.List(string())
    players = fields.List(string())
    marks = fields.List(integer())
    replaced = part(ReplacedPart)
    sides = SEATS
    rounds = part(RoundAnswer)
    totals = POINTS
    next_leader = integer(allow_none=True)
    next_reason = string(allow_none=True)
    next_text = string(allow_none=True)
    finished = fields.Boolean()
    winners = fields.List(integer())
    in_progress = judged(*A_ROUND, {"type": "null"})
    version = integer()


class NewTableAnswer(TableAnswer):
    """A new table: where to watch it, and the token that lets one score it, told only now."""

    token = string()
    watch_url = string()
    score_url = string()


class ChangePart(Answer):
    """A change: every place it touched, before and after; `round` 0 is the one in progress."""

    version = integer()
    at = string(metadata={"format": "date-time"})
    scorer = string(allow_none=True)
    what = string()
    round = integer()
    pointer = string()
    before = by_name()
    after = by_name()
    undone_by = integer(allow_none=True)


class HistoryAnswer(Answer):
    """Every change ever made, the first one first."""

    changes = part(ChangePart)
