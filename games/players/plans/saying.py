"""What is said of plans: what is strong or weak, and what a turn plans and gives up."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from ...core import SWAP, Move, Position, Sentence, State, _
from ..claims.base import Turn
from . import measured_plans
from .base import MeasuredPlan, Plan

MOST = 150  # first decisions of other turns that a turn is compared with
DRAWN = 200  # other turns that are drawn where a turn has several decisions
TRIED = 4  # other turns looked at as candidates
CANDIDATES = 2

_PLAN = _(
    "{plan} ({counted}: you {mine}, your opponent {theirs}; better than after {beaten} of {others} "
    "other turns)"
)
_BEST = _(
    "{plan} ({counted}: you {mine}, your opponent {theirs}; better than after any other turn)"
)
_GIVES_UP = _(
    "for that it gives up something ({counted}: you {mine}, your opponent {theirs}; better after "
    "{beaten} of {others} other turns)"
)
_WORST = _(
    "for that it gives up something ({counted}: you {mine}, your opponent {theirs}; better after "
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


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another turn that could have been made, where it leads, and how often it was drawn."""

    moves: tuple[Move, ...]
    position: Position
    frequency: int


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Other turns that do not end the match: all of them, or a sample."""

    turns: list[Alternative]
    complete: bool

    def most(self, flags: Sequence[bool]) -> bool:
        """Whether three in five turns have a flag.

        Of a sample a standard error more, also as often as they were drawn.
        """
        frequencies = [turn.frequency for turn in self.turns]
        if not self._are_most(sum(flags), len(flags)):
            return False
        return self._are_most(sum(compress(frequencies, flags)), sum(frequencies))

    def _are_most(self, number: int, total: int) -> bool:
        minimum = 0.6 * total
        if not self.complete:
            minimum += 0.5 * total**0.5
        return number >= minimum


def alternatives(turn: Turn) -> Alternatives:
    """Other turns from where a turn starts.

    A sample is always the same, and each first decision counts alike in it.
    """
    start = turn.before.position()
    rng = random.Random(0)
    codes = start.codes()
    complete = len(codes) <= MOST
    codes = rng.sample(codes, min(MOST, len(codes)))
    turns: dict[tuple[Move, ...], Alternative] = {}
    count = 0
    tries = len(codes)
    while count < tries:
        position = start.copy()
        moves = _play_turn(position, codes[count % len(codes)], rng)
        if len(moves) > 1:
            tries = DRAWN
            complete = False
        if position.reason is None and moves != turn.moves:
            frequency = turns[moves].frequency + 1 if moves in turns else 1
            turns[moves] = Alternative(moves, position, frequency)
        count += 1
    return Alternatives(list(turns.values()), complete)


def _play_turn(position: Position, code: int, rng: random.Random) -> tuple[Move, ...]:
    """Play a turn on a position that begins with a decision and goes on at random."""
    seat = position.to_move
    moves = []
    while True:
        moves.append(position.move(code))
        position.play(code)
        if position.reason is not None or position.to_move != seat:
            return tuple(moves)
        code = position.random_code(rng.random)


@dataclass(frozen=True, slots=True)
class PlanLead:
    """What a turn gives by one plan, beside other turns.

    :param ahead: The worth of what it gives more than the middle one of the others.
    :param number: The plan's place among the measured ones.
    :param beaten: How many of the others give less; more, if it is a plan that is given up.
    """

    ahead: float
    number: int
    beaten: int


class Comparison:
    """A turn that does not end the match beside others, by the plans that are worth something.

    :param leads: Those of the others by plan, where they are known from a comparison with another
        turn.
    """

    def __init__(
        self, turn: Turn, others: Alternatives, leads: list[list[int]] | None = None
    ) -> None:
        self.turn = turn
        self.plans = measured_plans(turn.before.game, turn.before.options)
        self._position = turn.after.position()
        self._others = others
        self._mine = self._leads(self._position)
        if leads is None:
            leads = [self._other_leads(measured.plan) for measured in self.plans]
        self.leads = leads
        self._useless = turn.after.to_move is None or not others.turns or not self.plans

    def _other_leads(self, plan: Plan) -> list[int]:
        """By how much the seat is ahead by a plan after each of the other turns."""
        return [plan.lead(other.position, self.turn.seat) for other in self._others.turns]

    def _leads(self, position: Position) -> list[int]:
        """By how much the seat is ahead in a position, by plan."""
        return [measured.plan.lead(position, self.turn.seat) for measured in self.plans]

    def sentences(self) -> Iterator[Sentence]:
        """The plan of the turn, and what it gives up for it.

        Where the start can be taken over: that it is an even one.
        """
        if self._useless:
            return
        if SWAP in self.turn.after.legal_moves():
            yield from self._even()
            return
        best = self._best()
        if best is None:
            return
        yield self._compared(_PLAN, _BEST, best)
        worst = self._worst()
        if worst is not None:
            yield self._compared(_GIVES_UP, _WORST, worst)

    def _best(self) -> PlanLead | None:
        """What the turn gives more of than most other turns, of several plans the best."""
        best: PlanLead | None = None
        for number, (mine, leads) in enumerate(zip(self._mine, self.leads, strict=True)):
            flags = [lead < mine for lead in leads]
            ahead = self._ahead(number)
            if self._others.most(flags) and (best is None or ahead > best.ahead):
                best = PlanLead(ahead, number, sum(flags))
        return best

    def _worst(self) -> PlanLead | None:
        """What the turn gives less of than most other turns, of several plans the worst."""
        worst: PlanLead | None = None
        for number, (mine, leads) in enumerate(zip(self._mine, self.leads, strict=True)):
            flags = [lead > mine for lead in leads]
            ahead = self._ahead(number)
            if self._others.most(flags) and (worst is None or ahead < worst.ahead):
                worst = PlanLead(ahead, number, sum(flags))
        return worst

    def _ahead(self, number: int) -> float:
        """The worth of what the turn gives more by a plan than the middle one of the others."""
        leads = sorted(self.leads[number])
        middle = leads[len(leads) // 2]
        return self.plans[number].worth * (self._mine[number] - middle)

    def _even(self) -> Iterator[Sentence]:
        own_total = abs(self._worth(self._mine))
        totals = [abs(self._worth(leads)) for leads in zip(*self.leads, strict=True)]
        beaten = [total > own_total for total in totals]
        if self._others.most(beaten):
            yield Sentence(_EVEN, beaten=sum(beaten), others=len(totals))

    def _worth(self, leads: Sequence[int]) -> float:
        return sum(measured.worth * lead for measured, lead in zip(self.plans, leads, strict=True))

    def _compared(self, template: str, template_of_all: str, lead: PlanLead) -> Sentence:
        choices = len(self.turn.before.legal_moves())
        if self._others.complete and lead.beaten + 1 == choices:
            template = template_of_all
        others = len(self._others.turns)
        return self._figures(template, lead.number, beaten=lead.beaten, others=others)

    def _figures(self, template: str, number: int, **more: object) -> Sentence:
        return _figures(template, self.plans[number], self._position, self.turn.seat, **more)

    def than(self, alternative: State) -> Iterator[Sentence]:
        """In what the turn is better than the one that led to ``alternative``.

        It must also be better in that than at least half of the others.
        """
        if self._useless:
            return
        position = alternative.position()
        best_gain = 0.0
        best_number = 0
        for number, lead in enumerate(self._leads(position)):
            mine = self._mine[number]
            leads = self.leads[number]
            gain = self.plans[number].worth * (mine - lead)
            beaten = sum(other < mine for other in leads)
            if 2 * beaten >= len(leads) and (gain, number) > (best_gain, best_number):
                best_gain = gain
                best_number = number
        if best_gain > 0:
            plan = self.plans[best_number].plan
            own_count = plan.measure(position, self.turn.seat)
            other_count = plan.measure(position, 1 - self.turn.seat)
            yield self._figures(_THAN, best_number, was=own_count, against=other_count)

    def candidates(self) -> Iterator[tuple[Alternative, Sentence]]:
        """Other turns that give more in something and less in something else.

        The best first, by what was measured.
        """
        if self._useless:
            return
        all_leads = list(zip(*self.leads, strict=True))
        worths = [(self._worth(leads), index) for index, leads in enumerate(all_leads)]
        worths.sort(reverse=True)
        for _worth, index in worths[:TRIED]:
            other = self._others.turns[index]
            sentence = self._exchange(other, all_leads[index])
            if sentence is not None:
                yield other, sentence

    def _exchange(self, other: Alternative, leads: Sequence[int]) -> Sentence | None:
        """What another turn gives most and what it costs most; None where it does not do both."""
        gains: list[tuple[float, int]] = []
        for number, measured in enumerate(self.plans):
            lead = leads[number] - self._mine[number]
            gains.append((measured.worth * lead, number))
        more, gives = max(gains)
        less, costs = min(gains)
        if more <= 0 or less >= 0:
            return None
        return Sentence(
            _OTHER,
            moves=" ".join(map(str, other.moves)),
            gives=Sentence(self.plans[gives].plan.count_name),
            costs=Sentence(self.plans[costs].plan.count_name),
        )


def standing(state: State) -> tuple[Sentence, ...]:
    """What is strong and what is weak for the seat to move in a state.

    Only what differs by at least half of what is usual.
    """
    position = state.position()
    seat = state.to_move or 0
    plans = measured_plans(state.game, state.options)
    clear: list[tuple[float, int]] = []
    for number, measured in enumerate(plans):
        lead = measured.plan.lead(position, seat)
        if 2 * abs(lead) >= measured.spread:
            clear.append((measured.worth * lead, number))
    if not clear:
        return ()
    sentences = []
    best, strong = max(clear)
    if best > 0:
        sentences.append(_figures(_STRONG, plans[strong], position, seat))
    worst, weak = min(clear)
    if worst < 0:
        sentences.append(_figures(_WEAK, plans[weak], position, seat))
    return tuple(sentences)


def _figures(
    template: str, measured: MeasuredPlan, position: Position, seat: int, **more: object
) -> Sentence:
    """A sentence about a plan, with what each side has of what it counts."""
    plan = measured.plan
    return Sentence(
        template,
        plan=Sentence(plan.text),
        counted=Sentence(plan.count_name),
        mine=plan.measure(position, seat),
        theirs=plan.measure(position, 1 - seat),
        **more,
    )
