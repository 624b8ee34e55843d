"""What courses say of ways in and out, and of sealed cells, by plain rules."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import games
from games.core import State
from games.teaching import StepAnswer, course_of

from .plain_counts import edge, empty, held, sealed, top


def answers(slug: str, words: str) -> Iterator[tuple[StepAnswer, State, int]]:
    """The answers of a course of which something is said with these words, each with the state
    after it and the seat that gives it.
    """
    for step in course_of(games.get(slug)):
        for answer in step.answers:
            if words not in answer.why:
                continue
            state = step.state
            seat = state.to_move
            assert seat is not None
            for text in answer.moves:
                state = state.play(state.parse(text))
            yield answer, state, seat


def are_in_a_row(state: State, cells: Sequence[str]) -> bool:
    """Whether each cell is a neighbour of the one before it."""
    return all(cell in state.board.neighbours(one) for one, cell in pairwise(cells))


def test_what_is_sealed_in_vigilance_is_so_and_a_way_in_leads_over_empty_cells() -> None:
    checked = 0
    for answer, state, seat in answers("vigilance", "{sealed}"):
        values = answer.values
        if answer.reply or "empty" not in values:
            continue
        checked += 1
        assert len(sealed(state, seat)) == values["sealed"], answer
        assert len(empty(state)) == values["empty"], answer
        if "way" in values:
            way = str(values["way"]).split(", ")
            stone = str(values["stone"])
            assert top(state, stone) == 1 - seat, answer
            assert are_in_a_row(state, [stone, *way]), answer
            assert empty(state).issuperset(way), answer
    assert checked > 20


def test_a_way_out_in_veloop_leads_to_the_edge_past_no_stone_of_the_other_colour() -> None:
    checked = 0
    for slug in ("veloop-square", "veloop-hex"):
        for answer, state, seat in answers(slug, "{cells} still gets out over {way}"):
            checked += 1
            (stone,) = str(answer.values["cells"]).split(", ")
            way = str(answer.values["way"]).split(", ")
            assert top(state, stone) == 1 - seat, answer
            assert held(state, seat).isdisjoint(way), answer
            assert are_in_a_row(state, [stone, *way]), answer
            assert way[-1] in edge(state), answer
    assert checked > 20
