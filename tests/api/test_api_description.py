"""The description of the API is what the API does."""

from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from flask import Flask
from hypothesis import given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.api.description import CALLS, PREFIX
from companion.api.schemas import FACTS
from engine.facts import EuchreFacts, HaggisFacts
from tests.api.scorer import A_ROUND, SEATS, SLOW, opened

AS_DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def description(sqlite_client):
    return sqlite_client.get(f"{PREFIX}/openapi.json").json


def test_it_is_openapi(description):
    assert description["openapi"] == "3.1.0"
    assert description["servers"] == [{"url": PREFIX}]
    for name, shape in description["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid(shape), name


def test_every_call_is_described(sqlite_app, description):
    registered = {
        rule.endpoint.removeprefix("api.")
        for rule in sqlite_app.url_map.iter_rules()
        if rule.rule.startswith(f"{PREFIX}/") and not rule.rule.endswith("/openapi.json")
    }
    described = [operation for path in description["paths"].values() for operation in path.values()]
    assert {one["operationId"].replace("_", ".", 1) for one in described} == registered
    assert all(one["summary"].endswith(".") for one in described)


def test_the_facts_described_are_those_the_engine_reads():
    assert set(FACTS["HaggisFacts"]["properties"]) == set(HaggisFacts.__dataclass_fields__)
    assert set(FACTS["EuchreFacts"]["properties"]) == set(EuchreFacts.__dataclass_fields__)


@pytest.mark.parametrize("game", SEATS)
def test_a_round_of_every_game_fits_its_description(description, game):
    name = "EuchreFacts" if game == "haus-euchre" else "HaggisFacts"
    shape = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    jsonschema_rs.validate(shape, A_ROUND[game])


@pytest.fixture
def calls(sqlite_app: Flask) -> Callable[[str, GenerationMode], Any]:
    """Calls of an operation at a table with one round, by one who may score it."""
    scorer = opened(sqlite_app.test_client(), "haggis-3")
    scorer.record()
    described = schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", sqlite_app)
    there = {"code": scorer.code, "number": 1}

    def calls(name: str, mode: GenerationMode) -> Any:
        operation = described.find_operation_by_id(name.replace(".", "_"))
        return operation.as_strategy(mode).map(at_the_table)

    def at_the_table(case: Any) -> Any:
        if case.path_parameters:
            case.path_parameters.update({k: there[k] for k in case.path_parameters if k in there})
        case.headers["Authorization"] = f"Bearer {scorer.token}"
        case.headers["Accept-Encoding"] = "identity"  # what calls here does not unpack
        return case

    return calls


def answered_as_described(calls):
    @settings(max_examples=15, deadline=None, suppress_health_check=SLOW)
    @given(calls)
    def check(case):
        case.call_and_validate(checks=AS_DESCRIBED)

    check()


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if not call.streams])
def test_what_fits_the_description_is_answered_as_described(calls, name):
    answered_as_described(calls(name, GenerationMode.POSITIVE))


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.sends])
def test_what_does_not_fit_it_is_answered_as_described_too(calls, name):
    answered_as_described(calls(name, GenerationMode.NEGATIVE))
