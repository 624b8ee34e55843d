"""The handlers and commands of all features, as the client registers them."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias, TypeVar

from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.feature import AnyCommand, Feature

K = TypeVar("K")
V = TypeVar("V")
TopCommand: TypeAlias = "SlashCommand | app_commands.Group | app_commands.ContextMenu"


class Misregistered(Exception):
    """Several features handle the same press or event, or none does."""


def by_kind(handlers: Iterable[tuple[type[K], V]], kinds: Iterable[type[K]]) -> dict[type[K], V]:
    """The handler of each of ``kinds``, of presses or of events. Raises Misregistered."""
    registry: dict[type[K], V] = {}
    for kind, handler in handlers:
        if kind in registry:
            raise Misregistered(f"several features handle {kind.__name__}")
        registry[kind] = handler
    kinds_left = sorted(kind.__name__ for kind in kinds if kind not in registry)
    if kinds_left:
        raise Misregistered(f"no feature handles {', '.join(kinds_left)}")
    return registry


def commands(features: Sequence[Feature]) -> list[TopCommand]:
    """The commands of all features, those with a path of two words in their groups."""
    descriptions = dict[str, str]()
    for feature in features:
        descriptions |= feature.groups
    groups = dict[str, app_commands.Group]()
    top = list[TopCommand]()
    for command in chain.from_iterable(feature.commands for feature in features):
        group_name, _, name = command.extras.get("path", "").partition(" ")
        if not name or not isinstance(command, app_commands.Command):
            _set_places(command, command)
            top.append(command)
            continue
        group = groups.get(group_name)
        if group is None:
            # Discord knows permissions of whole groups only.
            group = app_commands.Group(
                name=group_name,
                description=locale_str(descriptions[group_name]),
                default_permissions=command.default_permissions,
            )
            groups[group_name] = group
            _set_places(group, command)
            top.append(group)
        group.add_command(command)
    return top


def _set_places(top_command: TopCommand, command: AnyCommand) -> None:
    """Set where a command, or the group of a ``command``, is shown."""
    if command.extras.get("servers_only"):
        app_commands.guild_only()(top_command)
    else:
        # Also for people who have installed the bot for themselves: in private messages and other
        # servers.
        app_commands.allowed_installs(guilds=True, users=True)(top_command)
        app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(top_command)
