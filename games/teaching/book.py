"""The rules of a game as lines of text: what ``python -m games rules`` prints."""

from collections.abc import Iterator, Mapping

from ..core import Game
from . import MARKS, rules_of, rules_of_handicap, writing_of


def rules_lines(game: Game, options: Mapping[str, str] | None = None) -> Iterator[str]:
    """The aim, each page with the example in its picture, and how moves are written.

    :param options: all options of a variant, for its rules alone; None for those of all variants
    """
    yield game.name
    yield game.aim(options)
    for sentence in map(str, rules_of_handicap(game, options)):
        yield f"{sentence[:1].upper()}{sentence[1:]}."
    for page in rules_of(game, options):
        yield ""
        yield from page.paragraphs
        yield from (f"- {MARKS[mark]}" for mark in page.marks)
        if page.example is not None:
            choices = [f"{name}={choice}" for name, choice in page.example.options.items()]
            position = " ".join([game.slug, *choices, page.example.moves])
            yield f"[{page.example.caption} python -m render {position} --picture PNG]"
    writing = writing_of(game, options)
    yield ""
    yield f"**Writing moves.** {writing.names}"
    for move, meaning in writing.moves:
        yield f"- {move}" if meaning is None else f"- {move} – {meaning}"
