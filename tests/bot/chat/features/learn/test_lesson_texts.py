"""What lessons say of answers, right and wrong, is true: decided by plain rules for each that can be given."""

from collections.abc import Callable

import pytest

import games
from bot.chat.features.learn import lessons
from games.core import State
from games.teaching import Step, lesson_of
from tests.games.players.plain_claims import sight
from tests.games.test_threats import by_trial
from tests.render.test_alt_text_is_true import confined, empty, held, leaps, safe, sealed, surrounded

STEPS = [(game.slug, step) for game in games.catalog() if (lesson := lesson_of(game)) for step in lesson.steps]
Means = Callable[[State, State, int], bool]


def has_won(before: State, after: State, seat: int) -> bool:
    return after.outcome is not None and after.outcome.winner == seat


def not_won(before: State, after: State, seat: int) -> bool:
    return not has_won(before, after, seat)


def no_win_next(before: State, after: State, seat: int) -> bool:
    ends = (after.play(move).outcome for move in after.legal_moves())
    return after.to_move == 1 - seat and not any(end is not None and end.winner == 1 - seat for end in ends)


def target(after: State) -> str:
    return after.last_move.target


def out_of_sight(before: State, after: State, seat: int) -> bool:
    return all(
        (set(after.board.neighbours(stone)) & empty(after)) - sight(after, seat) for stone in held(after, 1 - seat)
    )


def counts_as_closed(before: State, after: State, seat: int) -> bool:
    gained = surrounded(after, seat) - surrounded(before, seat)
    around = {leaps(after).cell(pillar) for pillar in gained}
    plain = leaps(after)
    ring = {plain.name(cell) for pillar in around for cell in plain.near(pillar)}
    return bool(gained) and bool(safe(after, seat)) and not (ring & held(after, seat)) - safe(after, seat)


def carried(before: State, after: State, seat: int) -> bool:
    feet = set(after.board.feet(target(after)))  # type: ignore[attr-defined]
    return feet <= set(before.pieces()) and bool(feet & held(before, seat))


# What is said when an answer is right, and when it is wrong though it is legal.
MEANS: dict[str, Means] = {
    "The wall is closed. The stone inside can’t reach the edge over empty cells or its own colour.": lambda b, a, s: (
        has_won(b, a, s) and len(confined(a) & held(a, 1 - s)) == 1
    ),
    "After {move}, every enemy stone can still reach the edge over empty cells or its own colour.": (
        lambda b, a, s: not confined(a) & held(a, 1 - s)
    ),
    "Safe: your opponent can’t win with a single move now.": no_win_next,
    "{move} doesn’t stop it: {answer} closes a wall, and your opponent wins.": lambda b, a, s: not no_win_next(b, a, s),
    "A knight’s leap onto an empty cell, and the cells in between have swapped.": lambda b, a, s: (
        target(a) not in b.pieces()
    ),
    "A stone diagonally on an empty cell, and the cells in between have swapped.": lambda b, a, s: (
        target(a) not in b.pieces()
    ),
    "An empty point that isn’t a capture site.": lambda b, a, s: target(a) not in b.marks["banned"],
    "The stone between is trapped. Now remove it – and in misère, place once more.": lambda b, a, s: (
        len(a.legal_moves()) == 1 and a.play(a.legal_moves()[0]).to_move == a.to_move == s
    ),
    "{move} is legal, but it traps nothing.": lambda b, a, s: a.to_move == 1 - s,
    "The match is over, and your largest group is the smaller one.": lambda b, a, s: (
        has_won(b, a, s) and a.score is not None and a.score[s] < a.score[1 - s]
    ),
    "{move} doesn’t win: check which groups are joined then, and whether anyone can still place.": not_won,
    "No enemy stone sees that cell along any line.": lambda b, a, s: target(a) not in sight(b, 1 - s),
    "You see every empty cell next to it, so it goes back to its owner’s reserve.": lambda b, a, s: (
        len(held(b, 1 - s) - held(a, 1 - s)) == 1 == a.reserve[1 - s] - b.reserve[1 - s]
    ),
    "After {move}, every enemy chain still has an empty neighbour you can’t see.": out_of_sight,
    "Enough empty cells are sealed off: those regions touch no enemy stone.": lambda b, a, s: (
        has_won(b, a, s) and 2 * (len(sealed(a, s)) - a.reserve[s]) >= len(empty(a)) - a.reserve[1 - s]
    ),
    "After {move}, your opponent can still reach too many empty cells.": lambda b, a, s: (
        2 * (len(sealed(a, s)) - a.reserve[s]) < len(empty(a)) - a.reserve[1 - s]
    ),
    "It rests on three tiles, and one of them is yours.": carried,
    "The ring is closed, and you have won.": has_won,
    "{move} leaves a gap in the ring.": not_won,
    "Your tiles lead down to the ground on both sides, and a river runs below.": lambda b, a, s: (
        has_won(b, a, s) and bool(a.marks["river"])
    ),
    "{move} joins nothing above a river.": not_won,
    "Your opponent can’t close a loop with the next tile.": no_win_next,
    "{move} doesn’t stop it: {answer} closes a loop, and your opponent wins.": lambda b, a, s: not no_win_next(b, a, s),
    "It sees enough friends: a second man crowns it.": lambda b, a, s: a.pieces()[target(a)] == (s, s),
    "{move} sees too few friends; pillars and enemies block the view.": lambda b, a, s: a.pieces()[target(a)] == (s,),
    "The ring is closed: the pillar counts for you, and the ring is safe from leaps.": counts_as_closed,
    "After {move}, there’s still a gap around every pillar.": lambda b, a, s: not surrounded(a, s),
    "What stood between your men has changed sides.": lambda b, a, s: bool(held(b, 1 - s) & held(a, s)),
    "{move} captures nothing. A leaper captures a row of enemies when it lands at one end and a friend stands at "
    "the other.": lambda b, a, s: held(b, 1 - s) == held(a, 1 - s),
    "Three pillars are surrounded, and you have won.": lambda b, a, s: has_won(b, a, s) and len(surrounded(a, s)) == 3,
    "After {move}, your third pillar isn’t surrounded yet.": lambda b, a, s: len(surrounded(a, s)) == 2,
}
# What is said of the position before it, by a part of the task.
TASKS: dict[str, Means] = {
    "about to close a wall": lambda b, a, s: bool(by_trial(b)),
    "You can win at once": lambda b, a, s: any(has_won(b, b.play(move), s) for move in b.legal_moves()),
    "Nobody will be able to place": lambda b, a, s: a.outcome is not None,
    "threatens to close a loop": lambda b, a, s: bool(by_trial(b)),
    "third pillar": lambda b, a, s: len(surrounded(b, s)) == 2,
    "You have slid": lambda b, a, s: {move.kind for move in b.legal_moves()} == {"place"} and b.ply > 3,
}


@pytest.mark.parametrize(("slug", "step"), STEPS, ids=[f"{slug}-{n}" for n, (slug, _) in enumerate(STEPS)])
def test_what_a_lesson_says_of_an_answer_is_true(slug: str, step: Step) -> None:
    before = lessons.position(games.get(slug), step)
    seat = before.to_move
    assert seat is not None
    for choice in step.choices.split():
        move = lessons.read(choice)
        if move not in before.legal_moves():
            continue
        after = before.play(move)
        right = lessons.met((before, after), step)
        said = step.praise if right else step.wrong
        assert MEANS[said](before, after, seat), (said, choice)
        for part, means in TASKS.items():
            if part in step.task and (right or part != "Nobody will be able to place"):
                assert means(before, after, seat), (part, choice)


def test_every_text_of_the_lessons_has_a_meaning() -> None:
    assert set(MEANS) == {text for _, step in STEPS for text in (step.praise, step.wrong) if text}
