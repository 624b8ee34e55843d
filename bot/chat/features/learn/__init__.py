"""Learning: hints, analysis, puzzles and lessons."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job

feature = Feature()
feature.jobs.append(
    Job("the daily puzzle", CHORES_SECONDS, lambda services: services.puzzles.daily())
)
