"""Claims on late turns of recorded matches, decided once more."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle

import games
from games.core import State
from games.players.claims import (
    Claim,
    JudgedTurn,
    claims,
    danger,
    difference,
    goes_on,
    in_words,
    own_end,
    refutation,
    situation,
)
from games.players.claims.forced import Endangered, ForcesWin
from games.players.puzzles import puzzles
from tests.games.traces import FILES, load

from .plain_claims import TooMuch, Tries, is_true

ALL = 1700
"""Claims of each game that are decided in full: 10,200."""
LATE = 24
"""How many decisions before its end the last part of a match begins."""
TRIES = 20_000
"""Decisions tried for a claim, beyond which it is left undecided."""


def turns(slug: str, rng: random.Random) -> Iterator[JudgedTurn]:
    """For ever: late turns of recorded matches, and others that could have been made there.

    Every board and set of options has its turn; between them come the ends of the matches from
    which puzzles are, where more is forced.
    """
    files = [file for file in FILES if file.parent.name == slug]
    rng.shuffle(files)
    for file in cycle(files):
        head, matches = load(file)
        match = rng.choice(matches)["moves"]
        yield from late(games.get(slug).start(**head["options"]), match, rng)
        puzzle = rng.choice(puzzles(slug))
        line = (*puzzle.moves, *puzzle.solution, *puzzle.line)
        yield from late(games.get(slug).start(**puzzle.options), line, rng)


def late(state: State, moves: Sequence[str], rng: random.Random) -> Iterator[JudgedTurn]:
    """A turn that begins in the last part of a match, as it was played or as it could have been."""
    distance = int(rng.random() ** 2 * min(LATE, len(moves)))
    start = len(moves) - 1 - distance
    for text in moves[:start]:
        state = state.play(state.parse(text))
    as_played = rng.random() < 0.5
    states = [state]
    for text in moves[start:]:
        latest = states[-1]
        if latest.to_move != state.to_move or state.to_move is None:
            break
        move = latest.parse(text) if as_played else rng.choice(latest.legal_moves())
        states.append(latest.play(move))
    if len(states) > 1 and states[-1].to_move != state.to_move:
        yield JudgedTurn(tuple(states))


def statements(turn: JudgedTurn, seconds: float) -> Iterator[Claim]:
    """All that a hint, an analysis or a lesson would say of a turn."""
    yield from claims(turn, seconds)
    stake = situation(turn.before, seconds)
    if stake is not None:
        yield stake
        if isinstance(stake, Endangered):
            yield from _if_any(danger(turn.before, seconds))
    for claim in claims(turn, seconds):
        if isinstance(claim, ForcesWin):
            yield from _if_any(goes_on(turn, claim.turns, seconds))
            yield from _if_any(own_end(turn, claim.turns, seconds))
    reply = refutation(turn, seconds)
    if reply is not None:
        yield reply
    unlike = difference(turn, reply, seconds)
    if unlike is not None:
        yield unlike


def _if_any(claim: Claim | None) -> Iterator[Claim]:
    if claim is not None:
        yield claim


def hold(
    slug: str, count: int, tries: int, rng: random.Random, seconds: float = 0.06
) -> Counter[str]:
    """Decide ``count`` claims once more, at most a quarter of one kind.

    Gives how many were decided of each kind.
    """
    counts: Counter[str] = Counter()
    most_of_a_kind = count // 4
    for turn in turns(slug, rng):
        search = Tries(tries)
        for claim in dict.fromkeys(statements(turn, seconds)):
            assert str(in_words(claim, turn))
            kind = type(claim).__name__
            if counts[kind] >= most_of_a_kind:
                continue
            search.budget = tries
            try:
                true = is_true(claim, turn, search)
            except TooMuch:
                continue
            assert true, what_is_wrong(claim, turn)
            counts[kind] += 1
        if counts.total() >= count:
            return counts
    raise AssertionError("matches never end")


def what_is_wrong(claim: Claim, turn: JudgedTurn) -> str:
    """A claim with the position and the turn of which it is not true."""
    moves = " ".join(str(state.last_move) for state in turn.states[1:])
    pieces = sorted(turn.before.pieces().items())
    return f"{claim} of {moves} after {turn.before.ply} on {turn.before.options}: {pieces}"
