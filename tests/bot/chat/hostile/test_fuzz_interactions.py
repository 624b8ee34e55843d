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
ENDS_OF_SENTENCES = (".", "!", "?", "…", "。", "`", "」", ")")


def assert_answered(world: World, description: str, result: InteractionResult) -> None:
    """Check that a member who sent something was told something that they may know."""
    assert result.acknowledged, f"no answer to {description}"
    assert not result._interaction.loading, f"no end of {description}"
    if result._interaction.response_kind == "deferred_update":
        return  # what came of it is a post
    text = said(result)
    assert text, f"nothing was said to {description}"
    assert "That did not work" not in text, description
    for secret in world.secrets:
        assert secret not in text, f"{description} was told {secret}: {text}"
    refusal = re.search(r"'content': '⚠️ ([^\n]*?)', ", text)
    if refusal is not None:
        assert refusal[1].endswith(ENDS_OF_SENTENCES), f"{description}: {text}"


def assert_nothing_failed(caplog: pytest.LogCaptureFixture, batch: str) -> None:
    errors = [
        f"{record.getMessage()} {record.exc_text}"
        for record in caplog.get_records("call")
        if record.levelno >= logging.ERROR
    ]
    assert not errors, f"{batch}\n{errors}"


def assert_nobody_was_pinged_by_tricks(world: World) -> None:
    for messages in world.club.env.backend.messages.values():
        for message in messages.values():
            assert not message.mention_everyone
            assert message.ping_role_ids == []
            assert len(message.ping_user_ids) <= 1


@TIMES
@pytest.mark.parametrize("way", ["command", "typing", "press", "form", "menu"])
async def test_whatever_is_sent_is_answered_and_changes_nothing_of_others(
    world: World, way: str, times: int, caplog: pytest.LogCaptureFixture
) -> None:
    club = world.club
    eve = world.eve
    await eve.actor.slash(world.channel, "play", game="vigilance")  # to be pressed on
    fuzz = Fuzz(way)
    people = [member.id for member in (club.alice, club.bob, club.carol, club.dave)]
    anything = Anything(club, fuzz.rng, people, fuzz)
    ways = {
        "command": anything.command,
        "typing": anything.typing,
        "press": anything.press,
        "form": anything.form,
        "menu": anything.menu,
    }
    send = ways[way]
    initially = world.stored()
    count_left = times * SHARES[way]
    while count_left > 0:
        results: list[tuple[str, InteractionResult]] = []
        for _ in range(min(TOGETHER, count_left)):
            if fuzz.rng.random() < 0.3:
                member = eve
                channel = world.channel
            else:
                member = club.carol
                channel = club.channel
            result = send(member, channel)
            results.append((f"seed {SEED}: {anything.wire.sent} by {member.name}", result))
        count_left -= len(results)
        await club.env.settle()

        batch = "\n".join(description for description, _ in results)[:4000]
        assert_nothing_failed(caplog, batch)
        for description, result in results:
            if way == "typing":  # answered with choices, of which there may be none
                assert result.acknowledged, description
            else:
                assert_answered(world, description, result)
        changes = others(initially, world.stored(), club.carol.id, eve.id, world.elsewhere.id)
        assert not changes, f"{batch}\n{changes}"
    assert_nobody_was_pinged_by_tricks(world)
