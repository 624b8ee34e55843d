"""A month of the simulated server: no promise about notices and time is broken; years of members
who choose their handicaps.
"""

import random
import statistics

import pytest

from tools.year.handicaps import PLANS, Behaviour, HandicapYear
from tools.year.server import simulate


@pytest.mark.slow
async def test_nothing_that_is_promised_about_waiting_is_broken_in_a_month() -> None:
    ledger = await simulate(10, 30, seed=2)
    assert ledger.violations == []
    assert ledger.turns > 100
    # Challenges, starts and ends weigh more than in a year, in which there are at most 1.3.
    assert ledger.notices <= 1.9 * ledger.turns


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_nobody_gains_by_choosing_handicaps(plan: Behaviour) -> None:
    gains = list[float]()
    for number in range(5):
        gains += HandicapYear(random.Random(number), plan).run()
    # A rating wavers by 65 points by chance, their mean here by 10.
    assert statistics.mean(gains) < 50
