"""Commands that members use on the web page too: what can be given with one is asked in a form
there.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from discord import app_commands

from bot.chat.discord.components import STYLES, Button
from bot.chat.language.i18n import Language, one_line

Entry: TypeAlias = Literal["record", "members"]
_LINE = re.compile(r"/(?P<path>[a-z]+(?: [a-z]+)?)(?P<values>(?: [a-z]+:\S+)*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class OnPage:
    """How a command is offered on the page.

    :param label: what its button says there
    :param entries: how options are entered that are not simply a line
    :param labels: what options are called that are given in another way than in the chat
    """

    label: str
    entries: Mapping[str, Entry] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A command with the function that does it; ``command`` says what can be given with it."""

    command: "app_commands.Command[Any, ..., None]"
    handler: Callable[..., Awaitable[None]]
    on_page: OnPage


PAGE_COMMANDS: dict[str, PageCommand] = {}  # by the path, such as “league join”


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command with what is given already, written as Discord shows it:
    ``/tournament start tournament:T3``.
    """

    path: str
    values: Mapping[str, str]

    def __str__(self) -> str:
        values = [f" {name}:{value}" for name, value in self.values.items()]
        return f"/{self.path}{''.join(values)}"

    @classmethod
    def parse(cls, text: str) -> "CommandLine | None":
        """The command that a text stands for; None where it is none of the page's."""
        line = _LINE.fullmatch(text)
        if line is None or line["path"] not in PAGE_COMMANDS:
            return None
        pairs = [value.partition(":") for value in line["values"].split()]
        return cls(line["path"], {name: value for name, _, value in pairs})


def page_name(t: Language, path: str) -> str:
    """What a command is called on the page, in a sentence or above its form."""
    return t.label(PAGE_COMMANDS[path].on_page.label).rstrip(" …")


def command_button(t: Language, path: str, style: str = "secondary", **values: str) -> Button:
    """A button of the page alone that uses a command.

    :param values: what is given with it already
    """
    label = t.label(PAGE_COMMANDS[path].on_page.label, 80)
    return {
        "type": 2,
        "style": STYLES[style],
        "label": one_line(label, 80),
        "custom_id": str(CommandLine(path, values)),
    }
