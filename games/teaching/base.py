"""What the rules of a game are shown with: pages with example positions."""

from collections.abc import Mapping
from typing import NamedTuple

from ..core import Game, State, _


class Example(NamedTuple):
    """A position to show: the decisions that lead to it from the start, and what to see in it."""

    moves: str
    caption: str
    options: Mapping[str, str] = {}

    def states(self, game: Game) -> tuple[tuple[State, ...], int]:
        """All its states from the start on, and the ply at which its last turn began."""
        states = [game.start(**self.options)]
        for text in self.moves.split():
            states.append(states[-1].play(states[-1].parse(text)))
        return tuple(states), next(state.ply for state in states if state.turn == states[-2].turn)


class RulesPage(NamedTuple):
    """One part of the rules of a game: a few sentences and, perhaps, a picture and the ``marks`` to explain in it."""

    text: str
    example: Example | None = None
    marks: tuple[str, ...] = ()


PICTURE = _("**The picture.** The last turn is shown in one bright colour.")
THREATENED = _("The arcs mark what is in danger.")
