"""A match goes on where its thread cannot be opened as wanted: at once, once, with one warning that
says what to do.
"""

import logging
from collections.abc import Iterator

import discord
import pytest
from simcord import MemberActor
from simcord.enums import ChannelType

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord.test_forums import forum_of, last_of
from tests.bot.chat.reading import privately_says, says, words
from tests.bot.chat.strict_threads import NEWS_THREAD, StrictThreads, require_tags, strict_threads

pytestmark = pytest.mark.slow


@pytest.fixture
def rules() -> Iterator[StrictThreads]:
    with strict_threads() as strict:
        yield strict


@pytest.fixture
async def modest(club: Club) -> None:
    """The bot manages neither channels nor threads."""
    _limit(club)
    await club.env.settle()


def _limit(club: Club) -> None:
    may = discord.Permissions.text()
    may.update(manage_threads=False, manage_messages=False, create_public_threads=True)
    for role in club.env.backend.get_guild(club.guild.id).roles.values():
        if role.managed:
            role.permissions = may.value
    for high_role in club.server.me.roles[1:]:
        high_role._permissions = may.value


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def tags(*names: str, moderated: bool = False) -> list[dict[str, object]]:
    return [
        {
            "id": str(1000 + number),
            "name": name,
            "moderated": moderated,
            "emoji_id": None,
            "emoji_name": None,
        }
        for number, name in enumerate(names)
    ]


async def _tagged(club: Club, forum: int, available: list[dict[str, object]]) -> None:
    club.env.backend.edit_channel(forum, {"available_tags": available})
    await club.env.settle()


async def test_a_post_in_a_forum_that_requires_a_tag_is_given_one_that_it_can_have(
    club: Club, modest: None, rules: StrictThreads, caplog: pytest.LogCaptureFixture
) -> None:
    forum = await forum_of(club)
    await _tagged(club, forum.id, tags("Question", "Idea"))
    require_tags(club, forum.id, rules)
    await club.env.settle()
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    assert [tag.name for tag in post.applied_tags] == ["Question"]
    assert "to move" in words(await last_of(club, post))
    assert rules.asked == 1
    (warning,) = warnings(caplog)
    assert "requires a tag" in warning


@pytest.mark.parametrize(
    "bot_knows", [True, False], ids=["the bot knows", "the bot does not know yet"]
)
async def test_a_forum_that_requires_a_tag_which_only_moderators_may_set(
    club: Club,
    modest: None,
    rules: StrictThreads,
    caplog: pytest.LogCaptureFixture,
    bot_knows: bool,
) -> None:
    forum = await forum_of(club)
    await _tagged(club, forum.id, tags("Question", "Idea", moderated=True))
    if bot_knows:
        require_tags(club, forum.id, rules)
    else:
        rules.required.add(forum.id)
    await club.env.settle()
    await club.match()
    assert "to move" in words(club.post())
    await club.alice.slash("move", moves="e4-d6")
    club.posted("played **e4-d6**", pings=[club.bob])
    assert not rules.opened
    (warning,) = warnings(caplog)
    assert "requires a tag" in warning
    privately_says(await club.boss().slash("server"), f"<#{forum.id}> requires a tag")


async def test_tags_are_taken_away_where_discord_no_longer_has_them(
    club: Club, rules: StrictThreads, caplog: pytest.LogCaptureFixture
) -> None:
    forum = await forum_of(club)
    await forum.create_tag(name="veloop", moderated=True)
    await club.env.settle()
    _limit(club)
    # The bot takes itself for one that manages threads.
    for role in club.server.me.roles:
        role._permissions |= discord.Permissions(manage_threads=True).value
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    assert not post.applied_tags
    assert rules.asked == 2
    assert len(warnings(caplog)) == 1


async def test_a_title_with_a_blocked_name_is_opened_without_names(
    club: Club, rules: StrictThreads, caplog: pytest.LogCaptureFixture
) -> None:
    rules.blocked.add("bob")
    await club.services.servers.change(club.place, threads=True)
    await club.match()
    (thread,) = club.channel.threads
    assert club.server.get_thread(thread.id).name == "M1 · Veloop"  # type: ignore[union-attr]
    says(thread.history()[-1], "to move")
    (warning,) = warnings(caplog)
    assert "AutoMod" in warning


async def test_where_no_more_threads_can_be_opened_the_match_is_played_in_the_channel(
    club: Club, rules: StrictThreads, caplog: pytest.LogCaptureFixture
) -> None:
    rules.full.add(club.guild.id)
    await club.services.servers.change(club.place, threads=True)
    await club.match()
    assert "to move" in words(club.post())
    await club.alice.slash("move", moves="e4-d6")
    club.posted("played **e4-d6**", pings=[club.bob])
    assert rules.asked == 1
    (warning,) = warnings(caplog)
    assert "too many active ones" in warning
    privately_says(await club.boss().slash("server"), "this server has too many active ones")
    rules.full.clear()
    await club.match()
    assert rules.opened == 1


@pytest.mark.parametrize(
    "bot_knows", [True, False], ids=["the bot knows", "the bot does not know yet"]
)
async def test_a_match_has_its_thread_in_a_channel_that_was_made_one_for_announcements(
    club: Club, rules: StrictThreads, bot_knows: bool
) -> None:
    await club.services.servers.change(club.place, threads=True)
    backend = club.env.backend
    if bot_knows:
        backend.edit_channel(club.channel.id, {"type": ChannelType.NEWS})
    else:
        backend.get_channel(club.channel.id).type = ChannelType.NEWS
    await club.env.settle()
    await club.match()
    thread = (await club.services.matches.get(1)).thread
    assert thread is not None
    assert rules.types == [NEWS_THREAD]
    assert rules.asked == (1 if bot_knows else 2)


async def test_a_channel_for_announcements_that_takes_no_threads(
    club: Club, rules: StrictThreads, caplog: pytest.LogCaptureFixture
) -> None:
    await club.services.servers.change(club.place, threads=True)
    club.env.inject_error("POST", "/channels/*/threads", status=400, code=50024, times=None)
    await club.match()
    club.posted("to move", pings=[club.alice])
    assert len(warnings(caplog)) == 1
    privately_says(await club.boss().slash("server"), "Discord allows none there")


async def test_managers_are_warned_when_they_choose_a_forum_in_which_the_bot_may_open_nothing(
    club: Club, modest: None, rules: StrictThreads
) -> None:
    forum = await forum_of(club)
    await club.services.servers.change(club.place, forum=0)
    await _tagged(club, forum.id, tags("Question", moderated=True))
    require_tags(club, forum.id, rules)
    await club.env.settle()
    boss = club.boss()
    card = await boss.slash("server")
    assert "requires a tag" not in words(card)
    await club.services.servers.change(club.place, forum=forum.id)
    privately_says(await boss.slash("server"), f"<#{forum.id}> requires a tag")


@pytest.mark.parametrize("level", ["novice", None])
async def test_a_match_begun_in_a_post_of_a_forum_is_played_there(
    club: Club, modest: None, rules: StrictThreads, level: str | None
) -> None:
    questions = club.guild.create_forum_channel("questions")
    await club.env.settle()
    await _tagged(club, questions.id, tags("Question", "Idea"))
    forum = club.bot.client.get_channel(questions.id)
    assert isinstance(forum, discord.ForumChannel)
    question = await forum.create_thread(
        name="Who plays?", content="Me", applied_tags=forum.available_tags[:1]
    )
    require_tags(club, forum.id, rules)
    await club.env.settle()
    rules.asked = 0
    post = next(thread for thread in questions.threads if thread.id == question.thread.id)
    actor: MemberActor = club.alice.actor
    if level is not None:
        await actor.slash(post, "play", game="loop", level=level)
    else:
        await actor.slash(post, "play", game="loop", opponent=club.bob.actor)
        bob = Member(club, club.bob.actor)
        await bob.click(post.history()[-1], "Accept")
    await club.thought()
    assert not rules.asked
    assert "to move" in words(post.history()[-1])
    assert (await club.services.matches.get(1)).thread is None


async def test_the_tag_of_an_archived_post_follows_an_end_from_elsewhere(club: Club) -> None:
    forum = await forum_of(club)
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    assert [tag.name for tag in post.applied_tags] == ["Veloop", "Running"]
    club.env.backend.edit_channel(post.id, {}, thread_metadata={"archived": True})
    await club.env.settle()
    await club.restart()
    club.server._remove_thread(discord.Object(post.id))  # type: ignore[arg-type]
    await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(5)
    tag_names = {
        int(tag["id"]): tag["name"] for tag in club.env.backend.get_channel(forum.id).available_tags
    }
    assert [tag_names[tag] for tag in club.env.backend.get_channel(post.id).applied_tags] == [
        "Veloop",
        "Over",
    ]


async def test_the_tag_of_a_post_follows_an_end_though_discord_does_not_take_it_at_first(
    club: Club,
) -> None:
    forum = await forum_of(club)
    await club.match()
    await club.env.advance_time(5)
    [post] = forum.threads
    club.env.inject_error("PATCH", f"/channels/{post.id}", status=403, code=40333, times=2)
    await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(120)
    assert "Over" in [tag.name for tag in post.applied_tags]
