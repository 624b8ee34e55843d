"""What players ask of each other: draws, takebacks, pauses, claims, ends, rematches; and what falls due in matches."""

from bot.chat.discord.feature import Feature
from bot.chat.features.agreements import texts

feature = Feature(groups={"match": texts.ABOUT_MATCHES})
