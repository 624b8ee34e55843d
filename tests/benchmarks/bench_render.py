"""Figures of the pictures: how long they take, how large they are.

``make bench`` prints them. Times are the thread's own (CPU), so that what else runs on the machine
does not count, and those of warm pictures are scaled to the reference machine.
"""

import io
import time
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from statistics import median

import pytest
from PIL import Image

import games
import render
from games.core import State
from render import raster
from tools.gallery import match, turn_at

from .reference import processor

pytestmark = pytest.mark.bench
SLUGS = [game.slug for game in games.catalog()]


def timed(work: Callable[[], object], rounds: int = 9, runs: int = 5) -> float:
    """The median time of a piece of work, in ms; that of the best run, as others on the machine
    slow some of them.
    """
    work()
    return min(median(once(work) for _ in range(rounds)) for _ in range(runs)) * 1000


def once(work: Callable[[], object]) -> float:
    """Seconds of the thread that a piece of work takes."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def picture_anew(state: State, turn: Sequence[State], theme: str) -> bytes:
    """The picture of a state that has not been asked for its threats yet, none of it seen in
    another picture.
    """
    raster.CACHES["bands"].clear()
    fresh = copy(state)
    fresh.__dict__.pop("threats", None)
    return render.png(fresh, theme=theme, turn=(*turn[:-1], fresh))


def picture_after(states: Sequence[State], ply: int, theme: str) -> float:
    """The median time of the picture that comes after the one at a ply, in ms."""

    def draw(number: int) -> bytes:
        return render.png(states[number], theme=theme, turn=turn_at(states, number))

    def time_of_next() -> float:
        raster.CACHES["bands"].clear()
        draw(ply)
        return once(lambda: draw(ply + 1))

    time_of_next()  # caches fill
    return median(time_of_next() for _ in range(9)) * 1000


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("theme", render.THEMES)
def test_a_picture_of_a_default_board(slug: str, theme: str) -> None:
    sizes = []
    warm = []
    cold = []
    next_times = []
    for seed in (1, 2, 3):
        states = match(games.get(slug), seed)
        ply = len(states) // 2
        state = states[ply]
        turn = turn_at(states, ply)
        raster.clear()
        start = time.thread_time()
        data = render.png(state, theme=theme, turn=turn)
        cold.append((time.thread_time() - start) * 1000)
        sizes.append(len(data))
        milliseconds = timed(partial(picture_anew, state, turn, theme))
        pace = processor()
        warm.append(milliseconds / pace)
        next_times.append(picture_after(states, ply, theme) / pace)
    print(
        f"\n{slug:14} {theme:8} warm {median(warm):5.2f} ms, "
        f"the next one of the match {median(next_times):.2f} ms, "
        f"cold {max(cold):4.0f} ms, {median(sizes) / 1024:.1f} KB (up to {max(sizes) / 1024:.1f})"
    )
    assert median(warm) <= 6
    assert max(cold) <= 150
    assert max(sizes) <= 45 * 1024


@pytest.mark.parametrize("format", ["gif", "webp"])
def test_a_replay_of_a_hundred_plies(format: str) -> None:
    states = match(games.get("loops-n-leaps"), 3)[:101]
    frames = 0

    def count(_: float) -> None:
        nonlocal frames
        frames += 1

    start = time.thread_time()
    data = render.replay(states, format=format, progress=count)
    milliseconds = (time.thread_time() - start) * 1000
    length = getattr(Image.open(io.BytesIO(data)), "n_frames", 1)
    each = milliseconds / length
    print(f"\nreplay {format}: {length} frames, {each:.1f} ms a frame, {len(data) / 1e6:.2f} MB")
    assert frames == len(states) - 1
    assert each <= 15
