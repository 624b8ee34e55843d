"""Gives Discord the names and descriptions of the commands in the languages that the bot speaks."""

from __future__ import annotations

from discord import Locale
from discord.app_commands import (
    ContextMenu,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from bot.chat.kit.language.i18n import LANGUAGES, Language

_NAMES = (
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
)


class CommandNames(Translator):
    """Looks texts up in the catalogues. What is called the same in English and what has no translation is left out."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        if locale.value not in LANGUAGES:
            return None
        language = Language(locale.value)
        # An entry of a member's menu is a few words, not a name that is typed.
        named = context.location in _NAMES and not isinstance(context.data, ContextMenu)
        said = language.name(string.message) if named else language.say(string.message)
        return None if said == string.message else said
