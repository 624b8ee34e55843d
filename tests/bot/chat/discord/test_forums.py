"""Matches in a forum channel: a post each, tagged by game and state."""

from functools import partial

import discord
import pytest

from bot.domain.matches import agreements, endings
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words
from tests.bot.domain.matches.helpers import played

pytestmark = pytest.mark.slow


async def forum_of(club: Club) -> discord.ForumChannel:
    """A forum that the server has chosen for its matches."""
    new_forum = club.guild.create_forum_channel("matches")
    await club.env.settle()
    await club.services.servers.change(club.place, forum=new_forum.id)
    forum = club.bot.client.get_channel(new_forum.id)
    assert isinstance(forum, discord.ForumChannel)
    return forum


async def last_of(club: Club, post: discord.Thread) -> discord.Message:
    await club.env.settle()
    return await anext(post.history(limit=1))


async def test_a_match_has_its_post_in_the_forum_that_is_set(club: Club) -> None:
    forum = await forum_of(club)
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    assert post.name == "M1 · Veloop: alice – bob"
    assert "to move" in words(await last_of(club, post))
    assert f"<#{post.id}>" in words(await club.alice.slash("move", moves="e4-d6"))
    assert "played **e4-d6**" in words(await last_of(club, post))
    match = await club.services.matches.get(1)
    assert match.thread == post.id
    assert match.channel == club.channel.id


async def test_tags_that_there_are_are_used_and_missing_ones_made_where_the_bot_may(
    club: Club,
) -> None:
    forum = await forum_of(club)
    await forum.create_tag(name="veloop")
    await club.env.settle()
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    assert [tag.name for tag in post.applied_tags] == ["veloop", "Running"]
    await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(5)
    assert [tag.name for tag in post.applied_tags] == ["veloop", "Over"]
    assert [tag.name for tag in forum.available_tags] == ["veloop", "Running", "Over"]


async def test_a_shelved_match_that_is_resumed_is_tagged_as_running_again(club: Club) -> None:
    forum = await forum_of(club)
    await played(club.services, await club.match(), 4)
    shelve = partial(endings.ended, winner=None, reason="adjourned", actor=None)
    await club.services.matches.do(1, shelve)
    await club.env.advance_time(5)
    [post] = forum.threads
    assert [tag.name for tag in post.applied_tags] == ["Veloop", "Over"]
    await club.services.matches.act(1, club.alice.id, agreements.ask_take_up)
    accept = partial(agreements.answer, "take_up", user=club.bob.id, yes=True)
    await club.services.matches.do(1, accept)
    await club.env.advance_time(5)
    assert [tag.name for tag in post.applied_tags] == ["Veloop", "Running"]


async def test_without_leave_to_post_in_the_forum_the_match_stays_in_its_channel(
    club: Club,
) -> None:
    club.env.backend.delete_channel((await forum_of(club)).id)
    await club.env.settle()
    await club.match()
    assert "to move" in words(club.post())
    assert (await club.services.matches.get(1)).thread is None
