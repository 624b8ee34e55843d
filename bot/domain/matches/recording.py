"""A stored match as a record that anyone can keep and read back."""

from __future__ import annotations

import games
from bot.domain.matches import log, replay
from bot.domain.matches.base import Base
from games.records import Record, RecordedTurn


class Recording(Base):
    """The part of the service that writes records."""

    async def record(self, match: int) -> Record:
        """The record of a match; ``games.records.to_text`` and ``to_json`` write it down. Raises NotFound."""
        async with self.store.read() as connection:
            row = await self.row(connection, match)
        trail = replay.whole(row)
        turns = log.turns(trail.entries, trail.decisions, trail.states)
        return Record(
            game=games.get(row["game"]),
            options=row["options"],
            players=(row["name0"], row["name1"]),
            turns=tuple(RecordedTurn(turn.seat, turn.decisions, turn.at, turn.how) for turn in turns),
            status=row["status"],
            winner=row["winner"],
            reason=row["reason"] or "",
            match=f"M{row['number']}",
            started=row["created_at"].replace(microsecond=0),
            finished=row["finished_at"].replace(microsecond=0) if row["finished_at"] is not None else None,
            clock=row["clock"],
            rated=row["rated"],
            hints=(row["hints0"], row["hints1"]),
        )
