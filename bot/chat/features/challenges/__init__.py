"""Challenges: ``/play``, the cards of challenges, and what is answered to them."""

from bot.chat.discord.feature import Feature

feature = Feature()
