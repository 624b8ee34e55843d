"""What members read while they make their moves, look at boards, list their matches and prepare
answers.
"""

from bot.chat.language.texts import _

# Making a move with pickers
# --------------------------------------------------------------------------------------
PICK_TITLE = _("### {match} · your turn")
PICK_NEXT = _("{mark} {moves} – and then?")
PICK_HINT = _("-# Only you see this. You can also type `/move`.")
PREVIEW = _("### {match} · {mark} {moves}?")
PREVIEW_TEXT = _("-# Only you can see this for now.")
WITH_DRAW = _("With a draw offer.")
PLAY = _("Play {moves}")
PLAY_AND_DRAW = _("Play and offer draw")
DONE = _("You played {moves} in {match}.")
DONE_TOOK_OVER = _("You took over {cells} in {match}.")
DONE_COMPUTER = _("You played {moves} in {match}. The computer is thinking …")
DONE_OVER = _("You played {moves}. {match} is over.")
TOURNAMENT_MATCH = _("{who}, your match in **{note}** begins.")
TEAM_BEGINS = _("A team match begins: {who}")
TEAM_TURN = _("Your team is to move: {who}")
TEAM_OVER = _("Your team match is over: {who}")
DRAW_LAPSED = _("-# {who} played on: the draw offer no longer stands.")
NEXT = _("Next: your turn in **{match}** – {game} against {who}.")
NEXT_BUTTON = _("Move in {match}")

WHICH = _("In which match do you play {moves}?")
WHICH_MATCH = _("It’s your turn in several matches:")
WHICH_LINE = _("**{match}** – {game} against {who}")
PLAY_IN = _("{moves} in {match}")

# When it is not one's move
# ---------------------------------------------------------------------------------------
NOT_YOUR_TURN = _("It’s not your turn – {who} to move.")
NOT_YOURS = _("{match} isn’t your match, but you can watch.")
IS_OVER = _("{match} is over.")
IS_PAUSED = _("{match} is paused. Resume it first.")
IN_DISCORD = _("Open in Discord")
BROWSER_LINK = _("This link opens {match} for you alone. It works once, within a minute.")
STALE = _("{match} has moved on; this is the board now.")

# A list of matches
# -----------------------------------------------------------------------------------------------
MATCHES = _("### Your matches")
MATCHES_OF = _("### Matches of {who}")
MATCHES_NONE = _("You have no running matches. Start one with {play}, or accept an open challenge.")
HERE = _("### Running matches")
HERE_BUTTON = _("All matches here")
HERE_NONE = _("No matches are running here. Start one with {play}.")
FOLLOW_ONE = _("Follow {match}")
UNFOLLOW_ONE = _("Unfollow {match}")
MATCHES_NONE_OF = _("{who} has no running matches here.")
MATCH_LINE_OF = _("**{match}** · {game} · {first} against {second}\n{status}")
BOARD_OF = _("Board of {match}")
OPEN_ALL = _("All open challenges")

# Preparing answers
# -----------------------------------------------------------------------------------------------
PLAN_TITLE = _("### {match} · conditional moves")
PLAN_LINE = _("If {theirs}, then {mine}")
PLAN_NONE = _("No conditional moves yet.")
PLAN_HINT = _(
    "-# Only you can see these. If your opponent plays a line, your answer is played at once. If "
    "not, they are all cleared."
)
PLAN_CHOOSE = _("Choose on the board")
PLAN_TYPE = _("Type a move")
PLAN_CLEAR = _("Delete all")
PLAN_DROP = _("Delete one …")
PLAN_FORM = _("{match}: conditional moves")
PLAN_FIELD = _("Their turn, then yours, and so on")
PLAN_EXAMPLE = _("if {theirs} then {mine}")

# What is offered while a move is typed
# ---------------------------------------------------------------------------
CHOICE_NOT_YOURS = _("It’s not your turn in {match}: {who} to move")
CHOICE_OVER = _("{match} is over")
FIRST_MOVES_HINT = _("{move} – then another move")
COMPLETE_HINT = _("{move} – ends your turn")

# The commands as Discord lists them
# ------------------------------------------------------------------------------
ABOUT_MOVE = _("Make a move, or play your whole turn")
ABOUT_MOVES = _("Such as “d4-e6”; legal moves are listed as you type")
ABOUT_MOVE_DRAW = _("Offer a draw with this turn")
ABOUT_BOARD = _("Show a board (only you can see it)")
ABOUT_THEME = _("Colours of the board")
ABOUT_FLIP = _("See the board from the other side")
ABOUT_COORDINATES = _("Where coordinates are shown")
ABOUT_SIGHT = _("Draw sight lines (Vigilance)")
ABOUT_MATCHES = _("Your matches: whose turn it is and how much time is left")
ABOUT_SERVER_MATCHES = _("True: all matches that are running here, to watch and follow")
ABOUT_MEMBER = _("Whose matches – yours if left out")
