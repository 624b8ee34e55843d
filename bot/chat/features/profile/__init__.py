"""How strong members are: profiles, match histories, leaderboards, seasons."""

from bot.chat.discord.feature import Feature

feature = Feature()
