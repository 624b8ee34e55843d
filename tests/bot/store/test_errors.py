"""What a host is told of a failing database: the driver's words in one line, without statement, row
or value.
"""

import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from bot.store.errors import Conflict, ErrorTranslator, Unavailable, Undecided, cause


class ServerError(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, text: str, sqlstate: str = "") -> None:
        super().__init__(text)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (sqlite3.OperationalError("database is locked"), "database is locked"),
        (
            ServerError('duplicate key "pk"\nDETAIL:  Key (name)=(Ann) already exists.', "23505"),
            'duplicate key "pk"',
        ),
        (
            ServerError("invalid input syntax for type json: secret", "22P02"),
            "invalid input syntax for type json",
        ),
        (
            ServerError("invalid input for query argument $1: 'secret'"),
            "invalid input for query argument $1",
        ),
        (
            ServerError("connection to server failed: refused", "08001"),
            "connection to server failed: refused",
        ),
        (ConnectionResetError(), "ConnectionResetError"),
    ],
)
def test_the_cause_is_the_drivers_first_words(error: Exception, words: str) -> None:
    assert cause(error) == words
    assert cause(OperationalError("SELECT 'secret'", {"name": "Ann"}, error)) == words


def test_what_members_are_told_of_a_database_that_cannot_be_used() -> None:
    assert (
        str(Unavailable(writing=False))
        == "the database can’t be read right now; try again in a moment"
    )
    writing = "nothing was changed: the database can’t be written right now; try again in a moment"
    assert str(Unavailable(writing=True)) == writing
    assert str(Undecided()) == "we can’t tell whether that was saved; check before you try again"
    for state in ("40P01", "40001"):
        with (
            pytest.raises(Conflict, match=f"^{writing}$"),
            ErrorTranslator().translated(writing=False),
        ):
            raise OperationalError("UPDATE", {}, ServerError("deadlock", state))


def test_each_cause_is_logged_once_a_minute_and_the_end_of_all(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    errors = ErrorTranslator()
    monkeypatch.setattr("bot.store.errors.time.monotonic", lambda: now)

    def fail(text: str) -> None:
        with pytest.raises(Unavailable), errors.translated(writing=False):
            raise sqlite3.OperationalError(text)

    failures = (
        (1000.0, "locked"),
        (1030.0, "full"),
        (1059.9, "locked"),
        (1060.0, "locked"),
        (1061.0, "full"),
    )
    for moment, text in failures:
        now = moment
        fail(text)
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["database: locked", "database: full", "database: locked"]
    caplog.clear()
    with caplog.at_level("WARNING"):
        with errors.translated(writing=False):
            pass
        assert not caplog.records, "reading may succeed while nothing can be written"
        for _ in range(2):
            with errors.translated(writing=True):
                pass
    assert [record.getMessage() for record in caplog.records] == ["database: it can be used again"]
