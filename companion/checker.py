"""What the combination checker shows: finished values, worked out by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext

from companion import card_words, rule_words
from companion.faces import Face
from companion.lookup import RulesPage, named, sorted_cards
from engine.cards import COURTS, HIGHEST, LOWEST, Card, Deck, parse_cards
from engine.combinations import Reading, Verdict, beats, least_beating
from engine.problems import Problem
from engine.trick import Laid, Trick

MOST_CARDS = 60


@dataclass(frozen=True)
class Key:
    """A card of the grid: how it is drawn, how often it is chosen, the query that taps it."""

    id: str
    face: Face
    count: int
    query: str


@dataclass(frozen=True)
class Check:
    """A question to the checker: cards, what lies on the table, and which of the two a tap fills.

    `wrong` is what in the link could not be read.
    """

    page: RulesPage
    cards: tuple[Card, ...]
    table: tuple[Card, ...]
    to_table: bool
    wrong: tuple[Problem, ...] = ()

    def query(
        self, cards: Sequence[Card], table: Sequence[Card], to_table: bool | None = None
    ) -> str:
        """The link that asks about these cards."""
        to = self.to_table if to_table is None else to_table
        return self.page.query(
            cards=",".join(map(str, sorted_cards(cards))),
            table=",".join(map(str, sorted_cards(table))),
            to="table" if to else "",
        )

    # The grid

    @cached_property
    def courts(self) -> list[Key]:
        return [self._key(court) for court in COURTS]

    @cached_property
    def ranks(self) -> list[list[Key]]:
        """A row of keys for each rank, a column for each suit."""
        suits = self.page.deck.suits if self.page.deck else ()
        ranks = range(LOWEST, HIGHEST + 1)
        return [[self._key(Card(rank, suit)) for suit in suits] for rank in ranks]

    def _key(self, card: Card) -> Key:
        chosen = self.table if self.to_table else self.cards
        tapped = self._tapped(chosen, card)
        query = self.query(self.cards, tapped) if self.to_table else self.query(tapped, self.table)
        return Key(f"key-{card}", self.page.face(card), chosen.count(card), query)

    def _tapped(self, chosen: Sequence[Card], card: Card) -> list[Card]:
        """One more of this card; none of it when a player cannot hold more."""
        held = self.page.deck.held(card) if self.page.deck else 0
        if chosen.count(card) < held:
            return [*chosen, card]
        return [one for one in chosen if one != card]

    @property
    def rows(self) -> list[tuple[str, tuple[Face, ...], str, bool]]:
        """What a tap can fill: its name, its cards, the link that chooses it, whether it does."""
        return [
            (
                gettext("On the table"),
                self.page.faces(self.table),
                self.query(self.cards, self.table, True),
                self.to_table,
            ),
            (
                gettext("Yours"),
                self.page.faces(self.cards),
                self.query(self.cards, self.table, False),
                not self.to_table,
            ),
        ]

    @property
    def clear(self) -> str:
        return self.page.query()

    @property
    def put_down(self) -> str | None:
        """The link that makes the cards those on the table, if they can be."""
        return self.query((), self.cards, False) if self._mine else None

    # The answer

    @cached_property
    def _mine(self) -> tuple[Reading, ...]:
        return self.page.read(self.cards)

    @cached_property
    def _theirs(self) -> tuple[Reading, ...]:
        return self.page.read(self.table)

    @cached_property
    def _verdict(self) -> Verdict:
        return beats(self._mine, self._theirs)

    @property
    def beats(self) -> bool | None:
        """Whether the cards beat the table; None unless both are combinations."""
        return self._verdict.beats if self._mine and self._theirs else None

    @cached_property
    def answer(self) -> tuple[str, list[str]]:
        """The answer in a word or two, and the sentences that explain it."""
        if not self.cards and not self.table:
            return gettext("Tap cards."), [gettext("See what they are and what they beat.")]
        if self.table and not self._theirs:
            return gettext("No combination on the table."), self.page.short_of(self.table)
        if self.cards and not self._mine:
            return gettext("No combination."), self.page.short_of(self.cards)
        if self.beats is None:
            return "", [self._listed(self.standing)]
        head = gettext("Yes, it beats that.") if self.beats else gettext("No, it does not.")
        return head, [card_words.why(self._verdict)]

    def _listed(self, found: Sequence[Reading]) -> str:
        names = [card_words.reading(one) for one in found]
        return card_words.sentence(card_words.either(names)) + "."

    @cached_property
    def mine(self) -> list[tuple[str, bool]]:
        """Every reading of the cards, and whether it beats the table."""
        return [(named(one), any(one.beats(t) for t in self._theirs)) for one in self._mine]

    @cached_property
    def theirs(self) -> list[str]:
        return [named(one) for one in self._theirs]

    @cached_property
    def standing(self) -> tuple[Reading, ...]:
        """The readings that stand after this play: of the cards if they may be played, else of
        the table."""
        if not self._theirs:
            return self._mine
        above = tuple(r for r in self._mine if any(r.beats(t) for t in self._theirs))
        return above or self._theirs

    @property
    def mine_stands(self) -> bool:
        return self.standing != self._theirs

    @cached_property
    def beaten_by(self) -> list[str]:
        """The least that beats what stands."""
        deck = self.page.deck
        if deck is None:
            return []
        least = least_beating(self.standing, deck, self.page.rules.court_ranks)
        return [card_words.sentence(card_words.higher(one)) for one in least]

    @property
    def captures(self) -> str:
        """Who captures the trick if nobody beats what stands."""
        cards = self.cards if self.mine_stands else self.table
        trick = Trick((Laid(0, cards, self.standing),))
        return rule_words.captures(trick.bombed, self.page.rules, self.page.game)

    @property
    def problems(self) -> list[str]:
        return [card_words.problem(problem, self.page.pack) for problem in self.wrong]


def check(page: RulesPage, deck: Deck) -> Check:
    """The question of a page's query."""
    cards, wrong = parse_cards(_names(page.asked.get("cards", "")), deck)
    table, wrong_table = parse_cards(_names(page.asked.get("table", "")), deck, "/table")
    return Check(
        page,
        sorted_cards(cards),
        sorted_cards(table),
        page.asked.get("to") == "table",
        (*wrong, *wrong_table),
    )


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name][:MOST_CARDS]
