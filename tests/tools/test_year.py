"""A month of the simulated server: no promise about notices and time is broken."""

import pytest

from tools.year.server import simulate


@pytest.mark.slow
async def test_nothing_that_is_promised_about_waiting_is_broken_in_a_month() -> None:
    ledger = await simulate(10, 30, seed=2)
    assert ledger.broken == []
    assert ledger.turns > 100
    # Challenges, starts and ends weigh more than in a year, in which there are at most 1.3.
    assert ledger.notices <= 1.9 * ledger.turns
