"""What courses say of ways in and out, sealed and empty cells and quiet points, by plain rules."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import games
from games.core import State
from games.teaching import StepAnswer, course_of

from .plain_counts import confined, edge, empty, held, reached, sealed, top


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


def cells_of(answer: StepAnswer, value: str) -> set[str]:
    """The cells of a list in what is said of an answer."""
    return set(str(answer.values[value]).split(", "))


def inside(state: State, stones: set[str]) -> set[str]:
    """The empty cells that confined stones can still step to."""
    owner = {top(state, stone) for stone in stones}.pop()
    assert owner is not None
    passable = set(state.board.cells) - held(state, 1 - owner)
    return reached(state, stones, passable) & empty(state)


def test_empty_cells_inside_a_wall_are_those_that_are_named() -> None:
    checked = 0
    for slug in ("veloop-square", "veloop-hex"):
        for answer, state, _ in answers(slug, "to the edge"):
            if "empty" not in answer.values:
                continue
            checked += 1
            for text in answer.reply:
                state = state.play(state.parse(text))
            stones = cells_of(answer, "cells")
            assert stones <= confined(state), answer
            assert inside(state, stones) == cells_of(answer, "empty"), answer
    assert checked == 3


def test_cells_that_a_turn_fills_were_empty() -> None:
    checked = 0
    for slug in ("veloop-square", "veloop-hex"):
        for step in course_of(games.get(slug)):
            for answer in step.answers:
                if "fills {filled}" not in answer.why:
                    continue
                checked += 1
                state = step.state
                for text in answer.moves:
                    state = state.play(state.parse(text))
                filled = cells_of(answer, "filled")
                assert filled <= empty(step.state), answer
                assert filled.isdisjoint(empty(state)), answer
    assert checked == 2


def test_enemy_stones_that_a_swap_brings_were_elsewhere_before() -> None:
    checked = 0
    for slug in ("veloop-square", "veloop-hex"):
        for step in course_of(games.get(slug)):
            for answer in step.answers:
                value = "brought" if "{brought}" in answer.why else "cell"
                if value == "cell" and "brings an enemy stone to {cell}" not in answer.why:
                    continue
                checked += 1
                state = step.state
                seat = state.to_move
                assert seat is not None
                for text in answer.moves:
                    state = state.play(state.parse(text))
                brought = cells_of(answer, value)
                assert brought <= held(state, 1 - seat) - held(step.state, 1 - seat), answer
    assert checked == 5


def quiet(state: State, seat: int) -> set[str]:
    """The free points where a new stone would touch none of a seat's."""
    own = held(state, seat)
    free = {move.target for move in state.legal_moves() if move.target is not None}
    return {point for point in free if own.isdisjoint(state.board.neighbours(point))}


def test_points_that_are_quiet_for_one_side_or_both_are_so() -> None:
    checked = 0
    for step in course_of(games.get("snipsnip")):
        seat = step.state.to_move
        assert seat is not None
        own = quiet(step.state, seat)
        other = quiet(step.state, 1 - seat)
        if "No point is quiet for you any more" in step.task:
            checked += 1
            assert not own, step
        for answer in step.answers:
            if "{others}" in answer.why:
                checked += 1
                assert cells_of(answer, "yours") == own, answer
                assert cells_of(answer, "others") == other, answer
                assert own & other == set(answer.moves), answer
            if "quiet for you alone" in answer.why:
                checked += 1
                assert set(answer.moves) <= own - other, answer
                assert set(answer.reply) <= own & other, answer
    assert checked == 3


def test_the_stones_that_a_stone_joins_or_touches_are_named() -> None:
    checked = 0
    for answer, state, seat in answers("snipsnip", "{stones}"):
        if "{group}" not in answer.why or "misère" in answer.why:
            continue
        checked += 1
        (point,) = answer.moves
        beside = held(state, seat) & set(state.board.neighbours(point))
        assert beside == cells_of(answer, "stones"), answer
        group = reached(state, [point], held(state, seat))
        assert len(group) == answer.values["group"], answer
    assert checked == 3


DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def in_sight(state: State, seat: int) -> set[str]:
    """The empty cells that the stones of a seat see, on squares in all eight directions."""
    vacant = empty(state)
    seen = set[str]()
    for stone in held(state, seat):
        for x, y in DIRECTIONS:
            file = ord(stone[0]) + x
            rank = int(stone[1:]) + y
            while f"{chr(file)}{rank}" in vacant:
                seen.add(f"{chr(file)}{rank}")
                file += x
                rank += y
    return seen


def test_a_sealed_cell_that_is_not_seen_lets_the_opponent_in() -> None:
    checked = 0
    for answer, state, seat in answers("vigilance", "sees {cell}"):
        checked += 1
        cell = answer.values["cell"]
        assert len(sealed(state, seat)) == answer.values["sealed"], answer
        assert cell in sealed(state, seat) - in_sight(state, seat), answer
        assert answer.reply[-1] == cell, answer
        for text in answer.reply:
            state = state.play(state.parse(text))
        assert not sealed(state, seat), answer
    assert checked == 2


def test_where_all_sealed_cells_are_seen_no_reply_opens_one() -> None:
    checked = 0
    for answer, state, seat in answers("vigilance", "see them all"):
        checked += 1
        assert sealed(state, seat) <= in_sight(state, seat), answer
        for slide in state.legal_moves():
            after_slide = state.play(slide)
            for placement in after_slide.legal_moves():
                assert sealed(state, seat) <= sealed(after_slide.play(placement), seat), answer
    assert checked == 1
