"""What is said of an end is counted a second time, by plain rules, on matches of all 231 boards and
options.
"""

from collections.abc import Sequence
from itertools import count, pairwise

import pytest

import games
from games import State
from games.saying import account
from tests.render.test_alt_text_is_true import confined, held, reached, sealed, surrounded

from .plain_loop import PlainLoop
from .test_loop import BOARDS, FULL, STUCK
from .test_snipsnip import Plain as PlainSnipSnip
from .traces import FILES, load

pytestmark = pytest.mark.usefixtures("translatable_sentences")

Said = tuple[str, int | None]  # what is to be said, and who wins if it is so
HALF = (
    "c2 b3 e4 e4-c6 f4 b3-b5 c3 c6-d7 f7 b5-a4 e1 d7-c6 e6 a4-b5 e2 f4-h6 c7 b5-e5 d3 e6-d5 d8 "
    "e2-f2 a3 c6-b5 c8 c3-b4 e2 d5-f3 g4 d3-d4 b3 h6-h5 g5 c2-d3 d2 c8-d7 c6 d3-c3 c2 c7-b6 h6 "
    "e5-g3 d3 b6-c7 e7 d4-e4 f1 c6-b6 g6 d3-d5 d3 b5-c5 c8 d5-c6 a4 e7-e5 e7 a4-b5 a4 f7-d5 e6"
)


def compared(state: State, told: str, counts: Sequence[int], more: bool) -> Said:
    """A sentence about two counts: the side with more of them wins, or the one with fewer."""
    sides = ", ".join(
        f"{seat} {count}" for seat, count in zip(state.game.seats, counts, strict=True)
    )
    return f"{told}: {sides}.", int((counts[1] > counts[0]) == more)


def veloop(state: State, moves: list[str]) -> Said:
    if moves[-2:] == ["pass", "pass"]:
        return "neither side could move: both passed a whole turn.", None
    walled = confined(state)
    assert walled
    cells = [cell for cell in state.board.cells if cell in walled]
    counts = [len(held(state, seat) & walled) for seat in (0, 1)]
    told = f"walled off from the edge: {', '.join(cells)}."
    if counts[0] == counts[1]:
        return f"{told} Both sides have {counts[0]} confined.", None
    return compared(state, f"{told} Fewer confined stones wins", counts, more=False)


def snipsnip(state: State, moves: list[str]) -> Said:
    board, scoring, capture = state.options.values()
    plain = PlainSnipSnip(board, scoring, capture)
    for text in moves:
        assert plain.result is None
        plain.play(text)
    if plain.legal():
        assert plain.stood.count(plain.stood[-1]) == 3
        return "the same position for the third time.", None
    counts = [plain.largest(0), plain.largest(1)]
    told = "nobody can place any more."
    if counts[0] == counts[1]:
        side = state.game.seats[plain.seat]
        return (
            (
                f"{told} The largest groups are equal, {counts[0]} each, and {side} would be next "
                "to place."
            ),
            1 - plain.seat,
        )
    linked = " linked" if plain.linked else ""
    wins = "loses" if plain.misere else "wins"
    return compared(
        state, f"{told} The largest{linked} group {wins}", counts, more=not plain.misere
    )


def vigilance(state: State, moves: list[str]) -> Said:
    empty = len(state.board.cells) - len(state.pieces())
    for seat, side in enumerate(state.game.seats):
        held_back = state.reserve[seat]
        others = state.reserve[1 - seat]
        own = len(sealed(state, seat))
        needed = next(number for number in count() if empty - others <= 2 * (number - held_back))
        if own >= needed and state.outcome is not None and state.outcome.winner == seat:
            told = f"{side} has sealed off {own} of {empty} empty cells."
            if not held_back and not others:
                assert needed == (empty + 1) // 2
                return f"{told} Half of them is enough.", seat
            other = state.game.seats[1 - seat]
            if not needed:
                return (
                    (
                        f"{other} has {others} in reserve for {empty} empty cells, so {side} has "
                        "to seal off none."
                    ),
                    seat,
                )
            reserves = f"as {other} has {others} in reserve and {side} {held_back}"
            return f"{told} {needed} is enough, {reserves}.", seat
    assert moves[-2:] == ["pass", "pass"]
    return "neither side could move: both passed a whole turn.", None


def loop(state: State, moves: list[str]) -> Said:
    plain = PlainLoop(BOARDS[state.options["board"]])
    for text in moves:
        plain.play(text)
    result = plain.result(state.options["full_board"])
    winner, reason = result
    if state.outcome.loops:
        is_a_loop(plain, state)
    if reason == "bridge":
        river = ", ".join(state.marks["river"])
        return f"the tile on {moves[-1]} closes a bridge; the river under it: {river}.", winner
    if reason == "loop":
        ring = set(state.outcome.cells)
        flat = {cell for cell in state.board.cells if plain.place[cell][0] == 1}
        rim = [cell for cell in flat if len(flat & set(state.board.neighbours(cell))) < 6]
        within = flat - ring - reached(state, rim, flat - ring)
        inside = [cell for cell in state.board.cells if cell in within]
        listed = ", ".join(inside[:8]) + " …" * (len(inside) > 8)
        return f"a ring of {len(ring)} tiles on level one closes around {listed}.", winner
    if reason == "full":
        last = (
            f"the pyramid is full without a loop, and {state.game.seats[winner or 0]} placed last."
        )
        return (
            "the pyramid is full, and nobody has closed a loop." if winner is None else last,
            winner,
        )
    assert not plain.legal()
    plain.seat = winner
    holes = ", ".join(sorted(plain.legal(), key=state.board.cells.index))
    side = state.game.seats[1 - winner]
    return f"{side} can’t place: none of their tiles touches an open hole ({holes}).", winner


def is_a_loop(plain: PlainLoop, state: State) -> None:
    """What is shown of a loop is one: through the last tile, all the winner's, each touching the
    next.
    """
    ((chain,), winner) = (state.outcome.loops, state.outcome.winner)
    assert state.last_move.target in chain
    assert all(state.pieces()[cell] == (winner,) for cell in chain)
    links = list(pairwise(chain))
    closed = chain[-1] in state.board.neighbours(chain[0])
    if not closed:
        assert plain.place[chain[0]][0] == plain.place[chain[-1]][0] == 1
    links += [(chain[-1], chain[0])] if closed else []
    assert all(other in state.board.neighbours(one) for one, other in links)
    if state.outcome.reason == "loop":
        assert {plain.place[cell][0] for cell in chain} == {1}
        return
    river = state.marks["river"]
    assert len(set(river)) == len(river) >= 2
    assert not any(state.pieces().get(cell) == (winner,) for cell in river)
    # With nothing but the chain on the board there is still a way through, and no longer when the
    # river is filled.
    tiles = {plain.place[cell] for cell in chain}
    assert plain.tunnels(tiles) == 1
    last = plain.place[state.last_move.target]
    assert plain.tunnels(tiles - {last}) == 0


def leaps(state: State, moves: list[str]) -> Said:
    closed = [surrounded(state, seat) for seat in (0, 1)]
    rings = [
        [cell for cell in state.board.features["pillars"] if cell in cells] for cells in closed
    ]
    for cells, side in zip(rings, state.game.seats, strict=True):
        if len(cells) >= 3:
            listed = ", ".join(cells)
            return f"{side} surrounds {len(cells)} pillars ({listed}); 3 are enough.", rings.index(
                cells
            )
    counts = [len(cells) for cells in rings]
    told = "nobody can place or leap any more"
    if counts[0] == counts[1]:
        return f"{told}, and both sides surround as many pillars: {counts[0]}.", None
    return compared(state, f"{told}. More surrounded pillars win", counts, more=True)


PLAINLY = {
    "veloop-square": veloop,
    "veloop-hex": veloop,
    "snipsnip": snipsnip,
    "vigilance": vigilance,
    "loop": loop,
    "loops-n-leaps": leaps,
}


def hold_against_the_rule(slug: str, options: dict[str, str], moves: list[str]) -> None:
    before = games.replay(slug, options, moves[:-1])
    assert account(before) is None
    state = before.play(before.parse(moves[-1]))
    said, winner = PLAINLY[slug](state, moves)
    assert str(account(state)) == said
    assert state.outcome.winner == winner


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", PLAINLY)
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_why_a_match_ended_is_said_as_the_rules_count_it(slug: str, every: int) -> None:
    for file in [file for file in FILES if file.parent.name == slug][::every]:
        head, matches = load(file)
        for match in matches[: 1 if every > 1 else None]:
            if not match.get("truncated"):
                hold_against_the_rule(head["game"], head["options"], match["moves"])


@pytest.mark.parametrize(
    ("slug", "options", "moves"),
    [
        ("loop", {"board": "mini"}, FULL),
        ("loop", {"board": "mini", "full_board": "last-mover"}, FULL),
        ("loop", {"board": "mini"}, STUCK),
        ("vigilance", {"board": "square-3-adjacent", "captures": "off"}, HALF),
    ],
)
def test_so_is_a_rare_end(slug: str, options: dict[str, str], moves: str) -> None:
    hold_against_the_rule(slug, options, moves.split())
