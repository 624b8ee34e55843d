"""Brackets: who meets whom in a knock-out, who has won, and who is still to come."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .. import fonts
from ..geometry import box
from ..scene import Disc, Item, Path, Text
from .sheets import EDGE, HEAD, INNER, draw_panel, short

ROUNDS = 3  # rounds side by side, from the current round on: more could not be read on a telephone
MOST = 16  # ties of a round in a picture, at most
# In widths of the picture.
_BODY = 0.032  # of names
_HALF = 0.05  # half the height of a tie
_GAP = 0.03  # between ties
_BETWEEN = 0.045  # between rounds
_LABEL = 0.031  # letters above rounds


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie of two players.

    :param names: from top to bottom; empty where a player is not known yet
    :param winner: 0 or 1, or None while it is open
    :param bye: whether nobody comes where there is no name
    """

    names: tuple[str, str]
    winner: int | None = None
    scores: tuple[str, str] = ("", "")
    bye: bool = False


def window(sizes: Sequence[int], current: int, part: int = 0) -> list[tuple[int, range]]:
    """The rounds shown while round ``current`` is played, each with its ties.

    A round of more than MOST ties is shown in parts, each with the ties that it leads to.

    :param sizes: how many ties each round has
    :param current: counted from 1
    :param part: counted from 0; one too many is the last
    """
    start = _first_round(sizes, current)
    count = parts(sizes, current)
    part = min(max(part, 0), count - 1)
    rounds = []
    for index in range(start, min(start + ROUNDS, len(sizes))):
        first = part * sizes[index] // count
        end = (part + 1) * sizes[index] // count
        rounds.append((index, range(first, end)))
    return rounds


def parts(sizes: Sequence[int], current: int) -> int:
    """In how many parts a bracket is shown while round ``current`` is played."""
    if not sizes:
        return 1
    return max(1, sizes[_first_round(sizes, current)] // MOST)


def _first_round(sizes: Sequence[int], current: int) -> int:
    """The first round that is shown, from 0: the current one, or earlier to fill the picture."""
    return max(0, min(current - 1, len(sizes) - ROUNDS))


def bracket(
    rounds: Sequence[Sequence[Meeting]],
    *,
    title: str,
    subtitle: str = "",
    labels: Sequence[str] = (),
    theme: str = "wood",
    say: Callable[[str], str] = str,
) -> bytes:
    """Up to three rounds of a knock-out under their ``labels``, as a palette PNG.

    Each has half as many ties as the one before. Raises ValueError for more rounds or ties than are
    readable, and for a theme that does not exist.
    """
    if not 1 <= len(rounds) <= ROUNDS or not 1 <= len(rounds[0]) <= MOST:
        raise ValueError(f"a bracket shows 1 to {ROUNDS} rounds of at most {MOST} ties")
    if any(len(later) * 2 != len(earlier) for earlier, later in pairwise(rounds)):
        raise ValueError("each round of a bracket has half as many ties as the one before")
    gaps = _BETWEEN * (len(rounds) - 1)
    room = 1 - 2 * INNER + 0.03 - gaps
    width = room / len(rounds)
    left = INNER - 0.015
    top = HEAD + (0.04 if labels else 0.0)
    pitch = 2 * _HALF + _GAP
    items: list[Item] = []
    first_middle = top + 0.01 + _HALF
    first_round = range(len(rounds[0]))
    middles = [first_middle + index * pitch for index in first_round]
    for column, ties in enumerate(rounds):
        x = left + column * (width + _BETWEEN)
        if column:
            pairs = list(zip(middles[::2], middles[1::2], strict=True))
            middles = [(upper + lower) / 2 for upper, lower in pairs]
            for pair, centre in zip(pairs, middles, strict=True):
                items += _lines_to(x, pair, centre)
        if labels:
            label = short(labels[column], _LABEL, width)
            point = (x + width / 2, HEAD + 0.018)
            items.append(Text(point, label, _LABEL, "text"))
        for tie, middle in zip(ties, middles, strict=True):
            items += _meeting(tie, x, middle, width, say)
    height = top + len(rounds[0]) * pitch + EDGE + 0.005
    return draw_panel(title, subtitle, items, theme, height)


def _lines_to(x: float, pair: tuple[float, float], centre: float) -> Iterator[Item]:
    """The lines from two ties, at these heights, to the one they lead to."""
    bend = x - _BETWEEN / 2
    for middle in pair:
        points = (x - _BETWEEN, middle), (bend, middle), (bend, centre), (x, centre)
        yield Path(points, line="text", width=0.0045, round=0.012)


def _meeting(
    tie: Meeting, x: float, middle: float, width: float, say: Callable[[str], str]
) -> Iterator[Item]:
    """A plate with two names, the winner's in bold beside a mark."""
    plate = box(x, middle - _HALF, x + width, middle + _HALF)
    yield Path(plate, fill="ground", line="line", width=0.002, closed=True, round=0.014)
    divider = ((x + 0.012, middle), (x + width - 0.012, middle))
    yield Path(divider, line="line", width=0.0025)
    for index in (0, 1):
        y = middle + (index - 0.5) * _HALF
        if tie.names[index]:
            yield from _player(tie, index, x, y, width)
        else:
            words = say("bye") if tie.bye else "–"
            yield Text((x + 0.018, y), words, _BODY, "text", "lm")


def _player(tie: Meeting, index: int, x: float, y: float, width: float) -> Iterator[Item]:
    """The name of a player of a tie, with the score, and a mark if they have won."""
    is_winner = tie.winner == index
    score = tie.scores[index]
    right = x + width
    score_width = fonts.length(score, _BODY, True) + 0.012 if score else 0.0
    room = width - 0.036 - score_width - (0.03 if is_winner else 0.0)
    name = short(tie.names[index], _BODY, room, bold=is_winner)
    role = "strong" if is_winner or tie.winner is None else "text"
    yield Text((x + 0.018, y), name, _BODY, role, "lm", is_winner)
    if score:
        yield Text((right - 0.018, y), score, _BODY, "strong", "rm", is_winner)
    if is_winner:
        mark = (right - 0.026 - score_width, y)
        yield Disc(mark, 0.009, fill="win", line="casing", width=0.003)
