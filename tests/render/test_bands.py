"""A PNG is put together from bands of rows, of which only those that changed are drawn and
compressed anew.
"""

from struct import unpack
from zlib import crc32, decompress

import pytest

import games
import render
from render import raster
from render.pictures import scene
from render.themes import with_seat_tones

from ..sampling import only
from .conftest import Shown, opened

some_games = pytest.mark.parametrize(
    "slug", only((game.slug for game in games.catalog()), "veloop-hex", "loop")
)


def test_a_png_of_bands_is_sound(middle: Shown) -> None:
    state, turn = middle
    data = render.png(state, size=500, turn=turn)
    stream = chunk(data, b"IDAT")
    rows = decompress(stream)  # which checks the checksum
    width, height = opened(data).size
    # Before the pixels of each row stands the number of its filter, which is none.
    row_length = width + 1
    assert len(rows) == row_length * height
    assert not any(rows[::row_length])
    pixels = bytearray(rows)
    del pixels[::row_length]
    theme = with_seat_tones("wood", state.game.seats)
    flat = raster.flat(scene(state, turn=turn), theme, 500)
    assert bytes(pixels) == flat.tobytes()


def chunk(png: bytes, name: bytes) -> bytes:
    """The data of a chunk of a PNG, whose checksum must be right."""
    start = png.index(name)
    (length,) = unpack(">I", png[start - 4 : start])
    end = start + 4 + length
    (checksum,) = unpack(">I", png[end : end + 4])
    assert checksum == crc32(png[start:end])
    return png[start + 4 : end]


@pytest.mark.some_cases(1)
@some_games
def test_what_was_kept_while_only_some_bands_were_drawn_is_as_if_all_had_been(
    middle: Shown,
) -> None:
    state, turn = middle
    raster.clear()
    render.png(state, turn=turn)
    pictures: list[Shown] = [(state, turn)]
    for _ in range(3):
        if state.to_move is None:
            break
        next_state = state.play(state.legal_moves()[0])
        turn = (state, next_state)
        render.png(next_state, turn=turn)
        pictures.append((next_state, turn))
        state = next_state
    raster.CACHES["bands"].clear()
    with_caches = [render.png(state, turn=turn) for state, turn in pictures]
    raster.clear()
    from_scratch = [render.png(state, turn=turn) for state, turn in pictures]
    assert with_caches == from_scratch
