"""Trying lines: a member's private board to think on for each match, and showing the lines after the end."""

from bot.chat.board.links import OpenThink
from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import THINKING_SECONDS, Button, Feature, Job
from bot.chat.features.explore import presses, showing, thinking
from bot.domain.matches.events import LineAdded, TreeOpened

feature = Feature(
    "explore",
    commands=(thinking.explore,),
    buttons=(
        Button(OpenThink, thinking.open_board, work="board"),
        Button(presses.ThinkMove, thinking.move, work="board"),
        Button(presses.ThinkGo, thinking.go, work="board"),
        Button(presses.ThinkPlan, thinking.plan, work="board"),
        Button(presses.ThinkDraft, thinking.draft, work="board"),
        Button(presses.ThinkMenu, thinking.choose, work="board"),
        Button(presses.WriteNote, thinking.note, work="board"),
        Button(presses.OpenNote, thinking.open_note),
        Button(presses.DeleteTree, thinking.delete, work="board"),
        Button(presses.AskToShow, showing.ask),
        Button(presses.ShowTree, showing.show, work="board"),
        Button(presses.PageTree, showing.page, work="board"),
        Button(presses.TryShared, showing.try_on, work="board"),
        Button(presses.AddLine, showing.add, work="board"),
        Button(presses.RemoveLine, showing.remove, work="board"),
    ),
    composers=(Composer(TreeOpened, showing.compose), Composer(LineAdded, showing.compose_added)),
    jobs=(Job("turning points in shared lines", THINKING_SECONDS, lambda services: services.marking.work()),),
)
