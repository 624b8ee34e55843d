"""Learning: hints, analysis, puzzles and lessons."""

from bot.chat.features.learn import analysis, commands, hints, lessons, presses, puzzles
from bot.chat.kit.delivery.notices import Composer
from bot.chat.kit.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.kit.links import Analyse, AskHint, OpenLesson
from bot.domain.puzzles.events import DailyPuzzle

feature = Feature(
    "learn",
    commands=commands.COMMANDS,
    buttons=(
        Button(AskHint, hints.ask_hint),
        Button(Analyse, analysis.analyse),
        Button(presses.ShowPuzzle, puzzles.show_puzzle),
        Button(presses.ChooseInPuzzle, puzzles.choose),
        Button(presses.PickInPuzzle, puzzles.choose_earlier),
        Button(presses.TypeInPuzzle, puzzles.type_answer),
        Button(presses.TypedInPuzzle, puzzles.typed_answer),
        Button(presses.NextPuzzle, puzzles.next_puzzle),
        Button(presses.GiveUp, puzzles.give_up),
        Button(OpenLesson, lessons.open_lesson),
        Button(lessons.ChooseAnswer, lessons.choose),
        Button(lessons.PlayAfterLesson, lessons.play),
    ),
    composers=(Composer(DailyPuzzle, puzzles.compose_daily),),
    jobs=(Job("the daily puzzle", CHORES_SECONDS, lambda services: services.puzzles.daily()),),
    pending={
        "hint": hints.HINT,
        "analysis": analysis.ANALYSIS,
        "puzzle": puzzles.SOLUTION,
        "answer": puzzles.REFUTATION,
    },
)
