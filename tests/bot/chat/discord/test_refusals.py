"""What Discord refuses for a while comes later, in its place and order; what it refuses for good
comes elsewhere.
"""

import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from bot.domain.matches import endings
from tests.bot.chat.acting import direct_messages, pass_seconds, posted_once
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import BUTTON, buttons, parts, private, privately_says, says, words
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


def members(method: str, path: str) -> bool:
    """Whether Discord is asked who is in a server."""
    return "/members/" in path


def channel_of(club: Club) -> Callable[[str, str], bool]:
    """Posts to the club's channel, which a bot may not make in a server that it is not in."""
    messages = f"/channels/{club.channel.id}/messages"
    return lambda method, path: path == messages


class Refusal:
    """Refuses some requests with an error while it is ``active``."""

    def __init__(self, error: BackendError, applies: Callable[[str, str], bool]) -> None:
        self.error = error
        self.applies = applies
        self.active = True
        self.count = 0
        """How many requests were refused."""

    def __call__(self, method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if not self.active or not self.applies(method, path):
            return None
        self.count += 1
        return self.error


@pytest.fixture
async def club(
    copied_database: Path, database_url: str, without_threads: None
) -> AsyncIterator[Club]:
    """A club on either database, whose log may hold errors."""
    club = Club(copied_database)
    club.database = database_url
    async with club:
        yield club
    assert not club.env.errors


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def _threaded(club: Club) -> int:
    """A match of alice and bob in a thread of its own; gives that."""
    await club.services.servers.change(club.place, threads=True)
    await club.match(SINGLE)
    thread = (await club.services.matches.get(1)).thread
    assert thread is not None
    return thread


def direct_texts(member: Member) -> list[str]:
    """What a member has been sent by direct message."""
    return [words(message) for message in direct_messages(member)]


@pytest.mark.parametrize("requests", [everything, posts])
async def test_a_turn_that_is_refused_for_a_while_is_posted_once(
    club: Club, requests: Callable[[str, str], bool], caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    refusal = Refusal(BLOCKED, requests)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.bot.delivery.flush()
        await club.env.advance_time(25)
        refusal.active = False
        await club.env.advance_time(120)
    assert refusal.count
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
        refusal.active = False
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
        refusal.active = False
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
        refusal.active = False
        await club.bob.slash("move", moves="d5-e3")
    (handle,) = club.channel.threads
    assert "played **d5-e3**" in words(handle.history()[-1])


async def test_a_thread_that_alone_takes_nothing_for_reasons_unknown_holds_nothing_up_for_ever(
    club: Club,
) -> None:
    thread = await _threaded(club)
    club.quiet()
    refusal = Refusal(UNKNOWN, lambda method, path: path == f"/channels/{thread}/messages")
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.services.matches.play(1, club.bob.id, "d5-e3")
        await pass_seconds(club, 1_800, step=20)
        first, second = club.posts()[-2:]
        assert PLAYED in words(first)
        assert "played **d5-e3**" in words(second)
        assert await club.services.outbox.depth() == 0
        refusal.active = False
        match = await club.services.matches.get(1)
        third = str(match.state.legal_moves()[0])
        await club.services.matches.play(1, club.alice.id, third)
        await pass_seconds(club, 10)
    (handle,) = club.channel.threads
    assert f"played **{third}**" in words(handle.history()[-1])


async def test_an_answer_is_not_posted_before_a_turn_that_is_held_back(club: Club) -> None:
    await club.match(SINGLE)
    count = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        privately_says(await club.bob.slash("move", moves="d5-e3"), "Saved, but I couldn’t show it")
        await club.env.advance_time(10)
        assert len(club.posts()) == count
        refusal.active = False
        await club.env.advance_time(120)
    first, second = club.posts()[count:]
    assert PLAYED in words(first)
    assert "played **d5-e3**" in words(second)


async def test_an_answer_after_a_restart_waits_for_a_turn_that_was_held_back_before(
    club: Club,
) -> None:
    await club.match(SINGLE)
    count = len(club.posts())
    with refusing(Refusal(BLOCKED, posts)):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await pass_seconds(club, 120)
    await club.restart(gently=False, seconds=0)
    await club.bob.slash("move", moves="d5-e3")
    first, second = club.posts()[count:]
    assert PLAYED in words(first)
    assert "played **d5-e3**" in words(second)


async def test_an_answer_goes_on_at_once_when_what_was_held_back_can_be_posted(club: Club) -> None:
    await club.match(SINGLE)
    count = len(club.posts())
    refusal = Refusal(BLOCKED, posts)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        refusal.active = False
        await club.bob.slash("move", moves="d5-e3")
        first, second = club.posts()[count:]
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

    def is_direct(method: str, path: str) -> bool:
        if opening:
            return path == "/users/@me/channels"
        channel = club.bob.actor.user.dm_channel
        return channel is not None and path == f"/channels/{channel.id}/messages"

    with refusing(Refusal(BackendError(*error, "No"), is_direct)):
        await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(10)
    posts_of_turn = [post for post in club.posts() if PLAYED in words(post)]
    assert [club.bob.id] in [club.pings_of(post) for post in posts_of_turn]
    assert await club.services.outbox.depth() == 0


async def test_a_challenge_to_closed_direct_messages_is_told_of_in_its_channel(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.services.members.change(club.bob.id, notices="dm")
    opening = Refusal(BackendError(400, 50033, "No"), lambda method, path: "/users/" in path)
    with refusing(opening):
        await club.alice.slash("play", game="loop", opponent=club.bob)
        await club.env.advance_time(10)
    first, second = club.posts()
    assert (club.pings_of(first), club.pings_of(second)) == ([], [club.bob.id])
    await club.bob.click(second, "Accept")
    for card in (first, second):
        assert "Accept" not in buttons(club.as_it_is_now(card))
    assert not errors(caplog)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("code", [0, 10003, 10004, 10011, 10062, 50001])
async def test_who_is_not_found_for_other_reasons_has_not_left(club: Club, code: int) -> None:
    await club.match(SINGLE)
    match = await club.services.matches.get(1)
    refusal = Refusal(BackendError(404, code, "Not Found"), members)
    with refusing(refusal):
        assert not await club.services.presence.look(match, club.bob.id)
    assert refusal.count
    match = await club.services.matches.get(1)
    assert match.absent_seat is None


@pytest.mark.parametrize("code", [10007, 10013])
async def test_who_is_not_found_as_a_member_has_left(club: Club, code: int) -> None:
    await club.match(SINGLE)
    match = await club.services.matches.get(1)
    with refusing(Refusal(BackendError(404, code, "Unknown"), members)):
        assert await club.services.presence.look(match, club.bob.id)


async def test_who_plays_from_direct_messages_is_not_sent_the_opponents_ping(club: Club) -> None:
    await club.match(SINGLE)
    with refusing(Refusal(NO_ACCESS, channel_of(club))):
        answer = await club.alice.actor.user.slash("move", moves="e4-d6")
        await club.env.advance_time(5)
    says(answer, f"I told <@{club.bob.id}> by direct message")
    assert any(PLAYED in text for text in direct_texts(club.bob))
    for text in direct_texts(club.alice):
        assert f"<@{club.bob.id}> to move" not in text


async def test_an_answer_that_only_its_member_sees_is_told_to_the_opponent_directly(
    club: Club,
) -> None:
    await club.match(SINGLE)
    with refusing(Refusal(NO_ACCESS, channel_of(club))), shown_to_the_member_alone():
        answer = await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(5)
    assert private(answer)
    note = answer.followups[0]
    says(note, "Only you can see my answer", f"I told <@{club.bob.id}> by direct message")
    assert any(PLAYED in text for text in direct_texts(club.bob))
    assert await club.services.outbox.depth() == 0


@pytest.mark.parametrize(
    ("request_kind", "text"),
    [("takeback", "accepted the takeback"), ("pause", "agreed: **M1** is paused")],
)
async def test_an_answer_to_what_was_asked_directly_is_told_to_who_asked(
    club: Club, request_kind: str, text: str
) -> None:
    await played(club.services, await club.match(SINGLE, clock="3d"), 4)
    with shown_to_the_member_alone(), refusing(Refusal(NO_ACCESS, channel_of(club))):
        await club.alice.slash(f"match {request_kind}", match="M1")
        message = direct_messages(club.bob)[-1]
        accept = next(
            button for button in parts(message, BUTTON) if button.get("label") == "Accept"
        )
        await club.bob.actor.user.click(message, custom_id=accept["custom_id"])
        await club.env.advance_time(30)
    (answer,) = direct_texts(club.alice)
    says(answer, text)


async def test_members_of_a_team_are_told_directly_where_no_channel_takes_what_calls_them(
    club: Club,
) -> None:
    side = f"<@{club.carol.id}>"
    other_side = f"<@{club.bob.id}>"
    with shown_to_the_member_alone(), refusing(Refusal(NO_ACCESS, channel_of(club))):
        await club.alice.slash("team start", game="snipsnip", side=side, against=other_side)
        await club.env.advance_time(30)
    for member in (club.bob, club.carol):
        (text,) = direct_texts(member)
        says(text, "A team match begins")
    assert not direct_texts(club.alice)


async def test_who_moves_hears_that_nobody_could_be_told(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    is_to_channel = channel_of(club)

    def applies(method: str, path: str) -> bool:
        return is_to_channel(method, path) or path == "/users/@me/channels"

    with refusing(Refusal(NO_ACCESS, applies)), shown_to_the_member_alone():
        answer = await club.alice.slash("move", moves="e4-d6")
    note = answer.followups[0]
    says(note, "Only you can see my answer", f"I couldn’t reach <@{club.bob.id}>")
    (error,) = errors(caplog)
    assert "is lost" in error


async def test_an_open_challenge_that_only_its_maker_sees_is_said_to_be_so(club: Club) -> None:
    with refusing(Refusal(NO_ACCESS, channel_of(club))), shown_to_the_member_alone():
        answer = await club.alice.slash("play", game="loop")
    notes = [words(note) for note in answer.followups]
    assert any("Only you can see my answer" in note for note in notes)


async def test_an_answer_that_only_its_member_sees_is_posted_where_the_bot_may(club: Club) -> None:
    await club.match(SINGLE)
    with shown_to_the_member_alone():
        answer = await club.alice.slash("move", moves="e4-d6")
    assert private(answer)
    club.posted(PLAYED, pings=[club.bob])
    for note in answer.followups:
        assert "Only you can see" not in words(note)


async def test_the_end_of_a_match_reaches_the_opponent_where_no_channel_takes_it(
    club: Club,
) -> None:
    await club.match(SINGLE)
    with refusing(Refusal(NO_ACCESS, channel_of(club))):
        await club.services.matches.act(1, club.alice.id, endings.resign)
        await club.env.advance_time(10)
    texts = [text for text in direct_texts(club.bob) if "resigned" in text]
    assert len(texts) == 1


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

    def refuse_pictures(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if body.get("attachments"):
            return BackendError(*error, "No")
        return None

    with refusing(refuse_pictures):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(5)
    club.posted("M1 goes on", pings=[club.bob])
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == 1


async def test_a_channel_that_is_gone_and_closed_direct_messages_are_one_error(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(SINGLE)
    unknown_channel = BackendError(404, 10003, "Unknown Channel")
    with refusing(
        Refusal(unknown_channel, lambda method, path: not path.startswith("/interactions/"))
    ):
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
    refusal = Refusal(BackendError(404, 0, "404: Not Found"), members)
    with refusing(refusal):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(10)
        refusal.active = False
        for _ in range(7):
            await club.env.advance_time(60)
    assert list(await club.services.matches.followed(club.dave.id)) == [1]
    assert any(PLAYED in text for text in direct_texts(club.dave))


async def test_a_card_is_closed_once_discord_takes_that(club: Club) -> None:
    await club.match(clock="2d")
    await club.alice.slash("match pause")
    request = club.post()
    refusal = Refusal(UNKNOWN, lambda method, path: method == "PATCH" or "/callback" in path)
    with refusing(refusal):
        await club.bob.click(request, "Accept")
        refusal.active = False
        await club.env.advance_time(60)
    for label in buttons(club.as_it_is_now(request)):
        assert not label.startswith(("Accept", "Decline"))


async def test_what_is_held_back_for_who_deletes_their_data_is_forgotten(club: Club) -> None:
    await club.match(SINGLE)
    await club.services.members.change(club.bob.id, notices="dm")
    delivery = club.bot.handling.delivery

    def held_for_bob() -> list[int]:
        notices = [hold.notice for hold in delivery._holds.values()]
        return [notice.id for notice in notices if club.bob.id in (notice.dm, notice.ping)]

    with refusing(Refusal(BLOCKED, posts)):
        await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(5)
        assert held_for_bob()
        await club.services.privacy.delete(club.bob.id)
    assert not held_for_bob()
