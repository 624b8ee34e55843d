"""Crashes between any two statements do not change how a tournament goes on and ends."""

import random
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.tournaments import organising
from bot.domain.unit_of_work import Database
from bot.store.tables import matches, outbox, pairings
from tests.bot.conftest import ANN, Crash, crash_after
from tests.bot.domain.matches.test_crashes import contents
from tests.bot.domain.ratings.helpers import as_played
from tests.bot.domain.tournaments.helpers import ORGANISER, announcements, decide, field, met


class Crashing:
    """Repeats an action that crashes at its first statement, then one statement later each time
    nothing was stored.
    """

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database = database
        self.patch = monkeypatch
        self.crashes = 0

    async def run(self, action: Callable[[], Awaitable[object]]) -> None:
        """Repeat an action until it completes."""
        steps = 0
        rows = await contents(self.database)
        while True:
            with self.patch.context() as patched:
                crash_after(patched, steps)
                try:
                    await action()
                    return
                except Crash:
                    self.crashes += 1
            rows_now = await contents(self.database)
            if rows_now == rows:
                steps += 1
                continue
            steps = 0
            rows = rows_now
            await self.check()

    async def check(self) -> None:
        """Check that no pairing is stored twice, and that each match belongs to exactly one
        pairing.
        """
        async with self.database.read() as connection:
            rows = (await connection.execute(sa.select(pairings))).mappings().all()
            query = sa.select(matches.c.id).where(matches.c.status != "aborted")
            stored_ids = set((await connection.execute(query)).scalars())
        places = [(row["round"], row["board"], row["leg"]) for row in rows]
        assert len(set(places)) == len(places)
        used_ids = [row["match"] for row in rows if row["match"] is not None]
        assert len(set(used_ids)) == len(used_ids)
        # Every match that is not called off belongs to the tournament: none was begun twice for a
        # pairing.
        assert set(used_ids) == stored_ids


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "kind"),
    [
        ("sqlite", "knock-out"),
        ("sqlite", "swiss"),
        ("postgres", "swiss"),
        pytest.param("postgres", "knock-out", marks=pytest.mark.exhaustive),
        # which others withdraw from
        pytest.param("sqlite", "round-robin", marks=pytest.mark.exhaustive),
        pytest.param("postgres", "round-robin", marks=pytest.mark.exhaustive),
    ],
    indirect=["engine"],
)
async def test_a_tournament_survives_a_crash_at_every_step(
    open_domain: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    domain = await open_domain()
    service = domain.tournaments
    rounds = 2 if kind == "swiss" else 0
    tournament = await announcements(domain, kind, 4, rounds=rounds, rated=True, players=5)
    crash = Crashing(domain.database, monkeypatch)

    async def start() -> None:
        if (await service.get(tournament.id)).starts is None:
            await service.do(tournament.id, organising.start, ORGANISER.id)

    await crash.run(start)
    await crash.run(service.work)
    rng = random.Random(1)
    for _ in range(6):
        games = [game for game in await service.games(tournament.id) if game.result is None]
        if not games:
            break
        assert all(game.match is not None for game in games)
        for game in games:
            result = rng.choice(("1-0", "0-1"))

            async def play(id: int = game.id, result: str = result) -> None:
                [now] = [game for game in await service.games(tournament.id) if game.id == id]
                if now.result is None:
                    await decide(domain, now, result)

            await crash.run(play)
        await crash.run(service.work)
    end = await service.get(tournament.id)
    assert end.status == "finished"
    assert crash.crashes > 100
    games = list(await service.games(tournament.id))
    assert len(games) == {"knock-out": 3, "swiss": 4, "round-robin": 6}[kind]
    assert all(game.result is not None for game in games)
    assert len({frozenset(game.slots) for game in games}) == len(games)
    await as_played(domain)
    async with domain.database.read() as connection:
        payloads = (await connection.execute(sa.select(outbox.c.payload))).scalars().all()
    kinds = [payload["what"] for payload in payloads if "tournament" in payload]
    assert [kinds.count(what) for what in ("started", "finished")] == [1, 1]
    assert kinds.count("round") == end.rounds - 1


@pytest.mark.slow
async def test_withdrawals_and_replacements_survive_a_crash_at_every_step(
    open_domain: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await open_domain()
    service = domain.tournaments
    tournament = await announcements(domain, "round-robin", 4, together=True)
    await service.do(tournament.id, organising.start, ORGANISER.id)
    crash = Crashing(domain.database, monkeypatch)
    leaver, other = field(4)[:2]

    async def leave() -> None:
        if (await service.get(tournament.id)).entrant(leaver.id) is not None:
            await service.do(tournament.id, organising.leave, leaver.id)
        await service.work()

    async def replace() -> None:
        item = await service.get(tournament.id)
        if item.entrant(ANN.id) is None:
            if not any(entrant.offered_to == ANN.id for entrant in item.entrants):
                item = (
                    await service.do(
                        tournament.id, organising.offer_place, ORGANISER.id, other.id, ANN
                    )
                ).tournament
            slot = next(entrant.slot for entrant in item.entrants if entrant.offered_to == ANN.id)
            await service.do(tournament.id, organising.accept_place, slot, ANN)
        await service.work()

    await crash.run(leave)
    assert all(
        game.how == "forfeit" for game in await service.games(tournament.id) if 1 in game.slots
    )
    await crash.run(replace)
    assert crash.crashes > 20
    domain_now = [
        game
        for game in await service.games(tournament.id)
        if 2 in game.slots and game.result is None
    ]
    assert len(domain_now) == 2
    for game in domain_now:
        assert ANN.id in (await domain.matches.get(game.match or 0)).seats


@pytest.mark.slow
async def test_a_ladder_survives_a_crash_at_every_step(
    open_domain: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await open_domain()
    service = domain.tournaments
    tournament = await announcements(domain, "ladder", 3)
    crash = Crashing(domain.database, monkeypatch)
    first, _, last = field(3)

    async def challenge() -> None:
        if not await service.games(tournament.id):
            await met(service, tournament.id, last, first)
        await service.work()

    async def settle() -> None:
        [game] = await service.games(tournament.id)
        if game.result is None:
            result = "1-0" if game.slots[0] == 3 else "0-1"
            await service.settle(tournament.id, ORGANISER.id, game.id, result)
        await service.work()

    await crash.run(challenge)
    await crash.run(settle)
    assert crash.crashes > 20
    assert [standing.entrant.slot for standing in await service.standings(tournament.id)] == [
        3,
        1,
        2,
    ]
