"""What errors say of people, to be left out of the log: names in sentences, and values in what a
database answers.
"""

from collections.abc import Iterator

from games.core import GameError

HIDDEN = "***"
BAD_VALUE = "22"  # with what PostgreSQL's numbers of errors begin that tell of a value


def without_private_parts(text: str, *errors: object) -> str:
    """A text about some errors, such as a traceback, without what they say about people."""
    for error in errors:
        if isinstance(error, BaseException):
            for link in _chain(error, set()):
                for private, instead in _private_parts(link):
                    text = text.replace(private, instead)
    return text


def _chain(error: BaseException, ids: set[int]) -> Iterator[BaseException]:
    """An error with its causes, contexts and the members of groups."""
    if id(error) in ids:
        return
    ids.add(id(error))
    yield error
    grouped_errors = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for link in (error.__cause__, error.__context__, getattr(error, "orig", None), *grouped_errors):
        if isinstance(link, BaseException):
            yield from _chain(link, ids)


def _private_parts(error: BaseException) -> Iterator[tuple[str, str]]:
    """The parts of an error's text that may be private, with their replacements."""
    if isinstance(error, GameError):
        yield str(error), error.sentence.template
    elif type(error).__module__.startswith("asyncpg"):
        detail = getattr(error, "detail", None)  # such as the row that a constraint refused
        if isinstance(detail, str):
            for detail_text in (detail, " ".join(detail.split())):
                yield detail_text, HIDDEN
        message = str(error.args[0]) if error.args else ""
        if "query argument" in message or str(getattr(error, "sqlstate", "")).startswith(BAD_VALUE):
            # It goes on with the value.
            yield message, f"{message.partition(':')[0]}: {HIDDEN}"
