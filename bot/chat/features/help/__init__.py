"""What this is, how to begin, and how each game is played."""

from bot.chat.discord.feature import Feature

feature = Feature()
