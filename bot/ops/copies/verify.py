"""Verifies stored matches by playing every one again from its first decision."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches.history import read_log
from bot.ops import Failed
from bot.store import Store
from bot.store.tables import matches

BATCH = 200
MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Verification:
    """How many matches and decisions were replayed, and what is wrong with which match."""

    matches: int
    decisions: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        text = f"{self.matches} matches with {self.decisions} decisions were played again"
        if not self.wrong:
            return f"{text}: all as they are stored"
        wrong = "; ".join(self.wrong[:MOST_NAMED])
        if len(self.wrong) > MOST_NAMED:
            wrong += f", and {len(self.wrong) - MOST_NAMED} more"
        return f"{text}; {len(self.wrong)} are not right: {wrong}"


async def verify(connection: AsyncConnection) -> Verification:
    """Replay every stored match and compare the result with the stored columns."""
    count = 0
    decisions = 0
    wrong = []
    query = sa.select(matches).execution_options(yield_per=BATCH)
    async with connection.stream(query) as rows:
        async for row in rows:
            count += 1
            decisions += row.ply
            why = _wrong(row)
            if why:
                wrong.append(f"match {row.id} (M{row.number} of {row.scope}): {why}")
    return Verification(count, decisions, tuple(wrong))


async def require_verified(store: Store, anyway: bool) -> Verification:
    """Verify all matches of a database. Raises Failed if some are not right, unless ``anyway``."""
    async with store.read() as connection:
        verification = await verify(connection)
    if verification.wrong and not anyway:
        raise Failed(f"{verification}. Nothing was changed; with --anyway it is done all the same")
    return verification


def _wrong(row: sa.Row[tuple[object, ...]]) -> str | None:
    """What is wrong with a match; None if nothing is."""
    try:
        state = games.replay(row.game, row.options, row.decisions.split())
        decision_count = sum(entry.length for entry in read_log(row.log))
    except Exception as error:
        # Whatever is in there, it must not keep the other matches from being looked at.
        return " ".join(str(error).split()) or type(error).__name__
    if not state.ply == decision_count == row.ply:
        return f"it has {state.ply} decisions, {decision_count} in its log, and {row.ply} are noted"
    if row.status == "running" and (state.to_move != row.to_move or state.turn != row.turn):
        return "who is to move is noted wrongly"
    outcome = state.outcome if row.status == "finished" else None
    if outcome is not None and outcome.winner != row.winner:
        return "who has won is noted wrongly"
    return None
