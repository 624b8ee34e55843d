"""Short cuts for tests of the match service."""

import random
from collections.abc import Collection
from dataclasses import fields
from typing import Any

from bot.domain.domain import Domain
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.match import Match, StoredResult
from bot.domain.outbox.repository import read
from bot.domain.values import Place
from bot.store.tables import outbox
from tests.bot.conftest import ANN, BEN, HERE


async def started(
    domain: Domain, game: str = "veloop-square", place: Place = HERE, **terms: Any
) -> Match:
    """A match that Ann has begun (she sits in the first seat) and Ben has accepted, with the outbox
    cleared.
    """
    terms = {"side": "first", "opponent": BEN, **terms}
    offer = await domain.challenges.make(place, ANN, game, **terms)
    change = await domain.challenges.accept(offer.challenge.id, terms["opponent"] or BEN)
    await cleared(domain)
    return change.match


async def swept(domain: Domain) -> list[Notice[DomainEvent]]:
    """Every notice that is due, in the order in which they are given, struck off; each says all
    that it has to.
    """
    notices = []
    claim = await domain.outbox.claim()
    while claim:
        for notice in claim:
            require_all_said(notice)
            notices.append(notice)
            await domain.outbox.done(notice.id)
        claim = await domain.outbox.claim()
    return notices


async def cleared(domain: Domain) -> None:
    """Delete every notice that is due, by one statement: what comes later is the test's subject."""
    async with domain.database.unit_of_work() as work:
        due = outbox.delete().where(outbox.c.next_try <= work.now).returning(outbox)
        rows = (await work.connection.execute(due)).all()
    for row in rows:
        notice = read(row)
        assert notice is not None
        require_all_said(notice)


def require_all_said(notice: Notice[DomainEvent]) -> None:
    """Fail if a field of a notice's event is None where it never should be."""
    for field in fields(notice.event):
        assert getattr(notice.event, field.name) is not None or "None" in str(field.type)


async def step(domain: Domain, match: int, rng: random.Random, **more: Any) -> StoredResult:
    """A legal decision by whoever is to move, drawn by ``rng``."""
    now = await domain.matches.get(match)
    if now.mover is None:
        raise now.over()
    draft = await domain.matches.draft(match, now.mover)
    legal = (draft.state if draft else now.state).legal_moves()
    return await domain.matches.play(match, now.mover, str(rng.choice(legal)), **more)


async def played(domain: Domain, match: int, turns: int, seed: int = 1) -> Match:
    """The match after so many random whole turns, or at its end, with the outbox cleared."""
    now = await after_turns(domain, match, turns, seed)
    await cleared(domain)
    return now


async def after_turns(domain: Domain, match: int, turns: int, seed: int = 1) -> Match:
    """The match after so many random whole turns, or at its end."""
    rng = random.Random(seed)
    now = await domain.matches.get(match)
    for _ in range(turns):
        state = now.state
        words = []
        seat = state.to_move
        if seat is None:
            break
        while state.to_move == seat:
            move = rng.choice(state.legal_moves())
            words.append(str(move))
            state = state.play(move)
        change = await domain.matches.play(match, now.seats[seat], " ".join(words))
        now = change.match
    return now


def kinds(notices: list[Notice[DomainEvent]]) -> list[tuple[str, int | None]]:
    """The kind of each notice and the user it pings."""
    return [(notice.event.kind, notice.ping) for notice in notices]


async def chores(domain: Domain, shards: Collection[int] = (0,), count: int = 1) -> int:
    """Do all that falls due in matches and challenges; how many matches and challenges it
    concerned.
    """
    await domain.heartbeat.beat(shards, count)
    return await domain.matches.wake_due(shards, count) + await domain.challenges.expire()
