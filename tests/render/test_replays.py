"""Replays, sheets and cards."""

import io
from itertools import cycle, islice

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from render.replays import frames
from tools.gallery import turn_at

from .conftest import opened, played


@pytest.mark.parametrize("format", ["gif", "webp"])
def test_a_replay_moves_and_ends_on_the_last_position(format: str) -> None:
    states = played("veloop-hex")[:6]
    data = render.replay(states, format=format, theme="slate", size=200)
    animation = Image.open(io.BytesIO(data))
    assert animation.n_frames > 2 * len(states)
    animation.seek(animation.n_frames - 1)
    last_frame = animation.convert("RGB")
    last_turn = turn_at(states, len(states) - 1)
    picture = opened(render.png(states[-1], theme="slate", size=200, turn=last_turn))
    board = (0, 0, 200, picture.height - 2)
    difference = ImageChops.difference(last_frame.crop(board), picture.crop(board))
    assert max(ImageStat.Stat(difference).mean) < 1


@pytest.mark.parametrize("format", ["gif", "webp"])
def test_the_progress_of_a_replay_is_told(format: str) -> None:
    shares: list[float] = []
    states = played("veloop-hex")[:6]
    render.replay(states, format=format, theme="slate", size=200, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_gif_frames_are_what_was_drawn() -> None:
    states = played("snipsnip")[:12]
    pictures = []
    for frame in frames(states, "wood", 160, False, lambda _: None, str):
        pictures.append(frame.picture.convert("RGB"))
    animation = Image.open(io.BytesIO(render.replay(states, theme="wood", size=160)))
    assert animation.n_frames == len(pictures)
    for number in range(0, len(pictures), 7):
        animation.seek(number)
        assert animation.convert("RGB").tobytes() == pictures[number].tobytes()


LONG = {
    "vigilance": {"board": "square-6-adjacent", "captures": "off"},
    "loops-n-leaps": {"board": "base10"},
}
"""The options with which matches of a game are longest."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "format"),
    [
        ("vigilance", "gif"),
        ("loops-n-leaps", "webp"),
        pytest.param("vigilance", "webp", marks=pytest.mark.exhaustive),
        pytest.param("loops-n-leaps", "gif", marks=pytest.mark.exhaustive),
    ],
)
def test_the_longest_matches_stay_under_8_mb(slug: str, format: str) -> None:
    states = max((played(slug, seed, **LONG[slug]) for seed in range(3)), key=len)
    assert len(render.replay(states, format=format)) < 8_000_000


def test_other_formats_are_refused() -> None:
    with pytest.raises(ValueError, match="gif or webp, not 'mp4'"):
        render.replay(played("veloop-hex")[:2], format="mp4")


def test_a_sheet_shows_up_to_thirty_boards() -> None:
    states = [played(game.slug)[5] for game in games.catalog()]
    long_caption = "M1 · Ålesund 二人" * 9
    for count in (1, 4, 30):
        boards = list(islice(cycle(states), count))
        sheet = render.contact_sheet(boards, size=600, captions=[long_caption])
        assert opened(sheet).width == 600


def test_a_sheet_of_no_board_or_too_many_is_refused() -> None:
    states = [played(game.slug)[5] for game in games.catalog()]
    for count in (0, 31):
        with pytest.raises(ValueError, match="1 to 30 boards"):
            render.contact_sheet(states[:1] * count)
