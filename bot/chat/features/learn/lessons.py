"""Courses: chapters of positions to answer with buttons; each answer has its own word and is shown
on the board.
"""

import games
from bot.chat.board import trying
from bot.chat.board.links import GO_ON, OpenCard, OpenLesson, PlayComputer, ShowRulesPage
from bot.chat.board.trying import Scratch
from bot.chat.discord.components import AMBER, BLURPLE, GREEN, button, menu, post, row, rows, text
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, bold
from bot.domain.errors import Refused
from bot.domain.opponent import LEVEL_NAMES
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
    """The position and those that an answer and what refutes it lead through; only the position if
    it is illegal.
    """
    states = [step.state]
    for move in map(read, (*answer.moves, *answer.reply)):
        if move not in states[-1].legal_moves():
            return (step.state,)
        states.append(states[-1].play(move))
    return tuple(states)


def said_of(t: Language, step: CourseStep, answer: Answer) -> Markup:
    """What is said of an answer; of an illegal one why it is, but not what is legal: that is the
    task.
    """
    state = step.state
    for move in map(read, answer.moves):
        if move not in state.legal_moves():
            return t(texts.LESSON_WRONG, why=t.whole(IllegalMove(state.objection(move)).sentence))
        state = state.play(move)
    why = t(
        answer.why, **answer.values, move=bold(answer.label), reply=bold(" ".join(answer.reply))
    )
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
    t = reply.t
    steps = steps_of(game)
    step = step_at(game, number)
    states = (step.state,) if answer is None else states_after(step, answer)
    before = states[0]
    drawn = states if len(states) > 1 else ()
    if answer is not None and answer.reply and drawn:
        drawn = drawn[len(answer.moves) :]
    key = ("lesson", game.slug, number, "" if answer is None else answer.label)
    # The other side's last decision is not highlighted; an own slide before a placement is.
    marked = len(states) > 1 or any(event.seat == before.to_move for event in before.events)
    turns = [tuple(map(read, it.moves)) for it in step.answers]
    right = answer is not None and answer.right
    last = number == len(steps) - 1
    board = await trying.draw(
        reply,
        (before,),
        turns=turns,
        drawn=drawn,
        key=key,
        highlight=marked,
        threats=right,
        size=SIZE,
    )
    if right:
        board = board._replace(picker=None)
    chapter = chapters_of(game)[step.chapter]
    place = {"step": number - chapter[0] + 1, "steps": len(chapter)}
    words = (
        None if answer is None else said_of(t, step, answer),
        t(texts.LESSON_TITLE, game=game.name, chapter=t(step.chapter), **place),
        t(
            texts.LESSON_TASK,
            mark=Markup(phrases.mark(game, before.to_move or 0)),
            task=t(step.task),
        ),
        t(texts.LESSON_DONE, play=Command("play")) if right and last else None,
    )
    next_step = button(t.label(texts.LESSON_NEXT), OpenLesson(number + 1, game.slug), "success")
    plays = button(t.label(texts.LESSON_PLAY), PlayComputer(game.slug), "success")
    buttons = (
        (plays if last else next_step) if right else None,
        button(t.label(texts.LESSON_BACK), OpenLesson(number, game.slug))
        if drawn and not right
        else None,
        button(t.label(shared.THINK), TryInLesson(number, game.slug, "", ""))
        if answer is None
        else None,
        button(t.label(shared.IN_BROWSER), OpenCard.of(OpenLesson(number, game.slug)))
        if reply.services.doors.url and not right
        else None,
        button(t.label(texts.CHAPTERS), ListChapters(game.slug)),
        button(t.label(texts.LESSON_RULES), ShowRulesPage(0, game.slug)),
    )
    colour = GREEN if right else AMBER if answer is not None else BLURPLE

    def press(pressed: str) -> ChooseAnswer:
        return ChooseAnswer(number, game.slug, int(pressed))

    await reply.private(
        trying.card(t, board, press, words, filter(None, buttons), colour=colour), anew=anew
    )


@feature.on(OpenLesson, work="board", page=True, touched=True)
async def open_lesson(reply: Reply, press: OpenLesson) -> None:
    """Show a step: the one named, or the first that the member has not solved."""
    game = games.get(press.game)
    step = press.step
    if step == GO_ON:
        solved = await reply.services.puzzles.solved_steps(reply.user, game.slug)
        step = next((number for number, it in enumerate(steps_of(game)) if it.key not in solved), 0)
    await show(reply, game, step)


@feature.on(ListChapters)
async def list_chapters(reply: Reply, press: ListChapters) -> None:
    """Show the chapters of a course, those solved ticked off."""
    t = reply.t
    game = games.get(press.game)
    steps = steps_of(game)
    solved = await reply.services.puzzles.solved_steps(reply.user, game.slug)
    lines = list[Markup]()
    options = dict[int, str]()
    for name, numbers in chapters_of(game).items():
        done = sum(steps[number].key in solved for number in numbers)
        line = texts.CHAPTER_SOLVED if done == len(numbers) else texts.CHAPTER
        lines.append(t(line, name=t(name), done=done, steps=len(numbers)))
        options[numbers[0]] = t.label(name, 100)
    card = post(
        text(t(texts.CHAPTERS_TITLE, game=game.name), *lines),
        menu(t.label(texts.CHAPTER_OPEN), OpenChapter(game.slug), options),
        row(button(t.label(texts.LESSON_ON), OpenLesson(GO_ON, game.slug), "primary")),
        colour=BLURPLE,
    )
    await reply.private(card)


@feature.on(OpenChapter, work="board")
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
    scratch = Scratch(
        step_at(game, press.step).state,
        0,
        lambda path, pressed: TryInLesson(press.step, press.game, path, pressed),
        t(shared.TRY_LESSON, game=game.name, step=press.step + 1),
        (button(t.label(shared.TRY_LESSON_DONE), OpenLesson(press.step, press.game)),),
        riddle=True,
    )
    await trying.show(reply, scratch, press.path, press.pressed)


@feature.on(PlayComputer, work="board")
async def play(reply: Reply, press: PlayComputer) -> None:
    """Begin a match against the computer at its weakest, where the server lets matches begin.

    Raises Refused.
    """
    if not press.game:
        names = [button(game.name, PlayComputer(game.slug)) for game in games.catalog()]
        await reply.private(
            post(text(reply.t(texts.WHICH_GAME)), *rows(names), colour=BLURPLE), anew=True
        )
        return
    await require_allowed(reply)
    game = games.get(press.game)
    steps = course_of(game)
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        game.slug,
        LEVEL_NAMES.index("novice"),
        side="first",
        variant=steps[0].options["board"] if steps else "",
        via=reply.via,
    )
    await reply.publish(change.notice)
