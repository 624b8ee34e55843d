"""The compiled solver knows the rules as ``games`` does, and proves what is known.

``make solver`` builds it.
"""

import ctypes
import random

import pytest

import games
from games.players import Player
from games.players.solved import Claim, live, native
from games.players.solved.build import compiler
from games.players.solved.native import At, NoSolver, Rules, Search
from tests.games.example import example
from tools.certificates.checking import check
from tools.certificates.proving import NotProved, prove

VELOOP = {"veloop-hex": ("hex3", "hex34", "hex4"), "veloop-square": ("5x5", "6x6", "8x8")}
SNIPSNIP = ("hex-2-3", "hex-2-4", "ortho-4", "omni-3", "hex-3", "omni-4")
BOARDS: list[tuple[str, dict[str, str]]] = [
    (slug, {"board": board, "turns": turns})
    for slug, boards in VELOOP.items()
    for board in boards
    for turns in ("single", "double")
] + [
    ("snipsnip", {"board": board, "scoring": scoring, "capture": capture})
    for board in SNIPSNIP
    for scoring in ("group", "linked-misere")
    for capture in ("diagonal", "between")
]
BOARDS += [
    ("vigilance", {"board": board})
    for board in ("square-3-adjacent", "square-3-orthogonal", "hex-s")
]
BOARDS += [
    ("vigilance", {"board": board, "captures": "off"}) for board in ("hex-xs", "square-4-adjacent")
]
BOARDS += [("loop", {"board": "mini", "full_board": full}) for full in ("draw", "last-mover")]
BOARDS += [("loops-n-leaps", {"board": "base4"})]
MATCHES = 12
LONGEST = 200


def _codes(rules: Rules, at: At) -> list[int]:
    """The legal decisions by the compiled rules, as codes of ``games``."""
    codes = (ctypes.c_int16 * native.MOST_CODES)()
    count = rules.library.rules_codes(rules.address, ctypes.byref(at), codes)
    return [rules.outward(at, codes[n]) for n in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), BOARDS, ids=str)
def test_random_matches_go_the_same_way_by_both_rules(slug: str, options: dict[str, str]) -> None:
    start = games.get(slug).start(**options).position()
    rules = Rules(start)
    rng = random.Random(7)
    for _ in range(MATCHES):
        position = start.copy()
        at = rules.at(start)
        for _ in range(LONGEST):
            assert sorted(_codes(rules, at)) == sorted(position.codes())
            assert bytes(at) == bytes(rules.at(position))
            code = rng.choice(position.codes())
            position.play(code)
            number = next(number for number, known in rules.code.items() if known == abs(code))
            rules.library.rules_play(rules.address, ctypes.byref(at), number)
            if position.reason is not None:
                break
        if position.reason != "repetition":
            assert at.over == (position.reason is not None)
            assert at.winner == (-1 if position.winner is None else position.winner) or not at.over


@pytest.mark.slow
def test_the_smallest_hexagon_is_a_win_with_single_turns_and_a_draw_with_double_ones() -> None:
    for turns, seat, goal, true in (
        ("single", 0, "win", True),
        ("single", 1, "draw", False),
        ("double", 0, "win", False),
        ("double", 1, "win", False),
        ("double", 0, "draw", True),
        ("double", 1, "draw", True),
    ):
        start = games.get("veloop-hex").start(board="hex3", turns=turns).position()
        search = Search(Rules(start), seat, draws=goal == "draw", megabytes=128)
        assert search.run(start) is true


@pytest.mark.slow
def test_a_proof_becomes_a_certificate_that_holds() -> None:
    options = games.get("snipsnip").complete(
        {"board": "hex-2-3", "scoring": "group", "capture": "between"}
    )
    proved = prove(Claim("snipsnip", options, 0, "win"), megabytes=64)
    assert check(proved.strategy).own > 100
    with pytest.raises(NotProved, match="false"):
        prove(Claim("snipsnip", options, 1, "win"), megabytes=64)
    with pytest.raises(NotProved, match="not decided"):
        prove(Claim("snipsnip", options, 0, "win"), megabytes=64, most=500)


@pytest.mark.slow
def test_what_the_compiled_solver_does_not_know_is_said() -> None:
    for slug, options in (
        ("veloop-square", {"board": "12x12"}),
        ("loop", {"board": "main"}),
        ("vigilance", {"board": "hex-m"}),
        ("loops-n-leaps", {"board": "base6"}),
    ):
        with pytest.raises(NoSolver):
            Rules(games.get(slug).start(**options).position())


def test_without_a_compiled_solver_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "LIBRARY", "nowhere.so")
    with pytest.raises(NoSolver, match="make solver"):
        Rules(games.get("snipsnip").start().position())
    live.rules_of.cache_clear()
    assert live.winning(games.get("veloop-hex").start(), 1.0) is None
    assert not live.loses(
        games.get("veloop-hex").start(), games.get("veloop-hex").start().position().codes()[0], 1.0
    )
    live.rules_of.cache_clear()


@pytest.mark.slow
def test_the_best_players_see_far_wins_with_it() -> None:
    rng = random.Random(5)
    seen = 0
    for _ in range(4):
        state = games.get("veloop-hex").start(board="hex34")
        for _ in range(8):
            state = state.play(rng.choice(state.legal_moves()))
        code = live.winning(state, 2.0)
        if code is not None:
            seen += 1
            move = state.position().move(code)
            assert not live.loses(state, code, 2.0)
            assert Player("strong", rng).think(state, 4.0).value == 1.0
            start = games.get("veloop-hex").start(board="hex34").position()
            answered = state.play(move).position()
            assert (
                answered.reason is not None
                or Search(Rules(start), answered.to_move, draws=True).run(answered) is False
            )
    assert seen >= 3


def test_another_compiler_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "sh -c")
    assert compiler() == ["sh", "-c"]


def test_a_game_that_was_added_has_no_compiled_rules() -> None:
    with pytest.raises(NoSolver, match="does not know this game"):
        Rules(example().start().position())
