"""How fast selections are read and a hand's plays are found (docs/engine-speed.md).

Each measure is a fixed lot of random selections or hands, gone through again and again; the time
of one is the time of the lot divided by how many there are, under `per_call_us` in µs. It is
processor time, so that other work on the machine counts as little as possible, and the fastest
round is held to the budget.
"""

import random
import time

import pytest

from engine.cards import COURTS, HAGGIS_FOR_THREE, HAGGIS_FOR_TWO, NEEPS
from engine.combinations import readings
from engine.plays import legal_plays

# A comparable engine in Python needs 117 µs and 164 ms: a tenth and a fiftieth of that, in seconds.
READINGS_BUDGET = 117e-6 / 10
PLAYS_BUDGET = 164e-3 / 50
pytestmark = pytest.mark.benchmark(timer=time.process_time)
every_deal = pytest.mark.parametrize(
    ("deck", "dealt"),
    [(HAGGIS_FOR_TWO, 14), (HAGGIS_FOR_THREE, 14), (NEEPS, 18)],
    ids=["haggis-2", "haggis-3", "neeps"],
)


def full_hands(deck, dealt, count, seed=1):
    rnd = random.Random(seed)
    return [(*rnd.sample(deck.suit_cards(), dealt), *COURTS) for _ in range(count)]


def measured(benchmark, lot, budget, work):
    """Go through the lot 15 times, report the time of one, and hold the fastest to the budget."""

    def go_through():
        for one in lot:
            work(*one)

    benchmark.pedantic(go_through, rounds=15, warmup_rounds=1)
    stats = benchmark.stats.stats
    per_call = {"min": stats.min / len(lot), "mean": stats.mean / len(lot)}
    benchmark.extra_info["per_call_us"] = {
        name: round(seconds * 1e6, 2) for name, seconds in per_call.items()
    }
    assert per_call["min"] <= budget


@every_deal
def test_any_one_to_eight_cards_are_read(benchmark, deck, dealt):
    rnd = random.Random(2)
    cards = [*deck.suit_cards(), *COURTS]
    lot = [(rnd.sample(cards, size), deck) for size in range(1, 9) for _ in range(100)]
    measured(benchmark, lot, READINGS_BUDGET, readings)


@every_deal
def test_combinations_of_one_to_eight_cards_are_read(benchmark, deck, dealt):
    rnd = random.Random(3)
    by_size = {size: [] for size in range(1, 9)}
    for hand in full_hands(deck, dealt, 10):
        for play in legal_plays(hand, deck):
            by_size.get(len(play.cards), []).append(play.cards)
    lot = [(rnd.choice(by_size[size]), deck) for size in by_size for _ in range(100)]
    measured(benchmark, lot, READINGS_BUDGET, readings)


@every_deal
def test_all_leads_of_a_full_hand_are_found(benchmark, deck, dealt):
    lot = [(hand, deck) for hand in full_hands(deck, dealt, 30)]
    measured(benchmark, lot, PLAYS_BUDGET, legal_plays)


@every_deal
def test_all_plays_of_a_full_hand_on_a_table_are_found(benchmark, deck, dealt):
    rnd = random.Random(4)
    lot = [
        (hand, deck, rnd.choice(legal_plays(other, deck)).readings)
        for hand, other in zip(
            full_hands(deck, dealt, 30), full_hands(deck, dealt, 30, seed=5), strict=True
        )
    ]
    measured(benchmark, lot, PLAYS_BUDGET, legal_plays)
