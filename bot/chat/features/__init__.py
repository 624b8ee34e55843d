"""One folder for each thing that members can do; none of them imports another."""

from bot.chat.features import (
    agreements,
    challenges,
    explore,
    help,
    learn,
    moderation,
    play,
    profile,
    settings,
    tournaments,
    waiting,
    watch,
)

FEATURES = tuple(
    room.feature
    for room in (
        challenges,
        play,
        explore,
        agreements,
        waiting,
        watch,
        help,
        profile,
        tournaments,
        learn,
        settings,
        moderation,
    )
)
"""In the order in which their commands are registered."""
