"""Matches that wait, as members see them: nudges, snoozing, quiet matches, and ending one without a
result.
"""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.bot.chat.acting import DAY, direct_messages, later, until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import BUTTON, buttons, parts, private, says, words


async def test_waking_hours_are_set_in_a_form_and_a_mistake_changes_nothing(club: Club) -> None:
    card = await club.alice.slash("settings")
    assert "Waking hours: not known yet" in words(card)
    form = await club.alice.click(card, "Waking hours …")
    assert form.modal is not None
    card = await club.alice.actor.submit_modal(
        form, {"when": "mon-fri 7-22, sat-sun 9-1", "zone": "berlin"}
    )
    assert "Mon-Fri 07:00-22:00, Sat-Sun 09:00-01:00 (Europe/Berlin)" in words(card)
    card = await club.alice.slash("settings")
    form = await club.alice.click(card, "Waking hours …")
    refusal = await club.alice.actor.submit_modal(form, {"when": "8-23", "zone": "Atlantis"})
    assert "no time zone “Atlantis”" in words(refusal)
    settings = await club.services.members.settings(club.alice.id)
    assert settings.hours.startswith("mon-fri")


async def play_first(member: Member, match: str) -> None:
    """Play the first move that is offered."""
    moves = await member.offered(match=match)
    await member.slash("move", moves=moves[0], match=match)


def hours_later_today(club: Club) -> str:
    """Two waking hours that begin in three hours."""
    hour = club.now().hour
    return f"{(hour + 3) % 24}-{(hour + 5) % 24}"


@pytest.mark.slow
async def test_the_daily_card_comes_by_direct_message_with_a_way_to_each_move(club: Club) -> None:
    await club.match("6x6, single turns")
    await club.match("6x6, single turns")
    settings = await club.alice.slash("settings")
    form = await club.alice.click(settings, "Daily card time …")
    settings = await club.alice.actor.submit_modal(form, {"when": "8:30", "zone": "Berlin"})
    assert "Your next daily card comes <t:" in words(settings)
    await play_first(club.alice, "M1")
    count = len(direct_messages(club.alice))

    await later(club, DAY)
    assert len(direct_messages(club.alice)) == count, "a card that is hours late is left out"
    await until_daily_card(club.alice)

    (post,) = direct_messages(club.alice)[count:]
    says(post, "your matches today", "1 match is waiting for you", "**M2** · Veloop · against bob")
    assert "M1" not in words(post)
    assert len(post.attachments) == 1
    assert buttons(post)[:2] == ["Move", "Snooze"]
    alice = club.alice.actor.user
    move, snooze, matches = [
        await alice.click(post, custom_id=button["custom_id"]) for button in parts(post, BUTTON)
    ]
    assert "M2" in words(move)
    assert "Snooze M2?" in words(snooze)
    says(matches, "**M1**", "**M2**")


@pytest.mark.slow
async def test_in_a_channel_the_daily_card_shows_what_its_readers_may_see_and_what_is_new(
    club: Club,
) -> None:
    await club.match("6x6, single turns")
    await club.services.members.change(club.bob.id, daily="channel", daily_when="12:00")
    await play_first(club.alice, "M1")
    await until_daily_card(club.bob)
    club.posted(f"<@{club.bob.id}>, your matches today", pings=[club.bob])
    assert "🆕" not in words(club.post())

    await play_first(club.bob, "M1")
    await play_first(club.alice, "M1")
    card = await club.bob.slash("matches")
    assert f"🆕 Turn 3: ⚫ <@{club.alice.id}> played" in words(card)


@pytest.mark.slow
async def test_matches_is_the_same_card_at_once_with_a_snooze_for_each(club: Club) -> None:
    for _ in range(6):
        await club.match("6x6, single turns")
    await play_first(club.alice, "M1")
    card = await club.alice.slash("matches")
    assert private(card)
    assert buttons(card).count("Move") == 5
    assert buttons(card).count("Snooze") == 5
    assert "**M1**" not in words(card)
    assert "**M1**" in words(await club.alice.click(card, "▶"))


@pytest.mark.slow
async def test_the_first_buttons_are_for_the_match_that_runs_out_of_time_first(club: Club) -> None:
    for clock in ("7d", "1d", "3d"):
        await club.match(game="loop", clock=clock)
    card = await club.alice.slash("matches")
    board = await club.alice.click(card, "Move")
    assert "M2" in words(board)


async def test_a_challenge_at_night_comes_without_a_sound_and_a_turn_with_one(club: Club) -> None:
    await club.services.members.change(club.bob.id, hours=hours_later_today(club))
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
    await club.match("6x6, single turns")
    await club.services.members.change(
        club.bob.id, notices="dm", hold_dms=True, hours=hours_later_today(club)
    )
    count = len(direct_messages(club.bob))
    await play_first(club.alice, "M1")
    await play_first(club.bob, "M1")
    await play_first(club.alice, "M1")
    await later(club, DAY / 24)
    assert len(direct_messages(club.bob)) == count
    await later(club, DAY / 6)
    (card,) = direct_messages(club.bob)[count:]
    assert "Turn 3: " in words(card)


async def test_how_soon_a_member_usually_answers_is_shown_where_it_is_known(club: Club) -> None:
    profile = await club.bob.slash("profile", member=club.alice)
    assert "usually answers" not in words(profile)
    await club.match()
    for _ in range(8):
        club.services.members.turn_made(club.alice.id, club.now(), timedelta(hours=4))
    await club.services.members.store_turns()

    sentence = f"<@{club.alice.id}> usually answers within 5 hours"
    says(await club.bob.slash("profile", member=club.alice), sentence)
    says(await club.bob.slash("matches", member=club.alice), sentence)
    await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    says(club.post(), sentence)


async def test_a_deadline_is_said_in_the_readers_own_day_to_them_alone(club: Club) -> None:
    await club.match(clock="3d")
    await club.services.members.change(club.alice.id, time_zone="Auckland")
    match = await club.services.matches.get(1)
    due = match.due.astimezone(ZoneInfo("Pacific/Auckland"))
    # by night it is still said to be of the day before
    weekday = (due - timedelta(hours=5)).strftime("%A")
    says(await club.alice.slash("board"), f"– {weekday} ")
    says(await club.alice.slash("matches"), f"– {weekday} ")
    assert "– " not in words(await club.bob.slash("matches"))
    await club.alice.slash("match show")
    assert "– " not in words(club.post())
