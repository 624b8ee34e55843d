"""The game of docs/adding-a-game.md, added as the page says and nothing else touched, is served by the whole bot."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ...games.example import code

ROOT = Path(__file__).parents[3]
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import games, pytest
sys.exit(pytest.main(["-p", "no:cacheprovider", "-x", sys.argv[2]]))
"""


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_module_and_the_line_on_the_page_are_all_the_bot_needs(tmp_path: Path) -> None:
    """The tests of ``added_game`` pass in a fresh process, where the package has that module and that line."""
    shutil.copytree(ROOT / "games", tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "games" / "col.py").write_text(code(), encoding="utf-8")
    package = tmp_path / "games" / "__init__.py"
    text = package.read_text(encoding="utf-8")
    package.write_text(
        text.replace("from . import ", "from . import col, ").replace("_MODULES = (", "_MODULES = (col, ")
    )
    command = [sys.executable, "-c", RUN, str(tmp_path), str(Path(__file__).with_name("added_game.py"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr
