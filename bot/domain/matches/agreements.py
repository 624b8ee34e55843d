"""Ends and manners: resigning, draws, takebacks, pauses, aborting, claiming, and players who have left."""

from __future__ import annotations

import sqlalchemy as sa

from bot.domain.errors import Over, Refused
from bot.domain.matches import clocks, log, replay, timing
from bot.domain.matches.base import Base, Open
from bot.domain.matches.replay import Trail
from bot.domain.matches.views import COMPUTER, Change, Notice, Via
from bot.store.tables import matches

CLAIMS = ("win", "draw", "time", "close")


class Manners(Base):
    """The part of the service that ends, suspends and turns back matches."""

    async def resign(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Give a match up; the other player wins."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            notice = await self.finish(opened, winner=1 - seat, reason="resigned", by=user, via=via)
            return Change(opened.view(), notice)

    async def abort(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Call a match off before each side has made a turn; nobody wins."""
        async with self.change(match) as opened:
            _player(opened, user, version)
            if opened.row["turn"] > 2:
                raise Refused("both of you have moved, so {name} can no longer be called off", name=_name(opened))
            notice = await self.finish(opened, winner=None, reason="aborted", by=user, via=via)
            return Change(opened.view(), notice)

    async def offer_draw(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Offer a draw, or accept the one that the other player has offered. An offer stands until they move."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            row = opened.row
            if row["draw_offer"] == 1 - seat:
                return await self._agree_draw(opened, user, via)
            if row["draw_offer"] == seat or row[f"draw_ply{seat}"] == row["ply"]:
                raise Refused("you have already offered a draw; you can do so again after the next turn")
            await opened.set(draw_offer=seat, **{f"draw_ply{seat}": row["ply"]})
            return await self._asked(opened, seat, "draw", via)

    async def answer_draw(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Accept the draw that the other player has offered, or decline it."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            _others_to_answer(opened, seat, opened.row["draw_offer"])
            if opened.row["draw_offer"] != 1 - seat:
                raise Refused("there is no draw offer to answer in {name}", name=_name(opened))
            if yes:
                return await self._agree_draw(opened, user, via)
            await opened.set(draw_offer=None)
            return await self._answered(opened, seat, "draw", False, via)

    async def ask_takeback(
        self, match: int, user: int, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Ask to take back one's latest turn (and the answer to it). The computer agrees at once."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            row = opened.row
            if row["takeback_asked"] == 1 - seat:
                raise Refused("{other} has asked to take a turn back; answer that first", other=row[f"name{1 - seat}"])
            if row["takeback_asked"] == seat:
                raise Refused("you have already asked to take your turn back")
            _latest_turn(opened, seat)
            if opened.user(1 - seat) == COMPUTER:
                return await self._take_back(opened, seat, user, via)
            await opened.set(takeback_asked=seat)
            return await self._asked(opened, seat, "takeback", via)

    async def answer_takeback(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Let the other player take their latest turn back, or not."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            _others_to_answer(opened, seat, opened.row["takeback_asked"])
            if opened.row["takeback_asked"] != 1 - seat:
                raise Refused("nobody has asked you to take a turn back in {name}", name=_name(opened))
            if yes:
                return await self._take_back(opened, 1 - seat, user, via)
            await opened.set(takeback_asked=None)
            return await self._answered(opened, seat, "takeback", False, via)

    async def ask_pause(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Ask to stop the clock, or agree to it. In a paused match: go on.

        The player to move goes on at once; the other one asks, and the match goes on when that is agreed to, or by
        itself after a week.
        """
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            row = opened.row
            if row["paused_at"] is not None:
                return await self._resume_asked(opened, seat, via)
            if row["due_at"] is None:
                raise Refused("there is no clock in {name}, so there is nothing to pause", name=_name(opened))
            if row["due_at"] <= opened.now:
                raise Refused("the time is out in {name}, so it can no longer be paused", name=_name(opened))
            if row["pause_asked"] == seat:
                raise Refused("you have already asked for a pause")
            if row["pause_asked"] == 1 - seat:
                await opened.set(pause_asked=None, paused_at=opened.now, wake_at=None)
                return await self._answered(opened, seat, "pause", True, via)
            await opened.set(pause_asked=seat)
            return await self._asked(opened, seat, "pause", via)

    async def answer_pause(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Agree to pause, or to go on after a pause; or decline the pause."""
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            row = opened.row
            _others_to_answer(opened, seat, row["pause_asked"])
            if row["pause_asked"] != 1 - seat:
                raise Refused("nobody has asked you for a pause in {name}", name=_name(opened))
            if row["paused_at"] is not None:
                if not yes:
                    raise Refused("a pause ends a week after {other} has asked for it", other=row[f"name{1 - seat}"])
                await self.resume(opened)
                return await self._answered(opened, seat, "resume", True, via)
            yes = yes and row["due_at"] is not None and row["due_at"] > opened.now
            await opened.set(pause_asked=None, **({"paused_at": opened.now, "wake_at": None} if yes else {}))
            return await self._answered(opened, seat, "pause", yes, via)

    async def claim(
        self, match: int, user: int, what: str, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Settle a match whose other player is out of time or has left.

        ``what``: ``win``, ``draw``, give more ``time``; or ``close``, only where the player has left: no result.
        """
        if what not in CLAIMS:
            raise Refused("a claim may be win, draw, time or close")
        async with self.change(match) as opened:
            seat = _player(opened, user, version)
            row = opened.row
            left = row["gone"] == 1 - seat
            due = row["due_at"]
            late = due is not None and due <= opened.now and row["paused_at"] is None and row["to_move"] != seat
            if not late and not left:
                if row["to_move"] == seat:
                    raise Refused("it is your own turn in {name}, so there is nothing to claim", name=_name(opened))
                if not clocks.parse(row["clock"]):
                    raise Refused("{name} has no clock, so there is nothing to claim", name=_name(opened))
                raise Refused("{other} still has time in {name}", other=row[f"name{1 - seat}"], name=_name(opened))
            if what == "time":
                if due is None:
                    raise Refused("there is no clock in {name}; just wait", name=_name(opened))
                await opened.set(**timing.extended(row, opened.now))
                payload = {"by": user, "due": int(row["due_at"].timestamp())}
                notice = await self.tell_match(
                    opened, "more_time", ping=opened.user(row["to_move"]), payload=payload, via=via
                )
                return Change(opened.view(), notice)
            if what == "close" and not left:
                raise Refused(
                    "only a match whose player has left can be closed; claim a win, a draw, or give more time"
                )
            reason = "aborted" if what == "close" else "left" if left else "time"
            winner = seat if what == "win" else None
            notice = await self.finish(opened, winner=winner, reason=reason, by=user, via=via)
            return Change(opened.view(), notice)

    async def player_left(self, scope: int, user: int) -> int:
        """A member has left a server, or cannot be reached: opponents may claim or close. How many matches it is."""
        return await self._presence(scope, user, True)

    async def player_back(self, scope: int, user: int) -> int:
        """A member is there again."""
        return await self._presence(scope, user, False)

    async def move_to(self, match: int, channel: int, thread: int | None = None) -> Change:
        """Play a match in another channel or thread from now on, say because the old one was deleted."""
        async with self.change(match) as opened:
            await opened.set(channel=channel, thread=thread)
            return Change(opened.view())

    async def resume(self, opened: Open) -> None:
        """End a pause: the time it took does not count."""
        shifted = timing.shifted(opened.row, opened.row["paused_at"], opened.now)
        await opened.set(**shifted, paused_at=None, pause_asked=None)

    async def _resume_asked(self, opened: Open, seat: int, via: Via | None) -> Change:
        row = opened.row
        if row["to_move"] == seat or row["pause_asked"] == 1 - seat:
            agreed = row["pause_asked"] == 1 - seat
            await self.resume(opened)
            return await self._answered(opened, seat, "resume" if agreed else "end_pause", True, via)
        if row["pause_asked"] == seat:
            raise Refused("you have already asked to go on; {name} goes on by itself after a week", name=_name(opened))
        await opened.set(pause_asked=seat, wake_at=opened.now + timing.LONGEST_PAUSE)
        return await self._asked(opened, seat, "resume", via)

    async def _agree_draw(self, opened: Open, user: int, via: Via | None) -> Change:
        notice = await self.finish(opened, winner=None, reason="agreed", by=user, via=via)
        return Change(opened.view(), notice)

    async def _take_back(self, opened: Open, seat: int, user: int, via: Via | None) -> Change:
        """Cut the match before the latest turn of ``seat``, who is to move again with a turn's time."""
        entry, ply = _latest_turn(opened, seat)
        row = opened.row
        entries = opened.trail.entries[:entry]
        decisions = opened.trail.decisions[:ply]
        past = {**row, "decisions": " ".join(decisions), "log": log.write(entries)}
        opened.trail = replay.shortened(replay.whole(past))
        state = opened.trail.states[-1]
        assert state.to_move == seat
        away = await self.away_until(opened.connection, opened.user(seat), opened.now)
        clock = timing.started(row, seat, opened.now, away)
        if row["paused_at"] is not None:
            clock["wake_at"] = None
        await opened.set(
            **clock,
            decisions=past["decisions"],
            log=past["log"],
            ply=state.ply,
            turn=state.turn,
            to_move=seat,
            mover=opened.user(seat),
            draft="",
            version=row["version"] + 1,
            takeback_asked=None,
            draw_offer=None,
            draw_ply0=None,
            draw_ply1=None,
            paused_at=opened.now if row["paused_at"] is not None else None,
        )
        await self.forget_plans(opened)
        agreed = seat if opened.user(1 - seat) == COMPUTER else 1 - seat
        return await self._answered(opened, agreed, "takeback", True, via)

    async def _asked(self, opened: Open, seat: int, what: str, via: Via | None) -> Change:
        """Tell the other player what this one wants of them."""
        payload = {"what": what, "by": opened.user(seat)}
        notice = await self.tell_match(opened, "asked", ping=opened.user(1 - seat), payload=payload, via=via)
        return Change(opened.view(), notice)

    async def _answered(self, opened: Open, seat: int, what: str, yes: bool, via: Via | None) -> Change:
        payload = {"what": what, "yes": yes, "by": opened.user(seat)}
        notice = await self.tell_match(opened, "answered", ping=opened.user(1 - seat), payload=payload, via=via)
        return Change(opened.view(), notice)

    async def _presence(self, scope: int, user: int, gone: bool) -> int:
        count = 0
        for seat in (0, 1):
            query = sa.select(matches.c.id).where(
                matches.c[f"seat{seat}"] == user, matches.c.finished_at.is_(None), matches.c.scope + 0 == scope
            )
            async with self.store.read() as connection:
                ids = (await connection.execute(query)).scalars().all()
            for match in ids:
                async with self.change(match) as opened:
                    row = opened.row
                    if row["status"] != "running" or (row["gone"] == seat) == gone:
                        continue
                    await opened.set(gone=seat if gone else None)
                    if gone:
                        await self._told_left(opened, seat)
                    count += 1
        return count

    async def _told_left(self, opened: Open, seat: int) -> Notice | None:
        return await self.tell_match(opened, "left", ping=opened.user(1 - seat), payload={"by": opened.user(seat)})


def _player(opened: Open, user: int, version: int | None) -> int:
    """The seat of a player of a running match, who has seen its version. Raises NotYours, Over, Stale."""
    seat = opened.seat(user)
    opened.running()
    opened.expect(version)
    return seat


def _others_to_answer(opened: Open, seat: int, asked: int | None) -> None:
    """Raises Refused where the player has asked it themselves."""
    if asked == seat:
        raise Refused("you have asked that yourself; {other} has to answer", other=opened.row[f"name{1 - seat}"])


def _name(opened: Open) -> str:
    return f"M{opened.row['number']}"


def _latest_turn(opened: Open, seat: int) -> tuple[int, int]:
    """The index in the log of the latest turn that ``seat`` has chosen, and the ply before it. Raises Refused."""
    trail: Trail = replay.whole(opened.row)
    turns = log.turns(trail.entries, trail.decisions, trail.states)
    ply = len(trail.decisions)
    for entry in range(len(turns) - 1, -1, -1):
        ply -= len(turns[entry].decisions)
        if turns[entry].seat == seat and turns[entry].how != "passed":
            return entry, ply
    raise Over("you have not made a turn yet that could be taken back")
