"""What is said about the bot and the games, in English, with named placeholders."""

from bot.chat.language.texts import _

ABOUT_RULES = _("How a game is played")
ABOUT_HELP = _("What Loophole is, and how to start a match")

RULES_TITLE = _("### {game} · rules · {page} of {pages}")
RULES_AIM = _("**Aim.** {aim}")
RULES_MARK = _("- {meaning}")
RULES_CAPTION = _("-# {caption}")
RULES_NEXT = _("Next page")
RULES_MOVING = _("Show it moving")
RULES_CREDIT = _("-# by {author}, {year}")
RULES_ONCE = _("-# Also known as {names}")
RULES_LINK = _("-# Designer’s page: {link}")
RULES_OPTIONS = _("**Variants**")
RULES_OPTION = _("- {label}: {choices}")
RULES_BOARDS = _("- {label}: see the pictures")
RULES_USUAL = _("- {variant}: {outlook}")
RULES_WRITING = _("**Writing moves.** {names}")
RULES_WRITTEN = _("- {move} – {meaning}")
LESSON = _("Play a lesson")

HELP = _(
    "## Loophole\n"
    "Board games of loops and territory, at your own pace: a move now, a move tomorrow. After "
    "every turn the board is posted here and the next player is notified."
)
HELP_STEPS = _(
    "**Your first match**\n"
    "1. {play} – pick a game and an opponent. No opponent? Then anyone can accept.\n"
    "2. They press **Accept**, and the board appears.\n"
    "3. On your turn, press **Move**, or type {move}: legal moves are listed as you type."
)
HELP_COMMANDS = _(
    "**Good to know**\n"
    "{rules} explains a game. {matches} lists your matches, {board} shows you the board, {resign} "
    "resigns. Playing several matches? Say which: `match:M27`."
)
HELP_ALONE = _(
    "**Practise on your own**\n"
    "{play} with a `level` starts a match against the computer. {rules} has lessons, {puzzle} has "
    "puzzles. {hint} suggests a move, {analyse} shows where a finished match turned."
)
HELP_CONTESTS = _(
    "**Compete**\n"
    "{play} with `rated` counts for your rating. {profile} and {leaderboard} show how you’re "
    "doing. {tournament} sets up a tournament."
)
HELP_RULES = _("Press a game to read its rules, with pictures.")
HELP_MORE = _("-# {help} shows the games and what else you can do.")
HELP_GAMES = _("**The games**")
HELP_GAME = _("- **{game}**: {aim}")
