"""The page inside Discord: opened by its buttons, and by those alone of whom Discord says who and
where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.chat.board.links import OpenLesson
from bot.domain.matches import endings
from bot.domain.values import Place
from bot.web.linked_roles import COOKIE
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import raw, says
from tests.bot.web.conftest import Inside, Tab
from tests.sampling import only

Refusals = dict[str, Callable[[Inside, Member], dict[str, Any]]]


@pytest.mark.parametrize("button", only(["Move", "Think"], "Move"))
async def test_a_button_opens_the_match_inside_discord_and_answers_in_the_chat(
    inside: Inside, button: str
) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    await club.match()
    await club.match(game="loop")
    await club.alice.click(club.posts()[-1], button)
    assert inside.launched == [club.alice.id]
    history = club.channel.history(viewer=club.alice.actor)[-1]
    assert history.flags.ephemeral
    says(history, "M2")
    status, session = await inside.enter(tab, **inside.said(club.alice))
    assert (status, session["match"]["name"], session["match"]["mine"]) == (200, "M2", True)
    assert session["language"] == "de"
    assert (await tab.act("choose", session["match"], move=session["match"]["moves"][0][0]))[
        0
    ] == 200


async def test_a_lesson_opens_there_and_a_link_leads_to_a_match_from_anywhere(
    inside: Inside,
) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    await club.match()
    press = str(OpenLesson(0, "loop"))
    await club.services.doors.want(club.alice.id, press)
    assert (await inside.enter(tab, **inside.said(club.alice)))[1]["to"] == f"card/{press}"
    answer = await club.carol.click(club.post(), "Open in browser")
    urls = [part["url"] for part in discord_api.walk(raw(answer)) if part.get("url")]
    assert urls[1] == f"https://discord.com/activities/{inside.discord.application}?custom_id=m1"
    status, session = await inside.enter(tab, **inside.said(club.carol, custom_id="m1"))
    assert (status, session["match"]["name"], session["match"]["mine"]) == (200, "M1", False)
    assert inside.launched == []


async def test_a_button_pressed_while_the_page_is_open_moves_the_pressers_page(
    inside: Inside,
) -> None:
    club = inside.club
    pages = [Tab(club, inside.client) for _ in range(2)]
    await club.match()
    await club.match(game="loop")
    for page, member in zip(pages, (club.alice, club.bob), strict=True):
        await inside.enter(page, **inside.said(member, custom_id="m1"))
    await club.alice.click(club.posts()[-1], "Board")
    for page, target in zip(pages[::-1], ("", "2"), strict=True):
        await page.ask("home", Origin=inside.discord.origin)
        assert page.headers.get("X-Open", "") == target
    await pages[0].ask("m/2", Origin=inside.discord.origin)
    assert "X-Open" not in pages[0].headers


async def test_where_discord_opens_nothing_the_chat_answers_alone(inside: Inside) -> None:
    await inside.club.match()
    inside.discord.trouble["callback"] = 400
    says(await inside.club.alice.click(inside.club.post(), "Move"), "M1")
    assert inside.launched == []


FORGED: Refusals = {
    "others' instance": lambda inside, member: (
        inside.said(member) | {"instance": inside.said(inside.club.bob)["instance"]}
    ),
    "no such instance": lambda inside, member: inside.said(member) | {"instance": "i-1-gc-1-1"},
    "another path": lambda inside, member: inside.said(member) | {"instance": "../../../users/@me"},
    "no such code": lambda inside, member: inside.said(member) | {"code": "guessed"},
    "a member's id": lambda inside, member: (
        inside.said(member) | {"code": member.id, "user": member.id}
    ),
    "another door": lambda inside, member: inside.said(member) | {"door": "link"},
}


async def test_who_somebody_is_comes_from_discord_alone(inside: Inside) -> None:
    tab = Tab(inside.club, inside.client)
    link = await inside.club.services.doors.code(7, "link", Place(1, 2), "de")
    forgeries: Refusals = {
        **FORGED,
        "a link's code": lambda inside, member: inside.said(member) | {"code": link},
    }
    for name, forged in forgeries.items():
        status, session = await inside.enter(tab, **forged(inside, inside.club.alice))
        assert (status in (400, 401), "token" in session) == (True, False), name
    claims = inside.said(inside.club.alice)
    assert (await inside.enter(tab, **claims))[0] == 200
    tab.token = ""
    assert (await inside.enter(tab, **claims))[0] == 401, "a code works once"
    assert (await tab.ask("enter", claims, Origin="https://1.discordsays.com"))[0] == 403


async def test_while_discord_is_in_trouble_the_door_is_shut(
    inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    for status, path in product((200, 500, 429), ("/token", "/@me", "")):  # 429 lasts
        claims = inside.said(inside.club.alice)
        inside.discord.trouble = {path or claims["instance"]: status}
        tab = Tab(inside.club, inside.client)
        assert (await inside.enter(tab, **claims))[0] == 503
    assert not [record.getMessage() for record in caplog.records if record.exc_info]


async def test_a_wrong_secret_is_told_to_the_host_once_and_is_no_riddle_to_members(
    inside: Inside, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside.activity, "_secret", "w" * 32)
    for member in (inside.club.alice, inside.club.bob):
        tab = Tab(inside.club, inside.client)
        status, answer = await inside.enter(tab, **inside.said(member))
        assert status == 403
        assert "until this bot’s host mends a setting" in answer["error"]
    [line] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("DISCORD_CLIENT_SECRET was refused by Discord")
    assert "w" * 32 not in line
    caplog.clear()


async def test_without_a_secret_there_is_no_such_door(club: Club, tab: Callable[[], Tab]) -> None:
    assert (await tab().ask("enter", {"door": "activity", "code": "x", "instance": "i"}))[0] == 404


async def consented(inside: Inside, member: Member) -> tuple[dict[str, str], dict[str, str]]:
    """What Discord sends back with a member whom the bot has sent there, and the cookie of their
    browser.
    """
    redirect = await inside.client.get("/linked-roles", allow_redirects=False)
    assert (redirect.status, "role_connections.write" in redirect.headers["Location"]) == (
        302,
        True,
    )
    state = parse_qs(urlsplit(redirect.headers["Location"]).query)["state"][0]
    cookie = redirect.cookies[COOKIE]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"]) == (
        True,
        True,
        "Lax",
        "/",
    )
    return {"code": inside.discord.code(member.id), "state": state}, {COOKIE: cookie.value}


async def test_roles_are_linked_to_what_a_member_has_played(inside: Inside) -> None:
    club = inside.club
    discord = inside.discord
    number = await club.begun()
    await club.services.matches.act(number, club.bob.id, endings.resign)
    await inside.activity.register()
    assert [(field["key"], field["type"]) for field in discord.fields] == [
        ("rating", 2),
        ("matches", 2),
        ("games", 2),
    ]
    assert all(
        len(name) <= 100
        for field in discord.fields
        for name in field["name_localizations"].values()
    )
    code, cookies = await consented(inside, club.alice)
    answer = await inside.client.get("/linked-roles", params=code, cookies=cookies)
    assert (answer.status, (await answer.text()).startswith("Fertig")) == (200, True)
    assert discord.connected == {club.alice.id: {"rating": 0, "matches": 1, "games": 1}}
    assert (await inside.client.get("/linked-roles", params=code, cookies=cookies)).status == 401, (
        "a code works once"
    )
    await club.services.exclusions.shut_out(user=club.bob.id)
    await club.services.exclusions.refresh()
    code, cookies = await consented(inside, club.bob)
    assert (await inside.client.get("/linked-roles", params=code, cookies=cookies)).status == 403
    assert club.bob.id not in discord.connected
