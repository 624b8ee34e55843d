"""The compiled solver during a match: a forced win from the position on the board, where the solver
is built.
"""

from functools import lru_cache

from ...core import Position, State
from ...registry import get
from .native import NoSolver, Rules, Search

MEGABYTES = 64
# searched per second of its time, as a slow core does, so that machines prove the same
POSITIONS = 400_000
PATIENCE = 3.0  # times its time, after which a busy machine gives up


def winning(state: State, seconds: float) -> int | None:
    """A decision that forces a win, as a code; None if none is proved in time, or nothing is
    compiled.
    """
    position = state.position()
    search = _proved(state, position, position.to_move, seconds)
    if search is None:
        return None
    right = [known for known in search.known(position) if known.reaches]
    return min(right, key=lambda known: known.effort).code if right else None


def loses(state: State, code: int, seconds: float) -> bool:
    """Whether the other side is proved to force a win after a decision in ``state``."""
    position = state.position()
    return _proved(state, position.after(code), 1 - position.to_move, seconds) is not None


def _proved(state: State, position: Position, seat: int, seconds: float) -> Search | None:
    """The search that has proved a win of ``seat`` from a position of the match of ``state``; None
    without a proof.
    """
    rules = rules_of(state.game.slug, tuple(state.options.items()))
    if rules is None or state.to_move is None:
        return None
    search = Search(rules, seat, megabytes=MEGABYTES)
    limit = max(seconds, 0.0)
    return (
        search
        if search.run(position, positions=int(POSITIONS * limit), seconds=PATIENCE * limit)
        else None
    )


@lru_cache(maxsize=16)
def rules_of(slug: str, options: tuple[tuple[str, str], ...]) -> Rules | None:
    """The compiled rules of a variant; None where there are none."""
    try:
        return Rules(get(slug).start(**dict(options)).position())
    except NoSolver:
        return None
