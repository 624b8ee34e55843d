"""Finds positions for each idea of a game in matches, and writes them anew: ``python -m tools.courses``."""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import games.players.courses
from games.core import Move, State
from games.players.claims.base import Turn
from games.players.courses import ONWARD, IdeaExample
from games.players.ideas import Idea, ideas_of
from games.players.puzzles import puzzles
from games.registry import catalog, get

FILE = Path(games.players.courses.__file__).parent / "examples.json"
# Positions for an idea; more where fewer ideas show in a single decision. And answers in a position.
EACH, CHOICES = {"snipsnip": 3, "vigilance": 3}, 4
# Decisions at the end of a match from which examples are taken, and decisions tried in each of their positions.
LATE, TRIED = 30, 16
# Random matches searched for ideas that no puzzle shows, the largest board for them in cells, and the longest in plies.
RANDOM_MATCHES, SMALL, MOST_PLIES = 2000, 61, 300
MOST_DECISIONS = 4  # in a turn that fits on a button


def find_examples(slug: str, rng: random.Random) -> Iterator[IdeaExample]:
    """Examples of a game: as many for each idea as are wanted, as far as matches have them."""
    wanted = {idea.slug: EACH.get(slug, 2) for idea in ideas_of(slug)}
    for start, line in _matches(slug, rng):
        missing = [idea for idea in ideas_of(slug) if wanted[idea.slug]]
        if not missing:
            return
        for example in _in_match(start, line, missing, rng):
            if wanted[example.idea]:
                wanted[example.idea] -= 1
                yield example


def _matches(slug: str, rng: random.Random) -> Iterator[tuple[State, Sequence[str]]]:
    """The matches of the puzzles, those on small boards first, then random ones on the smallest boards."""
    for puzzle in sorted(puzzles(slug), key=lambda puzzle: (len(puzzle.start().board), rng.random())):
        yield get(slug).start(**puzzle.options), (*puzzle.moves, *puzzle.solution, *puzzle.line)
    game = get(slug)
    variants = [game.start(**{option.name: choice}) for option in game.options for choice in option.choices]
    starts = [start for start in variants if len(start.board) <= SMALL]
    for _ in range(RANDOM_MATCHES):
        states = [rng.choice(starts)]
        while states[-1].to_move is not None and states[-1].ply < MOST_PLIES:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        yield states[0], [str(state.last_move) for state in states[1:]]


def _in_match(state: State, line: Sequence[str], missing: list[Idea], rng: random.Random) -> Iterator[IdeaExample]:
    """At most one example of each idea in a match, from its start or its last decisions."""
    shown: set[str] = set()
    for ply, text in enumerate(line):
        if ply >= len(line) - LATE or not ply:
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
    right = [turn for turn in tried if idea.test(turn)]
    wrong = [_answer(turn.states) for turn in tried if turn not in right][: CHOICES - 1]
    state = tried[0].before
    if right and not wrong and len(tried[0].states) == 2:
        wrong = _illegal(state, rng)  # every legal decision shows the idea: it is about what is legal
    elif len(right) > max(1, len(tried) // 3):
        return None
    if not right or len(wrong) < min(CHOICES - 1, max(1, len(tried) - len(right))):
        return None
    answer = _answer(right[0].states)
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
    """Write the file anew."""
    rng = random.Random(20)
    data = {}
    for game in catalog():
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
