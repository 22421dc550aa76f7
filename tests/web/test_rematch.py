"""When a match is played again, everybody at its table is led to the new one."""

import pytest

from tests.web.phone import Button, Page, Phone

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}


@pytest.fixture
def over(scorer: Phone) -> Phone:
    """The scorer of a match that is over."""
    scorer.start("haggis-2", typed={"/rules/target": "60"})
    scorer.round(ROUND)
    assert "Ben wins" in scorer.page.text
    return scorer


def rematch(scorer: Phone) -> Phone:
    """The same phone at the table of the rematch."""
    page = scorer.press("Rematch")
    return Phone(scorer.client, page.path.rpartition("/")[2])


def links(page: Page) -> list[str]:
    return [own["href"] for tag, own in page.elements if tag == "a"]


def scores(page: Page) -> bool:
    return any(button.words.startswith("Record round") for button in page.buttons)


def test_who_watches_is_led_to_the_rematch(over: Phone):
    watcher = over.another()
    assert "rematch" not in watcher.open().text
    new = rematch(over)
    assert f"The rematch is at table {new.code}." in watcher.open().text
    assert f"/t/{new.code}" in links(watcher.page)
    assert f"The rematch is at table {new.code}." in watcher.open("tv").text
    assert f"/t/{new.code}/tv" in links(watcher.page)
    assert not scores(watcher.open(f"/t/{new.code}"))


def test_another_scorer_is_led_to_the_same_rematch_and_scores_there(over: Phone):
    partner = over.partner()
    partner.open()
    new = rematch(over)
    new.open()
    new.round(ROUND)
    for button in ("Rematch", "To the rematch", "To the rematch"):
        page = partner.press(button)
        assert page.path == f"/t/{new.code}"
        assert scores(page) or "Ben wins" in page.text
        partner.open()
        assert f"The rematch is at table {new.code}." in partner.page.text
    new.open("share")
    assert new.page.text.count("without a name") == 2


def test_a_link_to_the_rematch_does_not_undo_a_withdrawal_there(over: Phone):
    partner = over.partner()
    new = rematch(over)
    new.open("share")
    new.press("Withdraw the links shown so far")
    assert scores(new.open())
    partner.open()
    page = partner.press("To the rematch")
    assert page.path == f"/t/{new.code}"
    assert not scores(page)


def test_nobody_is_let_in_by_a_token_of_another_table(over: Phone):
    partner = over.partner()
    other = Phone(over.client)
    other.start("haggis-2")
    cookie = partner.client.get_cookie("score", path=f"/t/{over.code}")
    assert cookie is not None
    assert partner.open(f"/t/{other.code}/score/{cookie.value}").status == 404


def test_the_history_tells_of_the_rematch_and_undo_passes_it_over(over: Phone):
    new = rematch(over)
    assert "rematch started" in over.open("history").text
    over.open()
    over.press("Undo: round 1 recorded")
    assert "The rematch" not in over.page.text
    over.press(next(b for b in over.page.buttons if b.words.startswith("Record round")))
    assert f"The rematch is at table {new.code}." in over.page.text


def test_what_tells_of_a_rematch_cannot_be_reverted(over: Phone):
    rematch(over)
    table = f"/api/v1/tables/{over.code}"
    version = over.client.get(table).json["version"]
    over.open("history")
    over.press(Button("", "revert", [("version", str(version))], off=False))
    assert "Later changes stand on this one" in over.page.text
    assert over.client.get(table).json["version"] == version


def test_an_archived_rematch_is_not_led_to(over: Phone):
    watcher = over.another()
    first = rematch(over)
    watcher.open()
    first.open("archive")
    first.press("Put it away")
    assert "rematch is at" not in watcher.open().text
    over.open()
    second = rematch(over)
    assert second.code != first.code
    assert f"The rematch is at table {second.code}." in watcher.open().text


def test_a_copy_of_a_match_says_nothing_of_the_rematch_here(over: Phone):
    new = rematch(over)
    kept = over.client.get(f"/api/v1/tables/{over.code}/export")
    assert new.code not in kept.text
    opened = over.client.post(
        "/api/v1/tables/import", data=kept.data, content_type="application/json"
    )
    assert opened.status_code == 201
    assert "rematch is at" not in over.another().open(f"/t/{opened.json['code']}").text
    again = over.client.get(f"/api/v1/tables/{opened.json['code']}/export")
    assert again.json == kept.json
