"""Ideas: enough of them for every game, each shown in play, and none where its text is false."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

import games
from games.core import Position, State
from games.players.claims import Turn
from games.players.ideas import idea, ideas_of, shown
from games.players.puzzles import puzzles
from tests.games.traces import FILES, load
from tools.puzzles.mine import ENDINGS

from .claim_samples import turns
from .plain_claims import TooMuch, Tries

SLUGS = [game.slug for game in games.catalog() if ideas_of(game.slug)]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_eight_ideas_with_names_and_texts_of_their_own(slug: str) -> None:
    ideas = ideas_of(slug)
    assert len(ideas) >= 8
    # slugs, names, texts
    assert all(len(set(values)) == len(ideas) for values in list(zip(*ideas, strict=True))[:3])
    assert all(len(idea.text) > 20 for idea in ideas)


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_ideas_are_recognised_in_recorded_matches(slug: str) -> None:
    rng = random.Random(slug)
    seen: set[str] = set()
    files = [file for file in FILES if file.parent.name == slug]
    for _ in range(4):
        head, matches = load(rng.choice(files))
        states = Turn.of(
            games.get(slug).start(**head["options"]), rng.choice(matches)["moves"]
        ).states
        starts = [
            n for n, state in enumerate(states) if n and state.to_move != states[n - 1].to_move
        ]
        for start in rng.sample(starts, min(8, len(starts))):
            end = start + 1
            while end < len(states) - 1 and states[end].to_move == states[start].to_move:
                end += 1
            if end < len(states) and states[start].to_move is not None:
                seen |= set(shown(Turn(states[start : end + 1])))
    assert len(seen) >= 3, seen


@pytest.mark.parametrize("slug", SLUGS)
def test_puzzles_are_tagged_with_ideas_that_their_solutions_show(slug: str) -> None:
    for puzzle in random.Random(slug).sample(puzzles(slug), 4):
        assert set(shown(Turn.of(puzzle.start(), puzzle.solution))) <= {*puzzle.ideas, *ENDINGS}
        assert all(idea(slug, name) is not None for name in puzzle.ideas)


def answers(position: Position, seat: int, tries: Tries) -> Iterator[Position]:
    """Where all turns of the other seat lead."""
    if position.reason is not None or position.to_move == seat:
        yield position
        return
    for code in position.codes():
        yield from answers(tries.after(position, code), seat, tries)


def wins_now(position: Position, seat: int, tries: Tries) -> set[int]:
    if position.reason is not None or position.to_move != seat:
        return set()
    return {code for code in position.codes() if tries.after(position, code).winner == seat}


def threats(state: State, seat: int, tries: Tries) -> set[int]:
    turned = state.position().with_other_to_move()
    return set() if turned is None else wins_now(turned, seat, tries)


def unstoppable(turn: Turn, tries: Tries) -> bool:
    ways = threats(turn.after, turn.seat, tries)
    ends = answers(turn.after.position(), turn.seat, tries)
    return len(ways) > 1 and all(
        end.winner == turn.seat or wins_now(end, turn.seat, tries) & ways for end in ends
    )


def zugzwang(turn: Turn, tries: Tries) -> bool:
    return not threats(turn.after, turn.seat, tries) and tries.wins(
        turn.after.position(), turn.seat, 1
    )


def one_answer(turn: Turn, tries: Tries) -> bool:
    ends = list(answers(turn.after.position(), turn.seat, tries))
    return sum(
        end.reason is None and not wins_now(end, turn.seat, tries) for end in ends
    ) <= 1 and all(end.winner != 1 - turn.seat for end in ends)


def saved(turn: Turn, tries: Tries) -> bool:
    return bool(threats(turn.before, 1 - turn.seat, tries)) and not wins_now(
        turn.after.position(), 1 - turn.seat, tries
    )


def kept(turn: Turn, tries: Tries) -> bool:
    placed = {str(state.last_move) for state in turn.states[1:]}
    ends = [
        tries.after(turn.after.position(), code).pieces() for code in turn.after.position().codes()
    ]
    return any(all(cell in end for end in ends) for cell in placed)


def walks_in(turn: Turn, tries: Tries) -> bool:
    before = turn.before.position()
    return any(tries.after(before, code).winner == 1 - turn.seat for code in before.codes())


# Ideas that say what must follow, decided by trying everything.
MUST: dict[str, Callable[[Turn, Tries], bool]] = {
    "fork": unstoppable,
    "quiet": zugzwang,
    "waiting": zugzwang,
    "cascade": one_answer,
    "ground-threat": one_answer,
    "stopping": saved,
    "edge": saved,
    "pull-out": saved,
    "refuge": kept,
    "self-confinement": walks_in,
}


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_what_an_idea_says_must_follow_does_follow(slug: str) -> None:
    decided: Counter[str] = Counter()
    for turn in islice(turns(slug, random.Random(slug)), 400):
        for name in set(shown(turn)) & set(MUST):
            try:
                assert MUST[name](turn, Tries(20_000)), (name, turn.before.options, turn.states)
            except TooMuch:
                continue
            decided[name] += 1
    assert decided or slug == "snipsnip"
