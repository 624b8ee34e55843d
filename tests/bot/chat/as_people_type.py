"""Turns as people type them: in capitals, without dashes, with dashes of any kind, shortened,
joined.
"""

from collections.abc import Sequence

DASHES = (*"-–—−‐‑‒―﹘﹣－ー〜~～→⇒⟶➜➡>:/", "➡️", " - ", " – ", "->", "-->", "=>", " to ")
"""What stands between the cells of a step on keyboards all over the world."""


def spellings(moves: Sequence[str], legal: Sequence[Sequence[str]], turn: int) -> list[str]:
    """Ways to type the decisions of a turn that mean nothing else.

    ``legal``: all that were legal before each one.

    ``turn`` chooses among dashes and separators.
    """
    exact = " ".join(moves)
    separator = (", ", ",", "; ", "  ", " + ", "、", ". ")[turn % 7]
    dash = DASHES[turn % len(DASHES)]
    ways = [
        exact,
        exact.upper(),
        separator.join(moves),
        exact.replace("-", dash),
        exact.upper().replace("-", dash),
    ]
    short = [_shortened(move, others) for move, others in zip(moves, legal, strict=True)]
    if not any(
        _step(first, second, others)
        for first, second, others in zip(short, short[1:], legal, strict=False)
    ):
        ways += [" ".join(short), separator.join(short).upper()]
    if all(_without_dash(move, others) for move, others in zip(moves, legal, strict=True)):
        bare = exact.replace("-", " ")
        ways += [bare, bare.capitalize(), bare.replace(" ", separator)]
        if not any(move[:1].isdigit() or move in ("swap", "pass") for move in moves):
            ways.append(bare.replace(" ", ""))
    return ways


def _cells(move: str) -> list[str]:
    return move.removeprefix("x").split("-")


def _step(first: str, second: str, legal: Sequence[str]) -> bool:
    """Whether two words could also be a legal step."""
    return f"{first}-{_cells(second)[0]}" in legal


def _without_dash(move: str, legal: Sequence[str]) -> bool:
    """Whether a decision can be typed without its dash: its cells are no decisions of their own."""
    others = {other.removeprefix("x") for other in legal if "-" not in other}
    return "-" not in move or others.isdisjoint(_cells(move))


def _shortened(move: str, legal: Sequence[str]) -> str:
    """The one cell of a decision that no other has; on a pyramid without its level, if that is
    clear.
    """
    for cell in reversed(_cells(move)):
        bare = cell.lstrip("0123456789")
        for short in (bare, cell):
            having = [
                other
                for other in legal
                if any(short in (one, one.lstrip("0123456789")) for one in _cells(other))
            ]
            if having == [move]:
                return short
    return move
