"""Looking through matches and following them, records and animations, as onlookers see them."""

import asyncio

import discord
import pytest

from bot.chat.board.boards import stops
from bot.chat.discord.delivery.notices import MAX_TO_FOLLOWERS
from tests.bot.chat.acting import image, more, two_turns
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import (
    buttons,
    disabled,
    options,
    private,
    privately_says,
    says,
    stored,
    words,
)


@pytest.mark.slow
async def test_anyone_may_look_through_a_match_and_follow_it(club: Club) -> None:
    await club.match("8x8, single turns")
    await two_turns(club)
    answer = await more(club.carol, "Step through")
    assert "Turn 2/2" in words(answer)
    answer = await club.carol.click(answer, "◀")
    says(answer, "Turn 1/2", "**e4-d6**")
    answer = await club.carol.click(answer, "⏮")
    assert "Turn 0 of 2" in words(answer)
    answer = await club.carol.click(answer, "⏭")
    assert "Turn 2/2" in words(answer)
    picture = image(club, answer)
    answer = await club.carol.click(answer, "Flip board")
    assert "Turn 2/2" in words(answer)
    assert (other_picture := image(club, answer)) != picture
    assert disabled(answer) == ["▶", "⏭"]
    assert options(answer) == ["0", "1", "2"]
    answer = await club.carol.choose(answer, "1")
    assert "Turn 1/2" in words(answer)
    assert image(club, await club.carol.choose(answer, "2")) == other_picture
    menus = [await club.carol.click(club.post(), "⋯") for _ in range(2)]
    for menu in menus:  # the second still says Follow
        followed = await club.carol.click(menu, "Follow")
    assert "You’re following **M1**" in words(followed)
    assert "Unfollow" in buttons(followed)
    await club.alice.slash("move", moves=(await club.alice.offered())[0])
    await club.env.advance_time(5)
    assert "M1" in words(club.carol.actor.user.dm_channel.last_message)
    await more(club.carol, "Unfollow")


def test_of_many_turns_the_menu_has_those_near_and_some_of_the_others() -> None:
    assert stops(25, 3) == list(range(25))
    for count, turn in ((26, 0), (300, 150), (2000, 1999), (40, 38)):
        pages = stops(count, turn)
        assert len(pages) == len(set(pages)) == 25
        assert pages == sorted(pages)
        assert {0, turn, count - 1, *range(max(0, turn - 6), min(count, turn + 7))} <= set(pages)


async def test_a_record_and_an_animation(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    record = await club.carol.slash("match record", match="M1")
    privately_says(record, "e4-d6")
    assert sorted(file.filename for file in stored(record).attachments) == [
        "M1-veloop-square.json",
        "M1-veloop-square.txt",
    ]
    answer = await club.carol.slash("match replay", match="M1")
    assert not private(answer)
    assert stored(answer).attachments[0].filename == "M1.gif"


@pytest.mark.slow
async def test_followers_whose_messages_take_long_hold_up_no_player(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.match()
    crowd = [club.guild.add_member(club.env.create_user(f"fan{number}")).id for number in range(8)]
    for user in crowd:
        await club.services.matches.follow(1, user)
    await club.env.settle()
    club.quiet()
    open_direct = club.services.gateway.direct
    release = asyncio.Event()
    full = asyncio.Event()
    members = set[int]()

    async def direct(user: int) -> discord.DMChannel:
        if user in crowd:
            members.add(user)
            if len(members) == MAX_TO_FOLLOWERS:
                full.set()
            await release.wait()
        return await open_direct(user)

    monkeypatch.setattr(club.services.gateway, "direct", direct)
    await club.services.matches.play(1, club.alice.id, "e4-d6", confirm=False)
    await club.bot.delivery.flush()
    await full.wait()
    assert "played **e4-d6**" in words(club.post()), "the players read it meanwhile"
    await club.services.challenges.make(
        club.place, club.carol.person, "loop", opponent=club.dave.person
    )
    await club.bot.delivery.flush()
    assert f"<@{club.dave.id}>" in words(club.post()), "a challenge is posted, too"
    assert len(members) == MAX_TO_FOLLOWERS
    release.set()
    while await club.services.outbox.depth():
        await club.bot.delivery.flush()
    assert members == {*crowd}
