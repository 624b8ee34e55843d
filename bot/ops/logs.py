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

_PATTERNS = (
    (re.compile(r"(?<=://)([^\s/:@]*):\S+@"), rf"\1:{HIDDEN}@"),  # addresses with passwords
    # and in settings
    (re.compile(r"((?:password|passwd|pwd)=)[^\s&;,'\"]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (
        re.compile(
            r"((?:password|passwd|pwd)\\*['\"]: ?\\*['\"])(?:(?!\\*['\"]).)+", re.IGNORECASE
        ),
        rf"\1{HIDDEN}",
    ),
    (re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII), HIDDEN),  # bots' tokens
    # interactions' tokens in paths
    (re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"]+"), rf"\1{HIDDEN}"),
    (re.compile(r"aW50ZXJhY3Rpb24[\w=-]+"), HIDDEN),  # and elsewhere
    # who somebody is, in paths of requests
    (re.compile(r"((?:members|users|recipients)/)\d+"), rf"\1{HIDDEN}"),
)


class Secrets:
    """Removes known secrets, and what looks like one, from texts."""

    def __init__(self, known: Iterable[str | None] = ()) -> None:
        forms = {
            form
            for secret in known
            if secret
            for form in (secret, quote(secret, safe=""), quote_plus(secret))
        }
        # A very short password would take pieces out of words all over the log; the patterns find
        # it in addresses.
        self._known = sorted((form for form in forms if len(form) >= 4), key=len, reverse=True)

    def hide(self, text: str) -> str:
        """``text`` with three asterisks in place of secrets."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text

    def complain(self, why: object, status: int) -> int:
        """Say on stderr, in one line, why something was not done; the exit ``status``."""
        print(f"loophole: {self.hide(' '.join(str(why).split()))}", file=sys.stderr)
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
        arguments = record.args if isinstance(record.args, tuple) else ()
        error = record.exc_info[1] if record.exc_info else None
        parts: dict[str, str] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._secrets.hide(
                without_private_parts(record.getMessage(), *arguments, error)
            ),
        }
        interaction = metrics.INTERACTION.get()
        if interaction is not None:
            parts["interaction"] = str(interaction)  # too long a number for many readers of JSON
        if record.exc_info:
            parts["traceback"] = self._secrets.hide(
                without_private_parts(self.formatException(record.exc_info), error)
            )
        elif record.exc_text:
            parts["traceback"] = self._secrets.hide(record.exc_text)
        if self._json:
            return json.dumps(parts, ensure_ascii=False)
        whose = f" [{parts['interaction']}]" if "interaction" in parts else ""
        text = f"{parts['time']} {parts['level']:<7} {parts['logger']}{whose}: {parts['message']}"
        return f"{text}\n{parts['traceback']}" if "traceback" in parts else text


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
    """Log to ``stream`` (stderr) from ``level`` on; ``form`` is text or json.

    Replaces what was set up before.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Formatter(secrets, as_json=form == "json"))
    logging.basicConfig(level=level, handlers=[handler, Counting()], force=True)
    for noisy, quiet in QUIET.items():
        logging.getLogger(noisy).setLevel(max(quiet, logging.getLevelName(level)))
    logging.captureWarnings(True)
    sys.excepthook = _uncaught


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught error: Python's own report would show secrets."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        logging.getLogger("bot").critical("stopped by an error", exc_info=(kind, error, trace))
