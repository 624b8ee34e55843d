"""What Discord refuses for a while comes later, in its place and order; what it refuses for good
comes elsewhere.
"""

import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.domain.matches import endings
from tests.bot.chat.acting import posted_once
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, private, privately_says, raw, says, words
from tests.bot.chat.refusing import refusing, shown_to_the_member_alone
from tests.bot.domain.matches.helpers import played

pytestmark = pytest.mark.slow

BLOCKED = BackendError(403, 40333, "Cloudflare is blocking your request")
NO_ACCESS = BackendError(403, 50001, "Missing Access")
UNKNOWN = BackendError(403, 59999, "Nobody has written down what this is")
SINGLE = "8x8, single turns"
PLAYED = "played **e4-d6**"


def everything(method: str, path: str) -> bool:
    return True


def posts(method: str, path: str) -> bool:
    """Messages to channels and members, not the answers to interactions."""
    return path.startswith(("/channels/", "/users/"))


class Refusal:
    """Refuses some requests with an error while it is ``on``."""

    def __init__(self, error: BackendError, which: Callable[[str, str], bool]) -> None:
        self.error = error
        self.which = which
        self.on = True
        self.met = 0

    def __call__(self, method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if not self.on or not self.which(method, path):
            return None
        self.met += 1
        return self.error


@pytest.fixture
async def club(copied_database: Path, prepared: str, without_threads: None) -> AsyncIterator[Club]:
    """A club on either database, whose log may hold errors."""
    made = Club(copied_database)
    made.database = prepared
    async with made as opened:
        yield opened
    assert not opened.env.errors


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def _threaded(club: Club) -> int:
    """A match of alice and bob in a thread of its own; gives that."""
    await club.services.servers.change(club.place, threads=True)
    await club.match(SINGLE)
    thread = (await club.services.matches.get(1)).thread
    assert thread is not None
    return thread


def _pings(club: Club, message: discord.Message) -> list[int]:
    return sorted(club.env.backend.get_message(message.channel.id, message.id).ping_user_ids)


def directly(member: Member) -> list[str]:
    """What a member has been sent by direct message."""
    channel = member.actor.user.dm_channel
    return [words(message) for message in channel.history()] if channel is not None else []


@pytest.mark.parametrize("which", [everything, posts])
async def test_a_turn_that_is_refused_for_a_while_is_posted_once(
    club: Club, which: Callable[[str, str], bool], caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    refusal = Refusal(BLOCKED, which)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.bot.delivery.flush()
        await club.env.advance_time(25)
        refusal.on = False
        await club.env.advance_time(120)
    assert refusal.met
    await posted_once(club)
    club.posted(PLAYED, pings=[club.bob])
    assert not errors(caplog)


async def test_a_move_whose_answers_are_all_refused_for_a_while_is_told(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    refusal = Refusal(BLOCKED, everything)
    with refusing(refusal):
        with contextlib.suppress(AssertionError):  # she is shown nothing
            await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(25)
        assert (await club.services.matches.get(1)).state.ply == 1
        refusal.on = False
        await club.env.advance_time(120)
    await posted_once(club)
    club.posted(PLAYED, pings=[club.bob])
    assert not errors(caplog)


async def test_a_match_keeps_its_thread_though_that_takes_nothing_for_a_while(club: Club) -> None:
    thread = await _threaded(club)
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(25)
        refusal.on = False
        await club.env.advance_time(120)
    (handle,) = club.channel.threads
    assert PLAYED in words(handle.history()[-1])
    assert (await club.services.matches.get(1)).thread == thread


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("error", [(400, 160005), (403, 50001), (403, 50013), (400, 50083)])
async def test_a_thread_that_was_locked_and_is_opened_again_has_its_match_back(
    club: Club, error: tuple[int, int]
) -> None:
    thread = await _threaded(club)
    refusal = Refusal(BackendError(*error, "No"), lambda method, path: str(thread) in path)
    with refusing(refusal):
        await club.alice.slash("move", moves="e4-d6")
        club.posted(PLAYED, pings=[club.bob])
        refusal.on = False
        await club.bob.slash("move", moves="d5-e3")
    (handle,) = club.channel.threads
    assert "played **d5-e3**" in words(handle.history()[-1])


async def test_a_thread_that_alone_takes_nothing_for_reasons_unknown_holds_nothing_up_for_ever(
    club: Club,
) -> None:
    thread = await _threaded(club)
    refusal = Refusal(UNKNOWN, lambda method, path: path == f"/channels/{thread}/messages")
    with refusing(refusal):
        for member, move in ((club.alice, "e4-d6"), (club.bob, "d5-e3")):
            await club.services.matches.play(1, member.id, move)
        for _ in range(30):
            await club.env.advance_time(60)
        first, second = club.posts()[-2:]
        assert PLAYED in words(first)
        assert "played **d5-e3**" in words(second)
        assert await club.services.outbox.depth() == 0
        refusal.on = False
        third = str((await club.services.matches.get(1)).state.legal_moves()[0])
        await club.services.matches.play(1, club.alice.id, third)
        await club.env.advance_time(10)
    (handle,) = club.channel.threads
    assert f"played **{third}**" in words(handle.history()[-1])


async def test_an_answer_is_not_posted_before_a_turn_that_is_held_back(club: Club) -> None:
    await club.match(SINGLE)
    before = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        privately_says(await club.bob.slash("move", moves="d5-e3"), "Saved, but I couldn’t show it")
        await club.env.advance_time(10)
        assert len(club.posts()) == before
        refusal.on = False
        await club.env.advance_time(120)
    first, second = club.posts()[before:]
    assert PLAYED in words(first)
    assert "played **d5-e3**" in words(second)


async def test_an_answer_goes_on_at_once_when_what_was_held_back_can_be_posted(club: Club) -> None:
    await club.match(SINGLE)
    before = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        refusal.on = False
        await club.bob.slash("move", moves="d5-e3")
        first, second = club.posts()[before:]
    assert PLAYED in words(first)
    assert "played **d5-e3**" in words(second)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("error", [(400, 50033), (403, 50007), (403, 50278)])
@pytest.mark.parametrize("opening", [True, False])
async def test_closed_direct_messages_are_told_of_in_the_channel(
    club: Club, error: tuple[int, int], opening: bool
) -> None:
    await club.match(SINGLE)
    await club.services.members.change(club.bob.id, notices="dm")

    def direct(method: str, path: str) -> bool:
        if opening:
            return path == "/users/@me/channels"
        channel = club.bob.actor.user.dm_channel
        return channel is not None and path == f"/channels/{channel.id}/messages"

    with refusing(Refusal(BackendError(*error, "No"), direct)):
        await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(10)
    assert any(
        _pings(club, post) == [club.bob.id] for post in club.posts() if PLAYED in words(post)
    )
    assert await club.services.outbox.depth() == 0


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("code", [0, 10003, 10004, 10011, 10062, 50001])
async def test_only_who_is_not_found_as_a_member_has_left(club: Club, code: int) -> None:
    await club.match(SINGLE)
    match = await club.services.matches.get(1)
    asked = Refusal(BackendError(404, code, "Not Found"), lambda method, path: "/members/" in path)
    with refusing(asked):
        assert not await club.services.presence.look(match, club.bob.id)
    assert asked.met
    assert (await club.services.matches.get(1)).absent_seat is None
    for known in (10007, 10013):
        gone = Refusal(
            BackendError(404, known, "Unknown"), lambda method, path: "/members/" in path
        )
        with refusing(gone):
            assert await club.services.presence.look(match, club.bob.id)


async def test_who_plays_from_direct_messages_is_not_sent_the_opponents_ping(club: Club) -> None:
    await club.match(SINGLE)
    refusal = Refusal(
        NO_ACCESS, lambda method, path: path == f"/channels/{club.channel.id}/messages"
    )
    with refusing(refusal):
        said = await club.alice.actor.user.slash("move", moves="e4-d6")
        await club.env.advance_time(5)
    assert f"I told <@{club.bob.id}> by direct message" in words(said)
    assert any(PLAYED in text for text in directly(club.bob))
    assert not any(f"<@{club.bob.id}> to move" in text for text in directly(club.alice))


async def _outside(club: Club) -> Callable[[str, str], bool]:
    """What the bot may not do in a server that it is not in."""
    return lambda method, path: path == f"/channels/{club.channel.id}/messages"


async def test_an_answer_that_only_its_member_sees_is_told_to_the_opponent_directly(
    club: Club,
) -> None:
    await club.match(SINGLE)
    with refusing(Refusal(NO_ACCESS, await _outside(club))), shown_to_the_member_alone():
        said = await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(5)
    assert private(said)
    (note,) = said.followups[:1]
    says(note, "Only you can see my answer", f"I told <@{club.bob.id}> by direct message")
    assert any(PLAYED in text for text in directly(club.bob))
    assert await club.services.outbox.depth() == 0


@pytest.mark.parametrize("what", ["takeback", "pause"])
async def test_an_answer_to_what_was_asked_directly_is_told_to_who_asked(
    club: Club, what: str
) -> None:
    await played(club.services, await club.match(SINGLE, clock="3d"), 4)
    here = Refusal(NO_ACCESS, lambda method, path: path == f"/channels/{club.channel.id}/messages")
    with shown_to_the_member_alone(), refusing(here):
        await club.alice.slash(f"match {what}", match="M1")
        channel = club.bob.actor.user.dm_channel
        assert channel is not None
        asked = channel.history()[-1]
        accept = next(part for part in walk(raw(asked)) if part.get("label") == "Accept")
        await club.bob.actor.user.click(asked, custom_id=accept["custom_id"])
        await club.env.advance_time(30)
    told = directly(club.alice)
    assert len(told) == 1
    says(told[0], {"takeback": "accepted the takeback", "pause": "agreed: **M1** is paused"}[what])


async def test_members_of_a_team_are_told_directly_where_no_channel_takes_what_calls_them(
    club: Club,
) -> None:
    here = Refusal(NO_ACCESS, lambda method, path: path == f"/channels/{club.channel.id}/messages")
    with shown_to_the_member_alone(), refusing(here):
        side = f"<@{club.carol.id}>"
        await club.alice.slash(
            "team start", game="snipsnip", side=side, against=f"<@{club.bob.id}>"
        )
        await club.env.advance_time(30)
    for member in (club.bob, club.carol):
        (told,) = directly(member)
        says(told, "A team match begins")
    assert not directly(club.alice)


async def test_who_moves_hears_that_nobody_could_be_told(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    outside = await _outside(club)

    def refuse(method: str, path: str) -> bool:
        return outside(method, path) or path == "/users/@me/channels"

    with refusing(Refusal(NO_ACCESS, refuse)), shown_to_the_member_alone():
        said = await club.alice.slash("move", moves="e4-d6")
    says(said.followups[0], "Only you can see my answer", f"I couldn’t reach <@{club.bob.id}>")
    (error,) = errors(caplog)
    assert "is lost" in error


async def test_an_open_challenge_that_only_its_maker_sees_is_said_to_be_so(club: Club) -> None:
    with refusing(Refusal(NO_ACCESS, await _outside(club))), shown_to_the_member_alone():
        said = await club.alice.slash("play", game="loop")
    assert any("Only you can see my answer" in words(note) for note in said.followups)


async def test_an_answer_that_only_its_member_sees_is_posted_where_the_bot_may(club: Club) -> None:
    await club.match(SINGLE)
    with shown_to_the_member_alone():
        said = await club.alice.slash("move", moves="e4-d6")
    assert private(said)
    club.posted(PLAYED, pings=[club.bob])
    assert not any("Only you can see" in words(note) for note in said.followups)


async def test_the_end_of_a_match_reaches_the_opponent_where_no_channel_takes_it(
    club: Club,
) -> None:
    await club.match(SINGLE)
    with refusing(Refusal(NO_ACCESS, await _outside(club))):
        await club.services.matches.act(1, club.alice.id, endings.resign)
        await club.env.advance_time(10)
    assert sum("resigned" in text for text in directly(club.bob)) == 1


async def test_a_challenge_that_is_not_taken_as_it_is_can_be_accepted(club: Club) -> None:
    def blocked(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if method == "POST" and "please win" in str(body):
            return BackendError(400, 200000, "Message was blocked by automatic moderation")
        return None

    with refusing(blocked):
        await club.alice.slash("play", game="loop", opponent=club.bob, message="please win")
    await club.bob.click(club.post(), "Accept")
    assert (await club.services.matches.get(1)).game.slug == "loop"


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "error", [(400, 200000), (413, 40005), (403, 400001), (400, 50035), (400, 240000)]
)
async def test_a_post_that_is_not_taken_as_it_is_is_sent_in_short(
    club: Club, error: tuple[int, int], caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)

    def pictured(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        return BackendError(*error, "No") if body.get("attachments") else None

    with refusing(pictured):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(5)
    club.posted("M1 goes on", pings=[club.bob])
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 1


async def test_a_channel_that_is_gone_and_closed_direct_messages_are_one_error(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    refusal = Refusal(
        BackendError(404, 10003, "Unknown Channel"),
        lambda method, path: not path.startswith("/inter"),
    )
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(60)
    (error,) = errors(caplog)
    assert "is lost" in error
    assert await club.services.outbox.depth() == 0


async def test_a_follower_keeps_following_though_discord_cannot_say_now_who_they_are(
    club: Club,
) -> None:
    await club.match(SINGLE)
    await club.services.matches.follow(1, club.dave.id)
    refusal = Refusal(
        BackendError(404, 0, "404: Not Found"), lambda method, path: "/members/" in path
    )
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        refusal.on = False
        for _ in range(7):
            await club.env.advance_time(60)
    assert list(await club.services.matches.followed(club.dave.id)) == [1]
    assert any(PLAYED in text for text in directly(club.dave))


async def test_a_card_is_closed_once_discord_takes_that(club: Club) -> None:
    await club.match(clock="2d")
    await club.alice.slash("match pause")
    asked = club.post()
    refusal = Refusal(UNKNOWN, lambda method, path: method == "PATCH" or "/callback" in path)
    with refusing(refusal):
        await club.bob.click(asked, "Accept")
        refusal.on = False
        await club.env.advance_time(60)
    (again,) = [post for post in club.posts() if post.id == asked.id]
    assert not any(button.startswith(("Accept", "Decline")) for button in buttons(again))


async def test_what_is_held_back_for_who_deletes_their_data_is_forgotten(club: Club) -> None:
    await club.match(SINGLE)
    await club.services.members.change(club.bob.id, notices="dm")
    delivery = club.bot.handling.delivery

    def held_for_bob() -> list[int]:
        notices = [held.notice for held in delivery._held.values()]
        return [notice.id for notice in notices if club.bob.id in (notice.dm, notice.ping)]

    with refusing(Refusal(BLOCKED, posts)):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(5)
        assert held_for_bob()
        await club.services.privacy.delete(club.bob.id)
    assert not held_for_bob()
