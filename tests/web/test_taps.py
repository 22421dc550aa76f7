"""Taps: saved as they come, merged from two phones, refused when they cannot be, taken back."""

import pytest

from tests.web.phone import Phone

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}


def test_every_tap_is_there_for_whoever_opens_the_table_next(scorer: Phone):
    scorer.start()
    scorer.tap({"/bets/-": {"seat": 2, "amount": 30}})
    scorer.tap({"/outs/-": {"seat": 1, "cards": 11}})
    scorer.tap({"/captured/0": 12})
    page = scorer.partner().open()
    assert "Cleo 30" in page.text
    assert "11 cards" in page.text
    assert page.field("/captured/0")["value"] == "12"


def test_taps_of_two_phones_on_different_facts_are_both_kept(scorer: Phone):
    scorer.start()
    partner = scorer.partner()
    scorer.tap({"/bets/-": {"seat": 0, "amount": 5}})
    partner.tap({"/bets/-": {"seat": 1, "amount": 15}})  # on a page drawn before
    scorer.tap({"/captured/0": 10})
    page = partner.tap({"/captured/1": 20})
    assert page.status == 200
    assert "Ada 5" in page.text
    assert "Ben 15" in page.text
    assert page.field("/captured/0")["value"] == "10"
    assert page.field("/captured/1")["value"] == "20"


def test_two_values_for_one_fact_are_both_shown(scorer: Phone):
    scorer.start()
    partner = scorer.partner()
    scorer.tap({"/captured/0": 10})
    page = partner.tap({"/captured/0": 11})
    assert page.status == 409
    assert "10 was entered, you entered 11." in page.text
    assert partner.press("Use 11").field("/captured/0")["value"] == "11"


def test_recording_on_an_old_page_does_not_take_back_what_the_other_phone_entered(scorer: Phone):
    scorer.start("haggis-2")
    partner = scorer.partner()
    scorer.tap({"/outs/-": {"seat": 1, "cards": 10}})
    scorer.tap({"/captured/0": 20})
    page = partner.press("Record round 1")  # its fields are empty still
    assert page.field("/captured/0")["value"] == "20"
    partner.press("Record round 1")
    assert "Ada 20 Ben 66" in partner.page.text


def test_a_counted_pile_stays_counted_when_the_round_is_recorded(scorer: Phone):
    scorer.start("haggis-2")
    scorer.tap({"/outs/-": {"seat": 1, "cards": 10}})
    for _ in range(3):
        page = scorer.press(next(b for b in scorer.page.buttons if b.words.startswith("K, ")))
        assert page.status in (200, 422)
    assert scorer.page.status == 422  # there are two kings only
    scorer.open()
    scorer.press("Record round 1")
    page = scorer.open("rounds/1")
    assert "counted: 2 × K" in page.text


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"/outs/-": {"seat": 0, "cards": 18}}, "A hand never has more than 17 cards."),
        ({"/outs/-": {"seat": 0, "cards": 0}}, "There was at least 1 card left"),
        ({"/outs/-": {"seat": 3, "cards": 5}}, "Nobody sits there."),
        ({"/bets/-": {"seat": 0, "amount": 10}}, "Bets here are 5, 15, 30."),
        ({"/leader": 7}, "Nobody sits there."),
        ({"/outs": 3}, "This must be a list."),
        ({"/bets/4/amount": 5}, "That was drawn before the last change: look again."),
        ({"/outs/0/cards": 5}, "That was drawn before the last change: look again."),
        ({"/captured/9": 5}, "That was drawn before the last change: look again."),
        ({"/made/up": 5}, "That was drawn before the last change: look again."),
    ],
)
def test_a_tap_that_cannot_be_is_refused_in_words_and_changes_nothing(
    sqlite_scorer: Phone, facts, said
):
    sqlite_scorer.start()
    page = sqlite_scorer.tap(facts)
    assert page.status == 422
    assert said in page.text
    assert "Undo" not in [b.words[:4] for b in sqlite_scorer.open().buttons if not b.off]


def test_a_player_cannot_bet_or_go_out_twice(sqlite_scorer: Phone):
    sqlite_scorer.start()
    sqlite_scorer.tap({"/bets/-": {"seat": 0, "amount": 5}})
    sqlite_scorer.tap({"/outs/-": {"seat": 0, "cards": 9}})
    page = sqlite_scorer.tap({"/bets/-": {"seat": 0, "amount": 15}})
    assert "Ada has bet already; a bet is never raised." in page.text
    sqlite_scorer.open()
    page = sqlite_scorer.tap({"/outs/-": {"seat": 0, "cards": 3}})
    assert "Ada is out already." in page.text
    sqlite_scorer.open()
    page = sqlite_scorer.tap({"/outs/-": {"seat": 1, "cards": 10}})
    assert "At most 9 cards: hands only shrink after that." in page.text


def test_nothing_is_recorded_before_its_result_was_shown(sqlite_scorer: Phone):
    sqlite_scorer.start("haggis-2")
    sqlite_scorer.tap({"/outs/-": {"seat": 1, "cards": 10}})
    page = sqlite_scorer.press("Record round 1", {"/captured/0": "20"})
    assert "This is the result. Look at it, then record it." in page.text
    assert "Ada 0 Ben 0" in page.text
    sqlite_scorer.press("Record round 1")
    assert "Ada 20 Ben 66" in sqlite_scorer.page.text


def test_what_is_missing_is_said_when_a_round_is_recorded_too_early(sqlite_scorer: Phone):
    sqlite_scorer.start("haggis-2")
    page = sqlite_scorer.press("Record round 1")
    assert page.status == 422
    assert "Who went out? 1 player is still missing." in page.text
    assert page.said_of("/captured/0") == "What was captured here?"
    assert "Ada: What was captured here?" in page.text


def test_a_round_recorded_twice_by_the_same_tap_is_recorded_once(scorer: Phone):
    scorer.start("haggis-2")
    scorer.tap({f"/{name}": value for name, value in ROUND.items()})
    page, record = scorer.page, scorer.page.button("Record round 1")
    for _ in range(2):
        scorer.page = page
        scorer.press(record)
    assert "Ada 20 Ben 66" in scorer.page.text
    assert "Round 2" in scorer.page.text
    assert "put right" not in scorer.page.text


def test_nothing_is_entered_once_the_match_is_over(scorer: Phone):
    scorer.start("haggis-2", typed={"/rules/target": "60"})
    partner = scorer.partner()
    scorer.round(ROUND)
    assert "Ben wins" in scorer.page.text
    page = partner.tap({"/outs/-": {"seat": 0, "cards": 3}})
    assert page.status == 422
    assert "The match is over. Correct a round, or start a rematch." in page.text


def test_a_rematch_has_the_same_names_and_rules(scorer: Phone):
    scorer.start("haggis-2", typed={"/rules/target": "60"})
    scorer.round(ROUND)
    first = scorer.code
    page = scorer.press("Rematch")
    assert page.path != f"/t/{first}"
    assert "Ada 0 Ben 0" in page.text
    assert "to 60" in page.text
    assert "Record round 1" in [button.words for button in page.buttons]


def undo(phone: Phone) -> str | None:
    """Presses undo; what it took back, None when there is nothing."""
    found = [b for b in phone.page.buttons if b.words.startswith("Undo: ")]
    if not found:
        return None
    phone.press(found[0])
    assert phone.page.status == 200
    return found[0].words.removeprefix("Undo: ")


def test_undo_takes_back_every_change_down_to_the_empty_sheet(scorer: Phone):
    scorer.start("haggis-2")
    scorer.tap({"/bets/-": {"seat": 0, "amount": 15}})
    scorer.tap({"/outs/-": {"seat": 1, "cards": 10}})
    scorer.press("Record round 1", {"/captured/0": "20"})
    scorer.press("Record round 1")
    scorer.open("rounds/1/correct")
    scorer.press("Save correction", {"/captured/0": "30", "/captured/1": ""})
    scorer.press("Save correction")
    assert "Ada 30 Ben 71" in scorer.page.text
    scorer.open("rounds/1")
    scorer.press("Void this round")
    assert "Ada 0 Ben 0" in scorer.page.text
    scorer.open("rounds/1")
    scorer.press("Restore this round")

    taken = []
    while said := undo(scorer):
        taken.append(said)
        scorer.open()
    assert taken == [
        "round 1 restored",
        "round 1 void",
        "round 1 corrected",
        "captures",
        "round 1 recorded",
        "captures",
        "going out",
        "a bet",
    ]
    assert "Ada 0 Ben 0" in scorer.page.text
    assert "Nothing scored yet." in scorer.page.text
    assert scorer.send("undo").status == 200
    assert "There is nothing to take back." in scorer.page.text


def test_a_correction_that_breaks_a_rule_is_refused_and_the_round_stays(scorer: Phone):
    scorer.start("haggis-2")
    scorer.round(ROUND)
    scorer.open("rounds/1/correct")
    page = scorer.press("Save correction", {"/captured/0": "40"})
    assert page.status == 422
    assert page.said_of("/captured/0") == "There are only 36."
    assert page.field("/captured/0")["value"] == "40"
    assert "Ada 20 Ben 66" in scorer.open().text
    scorer.open("rounds/1/correct")
    scorer.press("Cancel")
    assert scorer.open("rounds/1/correct").field("/captured/0")["value"] == "20"


def test_a_correction_marks_its_round_and_moves_every_later_total(scorer: Phone):
    scorer.start("haggis-2")
    for _ in range(2):
        scorer.round(ROUND)
    scorer.open("rounds/1/correct")
    scorer.press("Save correction", {"/captured/0": "30", "/captured/1": ""})
    scorer.press("Save correction")
    page = scorer.page
    assert "Ada 50 Ben 122" in page.text
    assert "Round 1, corrected" in [own.get("aria-label") for _, own in page.elements]


def test_a_void_round_stays_on_the_sheet_and_counts_for_nothing(scorer: Phone):
    scorer.start("haggis-2")
    scorer.round(ROUND)
    scorer.open("rounds/1")
    page = scorer.press("Void this round")
    assert "Ada 0 Ben 0" in page.text
    assert "Round 1, void" in [own.get("aria-label") for _, own in page.elements]
    assert "Struck through: void, not counted." in page.text
    scorer.open("rounds/1")
    assert "Ada 20 Ben 66" in scorer.press("Restore this round").text


def test_a_round_that_is_not_there_cannot_be_corrected(sqlite_scorer: Phone):
    sqlite_scorer.start()
    for path in ("rounds/1", "rounds/0", "rounds/1/correct"):
        assert sqlite_scorer.open(path).status == 404
    for path in ("rounds/1/save", "rounds/1/tap", "rounds/1/void", "rounds/1/drop"):
        assert sqlite_scorer.send(path, [("/captured/0", "5")]).status in (404, 409, 422), path


def test_no_rest_is_shown_of_a_number_that_is_refused(scorer: Phone):
    scorer.start("haggis-2")
    page = scorer.press("Record round 1", {"/captured/0": "-3"})
    assert page.said_of("/captured/0") == "This cannot be less than 0."
    assert "39" not in page.text
    assert page.field("/captured/1")["placeholder"] == ""


def test_a_card_too_many_is_refused_and_its_key_is_off(scorer: Phone):
    scorer.start("haggis-2")
    scorer.send("tap", [("more", "/captured/0/K")])
    page = scorer.send("tap", [("more", "/captured/0/K")])
    counted = [b.words for b in page.buttons if b.off and "counted" in b.words]
    assert counted == ["K, worth 5, counted 2", "K, worth 5, counted 0"]
    page = scorer.send("tap", [("more", "/captured/1/K")])
    assert page.status == 422
    assert "There are only 2 cards of rank K." in page.text


@pytest.mark.parametrize("why", ["", "looked at the haggis"])
def test_no_points_by_hand_need_a_reason(scorer: Phone, why: str):
    scorer.start("haggis-2")
    page = scorer.press(
        "Add these points", {"/adjustments/-/points": "0", "/adjustments/-/note": why}
    )
    refused = "0 points change nothing: say at least why." in page.text
    assert (page.status, refused) == ((200, False) if why else (422, True))
    assert page.field("/adjustments/-/points")["value"] == ("" if why else "0")
