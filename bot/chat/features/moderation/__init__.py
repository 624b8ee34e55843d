"""What managers of a server can do about members, matches, ratings and texts of members."""

from bot.chat.discord.feature import Feature
from bot.chat.features.moderation import texts

feature = Feature(groups={"moderate": texts.ABOUT_MODERATE})
