"""What may be said of a turn: claims proposed from the board and the search, of which only those that hold are kept."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import State
from ...loop import Loop
from ..player import Thought
from ..solver import OutOfTime, played
from . import seen
from .base import Claim, Prover, Story
from .forced import (
    Allows,
    CanWin,
    Drawn,
    Endangered,
    Ends,
    Estimated,
    ForcesWin,
    Holds,
    IsLost,
    IsSafe,
    Keeps,
    Solved,
    Stops,
    Threatens,
    Wins,
    wins_with,
)

# Within how many turns forced wins are looked for.
FORESIGHT = 3


def claims(told: Story, thought: Thought | None = None, seconds: float = 0.8) -> tuple[Claim, ...]:
    """What holds of a turn and is worth saying: what is forced, what is at stake, then what it does on the board.

    ``thought`` is the search that found it. What cannot be decided in so many seconds is not said.
    """
    if told.after.outcome is not None:
        return tuple(_ending(told))
    found: list[Claim] = []
    # Each part has a share of its own, so that one that takes too long does not silence the others.
    for part, share in ((_forced, 0.4), (_solved, 0.0), (_threat, 0.3), (_stake, 0.3)):
        prover = Prover(told.before, share * seconds)
        try:
            found += [claim for claim in part(told, prover, tuple(found)) if claim.holds(told, prover)]
        except OutOfTime:
            continue
    found += done(told)
    if not found and thought is not None and thought.playouts:
        found.append(Estimated(round(50 * (thought.value + 1)), thought.playouts))
    return tuple(found)


def done(told: Story) -> tuple[Claim, ...]:
    """What a turn does on the board, best first."""
    prover = Prover(told.before)
    return tuple(claim for claim in _seen(told) if claim.holds(told, prover))


def situation(state: State, seconds: float = 0.8) -> Claim | None:
    """What is forced or at stake for the seat to move, told without its move: a win, a loss, a danger; or None."""
    told = Story((state,))
    prover = Prover(state, seconds / 2)
    try:
        for turns in range(1, FORESIGHT + 1):
            for claim in (CanWin(turns), IsLost(turns)):
                if claim.holds(told, prover):
                    return claim
    except OutOfTime:
        pass
    for solved in (Solved(False), Solved(True)):
        if solved.holds(told, prover):
            return solved
    prover = Prover(state, seconds / 2)
    try:
        position = state.position()
        codes = position.codes()
        if losing := sum(prover.loses(position, code) for code in codes):
            return Endangered(losing, len(codes))
    except OutOfTime:
        pass
    return Drawn() if Drawn().holds(told, prover) else None


def refuted(told: Story, seconds: float = 2.0, turns: int = FORESIGHT) -> Allows | None:
    """With what the other seat punishes a turn at the soonest; None if no forced win was found."""
    state, other = told.after, 1 - told.seat
    if state.to_move != other:
        return None
    prover = Prover(state, seconds)
    try:
        for within in range(1, turns + 1):
            if prover.wins(state.position(), other, within):
                moves, position = [], state.position()
                while position.reason is None and position.to_move == other:
                    code = prover.winners(position, within, most=1)[0]
                    moves.append(str(position.move(code)))
                    position = played(position, code)
                return Allows(within, tuple(moves))
    except OutOfTime:
        pass
    return None


def parting(told: Story, punished: Allows | None, seconds: float = 2.0) -> Claim | None:
    """What sets a better turn apart from one that was ``punished``, or that missed a win; None if it was not proved."""
    if told.after.outcome is not None:
        return next(_ending(told))
    wins = (ForcesWin(turns) for turns in range(1, FORESIGHT + 1))
    held = () if punished is None else (Holds(punished.turns),)
    for proposed in (wins, (Keeps(),), held):
        prover = Prover(told.before, seconds / 2)
        try:
            if (claim := next((claim for claim in proposed if claim.holds(told, prover)), None)) is not None:
                return claim
        except OutOfTime:
            continue
    return None


def _ending(told: Story) -> Iterator[Claim]:
    outcome = told.after.outcome
    assert outcome is not None
    if outcome.winner == told.seat:
        yield Wins(outcome.reason, outcome.cells)
    else:
        yield Ends(outcome.winner is not None)


def _forced(told: Story, prover: Prover, found: tuple[Claim, ...]) -> Iterator[Claim]:
    for turns in range(1, FORESIGHT + 1):
        if ForcesWin(turns).holds(told, prover):
            yield ForcesWin(turns)
            return
        if IsLost(turns).holds(told, prover):
            yield IsLost(turns)
            return


def _solved(told: Story, prover: Prover, found: tuple[Claim, ...]) -> Iterator[Claim]:
    """What certificates tell, where nothing nearer is forced."""
    if not found:
        yield from (claim for claim in (Keeps(), Solved(True), Drawn()) if claim.holds(told, prover))


def _threat(told: Story, prover: Prover, found: tuple[Claim, ...]) -> Iterator[Claim]:
    """The answers that stop a win of the next turn, where they are few."""
    after, seat = told.after, told.seat
    if after.to_move != 1 - seat or any(isinstance(claim, ForcesWin | IsLost) for claim in found):
        return
    position = after.position()
    codes = position.codes()
    answers, others = [], []
    for code in codes:
        if prover.wins(then := played(position, code), seat):
            others.append(then)
        else:
            answers.append(str(position.move(code)))
    if not others or 2 * len(answers) > len(codes):
        return
    move = ""
    if all(then.reason is None and then.to_move == seat for then in others):
        # One decision that wins after every answer that does not stop it.
        every = set.intersection(*({str(then.move(code)) for code in prover.winners(then)} for then in others[:40]))
        named = sorted(every, key=lambda text: text)
        claim = (Threatens(tuple(answers), len(codes), text) for text in named)
        move = next((one.move for one in claim if one.holds(told, prover)), "")
    yield Threatens(tuple(answers), len(codes), move)


def _stake(told: Story, prover: Prover, found: tuple[Claim, ...]) -> Iterator[Claim]:
    """What would have happened otherwise."""
    if not IsSafe().holds(told, prover) or any(isinstance(claim, ForcesWin) for claim in found):
        return
    before, after = told.before, told.after
    position = before.position()
    codes = position.codes()
    lost = [code for code in codes if prover.loses(position, code)]
    if 2 * len(lost) < len(codes):
        return
    if len(told.states) == 2:
        # The one decision with which the most of the others lose.
        named: dict[str, int] = {}
        for code in lost:
            then = before.play(position.move(code))
            if then.to_move == 1 - told.seat:
                for text in {str(then.position().move(answer)) for answer in prover.winners(then.position())}:
                    if wins_with(then, text):
                        named[text] = named.get(text, 0) + 1
        made = after.last_move
        if named:
            move = max(named, key=named.__getitem__)
            others = [code for code in codes if position.move(code) != made]
            stop = Stops(move, named[move], len(others))
            if stop.holds(told, prover):
                yield stop
                return
    yield Endangered(len(lost), len(codes))


def _seen(told: Story) -> Iterator[Claim]:
    before, after, seat = told.before, told.after, told.seat
    events = [event for state in told.states[1:] for event in state.events]

    def cells(kind: str, of: int = seat) -> tuple[str, ...]:
        return tuple(cell for event in events if (event.kind, event.seat) == (kind, of) for cell in event.cells)

    if (pillars := cells("surrounded")) and after.score is not None:
        yield seen.Surrounds(pillars, after.score[seat])
    yield seen.Breaks(cells("broken", 1 - seat))
    yield seen.Captures(cells("captured"))
    yield seen.Reserve(after.reserve[1 - seat] - before.reserve[1 - seat])
    yield seen.Converts(cells("converted"))
    for cell in cells("promoted"):
        yield seen.Crowns(cell)
    yield seen.Covers(cells("covered"))
    was, now = before.position(), after.position()
    if isinstance(was, Loop) and isinstance(now, Loop):
        yield seen.Bridge("other", seen.bridge_cells(was, now, seat, "other"))
        yield seen.Bridge("own", seen.bridge_cells(was, now, seat, "own"))
    yield from _counted(told)


def _counted(told: Story) -> Iterator[Claim]:
    """What a turn does to what the game counts, where that is good for who made it."""
    before, after, seat = told.before, told.after, told.seat
    if before.score is not None and after.score is not None and before.game.counted is not None:
        good = -1 if before.options.get("scoring", "").endswith("misere") else 1
        for whose, side in (("own", seat), ("other", 1 - seat)):
            was, now = before.score[side], after.score[side]
            if (now - was) * good * (1 if side == seat else -1) > 0:
                yield seen.Counts("own" if whose == "own" else "other", was, now)
    for whose, side in (("other", 1 - seat), ("own", seat)):
        room_was, room_now = seen.room(before, side), seen.room(after, side)
        if room_was is not None and room_now is not None and (room_now - room_was) * (1 if side == seat else -1) > 0:
            yield seen.Room("own" if whose == "own" else "other", room_was, room_now)
