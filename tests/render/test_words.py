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


def after(slug: str, moves: str, **options: str) -> list[State]:
    """The states of a match from its start on."""
    states = [games.get(slug).start(**options)]
    for text in moves.split():
        states.append(states[-1].play(states[-1].parse(text)))
    return states


SMALL = {"vigilance": "square-3-adjacent", "veloop-square": "5x5", "snipsnip": "hex-2-3"}
"""Boards on which matches are short."""


@pytest.mark.parametrize(
    ("slug", "moves", "sentence"),
    [
        ("vigilance", "c7 h5 e1", "Last: c7 h5 e1."),
        ("vigilance", "c7 h5 e1 e1-b4 c2", "Last: e1-b4 c2."),
        ("vigilance", "c7 h5 e1 e1-b4", "Last: e1-b4."),
        ("veloop-square", "c2-d4 d3-e5 d3-c1", "Last: d3-e5 d3-c1."),
        ("snipsnip", "d1 a4 c1 d2 xd1", "Last: d2 xd1."),
        ("snipsnip", "d1 a4 c1 d2 xd1 a3", "Last: d2 xd1 a3."),
    ],
)
def test_it_names_the_whole_last_turn(slug: str, moves: str, sentence: str) -> None:
    states = after(slug, moves, board=SMALL[slug])
    assert sentence in render.alt_text(states[-1])
    assert sentence in render.alt_text(states[-1], turn=states[-1:])
    assert sentence in render.alt_text(states[-1], turn=states[-2:])


def test_it_tells_turns_apart_by_their_sides() -> None:
    states = after("vigilance", "c7 h5 e1 e1-b4 c2 c7-d8 c6", board="square-3-adjacent")
    text = render.alt_text(states[-1], turn=states[3:])
    assert "Last: White e1-b4 c2, Red c7-d8 c6." in text


LAST_CELL = (
    "b6 f6 c2 c2-c3 d7 f6-f7 f4 c3-f6 a4 b6-b4 a3 e2 f6-d8 e6 c6 b4-c5 h5 e6-e4 c8 a3-c3 f2 c6-b5 "
    "e7 a4 f4-f3 g3 e7-e6 a4 e7 pass"
)


def test_it_says_who_had_to_pass() -> None:
    """Passing is legal only where nothing else is."""
    shut_in = after("vigilance", "h6 h5 g4 g4-g3 a4 pass", board="square-3-adjacent")
    assert "Red had to pass: no legal move." in render.alt_text(shut_in[-1])
    both = render.alt_text(shut_in[-1], turn=shut_in[3:])
    assert "Last: g4-g3 a4. Red had to pass: no legal move." in both
    seen = after("vigilance", LAST_CELL, board="square-3-adjacent")
    text = render.alt_text(seen[-1])
    assert "Last: e7-e6 a4 e7. White then had to pass: no legal move left." in text


def test_it_says_which_stones_may_be_taken() -> None:
    moves = "d3 b1 d2 b5 a5 b2 b4 b3 xb4 c4 xd3 c1 e2 a3 a2"
    *_, one = after("snipsnip", "d3 b1 d2 b5 a5 b2 b4 b3", board="hex-2-4")
    assert "Last: b3. Black now captures b4." in render.alt_text(one)
    *_, several = after("snipsnip", moves, board="hex-2-4")
    assert "Last: a2. White now captures one of b1 b2 a3." in render.alt_text(several)
    *_, taken = after("snipsnip", f"{moves} xb2", board="hex-2-4")
    assert " now captures" not in render.alt_text(taken)


@pytest.mark.parametrize(("slug", "options"), LARGEST)
def test_the_largest_boards_fit(slug: str, options: dict[str, str]) -> None:
    for state in played(slug, 5, **options)[::25]:
        text = render.alt_text(state)
        assert len(text) <= 1024
        assert not text.endswith("…")


@pytest.mark.slow
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
