"""Alt text: enough to play from, and never too long."""

import re
from random import Random

import pytest

import games
import render
from games.core import Outcome, State

from .conftest import Shown, played

LARGEST = [
    ("veloop-square", {"board": "12x12"}),
    ("veloop-hex", {"board": "hex45"}),
    ("snipsnip", {"board": "hex-7-8"}),
    ("vigilance", {"board": "hex-xxl"}),
    ("loops-n-leaps", {"board": "base10"}),
]


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Outcome(0, "resigned"), "{first} won on turn {turn} (by resignation)."),
        (Outcome(None, "agreed"), "Drawn on turn {turn} (by agreement)."),
        (Outcome(None, "aborted"), "No result after turn {turn}."),
        (Outcome(0, "left"), "{first} won on turn {turn} (opponent gone)."),
        (Outcome(0, "out"), "{first} won on turn {turn} (opponent out of the tournament)."),
        (Outcome(0, "deleted"), "{first} won on turn {turn} (opponent deleted their data)."),
    ],
)
def test_it_tells_how_the_players_ended_a_match(
    middle: Shown, ending: Outcome, sentence: str
) -> None:
    state, _ = middle
    text = render.alt_text(state, ending=ending)
    assert sentence.format(first=state.game.seats[0], turn=state.turn) in text
    assert "to move" not in text


@pytest.mark.parametrize(
    ("slug", "board", "name"),
    [
        ("vigilance", "hex-xs", "hexagon XS"),
        ("snipsnip", "hex-2-3", "hexagon 2-3"),
        ("loop", "mini", "mini pyramid"),
    ],
)
def test_it_calls_the_board_what_players_call_it(slug: str, board: str, name: str) -> None:
    state = games.get(slug).start(board=board)
    assert render.alt_text(state).startswith(f"{state.game.name}, {name}.")


@pytest.mark.parametrize(("slug", "options"), LARGEST)
def test_the_largest_boards_fit(slug: str, options: dict[str, str]) -> None:
    for state in played(slug, 5, **options)[::25]:
        text = render.alt_text(state)
        assert len(text) <= 1024
        assert not text.endswith("…")


def test_a_full_pyramid_of_715_tiles_fits() -> None:
    state = games.get("loop").start(board="lazo145")
    position = state.position()
    random = Random(1)
    for cell in state.board.cells:
        position.tiles[random.randrange(2)] |= 1 << state.board.index[cell]
    text = render.alt_text(State(state.game, state.options, position))
    assert len(text) <= 1024
    rows = "".join(re.findall(r"[bw/]{3,}", text)).replace("/", "")
    owners = [position.pieces()[cell][0] for cell in state.board.cells]
    assert rows == "".join("bw"[owner] for owner in owners)
