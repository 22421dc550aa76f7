"""A round of the Haggis family as it is played, from the deal to its facts (rules §3, §4).

The round is an immutable state, and an action gives the next one. What the scoring knows is asked
there: bets and calls are judged by the check that judges recorded ones, plays by
`engine.combinations`, the end of a round by the game. So a round that is over has facts that can
be recorded as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from engine.auction import Auction
from engine.cards import COURTS, Card, rank_name
from engine.combinations import Reading, beats, readings
from engine.facts import Bet, Call, Captured, Counts, HaggisFacts, Out
from engine.game import unknown_seat
from engine.missing import missing
from engine.options import Rules
from engine.playing import Claim, Pass, without
from engine.plays import legal_plays
from engine.problems import Problem
from engine.trick import NO_CARDS, Laid, Trick, next_of

if TYPE_CHECKING:
    from engine.haggis import Haggis

Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The Shepherd's cards for the haggis, as many as were taken from it; no courts."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PassCard:
    """A card for the partner, face down; no court."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """A combination, led or played on the table."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class GiveTrick:
    """The side that captures a bombed trick."""

    side: int


@dataclass(frozen=True, slots=True)
class ChooseLeader:
    """The partner of the bomber's team who leads next."""

    seat: int


Action: TypeAlias = Bet | Call | PutBack | PassCard | Lay | Pass | GiveTrick | ChooseLeader


class Stage(StrEnum):
    """What the seat whose turn it is has to do."""

    AUCTION = "auction"
    PUT_BACK = "put_back"
    PASS_CARDS = "pass_cards"
    TRICK = "trick"
    GIVE_TRICK = "give_trick"
    CHOOSE_LEADER = "choose_leader"
    OVER = "over"


_STAGE_OF: Mapping[type[Action], Stage] = {
    Call: Stage.AUCTION,
    PutBack: Stage.PUT_BACK,
    PassCard: Stage.PASS_CARDS,
    Lay: Stage.TRICK,
    Pass: Stage.TRICK,
    GiveTrick: Stage.GIVE_TRICK,
    ChooseLeader: Stage.CHOOSE_LEADER,
}
# A random player, who must be quick: how often one bets; how often one tries just any cards, as
# many as lie there, instead of looking for plays; among how many cards one looks, to lead and more
# than lie there; of how many plays the largest is taken, for else most would be single cards.
_BETS, _GLANCES, _TO_LEAD, _MORE, _TRIES = 0.1, 0.9, 8, 3, 8


@dataclass(frozen=True, kw_only=True)
class HaggisRound:
    """A round of the Haggis family being played.

    `known` are the facts without the captures, `totals` each side's points before the round.
    `hands` are by seat and hold the courts too, `piles` by side; `haggis` is what lies aside.
    `passed` are the cards given to partners so far, in turn; those of a pass that is not complete
    have not arrived. `at` is the seat whose turn it is in a trick, `leaders` those of whom the
    bomber has to choose one, `begun` the seats that have played a card.
    """

    game: Haggis
    rules: Rules
    totals: tuple[int, ...]
    known: HaggisFacts
    hands: tuple[Cards, ...]
    haggis: Cards
    piles: tuple[Cards, ...]
    at: int
    passed: Cards = ()
    trick: Trick = NO_CARDS
    leaders: tuple[int, ...] = ()
    begun: frozenset[int] = frozenset()

    # Where it stands

    @cached_property
    def stage(self) -> Stage:
        """What comes next."""
        if self.leaders:
            return Stage.CHOOSE_LEADER
        if self._ended:
            return Stage.GIVE_TRICK if self.trick.plays else Stage.OVER
        if self.trick.passed_out(self.with_cards):
            return Stage.GIVE_TRICK
        if self.begun:
            return Stage.TRICK
        if self.auction and not self.auction.over:
            return Stage.AUCTION
        if len(self.haggis) < self.game.haggis:
            return Stage.PUT_BACK
        if len(self.passed) < self.game.passes * self.game.seats:
            return Stage.PASS_CARDS
        return Stage.TRICK

    @property
    def turn(self) -> int | None:
        """The seat that acts next; None when the round is over. A bet waits for no turn."""
        match self.stage:
            case Stage.OVER:
                return None
            case Stage.AUCTION if self.auction:
                return self.auction.turn
            case Stage.PASS_CARDS:
                return (self.at + len(self.passed)) % self.game.seats
            case _:
                return self.at

    @property
    def over(self) -> bool:
        """True when every card is captured."""
        return self.stage is Stage.OVER

    @cached_property
    def auction(self) -> Auction | None:
        """The auction, where the game has one."""
        return self.game.betting.auction(self.known, self.totals)

    @cached_property
    def with_cards(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    @property
    def _ended(self) -> bool:
        return len(self.known.outs) >= self.game.outs_needed(self.known.outs)

    @property
    def cards(self) -> Cards:
        """All cards of the game, wherever they are, in no order."""
        arriving = len(self.passed) % self.game.seats
        passed = self.passed[len(self.passed) - arriving :]
        return (*chain(*self.hands, *self.piles), *self.haggis, *passed, *self.trick.cards)

    # What happened

    @property
    def facts(self) -> HaggisFacts:
        """What happened so far; of a round that is over also what each side captured.

        Where card points count, a pile is given by the ranks that have any.
        """
        if not self.over:
            return self.known
        return replace(self.known, captured=tuple(self._counted(pile) for pile in self.piles))

    def _counted(self, pile: Cards) -> Captured:
        if self.game.counts_cards:
            return len(pile)
        ranks = Counter(rank_name(card.rank) for card in pile)
        return Counts(tuple((rank, ranks[rank]) for rank in self.game.card_points))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Every bet that stands, and the Shepherd's bid: whether its seat was first out."""
        first = self.known.outs[0].seat if self.known.outs else None
        rows = self.game.betting.rows(self.known, self.rules)
        bettors = [row.seat for row in rows if row.amount and not row.taken_over]
        bets = tuple(Claim("bettor", seat, seat == first) for seat in bettors)
        shepherd = self.auction.shepherd if self.auction else None
        return bets if shepherd is None else (Claim("shepherd", shepherd, shepherd == first),)

    # What may be done

    def legal(self) -> tuple[Action, ...]:
        """Every action that may be done now: bets of any seat, and what the turn asks for."""
        return (*self.bets_on_offer(), *self._for_the_turn())

    def bets_on_offer(self) -> tuple[Bet, ...]:
        """Every bet that may be made now, by any seat."""
        if self.known.outs:
            return ()
        seats = (seat for seat in range(self.game.seats) if seat not in self.begun)
        bets = (Bet(seat, amount) for seat in seats for amount in self.rules.bets)
        return tuple(bet for bet in bets if not self._bet_problems(bet))

    def _for_the_turn(self) -> Iterator[Action]:
        match self.stage:
            case Stage.AUCTION if self.auction:
                seat = self.auction.turn or 0
                bids = (choice.bid for choice in self.auction.choices if not choice.refused)
                yield from (Call(seat, bid) for bid in bids)
            case Stage.PUT_BACK:
                yield from (PutBack(some) for some in combinations(self._own, self._taken))
            case Stage.PASS_CARDS:
                hand = self.hands[self.turn or 0]
                yield from (PassCard(card) for card in dict.fromkeys(hand) if card.suit)
            case Stage.TRICK:
                yield from self._plays(self.hands[self.at])
                if self.trick.plays:
                    yield Pass()
            case Stage.GIVE_TRICK:
                yield from (GiveTrick(side) for side in self._captors)
            case Stage.CHOOSE_LEADER:
                yield from (ChooseLeader(seat) for seat in self.leaders)
            case _:
                pass

    @property
    def _own(self) -> Cards:
        """The suit cards of the hand."""
        return tuple(card for card in self.hands[self.at] if card.suit)

    @property
    def _taken(self) -> int:
        """How many cards of the haggis the Shepherd has in hand."""
        return self.game.haggis - len(self.haggis)

    def _plays(self, cards: Sequence[Card]) -> Iterator[Lay]:
        table, court_ranks = self.trick.standing, self.rules.court_ranks
        plays = legal_plays(cards, self.game.deck, table, court_ranks)
        return (Lay(play.cards) for play in plays)

    def any_action(self, random: Random) -> Action:
        """A legal action at random: it bets now and then, and passes often."""
        if random.random() < _BETS:
            bet = Bet(random.randrange(self.game.seats), random.choice(self.rules.bets))
            if not self._bet_problems(bet):
                return bet
        if self.stage is Stage.PUT_BACK:
            return PutBack(tuple(random.sample(self._own, self._taken)))
        if self.stage is not Stage.TRICK:
            return random.choice(tuple(self._for_the_turn()))
        hand, trick = self.hands[self.at], self.trick
        lying = len(trick.plays[-1].cards) if trick.plays else 0
        if lying and random.random() < _GLANCES:
            cards = tuple(random.sample(hand, min(len(hand), lying)))
            return Lay(cards) if self._standing(cards) else Pass()
        look = lying + _MORE if lying else _TO_LEAD
        plays = tuple(self._plays(random.sample(hand, min(len(hand), look))))
        if not plays:
            return Pass()
        return max(random.choices(plays, k=_TRIES), key=lambda play: len(play.cards))

    # What is done

    def act(self, action: Action) -> tuple[HaggisRound, tuple[Problem, ...]]:
        """The round after the action, or the same round and why it may not be done.

        Bets and calls have the problems of the facts (`/bets/0/amount`), plays those of cards
        (`/cards`) and the reasons of `engine.combinations.beats`. Further codes: `not_now` {stage},
        `bet_too_late`, `must_lead`, `not_in_hand`, `court_stays`, `put_back_count` {cards},
        `side_not_allowed` {allowed}, `leader_not_allowed` {allowed}.
        """
        done = self._do(action)
        return (done, ()) if isinstance(done, HaggisRound) else (self, done)

    def _do(self, action: Action) -> HaggisRound | tuple[Problem, ...]:
        stage = self.stage
        if stage is not _STAGE_OF.get(type(action), stage) or stage is Stage.OVER:
            return (Problem("", "not_now", {"stage": stage.value}),)
        match action:
            case Bet():
                return self._bet_problems(action) or replace(self, known=self._with_bet(action))
            case Call():
                return self._call(action)
            case PutBack(cards):
                return self._put_back(cards)
            case PassCard(card):
                return self._pass_card(card)
            case Lay(cards):
                return self._lay(cards)
            case Pass():
                return self._pass()
            case GiveTrick(side):
                return self._give_trick(side)
            case ChooseLeader(seat):
                return self._choose_leader(seat)

    # Before the first trick

    def _with_bet(self, bet: Bet) -> HaggisFacts:
        return replace(self.known, bets=(*self.known.bets, bet))

    def _bet_problems(self, bet: Bet) -> tuple[Problem, ...]:
        """A bet is made before one's own first card, and before anybody is out (our choice)."""
        at = f"/bets/{len(self.known.bets)}"
        if not 0 <= bet.seat < self.game.seats:
            return (unknown_seat(f"{at}/seat", self.game.seats),)
        if self.known.outs or bet.seat in self.begun:
            return (Problem(at, "bet_too_late"),)
        return self._refused(self._with_bet(bet))

    def _refused(self, facts: HaggisFacts) -> tuple[Problem, ...]:
        """What cannot have been said; that an auction goes on is no problem."""
        checked = self.game.betting.check(facts, self.rules, self.totals)
        return tuple(problem for problem in checked if problem.refused)

    def _call(self, call: Call) -> HaggisRound | tuple[Problem, ...]:
        known = replace(self.known, auction=(*self.known.auction, call))
        said = replace(self, known=known)
        auction = said.auction
        if (problems := self._refused(known)) or not auction or auction.shepherd is None:
            return problems or said
        return said._take(auction.shepherd, auction.swaps)

    def _take(self, seat: int, count: int) -> HaggisRound:
        """The Shepherd takes cards from the haggis, then puts as many back, and leads."""
        hands = self._with_hand(seat, self.hands[seat] + self.haggis[:count])
        return replace(self, hands=hands, haggis=self.haggis[count:], at=seat)

    def _with_hand(self, seat: int, hand: Cards) -> tuple[Cards, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _put_back(self, cards: Cards) -> HaggisRound | tuple[Problem, ...]:
        left = without(self.hands[self.at], cards)
        if left is None:
            return (Problem("/cards", "not_in_hand"),)
        if any(not card.suit for card in cards):
            return (Problem("/cards", "court_stays"),)
        if len(cards) != self._taken:
            return (Problem("/cards", "put_back_count", {"cards": self._taken}),)
        return replace(self, hands=self._with_hand(self.at, left), haggis=(*self.haggis, *cards))

    def _pass_card(self, card: Card) -> HaggisRound | tuple[Problem, ...]:
        seats = self.game.seats
        giver = (self.at + len(self.passed)) % seats
        left = without(self.hands[giver], (card,))
        if left is None:
            return (Problem("/card", "not_in_hand"),)
        if not card.suit:
            return (Problem("/card", "court_stays"),)
        hands, passed = self._with_hand(giver, left), (*self.passed, card)
        if len(passed) % seats == 0:  # all are in: everybody takes what the partner gave
            by_seat = {(self.at + i) % seats: card for i, card in enumerate(passed[-seats:])}
            givers = ((seat + self.game.sides) % seats for seat in range(seats))
            hands = tuple((*hand, by_seat[g]) for hand, g in zip(hands, givers, strict=True))
        return replace(self, hands=hands, passed=passed)

    # Tricks

    def _lay(self, cards: Cards) -> HaggisRound | tuple[Problem, ...]:
        left = without(self.hands[self.at], cards)
        if left is None:
            return (Problem("/cards", "not_in_hand"),)
        found = self._standing(cards)
        if not found:
            return self._why_not(cards)
        laid = replace(
            self,
            hands=self._with_hand(self.at, left),
            trick=Trick((*self.trick.plays, Laid(self.at, cards, found))),
            begun=self.begun | {self.at},
            at=self._next,
        )
        if not left:
            laid = laid._out(self.at)
        return laid._won() if laid._ended else laid

    def _standing(self, cards: Cards) -> tuple[Reading, ...]:
        """The readings of the cards that may be played now; none when they may not."""
        found, table = readings(cards, self.game.deck, self.rules.court_ranks), self.trick.standing
        if table is None:
            return found
        return tuple(mine for mine in found if any(mine.beats(theirs) for theirs in table))

    def _why_not(self, cards: Cards) -> tuple[Problem, ...]:
        deck, court_ranks = self.game.deck, self.rules.court_ranks
        verdict = beats(readings(cards, deck, court_ranks), self.trick.standing or ())
        compared = {name: one.to_json() for name, one in verdict.params.items()}
        no_combination = missing(cards, deck, court_ranks)
        return no_combination or (Problem("/cards", verdict.why, compared),)

    def _out(self, seat: int) -> HaggisRound:
        """The seat is out, against the largest hand of its opponents; at a Slam not measured."""
        before, side = self.known.outs, self.game.side
        hands = (len(hand) for s, hand in enumerate(self.hands) if side(s) != side(seat))
        slam = len(before) == 1 and self.game.slam((*before, Out(seat)))
        out = Out(seat, None if slam else max(hands))
        return replace(self, known=replace(self.known, outs=(*before, out)))

    def _pass(self) -> HaggisRound | tuple[Problem, ...]:
        if not self.trick.plays:
            return (Problem("", "must_lead"),)
        trick = Trick(self.trick.plays, self.trick.passes + 1)
        passed = replace(self, trick=trick, at=self._next)
        return passed._won() if trick.passed_out(self.with_cards) else passed

    @property
    def _next(self) -> int:
        """The next seat with cards."""
        return next_of(self.with_cards, self.at + 1, self.game.seats)

    def _won(self) -> HaggisRound:
        """The trick is over: it is captured at once, unless the winner has to say by whom."""
        captor, *others = self._captors
        return replace(self, at=self.trick.winner) if others else self._capture(captor)

    @property
    def _captors(self) -> tuple[int, ...]:
        return self.trick.captors(self.game, self.rules.bombed_trick)

    def _give_trick(self, side: int) -> HaggisRound | tuple[Problem, ...]:
        allowed = self._captors
        if side not in allowed:
            return (Problem("/side", "side_not_allowed", {"allowed": list(allowed)}),)
        return self._capture(side)

    def _capture(self, side: int) -> HaggisRound:
        captured = replace(self, trick=NO_CARDS, piles=self._with_pile(side, self.trick.cards))
        if self._ended:
            return captured._hand_over()
        leaders = self.trick.leaders(self.game, self.rules.bombed_trick, self.with_cards)
        leader, *others = leaders
        if others:
            return replace(captured, leaders=leaders, at=self.trick.winner)
        return replace(captured, at=leader)

    def _with_pile(self, side: int, cards: Cards) -> tuple[Cards, ...]:
        return (*self.piles[:side], self.piles[side] + cards, *self.piles[side + 1 :])

    def _choose_leader(self, seat: int) -> HaggisRound | tuple[Problem, ...]:
        if seat not in self.leaders:
            return (Problem("/seat", "leader_not_allowed", {"allowed": list(self.leaders)}),)
        return replace(self, leaders=(), at=seat)

    def _hand_over(self) -> HaggisRound:
        """The haggis and the hands that are left go where the game says."""
        ended = self
        for handover in self.game.handovers(self.known, self.rules):
            if handover.to is None:
                continue
            side = self.game.side(handover.to)
            if handover.what == "haggis":
                piles = ended._with_pile(side, ended.haggis)
                ended = replace(ended, haggis=(), piles=piles)
            for seat in handover.givers:
                piles = ended._with_pile(side, ended.hands[seat])
                ended = replace(ended, hands=ended._with_hand(seat, ()), piles=piles)
        return ended


def deal(
    game: Haggis, rules: Rules, leader: int, totals: Sequence[int], random: Random
) -> HaggisRound:
    """A round with the cards dealt: to each seat a hand with its courts, the rest the haggis."""
    deck = list(game.deck.suit_cards())
    random.shuffle(deck)
    each = game.hand - len(COURTS)
    ends = [seat * each for seat in range(game.seats + 1)]
    hands = [(*sorted(deck[a:b]), *COURTS) for a, b in pairwise(ends)]
    return HaggisRound(
        game=game,
        rules=rules,
        totals=tuple(totals),
        known=game.begin(leader),
        hands=tuple(hands),
        haggis=tuple(deck[ends[-1] :]),
        piles=((),) * game.sides,
        at=leader,
    )
