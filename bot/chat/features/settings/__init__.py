"""What members and servers may set, and what becomes of a person's data."""

from bot.chat.discord.feature import Feature
from bot.chat.features.settings import texts

feature = Feature(groups={"privacy": texts.ABOUT_PRIVACY})
