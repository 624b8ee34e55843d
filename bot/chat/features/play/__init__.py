"""Playing: moves, boards, a member's matches, prepared moves, and the posts of every turn."""

from __future__ import annotations

from bot.chat.board import links
from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import THINKING_SECONDS, Button, Feature, Job
from bot.chat.discord.services import Services
from bot.chat.features.play import here, looking, matches, moves, posts, prepared, presses
from bot.domain.errors import Stale
from bot.domain.matches.events import MatchFinished, MatchStarted, TurnPlayed


async def think(services: Services) -> None:
    """Play what the computer has thought out, and give it more to think about."""
    if await services.opponent.work():
        await services.delivery.flush(services)


feature = Feature(
    "play",
    commands=(moves.move, looking.board, matches.matches),
    buttons=(
        Button(links.OpenMove, moves.open_picker, work="board"),
        Button(presses.ChooseMove, moves.choose, work="board"),
        Button(presses.PickMove, moves.choose_earlier, work="board"),
        Button(presses.PlayIn, moves.play_in, work="board"),
        Button(presses.UndoMove, moves.undo, work="board"),
        Button(presses.ConfirmMove, moves.confirm, work="board"),
        Button(links.ShowBoard, looking.show, work="board"),
        Button(links.LookAt, looking.look_at, work="board"),
        Button(links.ShowMore, looking.more),
        Button(links.ListMatches, matches.turn_page, work="board"),
        Button(links.ListHere, here.turn_page, work="board"),
        Button(links.FollowHere, here.follow, work="board"),
        Button(links.OpenPrepared, prepared.show),
        Button(presses.WritePrepared, prepared.write),
        Button(presses.AddPrepared, prepared.add),
        Button(presses.DropPrepared, prepared.drop),
        Button(presses.ClearPrepared, prepared.clear),
    ),
    composers=(
        Composer(MatchStarted, posts.compose_started),
        Composer(TurnPlayed, posts.compose_turn),
        Composer(MatchFinished, posts.compose_turn),
    ),
    jobs=(Job("what the computer has thought out", THINKING_SECONDS, think),),
    refusals={Stale: moves.show_current},
)
