"""What an idea is: a motif of a game's play, and a test that recognises it in a turn."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from ...core import Outcome, Position, State
from ..claims.base import JudgedTurn, Prover
from ..solver import OutOfTime

SECONDS = 0.5  # for a search for wins


@dataclass(frozen=True, slots=True)
class Idea:
    """An idea of a game.

    :param occurs: Whether a turn shows what ``text`` says.
    :param helps: The choices of a match in which a hint may name it as something good.
    :param repeats: What says the same in a hint: kinds of claims, plans and other ideas.
    :param is_quiet: Whether a hint leaves it out where it is proved who wins.
    """

    slug: str
    name: str
    text: str
    occurs: Callable[[JudgedTurn], bool]
    helps: Callable[[Mapping[str, str]], bool] = lambda options: True
    repeats: tuple[str, ...] = ()
    is_quiet: bool = False


def won_by(reason: str) -> Callable[[JudgedTurn], bool]:
    """A test whether a turn has won the match for a reason."""
    return lambda turn: win_of(turn, reason) is not None


def does(kind: str, minimum: int = 1) -> Callable[[JudgedTurn], bool]:
    """A test whether events of a kind have at least ``minimum`` cells.

    Only events by the seat whose turn it is count.
    """
    return lambda turn: len(turn.cells(kind)) >= minimum


def win_of(turn: JudgedTurn, *reasons: str) -> Outcome | None:
    """How the turn has won the match; None if it has not.

    :param reasons: If any are named, it must have won for one of them.
    """
    outcome = turn.after.outcome
    if outcome is None or outcome.winner != turn.seat:
        return None
    if reasons and outcome.reason not in reasons:
        return None
    return outcome


def winning_codes(position: Position, seat: int) -> list[int]:
    """The decisions of the seat to move that end the match at once with a win of ``seat``."""
    return [code for code in position.codes() if position.after(code).winner == seat]


def with_move(state: State, seat: int) -> Position | None:
    """The position if it were the turn of ``seat``.

    None where the match is over or the rules have no such position.
    """
    position = state.position()
    if position.reason is not None:
        return None
    return position if position.to_move == seat else position.with_other_to_move()


def threats_of(state: State, seat: int) -> list[int]:
    """The single decisions with which a seat would win at once if it were its turn."""
    position = with_move(state, seat)
    if position is None:
        return []
    return winning_codes(position, seat)


def forks(turn: JudgedTurn) -> bool:
    """Whether the seat threatens several wins, and no turn of the other stops them all.

    Threats are single decisions.
    """
    threats = threats_of(turn.after, turn.seat)
    if turn.after.to_move != 1 - turn.seat or len(threats) < 2:
        return False
    end = time.perf_counter() + SECONDS
    return not _stops(turn.after.position(), turn.seat, set(threats), end)


def _stops(position: Position, seat: int, threats: set[int], end: float) -> bool:
    """Whether the other seat has a turn after which no threat wins.

    Also true if that is not decided in time.
    """
    if position.reason is not None:
        return position.winner != seat
    if position.to_move == seat:
        legal_threats = threats.intersection(position.codes())
        return all(position.after(code).winner != seat for code in legal_threats)
    if time.perf_counter() > end:
        return True
    return any(_stops(position.after(code), seat, threats, end) for code in position.codes())


def forces(turn: JudgedTurn) -> list[int]:
    """The one decision that the other seat must make, or lose at once; [] where there is none."""
    threats = threats_of(turn.after, turn.seat)
    if turn.after.to_move != 1 - turn.seat or len(threats) != 1:
        return []
    position = turn.after.position()
    if threats[0] not in position.codes() or winning_codes(position, 1 - turn.seat):
        return []
    return threats


def quiet_win(turn: JudgedTurn) -> bool:
    """Whether nothing is threatened, but the seat wins in its next turn whatever is answered."""
    end = turn.after
    seat = turn.seat
    if end.to_move != 1 - seat or threats_of(end, seat):
        return False
    with suppress(OutOfTime):
        return Prover(end, SECONDS).wins(end.position(), seat)
    return False


def saves(turn: JudgedTurn) -> bool:
    """Whether the turn stops all wins of the other seat by a single decision."""
    other = 1 - turn.seat
    if turn.after.to_move != other:
        return False
    return bool(threats_of(turn.before, other)) and not threats_of(turn.after, other)


def owned(state: State, seat: int) -> set[str]:
    """The cells whose visible piece is a seat's."""
    return {cell for cell, stack in state.pieces().items() if stack[-1] == seat}


def marked(state: State, name: str) -> set[str]:
    """The cells that the game marks under a name, such as ``holes`` or ``banned``."""
    return set(state.marks.get(name, ()))


def score_of(state: State, seat: int) -> int:
    """What a seat counts; 0 where the game counts nothing."""
    return 0 if state.score is None else state.score[seat]
