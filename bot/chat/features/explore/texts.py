"""What members read on the board to think on, and of lines that are shown to everyone."""

from bot.chat.language.texts import _, plural

# The board
# --------------------------------------------------------------------------------------------------
TITLE = _("### {match} · Think board")
EARLIER = _("After turn {n} of {last}.")
BEFORE_ALL = _("Before the first move.")
STEP = _("{mark} {moves}")
STEP_PLANNED = _("{mark} {moves} ✓")
OVER = _("This line ends the match: {ending}")
OVER_WON = _("{mark} wins.")
OVER_DRAWN = _("a draw.")
TRIED = _("-# Tried from here: {moves}")
PLANNED = _("-# ✓ = conditional move: played for you if the line gets there")
DID_NOT_HAPPEN = _("-# This line didn’t happen.")
WAS_PLANNED = _("-# You had this as a conditional move, but it didn’t happen.")
NOTE = _("> {note}")
MATCH_NOTE = _("-# Note on the match: {note}")
OPENED = _("-# You’ve shared these lines: everyone here can see them.")
OTHER = _("Instead: {move}")
AGAIN = _("Again: {moves}")

# The menu
# --------------------------------------------------------------------------------------------------
LISTS = _("Lines, notes …")
MENU = _("Lines, notes, delete …")
GO_NOW = _("The current board")
GO_START = _("The start of the match")
GO_BEFORE = _("Before {moves} (turn {turn})")
GO_LINE = _("{moves}")
GO_PLANNED = _("✓ {moves}")
GO_MISSED = _("✗ {moves}")
WRITE_MATCH_NOTE = _("Note on the whole match")
DELETE = _("Delete this line from {moves} on")
DELETE_ALL = _("Delete all my lines and notes")
DELETE_ALL_ASK = _(
    "Delete all your lines, notes and conditional moves in {match}? This can’t be undone."
)
DELETE_ALL_YES = _("Delete all")
BACK = _("Back")
SHOW_ALL = _("Post my lines here")
NOTE_FORM = _("{match}: note")
NOTE_FIELD = _("Note (only you can see it)")
NOTE_FIELD_OPENED = _("Note (everyone can see it)")

# Shown to everyone
# -----------------------------------------------------------------------------------------------
SHOWN = _("### {match} · shared lines")
SHOWN_TITLE = _("### {game} · {match}\n{who} shared the lines they tried.")
SHOWN_LINES = plural("-# {n} line", "-# {n} lines")
MARKED_SOON = _("-# The computer marks turning points with ⚡.")
ADDED_TITLE = _("### {game} · {match}\n{who} added a line.")
MATCH_NOTE_BY = _("-# {who} on the match: {note}")
WAS_PREPARED = _("-# This was a conditional move that didn’t happen.")
TURNING_POINT = _("⚡ Turning point")
GO_TURNING = _("⚡ {moves}")
PAGE_MENU = _("Go to a line …")
TRY_LINE = _("Try a line")
MINE_TOO = _("Post mine here, too")
SHOW_QUESTION = _("Post all your lines and notes in {match} here, for everyone?")
ADD_LINE = _("Add this line")
ADDED = _("-# You’ve added this line: everyone here can see it.")

# The command as Discord lists it
# ---------------------------------------------------------------------------------
ABOUT_EXPLORE = _("The Think board: try lines, take notes, set up conditional moves")
