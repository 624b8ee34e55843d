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
from bot.domain.matches.match import CommandResult, Match
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


Act = tuple[int, Callable[[], Awaitable[Any]]]
"""How often something is done beside the rest, and how."""


class Walk:
    """Random things that random people do."""

    def __init__(self, domain: Domain, clock: Clock, seed: int, catalog: Sequence[Game]) -> None:
        self.domain = domain
        self.catalog = catalog
        self.clock = clock
        self.rng = random.Random(seed)
        self.latest_match = 1
        self.latest_challenge = 1
        self.checked_matches: dict[int, dict[str, Any]] = {}
        """What was stored of each match when it was checked last."""
        self.checked_plans: dict[tuple[int, int], tuple[dict[str, Any], str, str]] = {}
        """The same of each plan, by its match and member, with the match's status and decisions."""

    def recent(self, latest: int) -> int:
        """An id, mostly of something that is new."""
        lag = self.rng.choice((0, 0, 0, 1, 1, 2, 3, 5, 9))
        return max(1, latest - lag)

    async def text(self, match: int, user: int) -> str:
        """Mostly a legal decision, or a few of them."""
        if self.rng.random() < 0.1:
            return self.rng.choice(TEXTS)
        draft = await self.domain.matches.draft(match, user)
        if draft is None:
            state = (await self.domain.matches.get(match)).state
        else:
            state = draft.state
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
        """Prepare answers."""
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
        who = self.rng.choice(PEOPLE)
        match = await self.domain.matches.get(self.recent(self.latest_match))
        challenge = self.recent(self.latest_challenge)
        acts = [
            *self.challenge_acts(who, challenge),
            *self.turn_acts(who, match),
            *self.request_acts(who, match),
            *self.other_acts(who, match),
        ]
        weights = [weight for weight, _ in acts]
        [(_, act)] = self.rng.choices(acts, weights)
        refusal = "refused"
        try:
            await act()
        except GameError as error:
            refusal = str(error)
        assert 0 < len(refusal) < 700, refusal

    def challenge_acts(self, who: Person, challenge: int) -> list[Act]:
        """What somebody may do about challenges."""
        challenges = self.domain.challenges
        clock = self.rng.choice(CLOCKS)
        return [
            (4, partial(self.challenge, who)),
            (12, partial(challenges.accept, challenge, who)),
            (1, partial(challenges.decline, challenge, who)),
            (1, partial(challenges.withdraw, challenge, who)),
            (1, partial(challenges.counter, challenge, who, clock=clock)),
        ]

    async def challenge(self, maker: Person) -> Any:
        """Challenge somebody or anybody to any game, on terms that may be nonsense."""
        game = self.rng.choice(self.catalog)
        return await self.domain.challenges.make(
            self.rng.choice(PLACES),
            maker,
            game.slug,
            opponent=self.rng.choice((None, *PEOPLE)),
            variant=smallest(game),
            clock=self.rng.choice(CLOCKS),
            rated=self.rng.random() < 0.7,
            note=self.rng.choice(TEXTS),
            side=self.rng.choice(("random", "first", "second", "odd")),
        )

    def turn_acts(self, who: Person, match: Match) -> list[Act]:
        """What somebody, mostly the player whose turn it is, may do to play on or to end it."""
        matches = self.domain.matches
        version = self.rng.randrange(20) if self.rng.random() < 0.1 else None
        player = who.id
        waiter = who.id
        if match.to_move is not None and self.rng.random() < 0.9:
            player = match.seats[match.to_move]
            waiter = match.seats[1 - match.to_move]
        snooze = partial(waiting.snooze, user=player, days=self.rng.choice((1, 3, 7)))
        return [
            (60, partial(self.play, match.id, player, version)),
            (2, partial(matches.undo, match.id, player)),
            (9, partial(matches.confirm, match.id, player, version=version)),
            (20, partial(self.plan, match.id, waiter)),
            (1, partial(self.domain.prepared_moves.remove, match.id, who.id)),
            (2, partial(matches.do, match.id, partial(waiting.nudge, user=waiter))),
            (1, partial(matches.do, match.id, snooze)),
            (3, partial(matches.act, match.id, who.id, endings.resign, version=version)),
            (2, partial(matches.act, match.id, who.id, endings.abort)),
        ]

    def request_acts(self, who: Person, match: Match) -> list[Act]:
        """What somebody may ask for, answer and claim."""
        user = who.id
        yes = self.rng.random() < 0.7
        what = self.rng.choice(("win", "draw", "time", "time", "close"))

        def answer(request: str) -> Callable[..., CommandResult]:
            return partial(agreements.answer, request, user=user, yes=yes)

        commands: list[tuple[int, Callable[..., CommandResult]]] = [
            (3, partial(agreements.offer_draw, user=user)),
            (6, answer("draw")),
            (2, partial(agreements.ask_takeback, user=user)),
            (6, answer("takeback")),
            (3, partial(agreements.ask_pause, user=user)),
            (6, answer("pause")),
            (2, partial(agreements.ask_abandon, user=user)),
            (3, answer("abandon")),
            (1, partial(agreements.ask_take_up, user=user)),
            (5, partial(endings.claim, user=user, what=what)),
        ]
        do = self.domain.matches.do
        return [(weight, partial(do, match.id, command)) for weight, command in commands]

    def other_acts(self, who: Person, match: Match) -> list[Act]:
        """What somebody may do that concerns no turn, and what happens by itself."""
        matches = self.domain.matches
        members = self.domain.members
        onlooker = viewer(who, self.rng.choice(PLACES))
        name = self.rng.choice((None, "M1", *TEXTS))
        notices = self.rng.choice(("channel", "dm", "both", "none"))
        confirm = self.rng.random() < 0.1
        return [
            (2, partial(self.domain.challenges.rematch, match.id, who.id)),
            (1, partial(members.take_vacation, who.id, self.rng.choice((0, 1, 3)))),
            (1, partial(members.change, who.id, confirm=confirm)),
            (1, partial(members.change, who.id, notices=notices)),
            (1, partial(matches.follow, match.id, who.id)),
            (1, partial(matches.presence, HERE.scope, who.id, absent=True)),
            (1, partial(matches.resolve, onlooker, name)),
            (1, partial(matches.look, match.id, self.rng.randrange(40))),
            (6, self.pass_time),
            (4, self.send),
        ]

    async def play(self, match: int, user: int, version: int | None) -> Any:
        """Play, and perhaps offer a draw."""
        text = await self.text(match, user)
        draw = self.rng.random() < 0.1
        return await self.domain.matches.play(match, user, text, version=version, draw=draw)

    async def pass_time(self) -> None:
        """Some hours pass, in which the bot may have been away."""
        self.clock.move(hours=self.rng.choice((0.02, 0.04, 1, 7, 40)))
        if self.rng.random() < 0.7:  # else the bot was away
            async with self.domain.database.store.write() as connection:
                await connection.execute(heartbeat.delete())
        await chores(self.domain)

    async def send(self) -> None:
        """Notices are sent, or cannot be."""
        outbox = self.domain.outbox
        for notice in await outbox.claim():
            settle = self.rng.choice((outbox.done, outbox.retry))
            await settle(notice.id)

    async def check(self) -> None:
        """What is stored beside the decisions is what they lead to.

        What is stored as it was at the last check is not checked again.
        """
        async with self.domain.database.store.read() as connection:
            rows = (await connection.execute(sa.select(table))).mappings().all()
            plans = (await connection.execute(sa.select(explorations))).mappings().all()
            last = sa.select(sa.func.max(challenges.c.id))
            self.latest_challenge = (await connection.execute(last)).scalar_one()
        by_id = {row["id"]: row for row in rows}
        self.latest_match = max(by_id)
        for row in rows:
            if self.checked_matches.get(row["id"]) != dict(row):
                self.checked_matches[row["id"]] = dict(row)
                await self.check_match(row)
        for plan in plans:
            match = by_id[plan["match"]]
            key = (plan["match"], plan["user"])
            state = (dict(plan), match["status"], match["decisions"])
            if self.checked_plans.get(key) != state:
                self.checked_plans[key] = state
                await self.check_prepared(match, plan["user"])

    async def check_match(self, row: sa.RowMapping) -> None:
        """The columns of a match, and the match that is read of them, fit its decisions."""
        decisions = row["decisions"].split()
        state = games.replay(row["game"], row["options"], decisions)
        assert (row["ply"], row["turn"]) == (state.ply, state.turn)
        match = await self.domain.matches.get(row["id"])
        assert match.state.pieces() == state.pieces()
        assert match.history.states[-1].ply == state.ply
        texts = [text for turn in match.history.whole().turns() for text in turn.decisions]
        assert texts == decisions

        if row["status"] != "running":
            assert row["finished_at"] is not None
            assert row["to_move"] is None
            assert row["mover"] is None
            assert row["due_at"] is None
            assert row["wake_at"] is None
            assert row["paused_at"] is None
            assert not match.draft.decisions
            return
        assert row["finished_at"] is None
        assert row["to_move"] == state.to_move
        assert row["mover"] == row[f"seat{state.to_move}"]
        has_clock = row["clock"] != "none"
        assert (row["due_at"] is not None) == has_clock
        # A pause may have an end, with a clock or without.
        if row["wake_at"] is not None:
            assert has_clock or row["paused_at"] is not None
        assert state.legal_moves() != (games.core.PASS,)
        await self.domain.matches.draft(row["id"], row["mover"])

    async def check_prepared(self, row: sa.RowMapping, user: int) -> None:
        """The turns to which a member has prepared answers can be played."""
        answers = await self.domain.prepared_moves.get(row["id"], user)
        if row["status"] != "running":
            assert not answers
        state = games.replay(row["game"], row["options"], row["decisions"].split())
        for turn in answers:
            position = state
            for text in turn.split():
                position = position.play(position.parse(text))


def smallest(game: Game) -> str:
    """The choice of a game's smallest board."""
    boards = game.options[0].choices
    return min(boards, key=lambda board: len(game.start(board=board).board.cells))


async def walk(
    domain: Domain, clock: Clock, seed: int, steps: int, catalog: Sequence[Game] | None = None
) -> None:
    """So many random things, checked every now and then."""
    new_walk = Walk(domain, clock, seed, catalog or games.catalog())
    for clock_text in ("", "1d", "3d+6h"):
        game = new_walk.rng.choice(new_walk.catalog)
        await started(domain, game.slug, clock=clock_text, variant=smallest(game))
    await new_walk.check()
    for number in range(steps):
        await new_walk.step()
        if number % 30 == 29:
            await new_walk.check()
    assert new_walk.latest_match >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "seed"),
    [
        ("sqlite", 100),
        ("postgres", 102),
        pytest.param("sqlite", 101, marks=pytest.mark.exhaustive),
        pytest.param("postgres", 103, marks=pytest.mark.exhaustive),
    ],
    indirect=["engine"],
)
async def test_a_random_walk_never_breaks_anything(domain: Domain, clock: Clock, seed: int) -> None:
    await walk(domain, clock, seed, 1800)
