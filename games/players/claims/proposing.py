"""Proposes claims about a turn from the board and the search: each is decided before it is made."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ...core import SWAP, Position, State
from ..solver import OutOfTime
from . import forced, seen
from .base import WITHIN, Claim, Prover, Turn


def claims(turn: Turn, seconds: float = 0.8) -> tuple[Claim, ...]:
    """What is true of a turn and worth saying: what is forced, what is at stake, then what it does
    on the board.

    What is not decided within ``seconds`` is left out.
    """
    if turn.after.outcome is not None:
        return (forced.ending(turn),)
    proved: list[Claim] = []
    # Each part has its own share of the time, so that a slow one does not silence the others.
    for part, share in ((_forced, 0.4), (_threat, 0.3), (_stake, 0.3)):
        with suppress(OutOfTime):
            proved += part(turn, Prover(turn.before, share * seconds), tuple(proved))
    return (*proved, *done(turn))


def situation(state: State, seconds: float = 0.8) -> Claim | None:
    """What is forced or at stake for the seat to move: a win, a loss, a danger; None if nothing is
    proved.
    """
    turn = Turn((state,))
    position = state.position()
    prover = Prover(state, seconds / 2)
    with suppress(OutOfTime):
        claim = _nearest(
            prover, (forced.CanWin, state, turn.seat), (forced.IsLost, state, 1 - turn.seat)
        )
        if claim:
            return claim
    # Of a solved variant nothing is known but how it ends in best play from the start.
    solved = state.game.best_play(state.options) if state.ply == 0 else None
    if solved is not None and solved.winner is not None:
        return forced.Solved(solved.winner != turn.seat)
    with suppress(OutOfTime):
        losing = len(Prover(state, seconds / 2).losing(position))
        if losing:
            return forced.Endangered(losing, len(state.legal_moves()))
    return None if solved is None else forced.Drawn()


def refuted(turn: Turn, seconds: float = 2.0) -> forced.Allows | None:
    """How the other seat punishes a turn soonest; None if no forced win was proved in time."""
    state = turn.after
    other = 1 - turn.seat
    if state.to_move != other:
        return None
    prover = Prover(state, seconds)
    position = state.position()
    moves: list[str] = []
    try:
        within = prover.soonest(position, other)
        while within and position.reason is None and position.to_move == other:
            code = prover.winners(position, within, most=1)[0]
            moves.append(str(position.move(code)))
            position = position.after(code)
    except OutOfTime:
        return None
    return forced.Allows(within, tuple(moves)) if within else None


def parting(turn: Turn, punished: forced.Allows | None, seconds: float = 2.0) -> Claim | None:
    """How a better turn differs from one that was ``punished`` or that missed a win; None if it was
    not proved.
    """
    if turn.after.outcome is not None:
        return forced.ending(turn)
    after = turn.after.position()
    seat = turn.seat
    prover = Prover(turn.before, seconds / 2)
    with suppress(OutOfTime):
        turns = prover.soonest(after, seat)
        if turns:
            return forced.ForcesWin(turns)
    with suppress(OutOfTime):
        if punished is not None and turn.after.to_move != seat:
            safe = not Prover(turn.before, seconds / 2).wins(after, 1 - seat, punished.turns)
            return forced.Holds(punished.turns) if safe else None
    return None


def _nearest(
    prover: Prover,
    *asked: tuple[type[forced.ForcesWin | forced.CanWin | forced.IsLost], State, int],
) -> Claim | None:
    """The first of some claims, each that a seat wins from a state, that is true with the fewest
    turns.
    """
    for turns in WITHIN:
        for kind, state, seat in asked:
            if prover.wins(state.position(), seat, turns):
                return kind(turns)
    return None


def _forced(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    wins = (forced.ForcesWin, turn.after, turn.seat)
    loses = (forced.IsLost, turn.before, 1 - turn.seat)
    claim = _nearest(prover, wins, loses)
    if claim:
        yield claim


def _threat(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    """The answers that stop a win of the next turn, where they are few."""
    after = turn.after
    seat = turn.seat
    if after.to_move != 1 - seat or any(
        isinstance(claim, forced.ForcesWin | forced.IsLost) for claim in proved
    ):
        return
    position = after.position()
    codes = position.codes()
    answers = []
    others = []
    for code in codes:
        if prover.wins(then := position.after(code), seat):
            others.append(then)
        else:
            answers.append(str(position.move(code)))
    if not others or 2 * len(answers) > len(codes):
        return
    move = ""
    if all(then.reason is None and then.to_move == seat for then in others):
        # One decision that wins after every answer that does not stop it.
        winners = {str(position.move(code)): code for code in prover.winners(others[0])}
        move = next(
            (
                text
                for text in sorted(winners)
                if all(_ends(then, winners[text]) for then in others)
            ),
            "",
        )
    yield forced.Threatens(tuple(answers), len(codes), move)


def _ends(position: Position, code: int) -> bool:
    """Whether a decision is legal and wins the match at once."""
    return code in position.codes() and position.after(code).winner == position.to_move


def _stake(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    """What would have happened otherwise."""
    other = 1 - turn.seat
    if turn.after.to_move != other or any(isinstance(claim, forced.ForcesWin) for claim in proved):
        return
    if prover.wins(turn.after.position(), other):
        return
    position = turn.before.position()
    codes = position.codes()
    losing = prover.losing(position)
    if 2 * len(losing) < len(codes):
        return
    afters = {code: position.after(code) for code in codes}
    if len(turn.states) == 2 and all(
        then.reason or then.to_move == other for then in afters.values()
    ):
        # By each decision of the other seat that wins, how many of this turn's decisions lose to
        # it.
        losses: Counter[str] = Counter()
        for then in (afters[code] for code in losing):
            if then.reason is None:
                losses.update(
                    str(then.move(code)) for code in prover.winners(then) if _ends(then, code)
                )
        move, lost = max(losses.items(), key=lambda item: item[1], default=("", 0))
        if 2 * lost > len(codes) - 1:
            yield forced.Stops(move, lost, len(codes) - 1)
            return
    yield forced.Endangered(len(losing), len(codes))


def done(turn: Turn) -> tuple[Claim, ...]:
    """What a turn does on the board, best first."""
    return (*_changed(turn), *_counted(turn))


def _changed(turn: Turn) -> Iterator[Claim]:
    """What a turn takes, makes and prepares."""
    before = turn.before
    after = turn.after
    seat = turn.seat
    pillars = turn.cells("surrounded")
    if pillars and after.score is not None:
        yield seen.Surrounds(pillars, after.score[seat])
    cells = turn.cells("broken", 1 - seat)
    if cells:
        yield seen.Breaks(cells)
    cells = turn.cells("captured")
    if cells:
        yield seen.Captures(cells)
    stones = after.reserve[1 - seat] - before.reserve[1 - seat]
    if stones > 0:
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
        cells = seen.bridge_cells(turn, whose)
        if cells:
            yield seen.Bridge(whose, cells)


def _counted(turn: Turn) -> Iterator[Claim]:
    """What a turn does to what the game counts, where that is good for the seat that made it."""
    before = turn.before
    after = turn.after
    sides: tuple[tuple[seen.Whose, int, int], ...] = (
        ("own", turn.seat, 1),
        ("other", 1 - turn.seat, -1),
    )
    if before.score is not None and after.score is not None and before.game.counted is not None:
        good = -1 if before.options.get("scoring", "").endswith("misere") else 1
        for whose, seat, sign in sides:
            was = before.score[seat]
            now = after.score[seat]
            if (now - was) * good * sign > 0:
                yield seen.Counts(whose, was, now)
    for whose, seat, sign in reversed(sides):
        room_was = seen.room(before, seat)
        room_now = seen.room(after, seat)
        if room_was is not None and room_now is not None and (room_now - room_was) * sign > 0:
            yield seen.Room(whose, room_was, room_now)


def is_common(claim: Claim, turn: Turn, others: Sequence[Turn]) -> bool:
    """Whether a claim is true of more than half of some other turns, too, or may be taken over by a
    swap.
    """
    if type(claim).__module__ != seen.__name__ or not others:
        return False
    if SWAP in turn.after.legal_moves():
        return True
    return 2 * sum(
        any(_says_as_much(said, claim) for said in done(other)) for other in others
    ) > len(others)


def _says_as_much(said: Claim, claim: Claim) -> bool:
    if isinstance(claim, seen.Counts | seen.Room) and isinstance(said, seen.Counts | seen.Room):
        same = type(said) is type(claim) and said.whose == claim.whose
        return same and abs(said.now - said.was) >= abs(claim.now - claim.was)
    return type(said) is type(claim) and getattr(said, "whose", "") == getattr(claim, "whose", "")
