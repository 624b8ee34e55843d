"""Trying moves in puzzles and lessons before answering, for oneself alone: nothing here says what is right."""

from __future__ import annotations

import games
from bot.chat.board import trying
from bot.chat.board.links import OpenLesson, ShowPuzzle, TryInPuzzle
from bot.chat.board.trying import Scratch
from bot.chat.discord.components import button
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, lessons, puzzles
from bot.chat.features.learn.presses import TryInLesson
from bot.chat.language import texts as shared
from games.players.puzzles import answers


@feature.on(TryInPuzzle, work="board")
async def try_in_puzzle(reply: Reply, press: TryInPuzzle) -> None:
    """Show a line that is tried in a puzzle, from where the member has come in it. Raises NotFound."""
    t = reply.t
    puzzle, line = puzzles.meant(press)
    start, given = puzzle.start(), min(press.made, len(line))
    back = ShowPuzzle(given, puzzle.slug, puzzle.name, answers.path(start, line[:given]))
    scratch = Scratch(
        start,
        given,
        lambda path, pressed: TryInPuzzle(given, puzzle.slug, puzzle.name, path, pressed),
        t(shared.TRY_PUZZLE, game=games.get(puzzle.slug).name, name=puzzle.name),
        (button(t.label(shared.TRY_DONE), back),),
    )
    await trying.show(reply, scratch, answers.path(start, line), press.pressed, anew=not reply.pressed)


@feature.on(TryInLesson, work="board")
async def try_in_lesson(reply: Reply, press: TryInLesson) -> None:
    """Show a line that is tried in a step of a lesson. Raises NotFound."""
    t, game = reply.t, games.get(press.game)
    steps = lessons.lesson_of(game).steps
    if press.step >= len(steps):
        raise no_such_button()
    scratch = Scratch(
        lessons.position(game, steps[press.step]),
        0,
        lambda path, pressed: TryInLesson(press.step, press.game, path, pressed),
        t(shared.TRY_LESSON, game=game.name, step=press.step + 1),
        (button(t.label(shared.TRY_LESSON_DONE), OpenLesson(press.step, press.game)),),
    )
    await trying.show(reply, scratch, press.path, press.pressed)
