"""Puzzles: shown to one member, solved by menus or by typing, explained; and the daily one for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import games
from bot.chat.features.learn import presses, texts
from bot.chat.features.learn import puzzle_cards as cards
from bot.chat.kit.components import Picture, Post
from bot.chat.kit.delivery.pending import PendingKind, Question, Reader, asked
from bot.chat.kit.drawing.jobs import Style
from bot.chat.kit.drawing.lane import styled
from bot.chat.kit.forms import Field, form
from bot.chat.kit.language import phrases
from bot.chat.kit.language import texts as shared
from bot.chat.kit.language.i18n import Language
from bot.chat.kit.match import pickers
from bot.chat.kit.match.choosing import decision
from bot.chat.kit.reply import Reply, no_such_button
from bot.chat.kit.services import Services
from bot.domain.errors import Unplayable
from bot.domain.events import Notice
from bot.domain.matches.history import follow
from bot.domain.matches.turns import understood
from bot.domain.pending_answers import PendingAnswer
from bot.domain.puzzles.events import DailyPuzzle
from bot.domain.puzzles.repository import Streak
from bot.domain.puzzles.service import of_the_day, puzzle_named
from bot.store.personal import Own
from bot.thinking import PositionData, Task, jobs
from games.core import Sentence, State
from games.players.puzzles import Puzzle
from games.players.reasons import reasons

SIZE = 720
"""Pixels of a puzzle's board."""
EXPLAIN_SECONDS = 1.0
REFUTE_SECONDS = 6.0
"""How long it is looked for what a wrong answer overlooks."""


@dataclass(frozen=True, slots=True)
class SolutionQuestion(Question):
    """Why the solution of a puzzle wins; ``solved``: the member found it."""

    game: Own[str]
    puzzle: Own[str]
    solved: Own[bool]


@dataclass(frozen=True, slots=True)
class RefutationQuestion(Question):
    """What refutes a wrong answer: ``moves`` from the start, of which ``found`` were right. ``said``: the verdict."""

    game: Own[str]
    puzzle: Own[str]
    found: Own[int]
    moves: Own[tuple[str, ...]]
    said: Own[str]


def meant(press: presses.PuzzlePress) -> Puzzle:
    """The puzzle that a button is about. Raises NotFound."""
    puzzle = puzzle_named(press.game, press.name)
    if press.found >= len(puzzle.solution):
        raise no_such_button()
    return puzzle


async def begin(reply: Reply, game: str = "", but: str = "") -> None:
    """Show a member the next puzzle, of a game or of any."""
    await show(reply, await reply.services.puzzles.next_for(reply.user, game or None, but=but), 0)


async def today(reply: Reply) -> None:
    """Show a member the puzzle of the day."""
    await show(reply, of_the_day(reply.services.now()), 0)


async def show(reply: Reply, puzzle: Puzzle, found: int, focus: str = "", lead: str = "") -> None:
    """Show a puzzle to the member who asks, as far as they have come."""
    await reply.private(await _shown(reply, puzzle, found, focus, lead))


async def _shown(reader: Reply | Reader, puzzle: Puzzle, found: int, focus: str = "", lead: str = "") -> Post:
    states = follow(puzzle.start(), puzzle.solution[:found])
    shown = pickers.picker(states[-1], focus)
    image = await _board(reader, puzzle, states, choices=shown.marks)
    streak = await reader.services.puzzles.streak(reader.user)
    today = puzzle == of_the_day(reader.services.now())
    return cards.card(reader.t, puzzle, states, image, shown, lead, streak, today=today)


async def _board(reader: Reply | Reader, puzzle: Puzzle, states: Sequence[State], **more: Unpack[Style]) -> Picture:
    style: Style = {**styled(reader.look()), "size": SIZE, **more}
    made = tuple(str(state.last_move) for state in states[1:])
    return await _drawn(reader.services, reader.user, puzzle, made, style, reader.t.locale)


async def _drawn(
    services: Services, owner: int, puzzle: Puzzle, made: tuple[str, ...], style: Style, locale: str
) -> Picture:
    """A puzzle's board after the decisions ``made``."""
    at = PositionData(puzzle.slug, dict(puzzle.options), (*puzzle.moves, *made))
    name = f"{puzzle.slug}-{len(at.decisions)}.png"
    return await services.heavy.board(owner, name, at, len(made), style, locale)


async def try_answer(reply: Reply, puzzle: Puzzle, found: int, typed: str) -> None:
    """Look at decisions that a member has chosen or typed."""
    t, state = reply.t, follow(puzzle.start(), puzzle.solution[:found])[-1]
    try:
        states = understood(state, typed)
    except Unplayable as why:
        # The puzzle stays in sight: what is wrong is said above it.
        await show(reply, puzzle, found, lead=t(shared.WRONG, why=t.error(why)))
        return
    made = tuple(str(after.last_move) for after in states)
    whole = (*puzzle.solution[:found], *made)
    if whole != puzzle.solution[: len(whole)]:
        await _wrong(reply, puzzle, found, made, states[-1].to_move == 1 - (state.to_move or 0))
    elif len(whole) < len(puzzle.solution):
        await show(reply, puzzle, len(whole), lead=t(texts.PUZZLE_ONWARD, moves=phrases.moves(made)))
    else:
        await _end(reply, puzzle, await reply.services.puzzles.solved(reply.user, puzzle), solved=True)


async def _wrong(reply: Reply, puzzle: Puzzle, found: int, made: tuple[str, ...], answerable: bool) -> None:
    """Say that an answer is wrong; ``answerable``: the other side is to move, and what it can do is looked for."""
    services = reply.services
    await services.puzzles.wrong(reply.user, puzzle)
    verdict = texts.PUZZLE_WRONG if puzzle.turns == 1 else texts.PUZZLE_WRONG_TWO
    said = reply.t(verdict, moves=phrases.moves(made))
    shown = await _shown(reply, puzzle, found, lead=said)
    if puzzle.turns == 1 or not answerable:
        await reply.private(shown)
        return
    question = RefutationQuestion(puzzle.slug, puzzle.name, found, (*puzzle.solution[:found], *made), said)
    await services.pending.ask(services, reply, "answer", question.stored(), shown)


async def _begin_refuting(services: Services, pending: PendingAnswer) -> Task[tuple[str, ...]]:
    question = asked(RefutationQuestion, pending)
    puzzle = puzzle_named(question.game, question.puzzle)
    at = PositionData(puzzle.slug, dict(puzzle.options), (*puzzle.moves, *question.moves))
    seconds = REFUTE_SECONDS
    return services.thinkers.submit(pending.user, jobs.refute, at, puzzle.turns - 1, seconds, seconds=seconds)


async def _tell_refuted(reader: Reader, pending: PendingAnswer, refutation: tuple[str, ...]) -> Post:
    question = asked(RefutationQuestion, pending)
    lead = question.said
    if refutation:
        moves = phrases.moves(question.moves[question.found :])
        lead = reader.t(texts.PUZZLE_REFUTED, moves=moves, answer=phrases.moves(refutation))
    return await _shown(reader, puzzle_named(question.game, question.puzzle), question.found, lead=lead)


async def _end(reply: Reply, puzzle: Puzzle, streak: Streak, *, solved: bool) -> None:
    """Show the solution, and explain it as soon as the reasons are found."""
    states = follow(puzzle.start(), puzzle.solution)
    image = await _board(reply, puzzle, states)
    why = () if states[-1].outcome is None else reasons(states)
    shown = cards.solution(reply.t, puzzle, states, image, streak, why, solved=solved)
    if states[-1].outcome is not None:
        await reply.private(shown)
        return
    question = SolutionQuestion(puzzle.slug, puzzle.name, solved)
    await reply.services.pending.ask(reply.services, reply, "puzzle", question.stored(), shown)


async def _begin(services: Services, pending: PendingAnswer) -> Task[tuple[Sentence, ...]]:
    question = asked(SolutionQuestion, pending)
    puzzle = puzzle_named(question.game, question.puzzle)
    at = PositionData(puzzle.slug, dict(puzzle.options), puzzle.moves)
    return services.thinkers.submit(pending.user, jobs.explain, at, puzzle.solution, seconds=EXPLAIN_SECONDS)


def _next_button(pending: PendingAnswer) -> str:
    """What only the card of this puzzle has."""
    question = asked(SolutionQuestion, pending)
    return str(presses.NextPuzzle(0, question.game, question.puzzle))


async def _tell(reader: Reader, pending: PendingAnswer, why: tuple[Sentence, ...]) -> Post:
    question = asked(SolutionQuestion, pending)
    puzzle = puzzle_named(question.game, question.puzzle)
    states = follow(puzzle.start(), puzzle.solution)
    image = await _board(reader, puzzle, states)
    streak = await reader.services.puzzles.streak(reader.user)
    return cards.solution(reader.t, puzzle, states, image, streak, why, solved=question.solved)


async def compose_daily(services: Services, t: Language, notice: Notice[DailyPuzzle]) -> Post:
    """The post of the daily puzzle."""
    puzzle = puzzle_named(notice.event.game, notice.event.puzzle)
    state: State = puzzle.start()
    image = await _drawn(services, 0, puzzle, (), Style(size=SIZE), t.locale)
    return cards.daily(t, puzzle, state, image, notice)


# ------------------------------------------------------------------------------------------------------ buttons


async def show_puzzle(reply: Reply, press: presses.ShowPuzzle) -> None:
    """See a puzzle as far as it was solved."""
    await show(reply, meant(press), press.found)


async def choose(reply: Reply, press: presses.ChooseInPuzzle) -> None:
    """Something was pressed on the board."""
    await _go_on(reply, press, press.pressed)


async def choose_earlier(reply: Reply, press: presses.PickInPuzzle) -> None:
    """Something was chosen in a menu of an earlier version."""
    await _go_on(reply, press, pickers.earlier(press.menu, reply.values))


async def _go_on(reply: Reply, press: presses.PuzzlePress, pressed: str) -> None:
    puzzle, made = meant(press), decision(pressed)
    if made is None:
        await show(reply, puzzle, press.found, pressed)
    else:
        await try_answer(reply, puzzle, press.found, made)


async def type_answer(reply: Reply, press: presses.TypeInPuzzle) -> None:
    """Open the form in which an answer is typed."""
    puzzle, t = meant(press), reply.t
    title = t.label(texts.PUZZLE_TITLE_FORM, 45, game=games.get(puzzle.slug).name)
    sent = presses.TypedInPuzzle(press.found, puzzle.slug, puzzle.name)
    await reply.form(form(title, sent, Field("moves", t.label(texts.PUZZLE_FIELD, 45))))


async def typed_answer(reply: Reply, press: presses.TypedInPuzzle) -> None:
    """An answer was typed."""
    await try_answer(reply, meant(press), press.found, reply.typed("moves"))


async def next_puzzle(reply: Reply, press: presses.NextPuzzle) -> None:
    """Leave a puzzle for the next of its game."""
    puzzle = meant(press)
    await begin(reply, puzzle.slug, puzzle.name)


async def give_up(reply: Reply, press: presses.GiveUp) -> None:
    """Show the solution."""
    puzzle = meant(press)
    await reply.services.puzzles.given_up(reply.user, puzzle)
    await _end(reply, puzzle, await reply.services.puzzles.streak(reply.user), solved=False)


SOLUTION = PendingKind(_begin, _tell, late="nowhere", shows=_next_button)
REFUTATION = PendingKind(
    _begin_refuting, _tell_refuted, late="nowhere", shows=lambda pending: asked(RefutationQuestion, pending).said
)
