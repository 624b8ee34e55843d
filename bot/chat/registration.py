"""The handlers and commands of all features, as the client registers them."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.feature import Feature

K = TypeVar("K")
V = TypeVar("V")
TopCommand: TypeAlias = "SlashCommand | app_commands.Group | app_commands.ContextMenu"


class Misregistered(Exception):
    """Several features handle the same press or event, or none does."""


def by_kind(handlers: Iterable[tuple[type[K], V]], kinds: Iterable[type[K]]) -> dict[type[K], V]:
    """The handler of each of ``kinds``, of presses or of events. Raises Misregistered."""
    known: dict[type[K], V] = {}
    for kind, handler in handlers:
        if kind in known:
            raise Misregistered(f"several features handle {kind.__name__}")
        known[kind] = handler
    missing = sorted(kind.__name__ for kind in kinds if kind not in known)
    if missing:
        raise Misregistered(f"no feature handles {', '.join(missing)}")
    return known


def commands(features: Sequence[Feature]) -> list[TopCommand]:
    """The commands of all features, those with a path of two words in their groups."""
    about = {name: text for feature in features for name, text in feature.groups.items()}
    groups: dict[str, app_commands.Group] = {}
    top: list[TopCommand] = []
    for command in (command for feature in features for command in feature.commands):
        group, _, name = command.extras.get("path", "").partition(" ")
        shown: TopCommand = command
        if name and isinstance(command, app_commands.Command):
            if group in groups:
                groups[group].add_command(command)
                continue
            # Discord knows permissions of whole groups only.
            shown = groups[group] = app_commands.Group(
                name=group,
                description=locale_str(about[group]),
                default_permissions=command.default_permissions,
            )
            shown.add_command(command)
        if command.extras.get("servers_only"):
            app_commands.guild_only()(shown)
        else:
            # Also for people who have installed the bot for themselves: in private messages and
            # other servers.
            app_commands.allowed_installs(guilds=True, users=True)(shown)
            app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(shown)
        top.append(shown)
    return top
