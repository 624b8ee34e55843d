"""Lessons in chat: small positions to be played with buttons, right answers shown and wrong ones explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from bot.matches.replay import follow
from games.core import Game, GameError, State

from . import practice_texts as texts
from . import words
from .answers import no_such_button
from .ids import Press
from .layout import AMBER, BLURPLE, GREEN, button, picture, post, row, text
from .lessonbook import LESSONS, Step
from .texts import WRONG
from .tongue import Markup, Tongue, bold

if TYPE_CHECKING:
    from .answers import Answer

SIZE = 640


def position(game: Game, step: Step) -> State:
    """The position of a step."""
    return follow(game.start(**LESSONS[game.slug].options), step.moves.split())[-1]


def met(state: State, after: State, goal: str) -> bool:
    """Whether the decision that leads from ``state`` to ``after`` is what a step asks for."""
    seat = state.to_move
    kind, _, reason = goal.partition(":")
    outcome = after.outcome
    if kind == "legal":
        return True
    if kind == "win":
        return outcome is not None and outcome.winner == seat and reason in ("", outcome.reason)
    if kind == "trap":
        return after.to_move == seat and all(move.kind == "remove" for move in after.legal_moves())
    if kind == "stop":
        answers = (after.play(move).outcome for move in after.legal_moves())
        return after.to_move not in (seat, None) and not any(one is not None and one.winner != seat for one in answers)
    return any(event.kind == kind and event.seat == seat for event in after.events)


def tried(t: Tongue, state: State, step: Step, move: str) -> tuple[State | None, Markup]:
    """The state that a right decision leads to, or None, and what there is to say of it."""
    try:
        after = state.play(state.parse(move))
    except GameError as why:
        return None, t(WRONG, why=t.error(why))
    if met(state, after, step.goal):
        return after, t(texts.LESSON_RIGHT, why=t(step.praise))
    return None, t(texts.LESSON_WRONG, why=t(step.wrong, move=bold(move)))


async def show(answer: Answer, game: Game, number: int, move: str = "", *, anew: bool = False) -> None:
    """Show a step of a game's lesson, and what comes of ``move`` if one was chosen. Raises NotFound."""
    t, steps = answer.t, LESSONS[game.slug].steps
    if number >= len(steps):
        raise no_such_button()
    step = steps[number]
    before = position(game, step)
    after, said = tried(t, before, step, move) if move else (None, None)
    state = after or before
    key = ("lesson", game.slug, number, state.ply)
    image = await answer.bot.pictures.board(
        state, key=key, turn=(before, after) if after else (), size=SIZE, **answer.look()
    )
    last = number == len(steps) - 1
    choices = [
        button(choice, Press("learn", 0, number, f"{game.slug}.{index}"))
        for index, choice in enumerate(step.choices.split())
    ]
    onward = (
        button(t.label(texts.LESSON_AGAIN), Press("lesson", 0, 0, game.slug))
        if last
        else button(t.label(texts.LESSON_NEXT), Press("lesson", 0, number + 1, game.slug), "success")
    )
    await answer.private(
        post(
            text(
                t(texts.LESSON_TITLE, game=game.name, step=number + 1, steps=len(steps)),
                t(texts.LESSON_TASK, mark=Markup(words.mark(game, before.to_move or 0)), task=t(step.task)),
            ),
            picture(image),
            text(said, t(texts.LESSON_DONE, play=Markup("`/play`")) if after and last else None) if said else None,
            row(*([onward] if after else choices)),
            row(button(t.label(texts.LESSON_RULES), Press("rulespage", 0, 0, game.slug))),
            colour=GREEN if after else AMBER if said else BLURPLE,
            pictures=[image],
        ),
        anew=anew,
    )


async def _lesson(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await show(answer, games.get(press.extra), press.version)


async def _learn(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    slug, _, index = press.extra.partition(".")
    game = games.get(slug)
    steps = LESSONS[game.slug].steps
    if press.version >= len(steps) or not (index.isascii() and index.isdecimal()):
        raise no_such_button()
    choices = steps[press.version].choices.split()
    if int(index) >= len(choices):
        raise no_such_button()
    await show(answer, game, press.version, choices[int(index)])


HANDLERS = {"lesson": _lesson, "learn": _learn}
