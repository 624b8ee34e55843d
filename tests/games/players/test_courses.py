"""A step of a course has no second right answer: what it asks for is done by the answers marked
right, by no other, and what is said of them is so. Decided by the rules.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import games
from games.core import State
from games.players.claims import JudgedTurn
from games.players.praise import ProvedWorth, worth
from games.teaching import CourseStep, StepAnswer, course_of
from tests.games.plain_counts import empty, held, plain_leaps, safe, score
from tests.games.plain_leaps import PlainLeaps
from tests.games.plain_loop import Place, PlainLoop, neighbours, pieces
from tests.sampling import only, some_of_each

from .plain_claims import BOARDS
from .test_praise import turn_of

STEPS = [step for game in games.catalog() for step in course_of(game)]
DEFENCES = re.compile(
    "keeps (you|yours) safe|(move|turn|tile) is safe|saves|prevents|stops (it|that)|stand on it"
    "|threatens (again|to)"
)
"""Tasks that ask for a defence."""


def winning_replies(state: State, seat: int) -> set[str]:
    """The decisions by which a seat would win at once if it were to move."""
    position = state.position()
    if position.to_move != seat:
        twin = position.with_other_to_move()
        assert twin is not None
        position = twin
    winners = set()
    for code in position.codes():
        if position.after(code).winner == seat:
            winners.add(str(position.move(code)))
    return winners


def wins_at_once(turn: JudgedTurn | None) -> bool:
    """Whether a turn ends the match with a win of its seat."""
    if turn is None or turn.after.outcome is None:
        return False
    return turn.after.outcome.winner == turn.seat


@pytest.mark.slow
def test_if_a_right_answer_wins_at_once_all_do_and_no_wrong_one_does() -> None:
    for step in STEPS:
        wins = {answer.label: wins_at_once(turn_of(step, answer.moves)) for answer in step.answers}
        rights = {answer.label: answer.right for answer in step.answers}
        if any(wins.values()):
            assert wins == rights, step


LEGAL = ("Which move is legal?", "Which cell can take your tile?")


def test_where_a_legal_turn_is_asked_for_only_the_right_ones_are() -> None:
    for step in STEPS:
        if not step.task.endswith(LEGAL):
            continue
        for answer in step.answers:
            assert (turn_of(step, answer.moves) is not None) == answer.right, step


def defends(step: CourseStep) -> bool:
    """Whether a step asks for a defence, rather than for a win."""
    return bool(DEFENCES.search(step.task)) and "win" not in step.task.split(". ")[-1]


@pytest.mark.parametrize(
    ("slug", "step"), some_of_each([(step.slug, step) for step in STEPS if defends(step)], 2)
)
def test_where_a_defence_is_asked_for_every_wrong_answer_loses(slug: str, step: CourseStep) -> None:
    for answer in step.answers:
        turn = turn_of(step, answer.moves)
        if turn is None or answer.right:
            continue
        result = worth(turn)
        assert result in (ProvedWorth.LOSES, ProvedWorth.UNKNOWN), answer


def test_who_is_asked_to_defend_cannot_win_at_once() -> None:
    single_decisions = ("loop", "loops-n-leaps", "snipsnip")
    for step in STEPS:
        if step.slug not in single_decisions or not defends(step):
            continue
        state = step.state
        if state.to_move is not None:
            assert not winning_replies(state, state.to_move), step


# Loops 'n Leaps


def plain_cells(plain: PlainLeaps, text: object) -> set[tuple[int, int]]:
    """The cells of a list such as ``b1, c3``."""
    return {plain.cell(name) for name in str(text).split(", ")}


def untouched_pillars(turn: JudgedTurn) -> int:
    """How many pillars without an enemy beside them the new man of a turn stands beside."""
    move = turn.after.last_move
    assert move is not None
    assert move.target is not None
    plain = plain_leaps(turn.after)
    enemies = plain.men(1 - turn.seat)
    pillars = plain.neighbours(plain.cell(move.target)) & plain.pillars
    return sum(not plain.neighbours(pillar) & enemies for pillar in pillars)


def crowning_cells(turn: JudgedTurn) -> set[str]:
    """Where the seat of a turn would be crowned if it placed again."""
    position = turn.after.position().with_other_to_move()
    assert position is not None
    cells = set()
    for code in position.codes():
        move = position.move(code)
        if move.kind == "place" and len(position.after(code).pieces()[str(move)]) == 2:
            cells.add(str(move))
    return cells


def is_crowned(turn: JudgedTurn) -> bool:
    """Whether a turn places a man that becomes a double."""
    doubles = [len(stack) == 2 for stack in turn.after.pieces().values()]
    earlier_doubles = [len(stack) == 2 for stack in turn.before.pieces().values()]
    return sum(doubles) > sum(earlier_doubles)


def captures(turn: JudgedTurn) -> bool:
    """Whether a turn leaves the other side fewer pieces."""
    return len(held(turn.after, 1 - turn.seat)) < len(held(turn.before, 1 - turn.seat))


def closes(turn: JudgedTurn) -> bool:
    """Whether a turn surrounds a pillar more."""
    return score(turn.after, turn.seat) > score(turn.before, turn.seat)


def breaks(turn: JudgedTurn) -> bool:
    """Whether a turn opens a ring of the other side."""
    return score(turn.after, 1 - turn.seat) < score(turn.before, 1 - turn.seat)


# Loop


@cache
def plain_board(name: str) -> PlainLoop:
    """A board without tiles, as places."""
    return PlainLoop(BOARDS[name])


def plain_loop(state: State) -> PlainLoop:
    """The board of a state, as places."""
    return plain_board(state.options["board"])


def open_cells(state: State, seat: int) -> set[str]:
    """The cells above level one where a seat could place."""
    plain = plain_loop(state)
    tiles = {plain.place[cell] for cell in state.pieces()}
    own = {plain.place[cell] for cell in held(state, seat)}
    cells = set()
    for cell in empty(state):
        place = plain.place[cell]
        feet = [other for other in neighbours(place) if other[0] < place[0]]
        is_high = place[0] > 1
        if is_high and tiles.issuperset(feet) and own.intersection(neighbours(place)):
            cells.add(cell)
    return cells


def touched_cells(state: State, seat: int) -> set[str]:
    """The free cells above level one that the tiles of a seat touch, supported or not."""
    plain = plain_loop(state)
    own = {plain.place[cell] for cell in held(state, seat)}
    cells = set()
    for cell in empty(state):
        place = plain.place[cell]
        if place[0] > 1 and own.intersection(neighbours(place)):
            cells.add(cell)
    return cells


def bridge_cells(state: State, seat: int) -> set[str]:
    """The free cells above level one where a tile of a seat closes a bridge, supported or not."""
    plain = plain_loop(state)
    own: set[Place] = {plain.place[cell] for cell in held(state, seat)}
    tunnels = plain.tunnels(own)
    cells = set()
    for cell in touched_cells(state, seat):
        if plain.tunnels(own | {plain.place[cell]}) > tunnels:
            cells.add(cell)
    return cells


def opens_none(turn: JudgedTurn) -> bool:
    """Whether a turn opens no cell above level one for the other side."""
    other = 1 - turn.seat
    return not open_cells(turn.after, other) - open_cells(turn.before, other)


def has_two_threats(turn: JudgedTurn) -> bool:
    """Whether the seat of a turn could win at once in two ways if it moved again."""
    if turn.after.outcome is not None:
        return False
    return len(winning_replies(turn.after, turn.seat)) >= 2


AIMS: dict[str, Callable[[JudgedTurn], bool]] = {
    "is crowned. Where do you place?": is_crowned,
    "so that your next one is crowned. That": lambda turn: bool(crowning_cells(turn)),
    "puts a man beside two of them?": lambda turn: untouched_pillars(turn) == 2,
    "another of your men. Which move captures?": captures,
    "Which man closes it?": closes,
    "Which move closes a ring?": closes,
    "Which move breaks a ring?": breaks,
    "Which one opens none?": opens_none,
    "Make two threats with one tile.": has_two_threats,
}
"""What decides whether an answer does what a task asks for, by words of the task."""


@pytest.mark.parametrize("words", AIMS)
def test_an_answer_does_what_is_asked_for_exactly_if_it_is_marked_right(words: str) -> None:
    steps = [step for step in STEPS if words in step.task]
    assert steps
    for step in steps:
        for answer in step.answers:
            turn = turn_of(step, answer.moves)
            assert turn is not None
            assert AIMS[words](turn) == answer.right, (step.task, answer)


GAINS: dict[str, Callable[[State, int], set[str]]] = {
    "Which tile touches the most free cells": touched_cells,
    "Which tile adds the most cells where": bridge_cells,
}
"""The cells that a tile is asked to add, by words of the task."""


@pytest.mark.parametrize("words", only(GAINS, "Which tile touches the most free cells"))
def test_the_right_tile_adds_the_most_cells_and_all_are_named(words: str) -> None:
    steps = [step for step in STEPS if words in step.task]
    assert steps
    for step in steps:
        gains = {}
        seat = step.state.to_move
        assert seat is not None
        before = GAINS[words](step.state, seat)
        for answer in step.answers:
            turn = turn_of(step, answer.moves)
            assert turn is not None
            new = GAINS[words](turn.after, seat) - before
            if "away" not in answer.why:
                assert named(answer, "cells") == new, answer
            if "count" in answer.values:
                assert answer.values["count"] == len(new), answer
            gains[answer.label] = len(new)
        most = max(gains.values())
        best = [label for label, gain in gains.items() if gain == most]
        assert best == [answer.label for answer in step.answers if answer.right], step


def named(answer: StepAnswer, value: str) -> set[str]:
    """The cells of a list in what is said of an answer, none if it names none."""
    text = str(answer.values.get(value, ""))
    return set(text.split(", ")) if text else set()


def said(words: str) -> Iterator[tuple[StepAnswer, JudgedTurn]]:
    """The answers of the courses of Loop and Loops 'n Leaps of which some words are said."""
    has_hit = False
    for step in STEPS:
        if step.slug not in ("loop", "loops-n-leaps"):
            continue
        for answer in step.answers:
            turn = turn_of(step, answer.moves) if words in answer.why else None
            if turn is not None:
                has_hit = True
                yield answer, turn
    assert has_hit


def test_a_ring_with_a_gap_lacks_one_cell() -> None:
    for answer, turn in said("still has a gap"):
        plain = plain_leaps(turn.after)
        wall = plain.men(turn.seat)
        pillars = plain_cells(plain, answer.values["pillar"])
        assert not plain.surrounded(wall) & pillars, answer
        if "cell" not in answer.values:
            continue  # not named, where it is the right answer
        (cell,) = plain_cells(plain, answer.values["cell"])
        assert cell not in wall, answer
        assert plain.surrounded(wall | {cell}) >= pillars, answer


def test_a_way_out_leads_from_the_pillar_to_the_edge() -> None:
    for answer, turn in said("way out to the edge"):
        plain = plain_leaps(turn.after)
        place = plain.cell(str(answer.values["pillar"]))
        for name in str(answer.values["way"]).split(", "):
            next_cell = plain.cell(name)
            assert next_cell in plain.neighbours(place), answer
            assert next_cell not in plain.men(turn.seat), answer
            place = next_cell
        assert len(plain.neighbours(place)) < 6, answer


def test_what_threatens_nothing_could_not_win_next() -> None:
    for answer, turn in said("threatens nothing"):
        assert not winning_replies(turn.after, turn.seat), answer


def test_what_a_reply_threatens_wins_next() -> None:
    for answer, turn in said("and threatens {threats}."):
        (reply,) = answer.reply
        state = turn.after.play(turn.after.parse(reply))
        assert winning_replies(state, 1 - turn.seat) >= named(answer, "threats"), answer


def test_men_that_are_safe_are_counted() -> None:
    for answer, turn in said("joined to it are safe"):
        assert len(safe(turn.after, turn.seat)) == answer.values["count"], answer


def test_cells_where_the_next_man_is_crowned_are_named() -> None:
    for answer, turn in said("Your next man can be crowned"):
        assert crowning_cells(turn) == named(answer, "cells"), answer


def test_no_single_reply_stops_all_cells_where_the_next_man_is_crowned() -> None:
    for answer, turn in said("no single reply stops them all"):
        for reply in turn.after.legal_moves():
            state = turn.after.play(reply)
            free = named(answer, "cells") - state.pieces().keys()
            placed = {cell: state.play(state.parse(cell)).pieces()[cell] for cell in free}
            assert any(len(stack) == 2 for stack in placed.values()), (answer, reply)


def test_a_pillar_that_is_taken_has_the_men_that_are_named_beside_it() -> None:
    for answer, turn in said("your opponent already has {men} there"):
        plain = plain_leaps(turn.after)
        (pillar,) = plain_cells(plain, answer.values["pillar"])
        neighbours = plain.neighbours(pillar) & plain.men(1 - turn.seat)
        assert neighbours == plain_cells(plain, answer.values["men"]), answer
        move = turn.after.last_move
        assert move is not None
        assert move.target is not None
        assert plain.cell(move.target) in plain.neighbours(pillar), answer


def test_a_false_bridge_joins_what_was_apart_round_a_tile_that_touches_both() -> None:
    for answer, turn in said("stops the river"):
        plain = plain_loop(turn.after)
        earlier_tiles = {plain.place[cell] for cell in held(turn.before, turn.seat)}
        (new_tile,) = {plain.place[cell] for cell in held(turn.after, turn.seat)} - earlier_tiles
        (stop,) = {plain.place[cell] for cell in named(answer, "own")}
        sides = pieces(earlier_tiles.intersection(neighbours(new_tile)))
        assert len(sides) == 2, answer
        assert stop in earlier_tiles, answer
        assert all(side.intersection(neighbours(stop)) for side in sides), answer
        assert plain.tunnels(earlier_tiles | {new_tile}) == plain.tunnels(earlier_tiles), answer
