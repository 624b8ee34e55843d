"""``python -m tools.gallery [folder]``: opening, middle game and end of every game in every theme,
and a page of them.

The matches are played by random but fixed choices, the same every time. With ``--docs`` it writes
the few pictures that the project's own pages show instead, and those for Discord's App Directory.
"""

import io
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from random import Random

from PIL import Image

import games
from games.core import Game, State
from render import THEMES, alt_text, contact_sheet, png, replay

STAGES = {"opening": 0.12, "middle game": 0.55, "end": 1.0}

# The pictures for the project's pages: file, game, options, seed, share of the match, theme.
DOCS: tuple[tuple[str, str, dict[str, str], int, float, str], ...] = (
    ("veloop.png", "veloop-square", {}, 3, 0.55, "slate"),
    ("veloop-hex.png", "veloop-hex", {}, 10, 1.0, "wood"),
    ("snipsnip.png", "snipsnip", {"board": "hex-4-5"}, 1, 0.8, "slate"),
    ("vigilance.png", "vigilance", {}, 2, 0.6, "wood"),
    ("loop.png", "loop", {"board": "mini"}, 12, 0.9, "wood"),
    ("loops-n-leaps.png", "loops-n-leaps", {}, 3, 1.0, "slate"),
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
    states = [game.start(**options)]
    while states[-1].to_move is not None:
        states.append(states[-1].play(random.choice(states[-1].legal_moves())))
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
        (folder / name).write_bytes(
            replay(match(games.get("veloop-hex"), 10), theme="slate", format=format)
        )
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
    shown = []
    for name, slug, options, seed, share, theme in DOCS:
        states = match(games.get(slug), seed, **options)
        ply = round((len(states) - 1) * share)
        shown.append(states[ply])
        (folder / name).write_bytes(
            png(states[ply], theme=theme, size=600, turn=turn_at(states, ply))
        )
    (folder / "boards.png").write_bytes(
        contact_sheet(shown, captions=[state.game.name for state in shown], theme="slate")
    )
    states = match(games.get("veloop-hex"), 10)
    (folder / "replay.gif").write_bytes(replay(states, theme="slate", size=400))


def write_directory(folder: Path) -> None:
    """Write the pictures for Discord's App Directory: 16 by 9, two boards side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    by_slug = {
        slug: (match(games.get(slug), seed, **options), share)
        for _, slug, options, seed, share, _ in DOCS
    }
    for name, slugs in DIRECTORY.items():
        sheet = Image.new("RGB", (1280, 720), "#2b2d31")
        for column, slug in enumerate(slugs):
            states, share = by_slug[slug]
            ply = round((len(states) - 1) * share)
            data = png(states[ply], theme="wood", size=800, turn=turn_at(states, ply))
            with Image.open(io.BytesIO(data)) as board:
                shown = board.convert("RGB")
            shown.thumbnail((600, 680))
            middle = 325 + 630 * column, 360
            sheet.paste(shown, (middle[0] - shown.width // 2, middle[1] - shown.height // 2))
        sheet.quantize(256).save(folder / name, optimize=True)


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--docs"]
    if "--docs" in sys.argv:
        write_docs(Path(arguments[0] if arguments else "docs/images"))
        write_directory(Path("docs/directory"))
    else:
        write(Path(arguments[0] if arguments else "build/gallery"))
