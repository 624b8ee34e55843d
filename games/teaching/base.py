"""What rules are made of: pages with example positions, and the meanings of marks in pictures."""

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
        state = game.start(**self.options)
        states = [state]
        for text in self.moves.split():
            state = state.play(state.parse(text))
            states.append(state)
        last_turn = states[-2].turn
        turn_start = next(state.ply for state in states if state.turn == last_turn)
        return tuple(states), turn_start


class RulesPage(NamedTuple):
    """One part of the rules of a game: a few sentences and, perhaps, a picture.

    ``marks`` are those to explain in the picture, as in ``MARKS``. ``more`` are further paragraphs,
    of which some depend on the variant.
    """

    text: str
    example: Example | None = None
    marks: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The texts, each of which is translated as a whole."""
        return tuple(filter(None, (self.text, *self.more)))


WHITE_STARTS = _("**Start.** The board is empty. White moves first, and you take turns.")
PICTURE = _("**The picture.** The last turn is shown in one bright colour.")
PICTURE_OF_STEPS = _(
    "**The picture.** The last turn is shown in a bright colour; its earlier steps may be duller."
)
MARKS = {
    "placed": _("Ring = placed or changed by the last turn"),
    "moved": _("Arrow = the way of the last turn"),
    "exchanged": _("Round sign with arrows = the two cells swapped"),
    "danger": _("Two thin arcs on a piece or pillar = in danger"),
    "winning": _("Two thin arcs on an empty cell = the side not to move would win there"),
    "barred": _("No-entry sign = nobody can place there"),
    "size": _("Number on a stone = size of the largest group"),
    "taken": _("Ring in the colour of the arcs = captured"),
    "lost": _("Cross = captured or walled off"),
    "won": _("Traced in another colour = what decided the match"),
    "leaper": _("Star = leaper: two men, one on the other"),
    "safe": _("Coloured floor under a group = no leaper can land there"),
    "surrounded": _("Disc on a pillar = surrounded by the side of that colour"),
    "sealed": _("Shaded cell = sealed for the side of that colour"),
    "reserve": _("Small stone and number beside a side’s name = its reserve"),
    "group": _("Band under stones = a side’s largest group"),
    "gap": _("Name or small triangle between three tiles = a tile can lie on them"),
    "level": _("Small boards = each level by itself"),
    "river": _("Dashed line = the river under a bridge"),
    "head-start": _("Dull ring before the first move = there from the extra turns"),
}
