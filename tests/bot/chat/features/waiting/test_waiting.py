"""Matches that wait, as members see them: nudges, snoozing, quiet matches, and ending one without a result."""

from __future__ import annotations

from tests.bot.chat.acting import DAY, later, more
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, private, words


async def test_a_player_is_nudged_once_and_the_nudge_leads_to_the_move(club: Club) -> None:
    await club.match()
    assert "You can nudge alice" in words(await more(club.bob, "Nudge"))
    await later(club, DAY * 1.01)
    assert "Nudge sent" in words(await more(club.bob, "Nudge"))
    await club.env.advance_time(5)
    nudge = club.post()
    assert f"<@{club.bob.id}> is waiting for your move in **M1**" in words(nudge)
    assert club.pings() == [club.alice.id]
    assert "Move" in buttons(nudge)
    assert "already nudged" in words(await more(club.bob, "Nudge"))


async def test_a_match_is_abandoned_when_both_want_that(club: Club) -> None:
    await club.match()
    asked = await club.alice.slash("match abandon")
    assert "Abandon M1?" in words(asked)
    await club.alice.click(asked, "Abandon")
    request = club.post()
    assert "asks to abandon **M1**" in words(request)
    assert club.pings() == [club.bob.id]
    await club.bob.click(request, "Accept")
    assert "**Abandoned** by agreement" in words(club.post())
    assert "put away" not in words(club.post())


async def test_a_quiet_match_is_asked_about_put_away_and_resumed_by_both(club: Club) -> None:
    await club.match()
    for days in (3, 4, 7):
        await later(club, DAY * days)
    asked = [post for post in club.posts() if "Do you still want to play?" in words(post)]
    assert len(asked) == 2
    assert {"Keep playing", "Abandon"} <= set(buttons(asked[0]))
    await later(club, DAY * 31)
    over = club.post()
    assert "**Put away**" in words(over)
    await club.bob.click(over, "Resume")
    await club.alice.click(club.post(), "Accept")
    assert "**M1** has resumed" in words(club.post())
    assert (await club.services.matches.get(1)).status == "running"


async def test_a_match_is_snoozed_and_said_so(club: Club) -> None:
    await club.match()
    card = await more(club.alice, "Snooze")
    assert private(card)
    assert "is snoozed until <t:" in words(await club.alice.click(card, "For 3 days"))
    card = await more(club.alice, "Snooze")
    assert "no longer snoozed" in words(await club.alice.click(card, "End snooze"))


async def test_waking_hours_are_set_in_a_form_and_a_mistake_changes_nothing(club: Club) -> None:
    card = await club.alice.slash("settings")
    assert "Waking hours: not known yet" in words(card)
    form = await club.alice.click(card, "Waking hours …")
    assert form.modal is not None
    shown = await club.alice.actor.submit_modal(form, {"hours": "mon-fri 7-22, sat-sun 9-1", "zone": "berlin"})
    assert "mon-fri 07:00-22:00, sat-sun 09:00-01:00 (Europe/Berlin)" in words(shown)
    form = await club.alice.click(await club.alice.slash("settings"), "Waking hours …")
    wrong = await club.alice.actor.submit_modal(form, {"hours": "8-23", "zone": "Atlantis"})
    assert "no time zone “Atlantis”" in words(wrong)
    assert (await club.services.members.settings(club.alice.id)).hours.startswith("mon-fri")
