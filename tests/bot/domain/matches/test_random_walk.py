"""Anything at any time by anyone: only refusals come back, and what is stored always fits
together.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

import games
from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import Person, Place
from bot.store.tables import challenges, explorations, heartbeat, matches as table
from games import Game, GameError
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import chores, started

PEOPLE = (ANN, BEN, CAT)
PLACES = (HERE, Place(scope=77, channel=78), Place(scope=88, channel=88, guild=False))
TEXTS = (
    "",
    "e4-d6",
    "pass",
    "swap",
    "x",
    "M1",
    "if a then b",
    "🎲" * 50,
    "c4 c5",
    "🎲\n@everyone",
    "9" * 400,
)
CLOCKS = ("", "1d", "2d weekends off", "3d+6h", "soon", "1d+0h weekends off")


class Walk:
    """Random things that random people do."""

    def __init__(self, domain: Domain, clock: Clock, seed: int, catalog: Sequence[Game]) -> None:
        self.domain = domain
        self.catalog = catalog
        self.clock = clock
        self.rng = random.Random(seed)
        self.matches_made = self.challenges_made = 1

    def who(self) -> Person:
        return self.rng.choice(PEOPLE)

    def recent(self, made: int) -> int:
        """An id, mostly of something made lately."""
        return max(1, made - self.rng.choice((0, 0, 0, 1, 1, 2, 3, 5, 9)))

    async def text(self, match: int, user: int) -> str:
        """Mostly a legal decision, or a few of them."""
        if self.rng.random() < 0.1:
            return self.rng.choice(TEXTS)
        draft = await self.domain.matches.draft(match, user)
        state = draft.state if draft else (await self.domain.matches.get(match)).state
        if state.to_move is None:
            return "e4-d6"
        words = []
        seat = state.to_move
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            few = state.legal_moves()[: self.rng.choice((2, 2, 999))]
            move = self.rng.choice(few)
            words.append(str(move))
            state = state.play(move)
            if state.to_move != seat:
                break
        return " ".join(words)

    async def plan(self, match: int, user: int) -> Any:
        state = (await self.domain.matches.get(match)).state
        line = []
        for _ in range(self.rng.choice((2, 2, 4))):
            seat = state.to_move
            turn = []
            while state.to_move == seat and seat is not None:
                move = self.rng.choice(state.legal_moves()[:2])
                turn.append(str(move))
                state = state.play(move)
            line.append(" ".join(turn))
        return await self.domain.prepared_moves.add(match, user, line)

    async def step(self) -> None:
        """One thing; refusals are fine, anything else is not."""
        domain = self.domain
        rng = self.rng
        who = self.who()
        one = self.recent(self.matches_made)
        offer = self.recent(self.challenges_made)
        version = rng.randrange(20) if rng.random() < 0.1 else None
        game = rng.choice(self.catalog)
        opponent = rng.choice((None, *PEOPLE))
        yes = rng.random() < 0.7
        now = await domain.matches.get(one)
        player = waiter = who.id
        if now.to_move is not None and rng.random() < 0.9:
            player = now.seats[now.to_move]
            waiter = now.seats[1 - now.to_move]
        things: list[tuple[int, Callable[[], Awaitable[Any]]]] = [
            (
                4,
                lambda: domain.challenges.make(
                    rng.choice(PLACES),
                    who,
                    game.slug,
                    opponent=opponent,
                    variant=smallest(game),
                    clock=rng.choice(CLOCKS),
                    rated=yes,
                    note=rng.choice(TEXTS),
                    side=rng.choice(("random", "first", "second", "odd")),
                ),
            ),
            (12, lambda: domain.challenges.accept(offer, who)),
            (1, lambda: domain.challenges.decline(offer, who)),
            (1, lambda: domain.challenges.withdraw(offer, who)),
            (1, lambda: domain.challenges.counter(offer, who, clock=rng.choice(CLOCKS))),
            (2, lambda: domain.challenges.rematch(one, who.id)),
            (60, lambda: self.play(one, player, version)),
            (2, lambda: domain.matches.undo(one, player)),
            (9, lambda: domain.matches.confirm(one, player, version=version)),
            (3, lambda: domain.matches.act(one, who.id, endings.resign, version=version)),
            (2, lambda: domain.matches.act(one, who.id, endings.abort)),
            (3, lambda: domain.matches.act(one, who.id, agreements.offer_draw)),
            (
                6,
                lambda: domain.matches.do(
                    one, partial(agreements.answer, "draw", user=who.id, yes=yes)
                ),
            ),
            (2, lambda: domain.matches.act(one, who.id, agreements.ask_takeback)),
            (
                6,
                lambda: domain.matches.do(
                    one, partial(agreements.answer, "takeback", user=who.id, yes=yes)
                ),
            ),
            (3, lambda: domain.matches.act(one, who.id, agreements.ask_pause)),
            (
                6,
                lambda: domain.matches.do(
                    one, partial(agreements.answer, "pause", user=who.id, yes=yes)
                ),
            ),
            (2, lambda: domain.matches.do(one, partial(agreements.ask_abandon, user=who.id))),
            (
                3,
                lambda: domain.matches.do(
                    one, partial(agreements.answer, "abandon", user=who.id, yes=yes)
                ),
            ),
            (1, lambda: domain.matches.do(one, partial(agreements.ask_take_up, user=who.id))),
            (2, lambda: domain.matches.do(one, partial(waiting.nudge, user=waiter))),
            (
                1,
                lambda: domain.matches.do(
                    one, partial(waiting.snooze, user=player, days=rng.choice((1, 3, 7)))
                ),
            ),
            (
                5,
                lambda: domain.matches.do(
                    one,
                    partial(
                        endings.claim,
                        user=who.id,
                        what=rng.choice(("win", "draw", "time", "time", "close")),
                    ),
                ),
            ),
            (20, lambda: self.plan(one, waiter)),
            (1, lambda: domain.prepared_moves.remove(one, who.id)),
            (1, lambda: domain.members.take_vacation(who.id, rng.choice((0, 1, 3)))),
            (1, lambda: domain.members.change(who.id, confirm=rng.random() < 0.1)),
            (
                1,
                lambda: domain.members.change(
                    who.id, notices=rng.choice(("channel", "dm", "both", "none"))
                ),
            ),
            (1, lambda: domain.matches.follow(one, who.id)),
            (1, lambda: domain.matches.presence(HERE.scope, who.id, absent=True)),
            (
                1,
                lambda: domain.matches.resolve(
                    viewer(who, rng.choice(PLACES)), rng.choice((None, "M1", *TEXTS))
                ),
            ),
            (1, lambda: domain.matches.look(one, rng.randrange(40))),
            (6, self.pass_time),
            (4, self.send),
        ]
        weights = [weight for weight, _ in things]
        [(_, act)] = rng.choices(things, weights)
        refusal = "refused"
        try:
            await act()
        except GameError as error:
            refusal = str(error)
        assert 0 < len(refusal) < 700, refusal

    async def play(self, match: int, user: int, version: int | None) -> Any:
        text = await self.text(match, user)
        draw = self.rng.random() < 0.1
        return await self.domain.matches.play(match, user, text, version=version, draw=draw)

    async def pass_time(self) -> None:
        self.clock.move(hours=self.rng.choice((0.02, 0.04, 1, 7, 40)))
        if self.rng.random() < 0.7:  # else the bot was away
            async with self.domain.database.store.write() as connection:
                await connection.execute(heartbeat.delete())
        await chores(self.domain)

    async def send(self) -> None:
        outbox = self.domain.outbox
        for notice in await outbox.claim():
            settle = self.rng.choice((outbox.done, outbox.retry))
            await settle(notice.id)

    async def check(self) -> None:
        """What is stored beside the decisions is what they lead to."""
        async with self.domain.database.store.read() as connection:
            rows = [dict(row) for row in (await connection.execute(sa.select(table))).mappings()]
            last = (await connection.execute(sa.select(sa.func.max(challenges.c.id)))).scalar_one()
            plans = (await connection.execute(sa.select(explorations))).mappings().all()
        self.matches_made = max(row["id"] for row in rows)
        self.challenges_made = last
        for row in rows:
            state = games.replay(row["game"], row["options"], row["decisions"].split())
            assert (state.ply, state.turn) == (row["ply"], row["turn"])
            running = row["status"] == "running"
            assert running == (row["finished_at"] is None)
            assert row["to_move"] == (state.to_move if running else None)
            assert row["mover"] == (row[f"seat{state.to_move}"] if running else None)
            turns = (await self.domain.matches.get(row["id"])).history.whole().turns()
            assert [text for turn in turns for text in turn.decisions] == row["decisions"].split()
            timed = running and row["clock"] != "none"
            assert (row["due_at"] is not None) == timed
            # and may have an end, with a clock or without
            paused = running and row["paused_at"] is not None
            assert row["wake_at"] is None or timed or paused
            if not running:
                assert not (await self.domain.matches.get(row["id"])).draft.decisions
                assert row["paused_at"] is None
            view = await self.domain.matches.get(row["id"])
            assert view.state.pieces() == state.pieces()
            assert view.history.states[-1].ply == state.ply
            if running:
                assert state.legal_moves() != (games.core.PASS,)
                await self.domain.matches.draft(row["id"], row["mover"])
        by_id = {row["id"]: row for row in rows}
        for plan in plans:
            row = by_id[plan["match"]]
            prepared = await self.domain.prepared_moves.get(row["id"], plan["user"])
            assert row["status"] == "running" or not prepared
            state = games.replay(row["game"], row["options"], row["decisions"].split())
            for theirs in prepared:
                after = state
                for text in theirs.split():
                    after = after.play(after.parse(text))


def smallest(game: Game) -> str:
    """The choice of a game's smallest board."""
    return min(
        game.options[0].choices, key=lambda choice: len(game.start(board=choice).board.cells)
    )


async def walk(
    domain: Domain, clock: Clock, seed: int, steps: int, catalog: Sequence[Game] | None = None
) -> None:
    """So many random things, checked every now and then."""
    walking = Walk(domain, clock, seed, catalog or games.catalog())
    for clock_text in ("", "1d", "3d+6h"):
        game = walking.rng.choice(walking.catalog)
        await started(domain, game.slug, clock=clock_text, variant=smallest(game))
    await walking.check()
    for number in range(steps):
        await walking.step()
        if number % 30 == 29:
            await walking.check()
    assert walking.matches_made >= 3


@pytest.mark.slow  # a walk is among the recordings, which run always
@pytest.mark.parametrize("seed", range(100, 104))
async def test_a_random_walk_never_breaks_anything(domain: Domain, clock: Clock, seed: int) -> None:
    await walk(domain, clock, seed, 2500)
