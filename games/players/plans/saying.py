"""What is said of plans: what is strong or weak, what a turn plans and gives up, and what other
turns give.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from ...core import SWAP, Move, Position, Sentence, State, _
from ..claims.base import Turn
from . import worthy
from .base import Fitted

MOST = 150  # first decisions of other turns that a turn is compared with
DRAWN = 200  # other turns that are drawn where a turn has several decisions
OTHERS = 4  # other turns looked at as candidates
CANDIDATES = 2

_PLAN = _(
    "{plan} ({counted}: you {mine}, your opponent {theirs}; better than after {beaten} of "
    "{others} other turns)"
)
_BEST = _(
    "{plan} ({counted}: you {mine}, your opponent {theirs}; better than after any other turn)"
)
_GIVES_UP = _(
    "for that it gives up something ({counted}: you {mine}, your opponent {theirs}; better "
    "after "
    "{beaten} of {others} "
    "other turns)"
)
_WORST = _(
    "for that it gives up something ({counted}: you {mine}, your opponent {theirs}; better "
    "after "
    "every other turn)"
)
_THAN = _(
    "{plan} ({counted}: you {mine}, your opponent {theirs}; after the turn played {was} and "
    "{against})"
)
_OTHER = _("also worth a try: {moves} – better for you in “{gives}”, worse in “{costs}”")
_EVEN = _(
    "an even start: after {beaten} of {others} other starts one side is further ahead by this "
    "measure"
)
_STRONG = _("strong here: {counted} (you {mine}, your opponent {theirs})")
_WEAK = _("weak here: {counted} (you {mine}, your opponent {theirs})")


class Other(NamedTuple):
    """Another turn that could have been made, where it leads, and how often it was drawn."""

    moves: tuple[Move, ...]
    position: Position
    drawn: int


class Others(NamedTuple):
    """Other turns that do not end the match: all of them, or a sample."""

    turns: list[Other]
    complete: bool

    def most(self, flags: Sequence[bool]) -> bool:
        """Whether three in five turns have a flag; of a sample a standard error more, also as often
        as drawn.
        """
        drawn = [turn.drawn for turn in self.turns]
        counted = (sum(flags), len(flags)), (sum(compress(drawn, flags)), sum(drawn))
        return all(
            number >= 0.6 * of + (0.0 if self.complete else 0.5 * of**0.5) for number, of in counted
        )


def others(turn: Turn) -> Others:
    """Other turns from where a turn starts; a sample is always the same, and each first decision
    counts alike in it.
    """
    before = turn.before.position()
    rng = random.Random(0)
    codes = before.codes()
    complete = len(codes) <= MOST
    codes = rng.sample(codes, min(MOST, len(codes)))
    turns: dict[tuple[Move, ...], Other] = {}
    n = 0
    number = len(codes)
    while n < number:
        position = before.copy()
        code = codes[n % len(codes)]
        moves = []
        while position.reason is None and position.to_move == turn.seat:
            moves.append(position.move(code))
            position.play(code)
            if position.reason is None and position.to_move == turn.seat:
                code = position.random_code(rng.random)
        if len(moves) > 1:
            number = DRAWN
            complete = False
        if position.reason is None and (made := tuple(moves)) != turn.moves:
            turns[made] = Other(made, position, turns[made].drawn + 1 if made in turns else 1)
        n += 1
    return Others(list(turns.values()), complete)


class Comparison:
    """A turn that does not end the match beside ``others``, by the plans that are worth something.

    ``leads`` are those of the others by plan, where they are known from a comparison with another
    turn.
    """

    def __init__(self, turn: Turn, beside: Others, leads: list[list[int]] | None = None) -> None:
        self.turn = turn
        self.fitted = worthy(turn.before.game, turn.before.options)
        self._position = turn.after.position()
        self._others = beside
        self._mine = [self._lead(fitted, self._position) for fitted in self.fitted]
        self.leads = leads or [
            [self._lead(fitted, other.position) for other in beside.turns] for fitted in self.fitted
        ]
        self._useless = turn.after.to_move is None or not beside.turns or not self.fitted

    def _lead(self, fitted: Fitted, position: Position) -> int:
        return fitted.plan.lead(position, self.turn.seat)

    def sentences(self) -> Iterator[Sentence]:
        """The plan of the turn, what it gives up for it; or that it is an even start where it can
        be taken over.
        """
        if self._useless:
            return
        if SWAP in self.turn.after.legal_moves():
            yield from self._even()
            return
        middle = len(self._others.turns) // 2
        best: tuple[float, int, int] | None = None
        worst: tuple[float, int, int] | None = None
        for k, (fitted, mine, leads) in enumerate(
            zip(self.fitted, self._mine, self.leads, strict=True)
        ):
            ahead = fitted.worth * (mine - sorted(leads)[middle])
            below = [lead < mine for lead in leads]
            above = [lead > mine for lead in leads]
            if self._others.most(below) and (best is None or ahead > best[0]):
                best = ahead, k, sum(below)
            if self._others.most(above) and (worst is None or ahead < worst[0]):
                worst = ahead, k, sum(above)
        if best is not None:
            yield self._compared(_PLAN, _BEST, *best[1:])
            if worst is not None:
                yield self._compared(_GIVES_UP, _WORST, *worst[1:])

    def _even(self) -> Iterator[Sentence]:
        totals = [abs(self._worth(leads)) for leads in zip(*self.leads, strict=True)]
        beaten = [total > abs(self._worth(self._mine)) for total in totals]
        if self._others.most(beaten):
            yield Sentence(_EVEN, beaten=sum(beaten), others=len(totals))

    def _worth(self, leads: Sequence[int]) -> float:
        return sum(fitted.worth * lead for fitted, lead in zip(self.fitted, leads, strict=True))

    def _compared(self, template: str, of_all: str, k: int, beaten: int) -> Sentence:
        every = self._others.complete and beaten + 1 == len(self.turn.before.legal_moves())
        return self._figures(
            of_all if every else template, k, beaten=beaten, others=len(self._others.turns)
        )

    def _figures(self, template: str, k: int, **more: object) -> Sentence:
        return _figures(template, self.fitted[k], self._position, self.turn.seat, **more)

    def than(self, played: State) -> Iterator[Sentence]:
        """In what the turn is better than the one that led to ``played``, and than at least half of
        the others.
        """
        if self._useless:
            return
        position = played.position()
        seat = self.turn.seat
        best = (0.0, 0)
        for k, (fitted, mine, leads) in enumerate(
            zip(self.fitted, self._mine, self.leads, strict=True)
        ):
            if 2 * sum(lead < mine for lead in leads) >= len(leads):
                best = max(best, (fitted.worth * (mine - self._lead(fitted, position)), k))
        if best[0] > 0:
            plan = self.fitted[best[1]].plan
            was, against = (plan.measure(position, who) for who in (seat, 1 - seat))
            yield self._figures(_THAN, best[1], was=was, against=against)

    def candidates(self) -> Iterator[tuple[Other, Sentence]]:
        """Other turns, best first by what was measured, that give more in something and less in
        something else.
        """
        if self._useless:
            return
        ranked = sorted(
            (
                (self._worth(leads), n, leads)
                for n, leads in enumerate(zip(*self.leads, strict=True))
            ),
            reverse=True,
        )
        for _worth, n, leads in ranked[:OTHERS]:
            gains = [
                (fitted.worth * (lead - mine), k)
                for k, (fitted, lead, mine) in enumerate(
                    zip(self.fitted, leads, self._mine, strict=True)
                )
            ]
            (more, gives), (less, costs) = max(gains), min(gains)
            if more > 0 > less:
                names = {"gives": gives, "costs": costs}
                counted = {name: Sentence(self.fitted[k].plan.counted) for name, k in names.items()}
                moves = " ".join(map(str, self._others.turns[n].moves))
                yield self._others.turns[n], Sentence(_OTHER, moves=moves, **counted)


def standing(state: State) -> tuple[Sentence, ...]:
    """What is strong and what is weak for the seat to move in a state, by at least half of what is
    usual.
    """
    position = state.position()
    seat = state.to_move or 0
    leads = [
        (fitted, fitted.plan.lead(position, seat)) for fitted in worthy(state.game, state.options)
    ]
    clear = [
        (fitted.worth * lead, n)
        for n, (fitted, lead) in enumerate(leads)
        if 2 * abs(lead) >= fitted.spread
    ]
    if not clear:
        return ()
    return tuple(
        _figures(template, leads[n][0], position, seat)
        for template, (worth, n), sign in ((_STRONG, max(clear), 1), (_WEAK, min(clear), -1))
        if worth * sign > 0
    )


def _figures(
    template: str, fitted: Fitted, position: Position, seat: int, **more: object
) -> Sentence:
    plan = fitted.plan
    mine, theirs = (plan.measure(position, who) for who in (seat, 1 - seat))
    return Sentence(
        template,
        plan=Sentence(plan.text),
        counted=Sentence(plan.counted),
        mine=mine,
        theirs=theirs,
        **more,
    )
