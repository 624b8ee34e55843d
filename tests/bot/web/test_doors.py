"""Nobody comes in without a link of their own, and nobody acts or sees for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from aiohttp.test_utils import TestClient, TestServer
from simcord.backend.models import Overwrite

from bot.chat.board.links import FollowMatch
from bot.domain.domain import Domain
from bot.domain.matches.match import Match
from bot.domain.members.doors import CODE_SECONDS, LONGEST_STAY, TOKEN_LIFE, Doors, NoEntry
from bot.domain.values import Person, Place
from bot.store.tables import page_links, page_openings
from bot.web import match_acts
from bot.web.visits import PRIVATE
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, raw
from tests.bot.conftest import Clock, crash_after
from tests.bot.web.conftest import Tab, action, page_server

Tabs = Callable[[], Tab]


async def test_a_link_works_once_and_for_a_minute(club: Club, tab: Tabs) -> None:
    doors = club.services.doors
    page = tab()
    code = await doors.code(club.alice.id, "link", club.place, "en-US")
    assert (await page.ask("enter", {"code": code}))[0] == 200
    assert (await page.ask("enter", {"code": code}))[0] == 401
    late = await doors.code(club.alice.id, "link", club.place, "en-US")
    await club.env.advance_time(CODE_SECONDS + 1)
    assert (await page.ask("enter", {"code": late}))[0] == 401


async def test_without_a_token_of_ones_own_nothing_is_shown_or_done(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    alice = tab()
    view = await alice.open(club.alice, match)
    stranger = tab()
    forged = tab()
    other = Doors(b"another key", club.services.database)
    code = await other.code(club.alice.id, "link", club.place, "en-US")
    forged.token = other.token((await other.enter(code))[0])
    body, _, sign = alice.token.partition(".")
    for token in ("", forged.token, f"{body[:-2]}AA.{sign}", f"{body}.", "é.x", "x" * 4000):
        stranger.token = token
        for path, data in (
            ("home", None),
            (f"m/{view['id']}", None),
            (f"m/{view['id']}/record", None),
            (f"m/{view['id']}/analysis", None),
            (f"m/{view['id']}/objection?cell=e4", None),
            ("rules/loop", None),
            (f"m/{view['id']}/choose", {"move": "e4-d6"}),
            ("act", {"press": action(view, "resign")}),
            ("challenge", {"game": "loop", "side": "random", "clock": "", "opponent": ""}),
            ("language", {"language": "de"}),
        ):
            if token.isascii():
                assert (await stranger.ask(path, data))[0] == 401
        with pytest.raises(NoEntry):
            club.services.doors.read(token)


async def test_a_token_ends_unless_the_page_is_used_and_at_last_in_any_case(
    domain: Domain, clock: Clock
) -> None:
    began = clock.moment
    doors = Doors(b"key", domain.database)
    code = await doors.code(7, "link", Place(1, 2), "de")
    first, _ = await doors.enter(code)
    idle = doors.token(first)
    visitor = first
    while (
        renewed := doors.renewed(visitor)
    ) is not None or visitor.expires_at > clock.moment.timestamp():
        visitor = doors.read(doors.token(renewed or visitor))
        assert (visitor.user, visitor.place, visitor.locale, visitor.name) == (
            7,
            Place(1, 2),
            "de",
            "",
        )
        clock.moment += TOKEN_LIFE * 0.4
    assert LONGEST_STAY <= clock.moment - began < LONGEST_STAY + TOKEN_LIFE
    for token in (idle, doors.token(visitor)):
        with pytest.raises(NoEntry):
            doors.read(token)


async def test_what_is_to_be_shown_first_is_known_for_a_minute_once(
    domain: Domain, clock: Clock
) -> None:
    doors = Doors(b"key", domain.database)
    for user, target in ((6, 1), (7, 2), (7, "lh:lesson:0:3:loop")):
        await doors.want(user, target)
    clock.move(seconds=CODE_SECONDS)
    assert [await doors.wanted(user) for user in (7, 7)] == ["lh:lesson:0:3:loop", 0]
    clock.move(seconds=0.1)
    assert await doors.wanted(6) == 0


async def test_links_and_what_is_shown_first_are_the_same_in_every_process(
    open_domain: Callable[[], Awaitable[Domain]],
) -> None:
    one, other = [Doors(b"key", (await open_domain()).database) for _ in range(2)]
    code = await one.code(7, "link", Place(1, 2), "de", "lh:lesson:0:3:loop", "Ann")
    visitor, target = await other.enter(code)
    assert (visitor.user, visitor.place, visitor.name, target) == (
        7,
        Place(1, 2),
        "Ann",
        "lh:lesson:0:3:loop",
    )
    assert one.read(other.token(visitor)) == visitor
    for doors in (one, other):
        with pytest.raises(NoEntry):
            await doors.enter(code)
    await one.want(7, 27)
    assert [await doors.wanted(7) for doors in (other, one)] == [27, 0]


async def test_of_all_who_use_a_link_at_once_one_comes_in(
    open_domain: Callable[[], Awaitable[Domain]],
) -> None:
    doors = [Doors(b"key", (await open_domain()).database) for _ in range(2)]
    for _ in range(5):
        code = await doors[0].code(7, "link", Place(1, 2), "de")
        tries = await asyncio.gather(
            *(doors[n % 2].enter(code) for n in range(10)), return_exceptions=True
        )
        assert sum(not isinstance(one, NoEntry) for one in tries) == 1


async def test_the_database_has_no_code_and_nothing_that_was_not_used_in_time(
    domain: Domain, clock: Clock
) -> None:
    doors = Doors(b"key", domain.database)
    code = await doors.code(7, "link", Place(1, 2), "de", name="Ann")
    await doors.want(7, 27)
    rows_as_text = str([await rows(domain, table) for table in (page_links, page_openings)])
    assert "Ann" in rows_as_text
    assert code not in rows_as_text
    assert "Ann" in str(await domain.privacy.export(7))
    await doors.forget_unused()
    assert await rows(domain, page_links)
    clock.move(seconds=CODE_SECONDS + 1)
    await doors.forget_unused()
    assert [await rows(domain, table) for table in (page_links, page_openings)] == [[], []]


async def test_a_clock_that_is_set_back_keeps_nobody_out(domain: Domain, clock: Clock) -> None:
    doors = Doors(b"key", domain.database)
    place = Place(1, 2)
    code = await doors.code(7, "link", place, "de")
    later = await doors.code(7, "link", place, "de")
    visitor, _ = await doors.enter(code)
    clock.move(hours=-2)
    assert doors.read(doors.token(visitor)) == visitor
    assert (await doors.enter(later))[0].user == 7


async def test_what_would_open_the_page_goes_with_a_members_data(domain: Domain) -> None:
    doors = Doors(b"key", domain.database)
    code = await doors.code(7, "link", Place(1, 2), "de", name="Ann")
    await doors.want(7, 27)
    await domain.privacy.delete(7)
    assert [await rows(domain, table) for table in (page_links, page_openings)] == [[], []]
    with pytest.raises(NoEntry):
        await doors.enter(code)


async def test_codes_that_were_not_made_here_do_not_reach_the_database(
    domain: Domain, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = Doors(b"key", domain.database)
    other = Doors(b"another key", domain.database)
    old = await doors.code(7, "link", Place(1, 2), "de")
    clock.move(seconds=CODE_SECONDS + 1)
    bogus = (
        await other.code(7, "link", Place(1, 2), "de"),
        old,
        "",
        "x" * 44,
        "é" * 44,
        "A" * 44,
        f"{old}=",
        old[:-1],
    )
    crash_after(monkeypatch, 0)
    for code in bogus:
        with pytest.raises(NoEntry):
            await doors.enter(code)


async def rows(domain: Domain, table: sa.Table) -> list[Any]:
    return [*await domain.database.store.fetch(sa.select(table))]


async def test_others_see_a_match_as_its_channel_lets_them_but_no_draft_and_do_nothing(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun()
    alice = tab()
    carol = tab()
    view = await alice.open(club.alice, match)
    _, draft = await alice.act("choose", view, move="e4-d6")
    watched_view = await carol.open(club.carol, match)
    assert (watched_view["made"], watched_view["moves"], watched_view["whole"]) == ([], [], False)
    assert {entry["group"] for entry in watched_view["actions"]} <= {"hear", "help", "other"}
    for what, more in (("choose", {"move": "e4-f6"}), ("undo", {}), ("play", {})):
        assert (await carol.act(what, draft, **more))[0] in (409, 422)
    for entry in view["actions"]:
        if entry["group"] in ("ask", "end", "claim"):
            assert (await carol.press(entry["press"]))[0] in (409, 422), entry
    assert (await alice.ask(f"m/{view['id']}"))[1]["made"] == ["e4-d6"]
    overwrite = Overwrite(
        club.guild.default_role.id, 0, deny=discord.Permissions(view_channel=True).value
    )
    club.env.backend.set_overwrite(club.channel.id, overwrite)
    await club.env.settle()
    await club.env.advance_time(timedelta(minutes=2).total_seconds())
    for path in ("", "/record", "/think", "/analysis", "/objection?cell=e4"):
        assert (await carol.ask(f"m/{match}{path}"))[0] == 404, path
    assert (await carol.press(str(FollowMatch(match))))[0] == 404
    assert (await alice.ask(f"m/{match}"))[0] == 200
    moderator = Person(club.alice.id, "alice")
    await club.services.exclusions.ban(club.place, club.bob.id, moderator)
    for path in (f"m/{match}", "home", "rules/loop"):
        assert (await alice.ask(path))[0] == 403


@pytest.mark.parametrize("limits", [100.0])
async def test_who_asks_on_and_on_is_told_to_wait(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    answers = [await page.ask("home") for _ in range(100)]
    assert {status for status, _ in answers} == {200, 429}
    assert "Try again" in answers[-1][1]["error"]


async def test_requests_of_other_pages_and_of_no_sense_are_refused(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.open(club.alice, match)
    path = f"m/{match}"
    assert (await page.ask(path, Origin="https://elsewhere.example"))[0] == 403
    for body in (
        [],
        {"version": "1"},
        {"version": 1, "drafted": 0, "move": 5},
        {"version": -1, "drafted": 0},
    ):
        assert (await page.ask(f"{path}/choose", body))[0] in (400, 404)
    assert (await page.ask(f"{path}/choose", {"move": "x" * 9000}))[0] == 413
    assert (await page.ask("m/999999999999999999"))[0] == 404
    await page.ask(path)
    assert "Set-Cookie" not in page.headers
    async with page.client.get("/") as index:
        page.headers = index.headers
    assert page.headers["Content-Security-Policy"].startswith(
        "default-src 'none'; script-src 'self'"
    )
    assert "Set-Cookie" not in page.headers


async def test_the_card_has_a_button_only_where_there_is_a_page(club: Club, tab: Tabs) -> None:
    await club.match()
    assert "Open in browser" not in buttons(club.post())
    club.services.doors.url = "https://board.example.org"
    await club.alice.slash("move", moves="e4-d6")
    answer = await club.carol.click(club.post(), "Open in browser")
    (link,) = [part["url"] for part in discord_api.walk(raw(answer)) if part.get("url")]
    assert link.startswith("https://board.example.org/#")
    page = tab()
    code = link.partition("#")[2]
    status, session = await page.ask("enter", {"code": code}, Origin="https://board.example.org")
    assert (status, session["match"]["name"], session["match"]["mine"]) == (200, "M1", False)
    assert (await page.ask("enter", {"code": code}))[0] == 401


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "same-origin"}, {"Host": "www.board.example.org"}]
)
async def test_a_page_at_another_address_than_web_url_is_told_to_the_host_once(
    headers: dict[str, str], club: Club, tab: Tabs, caplog: pytest.LogCaptureFixture
) -> None:
    club.services.doors.url = "https://board.example.org"
    page = tab()
    for _ in range(2):
        status, answer = await page.ask(
            "enter", {"code": "x"}, Origin="https://www.board.example.org", **headers
        )
        assert status == 403
        assert "until this bot’s host mends a setting" in answer["error"]
    [line] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith(
        "WEB_URL is https://board.example.org, but members reach the page at https://www.board."
    )
    caplog.clear()
    assert (await page.ask("enter", {"code": "x"}, Origin="https://elsewhere.example"))[0] == 403
    assert not caplog.records, "a page of strangers is no mistake of the host's"


async def test_who_has_deleted_their_data_is_named_on_no_page(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    alice = tab()
    view = await alice.open(club.alice, match)
    assert "bob" in str(view)
    assert "bob" in str(await alice.ask("home"))
    await alice.ask(f"m/{match}")
    tag = {"If-None-Match": alice.headers["ETag"]}
    await club.services.privacy.delete(club.bob.id)
    status, view = await alice.ask(f"m/{match}", **tag)
    assert (status, "bob" in str(view)) == (200, False)
    for path in ("home", f"m/{match}/record", f"m/{match}/think"):
        assert "bob" not in str(await alice.ask(path)), path


async def test_what_the_page_keeps_of_a_match_names_nobody_who_leaves_amid_a_touch(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begun()
    server = page_server(club)
    async with TestClient(TestServer(server.app())) as client:
        alice = Tab(club, client)
        view = await alice.open(club.alice, match)
        perform = match_acts.perform

        async def act_while_bob_leaves(*what: Any) -> Match:
            answer = await perform(*what)
            await club.services.privacy.delete(club.bob.id)
            return answer

        monkeypatch.setattr(match_acts, "perform", act_while_bob_leaves)
        spot = {"version": view["version"], "drafted": 0, "move": "e4-d6"}
        status, _ = await alice.ask(f"m/{view['id']}/choose", spot)
        assert status < 500
        assert all(club.bob.id not in match.seats for match in server.recent_matches)


async def test_who_is_banned_from_a_server_takes_no_challenge_there_from_a_page_opened_elsewhere(
    club: Club, tab: Tabs
) -> None:
    challenges = club.services.challenges
    await challenges.make(club.place, club.alice.person, "loop", opponent=club.bob.person)
    page = tab()
    code = await club.services.doors.code(club.bob.id, "link", PRIVATE, "en-US", 0, "bob")
    _, session = await page.ask("enter", {"code": code})
    page.token = session["token"]
    (challenge,) = session["home"]["challenges"]
    await club.services.exclusions.ban(club.place, club.alice.id, club.bob.person)
    for entry in challenge["actions"]:
        status, answer = await page.press(entry["press"])
        assert (status in (403, 404), bool(answer["error"])) == (True, True), entry
    assert not await club.services.matches.of(club.bob.id)
