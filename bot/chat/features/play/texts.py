"""What members read while they make their moves, look at boards, list their matches and prepare answers."""

from bot.chat.kit.language.texts import _

# Making a move with pickers --------------------------------------------------------------------------------------
PICK_TITLE = _("### {match} · your move")
PICK_FIRST = _("{mark} {question}")
PICK_NEXT = _("{mark} {moves}, and then?")
PICK_HINT = _("-# Nobody sees this until your turn is whole. You can also type: `/move` knows every legal move.")
PREVIEW = _("### {match} · is this what you mean?")
PREVIEW_TEXT = _("{mark} {moves} – nobody else has seen it yet.")
WITH_DRAW = _("You offer a draw with it.")
PLAY = _("Play {moves}")
PLAY_AND_DRAW = _("Play and offer a draw")
UNDO = _("Undo {move}")
DONE = _("Played {moves} in {match}.")
DONE_OVER = _("Played {moves}: {match} is over.")
NEXT = _("**{match}** also waits for you: {game} against {who}.")
NEXT_BUTTON = _("Move in {match}")

# When it is not one's move ---------------------------------------------------------------------------------------
NOT_YOUR_TURN = _("It is not your turn: {who} is to move.")
NOT_YOURS = _("{match} is not your match, but you may watch.")
IS_OVER = _("{match} is over.")
IS_PAUSED = _("{match} is paused: first ask to go on.")
STALE = _("That button was from an earlier turn. This is the board now.")

# A list of matches -----------------------------------------------------------------------------------------------
MATCHES = _("### Your matches")
MATCHES_OF = _("### Matches of {who}")
MATCHES_NONE = _("No match is running. Start one with {play}, or take an open challenge.")
MATCHES_NONE_OF = _("{who} has no running match here.")
MATCH_LINE = _("**{match}** · {game} · against {who}\n{status}")
MATCH_LINE_OF = _("**{match}** · {game} · {first} against {second}\n{status}")
SHOW_MATCH = _("Show {match}")
OPEN_ALL = _("All open challenges")

# Preparing answers -----------------------------------------------------------------------------------------------
PLAN_TITLE = _("### {match} · prepared answers")
PLAN_LINE = _("If {theirs}, then {mine}")
PLAN_NONE = _("Nothing is prepared.")
PLAN_HINT = _(
    "-# Only you see this. An answer is played at once when it fits; if the other player does anything else, "
    "what is prepared is dropped and you are told as usual."
)
PLAN_ADD = _("Prepare an answer")
PLAN_CLEAR = _("Drop all")
PLAN_DROP = _("Drop one …")
PLAN_FORM = _("{match}: prepare an answer")
PLAN_FIELD = _("Their turn, then yours, and so on")
PLAN_EXAMPLE = _("if {theirs} then {mine}")

# What is offered while a move is typed ---------------------------------------------------------------------------
SAY_WHICH = _("Several matches wait for you: fill in “match” first")
CHOICE_NOT_YOURS = _("It is not your turn in {match}: {who} is to move")
CHOICE_OVER = _("{match} is over")
FIRST_MOVES_HINT = _("{move} – then one more")
COMPLETE_HINT = _("{move} – ends your turn")

# The commands as Discord lists them ------------------------------------------------------------------------------
ABOUT_MOVE = _("Play your move: one decision, or your whole turn")
ABOUT_MOVES = _("Such as “d4-e6”; the legal moves are offered as you type")
ABOUT_MOVE_DRAW = _("Offer a draw with this turn")
ABOUT_BOARD = _("Show a board, to you alone")
ABOUT_THEME = _("Colours of the board")
ABOUT_FLIP = _("Look from the other side")
ABOUT_COORDINATES = _("Where the names of the cells are written")
ABOUT_SIGHT = _("Draw what the stones see, in Vigilance")
ABOUT_MATCHES = _("Your matches: whose turn it is and how long is left")
ABOUT_MEMBER = _("Whose matches; yours if left out")
