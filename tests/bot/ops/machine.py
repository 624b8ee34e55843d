"""A host's machine in a folder, on which no systemd and no Docker engine runs.

Programs in `standins` do what the real ones would do with what they are given, and note it.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bot.domain.privacy.journal import Journal
from tests.bot.ops.helpers import ROOT

STANDINS = Path(__file__).parent / "standins"
SHIPPED = ("bot", "games", "render")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
"""Has the form of a bot's token."""

Done = subprocess.CompletedProcess[str]


@dataclass
class Machine:
    """A host's machine below ``root``.

    :ivar empty: a database of today's tables without a row.
    """

    root: Path
    empty: Path | None = None

    @property
    def program(self) -> Path:
        """Where the pages put the program."""
        return self.root / "opt" / "loophole"

    @property
    def state(self) -> Path:
        """The folder in which the units keep their files."""
        return self.root / "var" / "lib" / "loophole"

    @property
    def units(self) -> Path:
        """Where systemd looks for units."""
        return self.root / "etc" / "systemd" / "system"

    @property
    def containers(self) -> Path:
        """A folder for each container."""
        return self.root / "containers"

    def make_folders(self) -> None:
        """Make the folders that every machine has."""
        for folder in (
            "opt",
            "etc/systemd/system",
            "usr/local/bin",
            "var/lib",
            "scratch",
            "containers",
        ):
            (self.root / folder).mkdir(parents=True)

    def here(self, text: str) -> str:
        """A text in which the paths of a whole machine are those of this one."""
        text = text.replace("sqlite+aiosqlite:////var", f"sqlite+aiosqlite:///{self.root}/var")
        return re.sub(r"(?<![\w/.])/(?=(?:opt|etc|var|usr|root|srv)/)", f"{self.root}/", text)

    def install_program(self) -> None:
        """Have the program and its packages in /opt/loophole, as after a clone."""
        self.program.mkdir()
        for folder in SHIPPED:
            (self.program / folder).symlink_to(ROOT / folder)
        for file in (".env.example", "requirements.lock", "Makefile"):
            shutil.copy(ROOT / file, self.program / file)
        shutil.copytree(ROOT / "deploy", self.program / "deploy")
        for unit in self.program.glob("deploy/*.service"):
            unit.write_text(self.here(unit.read_text()))

    def install_packages(self) -> None:
        """Have a .venv, with the packages of the tests in it."""
        python = self.program / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        pip = python.with_name("pip")
        pip.write_text('#!/bin/sh\nfor last in "$@"; do :; done\nexec test -s "$last"\n')
        python.chmod(0o755)
        pip.chmod(0o755)

    def install_unit(self, name: str = "loophole.service") -> None:
        """Copy a unit to where systemd looks for it."""
        shutil.copy(self.program / "deploy" / name, self.units / name)

    def settings(self, *lines: str, name: str = "loophole") -> None:
        """Write the settings that units read."""
        file = self.root / "etc" / f"{name}.env"
        file.write_text("\n".join((f"DISCORD_TOKEN={TOKEN}", *lines)))

    def image_settings(self) -> str:
        """What the image sets, a line each."""
        text = (ROOT / "Dockerfile").read_text()
        block = text.split("ENV ", 1)[1].split("WORKDIR")[0]
        environment = re.findall(r"\b([A-Z_]+=\S+)", block)
        return "\n".join(
            line for line in environment if not line.startswith(("PATH=", "PYTHONPATH="))
        )

    def container(self, name: str = "loophole", *, running: bool) -> Path:
        """Make a container; gives its folder."""
        folder = self.containers / name
        (folder / "data").mkdir(parents=True)
        (folder / "env").write_text(f"{self.image_settings()}\nDISCORD_TOKEN={TOKEN}")
        if running:
            (folder / "running").touch()
        return folder

    def type(self, line: str, folder: Path | None = None, **more: str) -> Done:
        """Type a line, as root, in some folder."""
        programs = self.root / "usr" / "local" / "bin"
        python = Path(sys.executable).parent
        environment = {
            "PATH": f"{programs}:{STANDINS}:{python}:{os.environ['PATH']}",
            "UNITS": str(self.units),
            "CONTAINERS": str(self.containers),
            "IMAGE_SETTINGS": self.image_settings(),
            "PROGRAM": str(ROOT),
            "EDITED": f"DISCORD_TOKEN={TOKEN}",
            "RUNS": str(self.root / "runs"),
            "TMPDIR": str(self.root / "scratch"),
            **more,
        }
        return subprocess.run(
            ["bash", "-euc", self.here(line)],
            cwd=folder or self.program,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def run(self, *arguments: str, folder: Path | None = None, **more: str) -> Done:
        """Type a command of the bot."""
        return self.type(shlex.join(["/opt/loophole/deploy/loophole", *arguments]), folder, **more)

    def leave_as_started(self, database: Path) -> None:
        """Leave what the bot leaves when it has run: its database, and its note of deletions."""
        assert self.empty is not None
        database.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.empty, database)
        Journal(database.with_name(f"{database.name}.deletions")).begin()

    def runs(self) -> list[dict[str, object]]:
        """What systemd-run or docker was asked to run."""
        return [json.loads(line) for line in (self.root / "runs").read_text().splitlines()]
