"""Tournaments among the events of a server in Discord."""

from __future__ import annotations

import discord

from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words


async def events_of(club: Club) -> list[discord.ScheduledEvent]:
    """The events of the server."""
    await club.env.advance_time(5)
    guild = club.bot.client.get_guild(club.guild.id)
    assert guild is not None
    return list(await guild.fetch_scheduled_events())


async def test_a_tournament_is_an_event_that_moves_with_it_and_goes_with_it(club: Club) -> None:
    await club.alice.slash("tournament create", game="loop", kind="swiss", starts="in 3 days", title="Spring cup")
    [event] = await events_of(club)
    assert event.name == "T1 · Spring cup"
    assert event.start_time == (await club.services.tournaments.get(1)).starts
    assert event.location == f"https://discord.com/channels/{club.guild.id}/{club.channel.id}"
    assert "Sign up here" in (event.description or "")
    await club.alice.slash("tournament start", when="in 5 days")
    [moved] = await events_of(club)
    assert (moved.id, moved.start_time) == (event.id, (await club.services.tournaments.get(1)).starts)
    await club.alice.click(await club.alice.slash("tournament close"), "Close")
    assert "cancelled" in words(club.post())
    assert await events_of(club) == []


async def test_an_event_that_was_made_twice_is_one_again(club: Club) -> None:
    await club.alice.slash("tournament create", game="loop", kind="swiss", starts="in 3 days", title="Spring cup")
    [event] = await events_of(club)
    guild = club.bot.client.get_guild(club.guild.id)
    assert guild is not None
    await guild.create_scheduled_event(
        name=event.name,
        start_time=event.start_time,
        end_time=event.start_time,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="here",
    )
    await club.alice.slash("tournament start", when="in 4 days")
    [kept] = await events_of(club)
    assert kept.id == event.id
