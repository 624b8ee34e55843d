"""Matches that wait, as members see them: nudges, snoozing, quiet matches, and ending one without a
result.
"""

from datetime import timedelta
from zoneinfo import ZoneInfo

import discord
import pytest

from tests.bot.chat.acting import DAY, later, until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, private, raw, says, stored, words


async def test_waking_hours_are_set_in_a_form_and_a_mistake_changes_nothing(club: Club) -> None:
    card = await club.alice.slash("settings")
    assert "Waking hours: not known yet" in words(card)
    form = await club.alice.click(card, "Waking hours …")
    assert form.modal is not None
    shown = await club.alice.actor.submit_modal(
        form, {"when": "mon-fri 7-22, sat-sun 9-1", "zone": "berlin"}
    )
    assert "Mon-Fri 07:00-22:00, Sat-Sun 09:00-01:00 (Europe/Berlin)" in words(shown)
    form = await club.alice.click(await club.alice.slash("settings"), "Waking hours …")
    wrong = await club.alice.actor.submit_modal(form, {"when": "8-23", "zone": "Atlantis"})
    assert "no time zone “Atlantis”" in words(wrong)
    assert (await club.services.members.settings(club.alice.id)).hours.startswith("mon-fri")


def direct(member: Member) -> list[discord.Message]:
    """What the bot has written to a member alone."""
    channel = member.actor.user.dm_channel
    return [] if channel is None else list(channel.history())


@pytest.mark.slow
async def test_the_daily_card_comes_by_direct_message_with_a_way_to_each_move(club: Club) -> None:
    for _ in range(2):
        await club.match("6x6, single turns")
    form = await club.alice.click(await club.alice.slash("settings"), "Daily card time …")
    shown = await club.alice.actor.submit_modal(form, {"when": "8:30", "zone": "Berlin"})
    assert "Your next daily card comes <t:" in words(shown)
    await club.alice.slash("move", moves=(await club.alice.offered(match="M1"))[0], match="M1")
    before = len(direct(club.alice))
    await later(club, DAY)
    assert len(direct(club.alice)) == before, "a card that is hours late is left out"
    await until_daily_card(club.alice)
    (post,) = direct(club.alice)[before:]
    said = words(post)
    says(said, "your matches today", "1 match is waiting for you", "**M2** · Veloop · against bob")
    assert "M1" not in said
    assert len(post.attachments) == 1
    assert buttons(post)[:2] == ["Move", "Snooze"]
    ids = [part["custom_id"] for part in walk(raw(post)) if part["type"] == 2]
    move, snooze, listed = [await club.alice.actor.user.click(post, custom_id=id) for id in ids]
    assert "M2" in words(move)
    assert "Snooze M2?" in words(snooze)
    says(listed, "**M1**", "**M2**")


@pytest.mark.slow
async def test_in_a_channel_the_daily_card_shows_what_its_readers_may_see_and_what_is_new(
    club: Club,
) -> None:
    await club.match("6x6, single turns")
    await club.services.members.change(club.bob.id, daily="channel", daily_when="12:00")
    await club.alice.slash("move", moves=(await club.alice.offered())[0])
    await until_daily_card(club.bob)
    club.posted(f"<@{club.bob.id}>, your matches today", pings=[club.bob])
    assert "🆕" not in words(club.post())
    await club.bob.slash("move", moves=(await club.bob.offered())[0])
    await club.alice.slash("move", moves=(await club.alice.offered())[0])
    assert f"🆕 Turn 3: ⚫ <@{club.alice.id}> played" in words(await club.bob.slash("matches"))


@pytest.mark.slow
async def test_matches_is_the_same_card_at_once_with_a_snooze_for_each(club: Club) -> None:
    for _ in range(6):
        await club.match("6x6, single turns")
    await club.alice.slash("move", moves=(await club.alice.offered(match="M1"))[0], match="M1")
    listed = await club.alice.slash("matches")
    assert private(listed)
    assert buttons(listed).count("Move") == buttons(listed).count("Snooze") == 5
    assert "**M1**" not in words(listed)
    assert "**M1**" in words(await club.alice.click(listed, "▶"))


@pytest.mark.slow
async def test_the_first_buttons_are_for_the_match_that_runs_out_of_time_first(club: Club) -> None:
    for clock in ("7d", "1d", "3d"):
        await club.match(game="loop", clock=clock)
    card = await club.alice.slash("matches")
    move, *_ = [part["custom_id"] for part in walk(raw(card)) if part["type"] == 2]
    assert "M2" in words(await club.alice.actor.click(stored(card), custom_id=move))


async def test_a_challenge_at_night_comes_without_a_sound_and_a_turn_with_one(club: Club) -> None:
    asleep = f"{(club.now().hour + 3) % 24}-{(club.now().hour + 5) % 24}"
    await club.services.members.change(club.bob.id, hours=asleep)
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    assert club.post().flags.suppress_notifications
    await club.bob.click(club.post(), "Accept")
    assert not club.post().flags.suppress_notifications
    await club.alice.slash("match draw")
    assert club.post().flags.suppress_notifications
    await club.alice.slash("move", moves="e4-d6")
    assert not club.post().flags.suppress_notifications
    assert club.pings() == [club.bob.id]


@pytest.mark.slow
async def test_a_turn_that_waited_for_the_morning_is_not_told_to_who_has_moved_meanwhile(
    club: Club,
) -> None:
    later_today = f"{(club.now().hour + 3) % 24}-{(club.now().hour + 5) % 24}"
    await club.match("6x6, single turns")
    await club.services.members.change(club.bob.id, notices="dm", hold_dms=True, hours=later_today)
    before = len(direct(club.bob))
    for who in (club.alice, club.bob, club.alice):
        await who.slash("move", moves=(await who.offered())[0])
    await later(club, DAY / 24)
    assert len(direct(club.bob)) == before
    await later(club, DAY / 6)
    (card,) = direct(club.bob)[before:]
    assert "Turn 3: " in words(card)


async def test_how_soon_a_member_usually_answers_is_shown_where_it_is_known(club: Club) -> None:
    assert "usually answers" not in words(await club.bob.slash("profile", member=club.alice))
    await club.match()
    for _ in range(8):
        club.services.members.turn_made(club.alice.id, club.now(), timedelta(hours=4))
    await club.services.members.store_turns()
    said = f"<@{club.alice.id}> usually answers within 5 hours"
    assert said in words(await club.bob.slash("profile", member=club.alice))
    assert said in words(await club.bob.slash("matches", member=club.alice))
    await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    assert said in words(club.post())


async def test_a_deadline_is_said_in_the_readers_own_day_to_them_alone(club: Club) -> None:
    await club.match(clock="3d")
    await club.services.members.change(club.alice.id, time_zone="Auckland")
    day = (await club.services.matches.get(1)).due.astimezone(ZoneInfo("Pacific/Auckland"))
    for said in (await club.alice.slash("board"), await club.alice.slash("matches")):
        assert f"– {(day - timedelta(hours=5)).strftime('%A')} " in words(said)
    assert "– " not in words(await club.bob.slash("matches"))
    await club.alice.slash("match show")
    assert "– " not in words(club.post())
