"""The tap budgets of the design: how many taps each thing may cost, beside typing."""

from playwright.sync_api import Page, expect

from tests.journeys.thumb import Thumb

ROUND = {
    "bets": [{"seat": 0, "amount": 30}],
    "outs": [{"seat": 1, "cards": 4}, {"seat": 0, "cards": 2}],
    "captured": [10, 20, 20],
}


def test_a_table_of_three_is_ready_in_six_taps(phone: Page):
    thumb = Thumb(phone)
    thumb.start("Haggis for three", first=None)
    assert thumb.count <= 6, thumb.made
    thumb.see_totals(0, 0, 0)


def test_a_whole_round_of_three_with_two_bets(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down()

    thumb.bet(0, 30)
    expect(thumb.row("Ada 30")).to_be_visible()
    assert thumb.count <= 2, thumb.made

    thumb.bet(2, 5)
    before = thumb.count
    thumb.out(1, 11)
    expect(phone.get_by_text("11 cards", exact=True)).to_be_visible()
    assert thumb.count - before <= 3, thumb.made

    thumb.out(2, 4)
    before = thumb.count
    thumb.type_number("Ada", 12)
    thumb.type_number("Ben", 20)
    thumb.see("32 of 50 found. The other 18 are with Cleo.")
    thumb.record(1)
    thumb.see_totals(12, 110, 38)
    assert thumb.count - before <= 1, thumb.made
    assert thumb.count <= 16, thumb.made


def test_the_captures_of_round_2_are_corrected_in_round_6(phone: Page):
    thumb = Thumb(phone)
    thumb.sit_down(rounds=[ROUND] * 5, rules={"target": 500})
    thumb.see_totals(100, 350, 250)
    thumb.see("Ada leads the first trick: lowest total.")

    thumb.tap("link", "Round 2")
    thumb.tap("link", "Correct this round")
    thumb.type_number("Cleo", "")
    thumb.type_number("Ada", 30)
    thumb.see("50 of 50 found. The other 0 are with Cleo.")
    thumb.tap("button", "Save correction")
    thumb.see_totals(120, 350, 230)
    assert thumb.count <= 4, thumb.made

    expect(phone.get_by_role("link", name="Round 2, corrected")).to_be_visible()
    expect(phone.get_by_role("row", name="Round 2, corrected")).to_contain_text("60")
