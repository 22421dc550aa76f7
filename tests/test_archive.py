"""Tables are never deleted: they are put away, and can be brought back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import Result
from flask import Flask
from playwright.sync_api import expect
from sqlalchemy import select

from companion.cli import months_before
from companion.db import db
from companion.models import Table
from tests.api.scorer import Scorer, opened, problems
from tests.browser import Phones
from tests.evening import evening, seated

Run = Callable[..., Result]


@pytest.fixture
def run(app: Flask) -> Run:
    """Runs a command; answers what it said, and fails where it broke."""

    def run(*arguments: str) -> Result:
        result = app.test_cli_runner().invoke(args=arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return run


def untouched(app: Flask, scorer: Scorer, days: int) -> None:
    """Makes it so many days since the table was changed."""
    with app.app_context():
        table = db.session.scalars(select(Table).where(Table.code == scorer.code)).one()
        table.changed_at = datetime.now(UTC) - timedelta(days=days)
        db.session.commit()


# --- by a scorer


def test_a_scorer_is_asked_before_the_table_is_put_away(client):
    page = seated(evening(client))
    assert f'href="{page}/archive"' in client.get(page).text
    asked = client.get(f"{page}/archive")
    assert asked.status_code == 200
    assert "Put this table away?" in asked.text
    assert client.get(page).status_code == 200


def test_a_table_that_was_put_away_is_found_by_nobody(client):
    scorer = evening(client)
    page = seated(scorer)
    response = client.post(f"{page}/archive")
    assert (response.status_code, response.location) == (303, "/")
    assert f"Table {scorer.code} was put away." in client.get("/").text
    paths = ("", "/tv", "/share", "/history", "/rounds/1", "/live", f"/score/{scorer.token}")
    for path in paths:
        gone = client.get(f"{page}{path}")
        assert gone.status_code == 410
        assert "This table was put away" in gone.text
        assert "Nobody needed it" not in gone.text
    for path in ("tap", "record", "undo", "players", "archive", "rounds/1/void"):
        assert client.post(f"{page}/{path}").status_code == 410
    assert f'href="{page}"' not in client.get("/").text
    joined = client.get(f"/join?code={scorer.code}")
    assert joined.status_code == 404
    assert "This table was put away." in joined.text


def test_the_api_says_that_a_table_was_put_away(client):
    scorer = evening(client)
    client.post(f"{seated(scorer)}/archive")
    for method, path in (("GET", ""), ("GET", "/history"), ("GET", "/export"), ("POST", "/undo")):
        assert problems(scorer.ask(method, path), 410) == {"": "archived"}
    assert problems(scorer.record(), 410) == {"": "archived"}


def test_who_only_watches_puts_nothing_away(client, app):
    page = f"/t/{opened(client).code}"
    stranger = app.test_client()
    assert f"{page}/archive" not in stranger.get(page).text
    assert stranger.get(f"{page}/archive").status_code == 403
    assert stranger.post(f"{page}/archive").status_code == 403
    assert client.get(page).status_code == 200


def test_there_is_nothing_to_put_away_where_no_table_is(client):
    assert client.get("/t/AAAAAA/archive").status_code == 404
    assert client.post("/t/AAAAAA/archive").status_code == 404


def test_it_comes_back_as_it_was(client, run):
    scorer = evening(client)
    before = scorer.table()
    client.post(f"{seated(scorer)}/archive")
    result = run("unarchive", f"{scorer.code[:3]} {scorer.code[3:]}".lower())
    assert (result.exit_code, "It is back." in result.output) == (0, True)
    assert scorer.table() == before
    assert scorer.record().status_code == 201


def test_there_is_nothing_to_bring_back_where_nothing_was_put_away(client, run):
    for code in (opened(client).code, "AAAAAA", ""):
        result = run("unarchive", code)
        assert result.exit_code == 1
        assert "There is no archived table with this code." in result.output


def test_the_code_of_an_archived_table_is_not_given_away(client, monkeypatch):
    old = opened(client)
    client.post(f"{seated(old)}/archive")
    codes = iter([old.code, "ACDEFG"])
    monkeypatch.setattr("companion.keys.new_code", lambda: next(codes))
    assert opened(client).code == "ACDEFG"


# --- by age


def test_pruning_says_what_it_would_do_and_does_nothing(app, client, run):
    old, new = opened(client), opened(client)
    untouched(app, old, 560)
    result = run("prune")
    assert result.exit_code == 0
    assert (old.code in result.output, new.code in result.output) == (True, False)
    assert "Haggis for two: Ann and Bob" in result.output
    assert "1 table would be archived: --yes does it." in result.output
    assert old.table()["code"] == old.code


def test_pruning_archives_what_nobody_touched_for_eighteen_months(app, client, run):
    old, younger, new = opened(client), opened(client), opened(client)
    untouched(app, old, 560)
    untouched(app, younger, 530)
    assert "1 table archived." in run("prune", "--yes").output
    assert old.ask("GET").status_code == 410
    assert [one.ask("GET").status_code for one in (younger, new)] == [200, 200]
    assert "0 tables archived." in run("prune", "--yes").output


def test_what_was_brought_back_is_not_pruned_the_next_day(app, client, run):
    old = opened(client)
    untouched(app, old, 560)
    run("prune", "--yes")
    run("unarchive", old.code)
    assert "0 tables archived." in run("prune", "--yes").output


def test_a_change_keeps_a_table(app, client, run):
    old = opened(client)
    untouched(app, old, 560)
    old.record()
    assert "0 tables" in run("prune").output


def test_how_long_tables_are_kept_can_be_chosen(app, client, run):
    old = opened(client)
    untouched(app, old, 40)
    assert "0 tables" in run("prune").output
    assert "1 table " in run("prune", "--months", "1").output
    assert run("prune", "--months", "0").exit_code == 2


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        ((2026, 11, 30), 18, (2025, 5, 28)),
        ((2026, 3, 1), 3, (2025, 12, 1)),
        ((2026, 1, 15), 1, (2025, 12, 15)),
        ((2024, 2, 29), 12, (2023, 2, 28)),
        ((2026, 6, 15), 1200, (1926, 6, 15)),
    ],
)
def test_months_are_those_of_the_calendar(day, months, before):
    assert months_before(datetime(*day, tzinfo=UTC), months) == datetime(*before, tzinfo=UTC)


# --- on the phones


def test_a_phone_that_watches_sees_the_table_go(phones: Phones) -> None:
    phones.expect("410")
    scorers = phones.open()
    scorers.goto("/new?game=haggis-2")
    scorers.get_by_label("Seat 1").first.fill("Ann")
    scorers.get_by_label("Seat 2").first.fill("Bob")
    scorers.get_by_role("button", name="Start the table").click()
    scorers.wait_for_url("**/t/*")
    watching = phones.open()
    watching.goto(scorers.url)
    expect(watching.get_by_role("list", name="Totals")).to_be_visible()
    scorers.get_by_role("link", name="Put this table away").click()
    scorers.get_by_role("button", name="Put it away").click()
    expect(scorers.get_by_text("was put away.")).to_be_visible()
    expect(watching.get_by_role("heading", name="This table was put away")).to_be_visible()
    expect(watching.locator("#live")).to_have_count(0)
