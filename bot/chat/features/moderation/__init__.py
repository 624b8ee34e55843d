"""What those who manage a server can do about members, matches and what is written in them."""

from bot.chat.discord.feature import Feature
from bot.chat.features.moderation import texts

feature = Feature(groups={"moderate": texts.ABOUT_MODERATE})
