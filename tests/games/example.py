"""The game that docs/adding-a-game.md builds, made of the code on the page."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from games import Game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@cache
def example() -> Game:
    """Col, the page's game; no part of the catalog."""
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    module = sys.modules["col"] = ModuleType("col")
    exec(compile(block.group(1), str(PAGE), "exec"), module.__dict__)
    game = module.GAMES[0]
    assert isinstance(game, Game)
    return game
