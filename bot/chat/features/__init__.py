"""One folder for each thing that members can do; none of them imports another."""

from bot.chat.features import agreements, challenges, help, learn, play, profile, settings, tournaments, watch

FEATURES = (
    challenges.feature,
    play.feature,
    agreements.feature,
    watch.feature,
    help.feature,
    profile.feature,
    tournaments.feature,
    learn.feature,
    settings.feature,
)
"""In the order in which their commands are registered."""
