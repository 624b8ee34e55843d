"""Ideas: enough of them for every game, each shown in play, and none where its text is false."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

import games
from games.core import Position, State
from games.players.claims import JudgedTurn
from games.players.ideas import idea as idea_named, ideas_in, ideas_of
from games.players.puzzles import FIRST, puzzles
from tests.games.traces import FILES, load
from tools.puzzles.mine import ENDINGS

from .claim_samples import turns
from .plain_claims import TooMuch, Tries

SLUGS = [game.slug for game in games.catalog() if ideas_of(game.slug)]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_eight_ideas_with_names_and_texts_of_their_own(slug: str) -> None:
    ideas = ideas_of(slug)
    assert len(ideas) >= 8
    assert len({idea.slug for idea in ideas}) == len(ideas)
    assert len({idea.name for idea in ideas}) == len(ideas)
    assert len({idea.text for idea in ideas}) == len(ideas)
    for idea in ideas:
        assert len(idea.text) > 20, idea


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_ideas_are_recognised_in_recorded_matches(slug: str) -> None:
    rng = random.Random(slug)
    files = [file for file in FILES if file.parent.name == slug]
    ideas: set[str] = set()
    for _ in range(4):
        head, matches = load(rng.choice(files))
        start = games.get(slug).start(**head["options"])
        match = turns_of(JudgedTurn.of(start, rng.choice(matches)["moves"]))
        for turn in rng.sample(match, min(8, len(match))):
            ideas |= set(ideas_in(turn))
    assert len(ideas) >= 3, ideas


def turns_of(match: JudgedTurn) -> list[JudgedTurn]:
    """The turns of a match but for the first and what comes after its end."""
    turns: list[list[State]] = [[match.before]]
    for state in match.states[1:]:
        turns[-1].append(state)
        if state.to_move != turns[-1][0].to_move:
            turns.append([state])
    return [JudgedTurn(tuple(states)) for states in turns[1:] if len(states) > 1]


@pytest.mark.parametrize("slug", SLUGS)
def test_puzzles_are_tagged_with_ideas_that_their_solutions_show(slug: str) -> None:
    # The first puzzles have only their main idea, see tests/games/players/test_puzzles.py.
    for puzzle in random.Random(slug).sample(puzzles(slug)[FIRST:], 4):
        turn = JudgedTurn.of(puzzle.start(), puzzle.solution)
        assert set(ideas_in(turn)) <= {*puzzle.ideas, *ENDINGS}
        for name in puzzle.ideas:
            assert idea_named(slug, name) is not None, name


def answers(position: Position, seat: int, tries: Tries) -> Iterator[Position]:
    """Where all turns of the other seat lead."""
    if position.reason is not None or position.to_move == seat:
        yield position
        return
    for code in position.codes():
        yield from answers(tries.after(position, code), seat, tries)


def wins_now(position: Position, seat: int, tries: Tries) -> set[int]:
    """The decisions with which a seat that is to move wins."""
    if position.reason is not None or position.to_move != seat:
        return set()
    return {code for code in position.codes() if tries.after(position, code).winner == seat}


def threats(state: State, seat: int, tries: Tries) -> set[int]:
    """The decisions with which a seat would win if it were to move."""
    other_position = state.position().with_other_to_move()
    if other_position is None:
        return set()
    return wins_now(other_position, seat, tries)


def is_unstoppable(turn: JudgedTurn, tries: Tries) -> bool:
    """Several decisions win, and after no answer all of them have gone."""
    winning = threats(turn.after, turn.seat, tries)
    if len(winning) < 2:
        return False
    for end in answers(turn.after.position(), turn.seat, tries):
        if end.winner != turn.seat and not wins_now(end, turn.seat, tries) & winning:
            return False
    return True


def is_zugzwang(turn: JudgedTurn, tries: Tries) -> bool:
    """Nothing is threatened, and yet every answer loses."""
    if threats(turn.after, turn.seat, tries):
        return False
    return tries.wins(turn.after.position(), turn.seat, 1)


def leaves_one_answer(turn: JudgedTurn, tries: Tries) -> bool:
    """The other side does not win at once, and at most one of its answers keeps it from losing."""
    ends = list(answers(turn.after.position(), turn.seat, tries))
    if any(end.winner == 1 - turn.seat for end in ends):
        return False
    running_ends = [end for end in ends if end.reason is None]
    safe = [end for end in running_ends if not wins_now(end, turn.seat, tries)]
    return len(safe) <= 1


def is_saved(turn: JudgedTurn, tries: Tries) -> bool:
    """The other side threatened to win at once and does so no longer."""
    other = 1 - turn.seat
    if not threats(turn.before, other, tries):
        return False
    return not wins_now(turn.after.position(), other, tries)


def stays(turn: JudgedTurn, tries: Tries) -> bool:
    """A piece that was placed stays on the board whatever is decided next."""
    cells = {str(state.last_move) for state in turn.states[1:]}
    position = turn.after.position()
    for code in position.codes():
        cells &= set(tries.after(position, code).pieces())
    return bool(cells)


def walks_in(turn: JudgedTurn, tries: Tries) -> bool:
    """There was a decision with which the side to move would lose at once."""
    position = turn.before.position()
    return any(tries.after(position, code).winner == 1 - turn.seat for code in position.codes())


# Ideas that say what must follow, decided by trying everything.
MUST: dict[str, Callable[[JudgedTurn, Tries], bool]] = {
    "fork": is_unstoppable,
    "quiet": is_zugzwang,
    "waiting": is_zugzwang,
    "cascade": leaves_one_answer,
    "ground-threat": leaves_one_answer,
    "stopping": is_saved,
    "edge": is_saved,
    "pull-out": is_saved,
    "refuge": stays,
    "self-confinement": walks_in,
}


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_what_an_idea_says_must_follow_does_follow(slug: str) -> None:
    counts: Counter[str] = Counter()
    for turn in islice(turns(slug, random.Random(slug)), 200):
        for name in set(ideas_in(turn)) & set(MUST):
            try:
                holds = MUST[name](turn, Tries(20_000))
            except TooMuch:
                continue
            assert holds, (name, turn.before.options, turn.states)
            counts[name] += 1
    assert counts or slug == "snipsnip"
