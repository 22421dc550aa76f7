"""Keeping a table: the whole of it as a JSON document, its sheet as CSV, and opening it again."""

import copy
import csv
import hashlib
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from companion.export_schema import MOST_CHANGES, VERSION
from companion.exports import MOST_BYTES
from tests.api.scorer import A_ROUND, SEATS, Scorer, names, opened, problems
from tests.browser import Phones
from tests.evening import evening, seated

EXAMPLES = sorted((Path(__file__).parent / "cases" / "exports").glob("*.json"))
KEPT = json.loads(EXAMPLES[-1].read_text())


def export(scorer: Scorer) -> Any:
    """The document of a table, for somebody who only watches."""
    response = scorer.ask("GET", "/export", token="")
    assert (response.status_code, response.mimetype) == (200, "application/json")
    return response.json


def reopened(client: FlaskClient, kept: Any) -> Scorer:
    """The scorer of a new table that is read from a document."""
    response = client.post("/api/v1/tables/import", json=kept)
    assert response.status_code == 201, response.json
    return Scorer(client, kept["game"], response.json["code"], response.json["token"])


def changed(*path: str | int, to: Any) -> Any:
    """The stored example with something else at one place."""
    kept = copy.deepcopy(KEPT)
    inner = kept
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return kept


# --- there and back


@pytest.mark.parametrize("game", SEATS)
def test_a_table_read_from_its_document_is_written_as_the_same_document(client, game):
    kept = export(evening(client, game))
    assert export(reopened(client, kept)) == kept


@pytest.mark.parametrize("game", SEATS)
def test_a_new_table_without_a_round_can_be_kept(client, game):
    kept = export(opened(client, game))
    assert (kept["rounds"], kept["drafts"], kept["changes"]) == ([], [], [])
    assert export(reopened(client, kept)) == kept


def test_everything_of_the_evening_is_in_the_document(client):
    kept = export(evening(client))
    assert (kept["format"], kept["version"]) == ("haggis-companion/table", VERSION)
    assert (kept["game"], kept["first_starter"]) == ("haggis-3", 0)
    assert (kept["players"], kept["marks"]) == (["Anna", "Eve", "Cy"], [4, 3, 2])
    assert kept["replaced"] == [{"seat": 1, "name": "Bob", "until": 3}]
    assert kept["rules"]["target"] == 500
    assert [(one["void"], one["corrected"]) for one in kept["rounds"]] == [
        (False, True),
        (True, False),
        (False, False),
    ]
    assert [one["round"] for one in kept["drafts"]] == [0, 3]
    assert [one["what"] for one in kept["changes"]] == (
        ["record"] * 3 + ["correct", "void", "void", "undo", "replace", "tap", "tap"]
    )
    assert {one["scorer"] for one in kept["changes"][-3:]} == {"Zoë"}


def test_the_new_table_stands_as_the_old_one(client):
    old = evening(client)
    new = reopened(client, export(old))
    same = ("rules", "players", "marks", "totals", "next_leader", "finished", "in_progress")
    before, after = old.table(), new.table()
    assert {key: after[key] for key in same} == {key: before[key] for key in same}
    assert [one["lines"] for one in after["rounds"]] == [one["lines"] for one in before["rounds"]]
    assert new.history() == old.history()


def test_the_new_table_is_a_table_of_its_own(client):
    old = evening(client)
    before = export(old)
    new = reopened(client, before)
    assert (new.code, new.token) != (old.code, old.token)
    assert new.record().status_code == 201
    assert export(old) == before
    assert problems(new.ask("POST", "/undo", token=old.token), 403) == {"": "token_wrong"}


def test_the_new_table_can_be_taken_back_to_its_empty_sheet(client):
    new = reopened(client, export(evening(client)))
    while new.ask("POST", "/undo").status_code == 200:
        pass
    table = new.table()
    assert (table["rounds"], table["players"]) == ([], names("haggis-3"))
    assert new.record().status_code == 201


def test_a_reverted_change_stays_reverted(client):
    scorer = evening(client)
    page = seated(scorer)
    assert client.post(f"{page}/revert", data={"version": "6"}).status_code == 303
    kept = export(scorer)
    assert kept["changes"][-1]["what"] == "revert"
    assert export(reopened(client, kept)) == kept


@pytest.mark.parametrize(
    ("undone", "version", "rounds"),
    [
        (3, 5, 0),  # round 3 cannot come back before rounds 1 and 2
        (3, 7, 1),
        (0, 4, 2),  # the correction of round 3 goes with it
        (0, 2, 3),  # rounds came after round 1
    ],
)
def test_no_reverting_leaves_a_sheet_that_cannot_be_kept(client, undone, version, rounds):
    scorer = opened(client, "haggis-3")
    page = seated(scorer)
    for _ in range(3):
        scorer.record()
    if undone:
        for _ in range(undone):
            scorer.ask("POST", "/undo")
    else:
        client.post(f"{page}/rounds/3/tap", data={"/captured/0": "11"})
    client.post(f"{page}/revert", data={"version": str(version)})
    assert [one["number"] for one in scorer.table()["rounds"]] == [*range(1, rounds + 1)]
    kept = export(scorer)
    assert export(reopened(client, kept)) == kept


def test_a_round_stays_that_a_later_correction_made_impossible(client):
    # In round 2 a player behind matches a bid; with round 1 put right they were not behind.
    scorer = opened(client, "tatties")
    scorer.record()
    low = [{"seat": 1, "bid": 15}, {"seat": 2, "bid": 15}, {"seat": 0, "bid": 0}]
    matching = A_ROUND["tatties"] | {"leader": 0, "auction": [*low, {"seat": 1, "bid": 0}]}
    assert scorer.record(matching).status_code == 201
    swapped = [{"seat": 2, "cards": 9}, {"seat": 1, "cards": 3}]
    turned = A_ROUND["tatties"] | {"outs": swapped, "captured": [0, 0, None]}
    assert scorer.ask("PUT", "/rounds/1", turned, If_Match="*").status_code == 200
    assert scorer.table()["rounds"][1]["warnings"] != []
    kept = export(scorer)
    assert export(reopened(client, kept)) == kept


def test_no_code_token_or_hash_is_in_the_document(client):
    scorer = evening(client)
    text = scorer.ask("GET", "/export").text
    secrets = [scorer.code, scorer.token, hashlib.sha256(scorer.token.encode()).hexdigest()]
    assert [secret for secret in secrets if secret in text] == []


# --- older versions


def test_there_is_a_stored_example_of_every_version():
    assert [file.stem for file in EXAMPLES] == [str(n) for n in range(1, VERSION + 1)]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: f"version-{file.stem}")
def test_a_document_of_any_version_is_read(client, file):
    kept = json.loads(file.read_text())
    again = export(reopened(client, kept))
    assert kept["rules"].items() <= again["rules"].items()  # options may have come since
    assert again == kept | {"version": VERSION, "rules": again["rules"]}


# --- what is refused


@pytest.mark.parametrize(
    ("kept", "status", "refused"),
    [
        ([], 400, {"": "not_an_object"}),
        (changed("format", to="sheet"), 400, {"/format": "no_export"}),
        (changed("version", to=VERSION + 1), 400, {"/version": "too_new"}),
        (changed("code", to="ABCDEF"), 400, {"/code": "unknown_key"}),
        (changed("rounds", 0, "facts", to=None), 400, {"/rounds/0/facts": "not_an_object"}),
        (changed("rounds", 0, "void", to="yes"), 400, {"/rounds/0/void": "not_yes_or_no"}),
        (changed("changes", 0, "at", to="today"), 400, {"/changes/0/at": "not_a_time"}),
        (
            changed("changes", 0, "at", to="0001-01-01T00:00:00+14:00"),
            400,
            {"/changes/0/at": "not_a_time"},
        ),
        (
            changed("changes", 0, "at", to="2026-11-30T19:00:00"),
            400,
            {"/changes/0/at": "not_a_time"},
        ),
        (
            changed("changes", 0, "after", "tables", to={}),
            400,
            {"/changes/0/after/tables": "unknown_place"},
        ),
        (
            changed("changes", 0, "after", "round/1", to=5),
            400,
            {"/changes/0/after/round~11": "not_an_object"},
        ),
        (changed("changes", 0, "what", to="<b>"), 400, {"/changes/0/what": "not_a_text"}),
        (changed("marks", to=[0, 1, 9]), 400, {"/marks/2": "number_unfit"}),
        (changed("marks", 0, to=2**70), 400, {"/marks/0": "number_unfit"}),
        (changed("rounds", to=[KEPT["rounds"][0]] * 501), 400, {"/rounds": "table_too_large"}),
        (
            changed("changes", to=[{}] * (MOST_CHANGES + 1)),
            400,
            {"/changes": "table_too_large"},
        ),
        (
            changed("rounds", 0, "facts", "outs", 0, "cards", to="4"),
            400,
            {"/rounds/0/facts/outs/0/cards": "not_a_number"},
        ),
        (changed("game", to="whist"), 422, {"/game": "unknown_game"}),
        (changed("rules", "target", to=0), 422, {"/rules/target": "option_not_allowed"}),
        (changed("players", to=["Anna", "Eve", "\u202e"]), 422, {"/players/2": "name_missing"}),
        (changed("first_starter", to=3), 422, {"/first_starter": "unknown_seat"}),
    ],
)
def test_a_document_that_cannot_be_is_refused(sqlite_client, kept, status, refused):
    found = problems(sqlite_client.post("/api/v1/tables/import", json=kept), status)
    assert refused.items() <= found.items()


@pytest.mark.parametrize(
    ("kept", "refused"),
    [
        (changed("rounds", 0, "facts", "outs", 0, "cards", to=99), "/rounds/0/facts/outs/0/cards"),
        (changed("rounds", 0, "facts", "outs", to=[]), "/rounds/0/facts/outs"),
        (changed("rounds", 1, "void", to=False), "/changes/4/after"),
        (changed("players", 0, to="Mallory"), "/changes/7/after"),
        (changed("changes", 0, "before", "round/1", to=KEPT["rounds"][0]), "/changes"),
        (changed("changes", to=[]), "/changes"),
        (changed("changes", 2, "version", to=9), "/changes/2/version"),
        (changed("changes", 0, "undone_by", to=2), "/changes/0/undone_by"),
        (changed("changes", 1, "undone_by", to=5), "/changes/0/undone_by"),
        (changed("drafts", 1, "round", to=4), "/drafts/1/round"),
    ],
)
def test_a_document_that_contradicts_the_rules_or_itself_is_refused(sqlite_client, kept, refused):
    response = sqlite_client.post("/api/v1/tables/import", json=kept)
    assert refused in problems(response, 422)


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything in a document, itself left out."""
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        yield from leaves(one, (*path, key))


JUNK = (None, -1, 10**18, True, "", "/outs/9/cards", [], {"seat": 9})


def test_whatever_stands_in_a_document_nothing_breaks(sqlite_client):
    client = sqlite_client
    tried = {tuple(p for p in path if isinstance(p, str))[-2:]: path for path in leaves(KEPT)}
    accepted: dict[Any, Any] = {}
    for path in tried.values():
        for junk in JUNK:
            response = client.post("/api/v1/tables/import", json=changed(*path, to=junk))
            assert response.status_code in (201, 400, 422)
            if response.status_code == 201:
                accepted[path] = response.json
    assert len(accepted) > 5
    for table in accepted.values():
        scorer = Scorer(client, "haggis-3", table["code"], table["token"])
        page = seated(scorer)
        for path in ("", "/history", "/rounds/1", "/rounds/3/correct", "/players", "/tv"):
            assert client.get(f"{page}{path}").status_code == 200
        while (undone := scorer.ask("POST", "/undo").status_code) == 200:
            pass
        assert undone == 409
        assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_json"),
        (b"\xff", "not_json"),
        (b'{"version": 1e999}', "not_json"),
        (b'{"version": NaN}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"game": "a", "game": "b"}', "repeated_key"),
        (b'{"game": "\\u0000"}', "unfit_text"),
        (b'{"game": "\\ud800"}', "unfit_text"),
    ],
)
def test_what_is_no_json_is_refused(sqlite_client, body, code):
    response = sqlite_client.post(
        "/api/v1/tables/import", data=body, content_type="application/json"
    )
    assert problems(response, 400) == {"": code}


def test_a_kept_table_may_be_larger_than_anything_else_that_is_sent(sqlite_client):
    padded = json.dumps(KEPT).encode() + b" " * 100_000
    json_type = {"content_type": "application/json"}
    for path, status in (("import", 201), ("", 413)):
        sent = sqlite_client.post(f"/api/v1/tables/{path}".rstrip("/"), data=padded, **json_type)
        assert sent.status_code == status
    too_large = b" " * (MOST_BYTES + 1)
    sent = sqlite_client.post("/api/v1/tables/import", data=too_large, **json_type)
    assert problems(sent, 413) == {"": "request_entity_too_large"}


def test_not_every_problem_of_a_broken_file_is_told(sqlite_client):
    kept = changed("rules", to={f"rule {n}": 1 for n in range(5000)})
    response = sqlite_client.post("/api/v1/tables/import", json=kept)
    assert len(problems(response, 422)) == 100


# --- the sheet as CSV


def rows(scorer: Scorer) -> list[list[str]]:
    """The sheet of a table as a spreadsheet reads it."""
    response = scorer.ask("GET", "/export?format=csv", token="")
    assert (response.status_code, response.mimetype) == (200, "text/csv")
    text = response.data.decode("utf-8")
    assert text.startswith("\ufeff")
    return [*csv.reader(StringIO(text.removeprefix("\ufeff"), newline=""))]


@pytest.mark.parametrize("game", SEATS)
def test_the_sheet_has_a_row_for_each_round_with_points_and_totals(client, game):
    scorer = evening(client, game)
    head, *sheet = rows(scorer)
    table = scorer.table()
    assert head[0] == "Round"
    assert len(head) == 2 * len(table["totals"]) + 2
    for row, one in zip(sheet, table["rounds"], strict=True):
        assert int(row[0]) == one["number"]
        assert [int(cell) for cell in row[1:-1:2]] == one["points"]
        assert [int(cell) for cell in row[2:-1:2]] == one["totals"]


def test_the_sheet_marks_void_and_corrected_rounds_and_who_took_over(client):
    head, *sheet = rows(evening(client))
    assert head[1:5] == ["Anna points", "Anna total", "Eve points", "Eve total"]
    assert [row[-1] for row in sheet] == [
        "corrected",
        "void",
        "Eve took over from Bob after round 3.",
    ]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "＝", "＠"])
def test_no_name_becomes_a_formula(sqlite_client, first):
    scorer = opened(sqlite_client, players=[f"{first}1+1", "Bob"])
    assert rows(scorer)[0][1] == f"'{first}1+1 points"


def test_a_name_with_a_comma_and_quotes_stays_one_cell(sqlite_client):
    scorer = opened(sqlite_client, players=['Ann, "the cat"', "Bob"])
    assert rows(scorer)[0][1] == 'Ann, "the cat" points'


@pytest.mark.parametrize("name", ["한국", "עברית", "🃏", "Ann/../\\x", 'q"q', "A" * 40])
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_file_can_be_named_in_every_script(sqlite_client, name, kind):
    scorer = opened(sqlite_client, players=[name, "Bob"])
    response = scorer.ask("GET", f"/export?format={kind}")
    said = response.headers["Content-Disposition"]
    assert said.startswith("attachment; filename=")
    assert said.isascii()
    called = unquote(said.rpartition("''")[2]) if "filename*" in said else said
    assert (scorer.code in called, f".{kind}" in called) == (True, True)
    assert not any(sign in called.split("filename=")[-1].strip('"') for sign in '/\\"')
    if not name.isascii():
        assert name in called


def test_there_is_no_other_format(sqlite_client):
    scorer = opened(sqlite_client)
    refused = problems(scorer.ask("GET", "/export?format=xlsx"), 400)
    assert refused == {"/format": "unknown_format"}


# --- on the pages


def test_a_phone_without_javascript_keeps_a_table_and_opens_it_again(
    phones: Phones, tmp_path: Path
) -> None:
    phone = phones.open(java_script_enabled=False)
    phone.goto("/new?game=haggis-2")
    phone.get_by_label("Seat 1").first.fill("Zoë")
    phone.get_by_label("Seat 2").first.fill("한국")
    phone.get_by_role("button", name="Start the table").click()
    phone.get_by_role("link", name="Keep a copy").click()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Everything").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "Zoë and 한국" in file.name
    another = phones.open(java_script_enabled=False)
    another.goto("/")
    another.get_by_text("Open a copy").click()
    another.get_by_label("File of a table").set_input_files(file)
    another.get_by_role("button", name="Open", exact=True).click()
    expect(another.get_by_text("This is a copy, with a code of its own.")).to_be_visible()
    expect(another.get_by_role("list", name="Totals")).to_contain_text("한국")
    expect(another.get_by_role("button", name="Record round 1")).to_be_visible()


def upload(client: FlaskClient, data: bytes) -> Any:
    return client.post("/import", data={"file": (BytesIO(data), "table.json")})


def test_the_table_leads_to_its_copies(client):
    page = seated(evening(client))
    assert f'href="{page}/export"' in client.get(page).text
    links = client.get(f"{page}/export").text
    code = page.removeprefix("/t/")
    assert f'href="/api/v1/tables/{code}/export"' in links
    assert f'href="/api/v1/tables/{code}/export?format=csv"' in links


def test_a_file_opens_a_table_this_phone_scores(client):
    scorer = evening(client)
    response = upload(client, scorer.ask("GET", "/export").data)
    assert response.status_code == 303
    assert response.location != f"/t/{scorer.code}"
    page = client.get(response.location).text
    assert "This is a copy" in page
    assert "Record round 4" in page


@pytest.mark.parametrize("data", [b"", b"null", b"{", b"{}", b"[]", b"\x89PNG", b'{"a": NaN}'])
def test_another_file_is_refused_in_plain_words(client, data):
    response = upload(client, data)
    assert response.status_code == 422
    assert "This is not a table that was kept here." in response.text


def test_a_form_without_a_file_is_refused(client):
    assert client.post("/import").status_code == 422


def test_a_broken_file_says_where(client):
    broken = changed("rounds", 0, "facts", "outs", 0, "cards", to=99)
    response = upload(client, json.dumps(broken).encode())
    assert response.status_code == 422
    assert "/rounds/0/facts/outs/0/cards" in response.text


def test_a_file_of_a_newer_version_says_what_to_do(client):
    response = upload(client, json.dumps(changed("version", to=VERSION + 1)).encode())
    assert "This was written by a newer version: update this one." in response.text


def test_a_file_that_is_too_large_gets_a_page(client):
    form = {"data": b" " * (MOST_BYTES + 1), "content_type": "multipart/form-data; boundary=x"}
    response = client.post("/import", **form)
    assert response.status_code == 413
    assert "That was more than a score sheet holds." in response.text


def test_a_file_larger_than_any_other_form_is_opened(client):
    padded = json.dumps(KEPT).encode() + b" " * 100_000
    assert upload(client, padded).status_code == 303
