"""Gives Discord the names and descriptions of the commands in the languages that the bot speaks."""

import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache

from discord import Locale, app_commands as apps
from discord.app_commands import TranslationContextLocation as Location

from bot.chat.language.i18n import LANGUAGES, Language

_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


class CommandNames(apps.Translator):
    """Looks texts up in the catalogues.

    What is called the same in English and what has no translation is left out.
    """

    async def translate(
        self, string: apps.locale_str, locale: Locale, context: apps.TranslationContextTypes
    ) -> str | None:
        if locale.value not in LANGUAGES:
            return None
        # An entry of a member's menu is a few words, not a name that is typed.
        is_name = context.location in _NAMES and not isinstance(context.data, apps.ContextMenu)
        return translated(string.message, locale.value, is_name)


@lru_cache(1 << 14)
def translated(text: str, locale: str, is_name: bool) -> str | None:
    """A text, or the name of a command, in a language, if it is another there; discord.py asks for
    each twice.
    """
    language = Language(locale)
    translation = language.name(text) if is_name else language.say(text)
    return None if translation == text else translation


@lru_cache(4)
def digest_of(commands: str) -> str:
    """Tells commands, given in English as JSON, from others and from the same with other
    translations.

    It is much faster than the translated payload, for which discord.py awaits every text in every
    language.
    """
    translations = list[str | None]()
    for text in sorted(set(_texts(json.loads(commands)))):
        for locale in LANGUAGES:
            for is_name in (False, True):
                translations.append(translated(text, locale, is_name))
    return hashlib.sha256(json.dumps([commands, translations]).encode()).hexdigest()


def _texts(node: object) -> Iterator[str]:
    """All strings in commands as JSON."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from _texts(item)
