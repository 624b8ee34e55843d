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
"""Seconds."""
FIRST_OF_MANY = 7_000
"""The id of the first of many members who join at once."""
MANY_SECONDS = 120.0
"""How long posting the first round of forty players may take on a busy machine."""


async def announced(club: Club, kind: str, **terms: Any) -> discord.Message:
    """A tournament that alice organises; gives the announcement."""
    usual_terms = {"game": "veloop-square", "rated": False, "seeding": "order", "pairs": False}
    await club.alice.slash("tournament create", kind=kind, **{**usual_terms, **terms})
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
    question = await member.slash("match resign", match=match)
    await member.click(question, "Resign")
    await half_a_minute_later(club)


async def half_a_minute_later(club: Club) -> None:
    """Run the bot's jobs of the next half minute."""
    await club.services.tournaments.work()
    await club.bot.delivery.flush()


def post_beginning_with(club: Club, start: str) -> discord.Message:
    """The latest post whose words begin with ``start``."""
    for post in reversed(club.posts()):
        if words(post).startswith(start):
            return post
    raise AssertionError(f"no post begins with {start!r}")


@pytest.mark.slow
async def test_a_knock_out_is_played_to_its_end_with_its_bracket_drawn(club: Club) -> None:
    await joined(club, "knock-out", club.alice, club.bob, club.carol, club.dave)
    start = post_beginning_with(club, "**The tournament has started!**")
    says(start, "Round 1 of 2", "**M1**")
    assert "alice – dave" in pictures(start)[0]
    assert club.post_with("your match in **T1 Veloop** begins")

    await club.restart()
    await resign(club, club.dave, "M1")
    standings = post_beginning_with(club, "**Standings**")
    says(standings, f"**M1** <@{club.alice.id}> – <@{club.dave.id}> · **1–0**")

    count = len(club.posts())
    await resign(club, club.carol, "M2")
    final = post_beginning_with(club, "**The final has started**")
    says(final, "\nFinal\n**Final**\n")
    assert "Final: " in pictures(final)[0]
    assert len(club.posts()) <= count + 4

    match = "M3" if "**M3**" in words(final) else "M4"
    says(final, f"**{match}**")
    count = len(club.posts())
    await resign(club, club.bob, match)
    post_of_match, post_of_tournament = club.posts()[count:]
    assert not words(post_of_match).startswith("**The tournament is over**")
    assert words(post_of_tournament).startswith("**The tournament is over**")
    says(post_of_tournament, f"🏆 <@{club.alice.id}> wins!")

    page = await club.dave.slash("tournament standings")
    assert private(page)
    assert "Bracket" in buttons(page)
    bracket = await club.dave.click(page, "Bracket")
    assert "Final: alice – bob (alice)" in pictures(bracket)[0]
    matches = words(await club.dave.click(page, "Matches"))
    assert matches.index(f"**{match}**") < matches.index("**M1**"), "the latest round first"


@pytest.mark.slow
async def test_standings_are_one_post_that_is_edited(club: Club) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol, club.dave, together=True)
    await resign(club, club.dave, "M1")
    await resign(club, club.carol, "M2")
    (standings,) = standings_posts(club)
    text = words(standings)
    assert text.count("1–0") + text.count("0–1") == 2

    await later(club, 2 * HOUR)
    loser = (await club.services.matches.get(3)).seats[0]
    members = {member.id: member for member in (club.alice, club.bob, club.carol, club.dave)}
    await resign(club, members[loser], "M3")
    assert len(standings_posts(club)) == 2


def standings_posts(club: Club) -> list[discord.Message]:
    return [post for post in club.posts() if words(post).startswith("**Standings**")]


async def test_a_bye_follows_its_round_and_standings_and_games_are_shown_privately(
    club: Club,
) -> None:
    await joined(club, "swiss", club.alice, club.bob, club.carol)
    posts = club.posts()
    (bye,) = [post for post in posts if "you have a bye in round 1" in words(post)]
    post_before_bye = posts[posts.index(bye) - 1]
    assert words(post_before_bye).startswith("**The tournament has started!**")
    assert pictures(bye)
    says(await club.carol.click(bye, "Matches"), "**M1**", "has a bye")
    page = await club.bob.slash("tournament standings")
    privately_says(page, "`1.`", "1 point", "Tiebreaks: direct encounter")
    assert pictures(page)[0].startswith("Veloop: 1 ")
    page = await club.bob.click(page, "Matches")
    says(page, "**M1**", "has a bye")
    await club.bob.click(page, "Standings")


@pytest.mark.slow
async def test_a_bye_is_posted_in_the_channel_if_direct_messages_are_closed(club: Club) -> None:
    for member in (club.alice, club.bob, club.carol):
        await club.services.members.change(member.id, notices="dm")
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await joined(club, "swiss", club.alice, club.bob, club.carol)
    byes = [post for post in club.posts() if "you have a bye in round 1" in words(post)]
    assert len(byes) == 1


@pytest.mark.slow
async def test_who_is_to_move_is_said_before_a_round_ends_and_both_are_pinged(club: Club) -> None:
    await joined(club, "swiss", club.bob, club.carol, days=3, clock="7d")
    await later(club, 2.5 * 24 * HOUR)
    tournament = await club.services.tournaments.get(1)
    end = f"<t:{int(tournament.ends.timestamp())}:f>"
    deadline = f"to move · until {end}"
    reason = "-# The round ends then, before the time for this turn: <t:"

    reminder = club.post_with("Still playing")
    says(reminder, "Round 1 of **T1** ends", "\nM1: ⚫ <@", deadline, reason)
    assert club.pings_of(reminder) == [club.bob.id, club.carol.id]

    match = await club.services.matches.get(1)
    mover = club.bob if match.mover == club.bob.id else club.carol
    assert mover.id == match.mover
    says(await mover.slash("board", match="M1"), deadline, reason)
    says(await mover.slash("matches"), f"**Your turn**, due {end} (")
    await club.services.members.change(mover.id, daily="channel", daily_when="8:00")
    await until_daily_card(mover)
    says(club.post(), f"**Your turn**, due {end} (")
    moves = await mover.offered(match="M1")
    await mover.slash("move", match="M1", moves=moves[0])
    says(club.post(), deadline, reason)


@pytest.mark.slow
async def test_a_check_in_is_closed_once_the_tournament_starts(club: Club) -> None:
    announcement = await announced(club, "swiss", starts="in 12 h", checkin=2)
    await club.bob.click(announcement, "Join")
    await club.carol.click(announcement, "Join")
    await later(club, 10.1 * HOUR)
    request = club.post()
    club.posted("Check in for **T1**", pings=[club.bob, club.carol])
    await club.bob.click(request, "Check in")
    await club.carol.click(request, "Check in")
    await later(club, 2 * HOUR)
    closed_request = club.as_it_is_now(request)
    says(closed_request, "Check in for **T1**", "-# This is no longer open")
    assert buttons(closed_request) == ["Matches"]


async def three_play_each_other(club: Club) -> None:
    """A tournament of alice, who organises it, bob and carol."""
    await joined(club, "round-robin", club.alice, club.bob, club.carol, together=True)


async def test_the_organiser_alone_decides_matches(club: Club) -> None:
    await three_play_each_other(club)
    assert await club.alice.type("tournament settle", "match", "") == ["M1", "M2", "M3"]
    refusal = await club.bob.slash("tournament settle", match="M1", result="1-0")
    says(refusal, "Only alice, who organises")
    question = await club.alice.slash("tournament settle", match="M1", result="1/2")
    says(question, "Decide M1 in T1?", "Draw")
    says(await club.alice.click(question, "Leave it open"), "stays open")
    question = await club.alice.slash("tournament settle", match="M1", result="1/2")
    says(await sure(club.alice, question), "You decided **M1** in **T1**: Draw")


async def test_a_replacement_is_asked_and_all_are_told_of_it(club: Club) -> None:
    await three_play_each_other(club)
    request = await club.alice.slash("tournament replace", member=club.carol, by=club.dave)
    club.posted(
        f"<@{club.dave.id}>, will you replace <@{club.carol.id}> in **T1**",
        "Round robin",
        pings=[club.dave],
    )
    says(await club.carol.click(request, "Accept"), "is for somebody else")

    await club.dave.click(request, "Decline")
    says(
        club.post_with("declined to replace"),
        f"<@{club.alice.id}>, <@{club.dave.id}> declined",
    )
    closed_request = club.post_with("will you replace")
    assert buttons(closed_request) == ["Matches"]
    says(closed_request, f"-# <@{club.dave.id}> declined", "Round robin · **Veloop**")
    assert pictures(closed_request)

    request = await club.alice.slash("tournament replace", member=club.carol, by=club.dave)
    await club.dave.click(request, "Accept")
    replacement = club.post_with("you now play in")
    says(
        replacement,
        f"<@{club.dave.id}>, you now play in **T1**, replacing <@{club.carol.id}>",
    )
    assert pictures(replacement)
    assert club.pings_of(replacement) == [club.carol.id, club.dave.id], (
        "who is replaced is told, too"
    )
    says(await club.dave.click(replacement, "Matches"), "**M2**")


@pytest.mark.slow
async def test_who_was_handed_a_tournament_removes_players(club: Club) -> None:
    await three_play_each_other(club)
    answer = await club.alice.slash("tournament handover", member=club.bob)
    says(answer, f"<@{club.bob.id}>, you’re now the organiser of **T1**.")
    question = await club.bob.slash("tournament remove", member=club.carol)
    says(
        question,
        "Remove a player from T1?",
        f"<@{club.carol.id}> loses all unfinished matches",
    )
    says(await club.bob.click(question, "Keep"), "stays in **T1**")
    question = await club.bob.slash("tournament remove", member=club.carol)
    says(await sure(club.bob, question), "is out of **T1**")
    refusal = await club.alice.slash("tournament remove", member=club.bob)
    says(refusal, "Only bob, who organises")


@pytest.mark.slow
async def test_standings_of_many_are_paged_and_open_at_the_readers_part(club: Club) -> None:
    await begin_with_many(club, "swiss", 41)
    page = await club.bob.slash("tournament standings")
    text = words(page)
    assert f"<@{club.bob.id}>" in text
    assert f"<@{club.bob.id}>" not in words(await club.carol.slash("tournament standings"))
    while "▶" in buttons(page):
        page = await club.bob.click(page, "▶")
        text += words(page)
    absent = [number for number in range(41) if f"<@{FIRST_OF_MANY + number}>" not in text]
    assert absent == []
    assert "▶" in buttons(await club.bob.click(page, "Matches"))


@pytest.mark.slow
async def test_a_bracket_of_many_is_paged_and_opens_at_the_readers_part(club: Club) -> None:
    await begin_with_many(club, "knock-out", 40)
    page = await club.bob.slash("tournament standings")
    page = await club.bob.click(page, "Bracket")
    (own_half,) = pictures(page)
    assert "bob" in own_half
    page = await club.bob.click(page, "◀" if "◀" in buttons(page) else "▶")
    (other_half,) = pictures(page)
    assert "bob" not in other_half
    text = own_half + other_half
    absent = [number for number in range(40) if f"Member {number}" not in text]
    assert absent == []


async def begin_with_many(club: Club, kind: str, count: int) -> None:
    """A tournament of so many members and bob."""
    club.env.settle_timeout = MANY_SECONDS
    await announced(club, kind)
    for number in range(count):
        person = Person(FIRST_OF_MANY + number, f"Member {number}")
        await club.services.tournaments.do(1, organising.join, person)
    await club.bob.slash("tournament join")
    await club.alice.slash("tournament start")


async def test_a_command_finds_the_tournament_it_applies_to_and_new_members_join_a_ladder(
    club: Club,
) -> None:
    says(await club.bob.slash("tournament list"), "/tournament create")
    says(await club.bob.slash("tournament standings"), "no tournaments here yet")

    await joined(club, "ladder", club.bob, club.carol)
    boss = club.boss()
    await club.env.settle()
    page = await boss.slash("tournament standings")
    says(
        await boss.click(page, "Join"),
        "You’ve joined **T1** on the bottom rung. Use `/tournament challenge` to play someone "
        "above you.",
    )
    assert "Join" not in buttons(await boss.slash("tournament standings"))

    await announced(club, "swiss")
    says(await club.bob.slash("tournament join"), "You’re in **T2**")
    says(await club.dave.slash("tournament join"), "tournament: T2, T1")
    await club.dave.slash("tournament join", tournament="T2")
    says(await club.alice.slash("tournament start"), "**T2** has started")
    challenge = await club.carol.slash("tournament challenge", member=club.bob)
    says(challenge, f"You challenged <@{club.bob.id}> on **T1**")


@pytest.mark.slow
async def test_a_place_offered_before_the_start_is_offered_for_three_days(club: Club) -> None:
    announcement = await announced(club, "swiss")
    assert pictures(announcement)
    await club.bob.click(announcement, "Join")
    await club.carol.click(announcement, "Join")
    await club.alice.slash("tournament replace", member=club.carol, by=club.dave)
    request = club.post()
    await later(club, 71 * HOUR)
    assert "Accept" in buttons(club.as_it_is_now(request))
    await later(club, 2 * HOUR)
    await club.env.advance_time(61)
    assert buttons(club.as_it_is_now(request)) in (["Matches"], ["T1"])


@pytest.mark.slow
async def test_where_a_side_leads_those_who_meet_play_a_pair(club: Club) -> None:
    await club.alice.slash("tournament create", kind="knock-out", game="veloop-hex", rated=False)
    text = words(club.post()).lower()
    assert "pairs: two matches at once, sides swapped, one result" in text
    await club.alice.click(club.post(), "Join")
    await club.bob.click(club.post(), "Join")
    await club.alice.slash("tournament start")
    await club.env.advance_time(5)
    await resign(club, club.alice, "M1")
    assert "wins!" not in words(club.post())
    await resign(club, club.alice, "M2")
    page = await club.bob.slash("tournament standings")
    says(await club.bob.click(page, "Matches"), "· pair **2–0**")
    end = post_beginning_with(club, "**The tournament is over**")
    says(end, f"🏆 <@{club.bob.id}> wins!")


@pytest.mark.slow
async def test_where_no_side_leads_there_are_no_pairs(club: Club) -> None:
    await club.alice.slash("tournament create", kind="swiss", game="loop")
    assert "pairs:" not in words(club.post()).lower()


@pytest.mark.slow
async def test_there_is_no_tournament_on_a_board_that_is_solved(club: Club) -> None:
    refusal = await club.alice.slash(
        "tournament create", kind="swiss", game="veloop-hex", variant="hexagon 3-4"
    )
    privately_says(refusal, "This board is solved")


async def test_an_organiser_may_choose_handicaps(club: Club) -> None:
    refusal = await club.alice.slash(
        "tournament create", kind="swiss", game="veloop-square", pairs=True, handicap=True
    )
    privately_says(refusal, "handicap")
    post = await announced(club, "swiss", handicap=True)
    says(post, "Handicap: the lower-rated player gets the extra turns that make it even")
