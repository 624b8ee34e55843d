"""Tournaments and ladders: announced, joined, played by themselves, looked at, and organised."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job
from bot.chat.features.tournaments import texts

feature = Feature(groups={"tournament": texts.ABOUT_TOURNAMENTS})
feature.jobs.append(
    Job("tournaments", CHORES_SECONDS, lambda services: services.tournaments.work())
)
