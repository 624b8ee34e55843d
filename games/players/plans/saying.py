"""What is said of plans: what is strong or weak, what a turn plans and gives up, and what other turns give."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core import SWAP, Move, Position, Sentence, State, _
from ..claims.base import Turn
from . import worthy
from .base import Fitted

MOST = 60  # other turns that a turn is compared with
FEWEST = 2  # with fewer it is not compared
OTHERS = 4  # other turns looked at as candidates
CANDIDATES = 2

_PLAN = _("{plan} ({counted}: you {mine}, your opponent {theirs}; better than after {beaten} of {others} other turns)")
_GIVES_UP = _(
    "for that it gives up something ({counted}: you {mine}, your opponent {theirs}; better after {beaten} of {others} "
    "other turns)"
)
_THAN = _("{plan} ({counted}: you {mine}, your opponent {theirs}; after the turn played {was} and {against})")
_OTHER = _("also worth a try: {moves} – more for you in “{gives}”, less in “{costs}”")
_EVEN = _("an even start: after {beaten} of {others} other starts one side is further ahead by this measure")
_STRONG = _("strong here: {counted} (you {mine}, your opponent {theirs})")
_WEAK = _("weak here: {counted} (you {mine}, your opponent {theirs})")


class Other(NamedTuple):
    """Another turn that could have been made, and where it leads."""

    moves: tuple[Move, ...]
    position: Position


def others(turn: Turn, most: int = MOST) -> list[Other]:
    """Other turns from where a turn starts that do not end the match; with many decisions a sample, always the same.

    Each first decision counts alike: where one of them is a turn of its own, there is one turn after each.
    """
    before, rng = turn.before.position(), random.Random(0)
    codes = before.codes()
    codes = rng.sample(codes, min(most, len(codes)))
    turns: dict[tuple[Move, ...], Position] = {}
    for n in range(most):
        position, code = before.copy(), codes[n % len(codes)]
        moves = []
        while position.reason is None and position.to_move == turn.seat:
            moves.append(position.move(code))
            position.play(code)
            if position.reason is None and position.to_move == turn.seat:
                code = position.draw(rng.random)
        if position.reason is None and tuple(moves) != turn.moves:
            turns[tuple(moves)] = position
        if n + 1 == len(codes) and any(len(made) == 1 for made in turns):
            break
    return [Other(*item) for item in turns.items()]


class Comparison:
    """A turn that does not end the match beside ``others``, by the plans that are worth something.

    ``leads`` are those of the others by plan, where they are known from a comparison with another turn.
    """

    def __init__(self, turn: Turn, beside: Sequence[Other], leads: list[list[int]] | None = None) -> None:
        self.turn = turn
        self.fitted = worthy(turn.before.game, turn.before.options)
        self._position, self._others = turn.after.position(), beside
        self._mine = [self._lead(fitted, self._position) for fitted in self.fitted]
        self.leads = leads or [[self._lead(fitted, other.position) for other in beside] for fitted in self.fitted]
        self._useless = turn.after.to_move is None or len(beside) < FEWEST or not self.fitted

    def _lead(self, fitted: Fitted, position: Position) -> int:
        return fitted.plan.lead(position, self.turn.seat)

    def sentences(self) -> Iterator[Sentence]:
        """The plan of the turn, what it gives up for it; or that it is an even start where it can be taken over."""
        if self._useless:
            return
        if SWAP in self.turn.after.legal_moves():
            yield from self._even()
            return
        number = len(self._others)
        best: tuple[float, int, int] | None = None
        worst: tuple[float, int, int] | None = None
        for k, (fitted, mine, leads) in enumerate(zip(self.fitted, self._mine, self.leads, strict=True)):
            ahead = fitted.worth * (mine - sorted(leads)[number // 2])
            below, above = sum(lead < mine for lead in leads), sum(lead > mine for lead in leads)
            if 5 * below >= 3 * number and (best is None or ahead > best[0]):
                best = ahead, k, below
            if 5 * above >= 3 * number and (worst is None or ahead < worst[0]):
                worst = ahead, k, above
        if best is not None:
            yield self._figures(_PLAN, best[1], beaten=best[2], others=number)
            if worst is not None:
                yield self._figures(_GIVES_UP, worst[1], beaten=worst[2], others=number)

    def _even(self) -> Iterator[Sentence]:
        totals = [abs(self._worth([leads[n] for leads in self.leads])) for n in range(len(self._others))]
        beaten = sum(total > abs(self._worth(self._mine)) for total in totals)
        if 5 * beaten >= 3 * len(totals):
            yield Sentence(_EVEN, beaten=beaten, others=len(totals))

    def _worth(self, leads: Sequence[int]) -> float:
        return sum(fitted.worth * lead for fitted, lead in zip(self.fitted, leads, strict=True))

    def _figures(self, template: str, k: int, **more: object) -> Sentence:
        return _figures(template, self.fitted[k], self._position, self.turn.seat, **more)

    def than(self, played: State) -> Iterator[Sentence]:
        """In what the turn is better than the one that led to ``played``, and than at least half of the others."""
        if self._useless:
            return
        position, seat, best = played.position(), self.turn.seat, (0.0, 0)
        for k, (fitted, mine, leads) in enumerate(zip(self.fitted, self._mine, self.leads, strict=True)):
            if 2 * sum(lead < mine for lead in leads) >= len(leads):
                best = max(best, (fitted.worth * (mine - self._lead(fitted, position)), k))
        if best[0] > 0:
            plan = self.fitted[best[1]].plan
            was, against = (plan.measure(position, who) for who in (seat, 1 - seat))
            yield self._figures(_THAN, best[1], was=was, against=against)

    def candidates(self) -> Iterator[tuple[Other, Sentence]]:
        """Other turns, best first by what was measured, that give more in something and less in something else."""
        if self._useless:
            return
        ranked = sorted(
            ((self._worth(leads), n, leads) for n, leads in enumerate(zip(*self.leads, strict=True))), reverse=True
        )
        for _worth, n, leads in ranked[:OTHERS]:
            gains = [
                (fitted.worth * (lead - mine), k)
                for k, (fitted, lead, mine) in enumerate(zip(self.fitted, leads, self._mine, strict=True))
            ]
            (more, gives), (less, costs) = max(gains), min(gains)
            if more > 0 > less:
                names = {"gives": gives, "costs": costs}
                counted = {name: Sentence(self.fitted[k].plan.counted) for name, k in names.items()}
                moves = " ".join(map(str, self._others[n].moves))
                yield self._others[n], Sentence(_OTHER, moves=moves, **counted)


def standing(state: State) -> tuple[Sentence, ...]:
    """What is strong and what is weak for the seat to move in a state, by at least half of what is usual."""
    position, seat = state.position(), state.to_move or 0
    leads = [(fitted, fitted.plan.lead(position, seat)) for fitted in worthy(state.game, state.options)]
    clear = [(fitted.worth * lead, n) for n, (fitted, lead) in enumerate(leads) if 2 * abs(lead) >= fitted.spread]
    if not clear:
        return ()
    return tuple(
        _figures(template, leads[n][0], position, seat)
        for template, (worth, n), sign in ((_STRONG, max(clear), 1), (_WEAK, min(clear), -1))
        if worth * sign > 0
    )


def _figures(template: str, fitted: Fitted, position: Position, seat: int, **more: object) -> Sentence:
    plan = fitted.plan
    mine, theirs = (plan.measure(position, who) for who in (seat, 1 - seat))
    return Sentence(
        template, plan=Sentence(plan.text), counted=Sentence(plan.counted), mine=mine, theirs=theirs, **more
    )
