"""The shape of a kept table's document. The messages are codes of problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from companion.names import clean_name
from companion.tables import MARKS, MOST_REPLACED, MOST_ROUNDS

FORMAT = "haggis-companion/table"
VERSION = 1
MOST_CHANGES = 5000
MOST_SEATS = 4
LONGEST_TEXT = 1000
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

_PLACE = re.compile(r"(players)|(draft)/(0|[1-9]\d{0,2})|(round)/[1-9]\d{0,2}")


def _codes(invalid: str) -> dict[str, Any]:
    return {"invalid": invalid, "null": invalid, "required": "missing"}


class _Name(fields.String):
    """A name as it is kept: on one line, without invisible signs."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        return clean_name(super()._deserialize(value, *args, **more)[:LONGEST_TEXT])


class _List(fields.List[Any]):
    """A list whose members are not looked at when there are too many of them."""

    def __init__(self, one: fields.Field[Any], most: int) -> None:
        super().__init__(one, required=True, error_messages=_codes("not_a_list"))
        self.most = most

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            raise ValidationError("table_too_large")
        return super()._deserialize(value, *args, **more)


def _name(**more: Any) -> fields.String:
    return _Name(required=True, error_messages=_codes("not_a_text"), **more)


def _text(*rules: Any, **more: Any) -> fields.String:
    messages = _codes("not_a_text")
    return fields.String(required=True, validate=rules, error_messages=messages, **more)


def _number(low: int, high: int, **more: Any) -> fields.Integer:
    fits = validate.Range(low, high, error="number_unfit")
    messages = _codes("not_a_number")
    return fields.Integer(
        strict=True, required=True, validate=fits, error_messages=messages, **more
    )


def _yes_or_no() -> fields.Boolean:
    messages = _codes("not_yes_or_no")
    return fields.Boolean(truthy={True}, falsy={False}, required=True, error_messages=messages)


def _time() -> fields.AwareDateTime:
    fits = validate.Range(EARLIEST, LATEST, error="not_a_time")
    messages = _codes("not_a_time") | {"invalid_awareness": "not_a_time", "format": "not_a_time"}
    return fields.AwareDateTime("iso", required=True, validate=fits, error_messages=messages)


def _object(**more: Any) -> fields.Dict:
    messages = _codes("not_an_object")
    return fields.Dict(keys=fields.String(), required=True, error_messages=messages, **more)


class _Strict(Schema):
    """An object that has no other members than its fields."""

    def __init__(self) -> None:
        super().__init__(unknown=RAISE)
        self.error_messages |= {"type": "not_an_object", "unknown": "unknown_key"}


class KeptSeat(_Strict):
    """Who sat at a seat before, and the last round they played."""

    seat = _number(0, MOST_SEATS - 1)
    name = _name()
    until = _number(1, MOST_ROUNDS)


class KeptPlayers(_Strict):
    """Who sits where, and the sides' marks."""

    names = _List(_name(), MOST_SEATS)
    marks = _List(_number(0, MARKS - 1), MOST_SEATS)
    replaced = _List(fields.Nested(KeptSeat()), MOST_REPLACED)


class KeptRound(_Strict):
    """A recorded round. What its facts are worth is worked out anew."""

    facts = _object()
    void = _yes_or_no()
    corrected = _yes_or_no()


class KeptDraft(_Strict):
    """What was entered so far: of the round in progress (0) or of a round's correction."""

    round = _number(0, MOST_ROUNDS)
    facts = _object()


class _Facts(_Strict):
    """Facts alone, to say of what is none that it is not an object."""

    def load(self, data: Any, **more: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError({"_schema": ["not_an_object"]})
        return data


_HELD = {"players": KeptPlayers(), "round": KeptRound(), "draft": _Facts()}


class _Places(fields.Field[dict[str, Any]]):
    """What places held, by place; a round or a draft that was not there is null."""

    def __init__(self) -> None:
        super().__init__(required=True, error_messages=_codes("not_an_object"))

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.make_error("invalid")
        held: dict[str, Any] = {}
        wrong: dict[str, Any] = {}
        for place, one in value.items():
            kind = place.partition("/")[0]
            try:
                if not _PLACE.fullmatch(place):
                    raise ValidationError({"_schema": ["unknown_place"]})
                held[place] = None if one is None and kind != "players" else _HELD[kind].load(one)
            except ValidationError as error:
                wrong[place] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return held


class KeptChange(_Strict):
    """A change: what the places it touched held before and after, and what took it back."""

    version = _number(2, MOST_CHANGES + 1)
    at = _time()
    scorer = _name(allow_none=True)
    what = _text(validate.Regexp(r"[a-z_]{1,20}\Z", error="not_a_text"))
    round = _number(0, MOST_ROUNDS)
    pointer = _text(validate.Length(max=120, error="table_too_large"))
    before = _Places()
    after = _Places()
    undone_by = _number(2, MOST_CHANGES + 1, allow_none=True)


class KeptTable(_Strict):
    """A whole table."""

    format = _text(validate.Equal(FORMAT, error="no_export"))
    version = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Equal(VERSION, error="too_new"),
        error_messages=_codes("not_a_number"),
    )
    game = _text()
    rules = _object()
    players = _List(_name(), MOST_SEATS)
    marks = _List(_number(0, MARKS - 1), MOST_SEATS)
    replaced = _List(fields.Nested(KeptSeat()), MOST_REPLACED)
    first_starter = _number(0, MOST_SEATS - 1)
    created_at = _time()
    rounds = _List(fields.Nested(KeptRound()), MOST_ROUNDS)
    drafts = _List(fields.Nested(KeptDraft()), MOST_ROUNDS + 1)
    changes = _List(fields.Nested(KeptChange()), MOST_CHANGES)
