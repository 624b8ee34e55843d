"""Random interactions: each is answered, nothing fails, and rows of other members do not change."""

import logging
import re

import pytest
from simcord import InteractionResult

from tests.bot.chat.world import World, others, said

from .anything import Anything
from .fuzzing import SEED, SHARES, TIMES, Fuzz

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
TOGETHER = 24
"""Interactions sent at once."""


def answered(world: World, what: str, result: InteractionResult) -> None:
    """Check that a member who sent something was told something that they may know."""
    assert result.acknowledged, f"no answer to {what}"
    assert not result._interaction.loading, f"no end of {what}"
    if result._interaction.response_kind == "deferred_update":
        return  # what came of it is a post
    told = said(result)
    assert told, f"nothing was said to {what}"
    assert "That did not work" not in told, what
    for secret in world.secrets:
        assert secret not in told, f"{what} was told {secret}: {told}"
    refusal = re.search(r"'content': '⚠️ ([^\n]*?)', ", told)
    if refusal is not None:
        assert refusal[1][-1] in ".!?…。`" or refusal[1].endswith(("」", ")")), f"{what}: {told}"


@TIMES
@pytest.mark.parametrize("way", ["command", "typing", "press", "form", "menu"])
async def test_whatever_is_sent_is_answered_and_changes_nothing_of_others(
    world: World, way: str, times: int, caplog: pytest.LogCaptureFixture
) -> None:
    club = world.club
    eve = world.eve
    left = times * SHARES[way]
    await eve.actor.slash(world.channel, "play", game="vigilance")  # to be pressed on
    fuzz = Fuzz(way)
    people = [member.id for member in (club.alice, club.bob, club.carol, club.dave)]
    send = Anything(club, fuzz.rng, people, fuzz)
    before = world.stored()
    while left > 0:
        sent = []
        for _ in range(min(TOGETHER, left)):
            member, channel = (
                (eve, world.channel) if fuzz.rng.random() < 0.3 else (club.carol, club.channel)
            )
            result = getattr(send, way)(member, channel)
            sent.append((f"seed {SEED}: {send.wire.sent} by {member.name}", result))
        left -= len(sent)
        await club.env.settle()
        batch = "\n".join(what for what, _ in sent)[:4000]
        errors = [entry for entry in caplog.get_records("call") if entry.levelno >= logging.ERROR]
        assert not errors, (
            f"{batch}\n{[f'{entry.getMessage()} {entry.exc_text}' for entry in errors]}"
        )
        for what, result in sent:
            if way != "typing":  # answered with choices, of which there may be none
                answered(world, what, result)
            assert result.acknowledged, what
        changed = others(before, world.stored(), club.carol.id, eve.id, world.elsewhere.id)
        assert not changed, f"{batch}\n{changed}"
    for there in club.env.backend.messages.values():
        for message in there.values():
            assert not message.mention_everyone
            assert message.ping_role_ids == []
            assert len(message.ping_user_ids) <= 1
