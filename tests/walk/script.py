"""What the walk does: every command, then every button, menu and form that has come into sight."""

import shlex
from pathlib import Path
from typing import Any

Typed = dict[str, Any]
HERE = Path(__file__).parent


def command(line: str) -> tuple[str, Typed]:
    """The name of a command, and what is typed into it, such as ``play game=loop rated=yes``;
    members by name.
    """
    words = shlex.split(line)
    typed = dict(word.split("=", 1) for word in words if "=" in word)
    name = " ".join(word for word in words if "=" not in word)
    return name, {key: value == "yes" or value for key, value in typed.items()}


def lines(file: Path) -> list[str]:
    """The lines of a file, without its comments."""
    return [
        line
        for line in file.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def scenes(file: Path = HERE / "scenes.txt") -> dict[str, list[str]]:
    """The lines of each scene of a file, by its title."""
    parts = "\n".join(lines(file)).removeprefix("== ").split("\n== ")
    return {title: happening for title, *happening in map(str.splitlines, parts)}


COMMANDS: dict[str, Typed] = dict(map(command, lines(HERE / "commands.txt")))
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
