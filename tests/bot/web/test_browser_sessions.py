"""A browser stays at the page for 30 days by a cookie that no other site, script or member can
use.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.chat.features.settings.member import EndSession, OpenSettings
from bot.domain.members.doors import CODE_SECONDS, LONGEST_STAY, TOKEN_LIFE
from bot.domain.members.sessions import LIFE
from bot.store.tables import page_sessions
from bot.web.browser_sessions import COOKIE
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import options, raw
from tests.bot.conftest import crash_after
from tests.bot.web.conftest import Inside, Tab, labelled

Tabs = Callable[[], Tab]
FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


async def test_a_browser_comes_in_again_without_a_link(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.open(club.alice, match)
    first = page.token
    page.token = ""
    status, session = await page.enter_again()
    assert (status, session["me"], session["to"]) == (200, "alice", "")
    assert [row["id"] for row in session["home"]["waiting"]] == [match]
    assert COOKIE not in page.cookies, "it keeps what it has"
    assert (await page.ask(f"m/{match}"))[0] == 200
    page.token = first
    assert (await page.ask(f"m/{match}"))[0] == 200, "the other tab goes on, too"


@pytest.mark.parametrize(
    ("url", "secure", "path"),
    [
        ("", False, "/api/enter"),
        ("https://board.example.org", True, "/api/enter"),
        ("https://example.org/board", True, "/board/api/enter"),
    ],
)
async def test_the_cookie_is_for_this_page_alone(
    club: Club, tab: Tabs, url: str, secure: bool, path: str
) -> None:
    club.services.doors.url = url
    page = tab()
    await page.enter(club.alice)
    cookie = page.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", path)
    assert (bool(cookie["secure"]), cookie["domain"]) == (secure, "")
    assert cookie["max-age"] == str(int(LIFE.total_seconds()))
    await page.ask("home")
    assert not page.cookies, "no other answer has one"


async def test_other_sites_and_tools_do_not_come_in_by_the_cookie(inside: Inside) -> None:
    club = inside.club
    page = Tab(club, inside.client)
    await page.enter(club.alice)
    page.token = ""
    body = {"door": "browser"}
    assert (await page.ask("enter", body))[0] == 403, "no page's request is without an origin"
    for origin in (
        "https://elsewhere.example",
        "https://board.example.org.elsewhere.example",
        "http://board.example.org",
        "https://board.example.org:8443",
        "null",
        "",
        inside.discord.origin,
    ):
        status, answer = await page.ask("enter", body, Origin=origin)
        assert (status, "token" in answer) == (403, False), origin
    assert (await page.enter_again())[0] == 200


async def test_the_cookie_opens_nothing_but_the_entrance(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    page.token = ""
    for path, body in (
        ("home", None),
        (f"m/{match}", None),
        (f"m/{match}/choose", {"version": view["version"], "drafted": 0, "move": "e4-d6"}),
        ("act", {"press": view["actions"][0]["press"]}),
    ):
        assert (await page.ask(path, body, Origin=page.origin))[0] == 401
    page.token = page.cookie
    assert (await page.ask("home"))[0] == 401, "it is no token"


async def test_a_made_up_secret_is_refused_without_a_read(
    club: Club, tab: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tab()
    await page.enter(club.alice)
    cookie = page.cookie
    page.token = ""
    with monkeypatch.context() as patch:
        crash_after(patch, 0)
        for made_up in ("", "x", "x.y", f"{cookie}x", cookie[1:], "x" * 3_000):
            page.cookie = made_up
            assert (await page.enter_again())[0] == 401, made_up
    page.cookie = cookie
    assert (await page.enter_again())[0] == 200


async def test_a_link_in_a_browser_that_has_somebodys_cookie_begins_a_new_session(
    club: Club, tab: Tabs
) -> None:
    alice = tab()
    await alice.enter(club.alice)
    planted = alice.cookie
    victim = tab()
    victim.cookie = planted  # as by somebody who sat there before, or wrote it there
    await victim.enter(club.bob)
    assert victim.cookie != planted
    victim.token = ""
    assert (await victim.enter_again())[1]["me"] == "bob"
    alice.cookie = planted
    assert (await alice.ask("home"))[0] == 401, "the session that was there has ended"
    alice.token = ""
    assert (await alice.enter_again())[0] == 401
    (session,) = await club.services.doors.sessions.of(club.bob.id)
    assert await club.services.doors.sessions.of(club.alice.id) == []
    assert session.user == club.bob.id


async def test_a_secret_of_ones_own_choice_is_not_taken_over(club: Club, tab: Tabs) -> None:
    page = tab()
    page.cookie = "chosen.by-somebody"
    await page.enter(club.alice)
    assert page.cookie != "chosen.by-somebody"
    stranger = tab()
    stranger.cookie = "chosen.by-somebody"
    assert (await stranger.enter_again())[0] == 401


async def test_settings_show_each_browser_and_end_it_at_once(club: Club, tab: Tabs) -> None:
    phone = tab()
    desk = tab()
    await phone.enter(club.alice)
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US", 0, "alice")
    await desk.ask("enter", {"code": code}, **{"User-Agent": FIREFOX})
    desk.token = desk.sent["token"]
    card = await club.alice.slash("settings")
    sessions = await club.services.doors.sessions.of(club.alice.id)
    assert {session.id for session in sessions} <= {*options(card)}
    labels = [
        option["label"]
        for part in discord_api.walk(raw(card))
        for option in part.get("options") or ()
    ]
    assert any("Firefox · Android" in label for label in labels)
    (session,) = [session for session in sessions if session.browser == "Firefox · Android"]
    card = await club.alice.choose(card, session.id)
    assert session.id not in options(card)
    assert (await desk.ask("home"))[0] == 401
    desk.token = ""
    assert (await desk.enter_again())[0] == 401
    assert (await phone.ask("home"))[0] == 200
    phone.token = ""
    assert (await phone.enter_again())[0] == 200


async def test_who_is_on_the_page_ends_their_own_sessions_and_nobody_elses(
    club: Club, tab: Tabs
) -> None:
    desk = tab()
    phone = tab()
    bob = tab()
    await desk.enter(club.alice)
    (session,) = await club.services.doors.sessions.of(club.alice.id)
    await phone.enter(club.alice)
    await bob.enter(club.bob)
    await bob.press(str(EndSession()), value=session.id)
    await club.services.doors.sessions.end(club.bob.id, session.id)
    assert (await desk.ask("home"))[0] == 200
    assert (await phone.press(str(EndSession()), value=session.id))[0] == 200
    assert (await desk.ask("home"))[0] == 401
    desk.token = ""
    assert (await desk.enter_again())[0] == 401
    assert (await phone.ask("home"))[0] == 200


async def test_settings_say_since_when_a_session_goes_on_and_which_is_ones_own(
    club: Club, tab: Tabs
) -> None:
    desk = tab()
    phone = tab()
    await desk.enter(club.alice)
    club.env.backend.advance_clock(600)
    await phone.enter(club.alice)
    _, card = await phone.press(str(OpenSettings()))
    menus = [menu for block in card["blocks"] for menu in block.get("menus", ())]
    (sessions,) = [menu for menu in menus if menu["press"] == str(EndSession())]
    own, other = [choice["label"] for choice in sessions["choices"]]
    assert own.endswith(" UTC, this browser)")
    assert other.endswith(" UTC)")
    await club.services.members.change(club.alice.id, time_zone="Europe/Berlin")
    _, card = await phone.press(str(OpenSettings()))
    assert " UTC" not in str(card["blocks"])


async def test_a_session_ends_after_30_days_and_a_token_long_before(club: Club, tab: Tabs) -> None:
    club.quiet()
    page = tab()
    await page.enter(club.alice)
    await club.env.advance_time(TOKEN_LIFE.total_seconds() + 1)
    assert (await page.ask("home"))[0] == 401
    page.token = ""
    assert (await page.enter_again())[0] == 200
    assert LONGEST_STAY < LIFE
    quiet = LIFE - TOKEN_LIFE - timedelta(minutes=1)
    await club.env.advance_time(quiet.total_seconds())
    page.token = ""
    assert (await page.enter_again())[0] == 200
    await club.env.advance_time(timedelta(minutes=2).total_seconds())
    page.token = ""
    assert (await page.enter_again())[0] == 401


async def test_after_privacy_delete_no_browser_comes_in(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.open(club.alice, match)
    exported = json.dumps(await club.services.privacy.export(club.alice.id), default=str)
    assert "page_sessions" in exported
    assert page.cookie.partition(".")[0] not in exported
    assert page.cookie not in exported
    await club.services.privacy.delete(club.alice.id)
    assert await club.bot.store.fetch(sa.select(page_sessions)) == []
    assert (await page.ask("home"))[0] == 401, "the pages that are open close"
    page.token = ""
    assert (await page.enter_again())[0] == 401


async def test_after_a_ban_no_browser_comes_in_and_nothing_new_is_kept(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.bob)
    await club.services.exclusions.ban(club.place, club.alice.id, club.bob.person)
    assert (await page.ask("home"))[0] == 403
    page.token = ""
    status, answer = await page.enter_again()
    assert (status, "token" in answer) == (403, False)
    code = await club.services.doors.code(club.bob.id, "link", club.place, "en-US", 0, "bob")
    other = tab()
    status, answer = await other.ask("enter", {"code": code})
    assert (status, "token" in answer, other.cookie) == (403, False, "")
    assert len(await club.services.doors.sessions.of(club.bob.id)) == 1


async def test_a_used_or_late_link_leaves_the_browsers_session_as_it_was(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    cookie = page.cookie
    code = await club.services.doors.code(club.bob.id, "link", club.place, "en-US")
    await club.env.advance_time(CODE_SECONDS + 1)
    assert (await page.ask("enter", {"code": code}))[0] == 401
    assert page.cookie == cookie
    page.token = ""
    assert (await page.enter_again())[1]["me"] == "alice"


async def test_who_has_left_the_server_begins_nothing_there_by_an_old_session(
    club: Club, tab: Tabs
) -> None:
    await club.services.challenges.make(club.place, club.alice.person, "loop")
    page = tab()
    home = (await page.enter(club.carol))["home"]
    (challenge,) = home["challenges"]
    computer = home["games"][0]["computer"]["press"]
    terms = {"game": "loop", "side": "random", "clock": "", "opponent": ""}
    club.guild.remove_member(club.carol.actor)
    await club.env.settle()
    await club.env.advance_time(timedelta(minutes=2).total_seconds())
    assert (await page.enter_again())[0] == 200, "what they play elsewhere is theirs"
    posts = len(club.posts())
    for path, body in (
        ("challenge", terms),
        ("act", {"press": computer}),
        ("act", {"press": labelled(challenge, "Accept")}),
    ):
        status, answer = await page.ask(path, body)
        assert (status in (404, 422), bool(answer["error"])) == (True, True), (path, body, answer)
    assert (await page.ask("home"))[1]["challenges"] == []
    await club.env.advance_time(5)
    assert len(club.posts()) == posts
    assert not await club.services.matches.of(club.carol.id)


async def test_who_may_not_see_what_a_link_leads_to_begins_no_session(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US", 99, "alice")
    assert (await page.ask("enter", {"code": code}))[0] == 404
    assert page.cookie == ""
    assert await club.services.doors.sessions.of(club.alice.id) == []


async def test_inside_discord_nothing_is_kept(inside: Inside) -> None:
    page = Tab(inside.club, inside.client)
    status, _ = await inside.enter(page, **inside.said(inside.club.alice))
    assert (status, page.cookie) == (200, "")
    assert await inside.club.services.doors.sessions.of(inside.club.alice.id) == []
