"""What a host may set, from the environment or a ``.env`` file; each checked before anything
starts.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar

from dotenv import dotenv_values
from sqlalchemy.engine import URL

from games.core.numbers import whole_number

from .store import StoreError, check_url

NAMES = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "SHARD_IDS",
    "SHARD_COUNT",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "METRICS_HOST",
    "METRICS_PORT",
    "BACKUP_FOLDER",
    "BACKUP_EVERY",
    "BACKUP_KEEP",
    "BACKUP_KEEP_DAILY",
    "BACKUP_KEEP_WEEKLY",
    "BACKUP_KEEP_MONTHLY",
    "DELETIONS_FILE",
    "LIMITS_PERCENT",
    "SANDBOX_PORT",
    "WEB_URL",
    "WEB_HOST",
    "WEB_PORT",
    "WEB_PROXIES",
    "DISCORD_CLIENT_SECRET",
    "HOSTED_BY",
)
CLOSE = 0.85
"""How like a setting's name another one in the environment is that must be a misspelling of it."""
CLOSE_IN_FILE = 0.7
"""The same in our own file, which has few other names; in the environment the host is asked."""
CLOSE_WORD = 0.6
"""How like the setting's the one word that differs is; DATABASE_USER is another program's."""
OWN_WORDS = (
    "BACKUP",
    "BACKUPS",
    "DELETIONS",
    "DISCORD",
    "LIMITS",
    "METRICS",
    "SANDBOX",
    "SHARD",
    "SHARDS",
)
"""First words of settings' names that other programs seldom use."""
LONGEST_HOST = 200  # characters of the host's name and contact
TOKEN = r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}"
T = TypeVar("T")


class SettingError(Exception):
    """A setting cannot be used: its name, and what it may be. Never repeats a secret."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The checked settings.

    :param token: None: play offline in the sandbox
    :param metrics_port: None: no metrics
    :param backup_folder: None: no copies by themselves
    :param backup_every: hours between copies
    :param backup_keep: the newest copies that are kept; beside them the last one of as many days,
        weeks and months as the next three say
    :param deletions: the file in which deletions are noted
    :param limits: percent of what members, servers and all of them may usually ask for in a while
    :param web_url: the https address of the page with the board; empty: none
    :param web_proxies: the networks of the web servers before that page, which say who sends a
        request
    :param secret: that of the application's OAuth2, with which the page opens inside Discord too;
        empty: it does not
    :param hosted_by: the host's name and contact, as members read them; empty: they read nothing
    :param doubtful: sentences about other names that may be meant as settings
    """

    token: str | None = field(repr=False)
    database: URL
    shard_ids: tuple[int, ...] | None
    shard_count: int | None
    log_level: str
    log_format: str
    metrics_host: str
    metrics_port: int | None
    backup_folder: Path | None
    backup_every: int
    backup_keep: int
    backup_keep_daily: int
    backup_keep_weekly: int
    backup_keep_monthly: int
    deletions: Path
    limits: int
    sandbox_port: int
    web_url: str
    web_host: str
    web_port: int
    web_proxies: tuple[IPv4Network | IPv6Network, ...]
    secret: str = field(repr=False)
    hosted_by: str
    doubtful: tuple[str, ...]

    @property
    def shards_without_process(self) -> str:
        """A sentence about shards that no process can serve; empty if there are none.

        Several processes share a PostgreSQL, and a file of SQLite has one.
        """
        if self.shard_ids is None or self.database.get_backend_name() != "sqlite":
            return ""
        if len(self.shard_ids) == self.shard_count:
            return ""
        return (
            f"SHARD_IDS has {len(self.shard_ids)} of {self.shard_count} shards, and DATABASE_URL "
            "is a SQLite file, which one process has for itself: nothing serves the others; set "
            "DATABASE_URL to the PostgreSQL that all processes share"
        )


def load(environ: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """Settings from ``environ``, then from ``file``; other names are ignored unless misspelt.

    Raises SettingError.
    """
    environ = os.environ if environ is None else environ
    file = Path(".env") if file is None else file
    values = {name: value for name, value in _read(file).items() if value is not None}
    _check_file(values)
    _check_environment(environ)
    values.update(environ)
    _check_token(values)

    def get(name: str, check: Callable[[str], T], default: T) -> T:
        text = _unquoted(values.get(name, "").strip())
        if not text:
            return default
        try:
            return check(text)
        except (ValueError, StoreError) as error:
            raise SettingError(f"{name} cannot be used: {error}") from None

    shard_ids = get("SHARD_IDS", _shard_ids, None)
    shard_count = get("SHARD_COUNT", _number(1, 99_999), None)
    if shard_ids is not None:
        _check_shards(shard_ids, shard_count)
    web_url = get("WEB_URL", _url, "")
    secret = get("DISCORD_CLIENT_SECRET", _secret, "")
    if secret and not web_url:
        raise SettingError(
            "DISCORD_CLIENT_SECRET cannot be used: WEB_URL, the page's address, must be set too"
        )
    database = get("DATABASE_URL", check_url, check_url("sqlite+aiosqlite:///data/loophole.db"))
    data = database.database if database.get_backend_name() == "sqlite" else "data/loophole"
    return Settings(
        token=get("DISCORD_TOKEN", _token, None),
        database=database,
        shard_ids=shard_ids,
        shard_count=shard_count,
        log_level=get("LOG_LEVEL", _level, "INFO").upper(),
        log_format=get("LOG_FORMAT", _format, "text").lower(),
        metrics_host=get("METRICS_HOST", _host, "127.0.0.1"),
        metrics_port=get("METRICS_PORT", _number(1, 65_535), None),
        backup_folder=get("BACKUP_FOLDER", _folder, None),
        backup_every=get("BACKUP_EVERY", _number(1, 8_760), 24),
        backup_keep=get("BACKUP_KEEP", _number(1, 10_000), 14),
        backup_keep_daily=get("BACKUP_KEEP_DAILY", _number(0, 10_000), 14),
        backup_keep_weekly=get("BACKUP_KEEP_WEEKLY", _number(0, 10_000), 4),
        backup_keep_monthly=get("BACKUP_KEEP_MONTHLY", _number(0, 10_000), 3),
        deletions=get("DELETIONS_FILE", _file, Path(f"{data}.deletions")),
        limits=get("LIMITS_PERCENT", _number(10, 10_000), 100),
        sandbox_port=get("SANDBOX_PORT", _number(1, 65_535), 8765),
        web_url=web_url,
        web_host=get("WEB_HOST", _host, "127.0.0.1"),
        web_port=get("WEB_PORT", _number(1, 65_535), 8766),
        web_proxies=get("WEB_PROXIES", _networks, _networks("127.0.0.0/8,::1")),
        secret=secret,
        hosted_by=get("HOSTED_BY", _name_and_contact, ""),
        doubtful=tuple(_doubtful(values)),
    )


def _check_shards(ids: tuple[int, ...], count: int | None) -> None:
    """Raise SettingError where there are no shards of these numbers."""
    if count is None:
        raise SettingError(
            "SHARD_IDS cannot be used: SHARD_COUNT, the number of all shards, must be set too"
        )
    if max(ids) >= count:
        raise SettingError(
            f"SHARD_IDS cannot be used: with SHARD_COUNT={count} they may be 0 to {count - 1}"
        )


def _unquoted(text: str) -> str:
    """A value without the quotes around it, which containers take from a file as part of it."""
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if is_quoted else text


def _check_file(names: Iterable[str]) -> None:
    """Raise SettingError at a name in our file that must be a misspelling of a setting."""
    for name in names:
        setting = _nearest(name, CLOSE_IN_FILE)
        if name.upper() in ("TOKEN", "BOT_TOKEN"):
            setting = "DISCORD_TOKEN"
        if setting is not None and name != setting:
            raise SettingError(_question(name, setting))


def _check_environment(names: Iterable[str]) -> None:
    """Raise SettingError at such a name in the environment, where other programs have theirs."""
    for name in names:
        setting = _nearest(name, CLOSE)
        if setting is None or name == setting:
            continue
        if not _is_another_word(name.upper(), setting):
            raise SettingError(_question(name, setting))


def _check_token(values: Mapping[str, str]) -> None:
    """Raise SettingError where there is a bot's token, but under another name."""
    if values.get("DISCORD_TOKEN", "").strip():
        return
    for name, value in values.items():
        if "TOKEN" in name.upper() and re.fullmatch(TOKEN, _unquoted(value.strip()), re.ASCII):
            raise SettingError(_question(name, "DISCORD_TOKEN"))


def _doubtful(names: Iterable[str]) -> Iterator[str]:
    """Sentences about names that may be meant as settings, but are like none for certain."""
    for name in sorted(names):
        if name in NAMES:
            continue
        setting = _nearest(name, CLOSE_IN_FILE)
        if setting is not None and setting.split("_")[0] in name.upper():
            yield _question(name, setting)
        elif name.upper().split("_")[0] in OWN_WORDS:
            yield f"{name} isn’t a setting of the bot"


def _nearest(name: str, close: float) -> str | None:
    """The setting whose name is the most like a name, if it is as ``close`` as that."""
    nearest = get_close_matches(name.upper(), NAMES, 1, close)
    return nearest[0] if nearest else None


def _is_another_word(name: str, setting: str) -> bool:
    """Whether a name is a setting's but for one word that is another, and no misspelling."""
    words = name.split("_")
    setting_words = setting.split("_")
    if len(words) != len(setting_words):
        return False
    pairs = zip(words, setting_words, strict=True)
    different = [(word, other) for word, other in pairs if word != other]
    if len(different) != 1:
        return False
    word, other = different[0]
    return SequenceMatcher(None, word, other).ratio() < CLOSE_WORD


def _question(name: str, setting: str) -> str:
    return f"{name} isn’t a setting; did you mean {setting}?"


def _read(file: Path) -> Mapping[str, str | None]:
    try:
        return dotenv_values(file) if file.is_file() else {}
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise SettingError(f"the file {file} cannot be read: {why}") from None


def _like(pattern: str, why: str) -> Callable[[str], str]:
    """A check that the whole of a text is of some form."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text, re.ASCII):
            raise ValueError(why)
        return text

    return check


_PORTAL = "of https://discord.com/developers/applications"
_token = _like(
    TOKEN,
    "it doesn’t look like a bot token: three parts with dots between them, from the page “Bot” "
    f"{_PORTAL}",
)
_secret = _like(
    r"[\w-]{20,100}", f"it doesn’t look like a client secret, from the page “OAuth2” {_PORTAL}"
)
_level = _like(
    "(?i)debug|info|warning|error|critical", "it may be DEBUG, INFO, WARNING, ERROR, CRITICAL"
)
_format = _like("(?i)text|json", "it may be text or json")
_host = _like(
    r"[\w.:-]{1,255}",
    "it may be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them",
)
_https_address = _like(
    r"(?i)https://[a-z0-9.-]{1,200}(:\d{1,5})?(/[\w./~-]{0,200})?",
    "it may be the https address at which members reach the page, such as https://board.example.org",
)


def _url(text: str) -> str:
    """The address of the page as browsers name where they are: its host in small letters, without
    the usual port.
    """
    _, _, rest = _https_address(text).partition("://")
    host, slash, path = rest.partition("/")
    return f"https://{host.lower().removesuffix(':443')}{slash}{path}".rstrip("/")


def _name_and_contact(text: str) -> str:
    if len(text) > LONGEST_HOST or not text.isprintable():
        raise ValueError(
            f"it may be your name and how members reach you, in one line of {LONGEST_HOST} "
            "characters at most"
        )
    return text


def _shard_ids(text: str) -> tuple[int, ...]:
    ids = list[int]()
    for part in text.split(","):
        number = whole_number(part.strip(), 5)
        if number is None:
            raise ValueError("it may be numbers from 0 with commas between them, such as 0,1")
        if number in ids:
            raise ValueError("it names a shard twice")
        ids.append(number)
    return tuple(ids)


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    """A check that a text is a whole number in a range."""

    def check(text: str) -> int:
        number = whole_number(text)
        if number is None or not lowest <= number <= highest:
            raise ValueError(f"it may be a whole number from {lowest} to {highest}")
        return number

    return check


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(","))
    except ValueError:
        raise ValueError(
            "it may be addresses or networks with commas between them, such as "
            "127.0.0.1,172.18.0.0/16"
        ) from None


def _folder(text: str) -> Path:
    if "\0" in text:
        raise ValueError("it may be the path of a folder")
    path = _path(text)
    with _seen(path):
        if path.exists() and not path.is_dir():
            raise ValueError("it is a file; it may be the path of a folder")
    return path


def _file(text: str) -> Path:
    path = _path(text) if "\0" not in text else Path()
    with _seen(path):
        if path.is_dir():
            raise ValueError("it is a folder; it may be the path of a file")
    return path


def _path(text: str) -> Path:
    """A path in which ~ is somebody's home. Raises ValueError where there is no such person."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError(f"there is no home of {text.split('/')[0]} here") from None


@contextmanager
def _seen(path: Path) -> Iterator[None]:
    """Look at a path in the block.

    Raises ValueError where the bot's user may not, as in somebody's home. What else is wrong with
    it may pass, and is told when it is used.
    """
    try:
        yield
    except PermissionError:
        raise ValueError(
            f"the bot’s user may not see {path}; it may be a path in the bot’s own folder"
        ) from None
    except OSError:
        return
