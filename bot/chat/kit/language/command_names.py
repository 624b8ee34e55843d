"""Gives Discord the names and descriptions of the commands in the languages that the bot speaks."""

from __future__ import annotations

from discord import Locale
from discord import app_commands as apps
from discord.app_commands import TranslationContextLocation as Location

from bot.chat.kit.language.i18n import LANGUAGES, Language

_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)


class CommandNames(apps.Translator):
    """Looks texts up in the catalogues. What is called the same in English and what has no translation is left out."""

    async def translate(
        self, string: apps.locale_str, locale: Locale, context: apps.TranslationContextTypes
    ) -> str | None:
        if locale.value not in LANGUAGES:
            return None
        language = Language(locale.value)
        # An entry of a member's menu is a few words, not a name that is typed.
        named = context.location in _NAMES and not isinstance(context.data, apps.ContextMenu)
        said = language.name(string.message) if named else language.say(string.message)
        return None if said == string.message else said
