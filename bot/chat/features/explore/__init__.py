"""A member's private board to think on for each match, and sharing its lines after the end."""

from bot.chat.discord.feature import THINKING_SECONDS, Feature, Job

feature = Feature()
feature.jobs.append(
    Job(
        "turning points in shared lines", THINKING_SECONDS, lambda services: services.marking.work()
    )
)
