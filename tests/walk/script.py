"""What the walk does: every command, then every button, menu and form that has come into sight."""

import shlex
from pathlib import Path
from typing import Any

Options = dict[str, Any]
HERE = Path(__file__).parent


def command(line: str) -> tuple[str, Options]:
    """The name of a command, and what is typed into its options, such as ``play game=loop
    rated=yes``; members by name.
    """
    name = []
    options: Options = {}
    for word in shlex.split(line):
        option, has_value, value = word.partition("=")
        if not has_value:
            name.append(word)
        elif value == "yes":
            options[option] = True
        else:
            options[option] = value
    return " ".join(name), options


def lines(file: Path) -> list[str]:
    """The lines of a file, without its comments."""
    return [
        line
        for line in file.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def scenes(file: Path = HERE / "scenes.txt") -> dict[str, list[str]]:
    """The lines of each scene of a file, by its title, which stands behind ``==``."""
    scenes: dict[str, list[str]] = {}
    title = ""
    for line in lines(file):
        if line.startswith("== "):
            title = line.removeprefix("== ")
            scenes[title] = []
        else:
            scenes[title].append(line)
    return scenes


COMMANDS: dict[str, Options] = dict(map(command, lines(HERE / "commands.txt")))
MANAGERS = (
    "server",
    "moderate",
    "tournament create",
    "tournament start",
    "tournament close",
    "tournament handover",
)
"""How the commands begin that the server's manager uses."""
LAST = (
    "forget",
    "resignyes",
    "abortyes",
    "tclose",
    "tleave",
    "modsettle",
    "claim",
    "withdraw",
    "decline",
    "planclear",
)
"""Presses that end something others need: they come when all else was pressed."""
