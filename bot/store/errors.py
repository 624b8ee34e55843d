"""What goes wrong with a database, in words for members and for the host."""

import logging
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from games.core import GameError, Sentence

log = logging.getLogger(__name__)

DONE_AGAIN = ("40P01", "40001")
"""States in which PostgreSQL asks for a transaction to be done again: a deadlock, or an order that
cannot be kept.
"""
REPEAT_SECONDS = 60.0  # how often trouble that goes on is logged


class StoreError(Exception):
    """The database cannot be used; the text is one line for the host, without passwords."""


def no_database(where: object) -> StoreError:
    """The error where there is none and none is to be made."""
    advice = (
        "run this with the settings and in the folder of the bot, which makes it when it first "
        "starts"
    )
    return StoreError(f"there is no database of the bot at {where}; {advice}")


class Unavailable(GameError):
    """The database cannot be used at this moment; the transaction changed nothing, but see
    Undecided.

    Of what cannot be read it is not said that nothing was changed: something may have been, just
    before.
    """

    def __init__(self, *, writing: bool) -> None:
        if writing:
            why = Sentence(
                "nothing was changed: the database can’t be written right now; try again in a "
                "moment"
            )
        else:
            why = Sentence("the database can’t be read right now; try again in a moment")
        super().__init__(why)


class Conflict(Unavailable):
    """The database gave a transaction up in favour of another; done again it may succeed.

    It changed nothing.
    """


class Undecided(Unavailable):
    """The database was lost amid the end of a transaction; whether that is stored cannot be learnt
    now.
    """

    def __init__(self) -> None:
        GameError.__init__(
            self, Sentence("we can’t tell whether that was saved; check before you try again")
        )


class ErrorTranslator:
    """Translates a driver's errors, and logs what is wrong: at first, once a minute, and when it is
    over.
    """

    def __init__(self) -> None:
        self.refused_write = False  # whether the latest transaction that was to write failed
        # when each cause was logged; there may be two that take turns
        self._logged: dict[str, float] = {}

    @contextmanager
    def translated(self, *, writing: bool) -> Iterator[None]:
        """Turn what the driver raises in the block into Unavailable, but for mistakes that waiting
        does not mend.
        """
        try:
            yield
        except (IntegrityError, ProgrammingError, DataError):
            raise
        except (DBAPIError, OSError, sqlite3.Error) as error:
            why = cause(error)
            now = time.monotonic()
            original = getattr(error, "orig", None)
            if getattr(original, "sqlstate", None) in DONE_AGAIN:
                log.info("database: %s", why)
                raise Conflict(writing=True) from error
            if now - self._logged.get(why, float("-inf")) >= REPEAT_SECONDS:
                log.error("database: %s", why)
                self._logged[why] = now
            self.refused_write = self.refused_write or writing
            raise Unavailable(writing=writing) from error
        if writing:
            self.refused_write = False
        if writing and self._logged:
            log.warning("database: it can be used again")
            self._logged.clear()


def cause(error: BaseException) -> str:
    """What the driver says, in one line; never the statement or the row, which may hold what is
    private.
    """
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(original, socket.gaierror):
        return f"there is no host of its name ({original.strerror})"
    if isinstance(original, TimeoutError) and not str(original):
        return "no answer in time"
    text = str(original).partition("DETAIL:")[0]
    bad_value = str(getattr(original, "sqlstate", "")).startswith("22")
    if bad_value or "query argument" in text:
        text = text.partition(":")[0]  # PostgreSQL, or its driver, goes on with the value
    return " ".join(text.split()) or type(original).__name__
