"""Haggis for three (rules §1, §3-§5)."""

from __future__ import annotations

from engine.bets import OwnBets
from engine.haggis import Haggis
from engine.options import (
    BETS,
    COURT_RANKS,
    FAILED_BET,
    FIRST_OUT_EXTRA,
    HAGGIS,
    LEADER,
    MATCH_OPTIONS,
    PUBLISHED,
    OneOf,
    Option,
    Preset,
    Rules,
)

GAME = Haggis(
    id="haggis-3",
    name="Haggis for three",
    seats=3,
    sides=3,
    suits=5,
    hand=17,
    haggis=3,
    counts_cards=False,
    betting=OwnBets(seats=3),
    defaults=Rules(),
    options=(
        *MATCH_OPTIONS,
        LEADER,
        BETS,
        FAILED_BET,
        HAGGIS,
        FIRST_OUT_EXTRA,
        Option("bombed_trick", OneOf(("opponent", "second_highest", "keep"))),
        COURT_RANKS,
    ),
    presets=(
        PUBLISHED,
        Preset(
            "taiwanese",
            {
                "bets": (15, 30),
                "haggis": "unused",
                "bombed_trick": "second_highest",
                "first_out_extra": 5,
            },
        ),
    ),
)
