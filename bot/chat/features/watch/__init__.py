"""Watching matches: boards for everyone, records and animations, looking through, following."""

from bot.chat.board.links import FollowHighlights, FollowMatch, JumpTo, LookThrough, PlayOnFrom, TryInMatch
from bot.chat.discord.feature import Button, Feature
from bot.chat.features.watch import importing, menu, playing_on, presses, records, trying, watching

feature = Feature(
    "watch",
    commands=(
        *(watching.show, records.record, records.replay, importing.import_match),
        *(menu.try_from, menu.follow, menu.board_to_me),
    ),
    buttons=(
        Button(LookThrough, watching.look_through, work="board"),
        Button(JumpTo, watching.jump, work="board"),
        Button(TryInMatch, trying.try_in_match, work="board"),
        Button(PlayOnFrom, playing_on.ask, work="board"),
        Button(presses.PlayFromHere, playing_on.play, work="board"),
        Button(presses.OpenImport, importing.open_import, work="board"),
        Button(presses.DeleteImport, importing.delete_import),
        Button(FollowMatch, watching.follow),
        Button(FollowHighlights, watching.follow_highlights),
    ),
)
