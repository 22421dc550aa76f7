"""What was typed for one thing is never sent for another, and what is said is seen."""

import re

from playwright.sync_api import Page, expect

from tests.browser import Phones
from tests.journeys.thumb import Thumb

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}  # 20 and 66
THREE = {"outs": [{"seat": 1, "cards": 10}, {"seat": 0, "cards": 2}], "captured": [20, 16, 14]}


def test_a_number_typed_for_one_round_is_none_for_the_next(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    thumb.enter(ROUND)
    expect(phone.get_by_role("heading", name="What it scores")).to_be_visible()
    thumb.wait()
    phone.get_by_label("Ada", exact=True).press("Enter")
    expect(phone.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    thumb.see_totals(20, 66)
    thumb.see("0 of 36 found.")
    for name in thumb.names:
        expect(phone.get_by_label(name, exact=True)).to_have_value("")


def test_a_number_is_gone_once_another_phone_has_recorded_the_round(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down()
    phone.get_by_label("Ada", exact=True).press_sequentially("25")
    thumb.see("25 of 50 found.")
    url = phone.url.replace("/t/", "/api/v1/tables/")
    bearer = {"Authorization": f"Bearer {thumb.token}"}
    assert phone.request.post(f"{url}/rounds", data=THREE, headers=bearer).status == 201
    expect(phone.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("")


def test_what_is_sent_with_a_form_is_not_sent_once_more_by_itself(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.out(1, 10)
    thumb.capture(0, 20)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url.partition("?")[0]))
    phone.get_by_label("Ben", exact=True).fill("16")
    phone.get_by_role("button", name="Record round 2").click()
    thumb.see("This is the result. Look at it, then record it.")
    phone.wait_for_timeout(600)  # more than a typed number waits
    thumb.wait()
    thumb.see("This is the result. Look at it, then record it.")
    assert not [url for url in sent if url.endswith("/tap")]


def test_what_is_wrong_with_a_form_is_in_view(phone: Page, phones: Phones):
    phones.expect("422")
    phone.goto("/new?game=haggis-2")
    for seat, name in enumerate(("Ada", "Ben"), 1):
        phone.get_by_label(re.compile(f"^Seat {seat}")).first.fill(name)
    phone.get_by_label("Target", exact=True).fill("-5")
    phone.get_by_role("button", name="Start the table").click()
    said = phone.get_by_text("This must be a whole number from")
    bar = phone.get_by_role("button", name="Start the table")
    expect(said).to_be_in_viewport()
    there, above = said.bounding_box(), bar.bounding_box()
    assert there["y"] + there["height"] <= above["y"]


def test_undoing_what_was_entered_for_a_correction_leads_to_it(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.tap("link", "Round 1")
    thumb.tap("link", "Correct this round")
    thumb.type_number("Ada", 10)
    expect(phone.get_by_label("Record it anyway")).to_be_visible()
    thumb.tap("link", "‹ Round 1")
    thumb.tap("link", "‹ The table")
    expect(phone.get_by_role("link", name="The correction of round 1 is not saved")).to_be_visible()
    phone.get_by_role("button", name="Undo: captures").tap()
    expect(phone.get_by_role("heading", name="Correcting round 1")).to_be_visible()
    expect(phone).to_have_url(re.compile("/rounds/1/correct"))
    expect(phone.locator(".bar").get_by_text("Taken back: captures")).to_be_visible()
    expect(phone.get_by_label("Ada", exact=True)).to_have_value("20")
