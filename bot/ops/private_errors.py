"""What errors say of people, to be left out of the log: names in sentences, and values in what a database answers."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import GameError

HIDDEN = "***"
BAD_VALUE = "22"
"""With what PostgreSQL's numbers of errors begin that tell of a value."""


def without_private_parts(text: str, *errors: object) -> str:
    """A text in which some errors are told of, such as a traceback, without what these say of people."""
    for error in errors:
        if isinstance(error, BaseException):
            for one in _chain(error, set()):
                for private, instead in _private_parts(one):
                    text = text.replace(private, instead)
    return text


def _chain(error: BaseException, seen: set[int]) -> Iterator[BaseException]:
    """An error, what it came from, and what it holds."""
    if id(error) in seen:
        return
    seen.add(id(error))
    yield error
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for one in (error.__cause__, error.__context__, getattr(error, "orig", None), *inside):
        if isinstance(one, BaseException):
            yield from _chain(one, seen)


def _private_parts(error: BaseException) -> Iterator[tuple[str, str]]:
    """The parts of an error's text that may be private, with what is told instead."""
    if isinstance(error, GameError):
        yield str(error), error.sentence.template
    elif type(error).__module__.startswith("asyncpg"):
        detail = getattr(error, "detail", None)  # such as the row that a constraint refused
        if isinstance(detail, str):
            for shown in (detail, " ".join(detail.split())):
                yield shown, HIDDEN
        said = str(error.args[0]) if error.args else ""
        if "query argument" in said or str(getattr(error, "sqlstate", "")).startswith(BAD_VALUE):
            # It goes on with the value.
            yield said, f"{said.partition(':')[0]}: {HIDDEN}"
