"""Two servers in which there is some of everything, what is stored of it, and interactions that no
client sends.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

import discord
from simcord import InteractionResult, ResponseMessage, interactions
from simcord.backend import serializers

from bot.domain.matches import agreements, endings
from bot.domain.teams.team import Side
from bot.domain.tournaments import organising
from bot.domain.values import Via
from bot.store.tables import metadata
from games import Move, State

from . import discord_api
from .acting import started
from .conftest import Club, Member

COUNTERS = {
    "scopes": ("numbers", "tournaments"),
    "tournaments": ("version", "wake_at"),  # others join and leave
    "matches": ("revision",),
}
"""Columns that count what everyone does."""
OF_ALL = ("heartbeat", "key_values", "sqlite_sequence", "alembic_version")

Source = discord.Message | ResponseMessage
Row = tuple[tuple[str, Any], ...]
Snapshot = dict[tuple[str, Row], Row]


class World:
    """The club, where alice and bob play, and another server, which eve manages; carol and eve take
    part in nothing.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.eve: Member
        self.elsewhere: Any
        self.secrets: tuple[str, ...] = ()
        """What nobody but alice, or nobody but bob, may be shown."""
        self.running = self.finished = self.timed = self.computer = self.challenge = self.offer = (
            self.team
        ) = 0
        self.signup = self.ladder = self.league = 0
        self.team_name = ""

    async def fill(self) -> None:
        club, services = self.club, self.club.services
        service = services.matches
        challenges = services.challenges
        contests = services.tournaments
        self.elsewhere = club.env.create_guild("Elsewhere")
        self.channel = self.elsewhere.create_text_channel("games")
        boss = self.elsewhere.create_role(
            "boss", permissions=discord.Permissions(manage_guild=True)
        )
        self.eve = Member(
            club, self.elsewhere.add_member(club.env.create_user("eve"), roles=[boss])
        )
        for member in (club.carol, self.eve):
            club.env.backend.get_user(
                member.id
            ).global_name = f"@everyone <@{club.alice.id}> **{member.name}**"
        await club.env.settle()
        alice, bob, dave = (one.person for one in (club.alice, club.bob, club.dave))
        here = club.place

        async def begun(game: str, **terms: Any) -> int:
            return (await started(club, game, club.bob, side="first", **terms)).id

        self.running = await begun("veloop-hex", variant="hex45, double", note="may the better win")
        while True:
            match = await service.get(self.running)
            assert match.mover is not None
            draft = await service.draft(match.id, match.mover)
            if draft is not None and match.state.turn > 2:
                break
            legal = (draft.state if draft else match.state).legal_moves()
            await service.play(match.id, match.mover, str(legal[len(legal) // 2]))
        await self._secrets()

        self.finished = await begun("loop", rated=True)
        while not (match := await service.get(self.finished)).counts_for_rating:
            assert match.mover is not None
            await service.play(match.id, match.mover, str(match.state.legal_moves()[0]))
        await service.act(self.finished, bob.id, endings.resign)
        await service.act(self.finished, alice.id, agreements.ask_annulment)
        self.timed = await begun("snipsnip", clock="1d")
        await service.act(self.timed, alice.id, agreements.offer_draw)
        self.computer = (
            await challenges.play_computer(here, alice, "vigilance", 1, side="first")
        ).match.id
        self.challenge = (
            await challenges.make(here, alice, "loop", opponent=bob, note="again?", rated=True)
        ).challenge.id
        self.offer = (await services.lobby.make(here, alice, "loop", at_once=2)).id
        await service.follow(self.running, dave.id)
        await services.members.change(alice.id, language="de", theme="slate", confirm=True)
        await services.members.change(bob.id, notices="both")
        await services.members.take_vacation(dave.id, 3)
        await services.servers.change(here, clock="7d", matches=50)
        self.signup = (
            await contests.create(here, alice, "swiss", "loop", title="Autumn")
        ).tournament.id
        self.ladder = (
            await contests.create(here, alice, "ladder", "loop", title="Rungs")
        ).tournament.id
        self.league = (
            await contests.create(here, alice, "round-robin", "veloop-square")
        ).tournament.id
        for item in (self.signup, self.ladder, self.league):
            for person in (alice, bob):
                await contests.do(item, organising.join, person)
        await contests.do(self.league, organising.start, alice.id)
        await contests.work()
        sides = [Side((bob.id,), None, True)]
        begun_by_team = await services.teams.start(
            here, alice, "loop", sides, "", "", "novice", Via(1, "token", 2)
        )
        self.team = begun_by_team.match.id
        self.team_name = begun_by_team.match.name
        await club.bot.delivery.flush()
        await club.env.settle()
        # What the bot does by itself with these posts is done before somebody is watched.
        await club.bot.delivery.settle()
        await services.posts.store_turns()
        await club.env.settle()

    async def _secrets(self) -> None:
        """Whoever is to move has drafted a decision, the other one has prepared an answer to
        another.
        """
        service = self.club.services.matches
        match = await service.get(self.running)
        mover = match.mover or 0
        draft = await service.draft(match.id, mover)
        other = match.opponent(mover)
        state = match.state
        theirs = []
        while state.to_move == match.to_move:
            theirs.append(_middle(state))
            state = state.play(theirs[-1])
        mine = []
        while state.to_move is not None and state.to_move != match.to_move:
            mine.append(_middle(state))
            state = state.play(mine[-1])
        line = f"{' '.join(map(str, theirs))} / {' '.join(map(str, mine))}"
        await self.club.services.prepared_moves.add(match.id, other, line)
        self.drafter = mover
        self.planner = other
        self.secrets = (*draft.decisions, " ".join(map(str, theirs)), " ".join(map(str, mine)))

    @property
    def matches(self) -> tuple[int, ...]:
        return (self.running, self.finished, self.timed, self.computer)

    def stored(self) -> Snapshot:
        """Every row there is, by its table and key, without what counts what everyone does."""
        found: Snapshot = {}
        with closing(
            sqlite3.connect(self.club.database.removeprefix("sqlite+aiosqlite:///"))
        ) as connection:
            connection.row_factory = sqlite3.Row
            for table in metadata.sorted_tables:
                if table.name in OF_ALL:
                    continue
                for row in connection.execute(f'SELECT * FROM "{table.name}"'):
                    values = {name: row[name] for name in row.keys()}  # noqa: SIM118
                    key = tuple((column.name, values[column.name]) for column in table.primary_key)
                    for name in COUNTERS.get(table.name, ()):
                        values.pop(name)
                    found[table.name, key] = tuple(values.items())
        return found


def _middle(state: State) -> Move:
    """A legal decision that is nobody's first example."""
    legal = state.legal_moves()
    return legal[len(legal) // 2]


SHARED = ("puzzle_ratings",)
"""Tables that belong to nobody: whoever tries a puzzle tells how hard it is."""


def others(before: Snapshot, after: Snapshot, *ids: int) -> list[str]:
    """What has changed in rows that had nothing to do with these ids, in words."""
    found = []
    for place, row in before.items():
        own = any(str(one) in f"{place} {row}" for one in ids)
        now = after.get(place)
        if own or now == row or place[0] in SHARED:
            continue
        if now is None:
            found.append(f"{place[0]} {dict(place[1])}: is gone")
        # When a post was last compared with what it is about is the sender's own business.
        elif changed := [
            pair
            for pair in zip(row, now, strict=True)
            if pair[0] != pair[1] and pair[0][0] != "seen"
        ]:
            found.append(f"{place[0]} {dict(place[1])}: {changed}")
    return found


# ----------------------------------------------------------------------------- what no client sends


CHOICES = ("lh:think",)
"""How the custom ids of buttons begin that offer every legal move, the same to everybody."""


def without_choices(part: Any) -> Any:
    """A component, or a list of them, without the buttons that only offer what is legal."""
    if isinstance(part, list):
        return [without_choices(one) for one in part if not _is_choice(one)]
    if isinstance(part, dict):
        return {name: without_choices(value) for name, value in part.items()}
    return part


def _is_choice(part: Any) -> bool:
    return (
        isinstance(part, dict)
        and part.get("type") == 2
        and (part.get("custom_id") or "").startswith(CHOICES)
    )


def said(result: InteractionResult) -> str:
    """All text on the messages that answered an interaction, and in the form that it opened."""
    record = result._interaction
    backend = result._env.backend
    parts: list[Any] = [] if record.modal is None else [record.modal]
    for one in (record.message_id, *record.followup_ids):
        message = None if one is None else backend.messages.get(record.channel_id, {}).get(one)
        parts += [] if message is None else message.components
    return "\n".join(str(part) for part in discord_api.walk(without_choices(parts)))


async def answer_to(result: InteractionResult) -> str:
    """What was said to an interaction, once the bot has handled it."""
    await result._env.settle()
    return said(result)


class Wire:
    """Sends interactions as the gateway gives them to the bot, whatever is in them."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.sent: dict[str, Any] = {}
        """What was sent last."""

    def send(
        self,
        member: Member,
        kind: int,
        data: dict[str, Any],
        *,
        channel: Any = None,
        message: Any = None,
    ) -> InteractionResult:
        """Give the bot an interaction; ``channel`` None: the club's one.

        It is handled when the bot settles.
        """
        self.sent = data
        backend = self.club.env.backend
        channel = channel or self.club.channel
        guild = backend.get_channel(channel.id).guild_id
        record, payload = interactions.base_payload(
            backend, type=kind, channel_id=channel.id, guild_id=guild, user_id=member.id, data=data
        )
        if message is not None:
            payload["message"] = message
            record.source_message_id = int(message["id"])
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.club.env, record)

    def user(self, user: int) -> dict[str, Any]:
        """A user as Discord tells of one."""
        backend = self.club.env.backend
        return dict(serializers.user_payload(backend.get_user(user)))

    def command(
        self,
        member: Member,
        path: Sequence[str],
        options: list[dict[str, Any]],
        resolved: Any = None,
        **more: Any,
    ) -> InteractionResult:
        """A slash command, or with ``focused`` in an option what is typed of it so far."""
        root = self.club.env.backend.find_command(path[0], None, type=1)
        levels = [*path[1:]]
        for depth, name in reversed(list(enumerate(levels))):
            options = [
                {"name": name, "type": 1 if depth == len(levels) - 1 else 2, "options": options}
            ]
        data = {"id": root["id"], "name": path[0], "type": 1, "options": options}
        if resolved:
            data["resolved"] = resolved
        return self.send(member, 4 if "'focused': True" in str(options) else 2, data, **more)

    def press(
        self,
        member: Member,
        custom_id: str,
        source: Source,
        values: Iterable[str] | None = None,
        **more: Any,
    ) -> InteractionResult:
        """A press of a button, or with ``values`` a choice, on a message that has no such part."""
        kind = 2 if values is None else 3
        part: dict[str, Any] = {"type": kind, "custom_id": custom_id, "id": 77}
        part |= (
            {"style": 2, "label": "forged"}
            if values is None
            else {"options": [{"label": "x", "value": "x"}]}
        )
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 77}
        if values is not None:
            data["values"] = list(values)
        return self.send(member, 3, data, message=self.carrying(source, part), **more)

    def form(
        self, member: Member, custom_id: str, source: Source, typed: dict[str, Any], **more: Any
    ) -> InteractionResult:
        fields = [
            {
                "type": 18,
                "id": 10 + at,
                "component": {"type": 4, "id": 50 + at, "custom_id": name, "value": value},
            }
            for at, (name, value) in enumerate(typed.items())
        ]
        data = {"custom_id": custom_id, "components": fields}
        return self.send(member, 5, data, message=self.carrying(source, None), **more)

    def carrying(self, source: Source, part: dict[str, Any] | None) -> dict[str, Any]:
        """A message as it is sent with an interaction, with ``part`` in place of what is on it."""
        backend = self.club.env.backend
        there = source.channel_id if isinstance(source, ResponseMessage) else source.channel.id
        kept = backend.get_message(there, source.id)
        message = dict(serializers.message_payload(backend, kept))
        if part is not None:
            message["components"] = [{"type": 1, "id": 76, "components": [part]}]
        return message


async def forged(
    member: Member, source: Source, custom_id: str, *, values: list[str] | None = None
) -> InteractionResult:
    """What happens when a client sends a press that the message has no button for."""
    result = Wire(member.club).press(member, custom_id, source, values)
    await member.club.env.settle()
    return result
