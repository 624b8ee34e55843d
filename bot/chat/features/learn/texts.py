"""Texts about learning: hints, analysis, puzzles, lessons."""

from bot.chat.language.texts import _, plural

HINT_WAIT = _("Thinking about {match} …")
HINT_TITLE = _("### 💡 {match} · a hint")
HINT_MOVE = _("{mark} {moves}")
HINT_REASON = _("- {reason}")
HINT_STAKE = _("{stake}")
HINT_NO_STAKE = _("Nothing is forced yet: play to your own plan.")
HINT_IDEA = _("- **{name}.** {text}")
HINT_AREA = _("Where?")
HINT_ALL = _("Show the move")
HINT_PART = _("Look at area A.")
HINT_NOTE = _("-# Only you can see this. The match shows that you used hints.")
HINT_PLAY = _("Play it")
PUZZLE_TITLE = _("### 🧩 {game} · {puzzle}")
# A puzzle is known by its number, and by its idea once it is solved.
PUZZLE_NUMBER = _("Puzzle {number}")
PUZZLE_NAME = _("{idea} (puzzle {number})")
PUZZLE_OWN = _("from your own match")
PUZZLE_DAILY = _("### 🧩 Daily puzzle: {game}")
PUZZLE_ONE = _("{mark} to move and win this turn.")
PUZZLE_MORE = _("{mark} to move and force a win in {turns} turns, this one included.")
PUZZLE_LONGER = _("-# A forced win that takes up to {turns} turns longer is right, too.")
PUZZLE_ANY = _("-# Any forced win is right, however long it takes.")
PUZZLE_LEFT = _("{mark} to move: a win in {turns} more turns.")
PUZZLE_SO_FAR = _("So far: {moves} – and then?")
PUZZLE_RATING = _("-# Puzzle {number} · rating {rating} · yours {own}")
PUZZLE_IDEAS = _("- Ideas: {ideas}")
PUZZLE_BACK = _("Back to the turn")
PUZZLE_TYPE = _("Type a move")
PUZZLE_NEXT = _("Next puzzle")
PUZZLE_GIVE_UP = _("Give up")
PUZZLE_GIVE_UP_RATED = _("Give up (costs rating)")
PUZZLE_COST = _("-# Your first answer counts, {points} points at most; giving up counts as wrong.")
PUZZLE_FREE = _(
    "-# Answer {number} of your first {free} in {game}: these don’t change your rating."
)
PUZZLE_UNCOUNTED = _("-# Rating unchanged: your first {free} answers in {game} don’t count.")
PUZZLE_GAINED = _("-# +{points} to your rating: right at the first try.")
PUZZLE_LOST = _("-# −{points} from your rating: not right at the first try.")
PUZZLE_AGAIN = _("-# You missed this one before. It doesn’t change your rating.")
PUZZLE_EASIER = _("Easier one")
PUZZLE_MINE = _("### 🧩 {game} · from your match of {when}")
PUZZLE_SAVE = plural(
    "{mark} to move: play so that your opponent can’t win next turn.",
    "{mark} to move: play so that your opponent can’t force a win within {n} turns.",
)
PUZZLE_ROUND = _(
    "-# Solved {solved} of {times} times, counted from {when} on. Unrated, and only you see it."
)
SAVE_UNDECIDED = _(
    "⚠️ Whether {moves} is safe couldn’t be proved in time, so it doesn’t count. Try something else!"
)
SAVE_REFUTED = plural(
    "❌ {moves} lets your opponent win with {answer}. Try again!",
    "❌ After {moves} your opponent wins within {n} turns, beginning with {answer}. Try again!",
)
ANALYSIS_KEPT = _("-# What you missed comes round again: `/puzzle mine:True`.")
PUZZLE_POSTED = _("{who} has solved this. Can you?")
PUZZLE_SOLVE = _("Solve")
PUZZLE_TITLE_FORM = _("Puzzle: {game}")
PUZZLE_FIELD = _("Your move or whole turn")
PUZZLE_WRONG = _("❌ {moves} doesn’t win. Try again!")
PUZZLE_JUDGING = _("{moves} … looking for the best reply.")
PUZZLE_REFUTED = plural(
    "❌ {moves} is met by {answer} (shown), and you can’t win next turn. Try again from the start!",
    "❌ {moves} is met by {answer} (shown), and you can’t force a win in {n} turns. Try again from "
    "the start!",
)
PUZZLE_UNDECIDED = _(
    "⚠️ Whether {moves} wins couldn’t be proved in time, so it doesn’t count. Try something else!"
)
PUZZLE_ONWARD = _("{moves} – keep going: your turn isn’t over.")
PUZZLE_REPLIED = _("✅ {moves} is right. The best defence is {answer}.")
PUZZLE_SLOWER = _("✅ {moves} wins too, though not the fastest way. The best defence is {answer}.")
PUZZLE_SOLVED = _("### ✅ Solved!")
PUZZLE_SOLVED_NAME = _("### ✅ Solved! {puzzle}")
PUZZLE_SHOWN = _("### Solution")
PUZZLE_LINE = _("- Longest defence: {moves}")
PUZZLE_STREAK = _("-# Day streak: {days} · best: {best} · solved: {solved}")
ANALYSING = _("Analysing {match} … {bar} {percent}%")
ANALYSIS = _("### {game} · {match} · analysis")
COURSE_TITLE = _("{game} · {match}: who was ahead")
COURSE_OF = _("{first} (up) and {second} (down), turn by turn")
COURSE_ALT = _("The first player’s chances after each turn, in percent.")
TURNING_POINT = _(
    "**{n}. Turn {turn}**: {mark} {who} played {moves}. Better: {better} (shown). Winning chances "
    "fell from {before}% to {after}%."
)
POINT_OPEN = _("Turn {turn}")
POINT_TITLE = _("### {match} · turn {turn} · {page} of {pages}")
POINT_PLAYED = _("{mark} {who} played {moves}. Winning chances fell from {before}% to {after}%.")
POINT_LINE = _("The refutation: {mark} {moves}")
POINT_INSTEAD = _("Better: {mark} {moves}")
NO_TURNING_POINTS = _("No turning points found.")
LESSON_TITLE = _("### 🎓 {game} · {chapter} · {step} of {steps}")
LESSON_TASK = _("{mark} {task}")
LESSON_RIGHT = _("✅ {why}")
LESSON_WRONG = _("❌ {why} Try another move.")
LESSON_NEXT = _("Next step")
LESSON_BACK = _("Back to position")
WHICH_GAME = _("Which game do you want to play against the computer?")
LESSON_ON = _("Continue")
CHAPTERS = _("Chapters")
CHAPTERS_TITLE = _("### 🎓 {game} · chapters")
CHAPTER = _("▫️ {name} · {done} of {steps}")
CHAPTER_SOLVED = _("✅ {name} · {done} of {steps}")
CHAPTER_OPEN = _("Open a chapter")
LESSON_RULES = _("Back to rules")
LESSON_DONE = _("Course complete! Now play: {play}, with a friend or against the computer.")
LESSON_DONE_ON_PAGE = _("Course complete! Now play a friend or the computer.")

ABOUT_HINT = _(
    "Get a suggested move with reasons, on your turn in an unrated match; all see that you did"
)
ABOUT_ANALYSE = _("Analyse a finished match: who was ahead, and where it turned")
ABOUT_PUZZLE = _("Solve a puzzle: find the winning turn (only you can see it)")
ABOUT_PUZZLE_GAME = _("Which game – any if left out")
ABOUT_PUZZLE_MINE = _("What you missed in your own matches")
ABOUT_PUZZLE_TODAY = _("Daily puzzle")
