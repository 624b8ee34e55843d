"""Whatever code Discord refuses a request with, each event is told in the end, once, or its loss is
one ERROR line.
"""

import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord
import pytest
from simcord import MemberActor
from simcord.backend.errors import BackendError

from bot.chat.discord.delivery.notices import PLACE_PATIENCE
from bot.chat.discord.gateway.refusals import ApiRequest, Meaning, meaning
from bot.domain.matches import agreements, endings
from bot.domain.values import Person, Place
from tests.bot.chat.acting import pass_seconds
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord.error_codes import DOCUMENTED, status_of
from tests.bot.chat.refusing import refusing
from tests.bot.conftest import sqlite_only
from tests.sampling import Parameters

SOME = (
    0,
    10003,
    10008,
    10062,
    40067,
    40333,
    50001,
    50007,
    50013,
    50024,
    50027,
    50033,
    50035,
    160005,
    160006,
    200000,
)
MOVE = "e4-d6"
FIRST_BOARD = "cut them off from the edge of the board"
A_WHILE = 40  # seconds


@dataclass
class Case:
    """A match of two members in a channel of its own, one of whose requests is refused with a
    code.
    """

    code: int
    number: int
    name: str
    mover: Person
    opponent: Person
    channel: int
    actor: MemberActor
    place: Any
    thread: int | None = None


Meets: TypeAlias = Callable[[Case, str, str, dict[str, Any]], bool]
"""Whether a request (method, path and body) is the one of a case that is refused."""


def posting(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    paths = (f"/channels/{case.channel}/messages", f"/channels/{case.thread}/messages")
    return method == "POST" and path in paths


def posting_in_the_thread(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return method == "POST" and path == f"/channels/{case.thread}/messages"


def opening_a_thread(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return method == "POST" and path == f"/channels/{case.channel}/threads"


def opening_direct_messages(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return path == "/users/@me/channels" and int(body["recipient_id"]) == case.opponent.id


def looking_at_the_channel(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    paths = (f"/channels/{case.channel}/messages", f"/channels/{case.thread}/messages")
    return method == "GET" and path in paths


def looking_at_a_member(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    ends = (f"/members/{case.mover.id}", f"/members/{case.opponent.id}")
    return method == "GET" and path.endswith(ends)


def tagging(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return method == "PATCH" and path == f"/channels/{case.thread}"


def changing_a_message(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return method == "PATCH" and path.startswith(f"/channels/{case.channel}/messages/")


def posting_or_writing_directly(case: Case, method: str, path: str, body: dict[str, Any]) -> bool:
    return posting(case, method, path, body) or opening_direct_messages(case, method, path, body)


def error_of(code: int) -> discord.HTTPException:
    """What discord.py raises for a code."""
    response: Any = SimpleNamespace(status=status_of(code), reason="refused")
    return discord.HTTPException(response, {"code": code, "message": ""})


class RefusedRequests:
    """Refuses the requests of each case with its code while ``active``."""

    def __init__(self, cases: list[Case], meets: Meets) -> None:
        self.cases = cases
        self.meets = meets
        self.active = True
        self.codes: set[int] = set()
        """The codes with which a request was refused."""

    def __call__(self, method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        if not self.active:
            return None
        for case in self.cases:
            if self.meets(case, method, path, body):
                self.codes.add(case.code)
                return refusal(case.code)
        return None


def refusal(code: int) -> BackendError:
    return BackendError(status_of(code), code, "refused by a test")


def _is_named(code: int) -> bool:
    """Whether the table of refusals has the code for some kind of request."""
    error = error_of(code)
    return any(meaning(error, request) is not Meaning.PASSING for request in ApiRequest)


NAMED = tuple(code for code in DOCUMENTED if code in SOME or _is_named(code))
"""The codes that the table names; all others are of one kind: they may pass."""


def _one_of_each_kind() -> tuple[int, ...]:
    """A named code of each kind: those of one kind mean the same in every request."""
    codes: dict[tuple[Meaning, ...], int] = {}
    for code in NAMED:
        error = error_of(code)
        codes.setdefault(tuple(meaning(error, request) for request in ApiRequest), code)
    return tuple(codes.values())


KINDS = _one_of_each_kind()
SAMPLE = tuple(code for code in DOCUMENTED if code in (*SOME, *KINDS))


@pytest.fixture
def codes(request: pytest.FixtureRequest, database_url: str) -> tuple[int, ...]:
    """The codes of a test: on PostgreSQL, which knows nothing of them, one of each kind unless all
    are tried, and only of turns and answers.
    """
    codes: tuple[int, ...] = request.param
    if codes == SAMPLE and database_url.startswith("postgresql"):
        return KINDS
    return codes


@pytest.fixture
async def club(
    copied_database: Path, database_url: str, without_threads: None
) -> AsyncIterator[Club]:
    """A club on either database, whose log may hold errors."""
    club = Club(copied_database)
    club.database = database_url
    async with club:
        club.quiet()
        yield club


async def cases_of(club: Club, codes: tuple[int, ...]) -> list[Case]:
    """A match for each code; its first board is to be posted."""
    return [await case_of(club, code) for code in codes]


async def case_of(club: Club, code: int) -> Case:
    actor = club.guild.add_member(club.env.create_user(f"a{code}"))
    opponent_actor = club.guild.add_member(club.env.create_user(f"b{code}"))
    mover = Person(actor.id, actor.name)
    opponent = Person(opponent_actor.id, opponent_actor.name)
    channel = club.guild.create_text_channel(f"code-{code}")
    place = Place(club.guild.id, channel.id)
    result = await club.services.challenges.make(
        place,
        mover,
        "veloop-square",
        opponent=opponent,
        side="first",
        variant="8x8, single turns",
    )
    match = (await club.services.challenges.accept(result.challenge.id, opponent)).match
    return Case(code, match.id, match.name, mover, opponent, channel.id, actor, channel)


async def post_first_boards(club: Club, cases: list[Case]) -> None:
    """Have the first boards posted, and note where."""
    await pass_seconds(club, 20)
    for case in cases:
        case.thread = (await club.services.matches.get(case.number)).thread


def count_messages(club: Club, case: Case, text: str) -> int:
    """How many messages that somebody else can read tell of something in a match."""
    name = re.compile(rf"\b{case.name}\b")
    count = 0
    for messages in club.env.backend.messages.values():
        for message in messages.values():
            if message.is_ephemeral:
                continue
            words = json.dumps(message.components, ensure_ascii=False)
            if name.search(words) and (text in words or "goes on, but Discord" in words):
                count += 1
    return count


def count_losses(caplog: pytest.LogCaptureFixture, case: Case) -> int:
    """How many ERROR lines say that something of a match is lost."""
    return sum(f"of match {case.number} is lost" in line for line in error_lines(caplog))


def error_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines that come with a traceback: of what nobody expected."""
    return [record.getMessage() for record in caplog.records if record.exc_info]


def check(
    club: Club, cases: list[Case], caplog: pytest.LogCaptureFixture, text: str, *, for_good: bool
) -> None:
    """Assert that a text was posted once in each case, or, if Discord refuses for good, that its
    loss is one ERROR line.
    """
    wrong = {}
    for case in cases:
        messages = count_messages(club, case, text)
        losses = count_losses(caplog, case)
        if messages + losses != 1 or (losses and not for_good):
            wrong[case.code] = (messages, losses)
    assert not wrong, "by code: how often it was told, and how many errors say that it is lost"
    assert not tracebacks(caplog)


ENDURING = pytest.mark.parametrize("for_good", [False, True], ids=["for a while", "for good"])
CODES = pytest.mark.parametrize(
    "codes",
    [SAMPLE, pytest.param(DOCUMENTED, marks=pytest.mark.exhaustive)],
    ids=["some", "all"],
    indirect=True,
)
TURNS: dict[str, tuple[Meets, dict[str, bool]]] = {
    "posting": (posting, {}),
    "posting in a thread": (posting_in_the_thread, {"threads": True}),
    "posting, or writing directly": (posting_or_writing_directly, {}),
}


async def _wait(club: Club, refusals: RefusedRequests, *, for_good: bool) -> None:
    await pass_seconds(club, A_WHILE)
    refusals.active = for_good
    await pass_seconds(club, PLACE_PATIENCE + 700, step=25)


def cases_of_turns() -> Iterator[Parameters]:
    """Every request for a turn is refused for a while and for good; on PostgreSQL each once."""
    for engine, kind, for_good in product(("sqlite", "postgres"), TURNS, (False, True)):
        is_repeated = engine == "postgres" and for_good == (kind == "posting")
        marks = [pytest.mark.exhaustive] if is_repeated else []
        name = f"{engine}-{kind}-{'for good' if for_good else 'for a while'}"
        yield pytest.param(engine, kind, for_good, marks=marks, id=name)


@pytest.mark.slow
@CODES
@pytest.mark.parametrize(
    ("engine", "kind", "for_good"), list(cases_of_turns()), indirect=["engine"]
)
async def test_a_turn(
    club: Club, kind: str, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    meets, settings = TURNS[kind]
    await club.services.servers.change(club.place, **settings)
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    refusals = RefusedRequests(cases, meets)
    with refusing(refusals):
        for case in cases:
            await club.services.matches.play(case.number, case.mover.id, MOVE)
        await _wait(club, refusals, for_good=for_good)
    assert refusals.codes == set(codes)
    text = f"played **{MOVE}**"
    if kind != "posting, or writing directly":
        check(club, cases, caplog, text, for_good=for_good)
        return
    lasting = [case for case in cases if _lasts(case.code, ApiRequest.POST, ApiRequest.DIRECT)]
    check(club, lasting, caplog, text, for_good=True)
    # What may pass for all that is known waits for hours, until it is given up.
    if not for_good:
        passing = [case for case in cases if case not in lasting]
        check(club, passing, caplog, text, for_good=False)


def _lasts(code: int, *requests: ApiRequest) -> bool:
    """Whether a code is known to last at all of these kinds of requests."""
    return all(meaning(error_of(code), request) is not Meaning.PASSING for request in requests)


@pytest.mark.slow
@sqlite_only
@CODES
@ENDURING
async def test_the_first_board(
    club: Club, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    await club.services.servers.change(club.place, threads=True)
    cases = await cases_of(club, codes)
    refusals = RefusedRequests(cases, opening_a_thread)
    with refusing(refusals):
        await _wait(club, refusals, for_good=for_good)
    assert refusals.codes == set(codes)
    check(club, cases, caplog, FIRST_BOARD, for_good=for_good)


@pytest.mark.slow
@sqlite_only
@CODES
@ENDURING
async def test_a_turn_that_is_told_by_direct_message(
    club: Club, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    for case in cases:
        await club.services.members.change(case.opponent.id, notices="both")
    refusals = RefusedRequests(cases, opening_direct_messages)
    with refusing(refusals):
        for case in cases:
            await club.services.matches.play(case.number, case.mover.id, MOVE)
        await _wait(club, refusals, for_good=for_good)
    assert refusals.codes == set(codes)
    for case in cases:  # in the channel, and for its opponent alone
        assert count_messages(club, case, f"played **{MOVE}**") == 2, case.code
    assert not error_lines(caplog)


@pytest.mark.slow
@sqlite_only
@CODES
@ENDURING
async def test_a_turn_that_is_looked_for_in_its_channel(
    club: Club, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer to its post was lost, though the post was made, or not."""
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    refusals = RefusedRequests(cases, looking_at_the_channel)
    codes_of_lost_answers: set[int] = set()

    def refuse(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        for case in cases:
            if case.code in codes_of_lost_answers or not posting(case, method, path, body):
                continue
            codes_of_lost_answers.add(case.code)
            return BackendError(502, 0, "Bad Gateway")
        return refusals(method, path, body)

    with refusing(refuse):
        for case in cases:
            await club.services.matches.play(case.number, case.mover.id, MOVE)
        await _wait(club, refusals, for_good=for_good)
    assert refusals.codes == set(codes)
    check(club, cases, caplog, f"played **{MOVE}**", for_good=False)


@pytest.mark.slow
@CODES
async def test_an_answer(
    club: Club, codes: tuple[int, ...], caplog: pytest.LogCaptureFixture
) -> None:
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    for case in cases:

        def refuse(
            method: str, path: str, body: dict[str, Any], code: int = case.code
        ) -> BackendError | None:
            if path.startswith(("/interactions/", "/webhooks/")):
                return refusal(code)
            return None

        with refusing(refuse), contextlib.suppress(AssertionError):  # the member is shown nothing
            await case.actor.slash(case.place, "move", moves=MOVE)
    await pass_seconds(club, 120)
    text = f"played **{MOVE}**"
    wrong = [case.code for case in cases if count_messages(club, case, text) != 1]
    assert not wrong
    assert not tracebacks(caplog)


@pytest.mark.slow
@sqlite_only
@pytest.mark.parametrize("codes", [KINDS], ids=["one of each kind"])
@ENDURING
async def test_a_card_that_is_closed(
    club: Club, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """One whose message is there, and can be changed as asked for, is closed once Discord takes
    that.
    """
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    for case in cases:
        await club.services.matches.act(case.number, case.opponent.id, agreements.offer_draw)
    while await club.services.outbox.depth():
        await pass_seconds(club, 10)
    refusals = RefusedRequests(cases, changing_a_message)
    with refusing(refusals):
        for case in cases:
            withdraw = partial(agreements.withdraw, "draw", user=case.opponent.id)
            await club.services.matches.do(case.number, withdraw)
        await _settle(club, A_WHILE)
        refusals.active = for_good
        await _settle(club, 400)
    assert refusals.codes == set(codes)
    wrong = []
    for case in cases:
        lasts = meaning(error_of(case.code), ApiRequest.CHANGE) in (
            Meaning.GONE,
            Meaning.NOT_POSSIBLE,
        )
        is_closed = count_messages(club, case, "withdrew this") == 1
        if is_closed == (for_good or lasts):
            wrong.append(case.code)
    assert not wrong
    assert not tracebacks(caplog)


async def _settle(club: Club, seconds: float) -> None:
    """Let time pass in which settled posts are changed."""
    for _ in range(round(seconds / 20)):
        await pass_seconds(club, 20, step=20)
        await club.bot.delivery.settle()


@pytest.mark.slow
@sqlite_only
@CODES
async def test_who_is_in_a_server(
    club: Club, codes: tuple[int, ...], caplog: pytest.LogCaptureFixture
) -> None:
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    codes_of_absence = set()
    with refusing(RefusedRequests(cases, looking_at_a_member)):
        for case in cases:
            match = await club.services.matches.get(case.number)
            if await club.services.presence.look(match, case.opponent.id):
                codes_of_absence.add(case.code)
    assert codes_of_absence == {10007, 10013} & set(codes)
    assert not tracebacks(caplog)


@pytest.mark.slow
@sqlite_only
@CODES
@ENDURING
async def test_the_end_of_a_match_in_a_forum(
    club: Club, codes: tuple[int, ...], for_good: bool, caplog: pytest.LogCaptureFixture
) -> None:
    forum = club.guild.create_forum_channel("matches")
    await club.env.settle()
    await club.services.servers.change(club.place, forum=forum.id)
    cases = await cases_of(club, codes)
    await post_first_boards(club, cases)
    refusals = RefusedRequests(cases, tagging)
    with refusing(refusals):
        for case in cases:
            await club.services.matches.act(case.number, case.mover.id, endings.resign)
        await _wait(club, refusals, for_good=for_good)
    assert refusals.codes == set(codes)
    check(club, cases, caplog, "resigned", for_good=False)
    if not for_good:
        tags = club.env.backend.get_channel(forum.id).available_tags
        (over_tag,) = [int(tag["id"]) for tag in tags if tag["name"] == "Over"]
        for case in cases:
            if not _lasts(case.code, ApiRequest.THREAD):
                thread = club.env.backend.get_channel(case.thread)
                assert over_tag in thread.applied_tags, case.code
