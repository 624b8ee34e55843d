"""Texts that several features show, or none: English, with named placeholders."""

from games.core import _ as _


def plural(one: str, many: str) -> tuple[str, str]:
    """Marks a text for one thing and for several, ``{n}`` of them: ``t.count(*texts.DAYS, n)``."""
    return one, many


# Names
# --------------------------------------------------------------------------------------------------
COMPUTER = _("the computer")
NOBODY = _("a former member")
TEAM_NAME = _("Team {number}")
TEAM_ELSEWHERE = _("Team {number} (other server)")
LINKED = {"rating": _("World rating"), "matches": _("Matches finished"), "games": _("Games played")}
LINKED_DONE = _(
    "Done: servers can give you roles for what you’ve played. Come again to bring that up to date."
)
ACROSS = {"none": _("no"), "hidden": _("yes, without my name"), "named": _("yes, with my name")}
SEATS = {"Black": _("Black"), "White": _("White"), "Red": _("Red")}
NO_CLOCK = _("no time limit")
POINTS = plural("{n} point", "{n} points")
PEOPLE = plural("{n} player", "{n} players")
DAYS = plural("{n} day", "{n} days")
HOURS = plural("{n} hour", "{n} hours")
MINUTES = plural("{n} minute", "{n} minutes")
CLOCK_TURN = _("{span} per turn")
CLOCK_BANK = _("{bank} + {increment} per turn")
CLOCK_CEILING = _("{clock}, {ceiling} at most")
CLOCK_FLOOR = _("-# A takeback gives back the time of that turn, and leaves {floor} at least.")
CLOCK_WEEKENDS = _("{clock}, weekends off")
TIME_LEFT = _("-# Time left: {mark0} {left0} · {mark1} {left1}")

# The post of a turn
# ----------------------------------------------------------------------------------------------
TITLE = _("### {game} · {match}")
TITLE_SHELVED = _("### {game} · {match} · shelved after {turns}")
TITLE_OVER = _("### {game} · {match} · over after {turns}")
TURNS = plural("{n} turn", "{n} turns")
MATCHES_PLAYED = plural("{n} match", "{n} matches")
BOARD_NUMBERS = _("{matches}: {side} {share}% ({least}–{most}), draws {drawn}%, {turns} on average")
BOARD_TAKEN = _("taken over in {taken}%")
PLAYED = _("Turn {turn}: {mark} {who} played {moves}")
TOOK_OVER = _("Turn {turn}: {mark} {who} took over {cells} and now plays {side}")
PLAYED_PREPARED = _("Turn {turn}: {mark} {who} played {moves} (conditional move)")
PASSED = _("Turn {turn}: {mark} {who} had no legal move and passed")
PLAYED_THEN_PASSED = _(
    "Turn {turn}: {mark} {who} played {moves}, then had no legal move and passed"
)
PREPARED_THEN_PASSED = _(
    "Turn {turn}: {mark} {who} played {moves} (conditional move), then had no legal move and passed"
)
FORCED_PASS = _("(forced pass)")
TO_MOVE = _("{mark} {who} to move")
TO_MOVE_UNTIL = _("{mark} {who} to move · until {when} ({left})")
AWAY = _("-# 🌴 {who} is on vacation until {when}")
TO_MOVE_PAUSED = _("{mark} {who} to move · paused")
ROUND_ENDS = _("-# The round ends then.")
ROUND_BEFORE = _("-# The round ends then, before the time for this turn: {when}")
OVERDUE = _("{mark} {who} to move · ran out of time {when}")
PLAYERS = _("{mark0} {who0} against {mark1} {who1}")
DETAILS = _("-# {variant} · {clock}")
MEANS = _("-# {meaning}")
PAIR = _("-# One of a pair: {other} is the same with sides swapped.")
PAIR_RUNNING = _("-# One of a pair: {other} is still running.")
PAIR_VOID = _("-# The pair with {other} has no result.")
PAIR_RESULT = _("**Pair {match} + {other}:** {who0} **{won0}–{won1}** {who1}")
SOLVED = _("-# This board is solved: {outlook}.")
ENDED = _("{mark} {winner} **wins**: {reason}")
ENDED_DRAWN = _("**Draw**: {reason}")
ABORTED = _("**Called off** – this match doesn’t count.")
ABORTED_WHY = {
    "abandoned": _("**Called off** – no result."),
    "adjourned": _("**Shelved** – no move since {when}. Either of you can ask to play on."),
    "unfinished": _("No result in this record."),
    "taken-back": _("**Result cancelled** – this match no longer counts."),
}
MARKED = _("-# {meaning}: {cells}")

# Buttons
# --------------------------------------------------------------------------------------------------
MOVE = _("Move")
IN_BROWSER = _("Open in browser")
THINK = _("Think board")
TEAM = _("Team")
PROPOSE = _("Propose to team")
BOARD = _("Board")
MORE = _("⋯")
FLIP = _("Flip board")
SHOW_LEGAL = _("Show legal moves")
HIDE_LEGAL = _("Hide legal moves")
COUNTER = _("Counter-offer")
RESIGN = _("Resign")
RULES = _("Rules")
REMATCH = _("Rematch")
OFFER_REMATCH = _("Offer rematch")
OFFER_DRAW = _("Offer draw")
ACCEPT_DRAW = _("Accept draw")
ASK_TAKEBACK = _("Ask for takeback")
ASK_PAUSE = _("Ask to pause")
ASK_RESUME = _("Ask to resume")
RESUME = _("Resume")
CLAIM_WIN = _("Claim the win")
CLAIM_DRAW = _("Claim a draw")
CLAIM_TIME = _("Give more time")
CALL_OFF = _("Call off")
ASK_CALL_OFF = _("Ask to call off")
CANCEL_RESULT = _("Cancel result")
ASK_CANCEL_RESULT = _("Ask to cancel result")
ACCEPT_PAUSE = _("Accept pause")
GRANT_TAKEBACK = _("Grant takeback")
TAKE_BACK = _("Take back")
NO = _("No")

# Challenges
# --------------------------------------------------------------------------------------------------
ACCEPT = _("Accept")
DECLINE = _("Decline")
WITHDRAW = _("Withdraw")
CHALLENGE_NOTE = _("> {note}")
OPEN_CHALLENGES = _("### Open challenges")
OPEN_TO_ANYONE = _("**{game}** · from {maker} to anyone")
OPEN_TO = _("**{game}** · from {maker} to {target}")
CHALLENGE_DETAILS = _("{variant} · {side} · {clock}")
MAKER_SIDE = {
    "first": _("{maker} moves first"),
    "second": _("{maker} moves second"),
    "random": _("first move by lot"),
    "both": _("two matches at once, sides swapped"),
}
OPPONENT_OF = _("{maker}’s opponent")
EXTRA_TURNS = plural("{n} extra turn", "{n} extra turns")
HINTS_GRANTED = plural("{n} hint", "{n} hints")
HINTS_LEFT = plural("{n} hint left", "{n} hints left")
HANDICAP = _("Handicap")
EVEN_WITH = _("Even with {handicap} for {who}")
EVEN_HURTS = _("Even with {handicap} for {who}, as extra stones hurt here")
ABOUT_POINTS = _("about {points} points")
PLAY_EVEN = _("Play it even")
NOT_NOW = _("Not now")
PAIR_MEANS = _("A pair has one result, given when both matches are over.")
PAIR_RATED = _(
    "A pair has one result, given when both matches are over. Each match is rated by itself."
)
PAIR_ADVISED = _("{fairness}; for even chances, play a pair of matches")

# Making a move with pickers
# --------------------------------------------------------------------------------------
STEP = _("{n} of {of}: {asks}")
PICK_FROM = _("Which stone do you use?")
PICK_TO = _("Where do you play?")
PICK_AREA = _("Which part of the board?")
PICK_BACK = _("Back")
PICK_AREAS = _("-# A, B, C: press for that part of the board")
PICK_SIGNS_TAKEN = _("-# × = stones captured")
PICK_SIGNS_SEALED = _("-# + = more cells sealed off")
OPTION_SWAP = _("Take over {cells}")
TAKE_OVER = _("take over {cells}")
OPTION_PASS = _("Pass")
SHOW_SIGHT = _("Show sight lines")
HIDE_SIGHT = _("Hide sight lines")

# Boards, lists and menus
# -----------------------------------------------------------------------------------------
STATUS_YOURS = _("**Your turn**")
STATUS_THEIRS = _("{who} to move")
STATUS_SINCE = _("{turn} · waiting since {when}")
STATUS_UNTIL = _("{turn}, due {when} ({left})")
STATUS_OVERDUE = _("{turn} · ran out of time {left}")
STATUS_PAUSED = _("{turn} · paused")
STATUS_WON = _("{who} won")
STATUS_DRAWN = _("a draw")
STATUS_ABORTED = _("no result")
STATUS_SNOOZED = _("{status} · snoozed")
# A deadline in words: the time of day where the reader lives, on the day of the week.
DEADLINE = _("{status} – {day}")
DAY_PARTS = (
    (_("Monday night"), _("Monday morning"), _("Monday afternoon"), _("Monday evening")),
    (_("Tuesday night"), _("Tuesday morning"), _("Tuesday afternoon"), _("Tuesday evening")),
    (
        _("Wednesday night"),
        _("Wednesday morning"),
        _("Wednesday afternoon"),
        _("Wednesday evening"),
    ),
    (_("Thursday night"), _("Thursday morning"), _("Thursday afternoon"), _("Thursday evening")),
    (_("Friday night"), _("Friday morning"), _("Friday afternoon"), _("Friday evening")),
    (_("Saturday night"), _("Saturday morning"), _("Saturday afternoon"), _("Saturday evening")),
    (_("Sunday night"), _("Sunday morning"), _("Sunday afternoon"), _("Sunday evening")),
)
TODAY = (_("tonight"), _("this morning"), _("this afternoon"), _("this evening"))
USUALLY = _("-# {who} usually answers within {span}.")
MATCH_LINE = _("**{match}** · {game} · against {who}\n{status}")
NEW_SINCE = _("🆕 {turn}")
NUDGE = _("Nudge")
SNOOZE = _("Snooze")
KEEP_PLAYING = _("Keep playing")
DEED_ASKED = {
    "draw": _("You offered {other} a draw in {match}."),
    "takeback": _("You asked {other} for a takeback in {match}."),
    "pause": _("You asked {other} to pause {match}."),
    "resume": _("You asked {other} to resume {match}."),
    "abandon": _("You asked {other} to call off {match}."),
    "result": _("You asked {other} to cancel the result of {match}."),
    "take_up": _("You asked {other} to resume {match}."),
}
WITHDRAW_ASK = _("{asked}\nWithdraw it?")
WITHDRAWN = _("You withdrew your request in {match}.")
WITHDRAW_LABELS = {
    "draw": _("Withdraw draw offer"),
    "takeback": _("Withdraw takeback request"),
    "pause": _("Withdraw pause request"),
    "resume": _("Stay paused"),
    "abandon": _("Withdraw call-off request"),
    "result": _("Keep the result"),
    "take_up": _("Leave it shelved"),
}
DEED_REMATCH = _("You offered {other} a rematch.")
DEED_STARTED = _("{match} begins.")
DEED_TIME = _("You gave {other} more time in {match}.")
DEED_TAKEN_BACK = _("The turn in {match} is taken back.")
DEED_PAUSED = _("{match} is paused.")
DEED_GOES_ON = _("{match} goes on.")
DEED_CANCELLED = _("The result of {match} is cancelled.")
DEED_CALLED_OFF = _("{match} is called off.")
DEED_DRAWN = _("{match} is a draw.")
DEED_WON = _("You won {match}.")
RESIGNED = _("You resigned {match}.")
ASKS_PING = _("-# What you ask for is posted and pings {who}.")
MORE_TITLE = _("### {match} · more options")

CALL_OFF_ASK = _("### Call off {match}?\nIt ends now, without a result.")
CANCEL_ASK = _("### Cancel the result of {match}?\nIt no longer counts, nor do the rating changes.")
KEPT = _("{match} stays as it is.")

# Cards about a match, and what becomes of those that ask something
# ------------------------------------------------
CALLED = _("{who}, {said}")
PINGED = _("{some} and {last}")
CALL_MATCH = _("**{match}** · {game}")
CALL_LINK = _("-# [The post of this turn]({url})")
ANSWERED_NO = {
    "draw": _("{who} declined the draw in **{match}**."),
    "takeback": _("{who} declined the takeback in **{match}**."),
    "pause": _("{who} declined to pause **{match}**."),
    "resume": _("{who} declined to resume **{match}**."),
    "result": _("{who} declined to cancel the result of **{match}**."),
    "abandon": _("{who} declined to call off **{match}**."),
    "take_up": _("{who} declined to resume **{match}**."),
}
CLOSED_YES = _("-# {who} accepted")
CLOSED_NO = _("-# {who} declined")
CLOSED_WITHDRAWN = _("-# {who} withdrew this")
CLOSED_BY_ITSELF = _("-# The pause ended by itself")
CLOSED_LAPSED = _("-# Not answered: {match} has moved on")
CLOSED_OVER = _("-# {match} is over")
CLOSED_SHELVED = _("-# {match} is shelved")

# Offers
# --------------------------------------------------------------------------------------------------
ASKED_TAKEBACK = plural(
    "{who} asks to take back {moves} in **{match}**.",
    "{who} asks to take back {moves} in **{match}**, with the answer to it.",
)
ASKED = {
    "draw": _("{who} offers a draw in **{match}**."),
    "pause": _("{who} asks to pause **{match}**."),
    "resume": _("{who} asks to resume **{match}**."),
    "abandon": _("{who} wants to call off **{match}**: no winner, no rating change."),
    "result": _("{who} asks to cancel the result of **{match}**."),
    "take_up": _("{who} asks to resume **{match}**."),
}

# Watching, preparing answers, going on
# ---------------------------------------------------------------------------
PAST = _("Turn {n} of {last}")
FOLLOW = _("Follow")
UNFOLLOW = _("Unfollow")
FORUM_RUNNING = _("Running")
FORUM_OVER = _("Over")
ONLY_HIGHLIGHTS = _("Highlights only")
EVERY_TURN = _("Every turn")
TRY_PUZZLE = _("### 🧩 {game} · {puzzle} · Think board")
TRY_LESSON = _("### 🎓 {game} · step {step} · Think board")
TRY_HINT = _("-# Only you can see this. Nothing you try here is played or saved.")
TRY_LINE = _("Tried: {moves}")
TRY_TO_MOVE = _("{mark} {question}")
TRY_UNDO = _("Undo {move}")
TRY_RESET = _("Reset")
TRY_DONE = _("Back to puzzle")
TRY_LESSON_DONE = _("Back to lesson")
PLAY_ON = _("Play on from here")
TRIED_BY = _("-# Tried by {who}")
ADDED_BY = _("-# Added by {who}")
NOTE_BY = _("> {who}: {note}")
IMPORTED = _("-# Imported by {who}")
JUMP = _("Go to turn …")
JUMP_START = _("Start")
JUMP_TURN = _("{n}. {mark} {moves}")
LOOK_THROUGH = _("Step through")
PLAN = _("Conditional moves")

# The board to think on
# --------------------------------------------------------------------------------------------------
CURRENT_BOARD = _("The current board.")
ONLY_YOU = _("-# Only you can see this. Try moves for both sides; nothing is played.")
BACK_ONE = _("One move back")
ADD_PLAN = _("Add conditional move")
REMOVE_PLAN = _("Remove conditional move")
DRAFT_LINE = _("Make this my move")
WRITE_NOTE = _("Note on this position")
REMOVE_LINE = _("Remove this line")

# Settings, servers and privacy
# -----------------------------------------------------------------------------------
ONLY_CHANNELS = _("on this server, matches are played in {channels}")
ONLY_ROLES = _("on this server, only {roles} can challenge")

# When something is wrong
# -----------------------------------------------------------------------------------------
WRONG = _("⚠️ {why}")
YOU_TYPED = _("You typed:")
EDIT_FORM = _("Edit")
HOSTED_BY = _("-# This bot is hosted by {host}.")
WRONG_FAILED = _("Something went wrong. Nothing was changed – please try again.")
WRONG_OLD_BUTTON = _("That button is too old. Use {board}.")
WRONG_OLD_COMMAND = _("This command has been updated. Close Discord, open it again and retry.")
TOO_MUCH = {
    "member": _("That was a lot in a short time. Try again {when}."),
    "server": _("This server is very busy. Try again {when}."),
    "whole": _("I’m very busy right now. Try again {when}."),
}
"""What is said to a member who is turned away, by whose limit is reached."""
POST_HERE = _("Post here")
POSTED_BY = _("-# Posted by {who}")
TOO_MANY_POSTS = {
    "member": _("You’ve posted a lot in a short time. You can post again {when}."),
    "channel": _("This channel has had a lot of posts. You can post again {when}."),
    "same": _("That was posted here a moment ago. You can post it again {when}."),
}
"""What is said to a member who may not post a card now, by which limit is reached."""
HINT_PERMISSIONS = _(
    "I can’t post here. A server manager must allow: {missing}. Commands still work; reminders "
    "come by direct message."
)
HINT_GONE = _(
    "Some channels or roles in this server’s settings were deleted and are ignored: {settings}. "
    "See {server}."
)
HINT_NOT_IN_THREAD = _(
    "I’m not in this private thread, so I can’t post here. Add me by mentioning me: {me}. Commands "
    "still work; reminders come by direct message."
)
HINT_NOT_A_MEMBER = _(
    "I’m not a member of this server, so I can’t post boards or reminders here. Play by typing "
    "{move}; reminders come by direct message."
)
PERMISSIONS = {
    "view_channel": _("view channel"),
    "send_messages": _("send messages"),
    "send_messages_in_threads": _("send messages in threads"),
    "attach_files": _("attach files"),
    "read_message_history": _("read message history"),
}
"""What the bot needs in a channel to play there."""
FORUM_PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""What the bot needs in a forum to open posts for matches there."""
THREAD_PERMISSIONS = (
    "view_channel",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
"""What the bot needs in a channel to open threads for matches there."""
THREAD_TROUBLE = {
    "TAG_REQUIRED": _(
        "{channel} requires a tag, but has none for matches that I may set. Add tags for the "
        "games, make tags optional, or let me manage that forum."
    ),
    "TAGS": _(
        "Only moderators may set the tags in {channel}. Open them to everyone, or let me manage "
        "threads there."
    ),
    "LIMIT": _(
        "Matches in {channel} get no thread: this server has too many active ones. Archive some."
    ),
    "TYPE": _(
        "Matches in {channel} get no thread: Discord allows none there. Choose another channel."
    ),
    "WORDS": _("AutoMod blocks the titles of matches in {channel}. Exempt my role from that rule."),
    "FILES": _(
        "Discord refuses threads for matches in {channel}. Choose another channel, or turn threads "
        "off."
    ),
    "FORM": _(
        "Discord refuses threads for matches in {channel}. Choose another channel, or turn threads "
        "off."
    ),
    "NOT_ALLOWED": _(
        "I can’t open threads for matches in {channel}. Let me view it, attach files, send "
        "messages, create public threads, and send messages in threads."
    ),
}
"""What managers read when matches get no thread of their own, by what stands in the way."""
POSTED_IN = _("Done – posted in {channel}.")

# Commands and options as Discord lists them
# ----------------------------------------------------------------------
SIDES = {
    "random": _("random"),
    "first": _("I move first"),
    "second": _("I move second"),
    "both": _("a pair: two matches, sides swapped"),
}
LANGUAGES = {
    "": _("same as Discord"),
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português do Brasil",
    "ja": "日本語",
}
"""The languages that the bot speaks, each in its own name."""
COORDINATES = {"edge": _("along the edge"), "cells": _("on every cell"), "none": _("hidden")}
CHOICE_YOURS = _("{match} · {game} against {who} – your turn")
CHOICE_THEIRS = _("{match} · {game} against {who}")

# Ratings
# --------------------------------------------------------------------------------------------------
RATED = _("rated")
NO_EXPLORING = _("no Think board")
MISSED = _("-# Your conditional move didn’t happen: {line}. It’s kept on your Think board.")
GAIN = _("{mark} {who} {before} → {after} ({gain})")

# The computer as opponent
# ----------------------------------------------------------------------------------------
LEVELS = {
    "novice": _("novice"),
    "casual": _("casual"),
    "regular": _("regular"),
    "club": _("club"),
    "strong": _("strong"),
    "master": _("master"),
}
ABOUT_LEVELS = {
    "novice": _("novice – overlooks most of the board"),
    "casual": _("casual – overlooks what is two turns away"),
    "regular": _("regular – sees the whole board, hardly looks ahead"),
    "club": _("club – sees the whole board, overlooks long plans"),
    "strong": _("strong – overlooks only what is deep"),
    "master": _("master – plays its best"),
}
COMPUTER_AT = _("the computer ({level})")
COMPUTER_THINKS = _("{mark} {who} is thinking …")
PLAY_COMPUTER = _("Play the computer")

# Hints
# --------------------------------------------------------------------------------------------------
HINT = _("Hint")
HINT_SEEN = _("-# A hint is marked in the match: everyone sees it.")
HINTS_USED = _("-# 💡 Hints used: {who}")
HINTS_OF = _("{who} ({n})")
HINTS_LEFT_OF = _("-# 💡 {who}: {count}")
STATE_OF = _("{name}: {state}")

# Analysis
# --------------------------------------------------------------------------------------------------
ANALYSE = _("Analyse")
POINT_PUNISHED = plural(
    "- {mark} answers {moves} and wins at once.",
    "- {mark} answers {moves} and wins in {n} turns, whatever is played.",
)
POINT_BETTER = _("- What {better} does for {mark}: {why}.")
WRONG_AFTER = _("Saved, but I couldn’t show it. {board} shows the current board.")
SHOWN_LATER = _(
    "Saved, but I couldn’t show it. My post follows as soon as Discord takes it; {board} shows the "
    "board."
)
UNSEEN = _("Only you can see my answer: Discord doesn’t let you use me for everyone here.")
UNSEEN_TOLD = _(
    "Only you can see my answer: Discord doesn’t let you use me for everyone here. I told {who} by "
    "direct message."
)
UNSEEN_UNTOLD = _(
    "Only you can see my answer: Discord doesn’t let you use me for everyone here. I couldn’t "
    "reach {who} by direct message either."
)
TOLD_DIRECTLY = _("Done. I can’t post there, so I told {who} by direct message.")
NOT_POSTED = _("Discord doesn’t let me post that here.")
POST_REFUSED = _(
    "{match} goes on, but Discord refused my post here. {board} shows the current board."
)
NEWS_REFUSED = _("There’s something new, but Discord refused my post here.")

# Options of several commands
# -------------------------------------------------------------------------------------
SHUT_OUT = {
    "user": _("You can’t use this bot."),
    "server": _("This bot can’t be used in this server."),
    "banned": _("You can’t use this bot in this server. Ask its managers."),
}
ABOUT_MATCH = _("Which match, such as M27 – only needed if you have several")
ABOUT_GAME = _("Which game")
ABOUT_HANDICAP = _("What evens out a difference in strength, such as “2 extra turns” or “3 hints”")
ABOUT_VARIANT = _("Board and options, such as “small”, “7x7” or “single turns”")
