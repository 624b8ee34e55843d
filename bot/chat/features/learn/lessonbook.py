"""Lessons: small positions for each game, with what is to be found in them, rules first and then the game's ideas.

A step's ``goal`` tells right decisions from wrong ones: ``legal``; ``win``, perhaps with the reason; ``trap`` (a stone
is then to be removed); ``stop`` (the other side cannot win next); or the kind of an event that it must cause. ``wrong``
tells why a legal decision is not it: ``{move}``, after which the other side wins with ``{answer}`` in ``stop``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from bot.chat.language.texts import _
from games.players.courses import ONWARD, examples


class Step(NamedTuple):
    """A position, as the decisions that lead to it, and answers to choose from: decisions, or turns of several.

    ``options`` are those of the lesson if there are none; ``idea`` is the one of the game that is to be found.
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


_STOP = _("Your opponent is about to close a wall. Which leap keeps you safe?")
_STOPPED = _("Safe: your opponent can’t win with a single leap now.")
_NOT_STOPPED = _("{move} doesn’t stop it: {answer} closes a wall, and your opponent wins.")
_CLOSE = _("You can win at once: **close the wall** around an enemy stone. Which leap does it?")
_CLOSED = _("The wall is closed. The stone inside can’t reach the edge over empty cells or its own colour.")
_NOT_CLOSED = _("After {move}, every enemy stone can still reach the edge over empty cells or its own colour.")

LESSONS: Mapping[str, Lesson] = {
    "veloop-square": Lesson(
        {"board": "5x5", "turns": "single"},
        (
            Step(
                "legal",
                "c2-d4 d3-b2 d4-e2 b2-d3 c2-a1 e3-c4",
                "a1-b3 c2-c4 c2-e3 e2-c3",
                _(
                    "**Leap.** Place a new stone a knight’s leap away from one of yours. The two cells between swap "
                    "contents, so they must differ. Which leap is legal?"
                ),
                _("A knight’s leap onto an empty cell, and the cells in between have swapped."),
            ),
            Step(
                "win",
                "c2-b4 b3-c1 b4-a2 a3-c2 b3-a5 a3-b1 b3-a1 c1-d3 a2-b4 d2-c4 a3-c2 d2-b3 b4-d3 c3-e2 b4-d5",
                "c3-b5 c3-e4 c3-d1 e2-d4",
                _CLOSE,
                _CLOSED,
                _NOT_CLOSED,
            ),
            Step(
                "stop",
                "c2-d4 d3-e5 e4-d2 e3-d5 c2-e1 d5-c3 d1-b2 c3-a2 c4-b2 b3-a1 c3-b5 b2-c4 b5-d4 e5-d3 c1-e2 e3-c4",
                "b4-c2 b5-a3 e1-c2 b3-a5",
                _STOP,
                _STOPPED,
                _NOT_STOPPED,
            ),
        ),
    ),
    "veloop-hex": Lesson(
        {"board": "hex3", "turns": "single"},
        (
            Step(
                "legal",
                "b4-c5 b5-c3 c5-d3 c3-e2 d2-b3 e2-d1",
                "c5-c3 b3-a5 d4-b5 e1-d3",
                _(
                    "**Leap.** Place a new stone diagonally from one of yours. The two cells between swap contents, "
                    "so they must differ. Which leap is legal?"
                ),
                _("A diagonal leap onto an empty cell, and the cells in between have swapped."),
            ),
            Step(
                "win",
                "b4-c5 b5-c3 c4-b3 b4-a3 a4-b2 b3-a5 c5-d3 b5-c3 d3-b4 b3-d2 c2-e1",
                "d1-c3 c4-d2 b3-d2 a4-c3",
                _CLOSE,
                _CLOSED,
                _NOT_CLOSED,
            ),
            Step(
                "stop",
                "b4-d3 c3-d4 b4-c5 c3-a4 c5-d3 c3-b2 c2-a3 b3-d2 d3-b4 b3-c1 c4-e3",
                "b3-a5 b2-d1 c3-e2 c3-d1",
                _STOP,
                _STOPPED,
                _NOT_STOPPED,
            ),
        ),
    ),
    "snipsnip": Lesson(
        {"board": "hex-2-3"},
        (
            Step(
                "legal",
                "a4 b4 c3 b1 a3 c1",
                "b2 b3 a2 d1",
                _(
                    "**Place.** Where two stones of different colours stand two steps apart but not in line, "
                    "nobody can place on a point next to both. Where can you place?"
                ),
                _("An empty point that isn’t a capture site."),
            ),
            Step(
                "trap",
                "c3 c1 b2 b1",
                "d2 c2 b4 d1",
                _(
                    "**Capture.** Your new stone traps an enemy stone that is next to it and next to a second "
                    "enemy stone that is diagonal to yours. Where do you place to capture?"
                ),
                _("The stone between is trapped. Now remove it – and in misère, place once more."),
                _("{move} is legal, but it traps nothing."),
            ),
            Step(
                "win:group",
                "a3 a2 c2 d2 c1",
                "b4 a4 c3 b3",
                _(
                    "**The end.** Nobody will be able to place after your stone, and the *smaller* largest group "
                    "wins. Where do you place?"
                ),
                _("The match is over, and your largest group is the smaller one."),
                _("{move} doesn’t win: check which groups are joined then, and whether anyone can still place."),
            ),
        ),
    ),
    "vigilance": Lesson(
        {"board": "square-3-adjacent"},
        (
            Step(
                "legal",
                "e7 b4 c2 c2-e2 d4 e7-f6",
                "e4 f1 f3 g3",
                _("**Place out of sight.** You have slid; now place on a cell that no enemy stone sees. Which?"),
                _("No enemy stone sees that cell along any line."),
            ),
            Step(
                "captured",
                "d7 h6 e7 swap",
                "e7-e5 e7-g5 e7-d8 e7-e4",
                _(
                    "**Capture by sight.** Your slide takes every enemy chain whose empty neighbours are all in "
                    "your sight. Which slide captures?"
                ),
                _("You see every empty cell next to it, so it goes back to its owner’s reserve."),
                _("After {move}, every enemy chain still has an empty neighbour you can’t see."),
            ),
            Step(
                "win",
                "c8 d7 d3 d3-d4 e4 d7-a4 g5 e4-c6 f3 c8-d7 a3 c6-b5 f1 g5-h6 c2 a3 f7 d4-f4 d4 h6-h5 c7 e6 f3-g4 f3 "
                "f7-h5 c8 d8 f7 f1-d3",
                "c3 a4 b3 b4",
                _("**Seal.** You win once half of the empty cells are sealed off for you. Where do you place?"),
                _("Enough empty cells are sealed off: those regions touch no enemy stone."),
                _("After {move}, your opponent can still reach too many empty cells."),
            ),
        ),
    ),
    "loop": Lesson(
        {"board": "mini"},
        (
            Step(
                "legal",
                "1e1 1a3 1d1 1a4 1d2 1b3",
                "2g1 2a3 2e1 2d1",
                _(
                    "**Build upward.** A tile on level two rests on three others and must touch one of yours. "
                    "Which hole can take your tile?"
                ),
                _("It rests on three tiles, and one of them is yours."),
            ),
            Step(
                "win:loop",
                "1b3 1d2 1c2 1b2 1c3 1f3 1a2 1g2 1b1 1d1 1a3 1h1",
                "1c1 1e1 1f1 1b4",
                _("**Close the ring** on the ground, around a place that isn’t yours. Which tile does it?"),
                _("The ring is closed, and you have won."),
                _("{move} leaves a gap in the ring."),
            ),
            Step(
                "win:bridge",
                "1f3 1e1 1f2 1b4 1c4 1c1 1b1 1g2 1e2 1e3 1c3 2e2 1e4",
                "1a3 2f2 2e3 1b2",
                _("**Build the bridge** over a river of other tiles and empty places. Which tile does it?"),
                _("Your tiles lead down to the ground on both sides, and a river runs below."),
                _("{move} joins nothing above a river."),
            ),
            Step(
                "stop",
                "1e4 1b4 1g1 1b3 1f1 1a3 1e2 1c1 1d3 1a4 1e3 1d1 1f3",
                "1a1 1g2 1e1 2a3",
                _("Your opponent threatens to close a loop. Which tile stops that?"),
                _("Your opponent can’t close a loop with the next tile."),
                _("{move} doesn’t stop it: {answer} closes a loop, and your opponent wins."),
            ),
        ),
    ),
    "loops-n-leaps": Lesson(
        {"board": "base4"},
        (
            Step(
                "promoted",
                "a5 d1 c3 e4 e5 e6",
                "b5 g1 c5 d5",
                _(
                    "**Make a leaper.** A new man that sees friends in three directions (two on the edge) is crowned. "
                    "Where do you place?"
                ),
                _("It sees enough friends: a second man crowns it."),
                _("{move} sees too few friends; pillars and enemies block the view."),
            ),
            Step(
                "surrounded",
                "c3 c6 d3 g2 a5 e3 e2 g3 a4 c2 b5 d7 c4 e5",
                "a7 c5 d5 b3",
                _("**Surround a pillar** with a closed ring of your men. Which man closes it?"),
                _("The ring is closed: the pillar counts for you, and the ring is safe from leaps."),
                _("After {move}, there’s still a gap around every pillar."),
            ),
            Step(
                "converted",
                "c6 a4 e3 e4 g2 d7 g3 d5",
                "g3-c3 f3 g3-f3 g3-g4",
                _(
                    "**Leap and capture.** A leaper that lands on an empty cell captures every row of enemies that it "
                    "then holds between itself and another friend. Which move captures?"
                ),
                _("What stood between your men has changed sides."),
                _(
                    "{move} captures nothing. A leaper captures a row of enemies when it lands at one end and a friend "
                    "stands at the other."
                ),
            ),
            Step(
                "win",
                "a4 b5 f1 e1 g3 g1 e3 c2 e6 b3 c6 c4 g4 b7 g4-d7 d1 d3 d1-f1 e5 f5 c3 d5 e2 g2 e4 g2-f3 a6",
                "c5 a7 c7 a5",
                _("**Win.** Surround your third pillar. Which move does it?"),
                _("Three pillars are surrounded, and you have won."),
                _("After {move}, your third pillar isn’t surrounded yet."),
            ),
        ),
    ),
}

_FIND = _("**{name}.** {text} Which move shows it?")
_FIND_TURN = _("**{name}.** {text} Which turn shows it?")
_SHOWS = _("That’s it: {name}.")
_SHOWS_NOT = _("Not {move}: it isn’t an example of this idea.")


@cache
def course(slug: str) -> Lesson | None:
    """All steps of a game: how it is played, then two positions or more for each of its ideas; None if it has none."""
    lesson = LESSONS.get(slug)
    if lesson is None:
        return None
    found = (
        Step("idea", " ".join(one.moves), " ".join(one.choices), find, _SHOWS, _SHOWS_NOT, one.options, one.idea)
        for one in examples(slug)
        for find in (_FIND_TURN if ONWARD in one.right else _FIND,)
    )
    return Lesson(lesson.options, (*lesson.steps, *found))
