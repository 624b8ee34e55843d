"""The compiled solver knows the rules as ``games`` does, and proves what is known. ``make solver`` builds it."""

from __future__ import annotations

import random

import pytest

import games
from games.players.solved import Claim, native
from games.players.solved.build import compiler
from games.players.solved.native import NoSolver, Rules, Search
from games.players.solved.proving import NotProved, prove

VELOOP = {"veloop-hex": ("hex3", "hex34", "hex4"), "veloop-square": ("5x5", "6x6")}
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
MATCHES = 12
LONGEST = 200


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), BOARDS, ids=str)
def test_random_matches_go_the_same_way_by_both_rules(slug: str, options: dict[str, str]) -> None:
    start = games.get(slug).start(**options).position()
    rules, rng = Rules(start), random.Random(7)
    for _ in range(MATCHES):
        position, at = start.copy(), rules.at(start)
        for _ in range(LONGEST):
            assert sorted(rules.codes(at)) == sorted(position.codes())
            assert bytes(at) == bytes(rules.at(position))
            code = rng.choice(position.codes())
            position.play(code)
            rules.play(at, code)
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
    options = games.get("snipsnip").complete({"board": "hex-2-3", "scoring": "group", "capture": "between"})
    proved = prove(Claim("snipsnip", options, 0, "win"), megabytes=64)
    assert proved.strategy.check().own > 100
    with pytest.raises(NotProved, match="false"):
        prove(Claim("snipsnip", options, 1, "win"), megabytes=64)
    with pytest.raises(NotProved, match="not decided"):
        prove(Claim("snipsnip", options, 0, "win"), megabytes=64, most=500)


@pytest.mark.slow
def test_what_the_compiled_solver_does_not_know_is_said() -> None:
    for slug, options in (("veloop-square", {"board": "12x12"}), ("loop", {}), ("vigilance", {"board": "hex-xs"})):
        with pytest.raises(NoSolver):
            Rules(games.get(slug).start(**options).position())


def test_without_a_compiled_solver_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "LIBRARY", "nowhere.so")
    native.library.cache_clear()
    with pytest.raises(NoSolver, match="make solver"):
        Rules(games.get("snipsnip").start().position())
    native.library.cache_clear()


def test_another_compiler_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "sh -c")
    assert compiler() == ["sh", "-c"]
