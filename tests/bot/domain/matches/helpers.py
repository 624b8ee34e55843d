"""Short cuts for tests of the match service."""

from __future__ import annotations

import random
from typing import Any

from bot.domain.matches.match import Match

from bot.domain.events import Notice
from bot.domain.matches.service import Matches, Played
from tests.bot.conftest import ANN, BEN, HERE


async def started(matches: Matches, game: str = "veloop-square", **terms: Any) -> Match:
    """A match that Ann has begun (she sits in the first seat) and Ben has accepted, with the outbox swept."""
    terms = {"side": "first", "opponent": BEN, **terms}
    offered = await matches.challenges.make(HERE, ANN, game, **terms)
    change = await matches.challenges.accept(offered.challenge.id, terms["opponent"] or BEN)
    await swept(matches)
    return change.match


async def swept(matches: Matches) -> list[Notice]:
    """Every notice that is due, in the order in which they are given, struck off."""
    found = []
    while some := await matches.outbox.claim():
        for notice in some:
            found.append(notice)
            await matches.outbox.done(notice.id)
    return found


async def step(matches: Matches, match: int, rng: random.Random, **more: Any) -> Played:
    """A legal decision by whoever is to move, drawn by ``rng``."""
    now = await matches.get(match)
    assert now.mover is not None
    draft = await matches.draft(match, now.mover)
    legal = (draft.state if draft else now.state).legal_moves()
    return await matches.play(match, now.mover, str(rng.choice(legal)), **more)


async def played(matches: Matches, match: int, turns: int, seed: int = 1) -> Match:
    """The match after so many random whole turns, or at its end."""
    rng = random.Random(seed)
    now = await matches.get(match)
    while turns and now.status == "running":
        result = await step(matches, match, rng)
        turns -= result.complete
        now = result.match
    await swept(matches)
    return now


def kinds(notices: list[Notice]) -> list[tuple[str, int | None]]:
    """What was told, and whom it pinged."""
    return [(notice.kind, notice.ping) for notice in notices]
