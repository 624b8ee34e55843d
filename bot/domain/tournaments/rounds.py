"""How a tournament begins, goes from round to round, and ends: each function is part of one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from bot.domain.tournaments import pairing, standings, swiss
from bot.domain.tournaments.places import inside, promote
from bot.domain.tournaments.state import Open
from bot.domain.tournaments.views import Entrant, Game, Tie
from bot.store.contests import ratings

_BYE = {"slot1": None, "result": "bye", "how": "bye"}


async def begin(opened: Open) -> None:
    """Seed those who are there, pair the first round and say so; with fewer than two, call it off."""
    row, terms, kind = opened.row, opened.terms, opened.row["kind"]
    if row["status"] == "checkin":
        for one in inside(opened):
            if not one.checked:
                await opened.put(one, status="out")
        for one in [one for one in opened.entrants if one.status == "waiting" and not one.checked]:
            await opened.put(one, status="out")
        await promote(opened)
    there = inside(opened)
    if len(there) < 2:
        await opened.set(status="cancelled", finished_at=opened.now, wake_at=None)
        await opened.tell("cancelled", why="few")
        return
    seeded = await _seeded(opened, there)
    for seed, one in enumerate(seeded, 1):
        await opened.put(one, seed=seed)
    slots = [one.slot for one in seeded]
    columns: dict[str, Any] = {"status": "running", "round": 1, "wake_at": opened.now, "ends_at": _ends(opened)}
    if kind == "round-robin":
        rounds = pairing.round_robin(len(slots), terms.cycles)
        columns |= {"rounds": len(rounds), "round": len(rounds) if terms.together else 1}
        for number, pairs in enumerate(rounds if terms.together else rounds[:1], 1):
            await _put(opened, number, _named(slots, pairs))
    elif kind == "swiss":
        columns["rounds"] = swiss.rounds(len(slots), terms.rounds)
        await _put(opened, 1, swiss.pair(standings.players(opened.entrants, [])))
    else:
        pairs = pairing.bracket(len(slots))
        columns["rounds"] = (len(slots) - 1).bit_length()
        await _put(opened, 1, _named(slots, pairs))
    await opened.set(**columns)
    await _tell(opened, "started", 1)


async def follow(opened: Open) -> None:
    """The round is over: pair the next one, or end the tournament."""
    kind, number = opened.row["kind"], opened.row["round"] + 1
    pairs: list[pairing.Pair] = []
    why = ""
    if number <= opened.row["rounds"]:
        if kind == "round-robin":
            slots = [one.slot for one in sorted(opened.entrants, key=lambda one: one.seed) if one.seed]
            pairs = _named(slots, pairing.round_robin(len(slots), opened.terms.cycles)[number - 1])
        elif kind == "swiss":
            try:
                pairs = await asyncio.to_thread(swiss.pair, standings.players(opened.entrants, opened.games))
            except swiss.NoPairing:
                why = "met"
        else:
            await _put(opened, number, _winners(opened), boards=True)
            pairs = [game.slots for game in opened.games if game.round == number]
    if not any(other is not None for _, other in pairs) and not (kind == "knock-out" and pairs):
        await end(opened, why)
        return
    if kind != "knock-out":
        await _put(opened, number, pairs)
    await opened.set(round=number, ends_at=_ends(opened), warned_at=None, wake_at=opened.now)
    await _tell(opened, "round", number)


async def _tell(opened: Open, what: str, number: int) -> None:
    """A round begins; whoever is free in it is told so after that."""
    await opened.tell(what, round=number)
    for game in opened.games:
        if game.round == number and game.slots[1] is None:
            await opened.tell("bye", ping=opened.slot(game.slots[0]).user, public=False, round=number)


async def end(opened: Open, why: str = "") -> None:
    """The tournament is over."""
    await opened.set(status="finished", finished_at=opened.now, wake_at=None, ends_at=None)
    await opened.tell("finished", why=why)


async def play_again(opened: Open, ties: Sequence[Tie]) -> None:
    """Let ties of a knock-out that were drawn be played once more, with sides exchanged and a round's time."""
    rows = []
    for tie in ties:
        first, second = tie.games[0].slots
        rows.append({"round": tie.round, "board": tie.board, "leg": 2, "slot0": second, "slot1": first})
    await opened.pair(rows)
    await opened.set(ends_at=_ends(opened), warned_at=None, wake_at=opened.now)


def drawn(opened: Open) -> list[Tie]:
    """The ties of a knock-out's round that have to be played again."""
    found = standings.ties(opened.entrants, opened.games)[opened.row["round"] - 1]
    return [tie for tie in found if not tie.decided and tie.games and tie.games[-1].result is not None]


def complete(opened: Open) -> bool:
    """Whether every game of the round has a result."""
    return all(game.result is not None for game in current(opened))


def current(opened: Open) -> list[Game]:
    """The games of this round; of a round robin that is played together all."""
    together = opened.row["kind"] == "ladder" or opened.terms.together
    return [game for game in opened.games if together or game.round == opened.row["round"]]


def seats(opened: Open, slot: int) -> tuple[int, int]:
    """How often a slot has sat in each seat."""
    played = [game.slots for game in opened.games if game.result != "bye"]
    return sum(first == slot for first, _ in played), sum(second == slot for _, second in played)


async def _seeded(opened: Open, there: Sequence[Entrant]) -> list[Entrant]:
    """Those who are there, the strongest first: by rating on this server (who has none, last), by lot, or as joined."""
    ordered = sorted(there, key=lambda one: (one.joined, one.slot))
    if opened.terms.seeding == "random":
        opened.base.service.rng.shuffle(ordered)
    elif opened.terms.seeding == "rating":
        query = sa.select(ratings.c.user, ratings.c.rating).where(
            ratings.c.pool == opened.row["scope"],
            ratings.c.game == opened.row["game"],
            ratings.c.user.in_([one.user for one in there]),
        )
        found = {row.user: row.rating for row in await opened.connection.execute(query)}
        ordered.sort(key=lambda one: -found.get(one.user, 0.0))
    return ordered


def _winners(opened: Open) -> list[tuple[int, pairing.Pair]]:
    """The ties of the next round of a knock-out: boards, with who meets there, or goes on alone."""
    ties = standings.ties(opened.entrants, opened.games)[opened.row["round"] - 1]
    found: list[tuple[int, pairing.Pair]] = []
    for board, (one, other) in enumerate(zip(ties[::2], ties[1::2], strict=True), 1):
        winners = [tie.winner for tie in (one, other) if tie.winner is not None]
        winners.sort(key=lambda slot: opened.slot(slot).seed)
        if len(winners) == 2:
            first = pairing.sides(seats(opened, winners[0]), seats(opened, winners[1]))
            found.append((board, (winners[0], winners[1]) if first else (winners[1], winners[0])))
        elif winners:
            found.append((board, (winners[0], None)))
    return found


def _named(slots: Sequence[int], pairs: Sequence[pairing.Pair]) -> list[pairing.Pair]:
    """Pairs of places as pairs of slots."""
    return [(slots[one], None if other is None else slots[other]) for one, other in pairs]


async def _put(opened: Open, number: int, pairs: Sequence[Any], *, boards: bool = False) -> None:
    """Store the pairs of a round, with boards given or counted. A bye in a round robin is no more than a free round."""
    rows = []
    placed = pairs if boards else list(enumerate(pairs, 1))
    for board, (one, other) in placed:
        row = {"round": number, "board": board, "slot0": one, "slot1": other}
        if other is None:
            if opened.row["kind"] == "round-robin":
                continue
            row |= {**_BYE, "settled_at": opened.now}
        rows.append(row)
    # One statement for all needs the same columns in each.
    blank = {"result": None, "how": None, "settled_at": None}
    await opened.pair({**blank, **row} for row in rows)


def _ends(opened: Open) -> Any:
    days = opened.terms.days
    return opened.now + timedelta(days=days) if days else None
