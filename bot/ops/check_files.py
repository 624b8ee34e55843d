"""Checks of files and folders: backups, and the file of deletions."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.domain.privacy.journal import Journal
from bot.ops import Failed
from bot.ops.check_result import CheckResult
from bot.ops.copies import deletions, postgres
from bot.ops.copies.backup import backups_in
from bot.settings import Settings

LATE_HOURS = 1.0  # by which the newest backup may be older than BACKUP_EVERY


def existing(path: Path) -> Path:
    """The nearest folder above a path that is there."""
    for parent in path.absolute().parents:
        with suppress(PermissionError):  # in a folder that may not be seen
            if parent.exists():
                return parent
    return Path(path.absolute().anchor)


def try_to_write(folder: Path) -> None:
    """Make and remove a folder in ``folder``; its permissions are not proof. Raises Failed."""
    try:
        with TemporaryDirectory(prefix=".loophole-", dir=folder):
            pass
    except OSError as error:
        raise Failed(f"can’t write to {folder} ({error.strerror})") from None


def check_deletions(file: Path, backups: Path | None, deletion_count: int | None) -> CheckResult:
    """The file of deletions.

    :param backups: the folder of the backups.
    :param deletion_count: how many deletions the database knows of; None if it does not say.
    """

    def result(good: bool, sentence: str) -> CheckResult:
        return CheckResult(good, "deletions", sentence)

    try:
        try_to_write(existing(file))
        if not file.exists():
            if deletion_count:
                return result(
                    False,
                    f"{file} is missing, and with it {deletion_count} deletions; put it back, or "
                    "set its place",
                )
            return result(True, f"will be noted in {file} from the next start on")
        deletions.require_file_of_deletions(file)
        count = len(Journal(file).deletions())
    except Failed as error:
        return result(False, str(error))
    except OSError as error:
        return result(False, f"can’t use {file} ({error.strerror})")
    if not os.access(file, os.W_OK):
        return result(False, f"can’t write to {file}")
    if deletion_count is not None and deletion_count > count:
        return result(
            False,
            f"{file} has {count}, and the database knows of {deletion_count}; is it an older file?",
        )
    if backups is not None and backups.absolute() in file.absolute().parents:
        return result(
            False,
            f"{file} is among the backups, with the key to who they were; keep it in another place",
        )
    return result(True, f"{count} in {file}; keep a copy of it in another place than the backups")


async def check_backups(settings: Settings) -> CheckResult:
    """The folder of backups and what is in it, and whether one can be made."""

    def result(good: bool, sentence: str) -> CheckResult:
        return CheckResult(good, "backups", sentence)

    folder = settings.backup_folder
    if folder is None:
        return result(True, "none; set BACKUP_FOLDER for automatic backups")
    if settings.database.get_backend_name() != "sqlite":
        problem = await postgres.dump_problem(settings.database)
        if problem is not None:
            return result(False, problem)
    try:
        try_to_write(folder if folder.exists() else existing(folder))
        all_copies = backups_in(folder)
    except Failed as error:
        return result(False, str(error))
    except OSError as error:
        return result(False, f"can’t use {folder} ({error.strerror})")
    now = datetime.now(UTC)
    copies = [copy for copy in all_copies if copy.moment <= now]
    future = len(all_copies) - len(copies)
    note = ""
    if future:
        note = (
            f"; {future} with a date in the future, made while the clock was wrong, are left alone"
        )
    if not copies:
        return result(True, f"the first will be made in {folder} while the bot runs{note}")
    hours = (now - copies[-1].moment).total_seconds() / 3600
    in_time = hours <= settings.backup_every + LATE_HOURS
    return result(in_time, f"{len(copies)} in {folder}, the newest {hours:.1f} hours old{note}")
