"""Texts about the computer as opponent and teacher: matches against it, hints, analysis, puzzles, lessons."""

from __future__ import annotations

from bot.chat.kit.language.texts import _

HELP_ALONE = _(
    "**Alone, or to learn**\n"
    "{play} with a `level` is a match against the computer. {rules} has lessons to play, {puzzle} a winning turn to "
    "find. {hint} advises you in a match, {analyse} shows where a finished one turned."
)

# The computer as opponent ----------------------------------------------------------------------------------------
LEVELS = {
    "novice": _("novice"),
    "casual": _("casual"),
    "club": _("club"),
    "strong": _("strong"),
    "master": _("master"),
}
COMPUTER_AT = _("the computer ({level})")
COMPUTER_TOLD = _("Done.")
COMPUTER_THINKS = _("{mark} {who} is thinking …")
COMPUTER_DRAW_NO = _("the computer thanks you for the offer, but would like to play on in **{match}**.")
LEVEL_FOR_COMPUTER = _("a level is for matches against the computer; leave it out to play {name}")
COMPUTER_UNRATED = _("a match against the computer is never rated")
# Hints -----------------------------------------------------------------------------------------------------------
HINT = _("Hint")
HINT_WAIT = _("Thinking about {match} …")
HINT_TITLE = _("### 💡 {match} · a hint")
HINT_MOVE = _("{mark} {moves}")
HINT_REASON = _("- {reason}")
HINT_NOTE = _("-# Only you see this. The match shows that hints were used.")
HINTS_USED = _("-# 💡 Hints used: {who}")
HINTS_OF = _("{who} ({n})")

# Puzzles ---------------------------------------------------------------------------------------------------------
PUZZLE_TITLE = _("### 🧩 {game} · puzzle {name}")
PUZZLE_DAILY = _("### 🧩 The puzzle of the day: {game}")
PUZZLE_ONE = _("{mark} to move and win within this turn. There is just one way.")
PUZZLE_TWO = _("{mark} to move and win with the next turn at the latest, whatever is answered. There is just one way.")
PUZZLE_SO_FAR = _("So far: {moves}. And then?")
PUZZLE_TYPE = _("Type a move")
PUZZLE_NEXT = _("Another puzzle")
PUZZLE_GIVE_UP = _("Show the solution")
PUZZLE_SOLVE = _("Solve it")
PUZZLE_TITLE_FORM = _("Puzzle: {game}")
PUZZLE_FIELD = _("Your move, or the whole turn")
PUZZLE_WRONG = _("❌ {moves} does not win within this turn. Try again!")
PUZZLE_WRONG_TWO = _("❌ After {moves} your opponent can keep you from winning with your next turn. Try again!")
PUZZLE_REFUTED = _("❌ After {moves} comes {answer}, and you cannot win with your next turn. Try again!")
PUZZLE_ONWARD = _("✅ {moves} is right. The turn goes on.")
PUZZLE_SOLVED = _("### ✅ Solved!")
PUZZLE_SHOWN = _("### The solution")
PUZZLE_LINE = _("- The longest defence: {moves}")
PUZZLE_STREAK = _("-# Days in a row: {days} · most: {best} · solved in all: {solved}")

# Analysis --------------------------------------------------------------------------------------------------------
ANALYSE = _("Analyse")
ANALYSING = _("Going over {match} … {bar} {percent} %")
ANALYSIS = _("### {game} · {match} · analysis")
COURSE_TITLE = _("{game} · {match}: who stood better")
COURSE_OF = _("{first} (up) and {second} (down), turn by turn")
COURSE_ALT = _("Chances of the first player after each turn, in percent.")
TURNING_POINT = _(
    "**{n}. Turn {turn}**: {mark} {who} played {moves}; better was {better}, as drawn. "
    "The chances fell from {before} % to {after} %."
)
NO_TURNING_POINTS = _("No single turn changed much: it was decided little by little.")

# Lessons ---------------------------------------------------------------------------------------------------------
LESSON = _("Learn by playing")
LESSON_TITLE = _("### 🎓 {game} · lesson · {step} of {steps}")
LESSON_TASK = _("{mark} {task}")
LESSON_RIGHT = _("✅ {why}")
LESSON_WRONG = _("❌ {why} Try another one.")
LESSON_NEXT = _("Next step")
LESSON_BACK = _("Back to the position")
LESSON_PLAY = _("Play the computer")
LESSON_AGAIN = _("From the beginning")
LESSON_RULES = _("Back to the rules")
LESSON_DONE = _("That is the heart of it. Now play: {play}, with a friend or against the computer.")

COMMANDS = {
    "analyse": _("Go over a finished match: who stood better, and where it turned"),
    "puzzle": _("Find the winning turn; only you see it"),
    "puzzle.game": _("Of which game; of any if left out"),
    "puzzle.today": _("The puzzle of the day"),
    "hint": _("A good move with its reasons, in a match without rating when it is your turn"),
    "play.level": _("Play against the computer: how strong it is to be"),
}
