"""Haggis for two (rules §1, §3-§5)."""

from __future__ import annotations

from engine.bets import OwnBets
from engine.haggis import Haggis
from engine.options import (
    BETS,
    COURT_RANKS,
    FAILED_BET,
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
    id="haggis-2",
    name="Haggis for two",
    seats=2,
    sides=2,
    suits=4,
    hand=17,
    haggis=8,
    counts_cards=False,
    betting=OwnBets(seats=2),
    defaults=Rules(),
    options=(
        *MATCH_OPTIONS,
        LEADER,
        BETS,
        FAILED_BET,
        HAGGIS,
        Option("bombed_trick", OneOf(("opponent", "keep"))),
        COURT_RANKS,
    ),
    presets=(
        PUBLISHED,
        Preset(
            "korean",
            {"bets": (15, 30), "failed_bet": "nonbettors", "target_rule": "exceed"},
        ),
        Preset("taiwanese", {"bets": (15, 30), "haggis": "unused"}),
    ),
)
