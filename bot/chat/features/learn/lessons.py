"""Courses: chapters of positions to answer with buttons.

Each answer has its own word and is shown on the board.
"""

from collections.abc import Container, Iterator

import games
from bot.chat.board import trying
from bot.chat.board.links import GO_ON, OpenCard, OpenLesson, PlayComputer, ShowRulesPage
from bot.chat.board.trying import Board, Scratch
from bot.chat.discord.components import (
    AMBER,
    BLURPLE,
    GREEN,
    Button,
    button,
    menu,
    post,
    row,
    rows,
    text,
)
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, bold
from bot.domain.errors import Refused
from bot.domain.opponent import level_number
from games.core import Game, IllegalMove, Move, State
from games.teaching import Answer, CourseStep, chapters_of, course_of

SIZE = 640  # pixels of a lesson's board


class ChooseAnswer(Press, action="learn"):
    """Try one of the answers that a step offers."""

    step: Version
    game: str
    choice: int


class TryInLesson(Press, action="learntry"):
    """Try moves in a step of a course."""

    step: Version
    game: str
    path: str
    pressed: str


class ListChapters(Press, action="chapters"):
    """See the chapters of a course, and how many steps of each are solved."""

    game: str


class OpenChapter(Press, action="chapter"):
    """Open the chapter chosen in a menu, by the number of its first step."""

    game: str


def steps_of(game: Game) -> tuple[CourseStep, ...]:
    """The steps of a game's course. Raises Refused where it has none."""
    steps = course_of(game)
    if not steps:
        raise Refused(
            "{game} has no lessons yet; play the computer instead with {play} and a level",
            game=game.name,
            play=Command("play"),
        )
    return steps


def step_at(game: Game, number: int) -> CourseStep:
    """A step by its number. Raises NotFound."""
    steps = steps_of(game)
    if number >= len(steps):
        raise no_such_button()
    return steps[number]


def states_after(step: CourseStep, answer: Answer) -> tuple[State, ...]:
    """The states that an answer and what refutes it lead through, the position first.

    Of an illegal answer it is only the position.
    """
    states = [step.state]
    for written in (*answer.moves, *answer.reply):
        move = read(written)
        if move not in states[-1].legal_moves():
            return (step.state,)
        states.append(states[-1].play(move))
    return tuple(states)


def comment_on(t: Language, step: CourseStep, answer: Answer) -> Markup:
    """What is said of an answer.

    Of an illegal one it is why, but not what is legal: that is the task.
    """
    state = step.state
    for written in answer.moves:
        move = read(written)
        if move not in state.legal_moves():
            objection = IllegalMove(state.objection(move)).sentence
            return t(texts.LESSON_WRONG, why=t.as_sentence(objection))
        state = state.play(move)
    move_shown = bold(answer.label)
    reply_shown = bold(" ".join(answer.reply))
    why = t(answer.why, **answer.values, move=move_shown, reply=reply_shown)
    return t(texts.LESSON_RIGHT if answer.right else texts.LESSON_WRONG, why=why)


def read(text: str) -> Move:
    """The decision of an answer, legal or not."""
    if text.startswith("x"):
        return Move("remove", text[1:])
    if text in ("swap", "pass"):
        return Move(text)
    source, dash, target = text.rpartition("-")
    return Move("step", target, source) if dash else Move("place", target)


async def show(
    reply: Reply, game: Game, number: int, answer: Answer | None = None, *, anew: bool = False
) -> None:
    """Show a step of a game's course, and what comes of ``answer`` if one was chosen.

    Raises NotFound.
    """
    step = step_at(game, number)
    states = (step.state,) if answer is None else states_after(step, answer)
    solved = answer is not None and answer.right
    board = await _draw(reply, game, number, answer, states)
    colour = BLURPLE
    if answer is not None:
        colour = GREEN if solved else AMBER
    words = _words(reply.t, game, number, answer)
    buttons = _buttons(reply, game, number, answer, moved=len(states) > 1)

    def press(pressed: str) -> ChooseAnswer:
        return ChooseAnswer(number, game.slug, int(pressed))

    card = trying.card(reply.t, board, press, words, buttons, colour=colour)
    await reply.private(card, anew=anew)


async def _draw(
    reply: Reply, game: Game, number: int, answer: Answer | None, states: tuple[State, ...]
) -> Board:
    """The board of a step; what comes of an answer is drawn on it.

    :param states: the position, and those that the answer leads through
    """
    step = step_at(game, number)
    start = states[0]
    moved = len(states) > 1
    solved = answer is not None and answer.right
    drawn = states if moved else ()
    if answer is not None and answer.reply and moved:
        drawn = states[len(answer.moves) :]
    # The other side's last decision is not highlighted; an own slide before a placement is.
    own_decision = any(event.seat == start.to_move for event in start.events)
    board = await trying.draw(
        reply,
        (start,),
        turns=[_decisions(offered) for offered in step.answers],
        drawn=drawn,
        key=("lesson", game.slug, number, "" if answer is None else answer.label),
        highlight=moved or own_decision,
        threats=solved,
        size=SIZE,
    )
    return board._replace(picker=None) if solved else board


def _decisions(answer: Answer) -> tuple[Move, ...]:
    return tuple(read(written) for written in answer.moves)


def _words(t: Language, game: Game, number: int, answer: Answer | None) -> Iterator[Markup]:
    """What a step says: of the answer, where in the course it is, and the task."""
    step = step_at(game, number)
    chapter = chapters_of(game)[step.chapter]
    if answer is not None:
        yield comment_on(t, step, answer)
    yield t(
        texts.LESSON_TITLE,
        game=game.name,
        chapter=t(step.chapter),
        step=number - chapter[0] + 1,
        steps=len(chapter),
    )
    mark = Markup(phrases.mark(game, step.state.to_move or 0))
    yield t(texts.LESSON_TASK, mark=mark, task=t(step.task))
    if answer is not None and answer.right and _is_last(game, number):
        yield t(texts.LESSON_DONE, play=Command("play"))


def _buttons(
    reply: Reply, game: Game, number: int, answer: Answer | None, *, moved: bool
) -> Iterator[Button]:
    """The ways on from a step, the most important first.

    :param moved: the board shows what comes of the answer
    """
    t = reply.t
    solved = answer is not None and answer.right
    this_step = OpenLesson(number, game.slug)
    if solved and _is_last(game, number):
        yield button(t.label(texts.LESSON_PLAY), PlayComputer(game.slug), "success")
    elif solved:
        yield button(t.label(texts.LESSON_NEXT), OpenLesson(number + 1, game.slug), "success")
    elif moved:
        yield button(t.label(texts.LESSON_BACK), this_step)
    if answer is None:
        yield button(t.label(shared.THINK), TryInLesson(number, game.slug, "", ""))
    if reply.services.doors.url and not solved:
        yield button(t.label(shared.IN_BROWSER), OpenCard.of(this_step))
    yield button(t.label(texts.CHAPTERS), ListChapters(game.slug))
    yield button(t.label(texts.LESSON_RULES), ShowRulesPage(0, game.slug))


def _is_last(game: Game, number: int) -> bool:
    return number == len(steps_of(game)) - 1


@feature.on(OpenLesson, work="board", page=True, touched=True)
async def open_lesson(reply: Reply, press: OpenLesson) -> None:
    """Show a step: the one named, or the first that the member has not solved."""
    game = games.get(press.game)
    number = press.step
    if number == GO_ON:
        solved = await reply.services.puzzles.solved_steps(reply.user, game.slug)
        number = _first_unsolved(game, solved)
    await show(reply, game, number)


def _first_unsolved(game: Game, solved: Container[str]) -> int:
    """The number of the first step that is not solved; of the first of all where every one is."""
    for number, step in enumerate(steps_of(game)):
        if step.key not in solved:
            return number
    return 0


@feature.on(ListChapters, page=True)
async def list_chapters(reply: Reply, press: ListChapters) -> None:
    """Show the chapters of a course, those solved ticked off."""
    t = reply.t
    game = games.get(press.game)
    steps = steps_of(game)
    solved = await reply.services.puzzles.solved_steps(reply.user, game.slug)
    lines = list[Markup]()
    first_steps = dict[int, str]()
    for chapter, numbers in chapters_of(game).items():
        done = sum(steps[number].key in solved for number in numbers)
        line = texts.CHAPTER_SOLVED if done == len(numbers) else texts.CHAPTER
        lines.append(t(line, name=t(chapter), done=done, steps=len(numbers)))
        first_steps[numbers[0]] = t.label(chapter, 100)
    go_on = button(t.label(texts.LESSON_ON), OpenLesson(GO_ON, game.slug), "primary")
    card = post(
        text(t(texts.CHAPTERS_TITLE, game=game.name), *lines),
        menu(t.label(texts.CHAPTER_OPEN), OpenChapter(game.slug), first_steps),
        row(go_on),
        colour=BLURPLE,
    )
    await reply.private(card)


@feature.on(OpenChapter, work="board", page=True)
async def open_chapter(reply: Reply, press: OpenChapter) -> None:
    """Show the first step of the chapter chosen. Raises NotFound."""
    await show(reply, games.get(press.game), reply.chosen())


@feature.on(ChooseAnswer, work="board", page=True)
async def choose(reply: Reply, press: ChooseAnswer) -> None:
    """Show what comes of an answer; a right one solves the step. Raises NotFound."""
    game = games.get(press.game)
    step = step_at(game, press.step)
    if press.choice >= len(step.answers):
        raise no_such_button()
    answer = step.answers[press.choice]
    if answer.right:
        await reply.services.puzzles.solve_step(reply.user, game.slug, step.key)
    await show(reply, game, press.step, answer)


@feature.on(TryInLesson, work="board", page=True)
async def try_moves(reply: Reply, press: TryInLesson) -> None:
    """Show a line that is tried in a step of a course; nothing says what is right.

    Raises NotFound.
    """
    t = reply.t
    game = games.get(press.game)
    step = step_at(game, press.step)
    back = button(t.label(shared.TRY_LESSON_DONE), OpenLesson(press.step, press.game))
    scratch = Scratch(
        step.state,
        0,
        lambda path, pressed: TryInLesson(press.step, press.game, path, pressed),
        t(shared.TRY_LESSON, game=game.name, step=press.step + 1),
        (back,),
        riddle=True,
    )
    await trying.show(reply, scratch, press.path, press.pressed)


@feature.on(PlayComputer, work="board", page=True)
async def play(reply: Reply, press: PlayComputer) -> None:
    """Begin a match against the computer at its weakest, where the server lets matches begin.

    Raises Refused.
    """
    if not press.game:
        await _ask_which_game(reply)
        return
    await require_allowed(reply)
    game = games.get(press.game)
    steps = course_of(game)
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        game.slug,
        level_number("novice"),
        side="first",
        variant=steps[0].options["board"] if steps else "",
        via=reply.via,
    )
    await reply.publish(change.notice)


async def _ask_which_game(reply: Reply) -> None:
    names = [button(game.name, PlayComputer(game.slug)) for game in games.catalog()]
    card = post(text(reply.t(texts.WHICH_GAME)), *rows(names), colour=BLURPLE)
    await reply.private(card, anew=True)
