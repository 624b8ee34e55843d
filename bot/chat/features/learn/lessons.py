"""Courses: chapters of positions to answer with buttons.

Each answer has its own word and is shown on the board.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property

import games
from bot.chat.board import trying
from bot.chat.board.links import GO_ON, OpenCard, OpenLesson, PlayComputer, ShowRulesPage
from bot.chat.board.trying import Scratch, TriedPosition
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
from games.teaching import CourseStep, StepAnswer, chapters_of, course_of

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
    selection: str


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


def states_after(step: CourseStep, answer: StepAnswer) -> tuple[State, ...]:
    """The states that an answer and what refutes it lead through, the position first.

    Of an illegal answer it is only the position.
    """
    states = [step.state]
    for move_text in (*answer.moves, *answer.reply):
        move = read(move_text)
        if move not in states[-1].legal_moves():
            return (step.state,)
        states.append(states[-1].play(move))
    return tuple(states)


def comment_on(t: Language, step: CourseStep, answer: StepAnswer) -> Markup:
    """What is said of an answer.

    Of an illegal one it is why, but not what is legal: that is the task.
    """
    state = step.state
    for move_text in answer.moves:
        move = read(move_text)
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


@dataclass(frozen=True)
class StepView:
    """A step of a course as it is shown.

    :param answer: the one that was chosen, if any
    """

    game: Game
    number: int
    step: CourseStep
    answer: StepAnswer | None = None

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The position, and the states that the answer leads through."""
        if self.answer is None:
            return (self.step.state,)
        return states_after(self.step, self.answer)

    @property
    def shows_moves(self) -> bool:
        """Whether the board shows what comes of the answer."""
        return len(self.states) > 1

    @property
    def is_solved(self) -> bool:
        """Whether the answer is right."""
        return self.answer is not None and self.answer.right

    @property
    def is_last(self) -> bool:
        """Whether the course ends with it."""
        return self.number == len(steps_of(self.game)) - 1

    @property
    def colour(self) -> int:
        """The colour of its card."""
        if self.answer is None:
            return BLURPLE
        return GREEN if self.is_solved else AMBER


async def show(
    reply: Reply, game: Game, number: int, answer: StepAnswer | None = None, *, anew: bool = False
) -> None:
    """Show a step of a game's course, and what comes of ``answer`` if one was chosen.

    Raises NotFound.
    """
    view = StepView(game, number, step_at(game, number), answer)
    board = await _draw(reply, view)

    def press(selection: str) -> ChooseAnswer:
        return ChooseAnswer(number, game.slug, int(selection))

    card = trying.card(
        reply.t, board, press, _words(reply, view), _buttons(reply, view), colour=view.colour
    )
    await reply.private(card, anew=anew)


async def _draw(reply: Reply, view: StepView) -> TriedPosition:
    """The board of a step; what comes of an answer is drawn on it."""
    start = view.step.state
    answer = view.answer
    picture_states = view.states if view.shows_moves else ()
    if answer is not None and answer.reply and view.shows_moves:
        picture_states = view.states[len(answer.moves) :]
    # The other side's last decision is not highlighted; an own slide before a placement is.
    own_decision = any(event.seat == start.to_move for event in start.events)
    board = await trying.draw(
        reply,
        (start,),
        turns=[_decisions(choice) for choice in view.step.answers],
        picture_states=picture_states,
        key=("lesson", view.game.slug, view.number, "" if answer is None else answer.label),
        highlight=view.shows_moves or own_decision,
        threats=view.is_solved,
        size=SIZE,
    )
    return board._replace(picker=None) if view.is_solved else board


def _decisions(answer: StepAnswer) -> tuple[Move, ...]:
    return tuple(read(move_text) for move_text in answer.moves)


def _words(reply: Reply, view: StepView) -> Iterator[Markup]:
    """What a step says: of the answer, where in the course it is, and the task."""
    t = reply.t
    step = view.step
    chapter = chapters_of(view.game)[step.chapter]
    if view.answer is not None:
        yield comment_on(t, step, view.answer)
    yield t(
        texts.LESSON_TITLE,
        game=view.game.name,
        chapter=t(step.chapter),
        step=view.number - chapter[0] + 1,
        steps=len(chapter),
    )
    mark = Markup(phrases.mark(view.game, step.state.to_move or 0))
    yield t(texts.LESSON_TASK, mark=mark, task=t(step.task, **step.values))
    if not (view.is_solved and view.is_last):
        return
    if reply.on_page:
        yield t(texts.LESSON_DONE_ON_PAGE)
    else:
        yield t(texts.LESSON_DONE, play=Command("play"))


def _buttons(reply: Reply, view: StepView) -> Iterator[Button]:
    """The ways on from a step, the most important first."""
    t = reply.t
    slug = view.game.slug
    this_step = OpenLesson(view.number, slug)
    if view.is_solved and view.is_last:
        yield button(t.label(shared.PLAY_COMPUTER), PlayComputer(slug), "success")
    elif view.is_solved:
        yield button(t.label(texts.LESSON_NEXT), OpenLesson(view.number + 1, slug), "success")
    elif view.shows_moves:
        yield button(t.label(texts.LESSON_BACK), this_step)
    if view.answer is None:
        yield button(t.label(shared.THINK), TryInLesson(view.number, slug, "", ""))
    if reply.services.doors.url and not view.is_solved:
        yield button(t.label(shared.IN_BROWSER), OpenCard.of(this_step))
    yield button(t.label(texts.CHAPTERS), ListChapters(slug))
    yield button(t.label(texts.LESSON_RULES), ShowRulesPage(0, slug))


@feature.on(OpenLesson, work="board", page=True, address=True, touched=True)
async def open_lesson(reply: Reply, press: OpenLesson) -> None:
    """Show a step: the one named, or the first that the member has not solved."""
    game = games.get(press.game)
    number = press.step
    if number == GO_ON:
        solved_keys = await reply.services.puzzles.solved_steps(reply.user, game.slug)
        number = _first_unsolved(game, solved_keys)
    await show(reply, game, number)


def _first_unsolved(game: Game, solved_keys: Container[str]) -> int:
    """The number of the first step that is not solved; of the first of all where every one is."""
    for number, step in enumerate(steps_of(game)):
        if step.key not in solved_keys:
            return number
    return 0


@feature.on(ListChapters, page=True, address=True)
async def list_chapters(reply: Reply, press: ListChapters) -> None:
    """Show the chapters of a course, those solved ticked off."""
    t = reply.t
    game = games.get(press.game)
    steps = steps_of(game)
    solved_keys = await reply.services.puzzles.solved_steps(reply.user, game.slug)
    lines = list[Markup]()
    first_steps = dict[int, str]()
    for chapter, numbers in chapters_of(game).items():
        count = sum(steps[number].key in solved_keys for number in numbers)
        line = texts.CHAPTER_SOLVED if count == len(numbers) else texts.CHAPTER
        lines.append(t(line, name=t(chapter), done=count, steps=len(numbers)))
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


@feature.on(TryInLesson, work="board", page=True, address=True)
async def try_moves(reply: Reply, press: TryInLesson) -> None:
    """Show a line that is tried in a step of a course; nothing says what is right.

    Raises NotFound.
    """
    t = reply.t
    game = games.get(press.game)
    step = step_at(game, press.step)
    back_button = button(t.label(shared.TRY_LESSON_DONE), OpenLesson(press.step, press.game))
    scratch = Scratch(
        step.state,
        0,
        lambda path, selection: TryInLesson(press.step, press.game, path, selection),
        t(shared.TRY_LESSON, game=game.name, step=press.step + 1),
        (back_button,),
        riddle=True,
    )
    await trying.show(reply, scratch, press.path, press.selection)


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
        interaction=reply.interaction_ref,
    )
    await reply.publish(change.notice)


async def _ask_which_game(reply: Reply) -> None:
    names = [button(game.name, PlayComputer(game.slug)) for game in games.catalog()]
    card = post(text(reply.t(texts.WHICH_GAME)), *rows(names), colour=BLURPLE)
    await reply.private(card, anew=True)
