"""With two more games, each added by one module and its line as docs/adding-a-game.md says, all
tests pass.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .games.example import code

ROOT = Path(__file__).parents[1]
# of what begins with a dot; no host's secrets
KEPT = (".ci", ".dockerignore", ".env.example", ".github", ".gitignore")


def not_copied(folder: str, names: list[str]) -> list[str]:
    top = ("build", "data", "node_modules") if Path(folder) == ROOT else ()
    return [
        name
        for name in names
        if name == "__pycache__" or name in top or (name[0] == "." and name not in KEPT)
    ]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_whole_test_command_passes_with_two_more_games(tmp_path: Path) -> None:
    """The default suite of a copy of the project, and the tour of ``added_game`` through the whole
    bot.
    """
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=not_copied)
    (copy / "games" / "col.py").write_text(code(), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "games" / "hex.py", copy / "games" / "hex.py")
    package = copy / "games" / "__init__.py"
    text = package.read_text(encoding="utf-8")
    text = text.replace("from . import ", "from . import col, hex, ", 1)
    package.write_text(text.replace("_MODULES = (", "_MODULES = (hex, col, "), encoding="utf-8")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST")
    }
    command = [
        "-m",
        "pytest",
        "-n",
        "auto",
        "--dist",
        "worksteal",
        "tests",
        "tests/bot/chat/added_game.py",
    ]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**environment, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
