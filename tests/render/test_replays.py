"""Replays, sheets and cards."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from tools.gallery import turn_at

from .conftest import opened, played


@pytest.mark.parametrize("format", ["gif", "webp"])
def test_a_replay_moves_and_ends_on_the_last_position(format: str) -> None:
    states = played("veloop-hex")[:6]
    done: list[float] = []
    data = render.replay(states, format=format, theme="slate", size=200, progress=done.append)
    moving = Image.open(io.BytesIO(data))
    assert moving.n_frames > 2 * len(states)
    assert done[-1] == 1.0
    assert done == sorted(done)
    moving.seek(moving.n_frames - 1)
    last = moving.convert("RGB")
    still = opened(
        render.png(states[-1], theme="slate", size=200, turn=turn_at(states, len(states) - 1))
    )
    board = (0, 0, 200, still.height - 2)
    difference = ImageStat.Stat(ImageChops.difference(last.crop(board), still.crop(board))).mean
    assert max(difference) < 1


def test_gif_frames_are_what_was_drawn() -> None:
    from render.replays import frames

    states = played("snipsnip")[:12]
    drawn = [
        frame.picture.convert("RGB")
        for frame in frames(states, "wood", 160, False, lambda _: None, str)
    ]
    moving = Image.open(io.BytesIO(render.replay(states, theme="wood", size=160)))
    assert moving.n_frames == len(drawn)
    for number in range(0, len(drawn), 7):
        moving.seek(number)
        assert moving.convert("RGB").tobytes() == drawn[number].tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("format", ["gif", "webp"])
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("vigilance", {"board": "square-6-adjacent", "captures": "off"}),
        ("loops-n-leaps", {"board": "base10"}),
    ],
)
def test_the_longest_matches_stay_under_8_mb(
    slug: str, options: dict[str, str], format: str
) -> None:
    states = max((played(slug, seed, **options) for seed in range(3)), key=len)
    assert len(render.replay(states, format=format)) < 8_000_000


def test_other_formats_are_refused() -> None:
    with pytest.raises(ValueError, match="gif or webp, not 'mp4'"):
        render.replay(played("veloop-hex")[:2], format="mp4")


def test_a_sheet_shows_up_to_thirty_boards() -> None:
    states = [played(game.slug)[5] for game in games.catalog()]
    for count in (1, 4, 30):
        shown = [states[n % len(states)] for n in range(count)]
        assert (
            opened(render.contact_sheet(shown, size=600, captions=["M1 · Ålesund 二人" * 9])).width
            == 600
        )
    for count in (0, 31):
        with pytest.raises(ValueError, match="1 to 30 boards"):
            render.contact_sheet(states[:1] * count)
