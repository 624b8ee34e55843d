"""What this is, how to begin, and how each game is played."""

from bot.chat.features.help import rules, welcome
from bot.chat.kit.feature import Button, Feature
from bot.chat.kit.links import ShowRules, ShowRulesPage

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
