"""The walk leaves nothing out: every command is used in it, and every kind of button, menu and form is pressed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import app_commands

from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from tests.bot.chat.full_club import FullWorld
from tools.walk.__main__ import main
from tools.walk.script import COMMANDS


def test_every_press_has_a_sample_for_the_walk() -> None:
    member = SimpleNamespace(id=1, name="alice")
    world = FullWorld(cast(Any, SimpleNamespace(alice=member, bob=member, carol=member, dave=member, guild=member)))
    world.typed, world.over = "a1 a2", 1
    shown = {button.press for feature in FEATURES for button in feature.buttons}
    assert shown == set(PRESSES.values())
    assert shown == {type(press) for press, _ in world.presses()}


def test_every_command_is_in_the_script() -> None:
    entries = [entry for feature in FEATURES for entry in feature.commands]
    names = {entry.extras["path"] for entry in entries if not isinstance(entry, app_commands.ContextMenu)}
    assert names == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_nothing_is_left_out_of_a_walk(tmp_path: Path) -> None:
    assert main(tmp_path, ["en"]) == []
    assert list(tmp_path.glob("en-*.png"))
