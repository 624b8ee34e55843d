"""The log: lines for people or JSON objects for programs, with the interaction they belong to,
without secrets.
"""

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO
from urllib.parse import quote, quote_plus

from bot import metrics
from bot.ops.private_errors import HIDDEN, without_private_parts

QUIET = {
    "alembic": logging.WARNING,
    "discord.state": logging.ERROR,
    "discord.client": logging.WARNING,
    # Their lines would hold statements with what is private in them: drafts, prepared answers,
    # tokens.
    "aiosqlite": logging.INFO,
    "asyncpg": logging.INFO,
    "sqlalchemy": logging.WARNING,
    # And these every event and every request, whole.
    "discord.gateway": logging.INFO,
    "discord.http": logging.INFO,
    "discord.webhook": logging.INFO,
    "PIL": logging.INFO,
}
"""Loggers that say more than a host needs to know or than a log may hold, and from which level on
they are heard.
"""

_PASSWORD_IN_ADDRESS = re.compile(r"(?<=://)([^\s/:@]*):\S+@")
_PASSWORD_IN_SETTING = re.compile(r"((?:password|passwd|pwd)=)[^\s&;,'\"]+", re.IGNORECASE)
_PASSWORD_IN_DICTIONARY = re.compile(
    r"((?:password|passwd|pwd)\\*['\"]: ?\\*['\"])(?:(?!\\*['\"]).)+", re.IGNORECASE
)
_TOKEN_OF_BOT = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)
_TOKEN_IN_PATH = re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"]+")
_TOKEN_OF_INTERACTION = re.compile(r"aW50ZXJhY3Rpb24[\w=-]+")
_PERSON_IN_PATH = re.compile(r"((?:members|users|recipients)/)\d+")
_REPLACEMENTS = {
    _PASSWORD_IN_ADDRESS: rf"\1:{HIDDEN}@",
    _PASSWORD_IN_SETTING: rf"\1{HIDDEN}",
    _PASSWORD_IN_DICTIONARY: rf"\1{HIDDEN}",
    _TOKEN_OF_BOT: HIDDEN,
    _TOKEN_IN_PATH: rf"\1{HIDDEN}",
    _TOKEN_OF_INTERACTION: HIDDEN,
    _PERSON_IN_PATH: rf"\1{HIDDEN}",
}
SHORTEST_SECRET = 4
"""A shorter password would take pieces out of words all over the log; the patterns find it in
addresses.
"""


class Secrets:
    """Removes known secrets, and what looks like one, from texts."""

    def __init__(self, secrets: Iterable[str | None] = ()) -> None:
        spellings = set[str]()
        for secret in secrets:
            if secret:
                spellings |= {secret, quote(secret, safe=""), quote_plus(secret)}
        long_enough = [text for text in spellings if len(text) >= SHORTEST_SECRET]
        self._known = sorted(long_enough, key=len, reverse=True)

    def hide(self, text: str) -> str:
        """``text`` with three asterisks in place of secrets."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for pattern, replacement in _REPLACEMENTS.items():
            text = pattern.sub(replacement, text)
        return text

    def complain(self, why: object, status: int) -> int:
        """Say on stderr, in one line, why something was not done; the exit ``status``."""
        line = " ".join(str(why).split())
        print(f"loophole: {self.hide(line)}", file=sys.stderr)
        return status


class Formatter(logging.Formatter):
    """A record's time, level, logger, interaction, message and traceback, as text or one line of
    JSON.
    """

    def __init__(self, secrets: Secrets, *, as_json: bool) -> None:
        super().__init__()
        self._json = as_json
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        parts = self._parts(record)
        if self._json:
            return json.dumps(parts, ensure_ascii=False)
        source = parts["logger"]
        if "interaction" in parts:
            source += f" [{parts['interaction']}]"
        text = f"{parts['time']} {parts['level']:<7} {source}: {parts['message']}"
        if "traceback" in parts:
            text += f"\n{parts['traceback']}"
        return text

    def _parts(self, record: logging.LogRecord) -> dict[str, str]:
        """A record's parts by name, without secrets."""
        arguments = record.args if isinstance(record.args, tuple) else ()
        error = record.exc_info[1] if record.exc_info else None
        time = datetime.fromtimestamp(record.created, UTC)
        message = without_private_parts(_message_of(record), *arguments, error)
        parts: dict[str, str] = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._secrets.hide(message),
        }
        interaction = metrics.INTERACTION.get()
        if interaction is not None:
            parts["interaction"] = str(interaction)  # too long a number for many readers of JSON
        if record.exc_info:
            traceback = without_private_parts(self.formatException(record.exc_info), error)
            parts["traceback"] = self._secrets.hide(traceback)
        elif record.exc_text:
            parts["traceback"] = self._secrets.hide(record.exc_text)
        return parts


def _message_of(record: logging.LogRecord) -> str:
    """A record's message, or its parts as they are where they do not fit together.

    discord.py puts the source lines of a stack into a template, which may have percent signs.
    """
    try:
        return record.getMessage()
    except (TypeError, ValueError):
        return f"{record.msg} {record.args}"


class Counting(logging.Handler):
    """Counts what goes wrong, in each part of the bot from 0 on: an alert does not see the first of
    a new series.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        for name, logger in logging.root.manager.loggerDict.items():
            if name.startswith("bot.") and isinstance(logger, logging.Logger):
                metrics.ERRORS.labels(metrics.named(name))

    def emit(self, record: logging.LogRecord) -> None:
        metrics.ERRORS.labels(metrics.named(record.name)).inc()


def configure(
    *, level: str, form: str = "text", secrets: Secrets, stream: TextIO | None = None
) -> None:
    """Set up the log, in place of what was set up before.

    :param level: the name of the lowest level that is logged.
    :param form: ``text`` or ``json``.
    :param stream: where to; stderr if it is not given.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Formatter(secrets, as_json=form == "json"))
    logging.basicConfig(level=level, handlers=[handler, Counting()], force=True)
    for name, quiet_level in QUIET.items():
        logging.getLogger(name).setLevel(max(quiet_level, logging.getLevelName(level)))
    logging.captureWarnings(True)
    sys.excepthook = _uncaught


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught error: Python's own report would show secrets."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        logging.getLogger("bot").critical("stopped by an error", exc_info=(kind, error, trace))
