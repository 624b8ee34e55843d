"""Loop held against its plain rules, and 3-D loops against their global definition, on random matches."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from games import State
from games.loop import LOOP, strands

from .plain_loop import PlainLoop
from .playing import reached

BOARDS = json.loads((Path(__file__).parent.parent / "data" / "boards.json").read_text())["loop"]


@pytest.mark.parametrize(
    ("board", "matches"),
    [("mini", 4), *(pytest.param(*one, marks=pytest.mark.slow) for one in (("mini", 12), ("hex37", 3), ("main", 1)))],
)
def test_a_first_bridge_opens_as_many_ways_through_as_it_ties_strands_together(board: str, matches: int) -> None:
    rng = random.Random(2)
    for _ in range(matches):
        plain, loop = PlainLoop(BOARDS[board]), LOOP.setup(LOOP.complete({"board": board}))
        tied = 0
        while not tied and (texts := sorted(plain.legal() - {"swap"})):
            seat, text = plain.seat, rng.choice(texts)
            index = loop.board.index[text]
            shifts = loop.vicinity.places
            around = sum(1 << place for place, shift in enumerate(shifts) if loop.tiles[seat] >> index + shift & 1)
            higher = loop.board.level(text) > 1
            tied = len(strands()[around]) - 1 if higher else 0
            loop.tiles[seat] |= 1 << index
            plain.play(text)
            if higher or rng.random() < 0.1:
                assert plain.tunnels(plain.tiles(seat)) == tied


def hold_against_the_plain_rules(board: str, full_board: str, rng: random.Random) -> None:
    plain, state = PlainLoop(BOARDS[board]), LOOP.start(board=board, full_board=full_board)
    while state.to_move is not None:
        assert state.to_move == plain.seat
        legal = plain.legal()
        assert set(map(str, state.legal_moves())) == legal
        text = rng.choice(sorted(legal))
        plain.play(text)
        state = state.play(state.parse(text))
        assert state.pieces() == {cell: (plain.owner[p],) for cell, p in plain.place.items() if p in plain.owner}
        outcome = state.outcome
        # Loops can only be new where there is a tile; what is not a placement above level one is judged now and then.
        higher = text != "swap" and plain.place[text][0] > 1
        if outcome is not None or higher or rng.random() < 0.2:
            result = None if text == "swap" else plain.result(full_board)
            assert result == (outcome and (outcome.winner, outcome.reason))
    if state.outcome.loops:
        look_at_the_loop(plain, state)


def look_at_the_loop(plain: PlainLoop, state: State) -> None:
    """What is shown of a loop is one: through the last tile, all the winner's, each touching the next."""
    ((chain,), winner) = (state.outcome.loops, state.outcome.winner)
    assert state.last_move.target in chain
    assert all(state.pieces()[cell] == (winner,) for cell in chain)
    links = list(pairwise(chain))
    if not (closed := chain[-1] in state.board.neighbours(chain[0])):
        assert plain.place[chain[0]][0] == plain.place[chain[-1]][0] == 1
    links += [(chain[-1], chain[0])] if closed else []
    assert all(other in state.board.neighbours(one) for one, other in links)
    if state.outcome.reason == "loop":
        assert {plain.place[cell][0] for cell in chain} == {1}
        return
    river = state.marks["river"]
    assert len(set(river)) == len(river) >= 2
    assert not any(state.pieces().get(cell) == (winner,) for cell in river)
    # With nothing but the chain on the board there is still a way through, and no longer when the river is filled.
    tiles = {plain.place[cell] for cell in chain}
    assert plain.tunnels(tiles) == 1
    last = plain.place[state.last_move.target]
    assert plain.tunnels(tiles - {last}) == 0


MANY = (("main", 2), ("mini", 150), ("main", 30), ("hex37", 40), ("hex91", 2), ("lazo145", 1))


@pytest.mark.parametrize(
    ("board", "matches"), [("mini", 6), ("hex37", 2), *(pytest.param(*many, marks=pytest.mark.slow) for many in MANY)]
)
def test_random_matches_agree_with_the_plain_rules(board: str, matches: int) -> None:
    rng = random.Random(f"{board}{matches}")
    for number in range(matches):
        hold_against_the_plain_rules(board, ("draw", "last-mover")[number % 2], rng)


def reached_plainly(board: str, decisions: int) -> list[int]:
    layer = {(0, frozenset[tuple[str, int]]())}
    counts = []
    plain = PlainLoop(BOARDS[board])
    for plain.decisions in range(decisions):
        found = set()
        for plain.seat, tiles in layer:
            plain.owner = {plain.place[cell]: owner for cell, owner in tiles}
            for text in plain.legal():
                after = {(cell, 1) for cell, _ in tiles} if text == "swap" else {*tiles, (text, plain.seat)}
                found.add((1 - plain.seat, frozenset(after)))
        layer = found
        counts.append(len(layer))
    return counts


def test_the_known_numbers_of_positions_are_reached() -> None:
    # Three decisions: two black tiles and a white one; or after a swap a white one and a black one.
    assert reached(LOOP.start(board="main"), 2) == [57, 57 * 56 + 57]
    assert reached(LOOP.start(board="mini"), 3) == reached_plainly("mini", 3) == [26, 676, 8450]


@pytest.mark.slow
def test_the_known_numbers_of_positions_are_reached_by_the_plain_rules_too() -> None:
    assert reached(LOOP.start(board="main"), 3) == [57, 57 * 56 + 57, 57 * 56 // 2 * 55 + 57 * 56]
    assert reached_plainly("main", 3) == [57, 3249, 90972]
    assert reached(LOOP.start(board="mini"), 4) == reached_plainly("mini", 4)
