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

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Middleware

import games
from bot.domain.matches import endings
from bot.domain.values import Person
from bot.web.client_files import read_client
from bot.web.server import Handler, Server
from games import replay
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab
from tests.games.traces import FILES, load

from .bench_render import picture_anew
from .reference import processor

pytestmark = pytest.mark.bench
TURNS = 8  # of each match before it is measured
BOARDS = [
    (game.slug, board)
    for game in games.catalog()
    for largest in [
        max(game.options[0].choices, key=lambda board: len(game.start(board=board).board.cells))
    ]
    for board in dict.fromkeys((game.options[0].default, largest))
]
# bytes
MOST_FIRST = 12_000
MOST_CHOICE = 2_500


def timing(spent: dict[str, list[float]]) -> Middleware:
    """A middleware that notes the process's time, in ms, for each request by the last part of its
    address.
    """

    @web.middleware
    async def timed(request: web.Request, handler: Handler) -> web.StreamResponse:
        begin = time.process_time()
        answer = await handler(request)
        spent[request.path.rpartition("/")[2]].append((time.process_time() - begin) * 1000)
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
    async with TestClient(TestServer(Server(club.bot.handling).app())) as client:
        tab = Tab(club, client)
        alice = Person(club.alice.id, "Alice")
        matches = club.services.matches
        for file in FILES:
            head, (match, *_) = load(file)
            options = head["options"]
            moves = tuple(match["moves"])
            made = replay(head["game"], options, moves[: len(moves) // 2])
            begun = await club.services.challenges.play_computer(
                club.place,
                alice,
                head["game"],
                0,
                side="second" if made.to_move else "first",
                options=options,
                initial_decisions=moves[: made.ply],
            )
            name = f"{head['game']} {' '.join(options.values())}"
            shown = (await tab.enter(club.alice, begun.match.id))["match"]
            first[name] = tab.moved
            while not shown["whole"]:
                offered = [move for move, *_ in (*shown["moves"], *shown["specials"])]
                _, shown = await tab.act("choose", shown, move=offered[len(offered) // 2])
                choice[name] = max(choice.get(name, 0), tab.moved)
            await matches.act(begun.match.id, club.alice.id, endings.resign)
    for what, sizes, most in (
        ("first board", first, MOST_FIRST),
        ("decision", choice, MOST_CHOICE),
    ):
        worst = sorted(sizes, key=sizes.__getitem__)[-3:]
        print(f"\n{what} of {len(sizes)}: {', '.join(f'{sizes[name]} B {name}' for name in worst)}")
        assert sizes[worst[-1]] <= most


@pytest.mark.parametrize(("slug", "board"), BOARDS)
async def test_a_board(club: Club, slug: str, board: str) -> None:
    rng = random.Random(board)
    spent = defaultdict[str, list[float]](list)
    pictures = list[float]()
    await club.match(board, slug)
    app = Server(club.bot.handling).app()
    app.middlewares.insert(0, timing(spent))
    async with TestClient(TestServer(app)) as client:
        tabs = {member.id: Tab(club, client) for member in (club.alice, club.bob)}
        for member in (club.alice, club.bob):
            await tabs[member.id].enter(member)
        moved = defaultdict[str, list[int]](list)
        for turn in range(TURNS):
            match = await club.services.matches.get(1)
            if match.mover is None:
                break
            tab = tabs[match.mover]
            _, shown = await tab.ask("m/1")
            while not shown["whole"]:
                before = shown
                offered = [move for move, *_ in (*shown["moves"], *shown["specials"])]
                _, shown = await tab.act("choose", before, move=(move := rng.choice(offered)))
                moved["choice"].append(tab.moved)
                if turn == TURNS - 1:
                    await club.env.settle()
                    spent.clear()
                    for _ in range(3):
                        _, undone = await tab.act("undo", shown)
                        _, shown = await tab.act("choose", undone, move=move)
                        moved["choice"].append(tab.moved)
                    match = await club.services.matches.get(1)
                    assert match.draft is not None
                    start = time.thread_time()
                    picture_anew(match.draft.states[-1], match.draft.states, "wood")
                    pictures.append((time.thread_time() - start) * 1000)
            await tab.act("play", shown)
            moved["play"].append(tab.moved)
            await club.env.settle()  # the post is sent
        await tab.enter(club.alice, 1)
        moved["first"].append(tab.moved)
    pace = processor()
    choice = median(spent["choose"]) / pace
    picture = median(pictures or [0]) / pace
    sizes = " ".join(f"{name} {max(size) / 1000:.2f}" for name, size in moved.items())
    print(
        f"\n{slug} {board}: KB {sizes}; ms choice {choice:.2f} picture {picture:.1f} (pace "
        f"{pace:.1f})"
    )
