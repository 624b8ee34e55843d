"""Every command that the pages for hosts show is typed, as it stands there, on a machine as the
page has it.
"""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bot.ops.helpers import ROOT
from tests.bot.ops.machine import Machine

PAGES = (
    "docs/hosting.md",
    "docs/running.md",
    "docs/runbook.md",
    "README.md",
    "SECURITY.md",
    "docs/records.md",
)
STARTS = ("systemctl enable --now loophole", "docker run -d")
"""After these lines the bot runs."""
SERVER = "postgresql+asyncpg://loophole@db/loophole"
"""The pages' address of a database on a server."""


@dataclass(frozen=True)
class Block:
    """What a page has to be typed: the lines of a block of commands, each whole."""

    page: str
    lines: tuple[str, ...]

    @property
    def about_containers(self) -> bool:
        return any(line.startswith("docker ") for line in self.lines)

    @property
    def begins(self) -> bool:
        """Whether it starts with nothing."""
        return self.lines[0].startswith("git clone")


def blocks() -> list[Block]:
    """All blocks of commands of the pages for hosts."""
    result = []
    for page in PAGES[:3]:
        for text in re.findall(
            r"^ *```sh\n(.*?)^ *```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL
        ):
            lines = re.sub(r" *\\\n *", " ", text).splitlines()
            result.append(Block(page, tuple(line.strip() for line in lines if line.strip())))
    return result


def shown_in_a_line() -> list[str]:
    """The commands of the bot that stand in the text of a page."""
    commands: set[str] = set()
    for page in PAGES:
        text = re.sub(r"\s+", " ", (ROOT / page).read_text())
        commands.update(re.findall(r"`(loophole [a-z@][^`]*|python -m bot [a-z][^`]*)`", text))
    return sorted(commands)


def type_lines(machine: Machine, lines: tuple[str, ...]) -> None:
    """Type lines one after another; each must go well, but Discord cannot be reached."""
    folder = machine.root if lines[0].startswith("git clone") else machine.program
    for line in lines:
        if line.startswith("cd "):
            folder = Path(machine.here(line.removeprefix("cd ")))
            continue
        if "NAME" in line:
            line = line.replace("NAME", newest_backup(machine))
        # where a server is wanted, a file is as good: both are tried by the tests of `move`
        line = line.replace(SERVER, "sqlite+aiosqlite:////data/moved.db")
        result = machine.type(line, folder if folder.exists() else machine.root)
        statuses = (0, 1) if line.startswith("loophole check") else (0,)
        assert result.returncode in statuses, f"{line}\n{result.stdout}{result.stderr}"
        if line.startswith("loophole check"):
            assert "✓ token: looks valid" in result.stdout, result.stdout
            assert "✓ settings: all valid" in result.stdout, result.stdout + result.stderr
            assert "tables up to date" in result.stdout or "not there yet" in result.stdout, (
                result.stdout
            )
        if line.startswith(STARTS):
            machine.leave_as_started(database_of(machine))


def database_of(machine: Machine) -> Path:
    """The file of the bot that is installed on a machine."""
    container = machine.containers / "loophole"
    if container.exists():
        return container / "data" / "loophole.db"
    return machine.state / "loophole.db"


def newest_backup(machine: Machine) -> str:
    """The name of a backup of the bot that is installed."""
    folder = database_of(machine).parent / "backups"
    return max(file.name for file in folder.iterdir())


def save_copies(machine: Machine) -> None:
    """Have what a host has saved of a bot: a backup, and the file of deletions."""
    folder = machine.root / "srv" / "saved"
    folder.mkdir(parents=True)
    database = database_of(machine)
    shutil.copy(database.parent / "backups" / newest_backup(machine), folder)
    shutil.copy(database.with_name("loophole.db.deletions"), folder)


def set_up(machine: Machine, *, container: bool) -> None:
    """Follow the first page."""
    machine.make_folders()
    (block,) = [block for block in blocks() if block.begins and block.about_containers is container]
    type_lines(machine, block.lines)


@pytest.fixture
def machine(tmp_path: Path, empty_database: Path) -> Machine:
    """A machine with nothing on it."""
    return Machine(tmp_path, empty_database)


SetUp = Callable[..., Machine]
"""Gives a machine on which the first page has been followed, with a ``container`` or without."""


@pytest.fixture(scope="module")
def machine_set_up(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> SetUp:
    """The page is followed once for each way; every test has the machine as it was then, always in
    the same folder, whose name stands in its files.
    """
    folder = tmp_path_factory.mktemp("machine")
    machine = Machine(folder / "machine", empty_database)

    def as_set_up(*, container: bool) -> Machine:
        copy = folder / ("container" if container else "unit")
        if machine.root.exists():
            shutil.rmtree(machine.root)
        if not copy.exists():
            set_up(machine, container=container)
            shutil.copytree(machine.root, copy, symlinks=True)
        else:
            shutil.copytree(copy, machine.root, symlinks=True)
        return machine

    return as_set_up


@pytest.mark.slow
@pytest.mark.parametrize("container", [True, False])
def test_the_first_page_sets_a_bot_up(machine_set_up: SetUp, container: bool) -> None:
    machine = machine_set_up(container=container)
    result = machine.type("loophole shut-out user 7")
    assert "user 7 is shut out" in result.stdout, result.stderr
    databases = [file for file in machine.root.rglob("*.db") if file.is_file()]
    assert databases == [database_of(machine)]
    settings = machine.program / ".env" if container else machine.root / "etc" / "loophole.env"
    assert settings.stat().st_mode & 0o077 == 0, "others can read the token"


@pytest.mark.slow
@pytest.mark.parametrize("number", [n for n, block in enumerate(blocks()) if not block.begins])
def test_every_other_block_of_commands_works(machine_set_up: SetUp, number: int) -> None:
    block = blocks()[number]
    machine = machine_set_up(container=block.about_containers)
    machine.type("loophole backup")
    save_copies(machine)
    type_lines(machine, block.lines)
    for line in block.lines:
        if line.startswith("loophole restore"):
            assert any(database_of(machine).parent.glob("*-before-restore-*")), (
                "nothing was restored"
            )


@pytest.mark.slow
def test_what_is_removed_is_gone(machine_set_up: SetUp) -> None:
    machine = machine_set_up(container=False)
    (block,) = [block for block in blocks() if block.lines[-1] == "systemctl daemon-reload"]
    type_lines(machine, block.lines)
    remains = [path for path in machine.root.rglob("*") if "loophole" in path.name]
    assert remains == []


@pytest.mark.slow
def test_every_command_in_a_line_works(machine_set_up: SetUp) -> None:
    machine = machine_set_up(container=False)
    backup = machine.state / "backups" / "loophole-20260101-000000.db"
    machine.type(f"loophole backup {backup}")
    shutil.copy(ROOT / "deploy" / "loophole@.service", machine.units)
    lines = list[str]()
    for command in shown_in_a_line():
        if "…" in command.removeprefix("loophole restore /var/lib/loophole/backups/loophole-…"):
            continue  # “loophole …”
        if "postgresql" in command or command.endswith(" move"):
            continue  # tried on both databases by the tests of `move`
        line = filled_in(command, machine)
        if line not in lines:  # several are the same once their gaps are filled
            lines.append(line)
    assert len(lines) > 5
    for line in lines:
        result = machine.type(line)
        if result.returncode != 0:
            # Discord cannot be reached here, and there are no settings for a process 0.
            assert "@0" in line or "check" in line or "discord.com" in result.stderr, (
                line + result.stderr
            )
        assert "usage:" not in result.stderr, f"{line}\n{result.stderr}"


def filled_in(command: str, machine: Machine) -> str:
    """A command with something in place of what a page leaves open."""
    backup = machine.state / "backups" / "loophole-20260101-000000.db"
    open_data = machine.state / "open.jsonl"
    command_line = command.replace("python -m bot", "loophole").replace("ID", "1234567")
    command_line = re.sub(r"(export-matches) FILE", rf"\1 {open_data}", command_line)
    command_line = re.sub(r"(backup) (FILE|\[FILE\])", rf"\1 {open_data}.db", command_line)
    command_line = command_line.replace("/var/lib/loophole/backups/loophole-….db", str(backup))
    command_line = re.sub(r"(restore|deletions) FILE", rf"\1 {backup}", command_line)
    if command_line.startswith("loophole restore"):
        command_line = command_line.partition(" --deletions")[0] + " --without-deletions"
    url = f"sqlite+aiosqlite:///{machine.state}/loophole.db"
    command_line = command_line.replace("FROM_URL", url)
    return command_line.replace(
        "TO_URL", f"sqlite+aiosqlite:///{machine.state}/moved-{len(command)}.db"
    )


def test_the_pages_name_files_where_they_are(machine: Machine) -> None:
    """The tables of files name the paths that the unit and the image set."""
    page = (ROOT / "docs" / "hosting.md").read_text()
    unit = (ROOT / "deploy" / "loophole.service").read_text()
    for setting in ("DATABASE_URL=sqlite+aiosqlite:///", "BACKUP_FOLDER="):
        for text in (unit, machine.image_settings()):
            (path,) = re.findall(rf"{re.escape(setting)}([^\s\\]+)", text)
            assert f"`{path}`" in page, path
