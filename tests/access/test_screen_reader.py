"""A screen reader says totals, turns, problems and changes by itself, and finds its way."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.access.ear import Ear
from tests.browser import Phones
from tests.journeys.thumb import Thumb

FILE = Path(__file__).parents[1] / "cases" / "scoring.json"
CASES = {case["id"]: case["round"] for case in json.loads(FILE.read_text())}
ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}


def test_an_auction_a_result_and_the_totals_are_heard(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down("tatties")
    ear = Ear(phone)
    thumb.call(1, 15)
    ear.hears_once("Cleo, your call Ben holds it at 15.")
    thumb.call(2, 0)
    ear.hears_once("Ada, your call Ben holds it at 15.")
    thumb.call(0, 0)
    ear.hears_once("Ben is the Shepherd at 15")
    thumb.enter({"outs": [{"seat": 1, "cards": 4}, {"seat": 0, "cards": 2}]})
    ear.hears_once("The round is over")
    thumb.type_number("Ada", 10)
    ear.hears_once("10 of 54 found.")
    thumb.type_number("Ben", 20)
    ear.hears_once("The other 24 are with Cleo.")
    ear.hears_once("Ada +20 Ben +55 Cleo +24")
    thumb.record(1)
    ear.hears_once("Round 1 is recorded.")
    ear.hears_once("Ada 20 Ben 55 Cleo 24 Ada leads the first trick")
    thumb.tap("button", "Undo: round 1 recorded")
    ear.hears_once("Taken back: round 1 recorded.")
    ear.hears_once("Ada 0 Ben 0 Cleo 0")
    assert ear.unheard == []


def test_a_winner_is_heard(phone: Page):
    thumb = Thumb(phone, 4, 2)
    thumb.sit_down("haus-euchre", rules={"target": 2})
    ear = Ear(phone)
    thumb.enter(CASES["euchre-alone-five"])
    ear.hears_once("0 for Ada and Cleo, 5 for Ben and Dan.")
    thumb.record(1)
    ear.hears_once("Ben and Dan win")
    assert ear.unheard == []


def test_problems_are_heard_once_and_belong_to_their_field(phone: Page, phones: Phones):
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    ear = Ear(phone)
    thumb.tap("button", "Record round 1")
    ear.hears_once("Who went out?")
    thumb.out(1, 10)
    field = phone.get_by_label("Ada", exact=True)
    field.fill("twelve")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("."))
    expect(phone.get_by_role("alert")).to_contain_text("Ada: ")
    assert ear.unheard == []


def test_what_another_phone_does_is_heard_once(phone: Page, phones: Phones):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2")
    other, watcher = Thumb(phones.open(), 2), phones.open()
    other.page.goto(thumb.scorers_link)
    watcher.goto(phone.url)
    ears = [Ear(phone), Ear(watcher)]
    other.out(1, 10)
    for ear in ears:
        ear.hears_once("going out")
    other.enter({"captured": ROUND["captured"]})
    other.record(1)
    for ear in ears:
        ear.hears_once("Ada 20 Ben 66 Ada leads the first trick")
        assert ear.unheard == []


def test_words_that_came_with_a_page_are_heard(phone: Page, phones: Phones):
    phones.expect("404")
    phones.expect("422")
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.tap("link", "Round 1")
    thumb.tap("button", "Void this round")
    expect(phone.locator("#news")).to_have_text(re.compile("^Round 1 is void"))

    phone.goto("/join?code=222222")
    code = phone.get_by_label("The table’s code")
    expect(code).to_be_focused()
    expect(code).to_have_accessible_description(re.compile("There is no table with this code"))
    phone.goto("/new?game=haggis-2")
    for seat in (1, 2):
        phone.get_by_label(f"Seat {seat}", exact=True).first.fill("Ada" * seat)
    phone.get_by_label("Target", exact=True).fill("0")
    thumb.tap("button", "Start the table")
    target = phone.get_by_label("Target", exact=True)
    expect(target).to_be_focused()
    expect(target).to_have_accessible_description(re.compile("."))


def test_a_table_is_found_by_landmarks_headings_and_names(phone: Page):
    thumb = Thumb(phone, 2)
    thumb.sit_down("haggis-2", [ROUND])
    thumb.bet(0, 15)
    expect(phone.locator("body")).to_match_aria_snapshot("""
      - banner:
        - link "Haggis Companion"
        - navigation "Site"
      - main:
        - heading "Haggis for two" [level=1]
        - status:
          - list "Totals":
            - listitem: Ada 20
            - listitem: Ben 66
          - paragraph: "Ada leads the first trick: lowest total."
        - region "Round 2":
          - heading "Round 2" [level=2]
          - heading "Bets" [level=3]
          - heading "Going out" [level=3]
          - heading "Captured points" [level=3]
          - textbox "Ada"
          - textbox "Ben"
        - region "Score sheet":
          - heading "Score sheet" [level=2]
          - 'table "Score sheet: points of each round and running totals"':
            - rowgroup:
              - row "Round Ada Ben"
            - rowgroup:
              - row /Round 1/:
                - rowheader "Round 1":
                  - link "Round 1"
          - figure:
            - img /Totals after each round/
        - status
        - 'button "Undo: a bet"'
        - button "Record round 2"
      - contentinfo:
        - checkbox "Keep the screen on"
        - navigation "Language"
    """)
