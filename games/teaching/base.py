"""What teaches a game: pages of rules with example positions, and a lesson of small positions to solve."""

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


class Step(NamedTuple):
    """A position of a lesson, as the decisions that lead to it, and answers to choose from: decisions or whole turns.

    ``goal`` tells right decisions from wrong ones: ``legal``; ``win``, perhaps with the reason; ``trap`` (a stone is
    then to be removed); ``stop`` (the other side cannot win next); or the kind of an event that it must cause.
    ``wrong`` says why a legal decision is not right: ``{move}``, after which the other side wins with ``{answer}`` in
    ``stop``. ``options`` replace those of the lesson; ``idea`` is the slug of the game's idea to be shown.
    """

    goal: str
    moves: str
    choices: str
    task: str
    praise: str
    wrong: str = ""
    options: Mapping[str, str] | None = None
    idea: str = ""


class Lesson(NamedTuple):
    """The steps that teach a game, on a small board."""

    options: Mapping[str, str]
    steps: tuple[Step, ...]


PICTURE = _("**The picture.** The last turn is shown in one bright colour.")
THREATENED = _("The arcs mark what is in danger.")
