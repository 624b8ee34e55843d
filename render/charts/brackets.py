"""Brackets: who meets whom in a knock-out, who has won, and who is still to come."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .. import fonts
from ..geometry import box
from ..scene import Disc, Item, Path, Text
from .sheets import EDGE, HEAD, INNER, drawn, short

ROUNDS = 3  # rounds side by side, from the current round on: more could not be read on a telephone
MOST = 16  # ties of a round in a picture, at most
_BODY = 0.032
_HALF = 0.05
_GAP = 0.03
_BETWEEN = 0.045


class Meeting(NamedTuple):
    """A tie: two names from top to bottom (empty: not known yet; ``bye`` where nobody comes), and
    the winner (0, 1).
    """

    names: tuple[str, str]
    winner: int | None = None
    scores: tuple[str, str] = ("", "")
    bye: bool = False


def window(sizes: Sequence[int], now: int, part: int = 0) -> list[tuple[int, range]]:
    """The rounds and ties, from 0, shown while round ``now`` (from 1) is played.

    ``sizes``: ties by round. A round of more than MOST ties is shown in ``parts``, each with the
    ties it leads to; a part too many is the last.
    """
    start = max(0, min(now - 1, len(sizes) - ROUNDS))
    many = parts(sizes, now)
    part = min(max(part, 0), many - 1)
    shown = range(start, min(start + ROUNDS, len(sizes)))
    return [
        (index, range(part * sizes[index] // many, (part + 1) * sizes[index] // many))
        for index in shown
    ]


def parts(sizes: Sequence[int], now: int) -> int:
    """In how many parts a bracket is shown while round ``now`` is played."""
    return max(1, sizes[max(0, min(now - 1, len(sizes) - ROUNDS))] // MOST) if sizes else 1


def bracket(
    rounds: Sequence[Sequence[Meeting]],
    *,
    title: str,
    subtitle: str = "",
    labels: Sequence[str] = (),
    theme: str = "wood",
    say: Callable[[str], str] = str,
) -> bytes:
    """Up to three rounds of a knock-out, each half as many ties as the one before, under
    ``labels``, as a palette PNG.

    Raises ValueError for more rounds or ties than are readable, and for a theme that does not
    exist.
    """
    if not 1 <= len(rounds) <= ROUNDS or not 1 <= len(rounds[0]) <= MOST:
        raise ValueError(f"a bracket shows 1 to {ROUNDS} rounds of at most {MOST} ties")
    if any(len(later) * 2 != len(earlier) for earlier, later in pairwise(rounds)):
        raise ValueError("each round of a bracket has half as many ties as the one before")
    across = (1 - 2 * INNER + 0.03 - _BETWEEN * (len(rounds) - 1)) / len(rounds)
    left = INNER - 0.015
    top = HEAD + (0.04 if labels else 0.0)
    pitch = 2 * _HALF + _GAP
    items: list[Item] = []
    middles = [top + 0.01 + _HALF + index * pitch for index in range(len(rounds[0]))]
    for column, ties in enumerate(rounds):
        x = left + column * (across + _BETWEEN)
        if column:
            joined = list(zip(middles[::2], middles[1::2], strict=True))
            middles = [sum(pair) / 2 for pair in joined]
            # the lines from two ties to the one they lead to
            for pair, centre in zip(joined, middles, strict=True):
                for middle in pair:
                    bend = x - _BETWEEN / 2
                    way = (x - _BETWEEN, middle), (bend, middle), (bend, centre), (x, centre)
                    items.append(Path(way, line="text", width=0.0045, round=0.012))
        if labels:
            label = short(labels[column], 0.031, across)
            items.append(Text((x + across / 2, HEAD + 0.018), label, 0.031, "text"))
        for tie, middle in zip(ties, middles, strict=True):
            items += _meeting(tie, x, middle, across, say)
    return drawn(title, subtitle, items, theme, top + len(rounds[0]) * pitch + EDGE + 0.005)


def _meeting(
    tie: Meeting, x: float, middle: float, across: float, say: Callable[[str], str]
) -> list[Item]:
    """A plate with two names, the winner's in bold beside a mark."""
    plate = box(x, middle - _HALF, x + across, middle + _HALF)
    items: list[Item] = [
        Path(plate, fill="ground", line="line", width=0.002, closed=True, round=0.014)
    ]
    items.append(
        Path(((x + 0.012, middle), (x + across - 0.012, middle)), line="line", width=0.0025)
    )
    for index in (0, 1):
        y = middle + (index - 0.5) * _HALF
        won = tie.winner == index
        name = tie.names[index]
        if not name:
            words = say("bye") if tie.bye else "–"
            items.append(Text((x + 0.018, y), words, _BODY, "text", "lm"))
            continue
        score = tie.scores[index]
        wide = fonts.length(score, _BODY, True) + 0.012 if score else 0.0
        name = short(name, _BODY, across - 0.036 - wide - (0.03 if won else 0.0), bold=won)
        items.append(
            Text(
                (x + 0.018, y),
                name,
                _BODY,
                "strong" if won or tie.winner is None else "text",
                "lm",
                won,
            )
        )
        if score:
            items.append(Text((x + across - 0.018, y), score, _BODY, "strong", "rm", won))
        if won:
            items.append(
                Disc((x + across - 0.026 - wide, y), 0.009, fill="win", line="casing", width=0.003)
            )
    return items
