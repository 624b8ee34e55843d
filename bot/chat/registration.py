"""The buttons and commands of all features, as the client registers them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.discord import press as presses
from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.feature import Feature
from bot.chat.discord.press import Press
from bot.chat.discord.reply import AnyButton

TopCommand: TypeAlias = "SlashCommand | app_commands.Group | app_commands.ContextMenu"


class DoubledButton(Exception):
    """Two features handle the same press, or no feature does."""


def by_press(features: Sequence[Feature]) -> dict[type[Press], AnyButton]:
    """The button of every press. Raises DoubledButton."""
    buttons: dict[type[Press], AnyButton] = {}
    for button in (button for feature in features for button in feature.buttons):
        if button.press in buttons:
            raise DoubledButton(f"several features handle {button.press.__name__}")
        buttons[button.press] = button
    if missing := sorted(press.__name__ for press in presses.PRESSES.values() if press not in buttons):
        raise DoubledButton(f"no feature handles {', '.join(missing)}")
    return buttons


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
                name=group, description=locale_str(about[group]), default_permissions=command.default_permissions
            )
            shown.add_command(command)
        if command.extras.get("servers_only"):
            app_commands.guild_only()(shown)
        else:
            # Also for people who have installed the bot for themselves: in private messages and other servers.
            app_commands.allowed_installs(guilds=True, users=True)(shown)
            app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(shown)
        top.append(shown)
    return top
