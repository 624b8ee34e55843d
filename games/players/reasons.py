"""A good turn and why it is good, in claims that are decided before they are said."""

import random
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from ..core import SWAP, IllegalMove, Move, Sentence, State
from .claims import (
    Claim,
    JudgedTurn,
    best_line,
    claims,
    danger,
    goes_on,
    in_words,
    own_end,
    sentences,
    situation,
)
from .claims.base import Prover
from .claims.forced import (
    CanWin,
    Endangered,
    EndInSight,
    Ends,
    Estimated,
    ForcesWin,
    Holds,
    IsLost,
    Only,
    Searched,
    StillToFind,
    Stops,
    Threatens,
    Wins,
)
from .claims.proposing import is_common, refutation
from .claims.seen import Bridge, Captures, CellsClaim, Converts, Counts, Crowns, Reserve
from .ideas import idea, ideas_in
from .knowledge import knowledge_of
from .pie_words import about_start, about_turn, is_settled
from .plans.base import CELL, cells_in
from .plans.prices import given_away, price
from .plans.saying import (
    CANDIDATES,
    Alternative,
    Comparison,
    alternatives,
    standing,
)
from .player import ComputerPlayer, Thought
from .praise import ProvedWorth, worth
from .solver import OutOfTime

FORCED = 2.0  # seconds for a turn that keeps a win that is known to be there
TRIED = 4_000  # decisions for each proof that a turn whose ideas are named does not lose
GLANCE = 1_000  # the same for another turn that may be worth a try
BEGINNINGS = 2  # other first decisions of a turn that are tried for one with a plan
MOST_RIVALS = 40  # decisions tried for one with a plan
FEW = 8  # other turns that a reason is held against
RARE = 4  # an idea tells a turn from others if at most one in so many of them shows it, too
MOST_REASONS = 3  # of a turn and its decisions, beside its price
SHORT = 0.2  # seconds for holding ideas against them
# The plans that say as much of the same cells.
SAID_BY: Mapping[type[Claim], tuple[str, ...]] = {
    Bridge: ("bridges",),
    Captures: ("men", "leapers", "reserve", "stones"),
    Converts: ("men", "leapers"),
    Crowns: ("leapers",),
}
SAFE = (ForcesWin, Holds, Stops, Wins)  # claims after which no loss at once is to be feared
DECIDING = (CanWin, ForcesWin, IsLost, Wins, Ends)  # after which plans are idle talk
REASONED = 0.8  # seconds for the claims about the turn of a hint, at most


@dataclass(frozen=True, slots=True)
class Hint:
    """A good turn, decision by decision, and what the match is then worth, from -1 to 1.

    :param reasons: Why, best first.
    :param ideas: The slugs of the game's ideas that the turn shows; none where it is proved to
        lose.
    :param stake: What is forced or at stake before the turn, without giving it away; None where
        nothing is.
    :param lines: The playouts of the search that chose the turn; 0 where its value is proved.
    :param plans: What the turn and its decisions plan, and what it costs; none where it is proved
        to lose.
    :param other_turns: Those that are also worth a try, and why.
    :param standing: What is strong or weak before the turn, or what its good turns have in common;
        nothing where it is proved who wins.
    """

    moves: tuple[Move, ...]
    value: float
    reasons: tuple[Sentence, ...]
    ideas: tuple[str, ...] = ()
    stake: Sentence | None = None
    lines: int = 0
    plans: tuple[Sentence, ...] = ()
    other_turns: tuple[Sentence, ...] = ()
    standing: tuple[Sentence, ...] = ()

    @property
    def named_before(self) -> tuple[str, ...]:
        """The cells that are named of the position before the turn."""
        stake = () if self.stake is None else (self.stake,)
        return cells_in((*stake, *self.standing))

    @property
    def named_after(self) -> tuple[str, ...]:
        """The cells that are named of the turn."""
        return cells_in((*self.reasons, *self.plans))

    @property
    def percent(self) -> int:
        """The value as chances; neither 0 nor 100 where it is not proved."""
        return _percent(self.value, self.lines)


def _percent(value: float, lines: int) -> int:
    percent = round(50 * (value + 1))
    return min(99, max(1, percent)) if lines else percent


def hint(
    state: State,
    level: str = "strong",
    seconds: float | None = None,
    rng: random.Random | None = None,
) -> Hint:
    """What a player of ``level`` would do in the rest of the turn, and why.

    :param seconds: For all of it; None: the level's.
    """
    reasoned = REASONED if seconds is None else min(REASONED, seconds)
    line = _line(ComputerPlayer(level, rng), [state], seconds)
    stake = situation(state, reasoned)
    turn = line.turn
    thought = line.thoughts[0]
    if isinstance(stake, CanWin):
        winning = _winning(turn, stake.turns)
        if winning is not None:
            turn = winning
            thought = Thought(winning.moves[0], 1.0, playouts=0, proven=True)
    elif not is_settled(turn) and (stake is None or isinstance(stake, Endangered)):
        line = replace(line, turn=_least_costly(line))
        explained = _explicable(line) or next(_explained(line, level, seconds, rng), None)
        turn = explained or line.turn
    return _hint(turn, thought, stake, reasoned)


@dataclass(frozen=True, slots=True)
class ThoughtLine:
    """A turn with what was thought before each decision.

    :param rivals: For each decision those that the search cannot tell from it.
    """

    turn: JudgedTurn
    thoughts: list[Thought]
    rivals: list[list[Move]]


def _line(player: ComputerPlayer, states: list[State], seconds: float | None) -> ThoughtLine:
    """The turn that a player makes of its beginning.

    Half of what is left of ``seconds`` goes into each decision.
    """
    thoughts: list[Thought] = []
    rivals: list[list[Move]] = []
    while states[-1].to_move == states[0].to_move:
        if seconds is not None:
            seconds /= 2
        thought = player.think(states[-1], seconds)
        thoughts.append(thought)
        was_searched = thought.playouts and not thought.proven
        rivals.append(player.rivals(states[-1]) if was_searched else [])
        states.append(states[-1].play(thought.move))
        player.observe(states[-1])
    return ThoughtLine(JudgedTurn(tuple(states)), thoughts, rivals)


def _least_costly(line: ThoughtLine) -> JudgedTurn:
    """The turn, with others of its decisions that are as good where it gives away fewer pieces."""
    turn = line.turn
    loss = given_away(turn)
    for number in reversed(range(len(turn.moves))):
        for move in line.rivals[number][:MOST_RIVALS]:
            if not loss:
                return turn
            other = _with_decision(turn, number, move)
            if other is None:
                continue
            other_loss = given_away(other)
            if other_loss < loss and _may_be_advised(other):
                turn = other
                loss = other_loss
    return turn


def _with_decision(turn: JudgedTurn, number: int, move: Move) -> JudgedTurn | None:
    """A turn with another decision in the place of one; None where the rest does not follow it."""
    moves = [*turn.moves[:number], move, *turn.moves[number + 1 :]]
    with suppress(IllegalMove):
        other = JudgedTurn.of(turn.before, moves)
        is_own = all(state.to_move == turn.seat for state in other.states[:-1])
        if is_own and other.after.to_move == 1 - turn.seat:
            return other
    return None


def _may_be_advised(turn: JudgedTurn) -> bool:
    """Whether a turn is neither proved to lose nor lets the other side win by threats."""
    find_forced = knowledge_of(turn.before.game).forced
    if find_forced(turn.after.position()) is not None:
        return False
    return worth(turn, most_tried=TRIED) is not ProvedWorth.LOSES


def _explained(
    line: ThoughtLine, level: str, seconds: float | None, rng: random.Random | None
) -> Iterator[JudgedTurn]:
    """Turns with a plan that begin with another decision that is as good.

    They are worth as much at the end.
    """
    best = line.thoughts[-1]
    for start in islice(_other_beginnings(line), BEGINNINGS):
        states = [line.turn.before, start]
        other = _line(ComputerPlayer(level, rng), states, seconds and seconds / 2)
        last = other.thoughts[-1]
        if last.playouts and last.value + last.playouts**-0.5 >= best.value:
            turn = _explicable(other)
            if turn is not None:
                yield turn


def _other_beginnings(line: ThoughtLine) -> Iterator[State]:
    """The states after another first decision of the turn that is as good.

    None where the turn has one decision.
    """
    if len(line.rivals) == 1:
        return
    for move in line.rivals[0]:
        if move != line.turn.moves[0]:
            state = line.turn.before.play(move)
            if state.to_move == line.turn.seat:
                yield state


def _explicable(line: ThoughtLine) -> JudgedTurn | None:
    """The turn, or one with another last decision that is as good, if it has a plan.

    Else one that does something for a plan, though others may do as much; None if none does.
    """
    turn = line.turn
    if turn.after.to_move is None:
        return turn
    others = alternatives(turn)
    compared = Comparison(turn, others)
    if any(compared.sentences()):
        return turn
    second_best = turn if any(compared.whatever()) else None
    cost = given_away(turn)
    for move in line.rivals[-1][:MOST_RIVALS]:
        other = _with_decision(turn, len(turn.moves) - 1, move)
        if other is None or given_away(other) > cost:
            continue
        other_compared = Comparison(other, others, compared.leads)
        if any(other_compared.sentences()):
            if _may_be_advised(other):
                return other
        elif second_best is None and any(other_compared.whatever()) and _may_be_advised(other):
            second_best = other
    return None if second_best is turn else second_best


def _winning(turn: JudgedTurn, turns: int) -> JudgedTurn | None:
    """The turn if it wins within ``turns``, else one that does; None where time is too short."""
    state = turn.before
    states = [state]
    prover = Prover(state, FORCED)
    with suppress(OutOfTime):
        if prover.wins(turn.after.position(), turn.seat, turns - 1):
            return turn
        while state.to_move == turn.seat:
            position = state.position()
            code = prover.winners(position, turns, most=1)[0]
            state = state.play(position.move(code))
            states.append(state)
        return JudgedTurn(tuple(states))
    return None


def advice(turn: JudgedTurn, seconds: float = REASONED, value: float = 0.0, lines: int = 0) -> Hint:
    """The hint for a turn that is chosen, with its value by a search of ``lines`` playouts."""
    stake = situation(turn.before, seconds / 2)
    return _hint(turn, Thought(turn.moves[0], value, lines), stake, seconds)


def _hint(turn: JudgedTurn, thought: Thought, stake: Claim | None, seconds: float) -> Hint:
    """The hint for a turn: first what is proved, then what it plans, without repeating either."""
    others = alternatives(turn)
    step = max(1, len(others.turns) // FEW)
    few = [JudgedTurn.of(turn.before, other.moves) for other in others.turns[::step]]
    reasons = _reasons(turn, thought, stake, few, seconds)
    searched_line = best_line(turn, seconds) if Searched(1) in reasons else None
    if searched_line is not None:
        reasons = (*reasons, searched_line)
    is_decided = searched_line is not None
    is_decided |= any(isinstance(claim, DECIDING) for claim in (stake, *reasons))
    reasons = tuple(_told_once(_about_turn(reasons, turn, seconds)))
    ends_in_sight = tuple(_ends_in_sight(turn, stake, reasons, seconds))
    if isinstance(stake, Endangered) and not any(isinstance(claim, SAFE) for claim in reasons):
        reasons = (*_safety(turn, seconds), *reasons)
    danger_cells = _danger_cells(turn, ends_in_sight)
    if danger_cells:
        reasons = tuple(_beside_danger(reasons))

    compared = Comparison(turn, others)
    told_plan = None if is_decided else compared.plan()
    told_slug = "" if told_plan is None else told_plan.slug
    may_praise = worth(turn, most_tried=TRIED) is not ProvedWorth.LOSES
    may_plan = may_praise and not is_decided
    is_quiet = len(reasons) == 1 and isinstance(reasons[0], Estimated)
    plans: tuple[Sentence, ...] = ()
    ideas: tuple[str, ...] = ()
    if may_praise:
        about_pie = about_turn(turn, thought.value)
        told = _plans(turn, compared, about_pie, may_plan=may_plan, is_quiet=is_quiet)
        plans = tuple(plan for plan in told if not _repeats(plan, danger_cells, turn))
        names = {told_slug, *(type(claim).__name__ for claim in reasons)}
        if danger_cells:
            names.add(Stops.__name__)
        ideas = _ideas(turn, few, names, is_decided=is_decided)[:1]
    other_turns = _other_turns(turn, compared) if may_plan and told_plan is not None else ()

    reasons = tuple(_not_said(reasons, stake, plans, told_slug))
    is_slip = bool(plans) and any(end.slip for end in ends_in_sight)
    is_lost = any(isinstance(claim, StillToFind) for claim in reasons)
    if is_slip or is_lost:
        # Where only a slip lets the other side win at once, that the turn is none is no reason for
        # it; where all is lost, it is no comfort.
        reasons = tuple(claim for claim in reasons if claim != Holds(1))
    if stake is None or isinstance(stake, Endangered):
        stake = _stake_in(reasons) or stake
        if isinstance(stake, Searched):
            reasons = tuple(claim for claim in reasons if claim != stake)
    if isinstance(stake, Endangered) and danger_cells:
        stake = None
    told_reasons = sentences(tuple(_with_line(reasons, turn, seconds)), turn)
    if may_plan and not is_settled(turn):
        left = max(0, MOST_REASONS - len(told_reasons) - len(plans))
        plans += tuple(islice(compared.of_decisions((*told_reasons, *plans)), left))
        if plans and is_quiet:
            told_reasons = ()
    before = () if is_decided else _standing(turn, (*told_reasons, *plans), told_slug)
    # A threat to win has to be answered: what else could be captured is no price then.
    has_threat = any(isinstance(claim, Threatens) for claim in reasons)
    cost = None if is_decided or has_threat else price(turn)
    if cost is not None and not any(_counts_alike(cost, plan) for plan in plans):
        plans += (cost,)
    return Hint(
        moves=turn.moves,
        value=thought.value,
        reasons=told_reasons,
        ideas=ideas,
        stake=None if stake is None else in_words(stake, turn),
        lines=0 if thought.proven else thought.playouts,
        plans=plans,
        other_turns=other_turns,
        standing=tuple(_before(turn, ends_in_sight, before)),
    )


def _danger_cells(turn: JudgedTurn, ends_in_sight: Iterable[EndInSight]) -> set[str]:
    """The cells that are named where the other side's threat to win is told; none where none is."""
    cells: set[str] = set()
    for end in ends_in_sight:
        if end.whose == "other":
            cells.update(cells_in([in_words(end, turn)]))
            cells.update(cell for move in end.moves for cell in CELL.findall(move))
    return cells


def _beside_danger(reasons: Iterable[Claim]) -> Iterator[Claim]:
    """The reasons for a turn before which it is told how the other side threatens to win."""
    for claim in reasons:
        if isinstance(claim, Stops):
            yield Holds(1)
        elif not isinstance(claim, Bridge) or claim.whose == "own":
            yield claim


def _repeats(plan: Sentence, danger_cells: set[str], turn: JudgedTurn) -> bool:
    """Whether a plan says again what is told of a danger.

    That is where it names only cells of the danger, or the one of them that the turn takes.
    """
    named = set(cells_in([plan]))
    taken = danger_cells.intersection(move.target for move in turn.moves)
    return bool(named) and (named <= danger_cells or not named.isdisjoint(taken))


def _plans(
    turn: JudgedTurn,
    compared: Comparison,
    about_pie: Sentence | None,
    *,
    may_plan: bool,
    is_quiet: bool,
) -> Iterator[Sentence]:
    """What is said of the pie, and what a turn plans.

    Where nothing else is said of it, also what others do as well.

    :param may_plan: Whether it is open who wins.
    :param is_quiet: Whether nothing is proved of the turn.
    """
    if about_pie is not None:
        yield about_pie
    if is_settled(turn):
        return
    plan = next(compared.sentences(), None) if may_plan else None
    if plan is not None:
        yield plan
    elif is_quiet or about_pie is not None:
        yield from compared.whatever()


def _not_said(
    reasons: Sequence[Claim], stake: Claim | None, plans: Sequence[Sentence], slug: str
) -> Iterator[Claim]:
    """The reasons for a turn that neither its plan nor what is said before it says already.

    :param slug: The plan.
    """
    left = [claim for claim in reasons if not plans or not _is_said(claim, plans[0], slug)]
    for claim in left:
        if claim != stake or (not plans and len(left) == 1):
            yield claim


def _counts_alike(cost: Sentence, plan: Sentence) -> bool:
    """Whether a plan has said how large a group becomes that is the price of a turn."""
    return "count" in cost.values and cost.values["count"] == plan.values.get("count")


def _before(
    turn: JudgedTurn, ends_in_sight: Sequence[EndInSight], standing: Iterable[Sentence]
) -> Iterator[Sentence]:
    """What is said before a turn: where it may all end, then what is strong or weak elsewhere."""
    moves: set[str] = set()
    cells: set[str] = set()
    for end in ends_in_sight:
        sentence = in_words(end, turn)
        yield sentence
        cells.update(cells_in([sentence]))
        moves.update(end.moves)
    for sentence in standing:
        named = set(cells_in([sentence]))
        is_said = bool(named) and named <= cells
        if not is_said and sentence.values.get("move") not in moves:
            yield sentence


def _ends_in_sight(
    turn: JudgedTurn, stake: Claim | None, reasons: Sequence[Claim], seconds: float
) -> Iterator[EndInSight]:
    """How the other side threatens to win, and where the win lies that a turn makes or forces.

    Where a win is forced, only a threat that most turns would let happen.
    """
    wins = [claim for claim in reasons if isinstance(claim, Wins | ForcesWin)]
    threat = None
    if isinstance(stake, Endangered) or any(isinstance(claim, ForcesWin) for claim in wins):
        threat = danger(turn.before, seconds)
    if threat is not None and (not wins or not threat.slip):
        yield threat
    for claim in wins[:1]:
        turns = claim.turns if isinstance(claim, ForcesWin) else 0
        end = own_end(turn, turns, seconds)
        if end is not None:
            yield end


def _with_line(reasons: Iterable[Claim], turn: JudgedTurn, seconds: float) -> Iterator[Claim]:
    """The reasons for a turn; after that it forces a win, or in its place, how that goes on."""
    for claim in reasons:
        continuation = None
        if isinstance(claim, ForcesWin):
            continuation = goes_on(turn, claim.turns, seconds)
        if continuation is None:
            yield claim
        else:
            # That nothing stops a threat says that it wins, whatever is answered.
            if continuation.answer:
                yield claim
            yield continuation


def _stake_in(reasons: Iterable[Claim]) -> Claim | None:
    """What the reasons for a turn prove of the state before it; None where they prove nothing."""
    for claim in reasons:
        if isinstance(claim, ForcesWin):
            return CanWin(claim.turns + 1)
        if isinstance(claim, StillToFind):
            return IsLost(claim.turns)
        if isinstance(claim, Searched):
            return claim
    return None


def _standing(turn: JudgedTurn, told: Iterable[Sentence], told_slug: str) -> tuple[Sentence, ...]:
    """What is strong or weak before a turn; before a start is offered, where it is even; nothing
    where the turn takes a start over, and so places nothing.

    :param told: What is said of the turn.
    :param told_slug: The plan that is told of it, if any.
    """
    if SWAP in turn.moves:
        return ()
    start = about_start(turn)
    if start is not None:
        return (start,)
    return standing(turn.before, turn.moves, cells_in(told), told_slug)


def _is_said(claim: Claim, sentence: Sentence, slug: str) -> bool:
    """Whether a plan says what a claim says, or more.

    :param sentence: What is said of the plan.
    :param slug: The plan.
    """
    if isinstance(claim, Estimated):
        return True
    if isinstance(claim, Reserve):
        return slug == "reserve"
    if isinstance(claim, Counts):
        return "sealed off" in sentence.template
    if not isinstance(claim, CellsClaim | Bridge) or slug not in SAID_BY.get(type(claim), ()):
        return False
    return set(claim.cells) <= set(cells_in([sentence]))


def _reasons(
    turn: JudgedTurn,
    thought: Thought,
    stake: Claim | None,
    few: Sequence[JudgedTurn],
    seconds: float,
) -> tuple[Claim, ...]:
    """What is claimed of a turn: what is proved and not as true of a few others.

    Where nothing is, that it is a quiet turn.
    """
    all_claims = claims(turn, seconds)
    uncommon = tuple(claim for claim in all_claims if not is_common(claim, turn, few))
    if uncommon:
        return uncommon
    if stake is not None:
        return (stake,)
    if thought.proven:
        return (Searched(round(thought.value)),)
    if thought.playouts:
        return (Estimated(_percent(thought.value, thought.playouts), thought.playouts),)
    if all_claims:
        return all_claims
    is_only = len(turn.before.legal_moves()) == 1
    return (Only(),) if is_only else ()


def _about_turn(reasons: Iterable[Claim], turn: JudgedTurn, seconds: float) -> Iterator[Claim]:
    """The reasons for a turn, with what it does about what is at stake in place of the stake.

    What is at stake is said before the turn. A claim stays as it is where nothing else is proved.
    """
    for claim in reasons:
        if isinstance(claim, Endangered):
            yield Holds(1) if _is_safe(turn, seconds) else claim
        elif isinstance(claim, IsLost):
            punishment = refutation(turn, seconds)
            if punishment is None:
                yield claim
            else:
                yield StillToFind(punishment.turns, punishment.moves)
        else:
            yield claim


def _safety(turn: JudgedTurn, seconds: float) -> tuple[Claim, ...]:
    """That the other side has no turn that wins at once, if it is proved."""
    return (Holds(1),) if _is_safe(turn, seconds) else ()


def _is_safe(turn: JudgedTurn, seconds: float) -> bool:
    """Whether the other side is proved to have no turn that wins at once after a turn."""
    opponent = 1 - turn.seat
    if turn.after.to_move != opponent:
        return False
    with suppress(OutOfTime):
        return not Prover(turn.before, seconds / 2).wins(turn.after.position(), opponent)
    return False


def _told_once(reasons: Iterable[Claim]) -> Iterator[Claim]:
    """Reasons without those that say of a cell what one before them has said of it."""
    cells: set[str] = set()
    for claim in reasons:
        if isinstance(claim, Bridge) and cells.issuperset(claim.cells):
            continue
        if isinstance(claim, Stops | Threatens):
            cells.add(claim.move)
        yield claim


def _ideas(
    turn: JudgedTurn, few: Sequence[JudgedTurn], told: Container[str], *, is_decided: bool
) -> tuple[str, ...]:
    """The ideas that a turn shows and that help in its variant.

    Not those that more than a few of some other turns show as well.

    :param told: The kinds of claims and the plans that the hint tells: they are not repeated.
    :param is_decided: Whether it is proved who wins.
    """
    end = time.perf_counter() + SHORT
    slugs = ideas_in(turn)
    uncommon = []
    for slug in slugs:
        candidate = idea(turn.before.game.slug, slug)
        if candidate is None or not candidate.helps(turn.before.options):
            continue
        if is_decided and candidate.is_quiet:
            continue
        if any(name in told or name in slugs for name in candidate.repeats):
            continue
        count = 0
        for other in few:
            if time.perf_counter() < end and candidate.occurs(other):
                count += 1
        if RARE * count <= len(few):
            uncommon.append(slug)
    return tuple(uncommon)


def planned(turn: JudgedTurn) -> tuple[Sentence, ...]:
    """What a turn plans, and other turns; nothing where it is proved to lose."""
    compared = Comparison(turn, alternatives(turn))
    plans = tuple(compared.sentences())
    if not plans or worth(turn, most_tried=TRIED) is ProvedWorth.LOSES:
        return ()
    return (*plans, *compared.of_decisions(plans), *_other_turns(turn, compared))


def _other_turns(turn: JudgedTurn, compared: Comparison) -> tuple[Sentence, ...]:
    """Another turn that is not proved to lose, and what speaks for it."""
    return tuple(islice(_worth_a_try(turn, compared.candidates()), CANDIDATES))


def _worth_a_try(
    turn: JudgedTurn, candidates: Iterable[tuple[Alternative, Sentence]]
) -> Iterator[Sentence]:
    """The sentences about those turns that are not proved to lose, nor cost more pieces at once."""
    cost = given_away(turn)
    captured = set(turn.cells("captured"))
    for other, sentence in candidates:
        other_turn = JudgedTurn.of(turn.before, other.moves)
        if worth(other_turn, most_tried=GLANCE) is ProvedWorth.LOSES:
            continue
        if given_away(other_turn) > cost:
            continue
        cells = other_turn.cells("captured")
        if not cells or turn.before.game.slug != "vigilance":
            yield sentence
        elif not captured.issuperset(cells):
            # A capture is what such a turn is for.
            captures = in_words(Captures(cells), other_turn)
            yield Sentence(sentence.template, **(sentence.values | {"plan": captures}))
