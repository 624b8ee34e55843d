"""Everything that is said of a turn is true: claims on recorded matches, decided once more by trying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import games
from games.players.claims import Claim, Story, claims, in_words, refuted, situation
from tests.games.traces import FILES, load

from .plain_claims import TooMuch, Tries, is_true

SLUGS = [game.slug for game in games.catalog()]


def turns(slug: str, rng: random.Random) -> Iterator[Story]:
    """For ever: turns of recorded matches and others that could have been made there; late ones more often."""
    files = [file for file in FILES if file.parent.name == slug]
    while True:
        head, matches = load(rng.choice(files))
        moves = rng.choice(matches)["moves"]
        cut = len(moves) - 1 - int(rng.random() ** 2 * len(moves))
        state = games.get(slug).start(**head["options"])
        for text in moves[: max(0, cut)]:
            state = state.play(state.parse(text))
        if state.to_move is None:
            continue
        told = [state]
        played = rng.random() < 0.5
        for text in moves[max(0, cut) :]:
            if told[-1].to_move != state.to_move:
                break
            move = told[-1].parse(text) if played else rng.choice(told[-1].legal_moves())
            told.append(told[-1].play(move))
        if len(told) > 1 and told[-1].to_move != state.to_move:
            yield Story(tuple(told))


def said(told: Story, seconds: float) -> Iterator[Claim]:
    """All that a hint or an analysis would say of a turn."""
    yield from claims(told, None, seconds)
    if (stake := situation(told.before, seconds)) is not None:
        yield stake
    if (punished := refuted(told, seconds)) is not None:
        yield punished


def hold(slug: str, count: int, tries: int, rng: random.Random, seconds: float = 0.06) -> Counter[str]:
    """Decide so many claims once more; how many of each kind were."""
    decided: Counter[str] = Counter()
    for told in turns(slug, rng):
        for claim in said(told, seconds):
            assert str(in_words(claim, told))
            try:
                true = is_true(claim, told, Tries(tries))
            except TooMuch:
                continue
            moves = " ".join(str(state.last_move) for state in told.states[1:])
            assert true, (claim, told.before, moves, sorted(told.before.pieces().items()))
            decided[type(claim).__name__] += 1
        if decided.total() >= count:
            return decided
    raise AssertionError("matches never end")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_claim_is_false(slug: str) -> None:
    assert len(hold(slug, 12, 1500, random.Random(slug), 0.05)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_no_claim_of_many_is_false(slug: str) -> None:
    decided = hold(slug, 1700, 60_000, random.Random(f"many {slug}"))
    print(slug, dict(decided))
    assert decided.total() >= 1700
