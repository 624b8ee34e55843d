"""Attacks by fifty accounts over a month change no rating and reveal no hidden match."""

from collections.abc import Awaitable, Callable

import pytest

from bot.chat.discord.press import PRESSES
from tests.bot.chat.conftest import Club
from tests.bot.chat.world import said

from .attackers import ACCOUNTS, GAME, Attackers, Server, first_turn

pytestmark = pytest.mark.slow
COMMANDS_THAT_SHOW_A_MATCH = (
    ("board",),
    ("match", "show"),
    ("match", "record"),
    ("analyse",),
    ("match", "replay"),
    ("hint",),
    ("explore",),
)
Strategy = Callable[[Attackers], Awaitable[None]]


async def theft(eves: Attackers) -> None:
    """Tournaments of two in which a victim is put without having joined, and whose games are
    settled.
    """
    club = eves.servers[0]
    victim = eves.victims[0]
    for number in range(1, 4):
        name = f"T{number + 1}"
        eves.command(0, club, "tournament", "create", kind="round-robin", game=GAME, rated=True)
        await eves.settle()
        eves.command(0, club, "tournament", "join", tournament=name)
        eves.command(1, club, "tournament", "join", tournament=name)
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
    for moves, ending in ((0, "resign"), (4, "resign"), (1, "abort")):
        for server in eves.servers[1:3]:
            for high, low in ((1, 4), (2, 5), (3, 6)):
                await eves.play_rated(high, low, server, moves=moves, ending=ending)
            for high in (1, 2, 3):
                for _ in range(3):
                    await eves.play_rated(0, high, server, moves=moves, ending=ending)
        await eves.pass_days(1)


async def spying(eves: Attackers) -> None:
    """Every command and invented button that shows a match, here and on other servers."""
    match = await eves.club.services.matches.get(eves.hidden)
    for server in eves.servers[:2]:
        for name in (match.name, f"{match.number}", f"m {match.number}", f"#{match.number}"):
            for path in COMMANDS_THAT_SHOW_A_MATCH:
                eves.command(1, server, *path, match=name)
            await eves.settle()
        for victim in eves.victims:
            eves.command(1, server, "matches", member=victim.id)
            eves.command(1, server, "profile", member=victim.id)
        eves.press(1, server, "lh:here:0:0:")
        eves.command(1, server, "matches")
        eves.command(1, server, "tournament", "list")
        eves.command(1, server, "tournament", "standings")
        eves.command(1, server, "tournament", "join")
        await eves.settle()
        await _press_everything(eves, server)
    eves.press(3, eves.servers[0], f"lh:follow:{eves.hidden}:0:")
    await eves.settle()
    match = await eves.club.services.matches.get(eves.hidden)
    assert match.mover is not None
    await eves.club.services.matches.play(match.id, match.mover, first_turn(match.state))
    await eves.pass_days(1)


async def _press_everything(eves: Attackers, server: Server) -> None:
    """Every kind of press about what is hidden."""
    for action, kind in PRESSES.items():
        for extra in ("", "n.n", "a.n.0", "s", "-.-.-"):
            custom_id = f"lh:{action}:{eves.subject(kind)}:1:{extra}"
            eves.press(2, server, custom_id, [str(eves.hidden)])
        await eves.settle()


@pytest.mark.parametrize(
    "strategy", [theft, farming, spying], ids=lambda strategy: strategy.__name__
)
async def test_known_attacks_fail(club: Club, strategy: Strategy) -> None:
    eves = Attackers(club)
    await eves.gather()
    await strategy(eves)
    await eves.pass_days(2)
    changes = await eves.rating_changes_of_attackers()
    if strategy is farming:
        assert changes > 30, "their own matches count: the attack is a real one"
    else:
        assert changes <= 30
    await eves.check()


async def test_a_month_of_random_attacks_fails_though_most_are_served(club: Club) -> None:
    eves = Attackers(club)
    served_count = 0
    await eves.gather()
    for number in range(300):
        server = eves.servers[number % 4]
        account = eves.accounts[number % ACCOUNTS]
        result = eves.anything.do(account[server.id], server.channel)
        await eves.settle()
        if "⚠️" not in said(result):
            served_count += 1
        if number % 10 == 9:
            await eves.play_rated(number % 12, 12 + number % 7, server, moves=number % 5)
            await eves.pass_days(1)
    assert served_count > 90
    await eves.check()
