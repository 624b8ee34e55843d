"""A game's course: chapters of positions with answers, each with its own word, from
``chapters/<game>.toml``.

A file has ``options`` and ``[[chapter]]`` tables with a ``name`` and steps. A step has the
``moves`` that lead to its position from the start, or else ``reply``, the answer to the first right
answer of the step before, from which it goes on; what it asks (``task``); and answers, decisions or
turns joined by ``+``, under ``right`` and ``wrong``. Each comes with what is said of it, or with
``why``, the ``reply`` that refutes it, and values of placeholders. An illegal answer needs no
words.
"""

import tomllib
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ..core import Game, State
from ..registry import replay

ONWARD = "+"  # joins the decisions of a turn


class Answer(NamedTuple):
    """An answer to a step, as decisions, and what is said of it; the decisions ``reply`` refute
    it.
    """

    moves: tuple[str, ...]
    right: bool
    why: str
    reply: tuple[str, ...]
    values: Mapping[str, object]  # of the placeholders in ``why`` but {move} and {reply}

    @property
    def label(self) -> str:
        """The answer as it stands on its button."""
        return " ".join(self.moves)


class Step(NamedTuple):
    """A position of a course, as the decisions that lead to it, and answers to choose from."""

    slug: str
    chapter: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    task: str
    answers: tuple[Answer, ...]

    @property
    def state(self) -> State:
        """The position."""
        return replay(self.slug, self.options, self.moves)

    @property
    def key(self) -> str:
        """A checksum of the position, which names the step whatever is put before it later."""
        return f"{zlib.crc32(repr((sorted(self.options.items()), self.moves)).encode()):08x}"


@cache
def course_of(game: Game) -> tuple[Step, ...]:
    """The steps of a game's course, chapter by chapter; none where nobody has written any."""
    paths = (resources.files(__package__) / "chapters" / f"{name}.toml" for name in game.file_names)
    file = next((path for path in paths if path.is_file()), None)
    return (
        ()
        if file is None
        else tuple(_steps(game.slug, tomllib.loads(file.read_text(encoding="utf-8"))))
    )


def chapters_of(game: Game) -> dict[str, range]:
    """The names of the chapters of a game's course, each with the numbers of its steps."""
    names = [step.chapter for step in course_of(game)]
    return {name: range(names.index(name), names.index(name) + names.count(name)) for name in names}


def texts_of(game: Game) -> Iterator[str]:
    """The texts of a game's course, to be translated."""
    for step in course_of(game):
        yield from (step.chapter, step.task, *(answer.why for answer in step.answers if answer.why))


def _steps(slug: str, data: Mapping[str, Any]) -> Iterator[Step]:
    line: tuple[str, ...] = ()
    for chapter in data["chapter"]:
        for step in chapter["step"]:
            moves = (
                tuple(step["moves"].split()) if "moves" in step else (*line, *step["reply"].split())
            )
            right = [_answer(text, True, said) for text, said in step["right"].items()]
            wrong = [_answer(text, False, said) for text, said in step["wrong"].items()]
            line = (*moves, *right[0].moves)
            options = step.get("options", data["options"])
            # In an order that gives nothing away.
            yield Step(
                slug, chapter["name"], options, moves, step["task"], tuple(sorted((*right, *wrong)))
            )


def _answer(text: str, right: bool, said: str | Mapping[str, str]) -> Answer:
    known = {"why": said} if isinstance(said, str) else dict(said)
    reply = tuple(filter(None, known.pop("reply", "").split(ONWARD)))
    return Answer(tuple(text.split(ONWARD)), right, known.pop("why"), reply, known)
