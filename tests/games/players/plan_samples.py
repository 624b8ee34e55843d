"""What is said of plans, on recorded matches, decided once more: ``python -m
tests.games.players.plan_samples``.

False is a sentence that is not so by the rules alone, or a turn that loses to the next one; empty
is one that names neither a cell nor how many stones are in reserve. Then how many hints in the
first sixteen decisions name a plan or an idea.
"""

import random
import sys
from collections import Counter
from itertools import product

import games
from games.core import SWAP, Sentence, State
from games.players.claims import JudgedTurn
from games.players.knowledge import knowledge_of
from games.players.plans import plans_of
from games.players.plans.base import cells_in
from games.players.plans.saying import standing
from games.players.reasons import hint, planned
from games.players.tree import Search
from tests.games.traces import FILES, load

from .plain_claims import TooMuch, Tries
from .plain_plans import is_noticed_truly, is_told_truly

EARLY = 40  # decisions


def turn_of(slug: str, rng: random.Random) -> JudgedTurn:
    """A random turn among the first decisions of a recorded match."""
    files = [file for file in FILES if file.parent.name == slug]
    while True:
        head, matches = load(rng.choice(files))
        moves = rng.choice(matches)["moves"]
        state = games.get(slug).start(**head["options"])
        for text in moves[: rng.randrange(EARLY)]:
            state = state.play(state.parse(text))
        states = [state]
        while states[-1].to_move is not None and states[-1].to_move == state.to_move:
            move = rng.choice(states[-1].legal_moves())
            states.append(states[-1].play(move))
        if len(states) > 1:
            return JudgedTurn(tuple(states))


def faults(turn: JudgedTurn, tries: int) -> Counter[str]:
    """How many sentences there are about a turn and its start, and how many of them are false or
    empty.
    """
    result: Counter[str] = Counter()
    for sentence in standing(turn.before):
        result["said"] += 1
        result["false"] += not is_noticed_truly(sentence, turn.before)
        result["empty"] += not (cells_in([sentence]) or _names_reserves(sentence))
    for sentence in planned(turn):
        result["said"] += 1
        result["false"] += _is_false(sentence, turn, tries)
        plan = sentence.values.get("plan", sentence)
        names_something = isinstance(plan, Sentence) and str(plan) != plan.template
        result["empty"] += not names_something
    return result


def _names_reserves(sentence: Sentence) -> bool:
    """Whether a sentence says how many stones each side has in reserve, which are on no cell."""
    return isinstance(sentence.values.get("own"), int)


def _is_false(sentence: Sentence, turn: JudgedTurn, tries: int) -> bool:
    """Whether a sentence is not so, or is about a turn that loses to the next one."""
    plan = sentence.values.get("plan")
    moves = sentence.values.get("moves")
    if sentence.template.startswith("{move}: "):
        move = str(sentence.values["move"])
        return not any(
            _is_of_decision(plan, turn, number, move) for number in range(len(turn.moves))
        )
    if isinstance(plan, Sentence):
        other = JudgedTurn.of(turn.before, str(moves).split())
        return not is_told_truly(plan, other) or _loses(other.after, turn.seat, tries)
    next_state = turn.after
    is_plan = SWAP not in next_state.legal_moves()
    if is_plan and not (is_told_truly(sentence, turn) and _better(sentence, turn, next_state)):
        return True
    return _loses(next_state, turn.seat, tries)


def _is_of_decision(plan: object, turn: JudgedTurn, number: int, move: str) -> bool:
    """Whether what is said of a decision of a turn is true of it, and still is after the turn."""
    states = turn.states[number:]
    if len(states) < 2 or str(states[1].last_move) != move:
        return False
    if not isinstance(plan, Sentence):
        captures = any(event.kind == "captured" for event in states[1].events)
        return captures and states[1].to_move == turn.seat
    decision = JudgedTurn(states[:2])
    return is_told_truly(plan, decision) and is_told_truly(plan, JudgedTurn(states))


def _loses(next_state: State, seat: int, tries: int) -> bool:
    try:
        return Tries(tries).wins(next_state.position(), 1 - seat, 1)
    except TooMuch:
        return False


def _better(sentence: Sentence, turn: JudgedTurn, next_state: State) -> bool:
    """Whether at least half of all other turns are worse by a plan that says the sentence.

    All single decisions are tried, of turns with several 300 that are made at random.
    """
    rng = random.Random(1)
    seat = turn.seat
    start = turn.before.position()
    end = next_state.position()
    plans = []
    for plan in plans_of(next_state.game, next_state.options):
        if str(plan.tell(start, end, seat)) == str(sentence):
            plans.append(plan)
    mine = [plan.lead(end, seat) for plan in plans]
    codes = start.codes()
    if len(turn.states) > 2:
        codes = rng.choices(codes, k=300)
    number = 0
    worse = [0] * len(plans)
    for code in codes:
        position = start.after(code)
        while position.reason is None and position.to_move == seat:
            position.play(position.random_code(rng.random))
        if position.reason is not None or position.pieces() == next_state.pieces():
            continue
        number += 1
        for index, plan in enumerate(plans):
            worse[index] += plan.lead(position, seat) < mine[index]
    return any(2 * count >= number for count in worse)


def hold(slug: str, count: int, tries: int, rng: random.Random) -> Counter[str]:
    """Decide so many sentences about a game, or as many as are said of three turns for each."""
    counts: Counter[str] = Counter()
    for _ in range(3 * count):
        counts += faults(turn_of(slug, rng), tries)
        if counts["said"] >= count:
            break
    return counts


def opening(slug: str, ply: int, usual: bool) -> State:
    """A position on the usual options or on others; three in ten decisions at random, the rest from
    60 playouts.
    """
    game = games.get(slug)
    rng = random.Random(f"{slug} {ply} {usual}")
    while True:
        options: dict[str, str] = {}
        if not usual:
            options = {option.name: rng.choice(option.choices) for option in game.options}
        state = game.start(**options)
        while state.ply < ply and state.to_move is not None:
            search = Search(state.position(), knowledge_of(game), rng)
            search.run(60.0, 60)
            move = search.position.move(search.best())
            if rng.random() < 0.3:
                move = rng.choice(state.legal_moves())
            state = state.play(move)
        if state.to_move is not None:
            return state


def naming(slug: str, seconds: float, distance: int = 1) -> int:
    """How many hints name a plan or an idea: two before each of the first sixteen decisions, or
    before one in ``distance`` of them.
    """
    rng = random.Random(slug)
    count = 0
    for ply, usual in product(range(0, 16, distance), (True, False)):
        advised = hint(opening(slug, ply, usual), "strong", seconds, rng)
        if advised.plans or advised.ideas:
            count += 1
    return count


if __name__ == "__main__":
    for slug in sys.argv[1:] or [game.slug for game in games.catalog()]:
        counts = hold(slug, 1_700, 20_000, random.Random(slug))
        result = f"{counts['said']:,} sentences, {counts['false']} false, {counts['empty']} empty"
        print(f"{slug}: {result}", flush=True)
        print(f"{slug}: {naming(slug, 1.0)} of 32 hints name a plan or an idea", flush=True)
