"""Proposes claims about a turn from the board and the search: each is decided before it is made."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ...core import SWAP, Position, State
from ..solver import OutOfTime
from . import forced, seen
from .base import WITHIN, Claim, JudgedTurn, Prover

# What is told of a turn though many other turns do it as well; in misère a capture is no merit.
HEADLINES = (seen.Surrounds, seen.Breaks, seen.Captures, seen.Converts)


def claims(turn: JudgedTurn, seconds: float = 0.8) -> tuple[Claim, ...]:
    """What is true of a turn and worth saying: what is forced, what is at stake, then what it does
    on the board.

    What is not decided within ``seconds`` is left out.
    """
    if turn.after.outcome is not None:
        return (forced.ending(turn),)
    claims_so_far: list[Claim] = []
    # Each part has its own share of the time, so that a slow one does not silence the others.
    for part, share in ((_forced, 0.4), (_threat, 0.3), (_stake, 0.3)):
        prover = Prover(turn.before, share * seconds)
        with suppress(OutOfTime):
            claim = part(turn, prover, tuple(claims_so_far))
            if claim is not None:
                claims_so_far.append(claim)
    # Who sees what is told by plans, which know what a capture undoes.
    unsaid: tuple[type[Claim], ...] = (seen.Room,)
    if any(isinstance(claim, forced.ForcesWin | forced.Threatens) for claim in claims_so_far):
        unsaid = (seen.Room, seen.Reserve)
    on_board = [claim for claim in board_claims(turn) if not isinstance(claim, unsaid)]
    return (*claims_so_far, *on_board)


def situation(state: State, seconds: float = 0.8) -> Claim | None:
    """What is forced or at stake for the seat to move: a win, a loss, a danger.

    None if nothing is proved.
    """
    seat = JudgedTurn((state,)).seat
    prover = Prover(state, seconds / 2)
    with suppress(OutOfTime):
        claim = _nearest(prover, (forced.CanWin, state, seat), (forced.IsLost, state, 1 - seat))
        if claim is not None:
            return claim
    # Of a solved variant nothing is known but how it ends in best play from the start.
    solved_variant = state.game.best_play(state.options) if state.ply == 0 else None
    if solved_variant is not None and solved_variant.winner is not None:
        return forced.Solved(solved_variant.winner != seat)
    with suppress(OutOfTime):
        losing = len(Prover(state, seconds / 2).losing(state.position()))
        if losing:
            return forced.Endangered(losing, len(state.legal_moves()))
    return None if solved_variant is None else forced.Drawn()


def refutation(turn: JudgedTurn, seconds: float = 2.0) -> forced.Allows | None:
    """How the other seat punishes a turn soonest; None if no forced win was proved in time."""
    state = turn.after
    other = 1 - turn.seat
    if state.to_move != other:
        return None
    prover = Prover(state, seconds)
    position = state.position()
    moves: list[str] = []
    try:
        turns = prover.soonest(position, other)
        while turns and position.reason is None and position.to_move == other:
            code = prover.winners(position, turns, most=1)[0]
            moves.append(str(position.move(code)))
            position = position.after(code)
    except OutOfTime:
        return None
    return forced.Allows(turns, tuple(moves)) if turns else None


def difference(
    turn: JudgedTurn, punishment: forced.Allows | None, seconds: float = 2.0
) -> Claim | None:
    """How a better turn differs from another one; None if it was not proved.

    :param allowed: How the other turn is refuted; None: it missed a win.
    """
    if turn.after.outcome is not None:
        return forced.ending(turn)
    position = turn.after.position()
    seat = turn.seat
    with suppress(OutOfTime):
        turns = Prover(turn.before, seconds / 2).soonest(position, seat)
        if turns:
            return forced.ForcesWin(turns)
    if punishment is None or turn.after.to_move == seat:
        return None
    with suppress(OutOfTime):
        if not Prover(turn.before, seconds / 2).wins(position, 1 - seat, punishment.turns):
            return forced.Holds(punishment.turns)
    return None


def _nearest(
    prover: Prover,
    *questions: tuple[type[forced.ForcesWin | forced.CanWin | forced.IsLost], State, int],
) -> Claim | None:
    """The claim that is true with the fewest turns.

    :param questions: Kinds of claims, each true if a seat wins from a state.
    """
    for turns in WITHIN:
        for kind, state, seat in questions:
            if prover.wins(state.position(), seat, turns):
                return kind(turns)
    return None


def _forced(turn: JudgedTurn, prover: Prover, claims_so_far: tuple[Claim, ...]) -> Claim | None:
    """The nearest win of either seat."""
    wins = (forced.ForcesWin, turn.after, turn.seat)
    loses = (forced.IsLost, turn.before, 1 - turn.seat)
    return _nearest(prover, wins, loses)


def _threat(turn: JudgedTurn, prover: Prover, claims_so_far: tuple[Claim, ...]) -> Claim | None:
    """The answers that stop a win of the next turn, where they are few."""
    seat = turn.seat
    if turn.after.to_move != 1 - seat:
        return None
    for claim in claims_so_far:
        if isinstance(claim, forced.IsLost) or claim == forced.ForcesWin(1):
            return None
    position = turn.after.position()
    codes = position.codes()
    answers = []
    losing = []
    for code in codes:
        next_position = position.after(code)
        if prover.wins(next_position, seat):
            losing.append(next_position)
        else:
            answers.append(str(position.move(code)))
    if not losing or 2 * len(answers) > len(codes):
        return None
    move = _common_win(prover, losing, seat)
    return forced.Threatens(tuple(answers), len(codes), move)


def _common_win(prover: Prover, positions: Sequence[Position], seat: int) -> str:
    """The decision of a seat that wins at once in each of some positions.

    Empty if there is none.
    """
    if any(position.reason is not None or position.to_move != seat for position in positions):
        return ""
    first = positions[0]
    winners = {str(first.move(code)): code for code in prover.winners(first)}
    for text in sorted(winners):
        if all(_ends(position, winners[text]) for position in positions):
            return text
    return ""


def _ends(position: Position, code: int) -> bool:
    """Whether a decision is legal and wins the match at once."""
    return code in position.codes() and position.after(code).winner == position.to_move


def _stake(turn: JudgedTurn, prover: Prover, claims_so_far: tuple[Claim, ...]) -> Claim | None:
    """What would have happened otherwise."""
    other = 1 - turn.seat
    if turn.after.to_move != other or any(
        isinstance(claim, forced.ForcesWin) for claim in claims_so_far
    ):
        return None
    if prover.wins(turn.after.position(), other):
        return None
    position = turn.before.position()
    codes = position.codes()
    losing = prover.losing(position)
    if 2 * len(losing) < len(codes):
        return None
    next_positions = {code: position.after(code) for code in codes}
    passes_turn = all(end.reason or end.to_move == other for end in next_positions.values())
    is_whole_turn = len(turn.states) == 2 and passes_turn
    if is_whole_turn:
        # By each decision of the other seat that wins, how many of this turn's decisions lose to
        # it.
        losses: Counter[str] = Counter()
        for code in losing:
            losses.update(_wins_at_once(prover, next_positions[code]))
        move, count = max(losses.items(), key=lambda item: item[1], default=("", 0))
        if 2 * count > len(codes) - 1:
            return forced.Stops(move, count, len(codes) - 1)
    return forced.Endangered(len(losing), len(codes))


def _wins_at_once(prover: Prover, position: Position) -> list[str]:
    """The decisions with which the seat to move wins a match that goes on."""
    if position.reason is not None:
        return []
    winners = prover.winners(position)
    return [str(position.move(code)) for code in winners if _ends(position, code)]


def board_claims(turn: JudgedTurn) -> tuple[Claim, ...]:
    """What a turn does on the board, best first."""
    return (*_changed(turn), *_counted(turn), *_roomier(turn))


def _changed(turn: JudgedTurn) -> Iterator[Claim]:
    """What a turn takes, makes and prepares."""
    start = turn.before
    end = turn.after
    seat = turn.seat
    pillars = turn.cells("surrounded")
    if pillars and end.score is not None:
        yield seen.Surrounds(pillars, end.score[seat])
    cells = turn.cells("broken", 1 - seat)
    if cells:
        yield seen.Breaks(cells)
    cells = turn.cells("captured")
    if cells:
        yield seen.Captures(cells)
    stones = end.reserve[1 - seat] - start.reserve[1 - seat]
    if stones > 0 and end.reserve[1 - seat] > (seen.room(end, 1 - seat) or 0):
        yield seen.Reserve(stones)
    for event, claim in (
        ("converted", seen.Converts),
        ("promoted", seen.Crowns),
        ("covered", seen.Covers),
    ):
        cells = turn.cells(event)
        if cells:
            yield claim(cells)
    for whose in ("other", "own"):
        bridge = seen.bridge_claim(turn, whose)
        if bridge is not None:
            yield bridge


def _counted(turn: JudgedTurn) -> Iterator[Claim]:
    """What a turn does to what the game counts, where that is good for the seat that made it."""
    start = turn.before
    end = turn.after
    if start.score is None or end.score is None or start.game.score_changes is None:
        return
    good = -1 if _is_misere(start) else 1
    own_was = start.score[turn.seat]
    own_now = end.score[turn.seat]
    if (own_now - own_was) * good > 0:
        yield seen.Counts("own", own_was, own_now)
    other_was = start.score[1 - turn.seat]
    other_now = end.score[1 - turn.seat]
    if (other_now - other_was) * good < 0:
        yield seen.Counts("other", other_was, other_now)


def _is_misere(state: State) -> bool:
    return state.options.get("scoring", "").endswith("misere")


def _roomier(turn: JudgedTurn) -> Iterator[Claim]:
    """How much less room a turn leaves the other side, and how much more it gives its own."""
    start = turn.before
    end = turn.after
    old_room = seen.room(start, 1 - turn.seat)
    new_room = seen.room(end, 1 - turn.seat)
    if old_room is not None and new_room is not None and new_room < old_room:
        cells = seen.roomier_cells(turn, "other")
        if cells:
            yield seen.Room("other", old_room, new_room, cells)
    old_room = seen.room(start, turn.seat)
    new_room = seen.room(end, turn.seat)
    if old_room is not None and new_room is not None and new_room > old_room:
        cells = seen.roomier_cells(turn, "own")
        if cells:
            yield seen.Room("own", old_room, new_room, cells)


def is_common(claim: Claim, turn: JudgedTurn, others: Sequence[JudgedTurn]) -> bool:
    """Whether a claim is true of more than half of some other turns, too.

    Also where the turn may be taken over by a swap.
    """
    if type(claim).__module__ != seen.__name__ or not others:
        return False
    if SWAP in turn.after.legal_moves():
        return True
    if isinstance(claim, HEADLINES) and not _is_misere(turn.before):
        return False
    count = 0
    for other in others:
        if any(_says_as_much(another, claim) for another in board_claims(other)):
            count += 1
    return 2 * count > len(others)


def _says_as_much(another: Claim, claim: Claim) -> bool:
    """Whether another turn's claim is of the same kind, and of no smaller change."""
    if type(another) is not type(claim):
        return False
    if getattr(another, "whose", "") != getattr(claim, "whose", ""):
        return False
    if isinstance(claim, seen.Counts | seen.Room) and isinstance(another, seen.Counts | seen.Room):
        return abs(another.now - another.was) >= abs(claim.now - claim.was)
    return True
