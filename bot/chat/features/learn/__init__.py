"""Learning: hints, analysis, puzzles and lessons."""

from bot.chat.board.links import Analyse, AskHint, OpenLesson, ShowPuzzle, TryInPuzzle
from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.features.learn import (
    analysis,
    commands,
    hints,
    lessons,
    posting,
    presses,
    puzzles,
    trying,
    turning_points,
)
from bot.domain.puzzles.events import DailyPuzzle

feature = Feature(
    "learn",
    commands=commands.COMMANDS,
    buttons=(
        Button(AskHint, hints.ask_hint, work="heavy"),
        Button(presses.TellMore, hints.tell_more, work="heavy"),
        Button(presses.PlayHint, hints.play_it, work="board"),
        Button(Analyse, analysis.analyse, work="heavy"),
        Button(presses.OpenPoint, turning_points.open_point, work="board"),
        Button(presses.TurnPage, turning_points.turn_page, work="board"),
        Button(ShowPuzzle, puzzles.show_puzzle, work="board"),
        Button(TryInPuzzle, trying.try_in_puzzle, work="board"),
        Button(presses.TryInLesson, trying.try_in_lesson, work="board"),
        Button(presses.ChooseInPuzzle, puzzles.choose, work="board"),
        Button(presses.PickInPuzzle, puzzles.choose_earlier, work="board"),
        Button(presses.TypeInPuzzle, puzzles.type_answer),
        Button(presses.TypedInPuzzle, puzzles.typed_answer, work="board"),
        Button(presses.NextPuzzle, puzzles.next_puzzle, work="board"),
        Button(presses.GiveUp, puzzles.give_up, work="board"),
        Button(presses.PostPuzzle, posting.post_puzzle, work="board"),
        Button(presses.PostAnalysis, posting.post_analysis, work="board"),
        Button(OpenLesson, lessons.open_lesson, work="board"),
        Button(lessons.ChooseAnswer, lessons.choose, work="board"),
        Button(lessons.PlayAfterLesson, lessons.play, work="board"),
    ),
    composers=(Composer(DailyPuzzle, puzzles.compose_daily),),
    jobs=(Job("the daily puzzle", CHORES_SECONDS, lambda services: services.puzzles.daily()),),
    pending={
        "hint": hints.HINT,
        "hint turn": hints.TURN,
        "analysis": analysis.ANALYSIS,
        "puzzle": puzzles.SOLUTION,
        "verdict": puzzles.VERDICT,
        "answer": puzzles.REFUTATION,
    },
)
