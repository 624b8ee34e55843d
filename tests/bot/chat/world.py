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
from bot.domain.teams.team import TeamSide
from bot.domain.tournaments import organising
from bot.domain.values import InteractionRef
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
        self.channel: Any
        """The channel of the other server."""
        self.secrets: tuple[str, ...] = ()
        """What nobody but alice, or nobody but bob, may be shown."""
        self.drafter = 0
        """Who has drafted a decision in the running match."""
        self.planner = 0
        """Who has prepared an answer in the running match."""
        # ids of matches
        self.running = 0
        self.finished = 0
        self.timed = 0
        self.computer = 0
        self.team = 0
        self.team_name = ""
        # ids of challenges
        self.challenge = 0
        self.offer = 0
        # ids of tournaments
        self.signup = 0
        self.ladder = 0
        self.league = 0

    async def fill(self) -> None:
        """Store some of everything."""
        club = self.club
        await self._create_the_other_server()
        await self._begin_a_match_with_a_draft()
        await self._keep_secrets()
        await self._finish_a_match()
        await self._begin_other_matches()
        await self._begin_challenges()
        await self._change_settings()
        await self._begin_tournaments()
        await self._begin_a_team_match()
        await club.bot.delivery.flush()
        await club.env.settle()
        # What the bot does by itself with these posts is done before somebody is watched.
        await club.bot.delivery.settle()
        await club.services.posts.store_turns()
        await club.env.settle()

    async def _create_the_other_server(self) -> None:
        club = self.club
        self.elsewhere = club.env.create_guild("Elsewhere")
        self.channel = self.elsewhere.create_text_channel("games")
        permissions = discord.Permissions(manage_guild=True)
        boss = self.elsewhere.create_role("boss", permissions=permissions)
        user = club.env.create_user("eve")
        self.eve = Member(club, self.elsewhere.add_member(user, roles=[boss]))
        for member in (club.carol, self.eve):
            name = f"@everyone <@{club.alice.id}> **{member.name}**"
            club.env.backend.get_user(member.id).global_name = name
        await club.env.settle()

    async def _begin(self, game: str, **terms: Any) -> int:
        """Begin a match in which alice moves first; gives its id."""
        match = await started(self.club, game, self.club.bob, side="first", **terms)
        return match.id

    async def _begin_a_match_with_a_draft(self) -> None:
        """A match in its third turn or later, in which the next turn is half decided."""
        service = self.club.services.matches
        self.running = await self._begin(
            "veloop-hex", variant="hex45, double", note="may the better win"
        )
        while True:
            match = await service.get(self.running)
            assert match.mover is not None
            draft = await service.draft(match.id, match.mover)
            if draft is not None and match.state.turn > 2:
                return
            state = match.state if draft is None else draft.state
            await service.play(match.id, match.mover, str(_middle(state)))

    async def _keep_secrets(self) -> None:
        """Whoever is to move has drafted a decision, the other one has prepared an answer to
        another.
        """
        service = self.club.services.matches
        match = await service.get(self.running)
        assert match.mover is not None
        self.drafter = match.mover
        self.planner = match.opponent(match.mover)
        draft = await service.draft(match.id, self.drafter)
        turn, state = _middle_turn(match.state)
        answer, _ = _middle_turn(state)
        await self.club.services.prepared_moves.add(match.id, self.planner, f"{turn} / {answer}")
        self.secrets = (*draft.decisions, turn, answer)

    async def _finish_a_match(self) -> None:
        """A rated match that bob has resigned, and that alice asks to annul."""
        club = self.club
        service = club.services.matches
        self.finished = await self._begin("loop", rated=True)
        match = await service.get(self.finished)
        while not match.counts_for_rating:
            assert match.mover is not None
            await service.play(match.id, match.mover, str(match.state.legal_moves()[0]))
            match = await service.get(self.finished)
        await service.act(self.finished, club.bob.id, endings.resign)
        await service.act(self.finished, club.alice.id, agreements.ask_annulment)

    async def _begin_other_matches(self) -> None:
        """A match with a clock and an offer of a draw, and one against the computer."""
        club = self.club
        services = club.services
        self.timed = await self._begin("snipsnip", clock="1d")
        await services.matches.act(self.timed, club.alice.id, agreements.offer_draw)
        computer = await services.challenges.play_computer(
            club.place, club.alice.person, "vigilance", 1, side="first"
        )
        self.computer = computer.match.id

    async def _begin_challenges(self) -> None:
        """A challenge to bob, and an offer to everybody."""
        club = self.club
        services = club.services
        alice = club.alice.person
        bob = club.bob.person
        challenge = await services.challenges.make(
            club.place, alice, "loop", opponent=bob, note="again?", rated=True
        )
        self.challenge = challenge.challenge.id
        offer = await services.lobby.make(club.place, alice, "loop", at_once=2)
        self.offer = offer.id

    async def _change_settings(self) -> None:
        club = self.club
        services = club.services
        await services.matches.follow(self.running, club.dave.id)
        await services.members.change(club.alice.id, language="de", theme="slate", confirm=True)
        await services.members.change(club.bob.id, notices="both")
        await services.members.take_vacation(club.dave.id, 3)
        await services.servers.change(club.place, clock="7d", matches=50)

    async def _begin_tournaments(self) -> None:
        """Two tournaments that alice and bob have joined, and a league that has begun."""
        club = self.club
        service = club.services.tournaments
        alice = club.alice.person
        signup = await service.create(club.place, alice, "swiss", "loop", title="Autumn")
        ladder = await service.create(club.place, alice, "ladder", "loop", title="Rungs")
        league = await service.create(club.place, alice, "round-robin", "veloop-square")
        self.signup = signup.tournament.id
        self.ladder = ladder.tournament.id
        self.league = league.tournament.id
        for tournament in (self.signup, self.ladder, self.league):
            await service.do(tournament, organising.join, alice)
            await service.do(tournament, organising.join, club.bob.person)
        await service.do(self.league, organising.start, alice.id)
        await service.work()

    async def _begin_a_team_match(self) -> None:
        """Bob's team against the computer."""
        club = self.club
        sides = [TeamSide((club.bob.id,), None, True)]
        result = await club.services.teams.start(
            club.place,
            club.alice.person,
            "loop",
            sides,
            "",
            "",
            "novice",
            InteractionRef(1, "token", 2),
        )
        self.team = result.match.id
        self.team_name = result.match.name

    @property
    def matches(self) -> tuple[int, ...]:
        return (self.running, self.finished, self.timed, self.computer)

    def stored(self) -> Snapshot:
        """Every row there is, by its table and key, without what counts what everyone does."""
        rows: Snapshot = {}
        database = self.club.database.removeprefix("sqlite+aiosqlite:///")
        with closing(sqlite3.connect(database)) as connection:
            connection.row_factory = sqlite3.Row
            for table in metadata.sorted_tables:
                if table.name in OF_ALL:
                    continue
                for row in connection.execute(f'SELECT * FROM "{table.name}"'):
                    values = {name: row[name] for name in row.keys()}  # noqa: SIM118
                    key = tuple((column.name, values[column.name]) for column in table.primary_key)
                    for name in COUNTERS.get(table.name, ()):
                        values.pop(name)
                    rows[table.name, key] = tuple(values.items())
        return rows


def _middle(state: State) -> Move:
    """A legal decision that is nobody's first example."""
    legal = state.legal_moves()
    return legal[len(legal) // 2]


def _middle_turn(state: State) -> tuple[str, State]:
    """A whole turn of such decisions, as a member types it, and the state after it."""
    mover = state.to_move
    decisions = []
    while state.to_move is not None and state.to_move == mover:
        decision = _middle(state)
        decisions.append(str(decision))
        state = state.play(decision)
    return " ".join(decisions), state


SHARED = ("puzzle_ratings",)
"""Tables that belong to nobody: whoever tries a puzzle tells how hard it is."""


def others(earlier: Snapshot, later: Snapshot, *ids: int) -> list[str]:
    """What has changed in rows that had nothing to do with these ids, in words."""
    changes = []
    for place, row in earlier.items():
        table, key = place
        own = any(str(number) in f"{place} {row}" for number in ids)
        if own or table in SHARED:
            continue
        later_row = later.get(place)
        if later_row is None:
            changes.append(f"{table} {dict(key)}: is gone")
            continue
        columns = _changed_columns(row, later_row)
        if columns:
            changes.append(f"{table} {dict(key)}: {columns}")
    return changes


def _changed_columns(row: Row, later_row: Row) -> list[tuple[Any, Any]]:
    """The columns with other values, as pairs of (name, value)."""
    changes = []
    for column, later_column in zip(row, later_row, strict=True):
        # When a post was last compared with what it is about is the sender's own business.
        if column != later_column and column[0] != "seen":
            changes.append((column, later_column))
    return changes


# ----------------------------------------------------------------------------- what no client sends


# Types of interactions and of options of commands, as Discord numbers them.
COMMAND = 2
PRESS = 3
AUTOCOMPLETION = 4
FORM = 5
SUBCOMMAND = 1
GROUP = 2

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
    messages = result._env.backend.messages.get(record.channel_id, {})
    components: list[Any] = []
    if record.modal is not None:
        components.append(record.modal)
    for number in (record.message_id, *record.followup_ids):
        message = messages.get(number)
        if message is not None:
            components += message.components
    return "\n".join(str(part) for part in discord_api.walk(without_choices(components)))


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
        if channel is None:
            channel = self.club.channel
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
        command = self.club.env.backend.find_command(path[0], None, type=1)
        is_typing = any(option.get("focused") for option in options)
        if len(path) > 1:
            options = [{"name": path[-1], "type": SUBCOMMAND, "options": options}]
        for name in reversed(path[1:-1]):
            options = [{"name": name, "type": GROUP, "options": options}]
        data = {"id": command["id"], "name": path[0], "type": 1, "options": options}
        if resolved:
            data["resolved"] = resolved
        kind = AUTOCOMPLETION if is_typing else COMMAND
        return self.send(member, kind, data, **more)

    def press(
        self,
        member: Member,
        custom_id: str,
        source: Source,
        values: Iterable[str] | None = None,
        **more: Any,
    ) -> InteractionResult:
        """A press of a button, or with ``values`` a choice, on a message that has no such part."""
        part: dict[str, Any] = {"custom_id": custom_id, "id": 77}
        data: dict[str, Any] = {"custom_id": custom_id, "id": 77}
        if values is None:
            part |= {"type": 2, "style": 2, "label": "forged"}
            data |= {"component_type": 2}
        else:
            part |= {"type": 3, "options": [{"label": "x", "value": "x"}]}
            data |= {"component_type": 3, "values": list(values)}
        return self.send(member, PRESS, data, message=self.carrying(source, part), **more)

    def form(
        self, member: Member, custom_id: str, source: Source, texts: dict[str, Any], **more: Any
    ) -> InteractionResult:
        """A form that is sent, with texts in its boxes by their names."""
        labels = []
        for number, (name, value) in enumerate(texts.items()):
            box = {"type": 4, "id": 50 + number, "custom_id": name, "value": value}
            labels.append({"type": 18, "id": 10 + number, "component": box})
        data = {"custom_id": custom_id, "components": labels}
        return self.send(member, FORM, data, message=self.carrying(source, None), **more)

    def carrying(self, source: Source, part: dict[str, Any] | None) -> dict[str, Any]:
        """A message as it is sent with an interaction, with ``part`` in place of what is on it."""
        backend = self.club.env.backend
        if isinstance(source, ResponseMessage):
            channel = source.channel_id
        else:
            channel = source.channel.id
        stored_message = backend.get_message(channel, source.id)
        message = dict(serializers.message_payload(backend, stored_message))
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
