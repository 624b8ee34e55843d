"""Attacks by fifty accounts over a month change no rating and reveal no hidden match."""

from collections.abc import Awaitable, Callable

import pytest

from bot.chat.discord.press import PRESSES
from tests.bot.chat.conftest import Club
from tests.bot.chat.world import said

from .attackers import ACCOUNTS, GAME, Attackers

pytestmark = pytest.mark.slow
SHOWING = (("board",), ("match", "show"), ("match", "record"), ("analyse",))
Strategy = Callable[[Attackers], Awaitable[None]]


async def theft(eves: Attackers) -> None:
    """Tournaments of two in which a victim is put without having joined, and whose games are
    settled.
    """
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
        eves.command(
            0, club, "tournament", "replace", member=eves.id_of(1), by=victim.id, tournament=name
        )
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
    """A pyramid of alternate accounts on the attackers' servers, with no moves or as few as
    count.
    """
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
        for path in (
            ("matches",),
            ("tournament", "list"),
            ("tournament", "standings"),
            ("tournament", "join"),
        ):
            eves.command(1, server, *path)
        await eves.settle()
        for action, kind in PRESSES.items():
            for extra in ("", "n.n", "a.n.0", "s", "-.-.-"):
                eves.press(
                    2, server, f"lh:{action}:{eves.subject(kind)}:1:{extra}", [str(eves.hidden)]
                )
            await eves.settle()
    eves.press(3, eves.servers[0], f"lh:follow:{eves.hidden}:0:")
    await eves.settle()
    await eves.club.services.matches.play(eves.hidden, *await _next_move(eves))
    await eves.pass_days(1)


async def _next_move(eves: Attackers) -> tuple[int, str]:
    match = await eves.club.services.matches.get(eves.hidden)
    assert match.mover is not None
    turn = []
    state = match.state
    while state.to_move == match.state.to_move:
        turn.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return match.mover, " ".join(turn)


@pytest.mark.parametrize(
    "strategy", [theft, farming, spying], ids=lambda strategy: strategy.__name__
)
async def test_known_attacks_fail(club: Club, strategy: Strategy) -> None:
    eves = Attackers(club)
    await eves.gather()
    await strategy(eves)
    await eves.pass_days(2)
    assert (await eves.counted() > 30) == (strategy is farming), "what is tried is really done"
    await eves.check()


async def test_a_month_of_random_attacks_fails_though_most_are_served(club: Club) -> None:
    eves = Attackers(club)
    served = 0
    await eves.gather()
    for number in range(300):
        server = eves.servers[number % 4]
        result = eves.anything.do(eves.accounts[number % ACCOUNTS][server.id], server.channel)
        await eves.settle()
        served += "⚠️" not in said(result)
        if number % 10 == 9:
            await eves.rated(number % 12, 12 + number % 7, server, moves=number % 5)
            await eves.pass_days(1)
    assert served > 90
    await eves.check()
