"""What the choice of an option means for a match: what is so by the rules, or was measured or worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.chat.kit.language.texts import _
from games.core import Game, Sentence

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "veloop-square": {
        "board": _(
            "On a small board the edge is always near, and what stands there is safe. A large one has more room."
        ),
        "turns": _(
            "Two moves a turn close walls that a single move can’t. With one move, every threat can be seen coming."
        ),
    },
    "veloop-hex": {
        "board": _("On hex3, worked out to the end, Black wins with single turns, and double turns are a draw."),
        "turns": _(
            "Two moves a turn close walls that a single move can’t. With one move, every threat can be seen coming."
        ),
    },
    "snipsnip": {
        "board": _("Small boards are short puzzles for two. Hex boards have six directions, ortho four, omni eight."),
        "scoring": _(
            "Misère: the smaller largest group wins, and a capture gives another turn. Linked: diagonals connect."
        ),
        "capture": _("Diagonal: stones trap around a corner. Between: they trap in a straight line."),
    },
    "vigilance": {
        "board": _(
            "Adjacent boards have eight directions, orthogonal ones four, hex boards six: more directions, more sight."
        ),
        "captures": _(
            "With captures, a chain that is stared at from all sides goes back to its owner. Without, stones stay."
        ),
    },
    "loop": {
        "board": _("Mini is a short first match. The more level one holds, the higher the pyramid grows."),
        "full_board": _("Only a full pyramid without a loop is affected: a draw, or a win for the last tile."),
    },
    "loops-n-leaps": {
        "board": _("On base4 there are seven pillars and no room to waste. Base8 is the designer’s board."),
    },
}
"""What the choice of an option means for the match."""


def meant(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What the choices mean that are not the usual ones, in the order of the game's options."""
    for option in game.options:
        meaning = MEANINGS.get(game.slug, {}).get(option.name)
        if meaning is not None and options.get(option.name, option.default) != option.default:
            yield Sentence(meaning)
