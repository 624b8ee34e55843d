"""What is said of plans: what is strong or weak, and what a turn plans, each with its place."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import fmean

from ...core import SWAP, Move, Position, Sentence, State, _
from ..claims.base import JudgedTurn
from . import measured_plans
from .base import CELL, MeasuredPlan, Plan, cells_in
from .places import MOST_CELLS, in_common, targets

MOST = 150  # first decisions of other turns that a turn is compared with
DRAWN = 200  # other turns that are drawn where a turn has several decisions
TRIED = 4  # other turns looked at as candidates
CANDIDATES = 1

GOOD_SHARE = 4  # one in four turns is good where their places are compared
FEWEST_GOOD = 3  # where the better half has as many
OPENING = 6  # turns

_OTHER = _("also worth a try: {moves} – {plan}")
_AIM = _("a good aim here: {aim}; try {cells}")
_OF_DECISION = _("{move}: {plan}")
_GOES_AGAIN = _("{move}: a capture, so it’s your turn again")


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


def alternatives(turn: JudgedTurn) -> Alternatives:
    """Other turns from where a turn starts.

    A sample is always the same, and each first decision counts alike in it.
    """
    every = _turns_from(turn.before)
    others = [other for other in every.turns if other.moves != turn.moves]
    return Alternatives(others, every.complete)


def _turns_from(state: State) -> Alternatives:
    """Turns from a state: all that do not end the match, or a sample."""
    start = state.position()
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
        if position.reason is None:
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
class ToldPlan:
    """A plan that a turn has, by its slug, with what is said of it."""

    slug: str
    sentence: Sentence


class Comparison:
    """A turn that does not end the match beside others, by the plans that are worth something.

    :param leads: Those of the others by plan, where they are known from a comparison with another
        turn.
    """

    def __init__(
        self, turn: JudgedTurn, others: Alternatives, leads: list[list[int]] | None = None
    ) -> None:
        self.turn = turn
        self.plans = measured_plans(turn.before.game, turn.before.options)
        self._start = turn.before.position()
        self._position = turn.after.position()
        self._others = others
        self._mine = self._leads(self._position)
        if leads is None:
            leads = [self._other_leads(entry.plan) for entry in self.plans]
        self.leads = leads
        # A start that is taken over is no plan.
        is_over = turn.after.to_move is None or SWAP in turn.moves
        self._useless = is_over or not others.turns or not self.plans

    def _other_leads(self, plan: Plan) -> list[int]:
        """By how much the seat is ahead by a plan after each of the other turns."""
        return [plan.lead(other.position, self.turn.seat) for other in self._others.turns]

    def _leads(self, position: Position) -> list[int]:
        """By how much the seat is ahead in a position, by plan."""
        return [entry.plan.lead(position, self.turn.seat) for entry in self.plans]

    def sentences(self) -> Iterator[Sentence]:
        """What the turn plans, and where."""
        plan = self.plan()
        if plan is not None:
            yield plan.sentence

    def plan(self) -> ToldPlan | None:
        """The best plan of which the turn gives more than most others, and can show that it does.

        None where the start can be taken over.
        """
        if self._useless or SWAP in self.turn.after.legal_moves():
            return None
        by_gain = [(self._ahead(number), -number) for number in self._better_plans()]
        for _gain, number in sorted(by_gain, reverse=True):
            sentence = self._tell(-number, self._position)
            if sentence is not None:
                return ToldPlan(self.plans[-number].plan.slug, sentence)
        return None

    def _better_plans(self) -> Iterator[int]:
        """The numbers of the plans of which the turn gives more than most other turns."""
        for number, (mine, leads) in enumerate(zip(self._mine, self.leads, strict=True)):
            if self._others.most([lead < mine for lead in leads]):
                yield number

    def whatever(self) -> Iterator[Sentence]:
        """What the turn does for a plan, though others may do as much for it."""
        if self._useless or SWAP in self.turn.after.legal_moves():
            return
        by_gain = [(self._ahead(number), -number) for number in range(len(self.plans))]
        for gain, number in sorted(by_gain, reverse=True):
            sentence = self._tell(-number, self._position)
            if sentence is not None and gain >= 0:
                yield sentence
                return

    def _tell(self, number: int, position: Position) -> Sentence | None:
        """What a turn that led to a position does for a plan, and where."""
        return self.plans[number].plan.tell(self._start, position, self.turn.seat)

    def _ahead(self, number: int) -> float:
        """The worth of what the turn gives more by a plan than the middle one of the others."""
        leads = sorted(self.leads[number])
        middle = leads[len(leads) // 2]
        return self.plans[number].worth * (self._mine[number] - middle)

    def of_decisions(self, told: Collection[Sentence]) -> Iterator[Sentence]:
        """What each decision of a turn of several is for, where what is told does not say it.

        Of two leaps of Veloop only what they achieve together is worth a word.

        :param told: What is said of the turn.
        """
        are_leaps = self.turn.before.game.slug.startswith("veloop")
        if len(self.turn.moves) == 1 or are_leaps or self._useless:
            return
        sentences = list(told)
        for number, move in enumerate(self.turn.moves):
            if move.target in cells_in(sentences) or self._only_refills(number):
                continue
            if self._goes_again(number):
                yield Sentence(_GOES_AGAIN, move=str(move))
                continue
            sentence = next(self._of_decision(number, sentences), None)
            if sentence is not None:
                sentences.append(sentence)
                yield Sentence(_OF_DECISION, move=str(move), plan=sentence)

    def _only_refills(self, number: int) -> bool:
        """Whether a decision puts a piece back on a cell that the turn has left."""
        earlier = self.turn.moves[:number]
        return self.turn.moves[number].target in [move.source for move in earlier]

    def _goes_again(self, number: int) -> bool:
        """Whether a decision captures and thereby gives its seat another turn."""
        state = self.turn.states[number + 1]
        captures = any(event.kind == "captured" for event in state.events)
        return captures and state.game.slug == "snipsnip" and state.to_move == self.turn.seat

    def _of_decision(self, number: int, told: Collection[Sentence]) -> Iterator[Sentence]:
        """What a decision of the turn does for a plan, the most useful first."""
        start = self.turn.states[number].position()
        end = self.turn.states[number + 1].position()
        earlier = self._leads(start)
        gains = []
        for plan_number, lead in enumerate(self._leads(end)):
            gain = self.plans[plan_number].worth * (lead - earlier[plan_number])
            if gain > 0:
                gains.append((gain, -plan_number))
        for _gain, plan_number in sorted(gains, reverse=True):
            tell = self.plans[-plan_number].plan.tell
            sentence = tell(start, end, self.turn.seat)
            # What one decision does another may undo: it has to be so after the turn, too.
            later = tell(start, self._position, self.turn.seat)
            if sentence is None or str(sentence) != str(later):
                continue
            if not _is_repeated(sentence, told, self.turn.moves[number].target):
                yield sentence

    def than(self, alternative: State) -> Iterator[Sentence]:
        """In what the turn is better than the one that led to ``alternative``.

        First in what it is also better in than at least half of the others. Where most others do
        as well, it is what the alternative gave away.
        """
        if self._useless:
            return
        gains: list[tuple[bool, float, int]] = []
        for number, lead in enumerate(self._leads(alternative.position())):
            mine = self._mine[number]
            leads = self.leads[number]
            beaten = sum(other < mine for other in leads)
            if mine > lead:
                is_rare = 2 * beaten >= len(leads)
                gains.append((is_rare, self.plans[number].worth * (mine - lead), number))
        for _is_rare, _gain, number in sorted(gains, reverse=True):
            sentence = self._tell(number, self._position)
            if sentence is not None:
                yield sentence
                return

    def candidates(self) -> Iterator[tuple[Alternative, Sentence]]:
        """Other turns that give more in something and less in something else.

        The best first, by what was measured; of several that give the same only that.
        """
        if self._useless:
            return
        told_plans: set[str] = set()
        all_leads = list(zip(*self.leads, strict=True))
        worths = [(_worth(self.plans, leads), index) for index, leads in enumerate(all_leads)]
        worths.sort(reverse=True)
        for _worth_of_it, index in worths[:TRIED]:
            other = self._others.turns[index]
            is_alike = len(other.moves) > 1 and not set(other.moves).isdisjoint(self.turn.moves)
            sentence = None if is_alike else self._exchange(other, all_leads[index])
            if sentence is None or SWAP in other.moves:
                continue
            plan = str(sentence.values["plan"])
            if plan not in told_plans:
                told_plans.add(plan)
                yield other, sentence

    def _exchange(self, other: Alternative, leads: Sequence[int]) -> Sentence | None:
        """What another turn gives most; None where it gives nothing more, or costs nothing."""
        gains: list[tuple[float, int]] = []
        for number, entry in enumerate(self.plans):
            lead = leads[number] - self._mine[number]
            gains.append((entry.worth * lead, number))
        more, gives = max(gains)
        less, _costs = min(gains)
        if more <= 0 or less >= 0:
            return None
        plan = self._tell(gives, other.position)
        if plan is None:
            return None
        return Sentence(_OTHER, moves=" ".join(map(str, other.moves)), plan=plan)


def _is_repeated(sentence: Sentence, told: Iterable[Sentence], target: str) -> bool:
    """Whether what is told is of some of the same cells, but for the one that is placed on."""
    cells = set(cells_in([sentence])) - {target}
    return not cells.isdisjoint(cells_in(told))


def _worth(plans: Sequence[MeasuredPlan], leads: Sequence[int]) -> float:
    """What it is worth to be so far ahead by each plan."""
    return sum(entry.worth * lead for entry, lead in zip(plans, leads, strict=True))


def standing(
    state: State,
    advised: Sequence[Move] = (),
    told: Collection[str] = (),
    told_plan: str = "",
) -> tuple[Sentence, ...]:
    """What is strong and what is weak for the seat to move in a state, and where.

    In the opening first where the good turns place; later where nothing else is to be said.

    :param advised: The turn that is advised there, if any: only what concerns it is said.
    :param told: The cells that are named as reasons for it.
    :param told_plan: The plan that is told of it, whose aim goes before those of others.
    """
    notices = _notices(state, advised, told)
    if notices and state.turn > OPENING:
        return notices
    common = good_places(state, advised, told_plan)
    return notices if common is None else (common, *notices[-1:])


def _notices(state: State, advised: Sequence[Move], told: Collection[str]) -> tuple[Sentence, ...]:
    """What is strong and what is weak: of what differs by at least half of what is usual."""
    position = state.position()
    seat = state.to_move or 0
    relevance = _Relevance(state, advised, told) if advised else None
    clear: list[tuple[float, Plan]] = []
    for entry in measured_plans(state.game, state.options):
        lead = entry.plan.lead(position, seat)
        if 2 * abs(lead) >= entry.spread:
            clear.append((entry.worth * lead, entry.plan))
    clear.sort(key=lambda item: item[0])
    strong: list[Sentence] = []
    weak: list[Sentence] = []
    for worth, plan in reversed(clear):
        if worth > 0:
            strong += _of_use(plan.strong(position, seat), plan, relevance)
    for worth, plan in clear:
        if worth < 0:
            weak += _of_use(plan.weak(position, seat), plan, relevance, is_weak=True)
    return (*strong[:1], *weak[:1])


def _of_use(
    sentences: Iterable[Sentence],
    plan: Plan,
    relevance: "_Relevance | None",
    *,
    is_weak: bool = False,
) -> Iterator[Sentence]:
    """The first of some sentences about a plan that concerns a turn, if any does."""
    for sentence in sentences:
        if relevance is None or relevance.concerns(sentence, plan, is_weak=is_weak):
            yield sentence
            return


def _held(state: State, seat: int) -> set[str]:
    """The cells on which a piece of a seat lies on top."""
    return {cell for cell, stack in state.pieces().items() if stack[-1] == seat}


class _Relevance:
    """Of what is strong or weak before a turn, what the turn makes use of or mends."""

    def __init__(self, state: State, moves: Sequence[Move], told: Collection[str]) -> None:
        after = state.replay(moves)
        self._after = after.position()
        self._seat = state.to_move or 0
        self._own = _held(state, self._seat)
        self._held_after = _held(after, self._seat)
        self._targets = set(targets(moves))
        self._cells = {*told, *self._targets, *(move.source for move in moves)}

    def concerns(self, sentence: Sentence, plan: Plan, *, is_weak: bool) -> bool:
        """Whether a sentence about a plan concerns the turn; one that names no cell always does."""
        cells = cells_in([sentence])
        if not cells:
            return True
        if is_weak:
            # Of Loop: what must not be filled.
            has_feet = "feet" in sentence.values
            fills = has_feet and not self._targets.isdisjoint(cells_in([sentence]))
            return not fills and self._mends(sentence, cells, plan)
        return not self._cells.isdisjoint(cells) and self._keeps(sentence, plan)

    def _mends(self, sentence: Sentence, cells: Collection[str], plan: Plan) -> bool:
        """Whether what is said to be weak no longer is after the turn, and is what it is told for,
        or is a trap that it keeps out of.
        """
        if plan.warns:
            return self._targets.isdisjoint(cells)
        if self._cells.isdisjoint(cells):
            return False
        if self._own.intersection(cells) - self._held_after:
            return False  # the piece that is spoken of is elsewhere
        later = map(str, plan.weak(self._after, self._seat))
        return str(sentence) not in later

    def _keeps(self, sentence: Sentence, plan: Plan) -> bool:
        """Whether what is strong stays at least so after the turn, or is used up by it."""
        cells = cells_in([sentence])
        if self._targets.issuperset(cells):
            return True
        for later in plan.strong(self._after, self._seat):
            is_less = _counted(later) < _counted(sentence)
            if not is_less and not set(cells_in([later])).isdisjoint(cells):
                return True
        return False


def _counted(sentence: Sentence) -> int:
    """What a sentence counts; 0 where it counts nothing."""
    count = sentence.values.get("count")
    return count if isinstance(count, int) else 0


def good_places(state: State, advised: Sequence[Move] = (), told_plan: str = "") -> Sentence | None:
    """Where the best turns of a state place, by the plans; None where the game has no plans.

    After the opening rather what they aim at, if that is the plan that is told of a turn. None
    where the start can still be taken over: what is even there is not seen by plans.

    :param advised: A turn that is advised, whose places are among them.
    :param told_plan: The plan that is told of it.
    """
    plans = measured_plans(state.game, state.options)
    seat = state.to_move
    if not plans or seat is None:
        return None
    every = _turns_from(state).turns
    if not every:
        return None
    if SWAP in state.replay(every[0].moves).legal_moves():
        return None
    leads_of = {turn.moves: _leads(plans, turn.position, seat) for turn in every}
    worths: list[tuple[float, int]] = []
    for index, turn in enumerate(every):
        worths.append((_worth(plans, leads_of[turn.moves]), -index))
    best_first = [every[-index].moves for _worth_of_it, index in sorted(worths, reverse=True)]
    better_half = (len(best_first) + 1) // 2
    number = max(len(best_first) // GOOD_SHARE, min(FEWEST_GOOD, better_half))
    good = best_first[:number]
    positions = {turn.moves: turn.position for turn in every}
    if advised:
        good.insert(0, tuple(advised))
        positions[good[0]] = state.replay(advised).position()
        leads_of[good[0]] = _leads(plans, positions[good[0]], seat)

    held = set(state.pieces())

    def tells(plan: Plan, turn: tuple[Move, ...]) -> Sentence | None:
        return plan.tell(state.position(), positions[turn], seat)

    def aim(only: str = "") -> Sentence | None:
        of_first = bool(advised)
        return _aim(plans, leads_of, good, tells, of_first=of_first, held=held, only=only)

    told_aim = aim(told_plan) if told_plan else None
    common = in_common(state, best_first, number, targets(advised))
    if state.turn > OPENING:
        return told_aim or common or aim()
    return common or told_aim or aim()


def _leads(plans: Sequence[MeasuredPlan], position: Position, seat: int) -> list[int]:
    return [entry.plan.lead(position, seat) for entry in plans]


def _aim(
    plans: Sequence[MeasuredPlan],
    leads_of: Mapping[tuple[Move, ...], Sequence[int]],
    good: Sequence[tuple[Move, ...]],
    tells: Callable[[Plan, tuple[Move, ...]], Sentence | None],
    *,
    of_first: bool,
    held: Collection[str],
    only: str,
) -> Sentence | None:
    """The aim of the plan that most tells good turns from all, and where some of them pursue it;
    None where no plan does.

    :param leads_of: How far ahead a seat is by each plan, after each turn.
    :param tells: What shows on the board of how a turn pursues a plan.
    :param of_first: Whether the first of the good turns must pursue it, too.
    :param held: The cells that are held, where nobody can place before one has moved.
    :param only: If not empty, the one plan that is looked at.
    """
    best: Sentence | None = None
    most = 0.0
    for number, entry in enumerate(plans):
        if only and entry.plan.slug != only:
            continue
        usual = fmean(leads[number] for leads in leads_of.values())
        gains = [entry.worth * (leads_of[turn][number] - usual) for turn in good]
        pursuing: dict[tuple[Move, ...], Sentence] = {}
        for turn, gain in zip(good, gains, strict=True):
            told = tells(entry.plan, turn) if gain > 0 else None
            if told is not None:
                pursuing[turn] = told
        if fmean(gains) <= most or not pursuing or (of_first and good[0] not in pursuing):
            continue
        aim = Sentence(entry.plan.aim)
        if of_first:
            aim = entry.plan.aim_of(pursuing[good[0]])
        cells: dict[str, None] = {}
        for turn, told in pursuing.items():
            if str(entry.plan.aim_of(told)) == str(aim):
                cells |= dict.fromkeys(cell for cell in _places(turn, told) if cell not in held)
        if not cells:
            continue  # all of them only take pieces away
        most = fmean(gains)
        best = Sentence(_AIM, aim=aim, cells=tuple(cells)[:MOST_CELLS])
    return best


def _places(turn: Sequence[Move], told: Sentence) -> Sequence[str]:
    """The cells on which a turn places that are named in what is told of it, also in decisions.

    The first if none is.
    """
    every = targets(turn)
    texts = [str(value) for value in told.values.values() if not isinstance(value, tuple)]
    named = {*cells_in([told]), *CELL.findall(" ".join(texts))}
    return [cell for cell in every if cell in named] or every[:1]
