"""How strong members are and what they have played: profiles, match histories, leaderboards,
seasons.
"""

from bot.chat.discord.feature import Feature

feature = Feature()
