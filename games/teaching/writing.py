"""How moves are written, made of what a game says of itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..core import SWAP, Game, Handicap, MoveExample, Sentence, _
from ..lattice import Pyramid

FEW = 3  # moves named of a game without examples
NAMES = _(
    "Every place has a name: the letter and the number that lead to it from the edge, such as "
    "{cell}."
)
NAMES_ON_LEVELS = _(
    "Every cell has a name: its level, then the letter and the number at the edge of that level, "
    "such as {cell}."
)
TAKE_OVER = _("{side} takes over the start, in place of a first turn")


@dataclass(frozen=True, slots=True)
class Writing:
    """How the moves of a game are written.

    :param names: how its cells are called
    :param moves: moves as players type them, each with what it does; nothing where that is not said
    """

    names: Sentence
    moves: tuple[tuple[str, Sentence | None], ...]


def writing_of(game: Game, options: Mapping[str, str] | None = None) -> Writing:
    """How moves are written in a game.

    :param options: all options of a variant, for what can be played there alone
    """
    examples = [example for example in game.examples if _is_played(example, options)]
    board = game.start().board
    cell = board.cells[len(board.cells) // 3]
    if examples:
        cell = examples[0].text.partition("-")[0].partition(" ")[0]
    template = NAMES_ON_LEVELS if isinstance(board, Pyramid) else NAMES
    return Writing(Sentence(template, cell=cell), tuple(_moves(game, options, examples)))


def _is_played(example: MoveExample, options: Mapping[str, str] | None) -> bool:
    if options is None or not example.option:
        return True
    return options[example.option] == example.choice


def _moves(
    game: Game, options: Mapping[str, str] | None, examples: list[MoveExample]
) -> Iterator[tuple[str, Sentence | None]]:
    """The moves to show, the one that takes a start over last."""
    for example in examples:
        yield example.text, Sentence(example.meaning)
    if not examples:
        for move in game.start().legal_moves()[:FEW]:
            yield str(move), None
    handicap = Handicap.of(options or {})
    if game.pie and (handicap is None or not handicap.turns):
        yield str(SWAP), Sentence(TAKE_OVER, side=Sentence(game.seats[1]))
