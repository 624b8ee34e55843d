"""Playing: moves, boards, a member's matches, prepared moves, and the posts of every turn."""

from bot.chat.discord.feature import Feature

feature = Feature()
