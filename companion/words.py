"""Sentences from the engine's codes: the one place where codes become words."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from babel import Locale
from babel.numbers import format_decimal
from flask import Flask
from flask_babel import format_datetime, get_locale, gettext, ngettext
from flask_babel import lazy_gettext as _l

from companion import card_words
from companion.models import Change, now
from engine.game import Game, Start, Told
from engine.haggis import Handover
from engine.lines import ScoreLine
from engine.needs import Way
from engine.options import Rules
from engine.problems import Problem


def init_app(app: Flask) -> None:
    """The words that templates use, by name."""
    app.jinja_env.filters.update(
        cards=cards, moment=moment, number=numeral, points=points, signed=signed
    )
    app.jinja_env.globals.update(
        bet_word=bet_word,
        drawn_at=drawn_at,
        game_facts=game_facts,
        game_name=game_name,
        game_special=game_special,
        gap_word=gap_word,
        handover_word=handover_word,
        mark_name=mark_name,
        option_name=option_name,
        option_value=option_value,
        ordinal=ordinal,
        preset_name=preset_name,
        problem_word=problem,
        trump_name=trump_name,
    )


def drawn_at() -> str:
    """When a page is drawn, for programs."""
    return now().isoformat(timespec="seconds")


# Numbers and names


def numeral(number: int) -> str:
    """A number as the language writes it."""
    return _numeral(get_locale() or Locale("en"), number)


@lru_cache(maxsize=10_000)
def _numeral(language: Locale, number: int) -> str:
    return format_decimal(number, locale=language)


def signed(number: int) -> str:
    """A number with its sign: +15, −5, 0."""
    if not number:
        return "0"
    return ("+" if number > 0 else "−") + numeral(abs(number))


def points(number: int) -> str:
    """So many points."""
    shown = numeral(number)
    return ngettext("%(number)s point", "%(number)s points", number, number=shown)


def cards(number: int) -> str:
    """So many cards."""
    return ngettext("%(num)s card", "%(num)s cards", number)


def ordinal(place: int) -> str:
    """The place in which somebody went out."""
    return (gettext("1st"), gettext("2nd"), gettext("3rd"), gettext("4th"))[place - 1]


def isolated(name: str) -> str:
    """A name that may stand in a sentence whichever way it is written."""
    mixed = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"\u2068{name}\u2069" if mixed else name


def sentence_names(names: Sequence[str]) -> list[str]:
    """Names for sentences; two players of one name are told apart by their seat."""
    return [
        isolated(name)
        if names.count(name) == 1
        else gettext("%(name)s (seat %(seat)s)", name=isolated(name), seat=seat + 1)
        for seat, name in enumerate(names)
    ]


def replaced(players: Sequence[str], left: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who took whose seat, in the order it happened."""
    names = [*players]
    said: list[str] = []
    for one in reversed(left):
        after, names[one["seat"]] = names[one["seat"]], one["name"]
        said.append(
            gettext(
                "%(name)s took over from %(before)s after round %(number)s.",
                name=isolated(after),
                before=isolated(one["name"]),
                number=one["until"],
            )
        )
    return said[::-1]


def seat(number: int) -> str:
    """What a seat is called where nobody's name can stand."""
    return gettext("Seat %(seat)s", seat=number + 1)


def mark_of(name: str) -> str:
    """What the mark of a side is called."""
    return gettext("mark of %(name)s", name=name)


def mark_name(mark: int) -> str:
    """What a side's mark looks like."""
    return (
        gettext("red triangle"),
        gettext("blue moon"),
        gettext("green square"),
        gettext("orange cross"),
        gettext("yellow circle"),
    )[mark]


def seats(count: int) -> list[str]:
    """Names for seats nobody has named."""
    return [gettext("seat %(seat)s", seat=seat) for seat in range(count)]


def side_names(game: Game[Any], names: Sequence[str]) -> list[str]:
    """What the sides are called, by the names of the players."""
    return [together([names[seat] for seat in game.seats_of(side)]) for side in range(game.sides)]


def together(names: Sequence[str]) -> str:
    """Several names as one: a team, or those who share a win."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])


def moment(at: datetime) -> str:
    """When something happened, in a form nobody misreads, in UTC."""
    return format_datetime(at, gettext("d MMM y, HH:mm 'UTC'"))


# Games and their options


def game_name(game: Game[Any]) -> str:
    """What a game is called."""
    return str(
        {
            "haggis-2": _l("Haggis for two"),
            "haggis-3": _l("Haggis for three"),
            "tatties": _l("Haggis and Tatties"),
            "neeps": _l("Haggis and Neeps"),
            "haus-euchre": _l("Haus Euchre"),
        }.get(game.id, game.name)
    )


def game_special(game: Game[Any]) -> str:
    """What is special about a game, in one line."""
    return {
        "haggis-2": gettext("Shed your cards first, bet on yourself, beware of the bombs."),
        "haggis-3": gettext(
            "The classic: three hands, three wilds each, bets before the first card."
        ),
        "tatties": gettext("An auction makes one the Shepherd; the two Sheep race to stop them."),
        "neeps": gettext("Partners across the table, one bet a team, and the Slam."),
        "haus-euchre": gettext("Five tricks, a joker on top, and no-trump if you dare."),
    }.get(game.id, "")


def game_facts(game: Game[Any]) -> str:
    """How many play and whether they are partners."""
    count = ngettext("%(num)s player", "%(num)s players", game.seats)
    return gettext("%(players)s, in pairs", players=count) if game.sides < game.seats else count


def preset_name(preset: str) -> str:
    """What a preset is called."""
    return str(
        {
            "published": _l("As published"),
            "korean": _l("Korean sheet"),
            "taiwanese": _l("Taiwanese sheet"),
        }.get(preset, preset)
    )


_OPTIONS = {
    "target": _l("Target"),
    "target_rule": _l("The match ends"),
    "rounds": _l("At most this many rounds"),
    "tie": _l("A tie at the end"),
    "leader": _l("Who leads"),
    "bets": _l("Bets on offer"),
    "failed_bet": _l("A missed bet pays"),
    "haggis": _l("The haggis"),
    "first_out_extra": _l("Extra for the first out"),
    "bombed_trick": _l("A trick won by a bomb"),
    "court_ranks": _l("Sequences above the 10"),
}

_VALUES = {
    ("target_rule", "reach"): _l("when the target is reached"),
    ("target_rule", "exceed"): _l("when the target is passed"),
    ("tie", "share"): _l("is a shared win"),
    ("tie", "play_on"): _l("is played on until it is broken"),
    ("leader", "trailing"): _l("whoever has the lowest total"),
    ("failed_bet", "first_out_and_nonbettors"): _l("the first out, and everyone who did not bet"),
    ("failed_bet", "nonbettors"): _l("only those who did not bet"),
    ("haggis", "first_out"): _l("goes to the first out"),
    ("haggis", "unused"): _l("stays unused"),
    ("bombed_trick", "opponent"): _l("goes to an opponent the bomber picks"),
    ("bombed_trick", "second_highest"): _l("goes to the second highest play"),
    ("bombed_trick", "keep"): _l("stays with the bomber"),
    ("bombed_trick", "opposing_team"): _l("goes to the other team"),
    ("court_ranks", True): _l("may reach J, Q and K"),
    ("court_ranks", False): _l("end at the 10"),
}


def option_name(option: str) -> str:
    """What a rule option is called."""
    return str(_OPTIONS.get(option, option))


def option_value(option: str, value: Any) -> str:
    """What a value of a rule option means."""
    if isinstance(value, list | tuple):
        return ", ".join(numeral(one) for one in value)
    if value is None:
        return gettext("no limit")
    if (option, value) in _VALUES and isinstance(value, bool | str):
        return str(_VALUES[option, value])
    return numeral(value) if isinstance(value, int) else str(value)


def house_rules(game: Game[Any], rules: Rules) -> list[tuple[str, str]]:
    """The options in which these rules differ from the game's: what, and how."""
    return [
        (option_name(name), option_value(name, getattr(rules, name)))
        for name in game.differs(rules)
    ]


def trump_name(trump: str) -> str:
    """A trump suit with its sign."""
    return str(
        {
            "hearts": _l("hearts"),
            "diamonds": _l("diamonds"),
            "clubs": _l("clubs"),
            "spades": _l("spades"),
            "none": _l("no-trump"),
        }.get(trump, trump)
    )


def bet_word(amount: int | None) -> str:
    """A player's bet, as the row says it."""
    return gettext("no bet") if amount is None else numeral(amount)


def handover_word(handover: Handover, names: Sequence[str]) -> str:
    """Who hands which cards to whom before the piles are counted."""
    if handover.what == "haggis":
        if handover.to is None:
            return gettext("The haggis stays unused.")
        return gettext("The haggis goes to the pile of %(name)s.", name=names[handover.to])
    if handover.to is None:
        return ""
    return ngettext(
        "What %(givers)s still holds goes to the pile of %(name)s, who was first out.",
        "What %(givers)s still hold goes to the pile of %(name)s, who was first out.",
        len(handover.givers),
        givers=together([names[seat] for seat in handover.givers]),
        name=names[handover.to],
    )


def gap_word(hints: Sequence[Sequence[str]]) -> str:
    """The cards that could be missing: "a K", "Q and J", with any odd card as 3/5/7/9."""
    return card_words.either(
        [together([rank.replace("3", "3/5/7/9") for rank in cards_]) for cards_ in hints]
    )


# Who starts


def start(game: Game[Any], what: Start, names: Sequence[str]) -> tuple[str, str]:
    """Who starts the next round, and why."""
    who = names[what.seat]
    if game.starts == "dealer":
        return gettext("%(name)s deals", name=who), _start_reason(what)
    leads = gettext("%(name)s leads the first trick", name=who)
    unless_called = {
        "tatties": gettext("%(name)s leads the first trick, unless there is a Shepherd", name=who)
    }
    return unless_called.get(game.id, leads), _start_reason(what)


def _start_reason(what: Start) -> str:
    return str(
        {
            "first_round": _l("drawn for the first round"),
            "lowest": _l("lowest total"),
            "level_previous": _l("level at the bottom, and led the last round"),
            "level_next": _l("level at the bottom, and next around the table"),
            "lowest_in_turn": _l("their team is behind, and it is their turn to lead"),
            "level_previous_in_turn": _l("the teams are level, and it is their turn to lead"),
            "level_next_in_turn": _l("the teams are level, and it is their turn to lead"),
            "deal_passes": _l("the deal passes to the left"),
        }.get(what.why, "")
    )


# The round so far, what is needed, what a bet would do


def told(one: Told, names: Sequence[str]) -> str:
    """Something that happened in a round so far, to stand beside the player's name."""
    p: Mapping[str, Any] = one.params
    if one.code == "out":
        place = ordinal(p["place"])
        if p["cards"] is None:
            return gettext("%(place)s out", place=place)
        return gettext("%(place)s out, %(cards)s against", place=place, cards=cards(p["cards"]))
    if one.code in ("maker", "maker_alone"):
        trump = trump_name(p["trump"])
        if one.code == "maker_alone":
            return gettext("goes alone, %(trump)s", trump=trump)
        return gettext("is the maker, %(trump)s", trump=trump)
    return str(
        {
            "bet": _l("bets %(amount)s", amount=p.get("amount")),
            "taken_over": _l("bet %(amount)s, taken over", amount=p.get("amount")),
            "holds": _l("holds the bid at %(bid)s", bid=p.get("bid")),
            "shepherd": _l("is the Shepherd at %(bid)s", bid=p.get("bid")),
            "slam": _l("2nd out: a Slam"),
            "joker_up": _l("The joker was turned up: spades are trump."),
        }.get(one.code, one.code)
    )


def way(one: Way) -> str:
    """One way to the points a side needs."""
    p: Mapping[str, Any] = one.params
    return {
        "first_out": gettext("first out with %(cards)s or more against", cards=p.get("cards")),
        "first_out_with_bets": gettext(
            "first out with %(cards)s or more against, and %(bets)s from the bets",
            cards=p.get("cards"),
            bets=p.get("bets"),
        ),
        "first_out_and_captured": gettext(
            "first out and %(captured)s captured", captured=p.get("captured")
        ),
        "first_out_with_bets_and_captured": gettext(
            "first out, %(bets)s from the bets and %(captured)s captured",
            captured=p.get("captured"),
            bets=p.get("bets"),
        ),
        "captured": gettext("%(captured)s captured", captured=p.get("captured")),
        "made": gettext("three tricks as the maker’s team"),
        "all_five": gettext("all five as the maker’s team"),
        "euchred": gettext("three tricks against the maker’s team"),
        "alone_all_five": gettext("all five alone"),
    }.get(one.code, one.code)


# What a round is worth


def line(one: ScoreLine, names: Sequence[str]) -> str:
    """Why a side gets the points of a line."""
    say = _LINES.get((str(one.kind), one.why))
    return say(one.params, names) if say else f"{one.kind} {one.why}"


def _counted(params: Mapping[str, Any], names: Sequence[str]) -> str:
    pile = ", ".join(f"{number} × {rank}" for rank, number in params["counts"].items() if number)
    return gettext("counted: %(pile)s", pile=pile or gettext("nothing"))


def _adjusted(params: Mapping[str, Any], names: Sequence[str]) -> str:
    if params["note"]:
        return gettext("by hand: %(note)s", note=isolated(params["note"]))
    return gettext("by hand")


_LINES: dict[tuple[str, str], Any] = {
    ("captured", "points"): lambda p, n: gettext("captured points"),
    ("captured", "cards"): lambda p, n: gettext("captured cards, one point each"),
    ("captured", "counted"): _counted,
    ("captured", "rest_points"): lambda p, n: gettext(
        "the rest of the %(total)s points", total=p["total"]
    ),
    ("captured", "rest_cards"): lambda p, n: gettext(
        "the rest of the %(total)s cards", total=p["total"]
    ),
    ("going_out", "hand"): lambda p, n: gettext(
        "%(each)s × %(cards)s left in the largest hand", each=p["each"], cards=cards(p["cards"])
    ),
    ("going_out", "slam"): lambda p, n: gettext(
        "Slam: the same as %(partner)s, %(each)s × %(cards)s",
        partner=n[p["partner"]],
        each=p["each"],
        cards=cards(p["cards"]),
    ),
    ("first_out", "extra"): lambda p, n: gettext("extra for the first out"),
    ("bet", "made"): lambda p, n: gettext("made the bet of %(amount)s", amount=p["amount"]),
    ("bet", "missed_first_out"): lambda p, n: gettext(
        "%(amount)s from a missed bet of %(name)s, as first out",
        amount=p["amount"],
        name=n[p["bettor"]],
    ),
    ("bet", "missed_no_bet"): lambda p, n: gettext(
        "%(amount)s from a missed bet of %(name)s, having made no bet",
        amount=p["amount"],
        name=n[p["bettor"]],
    ),
    ("bet", "made_double"): lambda p, n: gettext(
        "%(name)s made the bet: 2 × %(amount)s", amount=p["amount"], name=n[p["bettor"]]
    ),
    ("bet", "missed_by_team"): lambda p, n: gettext(
        "%(amount)s from a missed bet of %(name)s", amount=p["amount"], name=n[p["bettor"]]
    ),
    ("auction", "made"): lambda p, n: gettext("the Shepherd made the bid of %(bid)s", bid=p["bid"]),
    ("auction", "sheep_first_out"): lambda p, n: gettext(
        "first Sheep out: two thirds of the %(bid)s that %(name)s missed",
        bid=p["bid"],
        name=n[p["shepherd"]],
    ),
    ("auction", "other_sheep"): lambda p, n: gettext(
        "the other Sheep: one third of the %(bid)s that %(name)s missed",
        bid=p["bid"],
        name=n[p["shepherd"]],
    ),
    ("adjustment", "by_hand"): _adjusted,
    ("tricks", "three_or_four"): lambda p, n: gettext(
        "the maker’s team took %(tricks)s", tricks=p["tricks"]
    ),
    ("tricks", "all_five"): lambda p, n: gettext("the maker’s team took all five"),
    ("tricks", "alone_three_or_four"): lambda p, n: gettext(
        "%(name)s went alone and took %(tricks)s", name=n[p["maker"]], tricks=p["tricks"]
    ),
    ("tricks", "alone_all_five"): lambda p, n: gettext(
        "%(name)s went alone and took all five", name=n[p["maker"]]
    ),
    ("tricks", "joker_three_or_four"): lambda p, n: gettext(
        "joker turned up: most tricks, %(tricks)s", tricks=p["tricks"]
    ),
    ("tricks", "joker_all_five"): lambda p, n: gettext("joker turned up: all five tricks"),
    ("tricks", "euchred"): lambda p, n: gettext(
        "defenders took %(tricks)s: the maker’s team fell short", tricks=p["tricks"]
    ),
}


# What is wrong


def problem(one: Problem, names: Sequence[str]) -> str:
    """What is wrong, as a sentence to stand beside the field."""
    if one.code in card_words.CODES:
        return card_words.problem(one)
    say = _PROBLEMS.get(one.code)
    return say(one.params, names) if say else one.code.replace("_", " ")


def _number_list(values: Sequence[int]) -> str:
    return ", ".join(numeral(value) for value in values)


def _option_not_allowed(params: Mapping[str, Any], names: Sequence[str]) -> str:
    if "minimum" in params:
        return gettext(
            "This must be a whole number from %(low)s to %(high)s.",
            low=numeral(params["minimum"]),
            high=numeral(params["maximum"]),
        )
    if params.get("type") == "array":
        return gettext(
            "Choose at least one of %(values)s.", values=_number_list(params["items"]["enum"])
        )
    return gettext("This is not one of the choices.")


def _too_long(params: Mapping[str, Any], names: Sequence[str]) -> str:
    return ngettext("At most %(num)s character.", "At most %(num)s characters.", params["most"])


_PROBLEMS: dict[str, Any] = {
    # what could not be read
    "not_an_object": lambda p, n: gettext("This must be an object."),
    "not_a_list": lambda p, n: gettext("This must be a list."),
    "not_a_number": lambda p, n: gettext("This must be a number."),
    "not_yes_or_no": lambda p, n: gettext("This must be yes or no."),
    "not_a_text": lambda p, n: gettext("This must be a text."),
    "text_too_long": _too_long,
    "too_many": lambda p, n: ngettext(
        "At most %(num)s entry.", "At most %(num)s entries.", p["most"]
    ),
    "unknown_key": lambda p, n: gettext("There is nothing called “%(key)s” here.", key=p["key"]),
    "number_too_large": lambda p, n: gettext("This number is too large."),
    "not_whole": lambda p, n: gettext("This must be a whole number."),
    "missing": lambda p, n: gettext("This is missing."),
    # tables
    "unknown_game": lambda p, n: gettext("There is no game of this name."),
    "unknown_preset": lambda p, n: gettext("This game has no such preset."),
    "unknown_option": lambda p, n: gettext("This game has no such rule."),
    "option_not_allowed": _option_not_allowed,
    "players_count": lambda p, n: ngettext(
        "This game has %(num)s seat.", "This game has %(num)s seats.", p["seats"]
    ),
    "name_missing": lambda p, n: gettext("Who sits here? A name or a nickname will do."),
    "name_too_long": _too_long,
    "unknown_mark": lambda p, n: gettext("Choose one of the marks."),
    "mark_taken": lambda p, n: gettext("Another side carries this mark: choose one that is free."),
    "marks_sides": lambda p, n: ngettext(
        "There must be %(num)s entry.", "There must be %(num)s entries.", p["sides"]
    ),
    # seats
    "unknown_seat": lambda p, n: gettext("Nobody sits there."),
    # kept tables
    "backup_broken": lambda p, n: gettext("This file is not a whole backup."),
    "no_backup": lambda p, n: gettext("This file is not a backup."),
    "too_new": lambda p, n: gettext("This was written by a newer version: update this one."),
    "nothing_there": lambda p, n: gettext("There is no database yet."),
    "archived": lambda p, n: gettext(
        "This table was put away. Whoever runs this site can bring it back."
    ),
    "no_export": lambda p, n: gettext("This is not a table that was kept here."),
    "unknown_format": lambda p, n: gettext("There is JSON and CSV."),
    "number_unfit": lambda p, n: gettext("This number cannot stand here."),
    "not_a_time": lambda p, n: gettext("This must be a time with its zone."),
    "table_too_large": lambda p, n: gettext("That was more than a score sheet holds."),
    "unknown_place": lambda p, n: gettext("No change touches this."),
    "history_broken": lambda p, n: gettext("The history does not lead to what the table holds."),
    # bets and the auction
    "bet_not_offered": lambda p, n: gettext(
        "Bets here are %(allowed)s.", allowed=_number_list(p["allowed"])
    ),
    "bet_twice": lambda p, n: gettext(
        "%(name)s has bet already; a bet is never raised.", name=n[p["seat"]]
    ),
    "takeover_too_small": lambda p, n: gettext(
        "%(name)s holds the team’s bet of %(amount)s: only a larger one takes it over.",
        name=n[p["holder"]],
        amount=p["amount"],
    ),
    "no_auction_here": lambda p, n: gettext("This game has no auction."),
    "no_bets_here": lambda p, n: gettext("This game has an auction, not bets."),
    "bid_not_offered": lambda p, n: gettext(
        "Bids are %(allowed)s.", allowed=_number_list(p["allowed"])
    ),
    "bid_too_low": lambda p, n: gettext("The bid stands at %(bid)s already.", bid=p["bid"]),
    "match_not_behind": lambda p, n: gettext(
        "Only a player behind %(name)s may match: %(own)s is not less than %(total)s.",
        name=n[p["holder"]],
        own=numeral(p["own"]),
        total=numeral(p["total"]),
    ),
    "not_your_turn": lambda p, n: gettext("It is the turn of %(name)s.", name=n[p["turn"]]),
    "auction_over": lambda p, n: gettext("The auction was over before this call."),
    "auction_unfinished": lambda p, n: gettext(
        "The auction is not over: it is the turn of %(name)s.", name=n[p["turn"]]
    ),
    "nobody_bid": lambda p, n: gettext("No auction was entered: it counts as nobody bidding."),
    # going out
    "out_twice": lambda p, n: gettext("%(name)s is out already.", name=n[p["seat"]]),
    "too_many_outs": lambda p, n: ngettext(
        "Only %(num)s player can go out.", "Only %(num)s players can go out.", p["most"]
    ),
    "out_after_slam": lambda p, n: gettext("The Slam ended the round: nobody goes out after it."),
    "outs_missing": lambda p, n: ngettext(
        "Who went out? %(num)s player is still missing.",
        "Who went out? %(num)s players are still missing.",
        p["needed"] - p["known"],
    ),
    "hand_missing": lambda p, n: gettext(
        "How many cards had the largest hand when %(name)s went out?", name=n[p["seat"]]
    ),
    "hand_empty": lambda p, n: gettext("There was at least 1 card left, or the round was over."),
    "hand_too_large": lambda p, n: gettext(
        "A hand never has more than %(most)s.", most=cards(p["most"])
    ),
    "hand_grew": lambda p, n: gettext(
        "At most %(most)s: hands only shrink after that.", most=cards(p["most"])
    ),
    "nothing_by_hand": lambda p, n: gettext("0 points change nothing: say at least why."),
    # captures
    "captured_sides": lambda p, n: ngettext(
        "There must be %(num)s entry.", "There must be %(num)s entries.", p["sides"]
    ),
    "captured_negative": lambda p, n: gettext("This cannot be less than 0."),
    "captured_too_many": lambda p, n: gettext("There are only %(total)s.", total=p["total"]),
    "captured_above_total": lambda p, n: gettext(
        "Together that is %(found)s, but there are only %(total)s.",
        found=numeral(p["found"]),
        total=p["total"],
    ),
    "captured_gap": lambda p, n: gettext(
        "%(found)s of %(total)s found: %(gap)s missing.",
        found=p["found"],
        total=p["total"],
        gap=p["gap"],
    ),
    "captured_missing": lambda p, n: gettext("What was captured here?"),
    "rest_unknown": lambda p, n: gettext(
        "With the haggis unused, the rest cannot be known: count this pile too."
    ),
    "rank_too_many": lambda p, n: gettext(
        "There are only %(cards)s of rank %(rank)s.", cards=cards(p["most"]), rank=p["rank"]
    ),
    # Haus Euchre
    "joker_has_no_maker": lambda p, n: gettext("With the joker turned up nobody bids."),
    "maker_missing": lambda p, n: gettext("Who fixed the trump?"),
    "alone_needs_maker": lambda p, n: gettext("Only whoever fixed the trump can go alone."),
    "trump_missing": lambda p, n: gettext("What is trump?"),
    "trump_unknown": lambda p, n: gettext("Trump is a suit or no-trump."),
    "joker_means_spades": lambda p, n: gettext("With the joker turned up spades are trump."),
    "tricks_missing": lambda p, n: gettext("How did the tricks fall?"),
    "tricks_sides": lambda p, n: gettext("There must be a number for each team."),
    "tricks_out_of_range": lambda p, n: gettext("Tricks go from 0 to %(most)s.", most=p["most"]),
    "tricks_total": lambda p, n: gettext("The tricks add up to %(total)s.", total=p["total"]),
    # conflicts
    "match_finished": lambda p, n: gettext(
        "The match is over. Correct a round, or start a rematch."
    ),
    "no_such_round": lambda p, n: gettext("There is no such round."),
    "nothing_to_undo": lambda p, n: gettext("There is nothing to take back."),
    "too_many_rounds": lambda p, n: gettext("This sheet is full: start a new table."),
    "round_over": lambda p, n: gettext(
        "The round was recorded, or taken back, on another phone meanwhile: look again."
    ),
    "no_such_change": lambda p, n: gettext("There is no such change."),
    "cannot_revert": lambda p, n: gettext(
        "Later changes stand on this one: correct the round instead."
    ),
    "void_instead": lambda p, n: gettext("Rounds came after this one: void it instead."),
    "nobody_else_scores": lambda p, n: gettext(
        "Nobody else keeps the score yet: show another phone the scorer’s link first."
    ),
    "stale": lambda p, n: gettext("The sheet has changed meanwhile: look again, then repeat it."),
    "form_outdated": lambda p, n: gettext("That was drawn before the last change: look again."),
    # the API
    "no_such_table": lambda p, n: gettext("There is no table with this code."),
    "not_found": lambda p, n: gettext("There is nothing here."),
    "method_not_allowed": lambda p, n: gettext("This cannot be done here."),
    "not_json": lambda p, n: gettext("This is not JSON in UTF-8."),
    "body_broken": lambda p, n: gettext("What was sent did not arrive whole."),
    "repeated_key": lambda p, n: gettext("A key is there twice."),
    "unfit_text": lambda p, n: gettext("A text has signs that cannot be kept."),
    "too_deep": lambda p, n: gettext("This is nested too deeply."),
    "request_entity_too_large": lambda p, n: gettext("That was more than a score sheet holds."),
    "unsupported_media_type": lambda p, n: gettext("Send JSON, and say so: application/json."),
    "too_many_requests": lambda p, n: gettext("That was too often: wait a minute."),
    "service_unavailable": lambda p, n: gettext("Too many are asking at once. Try again later."),
    "internal_server_error": lambda p, n: gettext(
        "Something broke on our side. What was recorded before is safe."
    ),
    "token_missing": lambda p, n: gettext("Only who has the token of this table may score it."),
    "token_wrong": lambda p, n: gettext("This is not the token of this table."),
    "precondition_required": lambda p, n: gettext(
        "Say which facts are meant: send the round’s ETag as If-Match."
    ),
    "key_unfit": lambda p, n: gettext("An Idempotency-Key is 1 to 200 plain signs."),
    "key_reused": lambda p, n: gettext("This Idempotency-Key came with another request before."),
    "totals_sides": lambda p, n: ngettext(
        "There must be %(num)s entry.", "There must be %(num)s entries.", p["sides"]
    ),
    "no_combinations_in_game": lambda p, n: gettext("This game has no combinations."),
    "no_bets_in_game": lambda p, n: gettext("Nobody bets in this game."),
}


def conflict(code: str) -> str:
    """Why a change does not fit the table as it is."""
    return problem(Problem("", code), ())


# Changes


def change(what: str, number: int, pointer: str) -> str:
    """What a change was about, in a few words; `pointer` names the place a tap touched."""
    if what == "tap":
        return _tapped(pointer)
    return str(
        {
            "record": _l("round %(number)s recorded", number=number),
            "correct": _l("round %(number)s corrected", number=number),
            "drop": _l("correction of round %(number)s dropped", number=number),
            "void": _l("round %(number)s void", number=number),
            "restore": _l("round %(number)s restored", number=number),
            "players": _l("names or marks changed"),
            "replace": _l("a player replaced"),
            "rematch": _l("rematch started"),
            "undo": _l("taken back"),
            "revert": _l("an earlier change reverted"),
        }.get(what, what)
    )


def entered(what: str, number: int, *, correction: bool) -> str:
    """That a tap entered something in a round or its correction, or that it was taken back."""
    if what == "undo":
        return gettext("taken back in round %(number)s", number=number)
    if what == "revert":
        return gettext("reverted in round %(number)s", number=number)
    if correction:
        return gettext("correction of round %(number)s", number=number)
    return gettext("round %(number)s", number=number)


def taken_back(said: str) -> str:
    """That a change was taken back, as the history says it."""
    return gettext("taken back: %(change)s", change=said)


def reverted(said: str) -> str:
    """That an earlier change was reverted, as the history says it."""
    return gettext("reverted: %(change)s", change=said)


_SEATS = ("leader", "dealer", "maker")  # the facts of a round that are a player's seat


def fact_name(at: str, facts: Mapping[str, Any], sides: Sequence[str], names: Sequence[str]) -> str:
    """What a fact is about, by the place where it stands in the facts of a round."""
    _, key, *rest = at.split("/")
    if key == "captured" and rest:
        return gettext("captures of %(name)s", name=_sitting(int(rest[0]), sides))
    if key in ("bets", "outs") and rest:
        name = _sitting(facts[key][int(rest[0])]["seat"], names)
        if key == "bets":
            return gettext("bet of %(name)s", name=name)
        if rest[-1] == "cards":
            return gettext("cards left when %(name)s went out", name=name)
        return gettext("%(name)s went out", name=name)
    return _tapped(at)


def fact_value(at: str, value: Any, names: Sequence[str]) -> str:
    """What was set, in short; `at` is where it stands in the facts of a round."""
    key = at.split("/")[1]
    if value is None:
        return gettext("nothing")
    if key in _SEATS:
        return _sitting(value, names)
    if key == "trump":
        return trump_name(value)
    if key in ("auction", "adjustments"):
        said = _call(value["bid"]) if key == "auction" else _by_hand(value)
        return gettext("%(name)s: %(said)s", name=_sitting(value["seat"], names), said=said)
    return _plain_value(value)


def _sitting(number: int, names: Sequence[str]) -> str:
    """Who sits on a seat, as well as can be told: a table opened from a copy may say anything."""
    return names[number] if 0 <= number < len(names) else seat(number)


def _call(bid: int) -> str:
    return numeral(bid) if bid else gettext("drops out")


def _by_hand(one: Mapping[str, Any]) -> str:
    return ", ".join([signed(one["points"]), *filter(None, [isolated(one.get("note", ""))])])


def _plain_value(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return ", ".join(f"{numeral(n)} × {rank}" for rank, n in value.items() if n)
    if isinstance(value, list):
        return " – ".join(map(_plain_value, value))
    return numeral(value) if isinstance(value, int) else str(value)


def news_word(one: Change | None) -> str:
    """What is announced on every phone when a table has changed."""
    if one is None:
        return ""
    said = change(one.what, one.number, one.pointer)
    if one.scorer and one.scorer.name:
        return gettext("%(change)s, by %(name)s", change=said, name=isolated(one.scorer.name))
    return said


def _tapped(pointer: str) -> str:
    return str(
        {
            "bets": _l("a bet"),
            "auction": _l("a call"),
            "outs": _l("going out"),
            "captured": _l("captures"),
            "adjustments": _l("points by hand"),
            "accept_discrepancy": _l("recording a gap"),
            "leader": _l("who leads"),
            "dealer": _l("who deals"),
            "maker": _l("the maker"),
            "trump": _l("trump"),
            "alone": _l("going alone"),
            "joker_up": _l("the joker"),
            "tricks": _l("tricks"),
        }.get(pointer.split("/")[1] if "/" in pointer else "", _l("an entry"))
    )
