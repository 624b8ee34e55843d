"""The host's commands after ``python -m bot``: check, backup, restore and more."""

import argparse
import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import discord
from sqlalchemy.engine import URL

from bot.ops import BAD_SETTING, FAILED, Failed, logs
from bot.ops.check import check
from bot.ops.check_result import CheckResult
from bot.ops.copies import deletions, sqlite_files
from bot.ops.copies.backup import backup, new_copy
from bot.ops.copies.move import move
from bot.ops.copies.restore import restore
from bot.ops.export_matches import export_matches
from bot.ops.shut_out import shut_out
from bot.settings import SettingError, Settings, load
from bot.store import StoreError, check_url
from games.version import VERSION


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit status. What is wrong is said in one line on stderr."""
    options = _parser().parse_args(arguments)
    secrets = logs.Secrets()
    # The bot does not speak, so warnings about libraries for voice would mislead the host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        settings = load()
        secrets = logs.Secrets((settings.token, settings.secret, settings.database.password))
        logs.configure(level="WARNING", secrets=secrets)
        return asyncio.run(_run(options, settings))
    except SettingError as error:
        if options.command == "check":
            print(CheckResult(False, "settings", str(error)))
            return BAD_SETTING
        return secrets.complain(error, BAD_SETTING)
    except Failed as error:
        return secrets.complain(error, FAILED)
    except OSError as error:  # a file that nobody looked at before, or one that went away meanwhile
        where = f"{error.filename}: " if error.filename else ""
        return secrets.complain(f"{where}{sqlite_files.reason(error)}", FAILED)
    except KeyboardInterrupt:
        return secrets.complain("stopped; nothing was changed", FAILED)


async def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.command == "check":
        return await _check(settings, offline=options.offline, channel=options.channel)
    if options.command == "backup":
        folder = settings.backup_folder or Path("data/backups")
        file = options.file or new_copy(settings.database, folder, datetime.now(UTC)).file
        await backup(settings.database, file)
        print(f"backed up to {file.absolute()} ({file.stat().st_size / 1e6:.1f} MB)")
    elif options.command == "restore":
        await _restore(options, settings)
    elif options.command == "export-matches":
        count = await export_matches(settings.database, options.file, settings.token)
        print(f"wrote {count} matches to {options.file.absolute()}")
    elif options.command == "shut-out":
        sentence = await shut_out(
            settings.database, options.what, options.id, lift=options.lift, list_all=options.list
        )
        print(sentence)
    else:
        verification, contents = await move(options.start, options.goal, anyway=options.anyway)
        print(verification)
        for table, content in contents.items():
            print(f"{table:<16} {content.rows:>9} rows  sha256 sum {content.checksum:064x}"[:64])
        print(f"both databases match; set DATABASE_URL to {options.goal.render_as_string()}")
    return 0


async def _restore(options: argparse.Namespace, settings: Settings) -> None:
    files: Sequence[Path] = ()
    if not options.without_deletions:
        files = deletions.find_files(
            settings.deletions, options.deletions, deletions.question_at_terminal()
        )
    restoration = await restore(
        options.file, settings.database, deletions=files, anyway=options.anyway
    )
    print(restoration.verification)
    print(f"restored {options.file} to {_where(settings.database)}")
    if restoration.former is not None:
        print(f"the previous database was kept as {restoration.former}")
    if options.without_deletions and settings.deletions.exists():
        print(
            f"no deletions were repeated; the bot repeats those in {settings.deletions} when "
            "it starts"
        )
    elif options.without_deletions:
        print(
            "no deletions were repeated: the data of members who deleted it since the copy was "
            "made is back"
        )
    else:
        print(
            f"repeated {_counted(restoration.deletions, 'deletion')} that the backup did not know "
            "of"
        )
    if deletions.keep_for_bot(files, settings.deletions):
        print(
            f"the file of deletions was copied to {settings.deletions}, where the bot goes on "
            "with it"
        )


def _counted(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _where(database: URL) -> str:
    """A database's address, or the whole path of its file."""
    if database.get_backend_name() == "sqlite":
        return str(sqlite_files.path_of(database).absolute())
    return database.render_as_string()


async def _check(settings: Settings, *, offline: bool, channel: int | None) -> int:
    print(CheckResult(True, "settings", "; ".join(("all valid", *settings.doubtful))))
    is_good = True
    async for result in check(settings, offline=offline, channel=channel):
        print(result, flush=True)
        is_good = is_good and result.is_good
    return 0 if is_good else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Runs the bot, or one of these commands instead.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Loophole {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("check", help="check the setup")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--offline", action="store_true", help="don’t contact Discord, nor WEB_URL")
    how.add_argument(
        "--channel", type=int, metavar="ID", help="check the bot’s permissions in this channel too"
    )
    command = commands.add_parser(
        "backup", help="back up the database to a file, even while the bot runs"
    )
    command.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="default: a new file in BACKUP_FOLDER"
    )
    command = commands.add_parser(
        "restore", help="replace the database with a backup; the old one is kept"
    )
    command.add_argument("file", type=Path, metavar="FILE")
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--deletions",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a file of deletions to repeat, beside DELETIONS_FILE; may be given several times",
    )
    which.add_argument(
        "--without-deletions",
        action="store_true",
        help="do without one: deleted data that is in the backup is back",
    )
    _anyway(
        command,
        "even if some matches can’t be replayed, or the file of deletions is older than the backup",
    )
    command = commands.add_parser(
        "export-matches", help="write finished public matches, without persons, to a file"
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a new file, with a record a line")
    command = commands.add_parser(
        "shut-out", help="keep a user or a server from using the bot, within seconds"
    )
    command.add_argument("what", nargs="?", choices=("user", "server"))
    command.add_argument(
        "id", nargs="?", type=int, metavar="ID", help="as Discord shows it in developer mode"
    )
    command.add_argument("--lift", action="store_true", help="let them use it again")
    command.add_argument("--list", action="store_true", help="list who is shut out")
    command = commands.add_parser(
        "move", help="copy the database to an empty one (SQLite or PostgreSQL) and verify it"
    )
    command.add_argument("start", type=_url, metavar="FROM_URL")
    command.add_argument("goal", type=_url, metavar="TO_URL")
    _anyway(command, "even if some matches can’t be replayed")
    return parser


def _anyway(parser: argparse.ArgumentParser, meaning: str) -> None:
    parser.add_argument("--anyway", action="store_true", help=meaning)


def _url(text: str) -> URL:
    try:
        return check_url(text)
    except StoreError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
