"""Watching matches: boards for everyone, records and animations, looking through, following."""

from bot.chat.features.watch import records, watching
from bot.chat.kit.feature import Button, Feature
from bot.chat.kit.links import FollowMatch, LookThrough

feature = Feature(
    "watch",
    commands=(watching.show, records.record, records.replay),
    buttons=(Button(LookThrough, watching.look_through, work="board"), Button(FollowMatch, watching.follow)),
)
