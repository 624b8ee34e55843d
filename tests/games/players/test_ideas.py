"""Ideas: enough of them for every game, each found in play, and none where its text does not hold."""

from __future__ import annotations

import random

import pytest

import games
from games.players.ideas import IDEAS, idea, shown
from games.players.puzzles import puzzles
from tests.games.traces import FILES, load

SLUGS = [game.slug for game in games.catalog()]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_eight_ideas_with_names_and_texts_of_their_own(slug: str) -> None:
    found = IDEAS[slug]
    assert len(found) >= 8
    assert len({one.slug for one in found}) == len({one.name for one in found}) == len({one.text for one in found})
    assert all(len(one.text) > 20 for one in found)


@pytest.mark.parametrize("slug", SLUGS)
def test_ideas_are_recognised_in_recorded_matches(slug: str) -> None:
    rng = random.Random(slug)
    seen: set[str] = set()
    files = [file for file in FILES if file.parent.name == slug]
    for _ in range(4):
        head, matches = load(rng.choice(files))
        states = [games.get(slug).start(**head["options"])]
        for text in rng.choice(matches)["moves"]:
            states.append(states[-1].play(states[-1].parse(text)))
        starts = [n for n, state in enumerate(states) if n and state.to_move != states[n - 1].to_move]
        for start in rng.sample(starts, min(8, len(starts))):
            end = start + 1
            while end < len(states) - 1 and states[end].to_move == states[start].to_move:
                end += 1
            if end < len(states) and states[start].to_move is not None:
                seen |= set(shown(states[start : end + 1]))
    assert len(seen) >= 3, seen


@pytest.mark.parametrize("slug", SLUGS)
def test_puzzles_are_tagged_with_ideas_that_their_solutions_show(slug: str) -> None:
    for puzzle in random.Random(slug).sample(puzzles(slug), 4):
        states = [puzzle.start()]
        for text in puzzle.solution:
            states.append(states[-1].play(states[-1].parse(text)))
        assert set(shown(states)) <= set(puzzle.ideas)
        assert all(idea(slug, name) is not None for name in puzzle.ideas)
