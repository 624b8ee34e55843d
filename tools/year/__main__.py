"""``python -m tools.year``: a year of the simulated server, printed as a table."""

import asyncio
import logging
import sys

from .ledger import Ledger
from .running import simulate

MEMBERS, DAYS = 40, 365
MOST_SHOWN = 20


def table(ledger: Ledger) -> str:
    """The figures, in Markdown."""

    def broken(what: str) -> int:
        return sum(what in sentence for sentence in ledger.broken)

    per_turn = ledger.notices / max(ledger.turns, 1)
    learnt = ledger.learnt_inside / max(ledger.learnt, 1)
    kinds = ", ".join(f"{kind} {count}" for kind, count in ledger.by_kind.most_common())
    ends = ", ".join(f"{why} {count}" for why, count in ledger.ended.most_common())
    rows = [
        ("matches, of them with a clock", f"{ledger.matches}, {ledger.clocked}"),
        ("tournaments; matches that were put away and taken up again", f"{ledger.tournaments}, {ledger.taken_up}"),
        ("turns played", f"{ledger.turns}"),
        ("notices that call somebody, by kind", f"{ledger.notices}: {kinds}"),
        ("how matches ended", ends),
        ("**notices a turn** (at most 1.3)", f"**{per_turn:.2f}**"),
        (
            "the same by direct message and in the channel, as members have set it; a turn with those",
            f"{ledger.doubled}; {per_turn + ledger.doubled / max(ledger.turns, 1):.2f}",
        ),
        ("**what the bot says by itself outside somebody’s hours** (0)", f"**{broken('outside their hours')}**"),
        ("reminders that could wait no longer, since time would have run out", f"{ledger.urgent}"),
        (
            "requests and challenges outside somebody’s hours, posted without a sound",
            f"{ledger.silent}",
        ),
        (
            "direct messages that waited for the morning: ends of matches, and turns by the member’s setting",
            f"{ledger.held}",
        ),
        ("turns that were told late but for those (0)", f"{broken('late by')}"),
        ("**quiet for 14 days without both being asked** (0)", f"**{broken('not asked')}**"),
        (
            "longest until both were asked: vacations, outages and nights let it wait",
            f"{ledger.longest_quiet.total_seconds() / 86_400:.1f} days",
        ),
        ("**told twice of the same thing** (0)", f"**{broken('repeated')}**"),
        (
            "a nudge and a reminder of a turn within 12 hours",
            f"{ledger.close} of {ledger.by_kind['nudge']}",
        ),
        ("a reminder of a quiet match within 12 hours of a card that lists it", f"{ledger.besides}"),
        ("**claimable before the time was out by the rule, counted independently** (0)", f"**{broken('claimable')}**"),
        ("**lost in a tournament before the time or the round was over** (0)", f"**{broken('lost on time')}**"),
        (
            "claims compared with the rule; matches lost on time",
            f"{ledger.claims_compared}, {ledger.lost_on_time}",
        ),
        ("reminders by learnt hours while the member was really awake", f"{learnt:.0%} of {ledger.learnt}"),
    ]
    return "| what | found |\n|---|---|\n" + "".join(f"| {what} | {figure} |\n" for what, figure in rows)


def main() -> int:
    """Print the table; 1 if a promise was broken."""
    logging.disable(logging.WARNING)
    ledger = asyncio.run(simulate(MEMBERS, DAYS))
    print(table(ledger))
    print(*ledger.broken[:MOST_SHOWN], sep="\n")
    return bool(ledger.broken)


if __name__ == "__main__":
    sys.exit(main())
