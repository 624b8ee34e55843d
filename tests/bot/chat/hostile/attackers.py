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
from games.core import State
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
RatingKey: TypeAlias = tuple[int, str, int]
"""Scope, game and member."""
RatingValues: TypeAlias = tuple[float, float, int, int, int]
"""Rating, deviation, wins, losses and draws."""
Ratings: TypeAlias = Mapping[RatingKey, RatingValues]


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
        self.ratings_initially: Ratings = {}
        self.hidden = 0
        """The id of the match that the attackers may not see."""
        self.challenge = 0
        self.first_request = 0
        """The number of requests to Discord before the attack began."""
        self.channels_of_victims: tuple[int, ...] = ()
        """The channels that only the victims may read."""

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
        self._create_servers_and_accounts()
        for server in self.servers:
            # to be pressed on
            await self.accounts[0][server.id].actor.slash(server.channel, "play", game="vigilance")
        await self._play_finished_matches()
        await self._hide_things()
        for notice in await club.services.outbox.claim(100):
            await club.services.outbox.done(notice.id)
        for server in self.servers:
            await club.services.servers.change(Place(server.id, server.channel.id), across=True)
        for server in self.servers[1:]:
            self.press(0, server, "lh:server:0:0:rated", ["100"])
        await self.settle()
        people = [self.id_of(number) for number in range(ACCOUNTS)]
        people += [victim.id for victim in self.victims]
        self.anything = Anything(club, self.rng, people)
        self.first_request = len(club.env.http_requests)
        self.ratings_initially = await self.ratings_of_victims()

    def _create_servers_and_accounts(self) -> None:
        """Every account is a member of the club, and may manage each of the other servers."""
        club = self.club
        self.servers = [Server(club.guild.id, club.channel, False)]
        bosses = []
        for number in range(SERVERS):
            guild = club.env.create_guild(f"Ours {number}")
            permissions = discord.Permissions(manage_guild=True)
            bosses.append((guild, guild.create_role("boss", permissions=permissions)))
            self.servers.append(Server(guild.id, guild.create_text_channel("games"), True))
        for number in range(ACCOUNTS):
            user = club.env.create_user(f"eve{number}")
            account = {club.guild.id: Member(club, club.guild.add_member(user))}
            for guild, boss in bosses:
                account[guild.id] = Member(club, guild.add_member(user, roles=[boss]))
            self.accounts.append(account)

    async def _play_finished_matches(self) -> None:
        """Six rated matches that a victim has lost against the other, and one that goes on."""
        club = self.club
        for number in range(7):
            match = await started(club, GAME, club.bob, rated=True, variant="mini", clock="3d")
            await played(club.services, match.id, 6)
            if number < 6:
                await club.services.matches.act(match.id, club.bob.id, endings.resign)

    async def _hide_things(self) -> None:
        """A match, a thought, a challenge and a tournament in a channel that nobody else views."""
        club = self.club
        services = club.services
        alice, bob = self.victims
        note, title, line = self.secrets
        overwrites = {club.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        private = club.guild.create_text_channel("private", overwrites=overwrites)
        await club.env.settle()
        place = Place(club.guild.id, private.id)
        match = await started(club, GAME, club.bob, place, note=note)
        self.hidden = match.id
        await played(services, match.id, 4)
        state = (await services.matches.get(match.id)).state
        walk = await services.explorations.walk(
            match.id, bob.id, Spot(4), str(state.legal_moves()[0])
        )
        await services.explorations.note(match.id, bob.id, walk.spot, line)
        direct = [club.env.backend.get_dm_channel(victim.id).id for victim in self.victims]
        self.channels_of_victims = (private.id, *direct)
        result = await services.challenges.make(place, alice.person, "snipsnip", note=note)
        self.challenge = result.challenge.id
        await services.tournaments.create(place, alice.person, "ladder", GAME, title=title)

    # -------------------------------------------------------------------------------- what they do

    def command(self, account: int, server: Server, *path: str, **values: Any) -> InteractionResult:
        """Use a command; a whole number as a value is the id of a member."""
        options: list[dict[str, Any]] = []
        users = {}
        for name, value in values.items():
            if isinstance(value, bool):
                options.append({"name": name, "type": BOOLEAN, "value": value})
            elif isinstance(value, int):
                users[str(value)] = self.wire.user(value)
                options.append({"name": name, "type": USER, "value": str(value)})
            else:
                options.append({"name": name, "type": STRING, "value": value})
        member = self.accounts[account][server.id]
        resolved = {"users": users} if users else None
        return self.wire.command(member, path, options, resolved=resolved, channel=server.channel)

    def press(
        self, account: int, server: Server, custom_id: str, values: Sequence[str] | None = None
    ) -> InteractionResult:
        """Press on the first message of a server's channel, whatever is on it."""
        member = self.accounts[account][server.id]
        message = server.channel.history()[0]
        return self.wire.press(member, custom_id, message, values, channel=server.channel)

    def subject(self, kind: type[Press]) -> int:
        """The id of a hidden subject for a kind of press."""
        if issubclass(kind, ChallengePress):
            return self.challenge
        if issubclass(kind, MatchPress):
            return self.hidden
        return 1

    async def settle(self) -> None:
        await self.club.env.settle()

    def id_of(self, account: int) -> int:
        """The id of an account, which is the same on all servers."""
        member = next(iter(self.accounts[account].values()))
        return member.id

    async def play_rated(
        self, winner: int, loser: int, server: Server, *, moves: int = 4, ending: str = "resign"
    ) -> None:
        """Play a short rated match that ``loser`` loses, if the bot lets them."""
        opponent = self.id_of(loser)
        self.command(
            winner, server, "play", game=GAME, opponent=opponent, rated=True, variant="mini"
        )
        await self.settle()
        self.press(loser, server, f"lh:accept:{await self._latest(challenges.c.id)}:0:")
        await self.settle()
        number = await self._latest(matches.c.id)
        match = await self.club.services.matches.get(number)
        players = {self.id_of(winner), self.id_of(loser)}
        if set(match.seats) != players or match.status != "running":
            return
        for _ in range(moves):
            match = await self.club.services.matches.get(number)
            if match.mover not in players:
                return
            mover = winner if match.mover == self.id_of(winner) else loser
            self.command(mover, server, "move", moves=first_turn(match.state), match=match.name)
            await self.settle()
        match = await self.club.services.matches.get(number)
        self.press(loser, server, f"lh:{ending}yes:{number}:{match.version}:")
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

    async def ratings_of_victims(self) -> Ratings:
        people = [victim.id for victim in self.victims]
        query = sa.select(ratings).where(ratings.c.user.in_(people))
        ratings_by_key: dict[RatingKey, RatingValues] = {}
        for row in await self.club.bot.store.fetch(query):
            key = (row.scope, row.game, row.user)
            ratings_by_key[key] = (row.rating, row.deviation, row.wins, row.losses, row.draws)
        return ratings_by_key

    async def rating_changes_of_attackers(self) -> int:
        """How many rating changes the attackers have got."""
        people = [self.id_of(number) for number in range(ACCOUNTS)]
        query = sa.select(sa.func.count()).where(rating_changes.c.user.in_(people))
        ((count,),) = await self.club.bot.store.fetch(query)
        return int(count)

    async def rating_changes_against_victims(self) -> int:
        """How many rating changes come from matches of a victim against an attacker."""
        people = [victim.id for victim in self.victims]
        against_victim = matches.c.seat0.in_(people) != matches.c.seat1.in_(people)
        changes = rating_changes.join(matches, matches.c.id == rating_changes.c.match)
        query = sa.select(sa.func.count()).select_from(changes).where(against_victim)
        ((count,),) = await self.club.bot.store.fetch(query)
        return int(count)

    def leaks(self) -> list[str]:
        """Requests outside the hidden channels that contain secrets, or cards of the hidden match
        (known by their buttons).
        """
        addresses = [f"/channels/{channel}/" for channel in self.channels_of_victims]
        leaks = []
        for entry in self.club.env.http_requests[self.first_request :]:
            if not entry.json or any(path in entry.path for path in addresses):
                continue
            text = json.dumps(entry.json, ensure_ascii=False, default=str)
            if self._shows_hidden_match(text) or any(secret in text for secret in self.secrets):
                leaks.append(f"{entry.path}: {text[:600]}")
        return leaks

    def _shows_hidden_match(self, text: str) -> bool:
        """Whether a message has a button about the hidden match."""
        for custom_id in re.findall(r'"custom_id": "([^"]+)"', text):
            press = read(custom_id)
            if not isinstance(press, MatchPress) or type(press) in OPENERS:
                continue
            if press.match == self.hidden:
                return True
        return False

    async def check(self) -> None:
        """Assert that the attacks have changed no rating of the victims, and revealed nothing."""
        assert await self.ratings_of_victims() == self.ratings_initially
        assert await self.rating_changes_against_victims() == 0
        assert not self.leaks()
        assert not self.club.env.errors


def first_turn(state: State) -> str:
    """The first legal decisions of whoever is to move, until the other one is."""
    mover = state.to_move
    decisions = []
    while state.to_move is not None and state.to_move == mover:
        decision = state.legal_moves()[0]
        decisions.append(str(decision))
        state = state.play(decision)
    return " ".join(decisions)
