"""What is said about the bot and the games, in English, with named placeholders."""

from bot.chat.kit.language.texts import _

ABOUT_RULES = _("How a game is played")
ABOUT_HELP = _("What this is, and three steps to a first match")

RULES_TITLE = _("### {game} · how it is played · {page} of {pages}")
RULES_CAPTION = _("-# {caption}")
RULES_NEXT = _("Next page")
RULES_CREDIT = _("-# by {author}, {year}")
RULES_OPTIONS = _("**Variants**")
RULES_OPTION = _("- {label}: {choices}")
RULES_TYPING = _("**How to type a move**: {examples}")
LESSON = _("Learn by playing")

HELP = _(
    "## Loophole\n"
    "Board games of loops and territory, played by turns: a move now, a move tomorrow. "
    "After every turn the board is posted here and the next player is told."
)
HELP_STEPS = _(
    "**Your first match**\n"
    "1. {play} – pick a game and a friend, or leave the opponent out to let anyone take it.\n"
    "2. They press **Accept**. The first board appears.\n"
    "3. When it is your turn press **Move**, or type {move}: the legal moves are offered as you type."
)
HELP_COMMANDS = _(
    "**Good to know**\n"
    "{board} shows a board to you alone, {matches} lists your matches, {rules} explains a game, {resign} gives up. "
    "With several matches at once, say which: `match:M27`."
)
HELP_ALONE = _(
    "**Alone, or to learn**\n"
    "{play} with a `level` is a match against the computer. {rules} has lessons to play, {puzzle} a winning turn to "
    "find. {hint} advises you in a match, {analyse} shows where a finished one turned."
)
HELP_CONTESTS = _(
    "**Playing for more**\n"
    "{play} with `rated` counts for your ratings; {profile} and {leaderboard} show them, and what was played. "
    "{tournament} announces a tournament."
)
HELP_GAMES = _("**The games**")
HELP_GAME = _("- **{game}**: {aim}")
