"""The compiled half of mining says what Python says, and what it finds is proved again.

``make solver`` builds it.
"""

import random

import pytest

import games
from games.players.knowledge import knowledge_of
from games.players.solver import OutOfTime, Solver
from tools.puzzles.compiled import CompiledSolver, decision, rules_of
from tools.puzzles.mine import is_proved, of_match

BOARDS = (
    ("veloop-square", {"board": "5x5"}),
    ("veloop-square", {"board": "8x8", "turns": "single"}),
    ("vigilance", {"board": "square-3-adjacent"}),
    ("vigilance", {"board": "hex-xs", "captures": "off"}),
)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), BOARDS, ids=str)
def test_compiled_search_says_within_how_many_turns_as_python_does(
    slug: str, options: dict[str, str]
) -> None:
    start = games.get(slug).start(**options)
    rng = random.Random(3)
    rules = rules_of(start)
    knowledge = knowledge_of(start.game)
    assert rules is not None
    won = compared = 0
    while compared < 60:
        position = start.position()
        end: list[games.core.Position] = []
        while position.reason is None:
            end.append(position)
            position = position.after(decision(rules, position, 30, rng.getrandbits(60)))
        for late in end[-8:]:
            for seat in (0, 1):
                try:
                    for turns in (1, 2):
                        said = Solver(knowledge, seat, most_tried=4_000).wins(late, turns)
                        assert (
                            CompiledSolver(knowledge, seat, rules, 10_000_000).wins(late, turns)
                            == said
                        )
                        won += said
                        compared += 1
                except OutOfTime:
                    continue
    assert 5 <= won < compared


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), [BOARDS[0], BOARDS[2]], ids=str)
def test_what_is_mined_with_it_is_proved_again(slug: str, options: dict[str, str]) -> None:
    start = games.get(slug).start(**options)
    rng = random.Random(2)
    # few matches have one
    mined = next(filter(None, (list(of_match(start, rng, 10_000)) for _ in range(40))), [])
    assert mined
    for puzzle in mined:
        assert is_proved(puzzle, float("inf"))
        assert not is_proved(puzzle._replace(turns=puzzle.turns + 1), float("inf"))
        assert not is_proved(
            puzzle._replace(line=puzzle.line[:-1], solution=puzzle.solution[: bool(puzzle.line)]),
            9e9,
        )
