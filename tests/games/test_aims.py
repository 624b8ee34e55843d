"""The aim of a variant speaks of no other variant, and whom it says to win has won in the end."""

import random
import re
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

import games
from games import Game, State

from .plain_counts import confined, empty, sealed, surrounded
from .plain_snipsnip import PlainSnipSnip
from .playing import Start, wander
from .test_loop import FULL

SMALLEST = {
    "veloop-square": "5x5",
    "veloop-hex": "hex3",
    "snipsnip": "hex-2-4",
    "vigilance": "square-3-adjacent",
    "loop": "mini",
    "loops-n-leaps": "base4",
}
OF_OTHER_VARIANTS = re.compile(
    r"\b(or|variants?|mis[eè]re|depending|without captures?|with captures?)\b", re.IGNORECASE
)
LONGEST = 2000  # decisions


def variants_of(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of a game's options."""
    names = [option.name for option in game.options]
    for choices in product(*(option.choices for option in game.options)):
        yield dict(zip(names, choices, strict=True))


def small_variants(slug: str) -> list[Start]:
    """The variants of a game on its smallest board."""
    game = games.get(slug)
    variants = variants_of(game)
    return [(game, options) for options in variants if options["board"] == SMALLEST[slug]]


def ends(game: Game, options: Mapping[str, str], number: int) -> Iterator[State]:
    """The ends of random matches that somebody has won."""
    for seed in range(number):
        state = wander(game.start(**options), random.Random(seed), LONGEST)
        if state.outcome is not None and state.outcome.winner is not None:
            yield state


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_the_aim_of_a_variant_speaks_of_no_other(game: Game) -> None:
    for options in variants_of(game):
        aim = game.aim(options)
        assert not OF_OTHER_VARIANTS.search(aim), (options, aim)
        assert aim.endswith(".")


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_where_no_variant_is_chosen_the_aim_is_that_of_the_usual_one(game: Game) -> None:
    assert game.aim() == game.aim(game.complete({}))


@pytest.mark.parametrize(("game", "options"), small_variants("snipsnip"))
def test_in_snipsnip_the_largest_group_wins_or_loses_as_the_aim_says(
    game: Game, options: dict[str, str]
) -> None:
    aim = game.aim(options)
    assert ("wins" in aim) != ("loses" in aim)
    # Groups are counted once more, with what the aim says of diagonals.
    is_linked = "Groups also connect diagonally" in aim
    for state in ends(game, options, 40):
        plain = PlainSnipSnip(
            options["board"], "linked" if is_linked else "group", options["capture"]
        )
        plain.stones = {cell: column[-1] for cell, column in state.pieces().items()}
        first, second = plain.largest(0), plain.largest(1)
        if first != second:
            larger = 0 if first > second else 1
            assert state.outcome is not None
            assert state.outcome.winner == (larger if "wins" in aim else 1 - larger)


@pytest.mark.parametrize(("game", "options"), small_variants("loop"))
def test_in_loop_the_last_tile_of_a_full_pyramid_wins_where_the_aim_says_so(
    game: Game, options: dict[str, str]
) -> None:
    end = games.replay(game.slug, options, FULL.split())
    last_mover_wins = "the last player to place wins" in game.aim(options)
    assert end.outcome is not None
    assert end.outcome.reason == "full"
    last_seat = end.pieces()[FULL.split()[-1]][-1]
    assert end.outcome.winner == (last_seat if last_mover_wins else None)


@pytest.mark.parametrize(("game", "options"), small_variants("loop"))
def test_in_loop_a_loop_wins(game: Game, options: dict[str, str]) -> None:
    for state in ends(game, options, 20):
        assert state.outcome is not None
        if state.outcome.reason in ("loop", "bridge"):
            (chain, *_) = state.outcome.loops
            assert {state.pieces()[cell][-1] for cell in chain} == {state.outcome.winner}


@pytest.mark.parametrize(
    ("game", "options"), [*small_variants("veloop-square"), *small_variants("veloop-hex")]
)
def test_in_veloop_the_opponent_of_the_winner_has_been_walled_in(
    game: Game, options: dict[str, str]
) -> None:
    for state in ends(game, options, 20):
        assert state.outcome is not None
        loser = 1 - (state.outcome.winner or 0)
        seats = [state.pieces()[cell][-1] for cell in confined(state)]
        assert seats.count(loser) > seats.count(1 - loser)


@pytest.mark.parametrize(("game", "options"), small_variants("vigilance"))
def test_in_vigilance_half_of_the_empty_cells_win_with_reserves_counted(
    game: Game, options: dict[str, str]
) -> None:
    for state in ends(game, options, 4):
        assert state.outcome is not None
        winner = state.outcome.winner or 0
        own = len(sealed(state, winner)) - state.reserve[winner]
        assert 2 * own >= len(empty(state)) - state.reserve[1 - winner]


@pytest.mark.parametrize(("game", "options"), small_variants("loops-n-leaps"))
def test_in_loops_n_leaps_three_pillars_win(game: Game, options: dict[str, str]) -> None:
    for state in ends(game, options, 4):
        assert state.outcome is not None
        pillars = [len(surrounded(state, seat)) for seat in (0, 1)]
        winner = state.outcome.winner or 0
        if max(pillars) >= 3:
            assert pillars[winner] >= 3
