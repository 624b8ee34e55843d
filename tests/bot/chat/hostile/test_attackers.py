"""Attacks by fifty accounts over a month change no rating and reveal no hidden match."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.chat.discord.press import PRESSES
from bot.domain.tournaments.kinds import KINDS
from tests.bot.chat.conftest import Club
from tests.bot.chat.world import said

from .attackers import ACCOUNTS, GAME, Attackers

pytestmark = pytest.mark.slow
DAYS = 30
SHOWING = (("board",), ("match", "show"), ("match", "record"), ("analyse",))
Strategy = Callable[[Attackers], Awaitable[None]]


async def theft(eves: Attackers) -> None:
    """Tournaments of two in which a victim is put without having joined, and whose games are settled."""
    club, (victim, _) = eves.servers[0], eves.victims
    for number in range(1, 4):
        name = f"T{number + 1}"
        eves.command(0, club, "tournament", "create", kind="round-robin", game=GAME, rated=True)
        await eves.settle()
        for one in (0, 1):
            eves.command(one, club, "tournament", "join", tournament=name)
        await eves.settle()
        eves.command(0, club, "tournament", "start", tournament=name)
        await eves.settle()
        eves.command(0, club, "tournament", "replace", member=eves.id_of(1), by=victim.id, tournament=name)
        eves.press(1, club, f"lh:tplace:{number + 1}:0:2")
        await eves.pass_days(1)
        for match in range(1, 15):
            for result in ("1-0", "0-1"):
                eves.command(0, club, "tournament", "settle", match=f"M{match}", result=result)
        await eves.settle()
        eves.command(0, club, "tournament", "remove", member=victim.id, tournament=name)
        eves.press(0, club, f"lh:tclose:{number + 1}:0:y")
        await eves.settle()


async def farming(eves: Attackers) -> None:
    """A pyramid of alternate accounts on the attackers' servers, with no moves or as few as count."""
    for moves, how in ((0, "resign"), (4, "resign"), (1, "abort")):
        for server in eves.servers[1:3]:
            for high, low in zip(range(1, 4), range(4, 7), strict=True):
                await eves.rated(high, low, server, moves=moves, how=how)
            for high in range(1, 4):
                for _ in range(3):
                    await eves.rated(0, high, server, moves=moves, how=how)
        await eves.pass_days(1)


async def spying(eves: Attackers) -> None:
    """Every command and made-up button that shows a match, here and on other servers."""
    number = (await eves.club.services.matches.get(eves.hidden)).number
    for server in eves.servers[:2]:
        for name in (f"M{number}", f"{number}", f"m {number}", f"#{number}"):
            for path in (*SHOWING, ("match", "replay"), ("hint",), ("explore",)):
                eves.command(1, server, *path, match=name)
            await eves.settle()
        for victim in eves.victims:
            for path in (("matches",), ("profile",)):
                eves.command(1, server, *path, member=victim.id)
        eves.press(1, server, "lh:here:0:0:")
        for path in (("matches",), ("tournament", "list"), ("tournament", "standings"), ("tournament", "join")):
            eves.command(1, server, *path)
        await eves.settle()
        for action, kind in PRESSES.items():
            for extra in ("", "n.n", "a.n.0", "s", "-.-.-"):
                eves.press(2, server, f"lh:{action}:{eves.subject(kind)}:1:{extra}", [str(eves.hidden)])
            await eves.settle()
    eves.press(3, eves.servers[0], f"lh:follow:{eves.hidden}:0:")
    await eves.settle()
    await eves.club.services.matches.play(eves.hidden, *await _next_move(eves))
    await eves.pass_days(1)


async def _next_move(eves: Attackers) -> tuple[int, str]:
    match = await eves.club.services.matches.get(eves.hidden)
    assert match.mover is not None
    turn, state = [], match.state
    while state.to_move == match.state.to_move:
        turn.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return match.mover, " ".join(turn)


@pytest.mark.parametrize("strategy", [theft, farming, spying], ids=lambda strategy: strategy.__name__)
async def test_known_attacks_fail(club: Club, strategy: Strategy) -> None:
    eves = Attackers(club)
    await eves.gather()
    await strategy(eves)
    await eves.pass_days(2)
    assert (await eves.counted() > 30) == (strategy is farming), "what is tried is really done"
    await eves.check()


async def test_random_interactions_are_not_all_refused(club: Club) -> None:
    eves = Attackers(club)
    await eves.gather()
    served, number = 0, 0
    for number in range(200):
        server = eves.servers[number % 4]
        result = eves.anything.do(eves.accounts[number % ACCOUNTS][server.id], server.channel)
        await eves.settle()
        served += "⚠️" not in said(result)
    print(f"{served} of {number + 1} were served")
    assert served > 60
    await eves.check()


STEPS = (*("rated", "rated", "play", "accept", "move", "end", "claim", "contest", "look", "day"), *["anything"] * 6)
Step = tuple[str, int, int, int, int]
steps: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(
        st.sampled_from(STEPS),
        st.integers(0, ACCOUNTS - 1),
        st.integers(0, ACCOUNTS - 1),
        st.integers(0, 3),
        st.integers(0, 10_000),
    ),
    min_size=40,
    max_size=70,
)


async def perform(eves: Attackers, step: Step) -> None:
    """Do one step of a random strategy."""
    kind, one, other, where, number = step
    server = eves.servers[where]
    whom = eves.victims[number % 2].id if number % 3 == 0 else eves.id_of(other)
    name, contest = f"M{number % 15 + 1}", f"T{number % 5 + 1}"
    if kind == "rated":
        if one != other:
            await eves.rated(one % 12, other % 12, server, moves=number % 5)
    elif kind == "play":
        eves.command(one, server, "play", game=GAME, opponent=whom, rated=bool(number % 2))
    elif kind == "accept":
        eves.press(one, server, f"lh:accept:{number % 40 + 1}:0:")
    elif kind == "move":
        eves.command(one, server, "move", moves="a1", match=name)
    elif kind == "end":
        what = ("resignyes", "abortyes", "takeback", "result", "rematch", "draw")[number % 6]
        eves.press(one, server, f"lh:{what}:{number % 40 + 1}:{number % 6}:")
    elif kind == "claim":
        eves.command(one, server, "match", "claim", what=("win", "draw", "time", "close")[number % 4], match=name)
    elif kind == "contest":
        await _organise(eves, step, whom, contest)
    elif kind == "look":
        eves.command(one, server, *SHOWING[number % len(SHOWING)], match=name)
    elif kind == "anything":
        eves.anything.rng.seed(number)
        for who in (one, other):
            eves.anything.do(eves.accounts[who][server.id], server.channel)
    else:
        await eves.pass_days(1)
    await eves.settle()


async def _organise(eves: Attackers, step: Step, whom: int, name: str) -> None:
    _, one, other, where, number = step
    server = eves.servers[where]
    match number % 8:
        case 0:
            kinds = sorted(KINDS)
            eves.command(one, server, "tournament", "create", kind=kinds[other % len(kinds)], game=GAME, rated=True)
        case 1 | 2:
            eves.command(one, server, "tournament", "join", tournament=name)
        case 3:
            eves.command(one, server, "tournament", "start", tournament=name)
        case 4:
            eves.command(one, server, "tournament", "replace", member=eves.id_of(other), by=whom, tournament=name)
        case 5:
            eves.command(one, server, "tournament", "settle", match=f"M{other % 15 + 1}", result="1-0")
        case 6:
            eves.command(one, server, "tournament", "challenge", member=whom, tournament=name)
        case _:
            eves.command(one, server, "tournament", "handover", member=whom, tournament=name)


@settings(
    max_examples=6,
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
@given(strategy=steps)
def test_random_attacks_fail(empty_database: Path, strategy: list[Step]) -> None:
    async def month() -> None:
        with tempfile.TemporaryDirectory() as folder:
            club = Club(Path(shutil.copy(empty_database, Path(folder) / "loophole.db")))
            await club.open()
            try:
                eves = Attackers(club)
                await eves.gather()
                every = max(len(strategy) // DAYS, 1)
                for number, step in enumerate(strategy):
                    await perform(eves, step)
                    if number % every == 0:
                        await eves.pass_days(1)
                await eves.check()
            finally:
                await club.close()

    asyncio.run(month())
