"""What falls due in a tournament, step by step, each one transaction, so that it goes on wherever a process stopped."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.domain.matches import Person, Place, Refused
from bot.domain.matches.base import Open as OpenMatch
from bot.domain.matches.terms import rated_begun
from bot.domain.tournaments import rounds
from bot.domain.tournaments.finding import Finding
from bot.domain.tournaments.places import inside
from bot.domain.tournaments.state import Open
from bot.domain.tournaments.views import RESULTS, Changed, Entrant, Game
from bot.store.contests import pairings, tournaments
from bot.store.tables import matches, scopes

log = logging.getLogger(__name__)

GRACE = timedelta(days=1)
"""A game is overdue so long after its player's time was out: until then the opponent may claim, or give more time."""
WARNING = timedelta(days=1)
"""The end of a round's time is told so long before it."""
ASKED = timedelta(days=7)
"""The organiser has so long to settle games that are overdue."""
CHECKIN = timedelta(hours=1)
"""A check-in is open at least so long."""
LONGEST_SLEEP = timedelta(hours=6)
HARDLY = 2
"""A game that is no further than this turn has hardly begun: with somebody in a player's place it begins again."""
BATCH = 8
"""So many matches are begun in one transaction."""
MOST_STEPS = 500

_WINNER = {"1-0": 0, "0-1": 1}
_MATCH = tuple(matches.c[name] for name in ("seat0", "seat1", "to_move", "due_at", "paused_at", "status", "turn"))


class Verdict(NamedTuple):
    """How a game that nobody will finish ends: a result; None where the organiser is to be asked (``how`` is ``late``),
    or where it begins ``again``.
    """

    result: str | None
    how: str
    reason: str = "time"


class Running(Finding):
    """The part of the service that keeps tournaments going."""

    async def work(self) -> int:
        """Do all that is due in all tournaments; how many steps it took."""
        due = (
            sa.select(tournaments.c.id)
            .join(scopes, scopes.c.id == tournaments.c.scope)
            .where(tournaments.c.wake_at.is_not(None), tournaments.c.wake_at <= self.service.now())
            .where(scopes.c.removed_at.is_(None))
            .order_by(tournaments.c.wake_at)
            .limit(20)
        )
        async with self.store.read() as connection:
            found = (await connection.execute(due)).scalars().all()
        done = 0
        for tournament in found:
            try:
                done += await self.settle_due(tournament)
            except Refused as error:  # somebody else was quicker
                log.info("tournament %s: %s", tournament, error)
            except Exception:
                # One that cannot go on must not keep the others from doing so.
                log.exception("tournament %s", tournament)
        return done

    async def settle_due(self, tournament: int) -> int:
        """Do all that is due in a tournament; how many steps it took."""
        done = 0
        while done < MOST_STEPS:
            steps = await self.sweep(tournament)
            async with self.change(tournament) as opened:
                steps += await _step(opened)
            if not steps:
                break
            done += steps
        return done

    async def sweep(self, tournament: int) -> int:
        """End games of those who have gone, and those that are overdue, as the rule says; how many."""
        async with self.store.read() as connection:
            opened = await self.open(connection, tournament, lock=False)
            if opened.row["status"] != "running":
                return 0
            query = (
                sa.select(pairings.c.id, pairings.c.match, *_MATCH)
                .join(matches, matches.c.id == pairings.c.match)
                .where(pairings.c.tournament == tournament, pairings.c.result.is_(None), matches.c.status == "running")
            )
            running = [dict(row) for row in (await connection.execute(query)).mappings()]
        playing = {game.id: game for game in opened.games}
        done = 0
        for row in running:
            if _verdict(opened, playing[row["id"]], row, self.service.now()) is not None:
                done += await self._end_game(tournament, row["id"], row["match"])
        return done

    async def settle(self, tournament: int, by: int, game: int, result: str, *, moderator: bool = False) -> Changed:
        """The organiser's result for a game that is not over, or in place of the one it had. Its match ends with it.

        A result that the next round was paired by can no longer be changed. One that replaces what was played counts in
        the tournament only: the match and its ratings stay as they are.
        """
        if result not in RESULTS:
            raise Refused("the result may be {choices}", choices=", ".join(RESULTS))
        match = next((one.match for one in await self.games(tournament) if one.id == game), None)
        if match is not None:
            async with self.service.change(match, replayed=False) as playing:
                if playing.row["status"] == "running":
                    opened = await self.open(playing.connection, tournament)
                    await _settle(opened, by, game, result, moderator)
                    aborted = result == "0-0"
                    winner, reason = _WINNER.get(result), "aborted" if aborted else "settled"
                    await self.service.finish(playing, winner=winner, reason=reason, by=by, via=None)
                    return Changed(opened.view())
        async with self.change(tournament) as opened:
            await _settle(opened, by, game, result, moderator)
            return Changed(opened.view())

    async def finished(self, playing: OpenMatch) -> None:
        """Take the result of a match down, in the transaction that ends it. One that is called off is played again."""
        row = playing.row
        query = (
            sa.select(pairings.c.id, pairings.c.tournament, pairings.c.result)
            .add_columns(tournaments.c.status, tournaments.c.channel)
            .join(tournaments, tournaments.c.id == pairings.c.tournament)
            .where(pairings.c.match == row["id"])
        )
        found = (await playing.connection.execute(query)).one_or_none()
        if found is None or found.result is not None or found.status != "running":
            return
        if row["status"] == "aborted":
            columns: dict[str, Any] = {"match": None, "how": None, "settled_at": None}
        else:
            result = {0: "1-0", 1: "0-1", None: "1/2"}[row["winner"]]
            columns = {"result": result, "how": "played", "settled_at": row["finished_at"]}
        await playing.connection.execute(pairings.update().where(pairings.c.id == found.id).values(**columns))
        where = tournaments.c.id == found.tournament
        step = {"version": tournaments.c.version + 1, "wake_at": playing.now}
        await playing.connection.execute(tournaments.update().where(where).values(**step))
        if "result" in columns:
            await self.owe_standings(playing.connection, found.tournament, row["scope"], found.channel)

    async def _end_game(self, tournament: int, game: int, match: int) -> int:
        """End a game as the rule says, unless it has gone on since it was looked at."""
        async with self.service.change(match, replayed=False) as playing:
            row, now = playing.row, playing.now
            if row["status"] != "running":
                return 0
            opened = await self.open(playing.connection, tournament)
            found = next((one for one in opened.games if one.id == game and one.result is None), None)
            verdict = None if found is None else _verdict(opened, found, row, now)
            if found is None or verdict is None:
                return 0
            if verdict.how == "again":
                await self.service.finish(playing, winner=None, reason=verdict.reason, by=None, via=None)
                return 1
            if verdict.result is None:
                await opened.write(found, how=verdict.how, settled_at=now)
                until = int((now + ASKED).timestamp())
                ping = opened.row["organiser"] if opened.row["organiser"] > 0 else None
                await opened.tell("overdue", ping=ping, games=[game], until=until)
                return 1
            await opened.write(found, result=verdict.result, how=verdict.how, settled_at=now)
            await opened.set(wake_at=now)
            await opened.tell_standings()
            reason = "aborted" if verdict.result == "0-0" else verdict.reason
            winner = _WINNER.get(verdict.result)
            await self.service.finish(playing, winner=winner, reason=reason, by=None, via=None)
            return 1


async def _settle(opened: Open, by: int, game: int, result: str, moderator: bool) -> None:
    """Write the organiser's result. Raises Refused where it comes too late."""
    opened.organiser(by, moderator)
    opened.status("running")
    found = next((one for one in opened.games if one.id == game), None)
    if found is None or found.slots[1] is None:
        raise Refused("there is no such game in {name}", name=opened.name)
    fixed = opened.row["kind"] in ("swiss", "knock-out")
    if fixed and (
        found.round != opened.row["round"]
        or any(one.board == found.board and one.leg > found.leg for one in opened.games if one.round == found.round)
    ):
        raise Refused("the next round was paired by this result, so it can no longer be changed")
    settled = found.settled if found.result is not None else opened.now
    await opened.write(found, result=result, how="settled", settled_at=settled)
    await opened.set(wake_at=opened.now)
    await opened.tell_standings()


def _verdict(opened: Open, game: Game, row: Mapping[str, Any], now: datetime) -> Verdict | None:
    """How a game with a running match (``row``) ends by rule; None if it may go on."""
    if game.result is not None or game.slots[1] is None:
        return None
    there = [opened.slot(slot) for slot in game.slots if slot is not None]
    out = [seat for seat, one in enumerate(there) if one.status == "out"]
    replaced = [seat for seat, one in enumerate(there) if seat not in out and one.user != row[f"seat{seat}"]]
    if replaced and not out and row["turn"] <= HARDLY:
        return Verdict(None, "again", "aborted")
    # Where one has left and the other been replaced, whoever came wins.
    if gone := out or replaced:
        return Verdict("0-0" if len(gone) == 2 else ("0-1", "1-0")[gone[0]], "forfeit", "left")
    late = row["due_at"] is not None and row["paused_at"] is None and row["due_at"] + GRACE <= now
    ends = opened.row["ends_at"]
    over = ends is not None and ends <= now and opened.row["warned_at"] is not None
    if not late and not over:
        return None
    rule = opened.terms.late
    if rule == "organiser":
        if game.how != "late" or game.settled is None:
            return Verdict(None, "late")
        if game.settled + ASKED > now:
            return None
    if rule == "draw":
        return Verdict("1/2", "settled")
    return Verdict(("0-1", "1-0")[row["to_move"]], "played" if row["turn"] > 2 else "forfeit")


async def _step(opened: Open) -> int:
    """Do one thing that is due; 0 if nothing is, and then when to look again is noted."""
    row, now = opened.row, opened.now
    if row["finished_at"] is not None or row["wake_at"] is None or row["wake_at"] > now:
        return 0
    if row["status"] in ("signup", "checkin"):
        return await _before(opened)
    if begun := await _start_matches(opened):
        return begun
    if row["kind"] != "ladder":
        if row["kind"] == "knock-out" and (again := rounds.drawn(opened)):
            await rounds.play_again(opened, again)
            return 1
        if rounds.complete(opened):
            await rounds.follow(opened)
            return 1
        if row["ends_at"] is not None and row["warned_at"] is None and row["ends_at"] - WARNING <= now:
            await _warn(opened)
            return 1
    await _sleep(opened, await _next(opened))
    return 0


async def _before(opened: Open) -> int:
    """Open the check-in, or begin, when it is time."""
    row, now, terms = opened.row, opened.now, opened.terms
    starts = row["starts_at"]
    if starts is None and len(inside(opened)) < terms.players:
        await _sleep(opened, None)
        return 0
    if row["status"] == "signup" and terms.checkin:
        opens = starts - timedelta(hours=terms.checkin)
        if opens > now:
            await _sleep(opened, opens)
            return 0
        starts = max(starts, now + CHECKIN)
        await opened.set(status="checkin", starts_at=starts, wake_at=starts)
        users = [one.user for one in opened.entrants if one.status != "out"]
        await opened.tell_all("checkin", users, until=int(starts.timestamp()))
        return 1
    if starts is not None and starts > now:
        await _sleep(opened, starts)
        return 0
    await rounds.begin(opened)
    return 1


async def _start_matches(opened: Open) -> int:
    """Begin matches of games that have none, some at a time; where somebody is gone there is a result instead."""
    waiting = [game for game in opened.games if game.match is None and game.result is None]
    for game in waiting[:BATCH]:
        first, second = (opened.slot(slot) for slot in game.slots if slot is not None)
        if "out" in (first.status, second.status):
            result = "0-1" if second.status != "out" else "1-0" if first.status != "out" else "0-0"
            await opened.write(game, result=result, how="forfeit", settled_at=opened.now)
            await opened.tell_standings()
            continue
        terms = {name: opened.row[name] for name in ("scope", "channel", "game", "options", "clock")}
        row = {
            **terms,
            "rated": opened.row["rated"] and await _rated_room(opened, first, second),
            "maker": first.user,
            "maker_name": first.name,
            "side": "first",
            "note": f"{opened.name} {opened.row['title']}",
        }
        taker = Person(second.user, second.name)
        change = await opened.base.service.challenges.start(opened.connection, row, taker, None, None)
        await opened.write(game, match=change.match.id)
    if waiting:
        await opened.set()
    return len(waiting[:BATCH])


async def _rated_room(opened: Open, one: Entrant, other: Entrant) -> bool:
    """Whether two may begin one more rated match this month."""
    scope = opened.row["scope"]
    place = Place(scope, opened.row["channel"])
    most = (await opened.base.service.scope(opened.connection, place)).rated
    return await rated_begun(opened.connection, opened.now, scope, one.user, other.user) < most


async def _warn(opened: Open) -> None:
    """Say that the time of the round is nearly over; everybody has a day from then."""
    ends = max(opened.row["ends_at"], opened.now + WARNING)
    await opened.set(warned_at=opened.now, ends_at=ends)
    slots = [slot for game in rounds.current(opened) if game.result is None for slot in game.slots if slot is not None]
    users = [opened.slot(slot).user for slot in slots]
    await opened.tell_all("ending", users, round=opened.row["round"], until=int(ends.timestamp()))


async def _next(opened: Open) -> datetime:
    """When to look at a tournament again in which nothing is due: by then something may be, at the earliest."""
    moments = [opened.now + LONGEST_SLEEP]
    ends = opened.row["ends_at"]
    if ends is not None:
        moments.append(ends if opened.row["warned_at"] is not None else ends - WARNING)
    query = (
        sa.select(sa.func.min(matches.c.due_at))
        .join(pairings, pairings.c.match == matches.c.id)
        .where(pairings.c.tournament == opened.id, pairings.c.result.is_(None), matches.c.paused_at.is_(None))
    )
    due = (await opened.connection.execute(query)).scalar_one_or_none()
    if due is not None:
        moments.append(due + GRACE)
    moments += [game.settled + ASKED for game in opened.games if game.how == "late" and game.settled is not None]
    return min(moment for moment in moments if moment > opened.now)


async def _sleep(opened: Open, until: datetime | None) -> None:
    """Note when to look again. That is nothing anybody sees, so the version stays."""
    where = (tournaments.c.id == opened.id, tournaments.c.version == opened.row["version"])
    await opened.connection.execute(tournaments.update().where(*where).values(wake_at=until))
    opened.row["wake_at"] = until
