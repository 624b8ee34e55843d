"""What this is, how to begin, and how each game is played."""

from bot.chat.board.links import ShowRules, ShowRulesPage
from bot.chat.discord.feature import Button, Feature
from bot.chat.features.help import rules, welcome

feature = Feature(
    "help",
    commands=(rules.rules, welcome.help_command),
    buttons=(
        Button(ShowRules, rules.of_match, work="board"),
        Button(ShowRulesPage, rules.page, work="board"),
        Button(rules.ShowMoving, rules.moving, work="heavy"),
    ),
    joined=welcome.joined,
)
