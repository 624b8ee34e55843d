"""The game that docs/adding-a-game.md builds, made of the code on the page."""

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from games import Game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def code() -> str:
    """The module on the page."""
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return block.group(1)


@cache
def example() -> Game:
    """Col, the page's game; no part of the catalog."""
    module = sys.modules["col"] = ModuleType("col")
    exec(compile(code(), str(PAGE), "exec"), module.__dict__)
    game = module.GAMES[0]
    assert isinstance(game, Game)
    return game
