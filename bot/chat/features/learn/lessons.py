"""Lessons: small positions to be played with buttons, right answers shown and wrong ones explained."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import games
from bot.chat.board import trying
from bot.chat.board.choosing import Moves
from bot.chat.board.links import GO_ON, OpenLesson, PlayComputer, ShowRulesPage
from bot.chat.board.trying import Scratch
from bot.chat.discord.components import AMBER, BLURPLE, GREEN, button, post, rows, text
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, Markup, bold
from bot.chat.language.texts import _
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.opponent import LEVEL_NAMES
from games import teaching
from games.core import Game, IllegalMove, Move, State
from games.players.claims import Turn, done, sentences
from games.players.courses import ONWARD, examples, exemplifies
from games.players.ideas import idea
from games.teaching import Lesson, Step

SIZE = 640  # pixels of a lesson's board
_FIND = _("**{name}.** {text} Which move shows it?")
_FIND_TURN = _("**{name}.** {text} Which turn shows it?")
_SHOWS = _("That’s it: {name}.")
_SHOWS_NOT = _("Not {move}: it isn’t an example of this idea.")


class ChooseAnswer(Press, action="learn"):
    """Try one of the decisions that a step offers."""

    step: Version
    game: str
    choice: int


class TryInLesson(Press, action="learntry"):
    """Try moves in a step of a lesson."""

    step: Version
    game: str
    path: str
    pressed: str


@cache
def course(slug: str) -> Lesson | None:
    """All steps of a game: how it is played, then two positions or more for each of its ideas; None if it has none."""
    lesson = teaching.lesson_of(games.get(slug))
    if lesson is None:
        return None
    ideas = (
        Step("idea", " ".join(it.moves), " ".join(it.choices), task, _SHOWS, _SHOWS_NOT, it.options, it.idea)
        for it in examples(slug)
        for task in (_FIND_TURN if ONWARD in it.right else _FIND,)
    )
    return Lesson(lesson.options, (*lesson.steps, *ideas))


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game. Raises Refused where it has none."""
    if (lesson := course(game.slug)) is None:
        raise Refused(
            "{game} has no lessons yet; play the computer instead with {play} and a level",
            game=game.name,
            play=Command("play"),
        )
    return lesson


def position(game: Game, step: Step) -> State:
    """The position of a step."""
    return follow(game.start(**(step.options or lesson_of(game).options)), step.moves.split())[-1]


class Tried(NamedTuple):
    """The result of an answer: whether it is ``right``, what is said of it, and the states to show.

    The first of these is the position before the decisions that are drawn as played.
    """

    right: bool
    said: Markup
    states: tuple[State, ...]


def met(states: Sequence[State], step: Step) -> bool:
    """Whether the decisions that lead through ``states`` are what a step asks for."""
    after, seat = states[-1], states[0].to_move
    kind, _, reason = step.goal.partition(":")
    outcome = after.outcome
    if kind == "idea":
        return exemplifies(step.idea, states)
    if kind == "legal":
        return True
    if kind == "win":
        return outcome is not None and outcome.winner == seat and reason in ("", outcome.reason)
    if kind == "trap":
        return after.to_move == seat and all(move.kind == "remove" for move in after.legal_moves())
    if kind == "stop":
        return after.to_move not in (seat, None) and lost(after) is None
    return any(event.kind == kind and event.seat == seat for event in after.events)


def lost(state: State) -> State | None:
    """The state after a decision with which the side to move wins at once; None if it cannot."""
    answers = (state.play(move) for move in state.legal_moves())
    return next((end for end in answers if end.outcome is not None and end.outcome.winner == state.to_move), None)


def tried(t: Language, state: State, step: Step, choice: str) -> Tried:
    """The result of one of the answers that a step offers."""
    states = [state]
    for meant in map(read, choice.split(ONWARD)):
        if meant not in states[-1].legal_moves():
            why = t.whole(
                IllegalMove(states[-1].objection(meant)).sentence
            )  # not which moves are legal: that is the task
            return Tried(False, t(texts.LESSON_WRONG, why=why), (state,))
        states.append(states[-1].play(meant))
    if met(states, step):
        return Tried(True, _praise(t, step, states), tuple(states))
    end = lost(states[-1]) if step.goal == "stop" else None
    shown = tuple(states) if end is None else (states[-1], end)
    why = t(step.wrong, move=bold(label(choice)), answer=bold(shown[-1].last_move))
    return Tried(False, t(texts.LESSON_WRONG, why=why), shown)


def label(choice: str) -> str:
    """An answer as it stands on its button."""
    return choice.replace(ONWARD, " ")


def _praise(t: Language, step: Step, states: Sequence[State]) -> Markup:
    """Praise for the right answer; for an idea also what the answer does on the board."""
    known = idea(states[0].game.slug, step.idea)
    if known is None:
        return t(texts.LESSON_RIGHT, why=t(step.praise))
    turn = Turn(tuple(states))
    why = t(step.praise, name=t.say(known.name))
    does = [t(texts.HINT_REASON, reason=t.whole(sentence)) for sentence in sentences(done(turn), turn)[:2]]
    return Markup("\n".join((t(texts.LESSON_RIGHT, why=why), *does)))


def task(t: Language, game: Game, step: Step) -> Markup:
    """What a step asks for."""
    known = idea(game.slug, step.idea)
    return t(step.task) if known is None else t(step.task, name=t.say(known.name), text=t.say(known.text))


def read(text: str) -> Move:
    """The decision of a choice, legal or not."""
    if text.startswith("x"):
        return Move("remove", text[1:])
    if text in ("swap", "pass"):
        return Move(text)
    source, dash, target = text.rpartition("-")
    return Move("step", target, source) if dash else Move("place", target)


def turns(step: Step) -> list[Moves]:
    """The answers that a step offers, legal or not, as the decisions of each."""
    return [tuple(map(read, choice.split(ONWARD))) for choice in step.choices.split()]


async def show(reply: Reply, game: Game, number: int, move: str = "", *, anew: bool = False) -> None:
    """Show a step of a game's lesson, and what comes of ``move`` if one was chosen. Raises NotFound."""
    t, steps = reply.t, lesson_of(game).steps
    if number >= len(steps):
        raise no_such_button()
    step = steps[number]
    before = position(game, step)
    result = tried(t, before, step, move) if move else None
    states = (before,) if result is None else result.states
    key = ("lesson", game.slug, number, *map(str, (move, states[-1].ply)))
    # The other side's last decision is not highlighted; an own slide before a placement is.
    marked = len(states) > 1 or any(event.seat == before.to_move for event in before.events)
    right, last = result is not None and result.right, number == len(steps) - 1
    drawn = states if len(states) > 1 else ()
    board = await trying.draw(reply, (before,), turns=turns(step), drawn=drawn, key=key, highlight=marked, size=SIZE)
    if right:
        board = board._replace(picker=None)
    words = (
        None if result is None else result.said,
        t(texts.LESSON_TITLE, game=game.name, step=number + 1, steps=len(steps)),
        t(texts.LESSON_TASK, mark=Markup(phrases.mark(game, before.to_move or 0)), task=task(t, game, step)),
        t(texts.LESSON_DONE, play=Command("play")) if right and last else None,
    )
    next_step = button(t.label(texts.LESSON_NEXT), OpenLesson(number + 1, game.slug), "success")
    plays = button(t.label(texts.LESSON_PLAY), PlayComputer(game.slug), "success")
    buttons = (
        (plays if last else next_step) if right else None,
        button(t.label(texts.LESSON_BACK), OpenLesson(number, game.slug)) if drawn and not right else None,
        button(t.label(texts.LESSON_AGAIN), OpenLesson(0, game.slug)) if right and last else None,
        button(t.label(shared.THINK), TryInLesson(number, game.slug, "", "")) if result is None else None,
        button(t.label(texts.LESSON_RULES), ShowRulesPage(0, game.slug)),
    )
    colour = GREEN if right else AMBER if result is not None else BLURPLE

    def press(pressed: str) -> ChooseAnswer:
        return ChooseAnswer(number, game.slug, int(pressed))

    await reply.private(trying.card(t, board, press, words, filter(None, buttons), colour=colour), anew=anew)


@feature.on(OpenLesson, work="board", page=True)
async def open_lesson(reply: Reply, press: OpenLesson) -> None:
    """Show a step, and keep that it was opened."""
    game, puzzles = games.get(press.game), reply.services.puzzles
    step, steps = press.step, len(lesson_of(game).steps)
    if step == GO_ON:
        step = (await puzzles.progress(reply.user, game.slug)).step % steps
    elif step < steps:
        await puzzles.go_on(reply.user, game.slug, step)
    await show(reply, game, step)


@feature.on(ChooseAnswer, work="board", page=True)
async def choose(reply: Reply, press: ChooseAnswer) -> None:
    """Show what comes of a decision."""
    game = games.get(press.game)
    steps = lesson_of(game).steps
    choices = steps[press.step].choices.split() if press.step < len(steps) else []
    if press.choice >= len(choices):
        raise no_such_button()
    await show(reply, game, press.step, choices[press.choice])


@feature.on(TryInLesson, work="board", page=True)
async def try_moves(reply: Reply, press: TryInLesson) -> None:
    """Show a line that is tried in a step of a lesson; nothing says what is right. Raises NotFound."""
    t, game = reply.t, games.get(press.game)
    steps = lesson_of(game).steps
    if press.step >= len(steps):
        raise no_such_button()
    scratch = Scratch(
        position(game, steps[press.step]),
        0,
        lambda path, pressed: TryInLesson(press.step, press.game, path, pressed),
        t(shared.TRY_LESSON, game=game.name, step=press.step + 1),
        (button(t.label(shared.TRY_LESSON_DONE), OpenLesson(press.step, press.game)),),
    )
    await trying.show(reply, scratch, press.path, press.pressed)


@feature.on(PlayComputer, work="board")
async def play(reply: Reply, press: PlayComputer) -> None:
    """Begin a match against the computer at its weakest, where the server lets matches begin. Raises Refused."""
    if not press.game:
        names = [button(game.name, PlayComputer(game.slug)) for game in games.catalog()]
        await reply.private(post(text(reply.t(texts.WHICH_GAME)), *rows(names), colour=BLURPLE), anew=True)
        return
    await require_allowed(reply)
    game = games.get(press.game)
    lesson = teaching.lesson_of(game)
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        game.slug,
        LEVEL_NAMES.index("novice"),
        variant="" if lesson is None else lesson.options["board"],
        side="first",
        via=reply.via,
    )
    await reply.publish(change.notice)
