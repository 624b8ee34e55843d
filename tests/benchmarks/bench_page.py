"""Figures of the page with the board: bytes that are moved, and the server's time for a choice
beside a picture's.

Matches of every board are half played by chance through the page itself; a choice is then made,
undone and made again. Times are the process's own, with the database's thread, and are scaled to
the reference machine.
"""

import random
import time
from collections import defaultdict
from statistics import median
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Middleware

import games
from bot.domain.matches import endings
from bot.domain.values import Person
from bot.web.client_files import read_client
from bot.web.server import RouteHandler
from games import replay
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab, page_server
from tests.games.traces import FILES, load

from .bench_render import picture_anew
from .reference import processor

pytestmark = pytest.mark.bench
TURNS = 8
"""Of each match before it is measured."""
MOST_FIRST = 12_000
"""Bytes of the first board."""
MOST_CHOICE = 2_500
"""Bytes of a choice."""


def boards_of(game: games.Game) -> list[str]:
    """The usual board of a game and its largest."""
    option = game.options[0]
    largest = max(option.choices, key=lambda board: len(game.start(board=board).board.cells))
    return list(dict.fromkeys((option.default, largest)))


BOARDS = [(game.slug, board) for game in games.catalog() for board in boards_of(game)]


def timing(durations: dict[str, list[float]]) -> Middleware:
    """A middleware that notes the process's time, in ms, for each request by the last part of its
    address.
    """

    @web.middleware
    async def timed(request: web.Request, handler: RouteHandler) -> web.StreamResponse:
        begin = time.process_time()
        answer = await handler(request)
        milliseconds = (time.process_time() - begin) * 1000
        kind = request.path.rpartition("/")[2]
        durations[kind].append(milliseconds)
        return answer

    return timed


def test_the_client() -> None:
    client = read_client()
    sizes = {name: len(file.gzipped) for name, file in client.loaded.items()}
    sizes["index.html"] = len(client.page.gzipped)
    print(f"\nclient, gzipped: {sum(sizes.values())} bytes: {sizes}")


@pytest.mark.timeout(900)
async def test_bytes_of_every_board(club: Club) -> None:
    """Matches of all boards and options, in the middle of a recorded one: the first board, and each
    decision after.
    """
    first = dict[str, int]()
    choice = dict[str, int]()
    async with TestClient(TestServer(page_server(club).app())) as client:
        tab = Tab(club, client)
        alice = Person(club.alice.id, "Alice")
        matches = club.services.matches
        for file in FILES:
            head, (match, *_) = load(file)
            options = head["options"]
            moves = tuple(match["moves"])
            middle = replay(head["game"], options, moves[: len(moves) // 2])
            challenge = await club.services.challenges.play_computer(
                club.place,
                alice,
                head["game"],
                0,
                side="second" if middle.to_move else "first",
                options=options,
                initial_decisions=moves[: middle.ply],
            )
            number = challenge.match.id
            name = f"{head['game']} {' '.join(options.values())}"
            view = (await tab.enter(club.alice, number))["match"]
            first[name] = tab.moved
            choice[name] = 0
            while not view["whole"]:
                moves_offered = offered(view)
                move = moves_offered[len(moves_offered) // 2]
                _, view = await tab.act("choose", view, move=move)
                choice[name] = max(choice[name], tab.moved)
            await matches.act(number, club.alice.id, endings.resign)
    check_sizes("first board", first, MOST_FIRST)
    check_sizes("decision", choice, MOST_CHOICE)


def offered(view: dict[str, Any]) -> list[str]:
    """The decisions that a view of a match offers."""
    return [move for move, *_ in (*view["moves"], *view["specials"])]


def check_sizes(what: str, sizes: dict[str, int], most: int) -> None:
    """Print the three largest sizes; none may be larger than ``most``."""
    worst = sorted(sizes, key=sizes.__getitem__)[-3:]
    figures = ", ".join(f"{sizes[name]} B {name}" for name in worst)
    print(f"\n{what} of {len(sizes)}: {figures}")
    assert sizes[worst[-1]] <= most


@pytest.mark.parametrize(("slug", "board"), BOARDS)
async def test_a_board(club: Club, slug: str, board: str) -> None:
    rng = random.Random(board)
    durations = defaultdict[str, list[float]](list)
    pictures = list[float]()
    await club.match(board, slug)
    app = page_server(club).app()
    app.middlewares.insert(0, timing(durations))
    async with TestClient(TestServer(app)) as client:
        tabs = {member.id: Tab(club, client) for member in (club.alice, club.bob)}
        for member in (club.alice, club.bob):
            await tabs[member.id].enter(member)
        sizes = defaultdict[str, list[int]](list)
        for turn in range(TURNS):
            match = await club.services.matches.get(1)
            if match.mover is None:
                break
            tab = tabs[match.mover]
            _, view = await tab.ask("m/1")
            while not view["whole"]:
                move = rng.choice(offered(view))
                _, view = await tab.act("choose", view, move=move)
                sizes["choice"].append(tab.moved)
                if turn == TURNS - 1:
                    await club.env.settle()
                    durations.clear()
                    for _ in range(3):
                        _, view = await tab.act("undo", view)
                        _, view = await tab.act("choose", view, move=move)
                        sizes["choice"].append(tab.moved)
                    pictures.append(await milliseconds_of_picture(club))
            await tab.act("play", view)
            sizes["play"].append(tab.moved)
            await club.env.settle()  # the post is sent
        await tab.enter(club.alice, 1)
        sizes["first"].append(tab.moved)
    pace = processor()
    choice = median(durations["choose"]) / pace
    picture = median(pictures or [0]) / pace
    kilobytes = " ".join(f"{name} {max(size) / 1000:.2f}" for name, size in sizes.items())
    print(
        f"\n{slug} {board}: KB {kilobytes}; ms choice {choice:.2f} picture {picture:.1f} (pace "
        f"{pace:.1f})"
    )


async def milliseconds_of_picture(club: Club) -> float:
    """The processor time of a picture of the match as it is drafted."""
    match = await club.services.matches.get(1)
    assert match.draft is not None
    start = time.thread_time()
    picture_anew(match.draft.states[-1], match.draft.states, "wood")
    return (time.thread_time() - start) * 1000
