"""Keys of positions for long proofs: equal for mirror images too, where these are known."""

from collections.abc import Hashable, Mapping

from games.core import Game, Position
from games.lattice import bits
from games.players.knowledge import knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.solver import Solver
from games.snipsnip import SnipSnip

CROWDED = 8  # stones, with more of which mirror images are rarely met again


def mirrored_solver(
    game: Game, seat: int, seconds: float = float("inf"), *, most_known: int
) -> Solver:
    """A solver that remembers a position together with its mirror images."""
    knowledge = knowledge_of(game)

    def key(position: Position) -> Hashable:
        if isinstance(position, SnipSnip):
            return _smallest_image(position)
        return position.key()

    return Solver(knowledge, seat, seconds, most_known=most_known, key=key)


def _smallest_image(position: SnipSnip) -> Hashable:
    """A key that mirror images of a position have too, unless there are many stones."""
    if (position.own | position.enemy).bit_count() > CROWDED:
        return position.key()
    sets = (position.own, position.enemy, position.removable)
    images = [
        tuple(_image(cells, symmetry) for cells in sets) for symmetry in symmetries(position.board)
    ]
    return position.to_move, min(images)


def _image(cells: int, symmetry: Mapping[int, int]) -> int:
    """A set of cells under a symmetry, which tells for each index another."""
    return sum(1 << symmetry[index] for index in bits(cells))
