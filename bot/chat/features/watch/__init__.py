"""Watching matches: boards for everyone, records and animations, looking through, following, the daily list."""

from bot.chat.features.watch import digest, records, watching
from bot.chat.kit.delivery.notices import Composer
from bot.chat.kit.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.kit.links import FollowHighlights, FollowMatch, LookThrough
from bot.domain.servers.events import DailyDigest

feature = Feature(
    "watch",
    commands=(watching.show, records.record, records.replay),
    buttons=(
        Button(LookThrough, watching.look_through, work="board"),
        Button(FollowMatch, watching.follow),
        Button(FollowHighlights, watching.follow_highlights),
    ),
    composers=(Composer(DailyDigest, digest.compose),),
    jobs=(Job("the daily lists of matches", CHORES_SECONDS, digest.owe),),
)
