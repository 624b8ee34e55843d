"""Files of deletions for a restore: found, or asked for, and repeated in the restored database."""

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import sqlalchemy as sa

from bot.disk import OWNER_ONLY
from bot.domain.domain import Domain
from bot.domain.privacy.journal import Journal
from bot.ops import Failed
from bot.ops.copies import sqlite_files
from bot.store import Store
from bot.store.tables import deletions


def find_files(
    configured_file: Path, host_files: Sequence[Path], ask: Callable[[str], str] | None = None
) -> tuple[Path, ...]:
    """The files of deletions that a restore repeats: the bot's own, and those that the host names.

    :param configured_file: where the bot has its own (DELETIONS_FILE).
    :param host_files: files that the host names; there may be several processes' files.
    :param ask: puts a question to the host; None: nobody is there to be asked.
    :raises Failed: if there is none, or one is not such a file.
    """
    files = list(dict.fromkeys(file.resolve() for file in host_files))
    if configured_file.exists():
        files = list(dict.fromkeys((configured_file.resolve(), *files)))
    if not files:
        files = [_asked(configured_file, ask)]
    for file in files:
        require_file_of_deletions(file)
    return tuple(files)


def require_file_of_deletions(file: Path) -> None:
    """Raises Failed unless a file is one in which the bot has noted deletions."""
    sqlite_files.require_file(file)
    try:
        with file.open(encoding="utf-8") as stream:
            bytes.fromhex(json.loads(stream.readline())["key"])
    except (ValueError, KeyError, TypeError):
        raise Failed(f"{file} is not a file of deletions") from None
    except OSError as error:
        raise Failed(f"{file} cannot be read: {sqlite_files.reason(error)}") from None


def question_at_terminal() -> Callable[[str], str] | None:
    """Asks the host at the terminal; None where there is none."""
    return input if sys.stdin is not None and sys.stdin.isatty() else None


def keep_for_bot(files: Sequence[Path], configured_file: Path) -> bool:
    """Put a file of deletions where the bot has its own, if none is there; whether it was put.

    Raises Failed.
    """
    if configured_file.exists() or not files:
        return False
    try:
        with sqlite_files.scratch(configured_file) as part:
            part.touch(OWNER_ONLY, exist_ok=False)
            shutil.copyfile(files[0], part)
            sqlite_files.copy_owner(part, configured_file)
            sqlite_files.publish(part, configured_file)
    except OSError as error:
        raise Failed(f"{configured_file} could not be written: {error.strerror or error}") from None
    return True


async def repeat(store: Store, files: Iterable[Path]) -> int:
    """Make the deletions again that a database does not know of; how many they are."""
    count = 0
    for file in files:
        domain = Domain(store, journal=Journal(file))
        count += await domain.privacy.repeat_deletions()
    return count


async def require_complete(store: Store, files: Sequence[Path]) -> None:
    """Raises Failed if a database knows of deletions that the files do not have."""
    tokens_on_file = {deletion.token for file in files for deletion in Journal(file).deletions()}
    tokens = {row.token for row in await store.fetch(sa.select(deletions.c.token))}
    missing_count = len(tokens - tokens_on_file)
    if files and missing_count:
        names = " and ".join(map(str, files))
        raise Failed(
            f"{names} lacks {missing_count} of the {len(tokens)} deletions that the copy itself "
            "knows: it is older than the copy, or of another bot. Nothing was changed; with "
            "--anyway it is done all the same"
        )


def _asked(configured_file: Path, ask: Callable[[str], str] | None) -> Path:
    reason = (
        f"there is no file of deletions at {configured_file.absolute()}, and without it the data "
        "of members who have deleted it since the copy was made is back"
    )
    advice = "name the file with --deletions FILE, or do without it with --without-deletions"
    if ask is None:
        raise Failed(f"{reason}; {advice}")
    try:
        answer = ask(f"{reason}.\nThe file of deletions (nothing: stop here): ").strip()
    except EOFError:
        answer = ""
    if not answer:
        raise Failed(f"nothing was changed; {advice}")
    return Path(answer).expanduser().resolve()
