"""Fifty accounts with servers of their own attack two members, over a simulated month."""

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
import sqlalchemy as sa
from simcord import InteractionResult

from bot.chat.discord.press import PRESSES, ChallengePress, MatchPress, Press, read
from bot.chat.features import FEATURES
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings
from bot.domain.values import Place
from bot.store.tables import challenges, heartbeat, matches, rating_changes, ratings
from tests.bot.chat.acting import DAY, started
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played

from .anything import Anything

ACCOUNTS = 50
"""Number of attacking accounts."""
SERVERS = 3
"""Number of servers that the attackers manage."""
GAME = "loop"
STRING = 3
BOOLEAN = 5
USER = 6

OPENERS = {press.opened_by for press in PRESSES.values() if press.opened_by}
"""Presses that reopen a refused form; they reveal nothing about the match."""
Standing: TypeAlias = Mapping[tuple[int, str, int], tuple[float, float, int, int, int]]


@dataclass(frozen=True, slots=True)
class Server:
    """A server of which the attackers are members; ``own``: they manage it."""

    id: int
    channel: Any
    own: bool


class Attackers:
    """The attacking accounts.

    ``secrets``: texts that appear only in a channel they may not view.
    """

    def __init__(self, club: Club, seed: int = 1) -> None:
        self.club = club
        self.wire = Wire(club)
        self.rng = random.Random(seed)
        self.accounts: list[dict[int, Member]] = []
        self.servers: list[Server] = []
        self.secrets = ("a secret note", "Secret cup", "a secret thought")
        self.before: Standing = {}
        self.hidden = self.challenge = self.requests = 0
        self.apart: tuple[int, ...] = ()  # the channels in which only those who are attacked read

    @property
    def victims(self) -> tuple[Member, Member]:
        """The two members under attack, who only play each other."""
        return self.club.alice, self.club.bob

    async def gather(self) -> None:
        """Create the accounts and servers, and the victims' matches: finished ones, and one in a
        hidden channel.
        """
        club = self.club
        club.env.settle_timeout = 120
        club.quiet()
        self.servers = [Server(club.guild.id, club.channel, False)]
        bosses = []
        for number in range(SERVERS):
            guild = club.env.create_guild(f"Ours {number}")
            bosses.append(
                (
                    guild,
                    guild.create_role("boss", permissions=discord.Permissions(manage_guild=True)),
                )
            )
            self.servers.append(Server(guild.id, guild.create_text_channel("games"), True))
        for number in range(ACCOUNTS):
            user = club.env.create_user(f"eve{number}")
            account = {club.guild.id: Member(club, club.guild.add_member(user))}
            for guild, boss in bosses:
                account[guild.id] = Member(club, guild.add_member(user, roles=[boss]))
            self.accounts.append(account)
        for server in self.servers:
            # to be pressed on
            await self.accounts[0][server.id].actor.slash(server.channel, "play", game="vigilance")
        await self._honest()
        for server in self.servers:
            await club.services.servers.change(Place(server.id, server.channel.id), across=True)
        for server in self.servers[1:]:
            self.press(0, server, "lh:server:0:0:rated", ["100"])
        await self.settle()
        people = [self.id_of(one) for one in range(ACCOUNTS)] + [one.id for one in self.victims]
        self.anything = Anything(club, self.rng, people)
        self.requests = len(club.env.http_requests)
        self.before = await self.standing()

    async def _honest(self) -> None:
        club, services = self.club, self.club.services
        hidden = {club.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        private = club.guild.create_text_channel("private", overwrites=hidden)
        await club.env.settle()
        alice, bob = (one.person for one in self.victims)
        terms = {"rated": True, "variant": "mini", "clock": "3d"}
        for number in range(7):
            match = await started(club, GAME, club.bob, **terms)
            await played(club.services, match.id, 6)
            if number < 6:  # the last one goes on
                await services.matches.act(match.id, bob.id, endings.resign)
        place = Place(club.guild.id, private.id)
        self.hidden = (await started(club, GAME, club.bob, place, note=self.secrets[0])).id
        await played(club.services, self.hidden, 4)
        move = str((await services.matches.get(self.hidden)).state.legal_moves()[0])
        spot = (await services.explorations.walk(self.hidden, bob.id, Spot(4), move)).spot
        await services.explorations.note(self.hidden, bob.id, spot, self.secrets[2])
        self.apart = (
            private.id,
            *(club.env.backend.get_dm_channel(one.id).id for one in self.victims),
        )
        made = await services.challenges.make(place, alice, "snipsnip", note=self.secrets[0])
        self.challenge = made.challenge.id
        await services.tournaments.create(place, alice, "ladder", GAME, title=self.secrets[1])
        for notice in await services.outbox.claim(100):
            await services.outbox.done(notice.id)

    # --------------------------------------------------------------------------------- what they do

    def command(self, one: int, server: Server, *path: str, **given: Any) -> InteractionResult:
        options = []
        users = {}
        for name, value in given.items():
            kind = STRING
            if isinstance(value, bool):
                kind = BOOLEAN
            elif isinstance(value, int):
                kind, users[str(value)] = USER, self.wire.user(value)
                value = str(value)
            options.append({"name": name, "type": kind, "value": value})
        member = self.accounts[one][server.id]
        return self.wire.command(
            member,
            path,
            options,
            resolved={"users": users} if users else None,
            channel=server.channel,
        )

    def press(
        self, one: int, server: Server, custom_id: str, values: Sequence[str] | None = None
    ) -> InteractionResult:
        member = self.accounts[one][server.id]
        return self.wire.press(
            member, custom_id, server.channel.history()[0], values, channel=server.channel
        )

    def subject(self, kind: type[Press]) -> int:
        """The id of a hidden subject for a kind of press."""
        if issubclass(kind, ChallengePress):
            return self.challenge
        return self.hidden if issubclass(kind, MatchPress) else 1

    async def settle(self) -> None:
        await self.club.env.settle()

    def id_of(self, one: int) -> int:
        return next(iter(self.accounts[one].values())).id

    async def rated(
        self, winner: int, loser: int, server: Server, *, moves: int = 4, how: str = "resign"
    ) -> None:
        """Play a short rated match that ``loser`` loses."""
        self.command(
            winner,
            server,
            "play",
            game=GAME,
            opponent=self.id_of(loser),
            rated=True,
            variant="mini",
        )
        await self.settle()
        self.press(loser, server, f"lh:accept:{await self._latest(challenges.c.id)}:0:")
        await self.settle()
        match = await self._latest(matches.c.id)
        found = await self.club.services.matches.get(match)
        if {self.id_of(winner), self.id_of(loser)} != set(found.seats) or found.status != "running":
            return
        for _ in range(moves):
            found = await self.club.services.matches.get(match)
            mover = next((one for one in (winner, loser) if self.id_of(one) == found.mover), None)
            if mover is None:
                return
            turn = []
            state = found.state
            while state.to_move == found.state.to_move:
                turn.append(str(state.legal_moves()[0]))
                state = state.play(state.legal_moves()[0])
            self.command(mover, server, "move", moves=" ".join(turn), match=found.name)
            await self.settle()
        version = (await self.club.services.matches.get(match)).version
        self.press(loser, server, f"lh:{how}yes:{match}:{version}:")
        await self.settle()

    async def _latest(self, column: sa.Column[int]) -> int:
        ((latest,),) = await self.club.bot.store.fetch(sa.select(sa.func.max(column)))
        return int(latest or 0)

    async def pass_days(self, days: int) -> None:
        """Let days pass without an outage, and run all jobs on each."""
        club = self.club
        for _ in range(days):
            club.env.backend.advance_clock(DAY)
            async with club.bot.store.write() as connection:
                await connection.execute(heartbeat.update().values(at=club.now()))
            for feature in FEATURES:
                for job in feature.jobs:
                    await job.run(club.services)
            await club.bot.delivery.flush()
            await self.settle()

    # ------------------------------------------------------------------------------ what came of it

    async def standing(self) -> Standing:
        own = ratings.c.user.in_([one.id for one in self.victims])
        return {
            (row.scope, row.game, row.user): (
                row.rating,
                row.deviation,
                row.wins,
                row.losses,
                row.draws,
            )
            for row in await self.club.bot.store.fetch(sa.select(ratings).where(own))
        }

    async def counted(self) -> int:
        ours = rating_changes.c.user.in_([self.id_of(one) for one in range(ACCOUNTS)])
        ((count,),) = await self.club.bot.store.fetch(sa.select(sa.func.count()).where(ours))
        return int(count)

    async def taken(self) -> int:
        """How many rating changes come from matches of a victim against an attacker."""
        people = [one.id for one in self.victims]
        mixed = matches.c.seat0.in_(people) != matches.c.seat1.in_(people)
        both = rating_changes.join(matches, matches.c.id == rating_changes.c.match)
        ((count,),) = await self.club.bot.store.fetch(
            sa.select(sa.func.count()).select_from(both).where(mixed)
        )
        return int(count)

    def leaked(self) -> list[str]:
        """Requests outside the hidden channels that contain secrets, or cards of the hidden match
        (known by their buttons).
        """
        found = []
        for entry in self.club.env.http_requests[self.requests :]:
            text = json.dumps(entry.json, ensure_ascii=False, default=str) if entry.json else ""
            if any(f"/channels/{channel}/" in entry.path for channel in self.apart):
                continue
            presses = (read(custom_id) for custom_id in re.findall(r'"custom_id": "([^"]+)"', text))
            about = any(
                isinstance(press, MatchPress)
                and press.match == self.hidden
                and type(press) not in OPENERS
                for press in presses
            )
            if about or any(secret in text for secret in self.secrets):
                found.append(f"{entry.path}: {text[:600]}")
        return found

    async def check(self) -> None:
        assert await self.standing() == self.before
        assert await self.taken() == 0
        assert not self.leaked()
        assert not self.club.env.errors
