"""Leagues: joined once, in each season until one leaves; seasons run by themselves."""

from bot.chat.discord.feature import CHORES_SECONDS, Feature, Job
from bot.chat.features.leagues import texts

feature = Feature(groups={"league": texts.ABOUT_LEAGUES})
feature.jobs.append(Job("leagues", CHORES_SECONDS, lambda services: services.leagues.work()))
