"""Draws, takebacks, pauses, claims, endings and rematches, and what is due by the clock."""

from bot.chat.discord.feature import Feature
from bot.chat.features.agreements import texts

feature = Feature(groups={"match": texts.ABOUT_MATCHES})
