"""Watching matches: boards for everyone, records and animations, looking through, following."""

from bot.chat.features.watch import menu, records, trying, watching
from bot.chat.kit.feature import Button, Feature
from bot.chat.kit.links import FollowHighlights, FollowMatch, JumpTo, LookThrough, TryInMatch

feature = Feature(
    "watch",
    commands=(watching.show, records.record, records.replay, menu.try_from, menu.follow, menu.board_to_me),
    buttons=(
        Button(LookThrough, watching.look_through, work="board"),
        Button(JumpTo, watching.jump, work="board"),
        Button(TryInMatch, trying.try_in_match, work="board"),
        Button(FollowMatch, watching.follow),
        Button(FollowHighlights, watching.follow_highlights),
    ),
)
