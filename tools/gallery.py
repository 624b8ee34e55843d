"""``python -m tools.gallery [folder]``: a page of every game in every theme.

It shows opening, middle game and end of matches played by random but fixed choices, the same every
time. With ``--docs`` it writes the few pictures that the project's own pages show instead, and
those for Discord's App Directory.
"""

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random

from PIL import Image

import games
from games.core import Game, State
from render import THEMES, alt_text, contact_sheet, png, replay

STAGES = {"opening": 0.12, "middle game": 0.55, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture for the project's pages: a random match of ``seed`` at a share of its decisions."""

    file: str
    slug: str
    options: Mapping[str, str]
    seed: int
    share: float
    theme: str

    def turn(self) -> Sequence[State]:
        """The states from the start of the turn that is shown to its end."""
        states = match(games.get(self.slug), self.seed, **self.options)
        return turn_at(states, round((len(states) - 1) * self.share))

    def png(self, theme: str, size: int) -> bytes:
        """The picture, ``size`` px wide."""
        turn = self.turn()
        return png(turn[-1], theme=theme, size=size, turn=turn)


DOCS = (
    Shot("veloop.png", "veloop-square", {}, seed=3, share=0.55, theme="slate"),
    Shot("veloop-hex.png", "veloop-hex", {}, seed=10, share=1.0, theme="wood"),
    Shot("snipsnip.png", "snipsnip", {"board": "hex-4-5"}, seed=1, share=0.8, theme="slate"),
    Shot("vigilance.png", "vigilance", {}, seed=2, share=0.6, theme="wood"),
    Shot("loop.png", "loop", {"board": "mini"}, seed=12, share=0.9, theme="wood"),
    Shot("loops-n-leaps.png", "loops-n-leaps", {}, seed=3, share=1.0, theme="slate"),
)

# The pictures for the App Directory: file, and the games on it.
DIRECTORY = {
    "squares.png": ("veloop-square", "vigilance"),
    "hexagons.png": ("veloop-hex", "snipsnip"),
    "space.png": ("loop", "loops-n-leaps"),
}


def match(game: Game, seed: int, **options: str) -> list[State]:
    """All states of a match played at random, the same for the same seed."""
    random = Random(seed)
    state = game.start(**options)
    states = [state]
    while state.to_move is not None:
        state = state.play(random.choice(state.legal_moves()))
        states.append(state)
    return states


def turn_at(states: Sequence[State], ply: int) -> Sequence[State]:
    """The states from the start of the turn that led to ``ply``, with that of ``ply``."""
    start = max(0, ply - 1)
    while start and states[start - 1].to_move == states[start].to_move:
        start -= 1
    return states[start : ply + 1]


def pictures() -> Iterator[tuple[str, str, bytes, State]]:
    """Game, title, picture and state of everything on the page."""
    for game in games.catalog():
        states = match(game, 3)
        for theme in THEMES:
            for stage, share in STAGES.items():
                ply = max(1, round((len(states) - 1) * share))
                picture = png(states[ply], theme=theme, turn=turn_at(states, ply))
                yield game.slug, f"{game.slug} {theme} {stage}", picture, states[ply]


def write(folder: Path) -> None:
    """Write the pictures and ``index.html``."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[str]] = {}
    for slug, title, data, state in pictures():
        name = f"{title.replace(' ', '-')}.png"
        (folder / name).write_bytes(data)
        image = f'<img src="{name}" alt="{escape(alt_text(state))}">'
        rows.setdefault(slug, []).append(
            f"<figure>{image}<figcaption>{escape(title)}</figcaption></figure>"
        )
    for format in ("gif", "webp"):
        name = f"replay.{format}"
        states = match(games.get("veloop-hex"), 10)
        (folder / name).write_bytes(replay(states, theme="slate", format=format))
        rows.setdefault("replays", []).append(
            f'<figure><img src="{name}" alt="a replay as {format}"></figure>'
        )
    sections = "".join(
        f"<h2>{slug}</h2><section>{''.join(figures)}</section>" for slug, figures in rows.items()
    )
    (folder / "index.html").write_text(_PAGE.format(sections=sections), encoding="utf-8")


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<meta name="viewport" content="width=device-width"><style>
body {{ background: #313338; color: #dbdee1; font: 16px/1.4 system-ui, sans-serif; margin: 1rem }}
section {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(400px, 100%), 1fr));
  gap: 1rem }}
figure {{ margin: 0 }} img {{ width: 100%; border-radius: 8px }} figcaption {{ opacity: 0.7 }}
</style>{sections}</html>
"""


def write_docs(folder: Path) -> None:
    """Write the pictures of the project's own pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for shot in DOCS:
        (folder / shot.file).write_bytes(shot.png(shot.theme, 600))
    states = [shot.turn()[-1] for shot in DOCS]
    captions = [state.game.name for state in states]
    sheet = contact_sheet(states, captions=captions, theme="slate")
    (folder / "boards.png").write_bytes(sheet)
    animation = replay(match(games.get("veloop-hex"), 10), theme="slate", size=400)
    (folder / "replay.gif").write_bytes(animation)


def write_directory(folder: Path) -> None:
    """Write the pictures for Discord's App Directory: 16 by 9, two boards side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    shots = {shot.slug: shot for shot in DOCS}
    for name, slugs in DIRECTORY.items():
        sheet = Image.new("RGB", (1280, 720), "#2b2d31")
        for column, slug in enumerate(slugs):
            with Image.open(io.BytesIO(shots[slug].png("wood", 800))) as picture:
                board = picture.convert("RGB")
            board.thumbnail((600, 680))
            left = 325 + 630 * column - board.width // 2
            sheet.paste(board, (left, 360 - board.height // 2))
        sheet.quantize(256).save(folder / name, optimize=True)


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--docs"]
    if "--docs" in sys.argv:
        write_docs(Path(arguments[0] if arguments else "docs/images"))
        write_directory(Path("docs/directory"))
    else:
        write(Path(arguments[0] if arguments else "build/gallery"))
