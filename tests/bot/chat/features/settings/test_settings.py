"""What members set, how a server is set up, and what becomes of a person's data."""

import io
import json
import zipfile

import pytest

from bot.chat.features.settings import feature
from bot.domain.outbox.service import EXPIRES_AFTER
from tests.bot.chat.acting import DAY, later, refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, private, privately_says, raw, stored, words
from tests.bot.chat.world import forged


@pytest.mark.slow
async def test_a_member_chooses_how_things_look_and_are_told(club: Club) -> None:
    await club.match()
    card = await club.alice.slash("settings")
    assert private(card)
    await club.alice.choose(card, "slate")
    await club.alice.choose(card, "cells")
    card = await club.alice.click(card, "Ask before typed moves: off")
    assert "Ask before typed moves: on" in buttons(card)
    preview = await club.alice.slash("move", moves="e4-d6")
    assert private(preview)
    await club.alice.click(preview, "Play e4-d6")
    assert "played **e4-d6**" in words(club.post())
    await club.bob.choose(await club.bob.slash("settings"), "dm")
    await club.alice.click(await club.alice.slash("settings"), "Ask before typed moves: on")
    await club.bob.slash("move", moves=(await club.bob.offered())[0])
    await club.bob.slash("move", moves=(await club.bob.offered())[0])
    first = await club.alice.slash("move", moves=(await club.alice.offered())[0])
    await club.alice.slash("move", moves=(await club.alice.offered())[0])
    assert private(first)
    assert club.pings() == []
    await club.env.advance_time(5)
    assert "to move" in words(club.bob.actor.user.dm_channel.last_message)


async def test_only_those_who_manage_a_server_set_it_up(club: Club) -> None:
    await club.match()
    boss = club.boss()
    assert "server" not in club.alice.actor.available_commands(club.channel)
    card = await boss.slash("server")
    assert private(card)
    await boss.choose(card, "3d")
    await boss.click(card, "A thread for each match: off")
    other = club.guild.create_text_channel("arena")
    await boss.actor.select(stored(card), [other], custom_id="lh:server:0:0:channels")
    privately_says(
        await club.alice.slash("play", game="loop"), f"matches are played in <#{other.id}>"
    )
    assert (
        "only server managers can"
        in words(await forged(club.alice, club.post(), "lh:server:0:0:threads.0")).lower()
    )


@pytest.mark.slow
async def test_ones_data_is_given_and_deleted(club: Club) -> None:
    await club.match()
    export = await club.alice.slash("privacy export")
    assert private(export)
    (file,) = stored(export).attachments
    with zipfile.ZipFile(io.BytesIO(club.env.backend.cdn.get(file.url))) as archive:
        assert json.loads(archive.read("export.json"))["user"] == str(club.alice.id)
        assert len(json.loads(archive.read("data/matches.json"))) == 1
        (record,) = [name for name in archive.namelist() if name.startswith("records/")]
        assert b"alice" in archive.read(record)
        assert "M1 · Veloop" in archive.read("index.html").decode()
    assert "Nothing was deleted" in words(
        await club.alice.click(await club.alice.slash("privacy delete"), "Keep it")
    )
    assert "Deleted" in words(
        await club.alice.click(await club.alice.slash("privacy delete"), "Yes")
    )
    assert await club.services.matches.of(club.alice.id) == ()


@pytest.mark.slow
async def test_an_opponent_on_vacation_is_said_to_be_on_boards_and_in_lists(club: Club) -> None:
    await club.match(game="loop", clock="3d")
    await club.bob.choose(await club.bob.slash("settings"), "7")
    sentence = f"<@{club.bob.id}> is on vacation until"
    for answer in (await club.alice.slash("board"), await club.alice.slash("matches")):
        assert sentence in words(answer)
    assert sentence in words(await club.alice.click(club.post(), "⋯"))
    await club.alice.slash("move", moves="c4")
    assert sentence in words(club.post())
    assert sentence in words(await club.alice.slash("match show"))
    await club.bob.choose(await club.bob.slash("settings"), "0")
    assert sentence not in words(await club.alice.slash("match show"))


@pytest.mark.slow
async def test_who_is_told_by_direct_message_is_named_in_the_channel_and_calls_others_by_name(
    club: Club,
) -> None:
    await club.bob.choose(await club.bob.slash("settings"), "dm")
    await club.match(game="loop", clock="1d")
    await later(club, DAY)
    assert words(club.post()).startswith(
        f"<@{club.bob.id}>, <@{club.alice.id}> is out of time in Loop **M1**"
    )
    assert club.pings() == [club.alice.id]  # who is late, and has no direct messages
    await club.bob.click(club.post(), "Give more time")
    await club.alice.slash("move", moves="c4")
    await club.env.advance_time(5)
    direct = club.bob.actor.user.dm_channel
    assert "alice played **1c4**" in words(direct.last_message)
    button = next(part for part in walk(raw(direct.last_message)) if part.get("label") == "Board")
    answer = await club.bob.actor.user.click(direct.last_message, custom_id=button["custom_id"])
    assert "alice played **1c4**" in words(answer)
    assert "against alice" in words(await club.bob.actor.user.slash("matches"))


@pytest.mark.slow
async def test_a_member_and_a_server_each_read_their_own_language(club: Club) -> None:
    await club.match()
    assert "### Deine Einstellungen" in words(
        await club.alice.choose(await club.alice.slash("settings"), "de")
    )
    await club.services.servers.change(club.place, language="ja")
    await club.alice.slash("move", moves="e4-d6")
    assert f"<@{club.alice.id}>が**e4-d6**と指しました" in words(club.post())
    assert "Du bist in M1 nicht am Zug" in words(await club.alice.slash("move", moves="e4-d6"))
    assert "M1 · your turn" in words(await club.bob.click(club.post(), "指す"))
    # What everyone reads is in the server's language, whoever has it shown.
    assert "1手番目" in words(await club.alice.slash("match show"))
    assert "⚫" in words(await club.alice.slash("match replay"))
    assert "の番です" in words(club.post())
    card = await club.alice.slash("play", game="loop")
    await club.bob.click(card, "受ける")
    assert "が受けました" in words(card)


async def test_a_post_that_cannot_be_sent_is_struck_off_after_two_weeks(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    (job,) = [job for job in feature.jobs if job.name == "posts that cannot be sent"]
    await club.services.challenges.make(club.place, club.alice.person, "loop")
    for seconds, count in ((EXPIRES_AFTER.total_seconds() - 60, 1), (120, 0)):
        club.env.backend.advance_clock(seconds)
        await job.run(club.services)
        assert await club.services.outbox.depth() == count
    assert [record.levelname for record in caplog.records if "is lost" in record.message] == [
        "ERROR"
    ]
    caplog.clear()


async def test_who_blocks_a_member_or_wants_no_challenges_is_left_alone(club: Club) -> None:
    assert "is blocked" in words(
        await club.bob.actor.context_menu(club.channel, "Block", club.alice.actor)
    )
    await club.alice.slash("play", game="loop")
    card = club.post()
    assert "blocked" in refused(await club.bob.click(card, "Accept"))
    assert "yourself" in refused(await club.bob.slash("block", member=club.bob))
    for value in ("x", "-1", "99999999999999999999"):
        refused(await forged(club.bob, card, "lh:unblock:0:0:", values=[value]))
    await club.carol.click(card, "Accept")
    await club.bob.click(await club.bob.slash("settings"), "Challenges to me")
    answer = await club.carol.slash("play", game="loop", opponent=club.bob)
    assert "bob isn’t taking challenges right now" in refused(answer)
