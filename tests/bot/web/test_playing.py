"""On the page a member plays the same match as in the chat: one draft, one turn, one post, seen by
the same people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

import games
from bot.domain.matches import endings
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import joined
from tests.bot.domain.matches.helpers import played
from tests.bot.web.conftest import Tab, labelled, lines, page_server, soon

Tabs = Callable[[], Tab]


async def test_a_turn_is_played_by_touch_once_whatever_is_sent_twice(club: Club, tab: Tabs) -> None:
    match = await club.match()
    alice = tab()
    phone = tab()
    view = await alice.open(club.alice, match)
    await phone.enter(club.alice)
    assert ["e4-d6", "e4", "d6"] in view["moves"]
    path = f"m/{view['id']}"
    await alice.ask(path)
    tag = {"If-None-Match": alice.headers["ETag"]}
    assert (await alice.ask(path, **tag))[0] == 304
    assert (await alice.ask(f"{path}?ply=0", **tag))[0] == 200
    for _ in range(2):
        status, draft = await alice.act("choose", view, move="e4-d6")
        assert (status, draft["made"], draft["whole"]) == (200, ["e4-d6"], True)
        assert draft["moves"] == view["moves"], "another cell changes the move that is drafted"
        assert draft["instead"] == 1
        own_tag = {"If-None-Match": alice.headers["ETag"]}
        assert (await alice.ask(path, **own_tag))[0] == 304, "the page has seen its own decision"
    assert (await alice.ask(path, **tag))[0] == 200
    status, stale = await phone.act("choose", view, move="e4-f6")
    assert (status, stale["made"], bool(stale["error"])) == (409, ["e4-d6"], True)
    await club.alice.slash("move")
    assert "e4-d6" in str(club.channel.history(viewer=club.alice.actor)[-1].components)
    for _ in range(2):
        status, empty_draft = await alice.act("undo", draft)
        assert (status, empty_draft["made"]) == (200, [])
    _, draft = await alice.act("choose", empty_draft, move="e4-f6")
    post_count = len(club.posts())
    for _ in range(2):
        status, answer = await alice.act("play", draft)
        assert (status, answer["last"]) == (200, 1)
        assert (answer["version"], answer["mine"]) == (view["version"] + 1, False)
    await soon(club, lambda: len(club.posts()) > post_count)
    await club.env.advance_time(3)
    assert len(club.posts()) == post_count + 1
    club.posted("e4-f6", pings=[club.bob])


async def test_the_end_of_a_round_and_what_a_hint_gives_away_are_said_on_the_page(
    club: Club, tab: Tabs
) -> None:
    await joined(club, "swiss", club.bob, club.carol, days=3, clock="7d")
    match = await club.services.matches.get(1)
    mover = club.bob if match.mover == club.bob.id else club.carol
    waits = club.carol if mover is club.bob else club.bob
    ends = int((await club.services.tournaments.get(1)).ends.timestamp())
    view = {member: await tab().open(member, 1) for member in (mover, waits)}
    for member in (mover, waits):
        clocks = [seat["clock"] for seat in view[member]["seats"] if seat["on"]]
        assert [clock["deadline"] for clock in clocks] == [ends]
    assert "A hint is marked in the match: everyone sees it." in view[mover]["notes"]
    assert not any("hint" in line for line in view[waits]["notes"])
    page = tab()
    await page.enter(mover)
    (row,) = (await page.ask("home"))[1]["waiting"]
    assert f"<t:{ends}:f>" in row["status"]
    assert view[mover]["can"]["hint"]
    assert not view[waits]["can"]["hint"]


async def test_what_another_process_did_to_a_draft_is_never_answered_from_memory(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun()
    here = tab()
    view = await here.open(club.alice, match)
    # which shares the database alone
    async with TestClient(TestServer(page_server(club).app())) as other:
        there = Tab(club, other)
        there.token = here.token
        _, draft = await here.act("choose", view, move="e4-d6")
        assert (await there.act("undo", draft))[1]["made"] == []
        for page, what, move, decisions in (
            (here, "choose", "e4-d6", ["e4-d6"]),
            (here, "undo", "", []),
            (there, "choose", "e4-f6", ["e4-f6"]),
            (here, "undo", "", []),
        ):
            status, answer = await page.act(what, draft if what == "undo" else view, move=move)
            assert (status, answer["made"]) == (200, decisions)
            assert [*(await club.services.matches.get(view["id"])).draft.decisions] == decisions
        await here.act("choose", view, move="e4-d6")
        assert (await there.act("play", draft))[0] == 200
        for what in ("choose", "undo"):
            status, answer = await here.act(what, view, move="e4-f6")
            assert (status, answer["last"], answer["made"], bool(answer["error"])) == (
                409,
                1,
                [],
                True,
            )


GAMES = [pytest.param(game.slug, "", marks=pytest.mark.slow) for game in games.catalog()]


@pytest.mark.parametrize(("game", "variant"), [("snipsnip", "hex-2-3"), *GAMES])
async def test_a_game_is_played_to_its_end_by_what_is_offered(
    club: Club, tab: Tabs, game: str, variant: str
) -> None:
    await club.begun(variant, game)
    match = (await club.services.matches.of(club.alice.id))[0]
    players = {club.alice.id: tab(), club.bob.id: tab()}
    for member in (club.alice, club.bob):
        await players[member.id].enter(member)
    while (mover := (await club.services.matches.get(match.id)).mover) is not None:
        page = players[mover]
        _, view = await page.ask(f"m/{match.id}")
        while not view["whole"]:
            choices = [*view["moves"], *view["specials"]]
            moves = [move for move, *_ in choices]
            middle_move = moves[len(moves) // 2]
            _, view = await page.act("choose", view, move=middle_move)
        _, view = await page.act("play", view)
    assert not view["moves"]
    assert view["result"]["title"] == "Draw" or any(seat["on"] for seat in view["seats"])
    assert view["result"]["why"]
    assert bool(view["result"]["count"]) == bool(view["seats"][0]["count"])


async def test_a_count_that_has_not_decided_a_match_does_not_stand_under_who_won(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun("hex-2-3", "snipsnip")
    await played(club.services, match, 4)
    await club.services.matches.act(match, club.alice.id, endings.resign)
    view = await tab().open(club.bob, match)
    assert view["result"]["title"] == "You won"
    assert view["result"]["count"] == ""


async def test_who_is_to_move_is_marked_where_an_ended_match_is_looked_through(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun("hex-2-3", "snipsnip")
    await played(club.services, match, 4)
    await club.services.matches.act(match, club.alice.id, endings.resign)
    page = tab()
    view = await page.open(club.bob, match)
    _, view_of_start = await page.ask(f"m/{match}?ply=0")
    _, thought = await page.ask(f"m/{match}/think")
    marks = [[seat["on"] for seat in seen["seats"]] for seen in (view, view_of_start, thought)]
    assert marks == [[False, True], [True, False], [True, False]]


KILLS = [
    pytest.param(20, marks=pytest.mark.slow),
    pytest.param(200, marks=pytest.mark.exhaustive),
]


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.timeout(3000)
async def test_a_kill_between_choice_and_play_loses_and_doubles_nothing(
    club: Club, tab: Tabs, kills: int
) -> None:
    tokens: dict[int, str] = {}
    club.env.settle_timeout = 120.0  # every bot that was killed is still looked after
    await club.restart(key=b"the same")
    await club.match("12x12")
    match = 1
    moves_played = list[str]()
    turns = 0
    post_count = len(club.posts())
    for _ in range(kills):
        mover = (await club.services.matches.get(match)).mover
        if mover is None:
            await club.match("12x12")
            match = match + 1
            moves_played = []
            mover = club.alice.id
            turns = 0
            post_count = len(club.posts())
        async with TestClient(TestServer(page_server(club).app())) as client:
            first_tab = Tab(club, client)
            member = next(member for member in (club.alice, club.bob) if member.id == mover)
            view = await first_tab.open(member, match)
            move = (view["moves"] or view["specials"])[0][0]
            _, draft = await first_tab.act("choose", view, move=move)
            tokens[mover] = first_tab.token
        await club.restart(gently=False, key=b"the same", seconds=0)
        async with TestClient(TestServer(page_server(club).app())) as client:
            second_tab = Tab(club, client)
            second_tab.token = tokens[mover]
            assert (await second_tab.act("choose", view, move=move))[1]["made"] == [move]
            while not draft["whole"]:
                next_move = (draft["moves"] or draft["specials"])[0][0]
                _, draft = await second_tab.act("choose", draft, move=next_move)
            moves_played += draft["made"]
            for _ in range(2):
                assert (await second_tab.act("play", draft))[1]["last"] == len(moves_played)
        turns += 1
        assert [*(await club.services.matches.get(match)).decisions] == moves_played
    await club.env.advance_time(60)
    assert len(club.posts()) == post_count + turns


async def test_one_looks_back_and_turns_the_board_round(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    await club.alice.slash("move", moves="e4-d6")
    bob = tab()
    now = await bob.open(club.bob, match)
    _, start = await bob.ask(f"m/{now['id']}?ply=0&flip=1&theme=slate&coordinates=none")
    assert (start["ply"], start["last"], start["moves"], start["look"]) == (
        0,
        1,
        [],
        ["slate", "none"],
    )
    places: list[Any] = []
    for view in (now, start):
        _, back = await bob.ask(f"back/{view['back']}")
        places.append({cell: (x, y) for cell, x, y, _ in back["cells"]})
    assert (places[0]["a1"] < places[0]["h8"]) != (places[1]["a1"] < places[1]["h8"])


@pytest.mark.slow
async def test_a_draw_is_offered_with_a_turn_and_agreed(club: Club, tab: Tabs) -> None:
    await club.begun()
    match = (await club.services.matches.of(club.alice.id))[0].id
    alice = tab()
    bob = tab()
    await alice.enter(club.alice)
    await bob.enter(club.bob)
    asker = bob
    other = alice
    may_offer = False
    while not may_offer:
        asker, other = other, asker
        _, view = await asker.ask(f"m/{match}")
        while not view["whole"]:
            first_move = view["moves"][0][0]
            _, view = await asker.act("choose", view, move=first_move)
        may_offer = view["can"]["draw"]
        await asker.act("play", view, draw=may_offer)
    _, other_view = await other.ask(f"m/{match}")
    _, own = await asker.ask(f"m/{match}")
    (request,) = other_view["requests"]
    assert "offers a draw" in request["text"]
    assert [entry["label"] for entry in request["actions"]] == ["Accept", "Decline"]
    (request,) = own["requests"]
    assert [entry["label"] for entry in request["actions"]] == ["Withdraw"]
    accept = labelled(other_view, "Accept")
    assert (await asker.press(accept))[0] == 422
    _, question = await other.press(accept)
    assert (question["kind"], other_view["running"]) == ("question", True)
    _, word = await other.press(labelled(question, "Accept"))
    assert lines(word) == ["M1 is a draw."]
    _, final_view = await other.ask(f"m/{match}")
    assert (final_view["result"]["title"], final_view["result"]["won"]) == ("Draw", None)
    assert final_view["requests"] == []
