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


def about_games(project: Path) -> list[str]:
    """The tests that go over all games, and those of their words."""
    files = sorted((project / "tests").rglob("test_*.py"))
    over_all = [str(file) for file in files if "catalog()" in file.read_text(encoding="utf-8")]
    return [*over_all, "tests/bot/chat/language"]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_the_test_command_passes_with_two_more_games(tmp_path: Path, whole: bool) -> None:
    """The default suite of a copy of the project, whole or as far as it goes over all games, and
    the tour of ``added_game`` through the whole bot.
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
        *(["tests"] if whole else about_games(copy)),
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
