"""Members who leave the server, and what their opponents may then do."""

import pytest

from bot.domain.matches import endings
from tests.bot.chat.acting import DAY, later, more, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, says, words
from tests.bot.domain.matches.helpers import played

pytestmark = pytest.mark.slow


async def bob_leaves(club: Club, clock: str = "") -> None:
    """A match that bob leaves when he is to move."""
    await club.match(clock=clock)
    await club.alice.slash("move", moves="e4-d6")
    club.guild.remove_member(club.bob.actor)


async def test_a_player_who_leaves_between_two_reminders_is_noticed_at_the_next(club: Club) -> None:
    await club.match(clock="3d")
    await club.alice.slash("move", moves="e4-d6")
    await later(club, DAY * 2.1)
    assert "your turn against" in words(club.post())
    club.guild.remove_member(club.bob.actor)
    await later(club, DAY * 0.8)
    notice = club.post()
    assert "left the server" in words(notice)
    await later(club, DAY)
    await sure(
        club.alice, await club.alice.click(await club.alice.click(notice, "⋯"), "Claim the win")
    )
    assert "wins" in words(club.post())


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("nudged", [True, False])
async def test_a_player_who_has_left_is_noticed_when_nudged_or_quiet(
    club: Club, nudged: bool
) -> None:
    await bob_leaves(club)
    await later(club, DAY * (1.01 if nudged else 3))
    if nudged:
        await more(club.alice, "Nudge")
        await club.env.advance_time(5)
    club.posted("left the server", pings=[club.alice])


async def test_a_player_who_leaves_soon_after_a_turn_is_noticed_when_asked_for_something(
    club: Club,
) -> None:
    await bob_leaves(club)
    await club.alice.slash("match draw")
    await club.env.advance_time(5)
    notice = club.post()
    club.posted("left the server", pings=[club.alice])
    await later(club, DAY)
    await sure(club.alice, await club.alice.click(await club.alice.click(notice, "⋯"), "Call off"))
    assert "**Called off**" in words(club.post())


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("back", ["", "by itself", "by a command"])
async def test_a_win_may_be_claimed_a_day_after_unless_the_player_is_back(
    club: Club, back: str
) -> None:
    await bob_leaves(club, "7d")
    assert "may still come back" in words(await club.alice.slash("match claim", what="win"))
    if back:
        club.guild.add_member(club.bob.actor.user)
    if back == "by a command":
        await club.restart()
        await club.bob.slash("matches")
        assert (await club.services.matches.get(1)).absent_seat is None
    await later(club, DAY * 1.05)
    claim = await club.alice.slash("match claim", what="win")
    if back:
        assert "still has time" in words(claim)
        assert (await club.services.matches.get(1)).absent_seat is None
    else:
        await sure(club.alice, claim)
        assert "wins" in words(club.post())


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("back", [True, False])
async def test_that_a_player_has_left_is_closed_once_they_are_back_or_the_match_is_over(
    club: Club, back: bool
) -> None:
    await bob_leaves(club, "7d")
    assert "may still come back" in words(await club.alice.slash("match claim", what="win"))
    await club.env.advance_time(5)
    notice = club.post()
    assert buttons(notice) == ["Board", "⋯"]
    menu = await club.alice.click(notice, "⋯")
    assert not {"Offer draw", "Ask for takeback"} & set(buttons(menu)), "nobody is there to answer"
    assert "is posted and pings" not in words(menu)
    if back:
        club.guild.add_member(club.bob.actor.user)
        await club.bob.slash("matches")
    else:
        await club.services.matches.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(31)
    notice_post = next(post for post in club.posts() if post.id == notice.id)
    says(notice_post, "left the server", "-# M1 goes on" if back else "-# M1 is over")
    assert buttons(notice_post) == ["Board"]


async def rated_and_left(club: Club) -> None:
    """A rated match in which both have made two turns, and which bob has left, as a claim has
    shown.
    """
    await club.match("8x8, single turns", rated=True, clock="7d")
    await played(club.services, 1, 5)
    assert (await club.services.matches.get(1)).mover == club.bob.id
    club.guild.remove_member(club.bob.actor)
    assert "may still come back" in words(await club.alice.slash("match claim", what="win"))
    await club.env.advance_time(5)
    assert "you win" in words(club.post())


async def test_a_rated_match_is_lost_a_day_after_its_player_has_left(club: Club) -> None:
    await rated_and_left(club)
    await later(club, DAY * 0.9)
    assert (await club.services.matches.get(1)).status == "running"
    await later(club, DAY * 0.2)
    match = await club.services.matches.get(1)
    assert (match.status, match.winner, match.reason, match.rated) == ("finished", 0, "left", True)
    club.posted("wins", pings=[club.alice])
    assert (await club.services.ratings.profile(club.bob.id, club.guild.id)).total.losses == 1


async def test_a_rated_match_goes_on_when_its_player_is_back_within_the_day(club: Club) -> None:
    await rated_and_left(club)
    club.guild.add_member(club.bob.actor.user)
    await later(club, DAY * 1.1)
    match = await club.services.matches.get(1)
    assert (match.status, match.absent_seat) == ("running", None)
