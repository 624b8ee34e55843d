"""The measures of values: how steady they are, and how often a side ahead wins."""

import random
from math import exp, log

import pytest

import games
from games.players.knowledge import knowledge_of
from tools.calibration import ChanceFit, PlayedMatch, Valued, fit, rows
from tools.curves import Steadiness


def matches(steepness: float, tempo: float, count: int, upsets: float = 0.0) -> list[PlayedMatch]:
    """Matches between equals whose values rise too slowly, and favour whoever is to move."""
    rng = random.Random(1)
    matches_so_far = []
    for number in range(count):
        odds = rng.gauss(0, 1.5)
        chance = upsets + (1 - 2 * upsets) / (1 + exp(-odds))
        winner = 0 if rng.random() < chance else 1
        positions = []
        for turn in range(1, 5):
            seat = (turn + 1) % 2
            own_odds = -odds if seat else odds
            positions.append(Valued(turn, seat, own_odds / steepness + tempo))
        matches_so_far.append(PlayedMatch("loop", number, winner, tuple(positions)))
    return matches_so_far


def test_what_makes_chances_of_values_is_found_in_the_results() -> None:
    fitted = fit(matches(1.6, 0.3, 2000))
    assert fitted.steepness == pytest.approx(1.6, abs=0.2)
    assert fitted.tempo == pytest.approx(0.3, abs=0.02)


def test_upsets_are_told_from_values_that_rise_too_slowly() -> None:
    fitted = fit(matches(1.6, 0.3, 4000, upsets=0.08))
    assert fitted.steepness == pytest.approx(1.6, abs=0.25)
    assert fitted.upsets == pytest.approx(0.08, abs=0.03)
    assert fit(matches(1.6, 0.3, 2000)).upsets == 0.0


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_the_odds_of_a_mean_are_found_in_the_chance_that_is_made_of_it(game: games.Game) -> None:
    knowledge = knowledge_of(game)
    for mean in (0.01, 0.3, 0.5, 0.9):
        odds = knowledge.log_odds(knowledge.chance(mean))
        assert odds == pytest.approx(log(mean / (1 - mean)))


def test_the_side_ahead_wins_as_often_as_its_chance_says() -> None:
    cells = list(rows(ChanceFit(1.6, 0.3), matches(1.6, 0.3, 4000)))
    assert len(cells) == 5
    for cell in cells:
        expected, _, rest = cell.partition(" → ")
        share = rest.partition(" ± ")[0]
        assert int(share) == pytest.approx(int(expected), abs=4)


def test_a_match_is_read_from_the_line_that_it_is_written_to() -> None:
    match = PlayedMatch("loop", 3, None, (Valued(1, 0, 0.25), Valued(2, 1, None)))
    assert PlayedMatch.parse(match.line()) == match


def test_a_saw_turns_back_in_every_step() -> None:
    saw = Steadiness.of([0.1, -0.1, 0.1, -0.1])
    assert saw.turns_back == 1.0
    assert saw.change == pytest.approx(0.2)
    slope = Steadiness.of([0.0, 0.1, 0.2, 0.95])
    assert slope.turns_back == 0.0
    assert slope.change == pytest.approx(0.1)
