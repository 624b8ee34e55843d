"""The compiled solver during a match: a forced win from the position on the board, where the solver is built."""

from __future__ import annotations

from functools import lru_cache

from ...core import Position, State
from ...registry import get
from ..solver import played
from .native import NoSolver, Rules, Search

MEGABYTES = 64
POSITIONS = 400_000  # searched per second of its time, as a slow core does, so that machines prove the same
PATIENCE = 3.0  # times its time, after which a busy machine gives up


def winning(state: State, seconds: float) -> int | None:
    """A decision that forces a win, as a code; None if none is proved in time, or nothing is compiled."""
    rules = rules_of(state.game.slug, tuple(state.options.items()))
    if rules is None or state.to_move is None:
        return None
    position = state.position()
    search = Search(rules, state.to_move, megabytes=MEGABYTES)
    if not _runs(search, position, seconds):
        return None
    right = [known for known in search.known(position) if known.reaches]
    return min(right, key=lambda known: known.effort).code if right else None


def loses(state: State, code: int, seconds: float) -> bool:
    """Whether the other side is proved to force a win after a decision in ``state``."""
    rules = rules_of(state.game.slug, tuple(state.options.items()))
    if rules is None or state.to_move is None:
        return False
    return _runs(Search(rules, 1 - state.to_move, megabytes=MEGABYTES), played(state.position(), code), seconds)


def _runs(search: Search, position: Position, seconds: float) -> bool:
    limit = max(seconds, 0.0)
    return bool(search.run(position, positions=int(POSITIONS * limit), seconds=PATIENCE * limit))


@lru_cache(maxsize=16)
def rules_of(slug: str, options: tuple[tuple[str, str], ...]) -> Rules | None:
    """The compiled rules of a variant; None where there are none."""
    try:
        return Rules(get(slug).start(**dict(options)).position())
    except NoSolver:
        return None
