"""Finds positions for each idea of a game in matches, and writes them: ``python -m tools.courses [SLUG …]``.

Those on the default board come first. What was there stays where it passes the gate and nothing better is found.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import games.players.courses
from games.core import Move, State
from games.players import Player
from games.players.claims.base import Turn
from games.players.courses import ONWARD, IdeaExample, examples
from games.players.ideas import Idea, idea, ideas_of
from games.players.praise import Worth, worth
from games.players.puzzles import puzzles
from games.registry import catalog, get

FILE = Path(games.players.courses.__file__).parent / "examples.json"
# Positions for an idea; more where fewer ideas show in a single decision. And answers in a position.
EACH, CHOICES = {"snipsnip": 3, "vigilance": 3}, 4
# Decisions at the end of a match from which examples are taken, and decisions tried in each of their positions.
LATE, TRIED = 30, 16
# Random matches searched for ideas that no puzzle shows, the largest board for them in cells, and the longest in plies.
RANDOM_MATCHES, SMALL, MOST_PLIES = 2000, 61, 300
SHARE = 0.4  # of the decisions of a match that are looked at
MOST_DECISIONS = 4  # in a turn that fits on a button
# Seconds for the matches on the default board and for all others, for a decision of matches played for this, and for
# the search of an answer; the least by which the right answer is worth more than a wrong one, of 2; the longest tests.
DEFAULT, OTHERS, MOVE, SEARCHED, MARGIN, QUICK = 110.0, 40.0, 0.03, 0.15, 0.1, 0.2


def find_examples(slug: str, rng: random.Random) -> list[IdeaExample]:
    """Examples of a game: as many for each idea as are wanted, as far as matches have them."""
    wanted = {idea.slug: EACH.get(slug, 2) for idea in ideas_of(slug)}
    chosen: list[IdeaExample] = []
    usual = get(slug).start().options
    earlier = [example for example in examples(slug) if passes(example)]
    for default, seconds in ((True, DEFAULT), (False, OTHERS)):
        end = time.perf_counter() + seconds
        for start, line in _matches(slug, rng):
            missing = [idea for idea in ideas_of(slug) if wanted[idea.slug]]
            if not missing or time.perf_counter() > end:
                break
            if (start.options == usual) != default:
                continue
            for example in _in_match(start, line, missing, rng, end):
                if wanted[example.idea]:
                    wanted[example.idea] -= 1
                    chosen.append(example)
        for example in earlier if default else ():
            if wanted[example.idea] and example not in chosen:
                wanted[example.idea] -= 1
                chosen.append(example)
    return chosen


def passes(example: IdeaExample) -> bool:
    """Whether the right answer of an example is proved not to lose, and none that is called wrong to win."""
    start = example.start()
    legal = [choice for choice in example.choices if all(_legal(start, choice))]
    turns = {choice: Turn.of(start, choice.split(ONWARD)) for choice in legal}
    return _good(example.idea, turns[example.right]) and all(
        _wrong(turn, turns[example.right], example.idea) for choice, turn in turns.items() if choice != example.right
    )


def _legal(state: State, choice: str) -> Iterator[bool]:
    for text in choice.split(ONWARD):
        move = next((move for move in state.legal_moves() if str(move) == text), None)
        yield move is not None
        if move is None:
            return
        state = state.play(move)


def _good(name: str, turn: Turn) -> bool:
    """Whether a turn may be praised as an idea; one that the idea warns of may lose, but not at once."""
    named = idea(turn.before.game.slug, name)
    if named is not None and named.warns is not None:
        return True
    return turn.moves[0].kind != "swap" and worth(turn) in (Worth.WINS, Worth.HOLDS)


def _wrong(turn: Turn, right: Turn, name: str) -> bool:
    """Whether a turn may be called wrong beside the right one: it does not win, and it is worse."""
    named = idea(turn.before.game.slug, name)
    result = worth(turn)
    if result is Worth.WINS or (result is Worth.UNKNOWN and worth(turn, 1) is not Worth.HOLDS):
        return False
    if named is not None and named.warns is not None:
        return True
    return result is Worth.LOSES or worth(right) is Worth.WINS or _value(right) >= _value(turn) + MARGIN


def _value(turn: Turn) -> float:
    """What a turn is worth to its seat, from -1 to 1, by a search of SEARCHED seconds."""
    thought = Player("strong", random.Random(1)).think(turn.after, SEARCHED)
    return thought.value if turn.after.to_move == turn.seat else -thought.value


def _matches(slug: str, rng: random.Random) -> Iterator[tuple[State, Sequence[str]]]:
    """The matches of the puzzles, those on small boards first, then some of players, and random ones, on boards."""
    for puzzle in sorted(puzzles(slug), key=lambda puzzle: (len(puzzle.start().board), rng.random())):
        yield get(slug).start(**puzzle.options), (*puzzle.moves, *puzzle.solution, *puzzle.line)
    game = get(slug)
    variants = [game.start(**{option.name: choice}) for option in game.options for choice in option.choices]
    starts = [start for start in variants if len(start.board) <= SMALL]
    for number in range(RANDOM_MATCHES):
        states = [rng.choice(starts) if number % 2 else game.start()]
        player = Player("club", rng)
        while states[-1].to_move is not None and states[-1].ply < MOST_PLIES:
            legal = states[-1].legal_moves()
            states.append(states[-1].play(rng.choice(legal) if number % 2 else player.think(states[-1], MOVE).move))
        yield states[0], [str(state.last_move) for state in states[1:]]


def _in_match(
    state: State, line: Sequence[str], missing: list[Idea], rng: random.Random, end: float
) -> Iterator[IdeaExample]:
    """At most one example of each idea in a match, from its start or its last decisions, until ``end``."""
    shown: set[str] = set()
    for ply, text in enumerate(line):
        if time.perf_counter() > end:
            return
        if not ply or (ply >= len(line) - LATE and rng.random() < SHARE):
            for tried in (_decisions(state, rng), _whole_turns(state, rng)):
                for idea in missing:
                    if idea.slug not in shown and (example := _example(idea, tried, line[:ply], rng)):
                        shown.add(idea.slug)
                        yield example
        state = state.play(state.parse(text))


def _decisions(state: State, rng: random.Random) -> list[Turn]:
    """Some of the legal decisions."""
    legal = state.legal_moves()
    return [Turn((state, state.play(move))) for move in rng.sample(legal, min(TRIED, len(legal)))]


def _whole_turns(state: State, rng: random.Random) -> list[Turn]:
    """Some of the turns of several decisions, no two alike."""
    turns: dict[str, Turn] = {}
    for _ in range(2 * TRIED):
        states = [state]
        while states[-1].to_move == state.to_move and len(states) <= MOST_DECISIONS:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        if 2 < len(states) <= MOST_DECISIONS:
            turns[_answer(states)] = Turn(tuple(states))
    return list(turns.values())


def _answer(states: Sequence[State]) -> str:
    return ONWARD.join(str(state.last_move) for state in states[1:])


def _example(idea: Idea, tried: list[Turn], moves: Sequence[str], rng: random.Random) -> IdeaExample | None:
    """An example of an idea among the answers tried in a position, if one shows it and others do not."""
    if len(tried) < 2:
        return None
    began = time.perf_counter()
    right = [turn for turn in tried if idea.test(turn)]
    slow = (time.perf_counter() - began) / len(tried) * CHOICES > QUICK
    state = tried[0].before
    good = next((turn for turn in right if _good(idea.slug, turn)), None)
    if slow or good is None or len(right) > max(1, len(tried) // 3) != len(tried):
        return None
    others = [turn for turn in tried if turn not in right][: 2 * CHOICES]
    wrong = [_answer(turn.states) for turn in islice((it for it in others if _wrong(it, good, idea.slug)), CHOICES - 1)]
    if len(right) == len(tried) and len(tried[0].states) == 2:
        wrong = _illegal(state, rng)  # every legal decision shows the idea: it is about what is legal
    if len(wrong) < min(2, max(1, len(tried) - len(right))):
        return None
    answer = _answer(good.states)
    choices = [*wrong]
    choices.insert(rng.randrange(len(choices) + 1), answer)
    return IdeaExample(state.game.slug, idea.slug, state.options, tuple(moves), tuple(choices), answer)


def _illegal(state: State, rng: random.Random) -> list[str]:
    """Illegal steps of the mover's stones; none where decisions are not steps."""
    position, legal, seat = state.position(), state.legal_moves(), state.to_move
    if {move.kind for move in legal} != {"step"}:
        return []
    own = [cell for cell, stack in state.pieces().items() if stack[-1] == seat]
    steps = (Move("step", target, source) for source in own for target in state.board.cells if target != source)
    illegal = [str(step) for step in steps if step not in legal and position.code(step) is not None]
    return rng.sample(illegal, min(CHOICES - 1, len(illegal)))


def main() -> int:
    """Write the games named, or all, anew."""
    rng = random.Random(20)
    data = json.loads(FILE.read_text(encoding="utf-8"))
    for game in catalog():
        if sys.argv[1:] and game.slug not in sys.argv[1:]:
            continue
        order = [idea.slug for idea in ideas_of(game.slug)]
        some = sorted(find_examples(game.slug, rng), key=lambda example: order.index(example.idea))
        data[game.slug] = [
            {
                "idea": example.idea,
                "options": dict(example.options),
                "moves": " ".join(example.moves),
                "choices": " ".join(example.choices),
                "right": example.right,
            }
            for example in some
        ]
        print(f"{game.slug}: {len(some)} examples of {len({e.idea for e in some})} of {len(order)} ideas", flush=True)
        FILE.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
