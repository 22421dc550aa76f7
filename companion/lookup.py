"""What the rules pages and the checker show: finished values, worked out by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from flask_babel import format_number, gettext, pgettext

from companion import card_words, faces, rule_words, words
from companion.faces import Face
from companion.trumps import Trumps
from engine.auction import SWAPS
from engine.cards import COURTS, HIGHEST, LOWEST, SUITS, Card, Deck, parse_cards, rank_name
from engine.combinations import Reading, beats, readings, top_rank
from engine.game import Game
from engine.games import GAMES
from engine.haggis import POINTS_A_CARD_LEFT, Haggis
from engine.missing import missing
from engine.options import Rules
from engine.problems import Problem

# Examples, as a player would lay them; a page shows those its game has the cards for.
SETS = ("7g", "7r 7g", "7r 7r", "7r 7g J")
SEQUENCES = ("7g 8g 9g", "6g 7g 9g Q")
STAIRS = ("8r 8y 9r 9y", "7r 7r 8r 8r", "4r 4y 4b 5r 5y J", "7r 7b 8b J")
NO_COMBINATIONS = ("7r 8r", "2r 2y 3r 3g", "3r 5g 7r 9b", "3r 5r 7r J")
WILDS = ("4r J Q", "10r J Q", "3r 3g J Q")
BOMBS = ("3r 5y 7g 9b", "J Q", "J K", "Q K", "J Q K", "3b 5b 7b 9b")
DUELS = (
    ("9r 9b", "8y 8b"),
    ("9r 9g", "9y 9b"),
    ("10g Q", "9y 9b"),
    ("K", "Q"),
    ("7r 8r 9r", "6r 6y 7r 7y"),
    ("8r 8y 9r 9y", "2r 3r 4r 5r"),
    ("J Q", "8b 9b 10b"),
    ("Q K", "J K"),
)


@dataclass(frozen=True)
class Example:
    """Cards and what is said of them."""

    faces: tuple[Face, ...]
    text: str
    against: tuple[Face, ...] = ()
    good: bool = True


@dataclass(frozen=True)
class Ruled:
    """What the rules say of an option; whose rule it is and what else would hold, if it differs."""

    text: str
    tag: str = ""
    published: str = ""


@dataclass(frozen=True)
class Choice:
    """A key of a choice made by a link: its words, the link's query, whether it is chosen."""

    text: str
    query: str
    chosen: bool


def deck_of(game: Game[Any]) -> Deck | None:
    """What combinations are made of in this game; None where there are none."""
    return game.deck if isinstance(game, Haggis) else None


def sorted_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Low to high, courts last."""
    return tuple(sorted(cards, key=lambda card: (card.rank, SUITS.find(card.suit))))


def named(one: Reading) -> str:
    """A reading at the start of a line."""
    return card_words.sentence(card_words.reading(one))


@dataclass(frozen=True)
class RulesPage:
    """A game's rules as its pages show them: of a table (by its code), of a preset, or published.

    `pack` says that suits are shown as those of an ordinary pack; `asked` is the page's query.
    """

    game: Any
    rules: Rules
    code: str | None = None
    preset: str | None = None
    players: Sequence[str] = ()
    marks: Sequence[int] = ()
    pack: bool = False
    asked: Mapping[str, str] = field(default_factory=dict)

    def query(self, **more: str) -> str:
        """A query that stays with this table or preset."""
        parts = {"code": self.code, "preset": self.preset} | more
        return "?" + urlencode({k: v for k, v in parts.items() if v}, safe=",")

    # What the game has

    @cached_property
    def deck(self) -> Deck | None:
        return deck_of(self.game)

    @cached_property
    def situation(self) -> Any:
        """A round of which nothing is known yet."""
        return self.game.situation(self.game.begin(0), self.rules, self.level)

    @property
    def level(self) -> tuple[int, ...]:
        """Totals before anything is scored."""
        return (0,) * self.game.sides

    @property
    def teams(self) -> bool:
        return self.game.sides < self.game.seats

    @property
    def bets(self) -> bool:
        return bool(getattr(self.situation, "bets", ()))

    @property
    def auction(self) -> bool:
        return getattr(self.situation, "auction", None) is not None

    @property
    def trumps(self) -> tuple[str, ...]:
        return getattr(self.situation, "trumps", ())

    @cached_property
    def base(self) -> Game[Any]:
        """The game this one is a kin of: what it has in common with it needs no mark."""
        return next(game for game in GAMES.values() if type(game) is type(self.game))

    @property
    def hand(self) -> int:
        """The cards dealt to each player, courts aside."""
        return self.game.hand - len(COURTS)

    @property
    def lowest(self) -> int:
        return LOWEST

    @property
    def highest(self) -> int:
        return HIGHEST

    @property
    def a_card_left(self) -> int:
        """Points for each card left when somebody goes out."""
        return POINTS_A_CARD_LEFT

    @property
    def can_go_out(self) -> int:
        return self.game.seats - 1

    @property
    def swaps(self) -> Mapping[int, int]:
        """Cards the Shepherd swaps, by bid."""
        return SWAPS

    @cached_property
    def wilds(self) -> list[tuple[Face, str]]:
        """Each court with the ranks it may stand at."""
        top = top_rank(self._need_deck, self.rules.court_ranks)
        spans = [(rank_name(LOWEST), rank_name(min(court.rank, top))) for court in COURTS]
        faces = self.faces(COURTS)
        return [(face, f"{low}–{high}") for face, (low, high) in zip(faces, spans, strict=True)]

    @cached_property
    def suits(self) -> list[Face]:
        """A card of each suit."""
        deck = self.deck
        return [self.face(Card(7, suit)) for suit in deck.suits] if deck else []

    @cached_property
    def names(self) -> list[str]:
        return [*self.players] or [
            gettext("Seat %(seat)s", seat=seat + 1) for seat in range(self.game.seats)
        ]

    def mark_of(self, side: int) -> int:
        """The mark a side carries: what its table chose, else the first ones."""
        return self.marks[side] if self.marks else side

    @cached_property
    def side_names(self) -> list[str]:
        sides = range(self.game.sides)
        return [words.together([self.names[s] for s in self.game.seats_of(side)]) for side in sides]

    # What differs

    def rule(self, name: str) -> Ruled:
        """What the rules say of an option, marked where they differ from the published ones."""
        said = rule_words.rule(name, self.rules, self.game)
        published = rule_words.rule(name, self.game.defaults, self.game)
        if said != published:
            return Ruled(said, self._whose, published)
        kin = rule_words.rule(name, self.base.defaults, self.game)
        return Ruled(said, self.unlike if said != kin else "")

    @property
    def _whose(self) -> str:
        return words.preset_name(self.preset) if self.preset else gettext("house rule")

    @property
    def unlike(self) -> str:
        """The mark of what is not as in the game this one is a kin of."""
        return gettext("not as in Haggis") if self.game is not self.base else ""

    @cached_property
    def house_rules(self) -> list[tuple[str, str, str]]:
        """The options that differ: which, how, and as published."""
        return [
            (
                words.option_name(name),
                words.option_value(name, getattr(self.rules, name)),
                words.option_value(name, getattr(self.game.defaults, name)),
            )
            for name in self.game.differs(self.rules)
        ]

    @cached_property
    def presets(self) -> list[Choice]:
        """The presets to look at; none when a table has settled it."""
        if self.code or len(self.game.presets) < 2:
            return []
        first = self.game.presets[0].id
        return [
            Choice(
                words.preset_name(one.id),
                "?" + urlencode({"preset": one.id} if one.id != first else {}),
                one.id == (self.preset or first),
            )
            for one in self.game.presets
        ]

    @property
    def differing_presets(self) -> list[RulesPage]:
        """This game by each preset that differs from the published rules."""
        pages = [
            RulesPage(self.game, self.game.rules(one.id)[0], preset=one.id)
            for one in self.game.presets
        ]
        return [page for page in pages if page.house_rules]

    @property
    def preset_name(self) -> str:
        return words.preset_name(self.preset or "")

    # Cards

    def face(self, card: Card) -> Face:
        """A card as this reader sees it."""
        return faces.face(card, self.pack)

    def faces(self, cards: Sequence[Card]) -> tuple[Face, ...]:
        return faces.faces(cards, self.pack)

    def cards(self, written: str) -> tuple[Card, ...]:
        """The cards of an example; none when this game does not have them."""
        cards, problems = parse_cards(written.split(), self._need_deck)
        return () if problems else cards

    def read(self, cards: Sequence[Card]) -> tuple[Reading, ...]:
        """Every reading of the cards under these rules."""
        return readings(cards, self._need_deck, self.rules.court_ranks)

    def short_of(self, cards: Sequence[Card]) -> list[str]:
        """Why cards are no combination."""
        found = missing(cards, self._need_deck, self.rules.court_ranks)
        return [card_words.problem(problem, self.pack) for problem in found]

    @property
    def _need_deck(self) -> Deck:
        if self.deck is None:
            raise LookupError(f"{self.game.id} has no combinations")
        return self.deck

    # Examples

    def examples(self, kind: str) -> list[Example]:
        """Examples of a kind of combination, named by the engine's reading of them."""
        written = {"set": SETS, "sequence": SEQUENCES, "stair": STAIRS, "bomb": BOMBS}[kind]
        hands = [self.cards(one) for one in written]
        if kind == "set":
            hands.append(self._largest_set)
        return [Example(self.faces(hand), self._as(kind, hand)) for hand in hands if hand]

    def _as(self, kind: str, hand: Sequence[Card]) -> str:
        return " ".join(named(one) for one in self.read(hand) if one.kind == kind)

    @property
    def _largest_set(self) -> tuple[Card, ...]:
        return (*(card for card in self._need_deck.suit_cards() if card.rank == 7), *COURTS)

    @cached_property
    def ambiguous(self) -> list[tuple[tuple[Face, ...], list[str]]]:
        """Cards that can be read in several ways, with all of them."""
        hands = [self.cards(one) for one in WILDS]
        return [(self.faces(h), [named(r) for r in self.read(h)]) for h in hands]

    @cached_property
    def no_combinations(self) -> list[Example]:
        """Cards that look like a combination, and why they are none."""
        hands = [self.cards(one) for one in NO_COMBINATIONS]
        return [Example(self.faces(h), self.short_of(h)[0], good=False) for h in hands]

    @cached_property
    def duels(self) -> list[Example]:
        """Who beats whom, and why."""
        found: list[Example] = []
        for play, table in DUELS:
            mine, theirs = self.cards(play), self.cards(table)
            verdict = beats(self.read(mine), self.read(theirs))
            text = card_words.why(verdict)
            found.append(Example(self.faces(mine), text, self.faces(theirs), verdict.beats))
        return found

    # Numbers

    @cached_property
    def card_points(self) -> list[tuple[str, int, int]]:
        """Ranks that are worth the same, the points of each card, and how many there are."""
        worth = self.game.card_points
        ranks = [rank_name(rank) for rank in range(LOWEST, self._need_deck.top + 1)]
        ranks.sort(key=lambda rank: (rank not in worth, worth.get(rank, 0)))
        rows = groupby(ranks, key=lambda rank: worth.get(rank, 0))
        return [self._same_points(points, [*same]) for points, same in rows]

    def _same_points(self, points: int, ranks: list[str]) -> tuple[str, int, int]:
        return " ".join(ranks), points, sum(self.game.cards_of(rank) for rank in ranks)

    @cached_property
    def pays(self) -> list[tuple[int, list[int]]]:
        """For each amount, if one alone bets it: to the bettor's side when made; when missed, to
        the side of the first out, and to the side after that one."""
        return [(amount, self._pays(amount)) for amount in self.calculator.amounts]

    def _pays(self, amount: int) -> list[int]:
        first, *others = Calculator(self, (amount,)).paid
        return [first[0], *others[0][1:]]

    @cached_property
    def calculator(self) -> Calculator:
        texts = self.asked.get("bets", "").split(",")
        return Calculator(self, tuple(int(t) if t.isdecimal() and len(t) < 6 else 0 for t in texts))

    @cached_property
    def euchre(self) -> Trumps:
        """The order of the cards under the trump that was tapped."""
        return Trumps(self.game, self.rules, self.asked.get("trump", ""), self.trumps)


# Bets


@dataclass(frozen=True)
class Calculator:
    """What bets would pay: `bets` by seat in points, 0 for none; in an auction the Shepherd's."""

    page: RulesPage
    bets: tuple[int, ...]

    @cached_property
    def amounts(self) -> tuple[int, ...]:
        auction = self.page.situation.auction
        if auction is None:
            return self.page.rules.bets
        return tuple(choice.bid for choice in auction.choices if choice.bid)

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The bet of every seat, as far as it is on offer."""
        seats = range(self.page.game.seats)
        bets = [self.bets[seat] if seat < len(self.bets) else 0 for seat in seats]
        return tuple(bet if bet in self.amounts else 0 for bet in bets)

    @cached_property
    def _review(self) -> tuple[Any, tuple[Problem, ...]]:
        game = self.page.game
        made = sorted((amount, seat) for seat, amount in enumerate(self.chosen) if amount)
        if not self.page.auction:
            bets = [{"seat": seat, "amount": amount} for amount, seat in made]
            return game.review({"bets": bets}, self.page.rules)
        if not made:
            return game.review({}, self.page.rules)
        bid, shepherd = made[-1]
        order = [(shepherd + i) % game.seats for i in range(game.seats)]
        calls = [{"seat": seat, "bid": bid if seat == shepherd else 0} for seat in order]
        return game.review({"auction": calls}, self.page.rules)

    @cached_property
    def paid(self) -> tuple[tuple[int, ...], ...]:
        """For each seat that could be first out, the points of every side."""
        return self.page.game.what_if(self._review[0], self.page.rules)

    @property
    def taken_over(self) -> list[str]:
        """Whose bet no longer counts, because the partner's larger one took it over."""
        page, facts = self.page, self._review[0]
        rows = page.game.situation(facts, page.rules, page.level).bets
        return [page.names[row.seat] for row in rows if row.taken_over]

    @property
    def problems(self) -> list[str]:
        at = ("/bets/", "/auction/")
        found = (problem for problem in self._review[1] if problem.at.startswith(at))
        return [words.problem(problem, self.page.names) for problem in found]

    def choices(self, seat: int) -> list[Choice]:
        """What a seat may bet, no bet first."""
        return [
            Choice(
                pgettext("bet", "no") if not amount else format_number(amount),
                self.page.query(bets=",".join(map(str, self._with(seat, amount)))),
                self.chosen[seat] == amount,
            )
            for amount in (0, *self.amounts)
        ]

    def _with(self, seat: int, amount: int) -> list[int]:
        bets = [0] * len(self.chosen) if self.page.auction else [*self.chosen]
        bets[seat] = amount
        return bets
