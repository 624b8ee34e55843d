"""Matches that wait: the daily card of them, nudging, snoozing, and letting a quiet match go or taking it up again."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job

feature = Feature()
feature.jobs.append(Job("when members have moved", CHORES_SECONDS, lambda services: services.members.store_turns()))
