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
    start = data.index(b"IDAT")
    (length,) = unpack(">I", data[start - 4 : start])
    stream = data[start + 4 : start + 4 + length]
    assert unpack(">I", data[start + 4 + length :][:4])[0] == crc32(b"IDAT" + stream)
    rows = decompress(stream)  # which checks the checksum
    width, height = opened(data).size
    assert len(rows) == (width + 1) * height
    assert not any(rows[:: width + 1])
    flat = raster.flat(scene(state, turn=turn), with_seat_tones("wood", state.game.seats), 500)
    assert (
        b"".join(rows[start + 1 : start + 1 + width] for start in range(0, len(rows), width + 1))
        == flat.tobytes()
    )


@pytest.mark.some_cases(1)
@some_games
def test_what_was_kept_while_only_some_bands_were_drawn_is_as_if_all_had_been(
    middle: Shown,
) -> None:
    state, turn = middle
    raster.clear()
    render.png(state, turn=turn)
    shown = [(state, turn)]
    for _ in range(3):
        following = shown[-1][0].play(shown[-1][0].legal_moves()[0])
        shown.append((following, (shown[-1][0], following)))
        render.png(following, turn=shown[-1][1])
        if following.to_move is None:
            break
    raster.CACHES["bands"].clear()
    kept = [render.png(one, turn=its) for one, its in shown]
    raster.clear()
    assert kept == [render.png(one, turn=its) for one, its in shown]
