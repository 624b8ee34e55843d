"""Every text that members read outside the rules and the match service: English, with named placeholders."""

from __future__ import annotations


def _(text: str) -> str:
    """Marks a text for translation; ``Tongue`` translates it when it is shown."""
    return text


# Names -----------------------------------------------------------------------------------------------------------
COMPUTER = _("the computer")
NOBODY = _("a former member")
SEATS = {"Black": _("Black"), "White": _("White"), "Red": _("Red")}
NO_CLOCK = _("no clock")
DAYS = _("{n} day"), _("{n} days")
HOURS = _("{n} hour"), _("{n} hours")
MINUTES = _("{n} minute"), _("{n} minutes")
CLOCK_TURN = _("{span} a turn")
CLOCK_BANK = _("{bank} + {increment} a turn")
CLOCK_WEEKENDS = _("{clock}, weekends off")
TIME_LEFT = _("-# Time left: {mark0} {left0} · {mark1} {left1}")

# The post of a turn ----------------------------------------------------------------------------------------------
TITLE = _("### {game} · {match} · turn {turn}")
TITLE_OVER = _("### {game} · {match} · over after {turns}")
TURNS = _("{n} turn"), _("{n} turns")
PLAYED = _("{mark} {who} played {moves}")
PLAYED_PREPARED = _("{mark} {who} had prepared {moves}")
PASSED = _("{mark} {who} had no move and passed")
TO_MOVE = _("{mark} {who} to move")
TO_MOVE_UNTIL = _("{mark} {who} to move · until {when} ({left})")
AWAY = _("-# 🌴 {who} is on vacation until {when}")
TO_MOVE_PAUSED = _("{mark} {who} to move · the clock is paused")
OVERDUE = _("{mark} {who} to move · time ran out {when}")
PLAYERS = _("{mark0} {who0} against {mark1} {who1}")
DETAILS = _("-# {variant} · {clock}")
ENDED = _("{mark} {winner} **wins**: {reason}")
ENDED_DRAWN = _("**A draw**: {reason}")
ABORTED = _("**Called off**: the match does not count.")

# Buttons ---------------------------------------------------------------------------------------------------------
MOVE = _("Move")
BOARD = _("Board")
MORE = _("⋯")
ACCEPT = _("Accept")
DECLINE = _("Decline")
WITHDRAW = _("Withdraw")
TAKE = _("Take it")
FLIP = _("Turn the board")
SHOW_LEGAL = _("Show legal moves")
HIDE_LEGAL = _("Hide legal moves")
PLAY = _("Play {moves}")
UNDO = _("Undo {move}")
RESIGN = _("Resign")
RESIGN_YES = _("Yes, resign")
KEEP_PLAYING = _("Keep playing")
RULES = _("Rules")
REMATCH = _("Rematch")
OFFER_DRAW = _("Offer draw")
ACCEPT_DRAW = _("Accept draw")
ASK_TAKEBACK = _("Ask to take back")
ASK_PAUSE = _("Ask to pause")
ASK_RESUME = _("Ask to go on")
RESUME = _("Go on")
CLAIM_WIN = _("Claim the win")
CLAIM_DRAW = _("Call it a draw")
CLAIM_TIME = _("Give more time")
ABORT = _("Call it off")
YES = _("Yes")
NO = _("No")
SHOW_MATCH = _("Show {match}")

# Challenges ------------------------------------------------------------------------------------------------------
CHALLENGE = _("### A challenge: {game}")
CHALLENGE_TO = _("{target}, {maker} would like to play **{game}** with you.")
CHALLENGE_OPEN = _("{maker} would like to play **{game}**. Who takes it?")
CHALLENGE_DETAILS = _("{variant} · {side} · {clock}")
CHALLENGE_NOTE = _("> {note}")
CHALLENGE_UNTIL = _("-# Open until {when}")
MAKER_FIRST = _("{maker} moves first")
MAKER_SECOND = _("{maker} moves second")
MAKER_RANDOM = _("who moves first is drawn by lot")
CHALLENGE_TAKEN = _("{taker} accepted {maker}’s challenge: match **{match}**.")
CHALLENGE_DECLINED = _("{target} declined {maker}’s challenge.")
CHALLENGE_WITHDRAWN = _("{maker} withdrew the challenge.")
CHALLENGE_EXPIRED = _("Nobody took {maker}’s challenge in time.")
COUNTERED = _("### A counter-offer: {game}")
REMATCH_ASKED = _("### A rematch: {game}")

# Making a move with pickers --------------------------------------------------------------------------------------
PICK_TITLE = _("### {match} · your move")
PICK_FIRST = _("{mark} Choose below what you play.")
PICK_NEXT = _("{mark} {moves}, and then?")
PICK_FROM = _("Which stone do you use?")
PICK_TO = _("From {cell}: where to?")
PICK_PLACE = _("Where do you play?")
PICK_CAPTURE = _("Which stone do you take off?")
PICK_EITHER = _("Where do you place, or with what do you leap?")
PICK_AREA = _("Which part of the board?")
PICK_HINT = _("-# Nobody sees this until your turn is whole. You can also type: `/move` knows every legal move.")
PREVIEW = _("### {match} · is this what you mean?")
PREVIEW_TEXT = _("{mark} {moves} – nobody else has seen it yet.")
WITH_DRAW = _("You offer a draw with it.")
PLAY_AND_DRAW = _("Play and offer a draw")
DONE = _("Played {moves} in {match}.")
DONE_OVER = _("Played {moves}: {match} is over.")
OPTION_SWAP = _("swap sides")
OPTION_PASS = _("pass")

# Boards, lists and menus -----------------------------------------------------------------------------------------
NOT_YOUR_TURN = _("It is not your turn: {who} is to move.")
NOT_YOURS = _("{match} is not your match, but you may watch.")
IS_OVER = _("{match} is over.")
IS_PAUSED = _("{match} is paused: first ask to go on.")
RESIGNED = _("You resigned {match}.")
SAY_WHICH = _("Several matches wait for you: fill in “match” first")
STALE = _("That button was from an earlier turn. This is the board now.")
MATCHES = _("### Your matches")
MATCHES_OF = _("### Matches of {who}")
MATCHES_NONE = _("No match is running. Start one with {play}, or take an open challenge.")
MATCHES_NONE_OF = _("{who} has no running match here.")
MATCH_LINE = _("**{match}** · {game} · against {who}\n{status}")
MATCH_LINE_OF = _("**{match}** · {game} · {first} against {second}\n{status}")
STATUS_YOURS = _("**Your turn**")
STATUS_THEIRS = _("{who} to move")
STATUS_UNTIL = _("{turn}, until {when} ({left})")
STATUS_OVERDUE = _("{turn} · time ran out {left}")
STATUS_PAUSED = _("{turn} · the clock is paused")
STATUS_WON = _("{who} won")
STATUS_DRAWN = _("a draw")
STATUS_ABORTED = _("called off")
OPEN_CHALLENGES = _("### Open challenges")
OPEN_TO_ANYONE = _("**{game}** · from {maker} to anyone")
OPEN_TO = _("**{game}** · from {maker} to {target}")
OPEN_TERMS = _("{variant} · {clock}")
OPEN_ALL = _("All open challenges")
OPEN_NONE = _("Nobody is waiting for an opponent. Challenge someone with {play}.")
MORE_TITLE = _("### {match} · what else?")
RESIGN_ASK = _("### Resign {match}?\n{opponent} then wins at once.")
ABORT_ASK = _("### Call {match} off?\nIt then counts for neither of you and cannot go on.")
ABORT_YES = _("Yes, call it off")
RESIGN_KEPT = _("{match} goes on.")

# Offers ----------------------------------------------------------------------------------------------------------
ASKED = {
    "draw": _("{who} offers a draw in **{match}**."),
    "takeback": _("{who} would like to take back the last turn in **{match}**."),
    "pause": _("{who} would like to pause the clock of **{match}**."),
    "resume": _("{who} would like to go on with **{match}**."),
    "result": _("{who} would like to take the result of **{match}** back, as if it had not been played."),
}
ANSWERED_YES = {
    "draw": _("{who} accepted the draw in **{match}**."),
    "takeback": _("{who} agreed: the last turn of **{match}** is taken back."),
    "pause": _("{who} agreed: the clock of **{match}** is paused."),
    "resume": _("{who} agreed: **{match}** goes on."),
    "end_pause": _("{who} has ended the pause: **{match}** goes on."),
    "result": _("{who} agreed: the result of **{match}** is taken back and counts for nothing."),
}
ANSWERED_NO = {
    "draw": _("{who} declined the draw in **{match}**."),
    "takeback": _("{who} would rather not take back a turn in **{match}**."),
    "pause": _("{who} would rather not pause **{match}**."),
    "resume": _("{who} would rather keep **{match}** paused."),
    "result": _("{who} would rather let the result of **{match}** stand."),
}
RESUMED = _("The pause is over: **{match}** goes on.")
ASK_SENT = _("Done. The other player is told.")
ANSWER_SENT = _("Done. The other player is told.")
ABORT_SENT = _("{match} is called off.")
REMINDER = _("{who}, **{match}** waits for your move until {when} ({left}).")
OVERDUE_PING = _(
    "{who}, your opponent’s time in **{match}** ran out {left}. Nothing is decided by itself: it is up to you."
)
MORE_TIME = _("{who}, you were given more time in **{match}**: until {when} ({left}).")
LEFT = _("{who}, your opponent in **{match}** has left the server. You may claim the win or call it a draw.")

# Watching, preparing answers, going on ---------------------------------------------------------------------------
PAST = _("After {n} of {last} decisions")
FOLLOW = _("Follow")
UNFOLLOW = _("Follow no longer")
FOLLOWED = _("You follow **{match}**: its turns come to you as direct messages. Press the button again to stop.")
UNFOLLOWED = _("You follow **{match}** no longer.")
LOOK_THROUGH = _("Look through it")
NEXT = _("**{match}** also waits for you: {game} against {who}.")
NEXT_BUTTON = _("Move in {match}")
PLAN = _("Prepare answers")
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
PLAN_DROP_ONE = _("If {theirs}, then {mine}")
PLAN_FORM = _("{match}: prepare an answer")
PLAN_FIELD = _("Their turn, then yours, and so on")
PLAN_EXAMPLE = _("if {theirs} then {mine}")
COUNTER = _("Counter-offer")
COUNTER_FORM = _("Your own terms")
COUNTER_VARIANT = _("Board and options")
COUNTER_CLOCK = _("Time to think")
COUNTER_SIDE = _("Who moves first")
COUNTER_RATED = _("Does it count for ratings?")
COUNTER_NOTE = _("A few words (may be left out)")
COUNTER_CLOSED = _("{target} made {maker} a counter-offer.")

# Settings, servers and privacy -----------------------------------------------------------------------------------
SETTINGS = _("### Your settings\nWhat you choose works at once, in all servers.")
NOTICES = {
    "channel": _("by a ping in the channel"),
    "dm": _("by direct message"),
    "both": _("both ways"),
    "none": _("not at all"),
}
LANGUAGES = {
    "": _("as my Discord"),
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português do Brasil",
    "ja": "日本語",
}
LANGUAGE_OF_SERVER = _("as this server is set in Discord")
TOGGLE = _("{name}: {state}")
ON = _("on")
OFF = _("off")
ALL = _("all")
VACATION = _("Vacation …")
VACATION_SPAN = _("Vacation: {span} from now")
VACATION_END = _("End the vacation")
VACATION_LEFT = _("-# Vacation left this year: {span}. While it lasts your clocks stand still.")
ON_VACATION = _("🌴 You are on vacation until {when}.")
SERVER = _("### Settings of this server")
ONLY_CHANNELS = _("here, games are played in {channels}")
ONLY_ROLES = _("here, only {roles} may challenge")
EXPORTED = _("This is all that is kept about you.")
DELETE_ASK = _(
    "### Delete your data?\nRunning matches end: the other player wins, or they are called off if they have hardly "
    "begun. Finished ones stay for your opponents, without your name. This cannot be undone."
)
DELETE_YES = _("Yes, delete everything")
DELETE_NO = _("Keep it")
DELETED = _("Deleted. {n} match was yours."), _("Deleted. {n} matches were yours.")
NOT_DELETED = _("Nothing was deleted.")
REPLAYING = _("Drawing {match} … {share} %")
REPLAYED = _("### {game} · {match}")
DIGEST = _("### Matches running here")

# Rules and help --------------------------------------------------------------------------------------------------
RULES_TITLE = _("### {game} · how it is played · {page} of {pages}")
RULES_CAPTION = _("-# {caption}")
RULES_NEXT = _("Next page")
RULES_CREDIT = _("-# by {author}, {year}")
RULES_OPTIONS = _("**Variants**")
RULES_OPTION = _("- {label}: {choices}")
RULES_TYPING = _("**How to type a move**: {examples}")
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
HELP_GAMES = _("**The games**")
HELP_GAME = _("- **{game}**: {aim}")

# When something is wrong -----------------------------------------------------------------------------------------
WRONG = _("⚠️ {why}")
WRONG_FAILED = _("Something went wrong on our side. Nothing was changed; please try again.")
WRONG_OLD_BUTTON = _("This button is no longer in use. {board} shows the board as it is now.")
WRONG_OLD_COMMAND = _(
    "This command has changed since your Discord last looked. Restart your Discord app (or press Ctrl+R), and use it "
    "again."
)
WRONG_NO_BOTS = _("you cannot challenge a bot; choose a member, or leave the opponent out for an open challenge")
WRONG_ALONE = _(
    "nobody but you reads this conversation; challenge people in a server, or in a conversation with them. Here you "
    "can play the computer: choose a level"
)
HINT_PERMISSIONS = _(
    "I lack permissions in this channel: {missing}. You can play all the same by typing commands; reminders then come "
    "by direct message. Who manages the server can change that."
)
HINT_NOT_A_MEMBER = _(
    "I am not a member of this server, so I can only answer commands here: type {move} to play, for I cannot post "
    "boards or reminders by myself. They come by direct message."
)
PERMISSIONS = {
    "view_channel": _("view channel"),
    "send_messages": _("send messages"),
    "send_messages_in_threads": _("send messages in threads"),
    "attach_files": _("attach files"),
    "read_message_history": _("read message history"),
}
"""What the bot needs in a channel to play there."""
POSTED_IN = _("Done: it is posted in {channel}.")

# Commands and options as Discord lists them ----------------------------------------------------------------------
COMMANDS = {
    "play": _("Challenge someone, anyone or the computer to a game"),
    "play.game": _("Which game"),
    "play.opponent": _("Whom you challenge; leave it out to let anyone take it"),
    "play.variant": _("Board and options, such as “12x12, single turns”"),
    "play.side": _("Who moves first"),
    "play.clock": _("Time to think, such as “3d” a turn; if left out, what is usual here"),
    "play.rated": _("Whether it counts for your ratings; only between two people"),
    "play.note": _("A few words for your opponent"),
    "move": _("Play your move: one decision, or your whole turn"),
    "move.moves": _("Such as “d4-e6”; the legal moves are offered as you type"),
    "match": _("Which match, such as M27; may be left out when there is only one it can be"),
    "board": _("Show a board, to you alone"),
    "board.theme": _("Colours of the board"),
    "board.flip": _("Look from the other side"),
    "board.coordinates": _("Where the names of the cells are written"),
    "matches": _("Your matches: whose turn it is and how long is left"),
    "matches.member": _("Whose matches; yours if left out"),
    "rules": _("How a game is played"),
    "rules.game": _("Which game"),
    "help": _("What this is, and three steps to a first match"),
    "match.group": _("One of your matches"),
    "match.resign": _("Give up a match"),
    "match.show": _("Show a match to everyone in the channel"),
    "match.draw": _("Offer a draw, or accept one"),
    "match.takeback": _("Ask to take back your last turn, or agree to it"),
    "match.claim": _("Claim a match whose time ran out"),
    "match.claim.what": _("What you claim"),
    "match.pause": _("Ask to pause the clock or to go on, or agree to it"),
    "move.draw": _("Offer a draw with this turn"),
    "match.record": _("Get a match as text and as data, to keep"),
    "match.replay": _("Show a match as an animation"),
    "settings": _("How you like boards, notices and moves; vacation"),
    "server": _("What this server allows and how it likes matches told"),
    "privacy": _("What is kept about you"),
    "privacy.export": _("Get all that is kept about you, as a file"),
    "privacy.delete": _("Delete what is kept about you"),
    "match.rematch": _("Play the same game again, sides exchanged"),
}
SIDES = {"random": _("by lot"), "first": _("I move first"), "second": _("I move second")}
COORDINATES = {"edge": _("along the edge"), "cells": _("on every cell"), "none": _("nowhere")}
CHOICE_YOURS = _("{match} · {game} against {who} – your turn")
CHOICE_THEIRS = _("{match} · {game} against {who}")
CHOICE_NOT_YOURS = _("It is not your turn in {match}: {who} is to move")
CHOICE_OVER = _("{match} is over")
CLAIMS = {
    "win": _("the win"),
    "draw": _("a draw"),
    "time": _("more time for my opponent"),
    "close": _("no result, because my opponent has left"),
}
FIRST_MOVES_HINT = _("{move} – then one more")
COMPLETE_HINT = _("{move} – ends your turn")
