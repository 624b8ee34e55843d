"""What no text of the page may say: a command of the chat that the page has under another name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from discord import app_commands

from bot.chat.features import FEATURES
from bot.chat.language.i18n import LANGUAGES
from bot.web import texts
from bot.web.visits import without_markup
from bot.web.wording import PageLanguage

MANAGING = "a server's own affairs, for its managers: Discord says who they are with each command"
POSTING = "it posts to the channel: Discord says with each press whether its member may write there"
CHAT_ALONE: Mapping[str, str] = {
    "match show": POSTING,
    "server": MANAGING,
    **{f"moderate {name}": MANAGING for name in ("ban", "unban", "end", "undo", "reset", "clear")},
}
"""The commands that are in the chat alone, and why."""
LOCALES = ("en-US", *LANGUAGES)
NO_TEXTS = {"press", "token", "source", "address", "back", "theme", "to", "data", "blobs", "record"}
"""Fields of the page's documents that nobody reads."""


def paths() -> set[str]:
    """The names of all commands, behind those of their groups."""
    names = set[str]()
    for feature in FEATURES:
        for command in feature.commands:
            if isinstance(command, app_commands.Command):
                names.add(command.extras["path"])
    return names


@cache
def commands_of_the_page() -> re.Pattern[str]:
    """Any command that the page has in a way of its own, as it is written in any language."""
    names = set[str]()
    for locale in LOCALES:
        t = PageLanguage(locale)
        names |= {t.name(path) for path in paths() - {*CHAT_ALONE}}
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<![\w/.:<])/(?:{'|'.join(longest_first)})(?!\w)")


@cache
def allowed() -> tuple[str, ...]:
    """Texts that name such a command all the same: of members whom the page cannot find."""
    return tuple(without_markup(PageLanguage(locale)(texts.ONLY_PLAYERS)) for locale in LOCALES)


def texts_in(document: Any) -> Iterator[str]:
    """All that somebody reads in a document of the page."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, list):
        for part in document:
            yield from texts_in(part)
    elif isinstance(document, dict):
        for name, part in document.items():
            if name not in NO_TEXTS:
                yield from texts_in(part)


def require_words_of_the_page(document: Any) -> None:
    """Every answer that a test of the page gets is held against this."""
    for text in texts_in(document):
        if text not in allowed():
            command = commands_of_the_page().search(text)
            assert command is None, f"the page says {command[0]}: {text}"
