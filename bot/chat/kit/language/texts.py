"""Texts that the kit or several features show: English, with named placeholders."""

from __future__ import annotations

from games.core import _ as _


def plural(one: str, many: str) -> tuple[str, str]:
    """Marks a text for one thing and for several, ``{n}`` of them: ``t.count(*texts.DAYS, n)``."""
    return one, many


# Names -----------------------------------------------------------------------------------------------------------
COMPUTER = _("the computer")
NOBODY = _("a former member")
SEATS = {"Black": _("Black"), "White": _("White"), "Red": _("Red")}
NO_CLOCK = _("no clock")
POINTS = plural("{n} point", "{n} points")
PEOPLE = plural("{n} player", "{n} players")
DAYS = plural("{n} day", "{n} days")
HOURS = plural("{n} hour", "{n} hours")
MINUTES = plural("{n} minute", "{n} minutes")
CLOCK_TURN = _("{span} a turn")
CLOCK_BANK = _("{bank} + {increment} a turn")
CLOCK_WEEKENDS = _("{clock}, weekends off")
TIME_LEFT = _("-# Time left: {mark0} {left0} · {mark1} {left1}")

# The post of a turn ----------------------------------------------------------------------------------------------
TITLE = _("### {game} · {match} · turn {turn}")
TITLE_OVER = _("### {game} · {match} · over after {turns}")
TURNS = plural("{n} turn", "{n} turns")
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
FLIP = _("Turn the board")
SHOW_LEGAL = _("Show legal moves")
HIDE_LEGAL = _("Hide legal moves")
RESIGN = _("Resign")
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

# Challenges ------------------------------------------------------------------------------------------------------
ACCEPT = _("Accept")
WITHDRAW = _("Withdraw")
TAKE = _("Take it")
CHALLENGE_NOTE = _("> {note}")
OPEN_CHALLENGES = _("### Open challenges")
OPEN_TO_ANYONE = _("**{game}** · from {maker} to anyone")
OPEN_TO = _("**{game}** · from {maker} to {target}")
OPEN_TERMS = _("{variant} · {clock}")

# Making a move with pickers --------------------------------------------------------------------------------------
PICK_FROM = _("Which stone do you use?")
PICK_TO = _("From {cell}: where to?")
PICK_PLACE = _("Where do you play?")
PICK_CAPTURE = _("Which stone do you take off?")
PICK_EITHER = _("Where do you place, or with what do you leap?")
PICK_AREA = _("Which part of the board?")
OPTION_SWAP = _("swap sides")
OPTION_PASS = _("pass")

# Boards, lists and menus -----------------------------------------------------------------------------------------
STATUS_YOURS = _("**Your turn**")
STATUS_THEIRS = _("{who} to move")
STATUS_UNTIL = _("{turn}, until {when} ({left})")
STATUS_OVERDUE = _("{turn} · time ran out {left}")
STATUS_PAUSED = _("{turn} · the clock is paused")
STATUS_WON = _("{who} won")
STATUS_DRAWN = _("a draw")
STATUS_ABORTED = _("called off")
MORE_TITLE = _("### {match} · what else?")

# Offers ----------------------------------------------------------------------------------------------------------
ASKED = {
    "draw": _("{who} offers a draw in **{match}**."),
    "takeback": _("{who} would like to take back the last turn in **{match}**."),
    "pause": _("{who} would like to pause the clock of **{match}**."),
    "resume": _("{who} would like to go on with **{match}**."),
    "result": _("{who} would like to take the result of **{match}** back, as if it had not been played."),
}

# Watching, preparing answers, going on ---------------------------------------------------------------------------
PAST = _("After {n} of {last} decisions")
FOLLOW = _("Follow")
UNFOLLOW = _("Follow no longer")
LOOK_THROUGH = _("Look through it")
PLAN = _("Prepare answers")

# Settings, servers and privacy -----------------------------------------------------------------------------------
ONLY_CHANNELS = _("here, games are played in {channels}")
ONLY_ROLES = _("here, only {roles} may challenge")

# When something is wrong -----------------------------------------------------------------------------------------
WRONG = _("⚠️ {why}")
WRONG_FAILED = _("Something went wrong on our side. Nothing was changed; please try again.")
WRONG_OLD_BUTTON = _("This button is no longer in use. {board} shows the board as it is now.")
WRONG_OLD_COMMAND = _(
    "This command has changed since your Discord last looked. Restart your Discord app (or press Ctrl+R), and use it "
    "again."
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
SIDES = {"random": _("by lot"), "first": _("I move first"), "second": _("I move second")}
COORDINATES = {"edge": _("along the edge"), "cells": _("on every cell"), "none": _("nowhere")}
CHOICE_YOURS = _("{match} · {game} against {who} – your turn")
CHOICE_THEIRS = _("{match} · {game} against {who}")

# Ratings ---------------------------------------------------------------------------------------------------------
RATED = _("rated")
GAIN = _("{mark} {who} {before} → {after} ({gain})")
TAKE_RESULT_BACK = _("Take the result back")

# The computer as opponent ----------------------------------------------------------------------------------------
LEVELS = {"novice": _("novice"), "casual": _("casual"), "club": _("club"), "strong": _("strong"), "master": _("master")}
COMPUTER_AT = _("the computer ({level})")
COMPUTER_THINKS = _("{mark} {who} is thinking …")

# Hints -----------------------------------------------------------------------------------------------------------
HINT = _("Hint")
HINTS_USED = _("-# 💡 Hints used: {who}")
HINTS_OF = _("{who} ({n})")

# Analysis --------------------------------------------------------------------------------------------------------
ANALYSE = _("Analyse")
WRONG_AFTER = _("Saved, but showing it failed on our side. {board} shows the board as it is now.")

# Options of several commands -------------------------------------------------------------------------------------
SHUT_OUT = {
    "user": _("You cannot use this bot."),
    "server": _("This bot cannot be used in this server."),
    "banned": _("You cannot use this bot in this server. Ask those who manage the server."),
}
ABOUT_MATCH = _("Which match, such as M27; may be left out when there is only one it can be")
ABOUT_GAME = _("Which game")
