"""What is said of an end is counted a second time, by plain rules, on matches of all 231 boards and
options.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path

import pytest

import games
from games import State
from games.saying import account

from .plain_counts import confined, empty, held, reached, sealed, surrounded
from .plain_loop import PlainLoop
from .plain_snipsnip import PlainSnipSnip
from .playing import play
from .test_loop import BOARDS, FULL, STUCK
from .traces import FILES, load

pytestmark = pytest.mark.usefixtures("translatable_sentences")


@dataclass(frozen=True, slots=True)
class Ending:
    """The sentence that the rules ask for, and who wins."""

    sentence: str
    winner: int | None


def by_counts(state: State, start: str, counts: Sequence[int], *, more_wins: bool) -> Ending:
    """A sentence that begins with ``start`` and tells two counts, of which the larger or the
    smaller wins.
    """
    first, second = state.game.seats
    larger = 0 if counts[0] > counts[1] else 1
    winner = larger if more_wins else 1 - larger
    return Ending(f"{start}: {first} {counts[0]}, {second} {counts[1]}.", winner)


def ending_of_veloop(state: State, moves: list[str]) -> Ending:
    if moves[-2:] == ["pass", "pass"]:
        return Ending("neither side could move: both passed a whole turn.", None)
    walled_off = confined(state)
    assert walled_off
    cells = [cell for cell in state.board.cells if cell in walled_off]
    start = f"walled off from the edge: {', '.join(cells)}."
    counts = [len(held(state, seat) & walled_off) for seat in (0, 1)]
    if counts[0] == counts[1]:
        return Ending(f"{start} Both sides have {counts[0]} confined.", None)
    return by_counts(state, f"{start} Fewer confined stones wins", counts, more_wins=False)


def ending_of_snipsnip(state: State, moves: list[str]) -> Ending:
    board, scoring, capture = state.options.values()
    plain = PlainSnipSnip(board, scoring, capture)
    for text in moves:
        assert plain.result is None
        plain.play(text)
    if plain.legal():
        assert plain.is_third_time()
        return Ending("the same position for the third time.", None)
    counts = [plain.largest(0), plain.largest(1)]
    if counts[0] == counts[1]:
        side = state.game.seats[plain.seat]
        sentence = (
            f"nobody can place any more. The largest groups are equal, {counts[0]} each, and "
            f"{side} would be next to place."
        )
        return Ending(sentence, 1 - plain.seat)
    group = "linked group" if plain.linked else "group"
    verb = "loses" if plain.misere else "wins"
    start = f"nobody can place any more. The largest {group} {verb}"
    return by_counts(state, start, counts, more_wins=not plain.misere)


def ending_of_vigilance(state: State, moves: list[str]) -> Ending:
    for seat in (0, 1):
        if state.outcome.winner == seat and has_sealed_enough(state, seat):
            return Ending(sealing(state, seat), seat)
    assert moves[-2:] == ["pass", "pass"]
    return Ending("neither side could move: both passed a whole turn.", None)


def has_sealed_enough(state: State, seat: int) -> bool:
    return len(sealed(state, seat)) >= cells_to_seal(state, seat)


def cells_to_seal(state: State, seat: int) -> int:
    """The fewest cells with which the other side can no longer fill more of the board."""
    open_cells = len(empty(state)) - state.reserve[1 - seat]
    own_reserve = state.reserve[seat]
    return next(number for number in count() if open_cells <= 2 * (number - own_reserve))


def sealing(state: State, seat: int) -> str:
    """What is said of a seat that has sealed off enough cells."""
    side = state.game.seats[seat]
    other = state.game.seats[1 - seat]
    own_reserve = state.reserve[seat]
    other_reserve = state.reserve[1 - seat]
    vacant = len(empty(state))
    enough = cells_to_seal(state, seat)
    start = f"{side} has sealed off {len(sealed(state, seat))} of {vacant} empty cells."
    if not own_reserve and not other_reserve:
        assert enough == (vacant + 1) // 2
        return f"{start} Half of them is enough."
    if not enough:
        return (
            f"{other} has {other_reserve} in reserve for {vacant} empty cells, so {side} has to "
            "seal off none."
        )
    reserves = f"as {other} has {other_reserve} in reserve and {side} {own_reserve}"
    return f"{start} {enough} is enough, {reserves}."


def ending_of_loop(state: State, moves: list[str]) -> Ending:
    plain = PlainLoop(BOARDS[state.options["board"]])
    for text in moves:
        plain.play(text)
    winner, reason = plain.result(state.options["full_board"])
    if state.outcome.loops:
        check_loop(plain, state)
    match reason:
        case "bridge":
            river = ", ".join(state.marks["river"])
            sentence = f"the tile on {moves[-1]} closes a bridge; the river under it: {river}."
        case "loop":
            sentence = closed_ring(plain, state)
        case "full" if winner is None:
            sentence = "the pyramid is full, and nobody has closed a loop."
        case "full":
            side = state.game.seats[winner]
            sentence = f"the pyramid is full without a loop, and {side} placed last."
        case _:
            sentence = no_place(plain, state, winner)
    return Ending(sentence, winner)


def closed_ring(plain: PlainLoop, state: State) -> str:
    """What is said of a loop on level one; the cells inside are those off the rim."""
    ring = set(state.outcome.cells)
    level_one = {cell for cell in state.board.cells if plain.place[cell][0] == 1}
    rim = []
    for cell in level_one:
        neighbours = level_one.intersection(state.board.neighbours(cell))
        if len(neighbours) < 6:
            rim.append(cell)
    enclosed = level_one - ring - reached(state, rim, level_one - ring)
    inside = [cell for cell in state.board.cells if cell in enclosed]
    cells = ", ".join(inside[:8])
    if len(inside) > 8:
        cells += " …"
    return f"a ring of {len(ring)} tiles on level one closes around {cells}."


def no_place(plain: PlainLoop, state: State, winner: int) -> str:
    """What is said of a loser who cannot place; the winner could, on the cells that are named."""
    assert not plain.legal()
    plain.seat = winner
    cells = ", ".join(sorted(plain.legal(), key=state.board.cells.index))
    side = state.game.seats[1 - winner]
    return f"{side} can’t place: none of their tiles touches an open cell ({cells})."


def check_loop(plain: PlainLoop, state: State) -> None:
    """The loop of the outcome is one: through the last tile, all the winner's, each touching the
    next.
    """
    winner = state.outcome.winner
    (chain,) = state.outcome.loops
    assert state.last_move.target in chain
    for cell in chain:
        assert state.pieces()[cell] == (winner,), cell
    for one, other in pairwise(chain):
        assert other in state.board.neighbours(one), (one, other)
    levels = {cell: plain.place[cell][0] for cell in chain}
    if state.outcome.reason == "loop":
        assert chain[-1] in state.board.neighbours(chain[0])
        assert set(levels.values()) == {1}
    else:
        check_bridge(plain, state, chain)


def check_bridge(plain: PlainLoop, state: State, chain: tuple[str, ...]) -> None:
    """A chain goes from ground to ground or back to its start, and the river leads below it."""
    first = chain[0]
    last = chain[-1]
    if last not in state.board.neighbours(first):
        assert plain.place[first][0] == 1
        assert plain.place[last][0] == 1
    river = state.marks["river"]
    assert len(set(river)) == len(river)
    assert len(river) >= 2
    assert held(state, state.outcome.winner).isdisjoint(river)
    # With nothing but the chain on the board a way leads through, and without its last tile none.
    tiles = {plain.place[cell] for cell in chain}
    last_tile = plain.place[state.last_move.target]
    assert plain.tunnels(tiles) == 1
    assert plain.tunnels(tiles - {last_tile}) == 0


def ending_of_loops_n_leaps(state: State, moves: list[str]) -> Ending:
    pillars = state.board.features["pillars"]
    counts = []
    for seat, side in enumerate(state.game.seats):
        enclosed = surrounded(state, seat)
        if len(enclosed) >= 3:
            names = ", ".join(name for name in pillars if name in enclosed)
            sentence = f"{side} surrounds {len(enclosed)} pillars ({names}); 3 are enough."
            return Ending(sentence, seat)
        counts.append(len(enclosed))
    start = "nobody can place or leap any more"
    if counts[0] == counts[1]:
        return Ending(f"{start}, and both sides surround as many pillars: {counts[0]}.", None)
    return by_counts(state, f"{start}. More surrounded pillars win", counts, more_wins=True)


ENDINGS: dict[str, Callable[[State, list[str]], Ending]] = {
    "veloop-square": ending_of_veloop,
    "veloop-hex": ending_of_veloop,
    "snipsnip": ending_of_snipsnip,
    "vigilance": ending_of_vigilance,
    "loop": ending_of_loop,
    "loops-n-leaps": ending_of_loops_n_leaps,
}


def check_account(slug: str, options: dict[str, str], moves: list[str]) -> None:
    """Nothing is said before the last move of a match; after it, what the rules ask for."""
    *earlier, last = moves
    running_match = games.replay(slug, options, earlier)
    assert account(running_match) is None
    state = play(running_match, last)
    ending = ENDINGS[slug](state, moves)
    assert str(account(state)) == ending.sentence
    assert state.outcome.winner == ending.winner


def files_of(slug: str) -> list[Path]:
    """The files with recorded matches of a game."""
    return [file for file in FILES if file.parent.name == slug]


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", ENDINGS)
def test_why_a_match_ended_is_said_as_the_rules_count_it(slug: str) -> None:
    for file in files_of(slug)[::4]:
        head, (match, *_) = load(file)
        if not match.get("truncated"):
            check_account(head["game"], head["options"], match["moves"])


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("slug", ENDINGS)
def test_why_any_recorded_match_ended_is_said_as_the_rules_count_it(slug: str, every: int) -> None:
    """On every board, with all options; of the matches of each one in so many."""
    for file in files_of(slug):
        head, matches = load(file)
        for match in matches[::every]:
            if not match.get("truncated"):
                check_account(head["game"], head["options"], match["moves"])


# A match of Vigilance that ends with exactly half of the empty cells sealed off.
HALF_SEALED = (
    "c2 b3 e4 e4-c6 f4 b3-b5 c3 c6-d7 f7 b5-a4 e1 d7-c6 e6 a4-b5 e2 f4-h6 c7 b5-e5 d3 e6-d5 d8 "
    "e2-f2 a3 c6-b5 c8 c3-b4 e2 d5-f3 g4 d3-d4 b3 h6-h5 g5 c2-d3 d2 c8-d7 c6 d3-c3 c2 c7-b6 h6 "
    "e5-g3 d3 b6-c7 e7 d4-e4 f1 c6-b6 g6 d3-d5 d3 b5-c5 c8 d5-c6 a4 e7-e5 e7 a4-b5 a4 f7-d5 e6"
)


@pytest.mark.parametrize(
    ("slug", "options", "moves"),
    [
        pytest.param("loop", {"board": "mini"}, FULL, id="full"),
        pytest.param("loop", {"board": "mini", "full_board": "last-mover"}, FULL, id="last-mover"),
        pytest.param("loop", {"board": "mini"}, STUCK, id="stuck"),
        pytest.param(
            "vigilance",
            {"board": "square-3-adjacent", "captures": "off"},
            HALF_SEALED,
            id="half-sealed",
        ),
    ],
)
def test_so_is_a_rare_end(slug: str, options: dict[str, str], moves: str) -> None:
    check_account(slug, options, moves.split())
