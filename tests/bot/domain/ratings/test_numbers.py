"""What finished matches say of boards: counts, the interval of the first player's share, and what
is left out.
"""

from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.ratings import numbers
from bot.domain.ratings.numbers import BoardNumbers
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import started
from tests.bot.domain.ratings.helpers import ended


@pytest.mark.parametrize(
    ("first", "draws", "matches", "interval"),
    # Wilson, n = 20: 0 gives [0, z²/(n + z²)], half is symmetrical about a half.
    [
        (0, 0, 20, (0.0, 0.1611)),
        (20, 0, 20, (0.8389, 1.0)),
        (10, 0, 20, (0.2993, 0.7007)),
        (45, 10, 100, (0.4038, 0.5962)),
    ],
)
def test_the_interval_is_that_of_wilson(
    first: int, draws: int, matches: int, interval: tuple[float, float]
) -> None:
    board = BoardNumbers("loop", {}, matches, first, draws, 0, 0)
    assert board.interval == pytest.approx(interval, abs=5e-5)


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_board_is_told_of_from_its_twentieth_match_on_by_server_and_over_all(
    domain: Domain, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert numbers.FEWEST == 20
    fewest = 5
    monkeypatch.setattr(numbers, "FEWEST", fewest)
    elsewhere = Place(HERE.scope + 1, HERE.channel)
    for number in range(fewest - 1):
        await ended(domain, None if number == 2 else ANN, BEN, rated=False)
    lost_match = await started(domain, clock="1d")
    clock.move(days=9)
    await domain.matches.do(lost_match.id, partial(endings.claim, user=BEN.id, what="win"))
    assert await domain.ratings.numbers(HERE.scope) == await domain.ratings.numbers(None) == ()
    clock.move(minutes=59)
    match_with_swap = await started(domain, "loop")
    for version, (user, move) in enumerate(((ANN, "1c4"), (BEN, "swap"))):
        match = await domain.matches.get(match_with_swap.id)
        legal = [str(choice) for choice in match.state.legal_moves()]
        legal_move = move if move in legal else legal[version]
        await domain.matches.play(match_with_swap.id, user.id, legal_move)
    await domain.matches.act(match_with_swap.id, BEN.id, endings.resign)
    await ended(domain, ANN, BEN, rated=False, place=elsewhere)
    assert await domain.ratings.numbers(None) == (), "counted an hour ago at most"
    clock.move(minutes=1)
    assert await domain.ratings.numbers(HERE.scope) == ()
    (board,) = await domain.ratings.numbers(None)
    assert (board.game, board.matches, board.first, board.draws) == (
        "veloop-square",
        fewest,
        fewest - 1,
        1,
    )
    for _ in range(fewest - 1):
        next_match = await started(domain, "loop")
        await domain.matches.act(next_match.id, ANN.id, endings.resign)
    clock.move(hours=1)
    (loop,) = await domain.ratings.numbers(HERE.scope)
    assert (loop.game, loop.matches, loop.swaps, loop.first) == ("loop", fewest, 1, 1)
