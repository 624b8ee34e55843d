"""Tournaments as members and organisers see them, over restarts."""

from typing import Any

import discord
import pytest

from bot.domain.tournaments import organising
from bot.domain.values import Person
from tests.bot.chat.acting import later, sure, until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words

HOUR = 3_600
MANY_SECONDS = 120.0
"""How long posting the first round of forty players may take on a busy machine."""


async def announced(club: Club, kind: str, **terms: Any) -> discord.Message:
    """A tournament that alice organises; gives the announcement."""
    terms = {"game": "veloop-square", "rated": False, "seeding": "order", "pairs": False, **terms}
    await club.alice.slash("tournament create", kind=kind, **terms)
    return club.post()


async def joined(club: Club, kind: str, *members: Member, **terms: Any) -> None:
    """Start a tournament that these members have joined."""
    post = await announced(club, kind, **terms)
    for member in members:
        await member.click(post, "Join")
    if kind != "ladder":
        await club.alice.slash("tournament start")
    await club.env.advance_time(5)


async def resign(club: Club, member: Member, match: str) -> None:
    await member.click(await member.slash("match resign", match=match), "Resign")
    await half_a_minute_later(club)


async def half_a_minute_later(club: Club) -> None:
    """Run the bot's jobs of the next half minute."""
    await club.services.tournaments.work()
    await club.bot.delivery.flush()


def words_of_post(club: Club, start: str) -> str:
    """The words of the latest post that begins with ``start``."""
    return next(words(post) for post in reversed(club.posts()) if words(post).startswith(start))


@pytest.mark.slow
async def test_a_knock_out_is_played_to_its_end_with_its_bracket_drawn(club: Club) -> None:
    await joined(club, "knock-out", club.alice, club.bob, club.carol, club.dave)
    start = next(
        post for post in club.posts() if words(post).startswith("**The tournament has started!**")
    )
    says(start, "Round 1 of 2", "**M1**")
    assert "alice – dave" in pictures(start)[0]
    assert any("your match in **T1 Veloop** begins" in words(post) for post in club.posts())
    await club.restart()
    await resign(club, club.dave, "M1")
    now = words_of_post(club, "**Standings**")
    assert f"**M1** <@{club.alice.id}> – <@{club.dave.id}> · **1–0**" in now
    posts = len(club.posts())
    await resign(club, club.carol, "M2")
    final = next(
        post
        for post in reversed(club.posts())
        if words(post).startswith("**The final has started**")
    )
    says(final, "\nFinal\n**Final**\n")
    assert "Final: " in pictures(final)[0]
    assert len(club.posts()) <= posts + 4
    last = next(name for name in ("M3", "M4") if f"**{name}**" in words(final))
    before = len(club.posts())
    await resign(club, club.bob, last)
    # One post of the match, one of the tournament.
    assert [
        words(post).startswith("**The tournament is over**") for post in club.posts()[before:]
    ] == [False, True]
    assert f"🏆 <@{club.alice.id}> wins!" in words_of_post(club, "**The tournament is over**")
    shown = await club.dave.slash("tournament standings")
    assert private(shown)
    assert "Bracket" in buttons(shown)
    assert "Final: alice – bob (alice)" in pictures(await club.dave.click(shown, "Bracket"))[0]
    games = words(await club.dave.click(shown, "Matches"))
    assert games.index(f"**{last}**") < games.index("**M1**"), "the latest round first"


@pytest.mark.slow
async def test_standings_are_one_post_that_is_edited(club: Club) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol, club.dave, together=True)
    await resign(club, club.dave, "M1")
    await resign(club, club.carol, "M2")
    standing = [post for post in club.posts() if words(post).startswith("**Standings**")]
    assert len(standing) == 1
    assert words(standing[0]).count("1–0") + words(standing[0]).count("0–1") == 2
    await later(club, 2 * HOUR)
    loser = (await club.services.matches.get(3)).seats[0]
    await resign(
        club,
        next(one for one in (club.alice, club.bob, club.carol, club.dave) if one.id == loser),
        "M3",
    )
    standing = [post for post in club.posts() if words(post).startswith("**Standings**")]
    assert len(standing) == 2


async def test_a_bye_follows_its_round_and_standings_and_games_are_shown_privately(
    club: Club,
) -> None:
    await joined(club, "swiss", club.alice, club.bob, club.carol)
    said = [words(post) for post in club.posts()]
    (bye,) = (number for number, text in enumerate(said) if "you have a bye in round 1" in text)
    assert said[bye - 1].startswith("**The tournament has started!**")
    assert pictures(club.posts()[bye])
    says(await club.carol.click(club.posts()[bye], "Matches"), "**M1**", "has a bye")
    shown = await club.bob.slash("tournament standings")
    privately_says(shown, "`1.`", "1 point", "Tiebreaks: direct encounter")
    assert pictures(shown)[0].startswith("Veloop: 1 ")
    games = await club.bob.click(shown, "Matches")
    says(games, "**M1**", "has a bye")
    await club.bob.click(games, "Standings")


@pytest.mark.slow
async def test_a_bye_is_posted_in_the_channel_if_direct_messages_are_closed(club: Club) -> None:
    for member in (club.alice, club.bob, club.carol):
        await club.services.members.change(member.id, notices="dm")
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await joined(club, "swiss", club.alice, club.bob, club.carol)
    assert len([post for post in club.posts() if "you have a bye in round 1" in words(post)]) == 1


@pytest.mark.slow
async def test_who_is_to_move_is_said_before_a_round_ends_and_both_are_pinged(club: Club) -> None:
    await joined(club, "swiss", club.bob, club.carol, days=3, clock="7d")
    await later(club, 2.5 * 24 * HOUR)
    asked = next(post for post in reversed(club.posts()) if "Still playing" in words(post))
    ends = f"<t:{int((await club.services.tournaments.get(1)).ends.timestamp())}:f>"
    counts = f"to move · until {ends}", "-# The round ends then, before the time for this turn: <t:"
    says(asked, "Round 1 of **T1** ends", "\nM1: ⚫ <@", *counts)
    assert sorted(club.env.backend.get_message(asked.channel.id, asked.id).ping_user_ids) == [
        club.bob.id,
        club.carol.id,
    ]
    mover = {member.id: member for member in (club.bob, club.carol)}[
        (await club.services.matches.get(1)).mover or 0
    ]
    says(await mover.slash("board", match="M1"), *counts)
    says(await mover.slash("matches"), f"**Your turn**, due {ends} (")
    await club.services.members.change(mover.id, daily="channel", daily_when="8:00")
    await until_daily_card(mover)
    says(club.post(), f"**Your turn**, due {ends} (")
    await mover.slash("move", match="M1", moves=(await mover.offered(match="M1"))[0])
    says(club.post(), *counts)


@pytest.mark.slow
async def test_a_check_in_is_closed_once_the_tournament_starts(club: Club) -> None:
    post = await announced(club, "swiss", starts="in 12 h", checkin=2)
    for member in (club.bob, club.carol):
        await member.click(post, "Join")
    await later(club, 10.1 * HOUR)
    asked = club.post()
    club.posted("Check in for **T1**", pings=[club.bob, club.carol])
    for member in (club.bob, club.carol):
        await member.click(asked, "Check in")
    await later(club, 2 * HOUR)
    closed = next(post for post in club.posts() if post.id == asked.id)
    says(closed, "Check in for **T1**", "-# This is no longer open")
    assert buttons(closed) == ["Matches"]


async def test_the_organiser_settles_replaces_removes_and_hands_over(club: Club) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol, together=True)
    assert await club.alice.type("tournament settle", "match", "") == ["M1", "M2", "M3"]
    assert "Only alice, who organises" in words(
        await club.bob.slash("tournament settle", match="M1", result="1-0")
    )
    settled = await club.alice.slash("tournament settle", match="M1", result="1/2")
    says(settled, "Decide M1 in T1?", "Draw")
    assert "stays open" in words(await club.alice.click(settled, "Leave it open"))
    settled = await sure(
        club.alice, await club.alice.slash("tournament settle", match="M1", result="1/2")
    )
    assert "You decided **M1** in **T1**: Draw" in words(settled)
    asked = await club.alice.slash("tournament replace", member=club.carol, by=club.dave)
    club.posted(
        f"<@{club.dave.id}>, will you replace <@{club.carol.id}> in **T1**",
        "Round robin",
        pings=[club.dave],
    )
    assert "is for somebody else" in words(await club.carol.click(asked, "Accept"))
    await club.dave.click(asked, "Decline")
    told = next(post for post in reversed(club.posts()) if "declined to replace" in words(post))
    assert f"<@{club.alice.id}>, <@{club.dave.id}> declined" in words(told)
    closed = next(post for post in club.posts() if "will you replace" in words(post))
    assert buttons(closed) == ["Matches"]
    says(closed, f"-# <@{club.dave.id}> declined", "Round robin · **Veloop**")
    assert pictures(closed)
    await club.dave.click(
        await club.alice.slash("tournament replace", member=club.carol, by=club.dave), "Accept"
    )
    replaced = next(post for post in reversed(club.posts()) if "you now play in" in words(post))
    assert f"<@{club.dave.id}>, you now play in **T1**, replacing <@{club.carol.id}>" in words(
        replaced
    )
    assert pictures(replaced)
    pinged = club.env.backend.get_message(replaced.channel.id, replaced.id).ping_user_ids
    assert sorted(pinged) == [club.carol.id, club.dave.id], "who is replaced is told, too"
    says(await club.dave.click(replaced, "Matches"), "**M2**")
    handed = await club.alice.slash("tournament handover", member=club.bob)
    assert f"<@{club.bob.id}>, you’re now the organiser of **T1**." in words(handed)
    asked = await club.bob.slash("tournament remove", member=club.dave)
    says(asked, "Remove a player from T1?", f"<@{club.dave.id}> loses all unfinished matches")
    assert "stays in **T1**" in words(await club.bob.click(asked, "Keep"))
    asked = await club.bob.slash("tournament remove", member=club.dave)
    assert "is out of **T1**" in words(await sure(club.bob, asked))
    assert "Only bob, who organises" in words(
        await club.alice.slash("tournament remove", member=club.bob)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "many"), [("swiss", 41), ("knock-out", 40)])
async def test_standings_and_brackets_of_many_are_paged_and_open_at_the_readers_part(
    club: Club, kind: str, many: int
) -> None:
    club.env.settle_timeout = MANY_SECONDS
    await announced(club, kind)
    for number in range(many):
        await club.services.tournaments.do(
            1, organising.join, Person(7000 + number, f"Member {number}")
        )
    await club.bob.slash("tournament join")
    await club.alice.slash("tournament start")
    page = await club.bob.slash("tournament standings")
    if kind == "knock-out":
        page = await club.bob.click(page, "Bracket")
        (shown,) = pictures(page)
        assert "bob" in shown
        (other,) = pictures(await club.bob.click(page, "◀" if "◀" in buttons(page) else "▶"))
        assert "bob" not in other
        shown += other
        assert [number for number in range(many) if f"Member {number}" not in shown] == []
    else:
        shown = words(page)
        assert f"<@{club.bob.id}>" in shown
        assert f"<@{club.bob.id}>" not in words(await club.carol.slash("tournament standings"))
        while "▶" in buttons(page):
            page = await club.bob.click(page, "▶")
            shown += words(page)
        assert [number for number in range(many) if f"<@{7000 + number}>" not in shown] == []
        assert "▶" in buttons(await club.bob.click(page, "Matches"))


async def test_a_command_finds_the_tournament_it_applies_to_and_new_members_join_a_ladder(
    club: Club,
) -> None:
    assert "/tournament create" in words(await club.bob.slash("tournament list"))
    assert "no tournaments here yet" in words(await club.bob.slash("tournament standings"))
    await joined(club, "ladder", club.bob, club.carol)
    boss = club.boss()
    await club.env.settle()
    said = words(await boss.click(await boss.slash("tournament standings"), "Join"))
    assert (
        "You’ve joined **T1** on the bottom rung. Use `/tournament challenge` to play someone "
        "above you."
    ) in said
    assert "Join" not in buttons(await boss.slash("tournament standings"))
    await announced(club, "swiss")
    assert "You’re in **T2**" in words(await club.bob.slash("tournament join"))
    assert "tournament: T2, T1" in words(await club.dave.slash("tournament join"))
    await club.dave.slash("tournament join", tournament="T2")
    assert "**T2** has started" in words(await club.alice.slash("tournament start"))
    assert f"You challenged <@{club.bob.id}> on **T1**" in words(
        await club.carol.slash("tournament challenge", member=club.bob)
    )


@pytest.mark.slow
async def test_a_place_offered_before_the_start_is_offered_for_three_days(club: Club) -> None:
    post = await announced(club, "swiss")
    assert pictures(post)
    for member in (club.bob, club.carol):
        await member.click(post, "Join")
    await club.alice.slash("tournament replace", member=club.carol, by=club.dave)
    asked = club.post()
    await later(club, 71 * HOUR)
    assert buttons(next(now for now in club.posts() if now.id == asked.id))
    await later(club, 2 * HOUR)
    await club.env.advance_time(61)
    assert buttons(next(now for now in club.posts() if now.id == asked.id)) in (["Matches"], ["T1"])


@pytest.mark.slow
async def test_where_a_side_leads_those_who_meet_play_a_pair(club: Club) -> None:
    await club.alice.slash("tournament create", kind="knock-out", game="veloop-hex", rated=False)
    assert "pairs: two matches at once, sides swapped, one result" in words(club.post()).lower()
    for member in (club.alice, club.bob):
        await member.click(club.post(), "Join")
    await club.alice.slash("tournament start")
    await club.env.advance_time(5)
    await resign(club, club.alice, "M1")
    assert "wins!" not in words(club.post())
    await resign(club, club.alice, "M2")
    shown = await club.bob.click(await club.bob.slash("tournament standings"), "Matches")
    says(shown, "· pair **2–0**")
    assert f"🏆 <@{club.bob.id}> wins!" in words_of_post(club, "**The tournament is over**")
    await club.alice.slash("tournament create", kind="swiss", game="loop")
    assert "pairs:" not in words(club.post()).lower()
    said = await club.alice.slash(
        "tournament create", kind="swiss", game="veloop-hex", variant="hexagon 3-4"
    )
    privately_says(said, "This board is solved")
