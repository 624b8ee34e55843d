"""The cards of puzzles: one to be solved, its solution, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Sequence

import games
from bot.chat.features.learn import texts
from bot.chat.features.learn.presses import ChooseInPuzzle, GiveUp, NextPuzzle, ShowPuzzle, TypeInPuzzle
from bot.chat.kit.components import (
    AMBER,
    BLURPLE,
    GREEN,
    Item,
    Picture,
    Post,
    button,
    for_notice,
    picture,
    post,
    row,
    text,
)
from bot.chat.kit.language import phrases
from bot.chat.kit.language import texts as shared
from bot.chat.kit.language.i18n import Language, Markup
from bot.chat.kit.match import pickers
from bot.chat.kit.match.pickers import Picker
from bot.domain import variants
from bot.domain.events import Notice
from bot.domain.puzzles.events import DailyPuzzle
from bot.domain.puzzles.repository import Streak
from games.core import Sentence, State
from games.players.puzzles import Puzzle


def task(t: Language, puzzle: Puzzle, state: State) -> Markup:
    """What is to be found."""
    mark = Markup(phrases.mark(state.game, state.to_move or 0))
    return t(texts.PUZZLE_ONE if puzzle.turns == 1 else texts.PUZZLE_TWO, mark=mark)


def _rules(t: Language, puzzle: Puzzle) -> Markup:
    """What board it is, and which of the game's options hold."""
    return Markup(f"-# {variants.text(games.get(puzzle.slug), puzzle.options, t.say)}")


def card(
    t: Language,
    puzzle: Puzzle,
    states: Sequence[State],
    image: Picture,
    shown: Picker,
    lead: str = "",
    streak: Streak | None = None,
    *,
    today: bool = False,
) -> Post:
    """A puzzle to be solved, with what can be pressed; ``today``: it is the daily one."""
    state, found = states[-1], len(states) - 1
    seat = state.to_move or 0
    streak, named = streak or Streak(), (puzzle.slug, puzzle.name)

    def press(pressed: str) -> ChooseInPuzzle:
        return ChooseInPuzzle(found, *named, pressed)

    focus = shown.page.focus
    return post(
        text(
            lead or None,
            t(texts.PUZZLE_DAILY if today else texts.PUZZLE_TITLE, game=state.game.name, name=puzzle.name),
            task(t, puzzle, state),
            _rules(t, puzzle),
            t(texts.PUZZLE_SO_FAR, moves=phrases.moves(puzzle.solution[:found])) if found else None,
        ),
        picture(image),
        *pickers.rows(shown, press),
        row(
            button(t.label(shared.PICK_BACK), press(shown.page.back)) if focus else None,
            button(t.label(texts.PUZZLE_TYPE), TypeInPuzzle(found, *named)),
            button(t.label(texts.PUZZLE_NEXT), NextPuzzle(found, *named)),
            button(t.label(texts.PUZZLE_GIVE_UP), GiveUp(found, *named)),
        ),
        _streak(t, streak),
        colour=phrases.colour(state.game, seat),
        pictures=[image],
    )


def solution(
    t: Language,
    puzzle: Puzzle,
    states: Sequence[State],
    image: Picture,
    streak: Streak,
    why: Sequence[Sentence],
    *,
    solved: bool,
) -> Post:
    """The end of a puzzle: the winning turn, why it wins, and how it goes on."""
    seat = states[0].to_move or 0
    return post(
        text(
            t(texts.PUZZLE_SOLVED if solved else texts.PUZZLE_SHOWN),
            t(texts.HINT_MOVE, mark=Markup(phrases.mark(states[0].game, seat)), moves=phrases.moves(puzzle.solution)),
            *(t(texts.HINT_REASON, reason=t.whole(reason)) for reason in why[:3]),
            t(texts.PUZZLE_LINE, moves=phrases.moves(puzzle.line)) if puzzle.line else None,
        ),
        picture(image),
        _streak(t, streak),
        row(button(t.label(texts.PUZZLE_NEXT), NextPuzzle(0, puzzle.slug, puzzle.name), "primary")),
        colour=GREEN if solved else AMBER,
        pictures=[image],
    )


def daily(t: Language, puzzle: Puzzle, state: State, image: Picture, notice: Notice[DailyPuzzle]) -> Post:
    """The puzzle of the day, for everyone in a channel; each solves it alone."""
    return post(
        text(t(texts.PUZZLE_DAILY, game=state.game.name), task(t, puzzle, state), _rules(t, puzzle)),
        picture(image),
        row(button(t.label(texts.PUZZLE_SOLVE), ShowPuzzle(0, puzzle.slug, puzzle.name), "primary")),
        colour=BLURPLE,
        pictures=[image],
        **for_notice(notice),
    )


def _streak(t: Language, streak: Streak) -> Item | None:
    """Days in a row and puzzles solved, once there is any."""
    if not streak.solved:
        return None
    return text(t(texts.PUZZLE_STREAK, days=streak.days, best=streak.best, solved=streak.solved))
