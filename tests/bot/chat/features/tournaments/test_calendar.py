"""Tournaments among the events of a server in Discord."""

from __future__ import annotations

import discord
from simcord.backend.models import Overwrite

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


async def test_a_tournament_of_a_hidden_channel_is_no_event_that_everyone_sees(club: Club) -> None:
    hidden, seen = (discord.PermissionOverwrite(view_channel=views) for views in (False, True))
    overwrites = {club.guild.default_role: hidden, club.alice.actor: seen}
    club.channel = club.guild.create_text_channel("secret", overwrites=overwrites)
    await club.env.settle()
    await club.alice.slash("tournament create", game="loop", kind="swiss", starts="in 3 days", title="Secret cup")
    assert await events_of(club) == []


async def test_the_event_of_a_channel_that_is_hidden_later_goes(club: Club) -> None:
    await club.alice.slash("tournament create", game="loop", kind="swiss", starts="in 3 days", title="Spring cup")
    assert len(await events_of(club)) == 1
    views, backend = discord.Permissions(view_channel=True).value, club.env.backend
    backend.set_overwrite(club.channel.id, Overwrite(club.alice.id, 1, allow=views))
    backend.set_overwrite(club.channel.id, Overwrite(club.guild.id, 0, deny=views))
    await club.alice.slash("tournament start", when="in 5 days")
    assert await events_of(club) == []
