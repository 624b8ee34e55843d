"""Proposes claims about a turn from the board and the search, and keeps those that are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...core import State
from ..player import Thought
from ..solver import OutOfTime
from . import forced, seen
from .base import Claim, Prover, Turn

FORESIGHT = 3  # turns within which forced wins are searched for
EVENTS = (seen.Breaks, seen.Captures, seen.Converts, seen.Crowns, seen.Covers)


def claims(turn: Turn, thought: Thought | None = None, seconds: float = 0.8) -> tuple[Claim, ...]:
    """What is true of a turn and worth saying: what is forced, what is at stake, then what it does on the board.

    ``thought`` is the search that proposed the turn. What is not decided within ``seconds`` is left out.
    """
    if turn.after.outcome is not None:
        return (_ending(turn),)
    proved: list[Claim] = []
    # Each part has its own share of the time, so that a slow one does not silence the others.
    for part, share in ((_forced, 0.4), (_solved, 0.0), (_threat, 0.3), (_stake, 0.3)):
        prover = Prover(turn.before, share * seconds)
        try:
            proved += [claim for claim in part(turn, prover, tuple(proved)) if claim.is_true(turn, prover)]
        except OutOfTime:
            continue
    proved += done(turn)
    if not proved and thought is not None and thought.playouts:
        proved.append(forced.Estimated(round(50 * (thought.value + 1)), thought.playouts))
    return tuple(proved)


def done(turn: Turn) -> tuple[Claim, ...]:
    """What a turn does on the board, best first."""
    prover = Prover(turn.before)
    return tuple(claim for claim in _seen(turn) if claim.is_true(turn, prover))


def situation(state: State, seconds: float = 0.8) -> Claim | None:
    """What is forced or at stake for the seat to move: a win, a loss, a danger; None if nothing is proved."""
    turn = Turn((state,))
    prover = Prover(state, seconds / 2)
    try:
        for turns in range(1, FORESIGHT + 1):
            for claim in (forced.CanWin(turns), forced.IsLost(turns)):
                if claim.is_true(turn, prover):
                    return claim
    except OutOfTime:
        pass
    for solved in (forced.Solved(False), forced.Solved(True)):
        if solved.is_true(turn, prover):
            return solved
    prover = Prover(state, seconds / 2)
    try:
        if losing := len(prover.losing(state.position())):
            return forced.Endangered(losing, len(state.legal_moves()))
    except OutOfTime:
        pass
    return forced.Drawn() if forced.Drawn().is_true(turn, prover) else None


def refuted(turn: Turn, seconds: float = 2.0, turns: int = FORESIGHT) -> forced.Allows | None:
    """How the other seat punishes a turn soonest; None if no forced win was proved in time."""
    state, other = turn.after, 1 - turn.seat
    if state.to_move != other:
        return None
    prover, position = Prover(state, seconds), state.position()
    moves: list[str] = []
    try:
        within = next((number for number in range(1, turns + 1) if prover.wins(position, other, number)), 0)
        while within and position.reason is None and position.to_move == other:
            code = prover.winners(position, within, most=1)[0]
            moves.append(str(position.move(code)))
            position = position.after(code)
    except OutOfTime:
        return None
    return forced.Allows(within, tuple(moves)) if within else None


def parting(turn: Turn, punished: forced.Allows | None, seconds: float = 2.0) -> Claim | None:
    """How a better turn differs from one that was ``punished`` or that missed a win; None if it was not proved."""
    if turn.after.outcome is not None:
        return _ending(turn)
    wins = (forced.ForcesWin(turns) for turns in range(1, FORESIGHT + 1))
    safe = () if punished is None else (forced.Holds(punished.turns),)
    for proposed in (wins, (forced.Keeps(),), safe):
        prover = Prover(turn.before, seconds / 2)
        try:
            if (claim := next((claim for claim in proposed if claim.is_true(turn, prover)), None)) is not None:
                return claim
        except OutOfTime:
            continue
    return None


def _ending(turn: Turn) -> Claim:
    outcome = turn.after.outcome
    assert outcome is not None
    if outcome.winner == turn.seat:
        return forced.Wins(outcome.reason, outcome.cells)
    return forced.Ends(outcome.winner is not None)


def _forced(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    for turns in range(1, FORESIGHT + 1):
        for claim in (forced.ForcesWin(turns), forced.IsLost(turns)):
            if claim.is_true(turn, prover):
                yield claim
                return


def _solved(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    """What certificates prove, where nothing nearer is forced."""
    if not proved:
        yield from (forced.Keeps(), forced.Solved(True), forced.Drawn())


def _threat(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    """The answers that stop a win of the next turn, where they are few."""
    after, seat = turn.after, turn.seat
    if after.to_move != 1 - seat or any(isinstance(claim, forced.ForcesWin | forced.IsLost) for claim in proved):
        return
    position = after.position()
    codes = position.codes()
    answers, others = [], []
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
        common = set.intersection(*({str(then.move(code)) for code in prover.winners(then)} for then in others[:40]))
        threats = (forced.Threatens(tuple(answers), len(codes), text) for text in sorted(common))
        move = next((threat.move for threat in threats if threat.is_true(turn, prover)), "")
    yield forced.Threatens(tuple(answers), len(codes), move)


def _stake(turn: Turn, prover: Prover, proved: tuple[Claim, ...]) -> Iterator[Claim]:
    """What would have happened otherwise."""
    if not forced.IsSafe().is_true(turn, prover) or any(isinstance(claim, forced.ForcesWin) for claim in proved):
        return
    before = turn.before
    position = before.position()
    codes, losing = position.codes(), prover.losing(position)
    if 2 * len(losing) < len(codes):
        return
    if len(turn.states) == 2:
        # By each decision of the other seat that wins, how many of this turn's decisions lose to it.
        losses: Counter[str] = Counter()
        for then in (before.play(position.move(code)) for code in losing):
            if then.to_move == 1 - turn.seat:
                answer = then.position()
                winning = {str(answer.move(code)) for code in prover.winners(answer)}
                losses.update(text for text in winning if forced.wins_with(then, text))
        if losses:
            move, lost = max(losses.items(), key=lambda item: item[1])
            stop = forced.Stops(move, lost, len(codes) - 1)
            if stop.is_true(turn, prover):
                yield stop
                return
    yield forced.Endangered(len(losing), len(codes))


def _seen(turn: Turn) -> Iterator[Claim]:
    before, after, other = turn.before, turn.after, 1 - turn.seat
    if (pillars := turn.cells("surrounded")) and after.score is not None:
        yield seen.Surrounds(pillars, after.score[turn.seat])
    for kind in EVENTS:
        yield kind(kind.seen_in(turn))
        if kind is seen.Captures:
            yield seen.Reserve(after.reserve[other] - before.reserve[other])
    yield seen.Bridge("other", seen.bridge_cells(turn, "other"))
    yield seen.Bridge("own", seen.bridge_cells(turn, "own"))
    yield from _counted(turn)


def _counted(turn: Turn) -> Iterator[Claim]:
    """What a turn does to what the game counts, where that is good for the seat that made it."""
    before, after = turn.before, turn.after
    sides: tuple[seen.Whose, ...] = ("own", "other")
    if before.score is not None and after.score is not None and before.game.counted is not None:
        good = -1 if before.options.get("scoring", "").endswith("misere") else 1
        for whose in sides:
            side = seen.seat_of(turn, whose)
            was, now = before.score[side], after.score[side]
            if (now - was) * good * (1 if whose == "own" else -1) > 0:
                yield seen.Counts(whose, was, now)
    for whose in reversed(sides):
        side = seen.seat_of(turn, whose)
        room_was, room_now = seen.room(before, side), seen.room(after, side)
        if room_was is not None and room_now is not None and (room_now - room_was) * (1 if whose == "own" else -1) > 0:
            yield seen.Room(whose, room_was, room_now)
