"""The parts of the rules: what each is called, what people call it, and which games have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l

from companion.lookup import RulesPage


@dataclass(frozen=True)
class Topic:
    """A part of the rules: its anchor, its title, other words people look for, who has it."""

    id: str
    title: Any
    also: Any
    fits: Callable[[RulesPage], object]
    file: str = ""

    @property
    def template(self) -> str:
        return f"rules/topics/{self.file or self.id}.html"


def _combines(page: RulesPage) -> bool:
    return page.deck is not None


def _partners(page: RulesPage) -> bool:
    return _combines(page) and page.teams


def _passes(page: RulesPage) -> bool:
    return _combines(page) and page.game.passes > 0


def _trumps(page: RulesPage) -> bool:
    return bool(page.trumps)


def _always(page: RulesPage) -> bool:
    return True


TOPICS = (
    Topic("short", _l("In short"), _l("aim goal win overview"), _combines),
    Topic("short", _l("In short"), _l("aim goal win overview"), _trumps, "euchre_short"),
    Topic("cards", _l("Cards and deal"), _l("deck pack dealing stock talon suits"), _combines),
    Topic("cards", _l("Cards and deal"), _l("deck pack dealing dealer"), _trumps, "euchre_cards"),
    Topic("passing", _l("Passing cards"), _l("swap exchange give"), _passes),
    Topic("bets", _l("Bets"), _l("wager stake contract bid"), lambda page: page.bets),
    Topic("auction", _l("The auction"), _l("bid bet match drop out"), lambda page: page.auction),
    Topic("swap", _l("The swap"), _l("exchange haggis"), lambda page: page.auction),
    Topic("bidding", _l("Bidding"), _l("maker pick it up alone solo order"), _trumps),
    Topic(
        "combinations",
        _l("Combinations"),
        _l("meld pair triplet run straight group double"),
        _combines,
    ),
    Topic("wilds", _l("Wilds"), _l("joker court face jack queen king J Q K"), _combines),
    Topic("beats", _l("What beats what"), _l("higher stronger equal"), _combines),
    Topic("bombs", _l("Bombs"), _l("3-5-7-9 rainbow flush"), _combines),
    Topic("trick", _l("A trick"), _l("pass play lead turn follow"), _combines),
    Topic("trump", _l("Order under each trump"), _l("bower rank jack joker high"), _trumps),
    Topic("trick", _l("A trick"), _l("follow suit lead renege"), _trumps, "euchre_trick"),
    Topic("out", _l("Going out"), _l("finish last card shed"), _combines),
    Topic("slam", _l("Slam"), _l("both partners"), _partners),
    Topic("end", _l("End of the round"), _l("finish over rest last hand"), _combines),
    Topic("points", _l("Counting up"), _l("score scoring worth value"), _combines),
    Topic("points", _l("Counting up"), _l("score march euchre"), _trumps, "euchre_points"),
    Topic("leader", _l("Who leads"), _l("start starts first next"), _combines),
    Topic("leader", _l("Who deals"), _l("dealer next leader"), _trumps, "euchre_dealer"),
    Topic("match", _l("The match"), _l("target win end tie long"), _always),
    Topic(
        "presets",
        _l("Played differently elsewhere"),
        _l("variant korean taiwanese house rules"),
        lambda page: page.differing_presets,
    ),
)


def topics(page: RulesPage) -> list[Topic]:
    """The parts of this game's rules."""
    return [topic for topic in TOPICS if topic.fits(page)]


def mark(topic: Topic, page: RulesPage) -> str:
    """The mark of a part that the game this one is a kin of does not have."""
    return "" if topic.fits(RulesPage(page.base, page.base.defaults)) else page.unlike
