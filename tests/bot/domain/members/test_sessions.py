"""A browser in which a member stays at the page: what it keeps is theirs alone, and ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.members import sessions as sessions_module
from bot.domain.members.doors import LONGEST_STAY, TOKEN_LIFE, Doors, NoEntry
from bot.domain.members.sessions import LIFE, MOST_OF_MEMBER, Sessions
from bot.domain.values import Place
from bot.store.tables import page_sessions
from tests.bot.conftest import ANN, BEN, Clock, crash_after

PLACE = Place(1, 2)
KEPT_SECRET = "abc.bf9aa3146abaa07fc7d0d65e"
"""What a browser was given by an earlier version; the database has its hash."""
STORED_KEY = "9057d821193781ec344268637a9f816fe16cfd261ae79f673b2f961514d707c5"
Opened = Callable[[], Awaitable[Domain]]


def doors_of(domain: Domain) -> Doors:
    return Doors(b"key", domain.database)


async def begun(sessions: Sessions, user: int = ANN.id, browser: str = "Firefox · Linux") -> str:
    """What a browser keeps in which a session was begun."""
    return await sessions.begin(user, PLACE, "de", "Ann", browser)


async def count(domain: Domain) -> int:
    return len(await domain.database.store.fetch(sa.select(page_sessions)))


async def test_who_brings_what_the_browser_kept_is_that_member_in_every_process(
    open_domain: Opened,
) -> None:
    one = doors_of(await open_domain())
    other = doors_of(await open_domain())
    secret = await begun(one.sessions)
    for doors in (one, other):
        visitor = await doors.enter_again(secret)
        assert (visitor.user, visitor.door, visitor.place) == (ANN.id, "link", PLACE)
        assert (visitor.locale, visitor.name) == ("de", "Ann")
        assert doors.read(one.token(visitor)) == visitor


async def test_a_session_is_over_after_30_days_and_then_forgotten(
    domain: Domain, clock: Clock
) -> None:
    doors = doors_of(domain)
    secret = await begun(doors.sessions)
    clock.moment += LIFE - timedelta(seconds=1)
    assert (await doors.enter_again(secret)).user == ANN.id
    await doors.forget_unused()
    assert await count(domain) == 1
    clock.moment += timedelta(seconds=1)
    with pytest.raises(NoEntry):
        await doors.enter_again(secret)
    assert await doors.sessions.of(ANN.id) == []
    clock.moment += timedelta(seconds=1)
    await doors.forget_unused()
    assert await count(domain) == 0


async def test_a_member_has_at_most_12_browsers_and_the_oldest_gives_way(
    domain: Domain, clock: Clock
) -> None:
    sessions = doors_of(domain).sessions
    of_another = await begun(sessions, BEN.id)
    secrets = list[str]()
    for number in range(MOST_OF_MEMBER + 2):
        clock.move(seconds=1)
        secrets.append(await begun(sessions, browser=f"Firefox {number}"))
    members = [await sessions.find(secret) for secret in secrets]
    assert [session is not None for session in members] == [False] * 2 + [True] * MOST_OF_MEMBER
    numbers = range(MOST_OF_MEMBER + 1, 1, -1)
    latest_first = [f"Firefox {number}" for number in numbers]
    assert [session.browser for session in await sessions.of(ANN.id)] == latest_first
    assert await sessions.find(of_another) is not None


async def test_secrets_that_were_not_made_here_cost_no_read(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = doors_of(domain).sessions
    secret = await begun(sessions)
    of_another_key = await begun(Doors(b"another key", domain.database).sessions)
    body, _, signature = secret.partition(".")
    other_secret = ("B" if body[0] == "A" else "A") + body[1:]
    made_up = (
        "",
        ".",
        of_another_key,
        f"{other_secret}.{signature}",
        f"{body}.",
        f"{body}.{signature[:-1]}",
        f"{body}.{signature.upper()}x",
        f".{signature}",
        "é" * 40,
        "\udcff.\udcff",
        "x" * 5_000,
        f"{'x' * 5_000}.{signature}",
    )
    crash_after(monkeypatch, 0)
    for text in made_up:
        assert await sessions.find(text) is None, text


async def test_the_database_does_not_have_what_a_browser_keeps(domain: Domain) -> None:
    sessions = doors_of(domain).sessions
    secret = await begun(sessions)
    rows = str(await domain.database.store.fetch(sa.select(page_sessions)))
    assert "Firefox" in rows
    body, _, signature = secret.partition(".")
    assert body not in rows
    assert signature not in rows
    (session,) = await sessions.of(ANN.id)
    assert await sessions.find(session.id) is None, "what names a session opens nothing"


async def test_who_came_in_before_an_update_comes_in_again_after_it(domain: Domain) -> None:
    doors = doors_of(domain)
    await begun(doors.sessions)
    await domain.database.run(page_sessions.update().values(key=STORED_KEY))
    assert (await doors.enter_again(KEPT_SECRET)).user == ANN.id


async def test_an_ended_session_is_closed_at_once_here_and_within_a_tokens_life_elsewhere(
    open_domain: Opened, clock: Clock
) -> None:
    first_doors = doors_of(await open_domain())
    second_doors = doors_of(await open_domain())
    secret = await begun(first_doors.sessions)
    visitor = await first_doors.enter_again(secret)
    token = first_doors.token(visitor)
    await first_doors.sessions.end(ANN.id, visitor.session)
    for doors in (first_doors, second_doors):
        with pytest.raises(NoEntry):
            await doors.enter_again(secret)
    with pytest.raises(NoEntry):
        first_doors.read(token)
    still_valid = second_doors.read(token)
    clock.moment += TOKEN_LIFE * 0.6
    assert await second_doors.renew(still_valid) is None
    clock.moment += TOKEN_LIFE * 0.5
    with pytest.raises(NoEntry):
        second_doors.read(token)


async def test_a_page_that_stays_open_is_renewed_as_long_as_its_session_goes_on(
    domain: Domain, clock: Clock
) -> None:
    doors = doors_of(domain)
    visitor = await doors.enter_again(await begun(doors.sessions))
    clock.moment += TOKEN_LIFE * 0.6
    new_token = await doors.renew(visitor)
    assert new_token is not None
    assert new_token.session == visitor.session
    assert doors.read(doors.token(new_token)).user == ANN.id
    clock.moment += LONGEST_STAY
    with pytest.raises(NoEntry):
        doors.read(doors.token(new_token))


async def test_a_page_inside_discord_is_renewed_without_a_session(
    domain: Domain, clock: Clock
) -> None:
    doors = doors_of(domain)
    visitor = doors.visitor(ANN.id, "activity", PLACE, "de", "Ann")
    clock.moment += TOKEN_LIFE * 0.6
    assert await doors.renew(visitor) is not None


async def test_nobody_ends_a_session_of_another_or_none(domain: Domain) -> None:
    doors = doors_of(domain)
    visitor = await doors.enter_again(await begun(doors.sessions))
    await doors.sessions.end(BEN.id, visitor.session)
    assert await doors.sessions.goes_on(ANN.id, visitor.session)
    assert doors.read(doors.token(visitor)) == visitor
    inside = doors.visitor(BEN.id, "activity", PLACE, "de", "Ben")
    for name in ("", "%", visitor.session[:8], "x" * 16):
        await doors.sessions.end(ANN.id, name)
    assert doors.read(doors.token(inside)) == inside, "those without a session are let be"
    assert await doors.sessions.goes_on(ANN.id, visitor.session)


async def test_nobody_makes_the_bot_forget_what_has_ended(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions_module, "MOST_REMEMBERED", 3)
    doors = doors_of(domain)
    visitor = await doors.enter_again(await begun(doors.sessions))
    await doors.sessions.end(ANN.id, visitor.session)
    for number in range(5):
        await doors.sessions.end(BEN.id, f"{number:016}")
    with pytest.raises(NoEntry):
        doors.read(doors.token(visitor))


async def test_sessions_go_with_a_members_data_and_are_told_in_its_export(
    domain: Domain, clock: Clock
) -> None:
    doors = doors_of(domain)
    secret = await begun(doors.sessions)
    of_another = await begun(doors.sessions, BEN.id)
    visitor = await doors.enter_again(secret)
    export = json.dumps(await domain.privacy.export(ANN.id), default=str)
    assert "Firefox" in export
    own_keys = sa.select(page_sessions.c.key).where(page_sessions.c.user == ANN.id)
    (row,) = await domain.database.store.fetch(own_keys)
    for withheld in (secret, secret.partition(".")[0], row.key):
        assert withheld not in export
    await domain.privacy.delete(ANN.id)
    with pytest.raises(NoEntry):
        await doors.enter_again(secret)
    clock.moment += TOKEN_LIFE * 0.6
    assert await doors.renew(visitor) is None
    assert (await doors.enter_again(of_another)).user == BEN.id


async def test_many_browsers_at_once_are_told_apart(open_domain: Opened) -> None:
    processes = [doors_of(await open_domain()) for _ in range(2)]
    begins = [begun(processes[number % 2].sessions, 7000 + number) for number in range(10)]
    secrets = await asyncio.gather(*begins)
    assert len({*secrets}) == 10
    for number, secret in enumerate(secrets):
        assert (await processes[0].enter_again(secret)).user == 7000 + number
