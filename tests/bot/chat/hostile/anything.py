"""Random commands, presses, forms and menu entries with plausible values."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import discord
from simcord import InteractionResult
from simcord.backend import serializers

import games
from bot.chat.discord.press import (
    PRESSES,
    ChallengePress,
    MemberPress,
    Press,
    Subject,
    TournamentPress,
    Version,
)
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.explore.thinking import WriteNote
from bot.chat.features.learn.puzzle_cards import TypedInPuzzle
from bot.chat.features.play.prepared import AddPrepared
from bot.chat.features.settings.member import SetDaily, SetHours
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.world import Wire

from .fuzzing import LONGEST, SENSIBLE, Fuzz

# Types of options, as Discord numbers them.
SUBCOMMAND = 1
GROUP = 2
STRING = 3
INTEGER = 4
BOOLEAN = 5
USER = 6
FILE = 11
FORM_FIELDS = ("line", "variant", "clock", "note", "moves", "zone", "when", "side", "rated")
FORMS = (AddPrepared, SendCounter, TypedInPuzzle, SetDaily, SetHours, WriteNote)
RECORD = (
    "Loophole record 1 Game: loop (Loop) Options: board=mini Black: alice White: carol 1. Black: "
    "1a1"
)
TEXTS = (
    "",
    "1a1",
    "loop",
    "mini",
    "1d",
    "none",
    "in 2 days",
    "mon-fri 8:30",
    "Berlin",
    "if 1a1 then 1b1",
    RECORD,
)
"""What members type into options and forms."""
EXTRAS = (
    "",
    "1a1",
    "m1a1",
    "s1a1",
    "n",
    "s",
    "y",
    "h",
    "x",
    "1-0",
    "win",
    "loop",
    "theme",
    "daily",
    "clock",
    "0a",
    "0h",
    "1t",
    "-",
    "flfl",
    "bf3",
    "0.y",
    "draw.y",
    "takeback.n",
    "result.y",
    "loop.1",
    "1.1-0",
    "flip.1",
    "veloop-hex.2.",
    "threads.1",
    "channels",
    "-.-.-",
    "0.-.won",
    "g.loop",
)
"""Last parts of custom ids."""
MENU_VALUES = (
    "note",
    "match",
    "clear",
    "show",
    "m1a1",
    "1a1",
    "1-0",
    "won",
    "novice",
    "loop",
    "dm",
    "no",
    "3d",
    "0.1",
)
"""Values of options of menus."""


class Leaf(NamedTuple):
    """A registered command: the words of its name, and its options."""

    path: tuple[str, ...]
    options: tuple[dict[str, Any], ...]


def leaves(club: Club) -> Iterator[Leaf]:
    """Every registered slash command, including those in groups."""
    tree = club.bot.client.tree
    for command in tree.get_commands(type=discord.AppCommandType.chat_input):
        payload = command.to_dict(tree)
        yield from _leaves_below((payload["name"],), payload)


def _leaves_below(path: tuple[str, ...], command: dict[str, Any]) -> Iterator[Leaf]:
    """The command itself, or those of the group that it is."""
    options = command.get("options") or []
    subcommands = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    for subcommand in subcommands:
        yield from _leaves_below((*path, subcommand["name"]), subcommand)
    if not subcommands:
        yield Leaf(path, tuple(options))


class Anything:
    """Sends random interactions.

    ``people``: ids of the members they may name.
    ``fuzz``: makes their texts nasty.
    """

    def __init__(
        self, club: Club, rng: random.Random, people: Sequence[int], fuzz: Fuzz | None = None
    ) -> None:
        self.club = club
        self.rng = rng
        self.people = people
        self.fuzz = fuzz
        self.wire = Wire(club)
        self.leaves = list(leaves(club))
        # A kind of interaction that is here twice is sent twice as often.
        self.ways: tuple[Callable[[Member, Any], InteractionResult], ...] = (
            self.command,
            self.command,
            self.typing,
            self.press,
            self.press,
            self.press,
            self.form,
            self.menu,
        )

    def do(self, member: Member, channel: Any) -> InteractionResult:
        """Send one interaction."""
        send = self.rng.choice(self.ways)
        return send(member, channel)

    # ------------------------------------------------------------------------------------- commands

    def command(self, member: Member, channel: Any) -> InteractionResult:
        """A random slash command with some of its options."""
        leaf = self.rng.choice(self.leaves)
        options = []
        for option in leaf.options:
            if option.get("required") or self.rng.random() < 0.5:
                options.append(self._option(option))
        return self._command(leaf, options, member, channel)

    def typing(self, member: Member, channel: Any) -> InteractionResult:
        """Type into an option with autocompletion."""
        options = []
        for leaf in self.leaves:
            for option in leaf.options:
                if option.get("autocomplete"):
                    options.append((leaf, option["name"]))
        leaf, name = self.rng.choice(options)
        text = self._text(("", "M", "T", "e", "1"))
        focus = {"name": name, "type": STRING, "value": text, "focused": True}
        return self._command(leaf, [focus], member, channel)

    def _command(
        self, leaf: Leaf, options: list[dict[str, Any]], member: Member, channel: Any
    ) -> InteractionResult:
        """Send a command, with the members and the files that its options name."""
        users = {}
        files = {}
        for option in options:
            value = option["value"]
            if option["type"] == USER:
                users[value] = self.wire.user(int(value))
            elif option["type"] == FILE:
                files[value] = self._file(value)
        data = {}
        if users:
            data["users"] = users
        if files:
            data["attachments"] = files
        return self.wire.command(member, leaf.path, options, resolved=data, channel=channel)

    def _text(self, texts: Sequence[str], longest: int = LONGEST) -> str:
        if self.fuzz is None:
            return self.rng.choice(texts)
        return self.fuzz.text((*texts, *SENSIBLE), longest)

    def _file(self, number: str) -> dict[str, Any]:
        """A file that cannot be downloaded, of any size."""
        url = f"https://cdn.simcord.invalid/attachments/1/{number}/match.txt"
        size = self.rng.choice((0, 1_000, 10**9))
        return {"id": number, "filename": "match.txt", "size": size, "url": url, "proxy_url": url}

    def _option(self, option: dict[str, Any]) -> dict[str, Any]:
        """An option of a command, with a value."""
        value = self._option_value(option)
        return {"name": option["name"], "type": option["type"], "value": value}

    def _option_value(self, option: dict[str, Any]) -> Any:
        rng = self.rng
        kind = option["type"]
        if kind == USER:
            return str(rng.choice(self.people))
        if kind == FILE:
            return str(rng.randint(1, 9))
        if kind == BOOLEAN:
            return rng.random() < 0.5
        if kind == INTEGER:
            return self._integer(option)
        return self._string(option)

    def _integer(self, option: dict[str, Any]) -> int:
        """A number that is allowed; one of few digits, unless texts are nasty."""
        smallest = option.get("min_value", 0)
        largest = option.get("max_value", 9)
        if self.fuzz is None:
            largest = min(largest, 9)
        return self.rng.randint(smallest, largest)

    def _string(self, option: dict[str, Any]) -> str:
        """One of the choices of an option, where it has some; else a name or any text."""
        choices = option.get("choices")
        if choices:
            choice = self.rng.choice(choices)
            return str(choice["value"])
        sensible = self.fuzz is None or self.rng.random() < 0.5
        if option["name"] == "match" and sensible:
            return f"M{self.rng.randint(1, 20)}"
        if option["name"] == "tournament" and sensible:
            return f"T{self.rng.randint(1, 20)}"
        return self._text(TEXTS)

    # ---------------------------------------------------------------- presses, forms, context menus

    def press(self, member: Member, channel: Any) -> InteractionResult:
        """Press a random button, or choose from a random menu."""
        values = None
        if self.rng.random() < 0.4:
            values = self._menu_values()
        kind = self.rng.choice(list(PRESSES.values()))
        custom_id = self.custom_id(kind)
        return self.wire.press(member, custom_id, self._message(channel), values, channel=channel)

    def _menu_values(self) -> list[str]:
        """What is chosen from a menu: one value, or with ``fuzz`` also none or two."""
        count = 1
        if self.fuzz is not None:
            count = self.rng.choice((0, 1, 1, 2))
        number = str(self.rng.randint(0, 20))
        person = str(self.rng.choice(self.people))
        values = (*MENU_VALUES, number, person)
        return [self._text(values, 100) for _ in range(count)]

    def form(self, member: Member, channel: Any) -> InteractionResult:
        """Send a random form."""
        kind = self.rng.choice((*FORMS, *FORMS, *PRESSES.values()))
        texts = {name: self._text(TEXTS, 2000) for name in FORM_FIELDS}
        custom_id = self.custom_id(kind)
        return self.wire.form(member, custom_id, self._message(channel), texts, channel=channel)

    def menu(self, member: Member, channel: Any) -> InteractionResult:
        """Use a random entry in the menu of a message or a member."""
        kind = self.rng.choice((discord.AppCommandType.user, discord.AppCommandType.message))
        commands = self.club.bot.client.tree.get_commands(type=kind)
        name = self.rng.choice([command.name for command in commands])
        stored_command = self.club.env.backend.find_command(name, None, type=kind.value)
        resolved: dict[str, Any]
        if kind is discord.AppCommandType.user:
            target = self.rng.choice(self.people)
            resolved = {"users": {str(target): self.wire.user(target)}}
        else:
            target = self._post_of_the_bot(channel).id
            resolved = {"messages": {str(target): self._message_payload(channel, target)}}
        data = {
            "id": stored_command["id"],
            "name": name,
            "type": kind.value,
            "target_id": str(target),
            "resolved": resolved,
        }
        return self.wire.send(member, 2, data, channel=channel)

    def _post_of_the_bot(self, channel: Any) -> discord.Message:
        bot = self.club.bot.client.user
        posts = [message for message in channel.history() if message.author.id == bot.id]
        post: discord.Message = self.rng.choice(posts)
        return post

    def _message_payload(self, channel: Any, message: int) -> dict[str, Any]:
        backend = self.club.env.backend
        stored_message = backend.get_message(channel.id, message)
        return dict(serializers.message_payload(backend, stored_message))

    def _message(self, channel: Any) -> discord.Message:
        message: discord.Message = self.rng.choice(channel.history())
        return message

    # ----------------------------------------------------------------------------------- custom ids

    def custom_id(self, kind: type[Press]) -> str:
        """An invented custom id of a kind of press, or with ``fuzz`` of none."""
        if self.fuzz is not None and self.rng.random() < 0.5:
            return self.fuzz.custom_id(EXTRAS, (*range(1, 6), self.people[0]))
        hints = get_type_hints(kind, include_extras=True)
        values: dict[str, object] = {}
        for field in fields(kind):
            hint = hints[field.name]
            if hint is int:
                values[field.name] = self._number(values.values())
            else:
                values[field.name] = self._field_value(kind, field.name, hint)
        return str(kind(**values))

    def _field_value(self, kind: type[Press], name: str, hint: Any) -> object:
        """A value of a field of a press, other than a number without a meaning of its own."""
        rng = self.rng
        if hint == Subject:
            return self._subject(kind)
        if hint == Version:
            return rng.randint(0, 8)
        if get_origin(hint) is Literal:
            return rng.choice(get_args(hint))
        if hint is bool:
            return rng.random() < 0.5
        assert hint is str, f"{kind.__name__}.{name}: {hint}"
        if name == "game":
            return rng.choice([game.slug for game in games.catalog()])
        return rng.choice(EXTRAS)

    def _subject(self, kind: type[Press]) -> int:
        """The id of what a press is about."""
        if issubclass(kind, MemberPress):
            return self.rng.choice(self.people)
        if issubclass(kind, ChallengePress | TournamentPress):
            return self.rng.randint(1, 40)
        return self.rng.randint(1, 20)

    def _number(self, other_values: Iterable[object]) -> int:
        """A small number or a member's id, of which a custom id has room for one."""
        numbers = [0, 1, 2, 3, 5]
        if not any(value in self.people for value in other_values):
            numbers.append(self.rng.choice(self.people))
        return self.rng.choice(numbers)
