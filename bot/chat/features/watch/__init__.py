"""Watching matches: boards for everyone, records and animations, looking through, following."""

from bot.chat.discord.feature import Feature

feature = Feature()
