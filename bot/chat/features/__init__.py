"""One folder for each thing that members can do; none of them imports another."""

from bot.chat.features.agreements import feature as agreements
from bot.chat.features.challenges import feature as challenges
from bot.chat.features.help import feature as help_
from bot.chat.features.learn import feature as learn
from bot.chat.features.play import feature as play
from bot.chat.features.profile import feature as profile
from bot.chat.features.settings import feature as settings
from bot.chat.features.tournaments import feature as tournaments
from bot.chat.features.watch import feature as watch

FEATURES = (challenges, play, agreements, watch, help_, profile, tournaments, learn, settings)
"""In the order in which their commands are registered."""
