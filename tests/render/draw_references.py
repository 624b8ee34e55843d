"""``python -m tests.render.draw_references`` draws the pictures that others are compared with."""

from pathlib import Path

import games
import render
from tools.gallery import match, turn_at

if __name__ == "__main__":
    folder = Path(__file__).parent / "references"
    folder.mkdir(exist_ok=True)
    for game in games.catalog():
        states = match(game, 3)
        ply = len(states) // 2
        for theme in ("wood", "slate"):
            data = render.png(states[ply], theme=theme, size=300, turn=turn_at(states, ply))
            (folder / f"{game.slug}-{theme}.png").write_bytes(data)
