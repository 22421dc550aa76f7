"""A round of Haus Euchre as it is played, from the deal to its facts (rules §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import Final, NamedTuple, TypeAlias

from engine.facts import EuchreFacts
from engine.playing import Claim, Pass, without
from engine.problems import Problem

SEATS: Final = 4
TRICKS: Final = 5
ENOUGH: Final = 3
NO_TRUMP: Final = "none"
SUITS: Final = ("hearts", "diamonds", "clubs", "spades")
TRUMPS: Final = (*SUITS, NO_TRUMP)
JOKER_TRUMP: Final = "spades"
KITTY: Final = 13
_SAME_COLOUR: Final = {
    "hearts": "diamonds",
    "diamonds": "hearts",
    "clubs": "spades",
    "spades": "clubs",
}
_RANK_NAMES: Final = {11: "J", 12: "Q", 13: "K", 14: "A"}
_JACK: Final = 11


class Card(NamedTuple):
    """A card of Haus Euchre: ranks 7 to 14 (the ace) in four suits, or the joker.

    It prints as `7h`, `10s`, `Ac`, `joker`.
    """

    rank: int
    suit: str

    def __str__(self) -> str:
        name = _RANK_NAMES.get(self.rank) or str(self.rank)
        return name + self.suit[0] if self.suit else "joker"


Cards: TypeAlias = tuple[Card, ...]
JOKER: Final = Card(0, "")
DECK: Final = (*(Card(rank, suit) for suit in SUITS for rank in range(7, 15)), JOKER)


def suit_of(card: Card, trump: str | None) -> str:
    """The suit a card belongs to: joker and left jack to the trumps; "" for a joker without."""
    left = card.rank == _JACK and _SAME_COLOUR[card.suit] == trump
    return trump if trump in SUITS and (left or card == JOKER) else card.suit


def strength(card: Card, led: str, trump: str | None) -> int:
    """How high a card counts in a trick: a trump, else a card of the suit led, else 0."""
    suit = suit_of(card, trump)
    if suit and suit == trump:
        jack = 16 if card.suit == trump else 15
        return 20 + (17 if card == JOKER else jack if card.rank == _JACK else card.rank)
    return card.rank if suit == led else 0


def suit_led(cards: Sequence[Card], trump: str | None) -> str:
    """The suit to follow: that of the first card; after a joker without trumps the next one's
    (our choice), "" while there is none."""
    return next((suit for card in cards if (suit := suit_of(card, trump))), "")


def sitting_out(facts: EuchreFacts) -> int | None:
    """The seat that sits out: the partner of a maker who goes alone."""
    return (facts.maker + 2) % SEATS if facts.alone and facts.maker is not None else None


def first_leader(facts: EuchreFacts) -> int | None:
    """The seat that leads the first trick: left of the dealer, or next if that one sits out."""
    if facts.dealer is None:
        return None
    left = (facts.dealer + 1) % SEATS
    return (left + 1) % SEATS if left == sitting_out(facts) else left


@dataclass(frozen=True, slots=True)
class PickUp:
    """The suit turned up is trump."""

    alone: bool = False


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Another suit is trump, or none."""

    trump: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class PutAway:
    """The card the dealer puts on the kitty for the one picked up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """A card, led or played to a trick."""

    card: Card


Action: TypeAlias = PickUp | NameTrump | PutAway | Lay | Pass


class Stage(StrEnum):
    """What the seat whose turn it is has to do."""

    PICK_UP = "pick_up"
    NAME_TRUMP = "name_trump"
    PUT_AWAY = "put_away"
    TRICK = "trick"
    OVER = "over"


_STAGES_OF: Mapping[type[Action], tuple[Stage, ...]] = {
    PickUp: (Stage.PICK_UP,),
    NameTrump: (Stage.NAME_TRUMP,),
    Pass: (Stage.PICK_UP, Stage.NAME_TRUMP),
    PutAway: (Stage.PUT_AWAY,),
    Lay: (Stage.TRICK,),
}


@dataclass(frozen=True, kw_only=True)
class EuchreRound:
    """A round of Haus Euchre being played.

    `known` are the facts without the tricks, `tricks` those taken so far, by team. `turned` is the
    card that was turned up; it lies on the `kitty` until it is picked up. `passed` counts the
    passes of the bidding, `trick` the cards of this trick, `led_by` the seat that leads it.
    `played` are the cards of the tricks before.
    """

    known: EuchreFacts
    dealer: int
    hands: tuple[Cards, ...]
    turned: Card
    kitty: Cards
    passed: int = 0
    led_by: int
    trick: Cards = ()
    played: Cards = ()
    tricks: tuple[int, int] = (0, 0)

    # Where it stands

    @cached_property
    def stage(self) -> Stage:
        """What comes next."""
        if self.known.trump is None:
            return Stage.PICK_UP if self.passed < SEATS else Stage.NAME_TRUMP
        if len(self.kitty) < KITTY:
            return Stage.PUT_AWAY
        return Stage.OVER if sum(self.tricks) == TRICKS else Stage.TRICK

    @property
    def turn(self) -> int | None:
        """The seat that acts next; None when the round is over."""
        match self.stage:
            case Stage.OVER:
                return None
            case Stage.PICK_UP | Stage.NAME_TRUMP:
                return (self.dealer + 1 + self.passed) % SEATS
            case Stage.PUT_AWAY:
                return self.dealer
            case Stage.TRICK:
                return self.players[len(self.trick)]

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats in the order they play to this trick."""
        order = ((self.led_by + i) % SEATS for i in range(SEATS))
        return tuple(seat for seat in order if seat != sitting_out(self.known))

    @property
    def over(self) -> bool:
        """True when five tricks are taken."""
        return self.stage is Stage.OVER

    @property
    def cards(self) -> Cards:
        """All cards of the game, wherever they are, in no order."""
        hands = tuple(card for hand in self.hands for card in hand)
        return (*hands, *self.kitty, *self.trick, *self.played)

    @property
    def facts(self) -> EuchreFacts:
        """What happened so far; the tricks once all five are taken."""
        return replace(self.known, tricks=self.tricks) if self.over else self.known

    @property
    def claims(self) -> tuple[Claim, ...]:
        """That the maker's team takes three tricks, where there is a maker."""
        maker = self.known.maker
        made = maker is not None and self.tricks[maker % 2] >= ENOUGH
        return () if maker is None else (Claim("maker", maker, made),)

    # What may be done

    def legal(self) -> tuple[Action, ...]:
        """Every action that may be done now."""
        return tuple(action for action in self._thinkable() if not self._problems(action))

    def _thinkable(self) -> Iterator[Action]:
        hand = self.hands[self.turn or 0]
        match self.stage:
            case Stage.PICK_UP:
                yield from (Pass(), PickUp(), PickUp(alone=True))
            case Stage.NAME_TRUMP:
                yield Pass()
                yield from (NameTrump(trump, alone) for trump in TRUMPS for alone in (False, True))
            case Stage.PUT_AWAY:
                yield from (PutAway(card) for card in hand)
            case Stage.TRICK:
                yield from (Lay(card) for card in hand)
            case Stage.OVER:
                pass

    def any_action(self, random: Random) -> Action:
        """A legal action at random; in the bidding it passes half the time."""
        if self.stage not in (Stage.PICK_UP, Stage.NAME_TRUMP) or self._stuck:
            return random.choice(self.legal())
        return Pass() if random.random() < 0.5 else random.choice(self.legal())

    @property
    def _stuck(self) -> bool:
        """True when everybody passed twice but the dealer."""
        return self.passed == 2 * SEATS - 1

    def _problems(self, action: Action) -> tuple[Problem, ...]:
        if self.stage not in _STAGES_OF[type(action)]:
            return (Problem("", "not_now", {"stage": self.stage.value}),)
        hand = self.hands[self.turn or 0]
        match action:
            case Pass() if self._stuck:
                return (Problem("", "dealer_may_not_pass"),)
            case NameTrump(trump) if trump not in TRUMPS:
                return (Problem("/trump", "trump_unknown", {"allowed": list(TRUMPS)}),)
            case NameTrump(trump) if trump == self.turned.suit:
                return (Problem("/trump", "suit_turned_down", {"suit": trump}),)
            case PutAway(card) | Lay(card) if card not in hand:
                return (Problem("/card", "not_in_hand"),)
            case Lay(card):
                return self._out_of_suit(card, hand)
            case _:
                return ()

    def _out_of_suit(self, card: Card, hand: Cards) -> tuple[Problem, ...]:
        trump = self.known.trump
        if not self.trick:
            held_back = not suit_of(card, trump) and len(hand) > 1
            return (Problem("/card", "joker_last"),) if held_back else ()
        led = suit_led(self.trick, trump)
        if suit_of(card, trump) != led and any(suit_of(one, trump) == led for one in hand):
            return (Problem("/card", "follow_suit", {"suit": led}),)
        return ()

    # What is done

    def act(self, action: Action) -> tuple[EuchreRound, tuple[Problem, ...]]:
        """The round after the action, or the same round and why it may not be done.

        Codes: `not_now` {stage}, `dealer_may_not_pass`, `trump_unknown` {allowed},
        `suit_turned_down` {suit}, `not_in_hand`, `follow_suit` {suit}, `joker_last` (at no-trump
        the joker may be led only as a last card).
        """
        problems = self._problems(action)
        return (self, problems) if problems else (self._done(action), ())

    def _done(self, action: Action) -> EuchreRound:
        match action:
            case Pass():
                return replace(self, passed=self.passed + 1)
            case PickUp(alone):
                dealer = (*self.hands[self.dealer], self.turned)
                hands = self._with_hand(self.dealer, dealer)
                picked_up = replace(self, hands=hands, kitty=self.kitty[1:])
                return picked_up._made(self.turned.suit, alone, self.turn)
            case NameTrump(trump, alone):
                return self._made(trump, alone, self.turn)
            case PutAway(card):
                hand = without(self.hands[self.dealer], (card,)) or ()
                hands = self._with_hand(self.dealer, hand)
                return replace(self, hands=hands, kitty=(card, *self.kitty))
            case Lay(card):
                return self._laid(card)

    def _with_hand(self, seat: int, hand: Cards) -> tuple[Cards, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _made(self, trump: str, alone: bool, maker: int | None) -> EuchreRound:
        known = replace(self.known, maker=maker, trump=trump, alone=alone)
        leader = first_leader(known)
        return replace(self, known=known, led_by=self.led_by if leader is None else leader)

    def _laid(self, card: Card) -> EuchreRound:
        seat = self.players[len(self.trick)]
        hand = without(self.hands[seat], (card,)) or ()
        trick = (*self.trick, card)
        laid = replace(self, hands=self._with_hand(seat, hand), trick=trick)
        if len(trick) < len(self.players):
            return laid
        led, trump = suit_led(trick, self.known.trump), self.known.trump
        best = max(range(len(trick)), key=lambda i: strength(trick[i], led, trump))
        winner = self.players[best]
        first, second = self.tricks
        tricks = (first + 1, second) if winner % 2 == 0 else (first, second + 1)
        return replace(laid, trick=(), played=(*self.played, *trick), led_by=winner, tricks=tricks)


def deal(dealer: int, random: Random) -> EuchreRound:
    """A round with five cards dealt to each seat and the next one turned up.

    If that is the joker, spades are trump and nobody bids.
    """
    cards = random.sample(DECK, len(DECK))
    ends = [seat * TRICKS for seat in range(SEATS + 1)]
    kitty = tuple(cards[ends[-1] :])
    joker_up = kitty[0] == JOKER
    trump = JOKER_TRUMP if joker_up else None
    known = EuchreFacts(dealer, None, trump, False, None, joker_up)
    return EuchreRound(
        known=known,
        dealer=dealer,
        hands=tuple(tuple(cards[end : end + TRICKS]) for end in ends[:-1]),
        turned=kitty[0],
        kitty=kitty,
        led_by=(dealer + 1) % SEATS,
    )
