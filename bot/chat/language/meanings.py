"""What the choice of a variant means for a match: what is so by the rules, or was measured or worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.chat.language.texts import _
from games.core import Game, Sentence
from games.players.solved import best_play

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
        "board": _("On hexagon 3, worked out to the end, Black wins with single turns; double turns are a draw."),
        "turns": _(
            "Two moves a turn close walls that a single move can’t. With one move, every threat can be seen coming."
        ),
    },
    "snipsnip": {
        "board": _(
            "Small boards are short puzzles for two. Hexagons have six directions, squares four, diamonds eight."
        ),
        "scoring": _(
            "Misère: the smaller largest group wins, and a capture gives another turn. Linked: diagonals connect."
        ),
        "capture": _("Diagonal: stones trap around a corner. Between: they trap in a straight line."),
    },
    "vigilance": {
        "board": _("Squares have four or eight directions, hexagons six: the more directions, the more sight."),
        "captures": _(
            "With captures, a chain goes back once all its empty neighbours are in sight. Without, stones stay."
        ),
    },
    "loop": {
        "board": _("Mini is a short first match. The more level one holds, the higher the pyramid grows."),
        "full_board": _("Only a full pyramid without a loop is affected: a draw, or a win for the last tile."),
    },
    "loops-n-leaps": {
        "board": _("On hexagon 4 there are seven pillars and no room to waste. Hexagon 8 is the designer’s board."),
    },
}
"""What the choice of an option means for the match."""


MEASURED: Mapping[str, Mapping[str, tuple[int, int, int]]] = {
    "veloop-square": {"5x5 double": (21, 11, 40), "5x5 single": (11, 15, 40)},
    "veloop-hex": {"hex34 double": (23, 17, 40), "hex45 single": (19, 21, 40)},
    "snipsnip": {"hex-4-5 group-misere diagonal": (15, 25, 40)},
    "loop": {"mini draw": (22, 18, 40)},
}
"""Matches among equals (docs/engine.md) by the choices of a variant: won by the first, by the second side, and all."""

SIZES: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "veloop-square": {"8x8": (64, 28), "5x5": (25, 16), "6x6": (36, 20), "12x12": (144, 44)},
    "veloop-hex": {"hex34": (27, 15), "hex3": (19, 12), "hex4": (37, 18), "hex45": (48, 21)},
    "loops-n-leaps": {"base8": (132, 37), "base10": (210, 61), "base6": (72, 19), "base4": (30, 7)},
}
"""The cells of a board, and how many are on the edge, or its pillars; making a board to count them takes too long."""

PIES = frozenset({"loop", "loops-n-leaps", "vigilance"})
"""Games in which the second player may take over the start."""
PIE = _("The second player may swap sides after the start, so a start that is too good is taken over.")


def meant(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What a variant means: who wins, as far as that is known, and the choices that are not the usual ones."""
    yield from outlook(game, options)
    for option in game.options:
        meaning = MEANINGS.get(game.slug, {}).get(option.name)
        if meaning is not None and options.get(option.name, option.default) != option.default:
            yield Sentence(meaning)


def opening(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What there is to know where the first move is chosen."""
    yield from outlook(game, options)
    if game.slug in PIES:
        yield Sentence(PIE)


def outlook(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """Who wins in best play, where that is proved; else who won among equals, where that was measured."""
    solved = best_play(game.slug, options)
    measured = MEASURED.get(game.slug, {}).get(" ".join(options.values()))
    if solved is not None:
        winner = solved.winner
        if winner is None:
            yield Sentence(_("a draw with best play"))
        else:
            yield Sentence(_("{side} wins with best play"), side=Sentence(game.seats[winner]))
    elif measured is not None:
        one, other = map(Sentence, game.seats)
        won, lost, matches = measured
        said = _("of {matches} matches between equals, {one} won {won} and {other} {lost}")
        yield Sentence(said, matches=matches, one=one, won=won, other=other, lost=lost)


def in_short(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """A variant in few words, where one is chosen: what its size means, and who wins."""
    size = SIZES.get(game.slug, {}).get(options.get("board", ""))
    if size is not None:
        edge = game.slug.startswith("veloop")
        said = _("{part} of {cells} cells on the edge") if edge else _("{cells} cells, {part} pillars")
        yield Sentence(said, cells=size[0], part=size[1])
    yield from outlook(game, options)
