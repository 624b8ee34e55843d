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
DOT_FILES = (".ci", ".dockerignore", ".env.example", ".github", ".gitignore")
"""What is copied of that which begins with a dot; no host's secrets."""
NOT_IN_GIT = ("build", "data", "node_modules")
"""Folders at the top that are made or filled on a machine."""


def not_copied(folder: str, names: list[str]) -> list[str]:
    """The names in a folder of what the copy of the project does without; what is compiled is
    good for the copy, too.
    """
    left_out = []
    for name in names:
        is_hidden = name.startswith(".") and name not in DOT_FILES
        is_local = Path(folder) == ROOT and name in NOT_IN_GIT
        if is_hidden or is_local:
            left_out.append(name)
    return left_out


def about_games(project: Path) -> list[str]:
    """The tests that go over all games, and those of their words."""
    files = sorted((project / "tests").rglob("test_*.py"))
    over_all = [str(file) for file in files if "catalog()" in file.read_text(encoding="utf-8")]
    return [*over_all, "tests/bot/chat/language"]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_the_test_command_passes_with_two_more_games(tmp_path: Path, whole: bool) -> None:
    """The default suite of a copy of the project, whole or as far as it goes over all games with
    the cases of the new ones, and the tour of ``added_game`` through the whole bot.
    """
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=not_copied)
    (copy / "games" / "col.py").write_text(code(), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "games" / "hex.py", copy / "games" / "hex.py")
    package = copy / "games" / "__init__.py"
    text = package.read_text(encoding="utf-8")
    text = text.replace("from . import ", "from . import col, hex, ", 1)
    text = text.replace("_MODULES = (", "_MODULES = (hex, col, ")
    package.write_text(text, encoding="utf-8")
    if whole:
        process = run_tests(copy, ["-n", "auto", "--dist", "worksteal", "tests"])
    else:
        process = run_tests(copy, ["-n", "0", "-p", "tests.games.new_games", *about_games(copy)])
    assert process.returncode == 0, process.stdout[-8000:] + process.stderr[-2000:]


def run_tests(project: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run tests and the tour in a copy of the project."""
    environment = {"PYTHONPATH": str(project)}
    for name, value in os.environ.items():
        if not name.startswith(("PYTEST", "PYTHONPATH")):
            environment[name] = value
    return subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, "tests/bot/chat/added_game.py"],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
    )
