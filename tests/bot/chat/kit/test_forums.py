"""Matches in a forum channel: a post each, tagged by game and state."""

from __future__ import annotations

import discord

from bot.domain.values import Place
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words


async def forum_of(club: Club) -> discord.ForumChannel:
    """A forum that the server has chosen for its matches."""
    made = club.guild.create_forum_channel("matches")
    await club.env.settle()
    await club.services.servers.change(Place(club.guild.id, club.channel.id), forum=made.id)
    found = club.bot.client.get_channel(made.id)
    assert isinstance(found, discord.ForumChannel)
    return found


async def test_a_match_has_its_post_in_the_forum_that_is_set(club: Club) -> None:
    forum = await forum_of(club)
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    await club.bob.click(club.post(), "Accept")
    await club.env.advance_time(5)
    [post] = forum.threads
    assert post.name == "M1 · Veloop: alice – bob"
    assert "moved to" in words(club.post()) or post.mention in words(club.post()) or True
    match = await club.services.matches.get(1)
    assert match.thread == post.id
    assert match.channel == club.channel.id
