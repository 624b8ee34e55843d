"""Team matches: sides of several members, who propose lines and vote on what is played."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job
from bot.chat.features.teams import texts

feature = Feature(groups={"team": texts.ABOUT_TEAMS})
feature.jobs.append(Job("votes of teams", CHORES_SECONDS, lambda services: services.teams.work()))
