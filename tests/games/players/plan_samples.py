"""What is said of plans, on recorded matches, decided once more: ``python -m
tests.games.players.plan_samples``.

False is a sentence with a wrong number, or a turn that loses to the next one; empty is one that
holds of two in five other turns or more. Then how many hints in the first sixteen decisions name a
plan or an idea.
"""

import random
import sys
from collections import Counter
from itertools import islice, product

import games
from games.core import SWAP, Sentence, State
from games.players.claims import Turn
from games.players.knowledge import knowledge_of
from games.players.plans import plans_of
from games.players.plans.saying import standing
from games.players.reasons import hint, planned
from games.players.tree import Search
from tests.games.traces import FILES, load

from .plain_claims import TooMuch, Tries

EARLY = 40  # decisions


def turn_of(slug: str, rng: random.Random) -> Turn:
    """A turn of the first decisions of a recorded match, as it was played."""
    head, matches = load(rng.choice([file for file in FILES if file.parent.name == slug]))
    moves = rng.choice(matches)["moves"]
    states = [games.get(slug).start(**head["options"])]
    for text in moves[: rng.randrange(EARLY)]:
        states.append(states[-1].play(states[-1].parse(text)))
    state = states[-1]
    turn = [states[-1]]
    while turn[-1].to_move == state.to_move is not None:
        legal = turn[-1].legal_moves()
        turn.append(turn[-1].play(rng.choice(legal)))
    return Turn(tuple(turn)) if len(turn) > 1 else turn_of(slug, rng)


def faults(turn: Turn, tries: int) -> Counter[str]:
    """How many sentences there are about a turn and its start, and how many of them are false or
    empty.
    """
    result: Counter[str] = Counter()
    for sentence in standing(turn.before):
        result.update(said=1, false=not _counted(sentence, turn.before, turn.seat))
    for sentence in planned(turn):
        other = sentence.values.get("moves")
        after = Turn.of(turn.before, str(other).split()).after if other else turn.after
        uncounted = (
            not other and "mine" in sentence.values and not _counted(sentence, after, turn.seat)
        )
        worse = not other and SWAP not in after.legal_moves() and not _better(sentence, turn, after)
        number = int(str(sentence.values.get("others", 1)))
        least = int(str(sentence.values.get("beaten", 1)))
        false = uncounted or worse or _loses(after, turn.seat, tries)
        result.update(said=1, false=false, empty=5 * least < 3 * number)
    return result


def _loses(after: State, seat: int, tries: int) -> bool:
    try:
        return Tries(tries).wins(after.position(), 1 - seat, 1)
    except TooMuch:
        return False


def _counted(sentence: Sentence, state: State, seat: int) -> bool:
    """Whether the numbers are those of a plan with that name."""
    named = [
        plan
        for plan in plans_of(state.game, state.options)
        if plan.counted == str(sentence.values["counted"])
    ]
    position = state.position()
    wanted = sentence.values["mine"], sentence.values["theirs"]
    return any(
        (plan.measure(position, seat), plan.measure(position, 1 - seat)) == wanted for plan in named
    )


def _better(sentence: Sentence, turn: Turn, after: State) -> bool:
    """Whether at least half of all other turns are worse, or better where something is given up.

    All single decisions are tried, of turns with several 300 that are made at random.
    """
    rng = random.Random(1)
    seat = turn.seat
    counted = str(sentence.values["counted"])
    plan = next(plan for plan in plans_of(after.game, after.options) if plan.counted == counted)
    mine = plan.lead(after.position(), seat)
    less = 0
    number = 0
    before = turn.before.position()
    own = after.pieces()
    codes = before.codes()
    for code in codes if len(turn.states) == 2 else rng.choices(codes, k=300):
        position = before.after(code)
        while position.reason is None and position.to_move == seat:
            position.play(position.random_code(rng.random))
        if position.reason is None and position.pieces() != own:
            lead = plan.lead(position, seat)
            number = number + 1
            less = less + (lead < mine if "{plan}" in sentence.template else lead > mine)
    return 2 * less >= number


def hold(slug: str, count: int, tries: int, rng: random.Random) -> Counter[str]:
    """Decide so many sentences about a game, or as many as are said of three turns for each."""
    found: Counter[str] = Counter()
    for turn in islice(iter(lambda: turn_of(slug, rng), None), 3 * count):
        found += faults(turn, tries)
        if found["said"] >= count:
            break
    return found


def opening(slug: str, ply: int, usual: bool) -> State:
    """A position on the usual options or on others; three in ten decisions at random, the rest from
    60 playouts.
    """
    game = games.get(slug)
    rng = random.Random(f"{slug} {ply} {usual}")
    while True:
        state = game.start(
            **{option.name: rng.choice(option.choices) for option in game.options if not usual}
        )
        while state.ply < ply and state.to_move is not None:
            search = Search(state.position(), knowledge_of(game), rng)
            search.run(60.0, 60)
            move = search.position.move(search.best())
            state = state.play(rng.choice(state.legal_moves()) if rng.random() < 0.3 else move)
        if state.to_move is not None:
            return state


def naming(slug: str, seconds: float) -> int:
    """How many of 32 hints in the first sixteen decisions name a plan or an idea."""
    rng = random.Random(slug)
    hints = (
        hint(opening(slug, *which), "strong", seconds, rng)
        for which in product(range(16), (True, False))
    )
    return sum(bool(told.plans or told.ideas) for told in hints)


if __name__ == "__main__":
    for slug in sys.argv[1:] or [game.slug for game in games.catalog()]:
        found = hold(slug, 1_700, 20_000, random.Random(slug))
        print(
            f"{slug}: {found['said']:,} sentences, {found['false']} false, {found['empty']} empty",
            flush=True,
        )
        print(f"{slug}: {naming(slug, 1.0)} of 32 hints name a plan or an idea", flush=True)
