"""Matches that wait: daily cards, nudging, snoozing, and abandoning or resuming a quiet match."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job

feature = Feature()
feature.jobs.append(
    Job("when members have moved", CHORES_SECONDS, lambda services: services.members.store_turns())
)
