"""What is praised is good, and no winning move is called wrong: decided by trying everything with
the rules alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

import pytest

import games
from games.core import Position, State
from games.players.book import _books, advice
from games.players.claims import JudgedTurn
from games.players.plans import plans_of
from games.players.praise import ProvedWorth, worth
from games.players.puzzles import puzzles
from games.teaching import CourseStep, StepAnswer, course_of
from tests.sampling import some_of_each

from .plain_claims import TooMuch, Tries

STEPS = [(game.slug, number) for game in games.catalog() for number in range(len(course_of(game)))]


def turn_of(step: CourseStep, moves: Sequence[str]) -> JudgedTurn | None:
    """The turn of an answer; None if it is not legal."""
    states = [step.state]
    for text in moves:
        legal = {str(move): move for move in states[-1].legal_moves()}
        if text not in legal:
            return None
        states.append(states[-1].play(legal[text]))
    return JudgedTurn(tuple(states))


def faults(step: CourseStep, most: int) -> Counter[str]:
    """What is wrong with a step of a course as far as it is decided with ``most`` tries an
    answer.
    """
    result: Counter[str] = Counter()
    for answer in step.answers:
        turn = turn_of(step, answer.moves)
        if turn is None:
            if answer.right:
                result["praises an illegal turn"] += 1
            continue
        result.update(faults_of_answer(step, answer, most))
        if answer.right and wins(turn, 1 - turn.seat, most):
            result["praises a turn that loses"] += 1
        if not answer.right and wins(turn, turn.seat, most):
            result["calls a winning turn wrong"] += 1
    return result


def faults_of_answer(step: CourseStep, answer: StepAnswer, most: int) -> Iterator[str]:
    """What is wrong with what is said of an answer and replied to it."""
    if not answer.why:
        yield "says nothing"
    turn = turn_of(step, (*answer.moves, *answer.reply))
    if turn is None:
        yield "refutes with an illegal reply"
    elif answer.reply:
        reply = JudgedTurn(turn.states[len(answer.moves) :])
        if worth(reply, most_tried=most // 3) is ProvedWorth.LOSES:
            yield "refutes with a reply that loses"


def wins(turn: JudgedTurn, seat: int, most: int) -> bool:
    """Whether a seat is found to win within two turns after a turn, with ``most`` tries for each
    number.
    """
    try:
        position = turn.after.position()
        return any(Tries(most).wins(position, seat, turns) for turns in (1, 2))
    except TooMuch:
        return False


@pytest.mark.parametrize("most", [10_000, pytest.param(60_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("slug", "number"), some_of_each(STEPS, 1, slowly=3))
def test_no_step_of_a_course_praises_a_losing_turn_or_calls_a_winning_one_wrong(
    slug: str, number: int, most: int
) -> None:
    step = course_of(games.get(slug))[number]
    assert not faults(step, most), step


def test_every_step_of_a_course_has_answers_of_both_kinds_and_a_position_of_its_own() -> None:
    for game in games.catalog():
        steps = course_of(game)
        assert len({step.key for step in steps}) == len(steps)
        for step in steps:
            assert {answer.right for answer in step.answers} == {True, False}, step
            assert 2 <= len(step.answers) <= 5, step
            reasons = []
            for answer in step.answers:
                if answer.why and not answer.right:
                    reasons.append(str((answer.why, answer.reply, answer.values)))
            assert len(set(reasons)) == len(reasons), step


PLAN_OF = {
    "{count} free points": "apart",
    "You have {count} of the": "wall",
    "{count} empty cells": "room",
    "You could place from": "supports",
    "Your stones form": "dense",
}
"""The plan that is counted, by the beginning of what is said of a right answer."""


def test_what_a_step_counts_is_so_and_the_right_answer_has_the_most() -> None:
    slugs = set[str]()
    for game in games.catalog():
        plans = {plan.slug: plan for plan in plans_of(game, game.start().options)}
        for step in course_of(game):
            slug = counted_plan(step)
            if slug is None:
                continue
            check_counts(step, plans[slug].measure)
            slugs.add(slug)
    assert slugs == set(PLAN_OF.values())


def counted_plan(step: CourseStep) -> str | None:
    """The plan that a step of a course counts, if it counts one."""
    why = next(answer.why for answer in step.answers if answer.right)
    for prefix, slug in PLAN_OF.items():
        if why.startswith(prefix):
            return slug
    return None


def check_counts(step: CourseStep, measure: Callable[[Position, int], int]) -> None:
    """What is said to be counted is what is counted, and right are the answers with the most."""
    counts = []
    for answer in step.answers:
        turn = turn_of(step, answer.moves)
        assert turn is not None
        counts.append(measure(turn.after.position(), turn.seat))
    assert [answer.values["count"] for answer in step.answers] == counts, step
    most = max(counts)
    assert [answer.right for answer in step.answers] == [count == most for count in counts], step


def pieces(state: State, seat: int) -> int:
    """How many pieces a seat has."""
    return sum(stack[-1] == seat for stack in state.pieces().values())


def answers_of(
    slug: str, chapter: str
) -> Iterator[tuple[CourseStep, list[tuple[StepAnswer, State]]]]:
    """The steps of a chapter, each with its answers and the states after them."""
    for step in course_of(games.get(slug)):
        if step.chapter != chapter:
            continue
        outcomes = []
        for answer in step.answers:
            turn = turn_of(step, answer.moves)
            if turn is not None:
                outcomes.append((answer, turn.after))
        yield step, outcomes


def test_what_a_leap_gains_and_gives_back_is_so() -> None:
    for step, answers in answers_of("loops-n-leaps", "The leap back"):
        seat = step.state.to_move or 0
        nets = []
        for answer, state in answers:
            gain = pieces(step.state, 1 - seat) - pieces(state, 1 - seat)
            loss = worst_loss(state, seat)
            assert answer.values["gain"] == gain, step
            assert answer.values.get("loss", 0) == loss, step
            nets.append(gain - loss)
        best = max(nets)
        assert [answer.right for answer, _ in answers] == [net == best for net in nets], step


def worst_loss(state: State, seat: int) -> int:
    """The most pieces that a seat can lose by the next decision."""
    pieces_left = [pieces(state.play(move), seat) for move in state.legal_moves()]
    return pieces(state, seat) - min(pieces_left)


def test_who_has_no_point_without_a_capture_captures_wherever_they_place() -> None:
    for step, answers in answers_of("snipsnip", "Points without a capture"):
        for answer, state in answers:
            without_capture = points_without_capture(state)
            assert answer.right == (not without_capture), step
            if without_capture:
                assert set(answer.reply) <= without_capture, step


def points_without_capture(state: State) -> set[str]:
    """Where the side to move can place without having to capture next."""
    points = set()
    for move in state.legal_moves():
        if state.play(move).to_move != state.to_move:
            points.add(str(move))
    return points


def test_what_the_gate_decides_is_what_trying_everything_decides() -> None:
    results = set[ProvedWorth]()
    for slug, number in product(("veloop-hex", "snipsnip", "loop"), range(0, 60, 6)):
        start = puzzles(slug)[number].start()
        for move in start.legal_moves()[:6]:
            turn = JudgedTurn.of(start, [move])
            result = worth(turn, 1)
            position = turn.after.position()
            try:
                wins = Tries(20_000).wins(position, turn.seat, 1)
                loses = Tries(20_000).wins(position, 1 - turn.seat, 1)
            except TooMuch:
                continue
            if result is ProvedWorth.HOLDS:
                assert not wins, turn
                assert not loses, turn
            results.add(result)
    assert results >= {ProvedWorth.WINS, ProvedWorth.HOLDS, ProvedWorth.LOSES}


def state_of(options: dict[str, str], pieces: str) -> State:
    """The position of a book's entry, such as ``b1:0 e1:1``, its stones placed in an order that is
    legal.
    """
    stones = [piece.split(":") for piece in pieces.split()]
    for order in permutations(stones):
        state = games.get("snipsnip").start(**options)
        for cell, seat in order:
            is_legal = cell in map(str, state.legal_moves())
            if state.to_move != int(seat) or not is_legal:
                break
            state = state.play(state.parse(cell))
        else:
            return state
    raise AssertionError(pieces)


PUZZLED = [game.slug for game in games.catalog() if puzzles(game.slug)]
BOOK = [(variant, pieces) for variant, book in _books("snipsnip").items() for pieces in book]


@pytest.mark.parametrize(("variant", "pieces"), some_of_each(BOOK, 3, slowly=3))
def test_a_move_of_an_opening_book_loses_only_where_all_lose(variant: str, pieces: str) -> None:
    options = dict(zip(("board", "scoring", "capture"), variant.split(), strict=True))
    state = state_of(options, pieces)
    move = advice(state)
    assert move is not None
    if worth(JudgedTurn.of(state, [move])) is ProvedWorth.LOSES:
        for other in state.legal_moves():
            assert worth(JudgedTurn.of(state, [other])) is ProvedWorth.LOSES, other


@pytest.mark.parametrize("slug", PUZZLED)
@pytest.mark.parametrize(
    ("distance", "tries"),
    [
        (300, 500),
        pytest.param(4, 1_000, marks=pytest.mark.slow),
        pytest.param(1, 1_000, marks=[pytest.mark.exhaustive, pytest.mark.timeout(900)]),
    ],
)
def test_solutions_of_puzzles_pass_the_gate_and_win_where_that_is_decided(
    slug: str, distance: int, tries: int
) -> None:
    for puzzle in puzzles(slug)[::distance]:
        turn = JudgedTurn.of(puzzle.start(), puzzle.solution)
        assert worth(turn, most_tried=tries) is not ProvedWorth.LOSES, puzzle
        try:
            assert Tries(tries).wins(turn.after.position(), turn.seat, puzzle.turns - 1), puzzle
        except TooMuch:
            continue
