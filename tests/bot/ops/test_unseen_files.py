"""Files in folders that the bot's user may not see, as somebody's home is for the unit: one
sentence says so.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.domain.privacy.journal import Journal
from tests.bot.ops.helpers import ROOT
from tests.bot.ops.test_shipping import TOKEN


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder that only root may see."""
    folder = tmp_path / "locked"
    folder.mkdir(mode=0)
    yield folder
    folder.chmod(0o700)


def typed_without_rights(
    folder: Path, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    """A command of the bot by a user without rights, as whom the unit and the image run it."""
    command = [sys.executable, "-m", "bot", *arguments]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root sees everything, and setpriv is not installed")
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    result = subprocess.run(
        command,
        cwd=folder,
        env=environment | settings,
        text=True,
        capture_output=True,
        timeout=120,
    )
    assert "Traceback" not in result.stdout + result.stderr, result.stderr
    return result


READ = "cannot be read: Permission denied; the bot’s user needs it: put it into the bot’s folder"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("backup locked/copy.db", "could not be written: Permission denied"),
        ("restore locked/copy.db", READ),
        ("restore copy.db --deletions locked/deletions", READ),
        ("move sqlite:///locked/old.db sqlite:///new.db", READ),
        ("move sqlite:///copy.db sqlite:///locked/new.db", "cannot be used: "),
    ],
)
def test_a_command_says_that_it_may_not_see_a_file(
    tmp_path: Path, locked: Path, empty_database: Path, line: str, why: str
) -> None:
    shutil.copy(empty_database, tmp_path / "copy.db")
    (tmp_path / "data").mkdir()
    shutil.copy(empty_database, tmp_path / "data" / "loophole.db")
    Journal(tmp_path / "data" / "loophole.db.deletions").begin()
    result = typed_without_rights(tmp_path, *line.split())
    assert result.returncode == 1
    assert why in result.stderr, result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["BACKUP_FOLDER", "DELETIONS_FILE"])
def test_a_setting_names_a_place_that_may_not_be_seen(
    tmp_path: Path, locked: Path, name: str
) -> None:
    settings = {name: str(locked / "there"), "DISCORD_TOKEN": TOKEN}
    sentence = f"{name} cannot be used: the bot’s user may not see {locked}/there"
    result = typed_without_rights(tmp_path, "check", "--offline", **settings)
    assert result.returncode == 2
    assert f"✗ settings: {sentence}" in result.stdout
    start = typed_without_rights(tmp_path, **settings)
    assert start.returncode == 2, "no further start helps"
    assert sentence in start.stderr


@pytest.mark.slow
def test_the_setup_is_checked_with_folders_that_may_not_be_seen(
    tmp_path: Path, locked: Path
) -> None:
    result = typed_without_rights(
        tmp_path,
        "check",
        "--offline",
        BACKUP_FOLDER=str(locked),
        DATABASE_URL=f"sqlite:///{locked}/loophole.db",
        DELETIONS_FILE=str(tmp_path / "deletions"),
        DISCORD_TOKEN=TOKEN,
    )
    assert result.returncode == 1
    for what in ("database", "backups"):
        assert f"✗ {what}: " in result.stdout, result.stdout
    start = typed_without_rights(
        tmp_path, DATABASE_URL=f"sqlite:///{locked}/loophole.db", DISCORD_TOKEN=TOKEN
    )
    assert start.returncode == 1
    assert "DATABASE_URL cannot be used" in start.stderr


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "no journal", "[1]\n", '{"token": "x"}\n'])
def test_a_bot_does_not_start_beside_a_damaged_file_of_deletions(
    tmp_path: Path, content: str
) -> None:
    """What it noted could not be made again: an older database would bring people back."""
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "loophole.db.deletions"
    file.write_text(content)
    result = typed_without_rights(tmp_path, DISCORD_TOKEN=TOKEN)
    assert result.returncode == 1
    assert "it is not a file of deletions; put the right one in its place" in result.stderr
    assert file.read_text() == content
