"""``python -m tools.year``: a year of the simulated server; prints each promise that was broken,
and the figures.
"""

import asyncio
import logging
import sys

from .server import simulate

MEMBERS = 40
DAYS = 365
MOST_NOTICES = 1.3
MOST_SHOWN = 20


def main() -> int:
    """Print the figures; 1 if a promise was broken."""
    logging.disable(logging.WARNING)
    ledger = asyncio.run(simulate(MEMBERS, DAYS))
    per_turn = ledger.notices / max(ledger.turns, 1)
    print(*ledger.violations[:MOST_SHOWN], sep="\n")
    print(
        f"{ledger.turns} turns in {ledger.matches} matches and {ledger.tournaments} "
        "tournaments; "
        f"{per_turn:.2f} notices a turn (at most {MOST_NOTICES}); {ledger.claims} claims "
        "compared with the rule; "
        f"{len(ledger.violations)} promises broken"
    )
    return bool(ledger.violations) or per_turn > MOST_NOTICES


if __name__ == "__main__":
    sys.exit(main())
