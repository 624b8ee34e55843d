"""The commands as Discord is told of them, and what the front page says of them and of inviting the
bot.
"""

import re
from pathlib import Path

import discord
import pytest

import games
from bot.chat.discord.commands import game_choices
from bot.chat.discord.lengths import OPTION
from bot.chat.language.texts import PERMISSIONS

from .conftest import Club
from .hostile.anything import STRING, leaves

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
TABLE = README.split("## The commands")[1].split("\n\n")[1]


async def test_the_table_of_commands_names_all_that_are_registered_and_no_other(club: Club) -> None:
    commands = club.bot.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    names_in_table = set(re.findall(r"`/(\w+)", TABLE))
    assert names_in_table == {command.name for command in commands}


async def test_the_table_of_commands_names_no_part_of_a_command_that_does_not_exist(
    club: Club,
) -> None:
    for name, rest in re.findall(r"`/(\w+)([^`]*)`", TABLE):
        command = club.bot.client.tree.get_command(name)
        if isinstance(command, discord.app_commands.Group):
            parts = {part.name for part in command.commands}
        else:
            assert isinstance(command, discord.app_commands.Command)
            parts = {parameter.name for parameter in command.parameters}
        assert set(re.findall(r"\w+", rest)) <= parts


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_a_game_typed_by_its_name_is_the_first_choice(game: games.Game) -> None:
    name = game.name.casefold()
    choices = [choice.value for choice in game_choices() if name in choice.name.casefold()]
    assert choices[0] == game.slug


def test_the_invitation_asks_for_the_permissions_that_are_needed() -> None:
    (number,) = re.findall(r"permissions=(\d+)", README)
    invitation = discord.Permissions(int(number))
    needs = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    assert invitation.is_superset(needs)


async def test_discord_is_told_how_long_each_typed_option_may_be(club: Club) -> None:
    lengths = {}
    for leaf in leaves(club):
        for option in leaf.options:
            if option["type"] == STRING and not option.get("choices"):
                lengths[(*leaf.path, option["name"])] = option.get("max_length")
    assert None not in lengths.values(), lengths
    unusual = {name: length for name, length in lengths.items() if length != OPTION}
    assert unusual == {
        ("move", "moves"): 400,
        ("match", "import", "text"): 6000,
        ("play", "message"): 300,
        ("team", "start", "side"): 2000,
        ("team", "start", "against"): 2000,
    }
