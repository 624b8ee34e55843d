"""A game's course: chapters of positions with answers, from ``chapters/<game>.toml``.

A file has ``options`` and ``[[chapter]]`` tables with a ``name`` and steps. A step has the
``moves`` that lead to its position from the start, or else ``reply``, the answer to the first right
answer of the step before, from which it goes on; what it asks (``task``), with ``values`` for its
placeholders; and answers, decisions or turns joined by ``+``, under ``right`` and ``wrong``. Each
comes with what is said of it, or with ``why``, the ``reply`` that refutes it, and values of
placeholders. An illegal answer needs no words.
"""

import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ..core import Game, State
from ..registry import replay

ONWARD = "+"  # joins the decisions of a turn


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """An answer to a step of a course.

    :param moves: the answer, as decisions
    :param right: whether it is what the step asks for
    :param why: what is said of it, with placeholders such as ``{move}`` and ``{reply}``
    :param reply: the decisions that refute it, if any
    :param values: those of the placeholders in ``why`` but ``{move}`` and ``{reply}``
    """

    moves: tuple[str, ...]
    right: bool
    why: str
    reply: tuple[str, ...]
    values: Mapping[str, object]

    @property
    def label(self) -> str:
        """The answer as it stands on its button."""
        return " ".join(self.moves)


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A position of a course, as the decisions that lead to it, and answers to choose from.

    :param values: those of the placeholders in ``task``
    """

    slug: str
    chapter: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    task: str
    values: Mapping[str, object]
    answers: tuple[StepAnswer, ...]

    @property
    def state(self) -> State:
        """The position."""
        return replay(self.slug, self.options, self.moves)

    @property
    def key(self) -> str:
        """A checksum of the position, which names the step whatever is put before it later."""
        position = (sorted(self.options.items()), self.moves)
        return f"{zlib.crc32(repr(position).encode()):08x}"


@cache
def course_of(game: Game) -> tuple[CourseStep, ...]:
    """The steps of a game's course, chapter by chapter; none where nobody has written any."""
    folder = resources.files(__package__) / "chapters"
    for name in game.file_names:
        file = folder / f"{name}.toml"
        if file.is_file():
            return tuple(_steps(game.slug, tomllib.loads(file.read_text(encoding="utf-8"))))
    return ()


def chapters_of(game: Game) -> dict[str, range]:
    """The names of the chapters of a game's course, each with the numbers of its steps."""
    chapters: dict[str, range] = {}
    for number, step in enumerate(course_of(game)):
        first = chapters[step.chapter].start if step.chapter in chapters else number
        chapters[step.chapter] = range(first, number + 1)
    return chapters


def texts_of(game: Game) -> Iterator[str]:
    """The texts of a game's course, to be translated."""
    for step in course_of(game):
        yield step.chapter
        yield step.task
        yield from (answer.why for answer in step.answers if answer.why)


def _steps(slug: str, data: Mapping[str, Any]) -> Iterator[CourseStep]:
    """The steps of a course's file."""
    solution: tuple[str, ...] = ()  # the decisions up to the right answer of the step before
    for chapter in data["chapter"]:
        for step in chapter["step"]:
            if "moves" in step:
                moves = tuple(step["moves"].split())
            else:
                moves = (*solution, *step["reply"].split())
            right = [_answer(text, True, words) for text, words in step["right"].items()]
            wrong = [_answer(text, False, words) for text, words in step["wrong"].items()]
            solution = (*moves, *right[0].moves)
            yield CourseStep(
                slug=slug,
                chapter=chapter["name"],
                options=step.get("options", data["options"]),
                moves=moves,
                task=step["task"],
                values=step.get("values", {}),
                # In an order that gives nothing away.
                answers=tuple(sorted((*right, *wrong), key=lambda answer: answer.moves)),
            )


def _answer(text: str, right: bool, words: str | Mapping[str, str]) -> StepAnswer:
    """An answer of a course's file: its decisions, and what is said of it or a table about it."""
    table = {"why": words} if isinstance(words, str) else dict(words)
    reply = table.pop("reply", "")
    why = table.pop("why")
    return StepAnswer(
        moves=tuple(text.split(ONWARD)),
        right=right,
        why=why,
        reply=tuple(reply.split(ONWARD)) if reply else (),
        values=table,
    )
