"""What those who manage a server do about members, matches and words; and users and servers that a
host shuts out.
"""

import discord
import pytest

from bot.app import EXCLUSIONS_SECONDS
from tests.bot.chat.acting import rated, refused, sure, until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import private, privately_says, words
from tests.bot.chat.world import Wire, answer_to, said


@pytest.fixture
def boss(club: Club) -> Member:
    return club.boss()


async def test_a_banned_member_reads_one_sentence_whatever_they_use(
    club: Club, boss: Member
) -> None:
    await club.match()
    board = club.post()
    privately_says(
        await boss.slash("moderate ban", member=club.bob),
        "is banned from using the bot on this server",
    )
    for answer in (await club.bob.slash("matches"), await club.bob.click(board, "Board")):
        assert words(answer) == "⚠️ You can’t use this bot in this server. Ask its managers."
        assert private(answer)
    await club.services.members.change(club.bob.id, language="de")
    assert "diesem Server" in words(await club.bob.slash("matches")), "in the language they set"
    await club.services.members.change(club.bob.id, language="")
    assert await club.bob.type("board", "match", "") == []
    assert "Delete your data" in words(question := await club.bob.slash("privacy delete"))
    assert "as a file" not in words(question)
    await club.env.advance_time(5)
    assert club.post() == board, "the channel is not told"
    assert await boss.type("moderate unban", "member", "bo") == [str(club.bob.id)]
    await boss.slash("moderate unban", member=str(club.bob.id))
    assert "M1" in words(await club.bob.slash("matches"))


@pytest.mark.slow
async def test_a_banned_member_does_nothing_in_the_server_from_elsewhere_either(
    club: Club, boss: Member
) -> None:
    await club.match()
    await club.services.matches.follow(1, club.carol.id)
    for member in (club.alice, club.carol):
        await boss.slash("moderate ban", member=member)
    await club.env.advance_time(5)
    wire = Wire(club)
    posts = club.posts()
    direct = club.env.backend.get_dm_channel(club.alice.id)
    match = {"name": "match", "type": 3, "value": "M1"}
    answers = [
        wire.command(
            club.alice,
            ("move",),
            [match, {"name": "moves", "type": 3, "value": "e4"}],
            channel=direct,
        ),
        wire.command(club.alice, ("explore",), [match], channel=direct),
        wire.command(club.alice, ("match", "draw"), [], channel=direct),
        *(
            wire.press(club.alice, custom_id, posts[-1], channel=direct)
            for custom_id in (
                "lh:move:1:1:",
                "lh:think:1:0:0",
                "lh:draw:1:1:",
                "lh:nudge:1:0:",
                "lh:resignyes:1:1:",
            )
        ),
    ]
    await club.env.settle()
    for one in answers:
        assert "don’t let you use this bot there" in said(one)
    assert len(club.posts()) == len(posts)
    assert (await club.services.matches.get(1)).decisions == ()
    await club.services.members.change(club.alice.id, daily="dm")
    await until_daily_card(club.alice)
    assert not [
        post for post in club.alice.actor.user.dm_channel.history() if "your matches" in words(post)
    ]


@pytest.mark.slow
async def test_who_is_banned_is_sent_nothing_of_matches_they_followed(
    club: Club, boss: Member
) -> None:
    await club.match("8x8, single turns")
    await club.services.matches.follow(1, club.carol.id)
    await boss.slash("moderate ban", member=club.carol)
    await club.alice.slash("move", moves="e4-d6")
    await club.env.advance_time(30)
    assert not await club.services.matches.follows(1, club.carol.id)


async def test_a_rating_is_reset_and_the_log_tells_managers_who_did_what(
    club: Club, boss: Member
) -> None:
    privately_says(await boss.slash("server", show="log"), "No result was cancelled")
    await rated(club, club.alice, club.bob)
    await rated(club, club.alice, club.bob)
    await sure(boss, await boss.slash("moderate undo", match="M2"))
    assert "starts again without a rating" in words(
        await boss.slash("moderate reset", member=club.alice)
    )
    board = words(await club.bob.slash("leaderboard", game="veloop-square"))
    assert f"<@{club.alice.id}>" not in board
    assert f"<@{club.bob.id}>" in board
    log = words(await boss.slash("server", show="log"))
    place_of_reset = log.index(f"<@{boss.id}> reset the Veloop rating of <@{club.alice.id}>")
    assert place_of_reset < log.index(f"<@{boss.id}> cancelled the result of M2")
    assert "no rating to reset" in refused(
        await boss.slash("moderate reset", member=club.bob, game="loop")
    )
    await boss.slash("moderate reset", member=club.bob, game="veloop-square")
    assert "No rated matches yet" in words(
        await club.alice.slash("leaderboard", game="veloop-square")
    )
    answer = Wire(club).press(club.carol, "lh:serverlog:0:0:", club.posts()[-1])
    assert "Only server managers can do that" in await answer_to(answer)


@pytest.mark.slow
async def test_others_may_not_and_are_offered_nothing(club: Club, boss: Member) -> None:
    await club.match()
    await boss.slash("moderate ban", member=club.dave)
    wire = Wire(club)
    user = {"name": "member", "type": 6, "value": str(club.alice.id)}
    match = {"name": "match", "type": 3, "value": "M1"}
    ban_option = {"name": "member", "type": 3, "value": str(club.dave.id)}
    members = {"users": {str(club.alice.id): wire.user(club.alice.id)}}
    commands = {
        "ban": user,
        "unban": ban_option,
        "end": match,
        "undo": match,
        "reset": user,
        "clear": match,
    }
    for name, option in commands.items():
        result = wire.command(
            club.carol, ("moderate", name), [option], resolved=members if option is user else None
        )
        assert "Only server managers can do that" in await answer_to(result), name
    assert (await club.services.matches.get(1)).status == "running"
    why = club.services.exclusions.why
    assert [why(club.guild.id, member.id) for member in (club.alice, club.dave)] == [None, "banned"]
    permissions = discord.Permissions(manage_guild=True).value
    command = next(one for one in club.bot.client.tree.get_commands() if one.name == "moderate")
    assert command.to_dict(club.bot.client.tree)["default_member_permissions"] == permissions


async def test_a_host_shuts_out_a_user_and_a_server_within_seconds(club: Club) -> None:
    exclusions = club.services.exclusions
    elsewhere = club.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    eve = elsewhere.add_member(club.env.create_user("eve"))
    await club.env.settle()
    await exclusions.shut_out(user=club.bob.id)
    assert "⚠️" not in words(await club.bob.slash("matches"))
    await club.env.advance_time(EXCLUSIONS_SECONDS)
    assert words(await club.bob.slash("matches")) == "⚠️ You can’t use this bot."
    await exclusions.shut_out(server=elsewhere.id)
    await exclusions.refresh()
    assert words(await eve.slash(channel, "help")) == "⚠️ This bot can’t be used in this server."
    await club.env.advance_time(EXCLUSIONS_SECONDS)
    assert club.services.gateway.guild(elsewhere.id) is None
    await exclusions.shut_out(user=club.bob.id, lift=True)
    await club.env.advance_time(EXCLUSIONS_SECONDS)
    assert "⚠️" not in words(await club.bob.slash("matches"))


async def test_lessons_begin_matches_only_where_the_server_lets_them(
    club: Club, boss: Member
) -> None:
    other = club.guild.create_text_channel("other")
    await club.services.servers.change(club.place, channels=[other.id])
    await club.services.challenges.make(club.place, club.alice.person, "loop")
    await club.env.advance_time(5)
    assert str(other.id) in await answer_to(
        Wire(club).press(club.carol, "lh:lessonplay:0:0:loop", club.posts()[-1])
    )
    assert await club.services.matches.of(club.carol.id) == ()


async def test_nobody_who_manages_the_server_is_banned(club: Club, boss: Member) -> None:
    admins = club.guild.create_role("admins", permissions=discord.Permissions(administrator=True))
    admin = Member(club, club.guild.add_member(club.env.create_user("admin"), roles=[admins]))
    other = club.boss()
    for member in (admin, other):
        assert "embers who manage this server can’t be banned" in refused(
            await boss.slash("moderate ban", member=member)
        )
    assert await club.services.exclusions.banned(club.guild.id) == []


async def test_who_was_banned_before_they_came_to_manage_the_server_can_manage_it(
    club: Club, boss: Member
) -> None:
    await club.match()
    await club.services.exclusions.ban(club.place, club.alice.id, boss.person)
    assert (
        words(await boss.slash("matches"))
        == "⚠️ You can’t use this bot in this server. Ask its managers."
    )
    settings = await boss.slash("server")
    assert "can’t use this bot" not in words(settings)
    assert "⚠️" not in words(await boss.slash("server", show="log"))
    await sure(boss, await boss.slash("moderate end", match="M1"))
    assert (await club.services.matches.get(1)).status == "aborted"
    assert await boss.type("moderate unban", "member", "boss") == [str(boss.id)]
    for action in (
        "forgetgone:0:0:",
        "serverlog:0:0:",
        "server:0:0:threads.1",
        "modsettle:0:0:M1.keep",
    ):
        press = Wire(club).press(boss, f"lh:{action}", club.posts()[-1])
        assert "can’t use this bot" not in await answer_to(press), action
    await boss.slash("moderate unban", member=str(boss.id))
    assert "⚠️" not in words(await boss.slash("matches"))


async def test_the_log_tells_of_each_ban_each_end_and_each_text_that_was_removed(
    club: Club, boss: Member
) -> None:
    await club.match()
    await boss.slash("moderate ban", member=club.dave)
    await boss.slash("moderate unban", member=str(club.dave.id))
    await boss.slash("moderate clear", match="M1")
    await boss.slash("moderate clear", member=club.bob)
    await club.alice.slash("tournament create", game="loop", kind="swiss", title="A bad word")
    await boss.slash("moderate clear", tournament="T1")
    await sure(boss, await boss.slash("moderate end", match="M1"))
    log = words(await boss.slash("server", show="log"))
    for line in (
        f"<@{boss.id}> banned <@{club.dave.id}>",
        f"<@{boss.id}> unbanned <@{club.dave.id}>",
        f"<@{boss.id}> removed the message of M1",
        f"<@{boss.id}> removed the messages of <@{club.bob.id}> in open challenges",
        f"<@{boss.id}> removed the title of T1",
        f"<@{boss.id}> called off M1",
    ):
        assert line in log
