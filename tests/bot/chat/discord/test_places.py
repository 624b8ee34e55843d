"""Where a match is posted: channels, threads, private messages, and what happens when one of them
is gone or closed.
"""

import discord
import pytest

from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, privately_says, says, words


async def threaded(club: Club) -> discord.Thread:
    """A match of alice and bob in a thread of its own."""
    await club.services.servers.change(club.place, threads=True)
    await club.match(clock="1d")
    (handle,) = club.channel.threads
    thread = club.bot.client.get_guild(club.guild.id).get_thread(handle.id)  # type: ignore[union-attr]
    assert thread is not None
    return thread


async def test_a_match_has_a_thread_where_the_server_wants_it(club: Club) -> None:
    thread = await threaded(club)
    assert thread.name == "M1 · Veloop: alice – bob"
    (handle,) = club.channel.threads
    assert "to move" in words(handle.history()[-1])
    count = len(club.posts())
    privately_says(await club.alice.slash("move", moves="e4-d6"), f"<#{thread.id}>")
    assert "played **e4-d6**" in words(handle.history()[-1])
    assert len(club.posts()) == count


async def test_the_name_of_a_thread_pings_nobody(club: Club) -> None:
    club.env.backend.get_user(club.alice.id).global_name = "@everyone"
    assert (await threaded(club)).name == "M1 · Veloop: @\u200beveryone – bob"


@pytest.mark.slow
async def test_a_match_whose_thread_is_gone_goes_on_in_the_channel(club: Club) -> None:
    club.env.backend.delete_channel((await threaded(club)).id)
    await later(club, DAY * 0.8)
    assert "your turn against" in words(club.post())
    await club.alice.slash("move", moves="e4-d6")
    assert "played **e4-d6**" in words(club.post())


async def test_a_match_whose_thread_is_archived_and_locked_goes_on_in_the_channel(
    club: Club,
) -> None:
    thread = await threaded(club)
    # A post brings an archived thread back by itself, unless it is locked.
    club.env.inject_error(
        "POST", f"/channels/{thread.id}/messages", status=400, code=160005, times=None
    )
    await club.alice.slash("move", moves="e4-d6")
    club.posted("played **e4-d6**", pings=[club.bob])


async def test_a_turn_played_from_another_channel_is_posted_where_the_match_is(club: Club) -> None:
    await club.match()
    other = club.guild.create_text_channel("elsewhere")
    answer = await club.alice.actor.slash(other, "move", moves="e4-d6")
    privately_says(answer, f"<#{club.channel.id}>")
    club.posted("played **e4-d6**", pings=[club.bob])


@pytest.mark.slow
async def test_a_channel_that_is_closed_to_the_bot(club: Club) -> None:
    await club.match(clock="1d")
    club.env.inject_error(
        "POST", f"/channels/{club.channel.id}/messages", status=403, code=50001, times=None
    )
    await later(club, DAY * 0.8)
    direct = club.alice.actor.user.dm_channel.last_message
    assert direct is not None
    assert "your turn against" in words(direct)


async def test_what_the_bot_may_not_do_here_is_said_at_the_start(club: Club) -> None:
    me = club.guild.me
    assert me is not None
    quiet = club.guild.create_text_channel(
        "quiet", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    (hint,) = (await club.alice.actor.slash(quiet, "play", game="loop")).followups
    assert hint.ephemeral
    assert "A server manager must allow: send messages" in words(hint)


@pytest.mark.parametrize("may_post", [True, False])
async def test_in_a_private_thread_without_the_bot_members_are_asked_to_add_it(
    club: Club, may_post: bool
) -> None:
    me = club.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(send_messages_in_threads=may_post, manage_threads=False)
    channel = club.guild.create_text_channel("quiet", overwrites={me: overwrite})
    club.env.backend.create_thread(channel.id, "secret", club.alice.id, type=12)
    await club.env.settle()
    (thread,) = channel.threads
    (hint,) = (await club.alice.actor.slash(thread, "play", game="loop")).followups
    assert hint.ephemeral
    says(
        hint,
        "I’m not in this private thread",
        f"Add me by mentioning me: <@{club.services.gateway.me}>",
    )
    assert "server manager" not in words(hint)
    club.env.backend.add_thread_member(thread.id, me.id)
    await club.env.settle()
    answer = await club.alice.actor.slash(thread, "play", game="loop")
    assert [words(hint) for hint in answer.followups if "private thread" in words(hint)] == []


@pytest.mark.slow
async def test_playing_in_private_messages(club: Club) -> None:
    await club.match()
    user = club.alice.actor.user
    assert "server" not in user.available_commands()
    assert "Veloop · M1" in words(await user.slash("board"))
    await user.slash("move", moves="e4-d6")
    assert "played **e4-d6**" in words(club.post())
    assert "**M1**" in words(await user.slash("matches"))
    for other in ({}, {"opponent": club.bob.actor.user}):
        assert "You’re alone here" in words(await user.slash("play", game="loop", **other))
    assert "the computer (novice)" in words(await user.slash("play", game="loop", level="novice"))


@pytest.mark.slow
async def test_a_server_that_the_bot_was_removed_from_and_invited_to_again(club: Club) -> None:
    await club.match()
    await club.bot.client.on_guild_remove(club.bot.client.guilds[0])
    await later(club, 3 * DAY)
    await club.bot.client.on_guild_join(club.bot.client.guilds[0])
    await club.alice.slash("move", moves="e4-d6")
    assert "played **e4-d6**" in words(club.post())
    assert "Move" in buttons(club.post())
