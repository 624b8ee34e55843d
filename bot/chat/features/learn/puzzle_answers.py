"""Answers to puzzles: pressed or typed, judged at once or by a search, and the solution explained.

An answer goes from top to bottom: ``choose`` or ``typed_answer`` reads it, ``decide_answer`` says
what it comes to, ``_answer`` acts on that. Where only a search can say it, a worker process judges
the turn and ``_tell_verdict`` acts on the verdict.
"""

from collections.abc import Sequence

import games
from bot.chat.board.choosing import decision
from bot.chat.discord.components import Post
from bot.chat.discord.delivery.pending import PendingKind, Question, Reader
from bot.chat.discord.forms import Field, form
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.learn import feature, puzzle_cards as cards, texts
from bot.chat.features.learn.attempts import (
    Attempt,
    Lost,
    OffLine,
    PuzzleSolved,
    Replied,
    TurnUnfinished,
    decide_answer,
)
from bot.chat.features.learn.puzzle_cards import (
    ChooseInPuzzle,
    GiveUp,
    NextPuzzle,
    TypedInPuzzle,
    TypeInPuzzle,
)
from bot.chat.features.learn.puzzles import SIZE, attempt_of, compose, draw, require_fair, show
from bot.chat.language import phrases, texts as shared
from bot.chat.language.typed import english_moves
from bot.chat.pictures.heavy import styled
from bot.chat.pictures.jobs import PictureStyle
from bot.domain.computer import thinking
from bot.domain.errors import LimitReached, Unplayable
from bot.domain.matches.turns import parse_decisions
from bot.domain.puzzles.progress import Streak
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.players.claims import JudgedTurn
from games.players.puzzles import Puzzle
from games.players.puzzles.answers import TurnVerdict
from games.players.reasons import Hint, advice

EXPLAIN_SECONDS = 2.0
JUDGE_SECONDS = 6.0  # for judging a turn that is not on the puzzle's line
UNEXPLAINED = Hint((), 0.0, ())


class PuzzleQuestion(Question):
    """A question about the puzzle of this name."""

    game: Own[str]
    puzzle: Own[str]

    async def named(self, services: Services, user: int) -> Puzzle:
        """The puzzle of a member. Raises NotFound."""
        return await services.puzzles.named(user, self.game, self.puzzle)


class SolutionQuestion(PuzzleQuestion, kind="puzzle"):
    """Why the turn that ends a puzzle wins.

    ``moves`` lead to it from the start; ``solved``: by the member.
    """

    solved: Own[bool]
    moves: Own[tuple[str, ...]] = ()

    async def attempt(self, services: Services, user: int) -> Attempt:
        """The puzzle after the moves that solve it. Raises NotFound."""
        puzzle = await self.named(services, user)
        return Attempt(puzzle, self.moves or puzzle.solution)


class VerdictQuestion(PuzzleQuestion, kind="verdict"):
    """Whether a turn keeps the win.

    ``moves`` are those of both sides, of which the first ``before`` were played before it.

    ``path`` leads to before the turn.
    """

    moves: Own[tuple[str, ...]]
    before: Own[int]
    path: Own[str] = ""


@feature.on(ChooseInPuzzle, work="board", page=True)
async def choose(reply: Reply, press: ChooseInPuzzle) -> None:
    """Something was pressed on the board: a decision, or what leads to one."""
    attempt = await attempt_of(reply, press)
    move_text = decision(press.selection)
    if move_text is None:
        await show(reply, attempt, press.selection)
    else:
        await _answer(reply, attempt, move_text)


@feature.on(TypeInPuzzle)
async def type_answer(reply: Reply, press: TypeInPuzzle) -> None:
    """Open the form in which an answer is typed."""
    attempt = await attempt_of(reply, press)
    puzzle = attempt.puzzle
    t = reply.t
    title = t.label(texts.PUZZLE_TITLE_FORM, 45, game=games.get(puzzle.slug).name)
    submit = TypedInPuzzle(press.attempt_length, puzzle.slug, puzzle.name, press.path)
    await reply.form(form(title, submit, Field("moves", t.label(texts.PUZZLE_FIELD, 45))))


@feature.on(TypedInPuzzle, work="board")
async def typed_answer(reply: Reply, press: TypedInPuzzle) -> None:
    """An answer was typed.

    A mistake is refused beside the puzzle, with the text to be corrected.
    """
    attempt = await attempt_of(reply, press)
    move_text = english_moves(reply.typed("moves"))
    parse_decisions(attempt.state, move_text)
    await _answer(reply, attempt, move_text)


async def _answer(reply: Reply, attempt: Attempt, move_text: str) -> None:
    """Show what comes of decisions that a member has chosen or typed, and store it."""
    await require_fair(reply, attempt)
    t = reply.t
    puzzles = reply.services.puzzles
    try:
        result = decide_answer(attempt, move_text)
    except Unplayable as error:
        # The puzzle stays in sight: what is wrong is said above it.
        why = t.as_sentence(error.sentence)
        await show(reply, attempt, lead=t(shared.WRONG, why=why))
        return
    next_attempt = result.attempt
    new_decisions = next_attempt.decisions[len(attempt.decisions) :]
    moves = phrases.moves(t, new_decisions)
    if isinstance(result, PuzzleSolved):
        streak = await puzzles.solved(reply.user, next_attempt.puzzle)
        await _end(reply, next_attempt, streak, is_solved=True)
    elif isinstance(result, Lost):
        await puzzles.wrong(reply.user, attempt.puzzle)
        lead = t(texts.PUZZLE_WRONG, moves=moves)
        await reply.private(
            await compose(reply, attempt, lead=lead, refutation=next_attempt.states)
        )
    elif isinstance(result, TurnUnfinished):
        await show(reply, next_attempt, lead=t(texts.PUZZLE_ONWARD, moves=moves))
    elif isinstance(result, Replied):
        post = await _compose_replied(
            reply, next_attempt, result.reply, new_decisions, texts.PUZZLE_REPLIED
        )
        await reply.private(post)
    else:
        await _ask_for_verdict(reply, attempt, result)


async def _ask_for_verdict(reply: Reply, attempt: Attempt, off_line: OffLine) -> None:
    """Have a search judge a turn that is not on the puzzle's line."""
    puzzle = attempt.puzzle
    turn_start = len(attempt.decisions)
    decisions = off_line.attempt.decisions
    question = VerdictQuestion(puzzle.slug, puzzle.name, decisions, turn_start, attempt.path)
    moves = phrases.moves(reply.t, decisions[turn_start:])
    waiting_card = await compose(reply, attempt, lead=reply.t(texts.PUZZLE_JUDGING, moves=moves))
    await reply.thinker.ask(reply, question, waiting_card)


async def _begin_judging(
    services: Services, user: int, question: VerdictQuestion
) -> Task[TurnVerdict]:
    puzzle = await question.named(services, user)
    attempt = Attempt(puzzle, question.moves)
    turns_left = attempt.first(question.before).turns_left - 1
    return services.workers.submit(
        THINKING,
        user,
        thinking.judge_answer,
        attempt.position,
        turns_left,
        JUDGE_SECONDS,
        puzzle.saves,
        seconds=JUDGE_SECONDS,
    )


async def _tell_verdict(reader: Reader, question: VerdictQuestion, verdict: TurnVerdict) -> Post:
    """The card after a turn that is not on the puzzle's line, which is stored as right or wrong."""
    puzzle = await question.named(reader.services, reader.user)
    next_attempt = Attempt(puzzle, question.moves)
    attempt = next_attempt.first(question.before)
    new_decisions = question.moves[question.before :]
    if verdict.right is None:
        undecided_text = texts.SAVE_UNDECIDED if puzzle.saves else texts.PUZZLE_UNDECIDED
        lead = reader.t(undecided_text, moves=phrases.moves(reader.t, new_decisions))
        return await compose(reader, attempt, lead=lead)
    if not verdict.right:
        await reader.services.puzzles.wrong(reader.user, puzzle)
        return await _compose_refuted(reader, attempt, next_attempt, verdict)
    if not puzzle.saves and next_attempt.plus(verdict.reply).can_go_on:
        template = _right_turn_text(attempt, verdict)
        return await _compose_replied(reader, next_attempt, verdict.reply, new_decisions, template)
    streak = await reader.services.puzzles.solved(reader.user, puzzle)
    return await _compose_solution(reader, next_attempt, streak, UNEXPLAINED, is_solved=True)


def _right_turn_text(attempt: Attempt, verdict: TurnVerdict) -> str:
    """What is said of a turn that keeps the win: whether it wins as soon as possible."""
    if verdict.turns <= attempt.turns_left - 1:
        return texts.PUZZLE_REPLIED
    return texts.PUZZLE_SLOWER


async def _compose_replied(
    reader: Reply | Reader,
    attempt: Attempt,
    reply: Sequence[str],
    new_decisions: Sequence[str],
    template: str,
) -> Post:
    """The card after a right turn and the other side's reply to it.

    :param new_decisions: the decisions of the turn
    :param template: the text that tells both
    """
    t = reader.t
    lead = t(template, moves=phrases.moves(t, new_decisions), answer=phrases.moves(t, reply))
    return await compose(reader, attempt.plus(reply), lead=lead)


async def _compose_refuted(
    reader: Reader, attempt: Attempt, next_attempt: Attempt, verdict: TurnVerdict
) -> Post:
    """The card after a wrong turn, with the reply that refutes it on the board."""
    t = reader.t
    one, many = texts.SAVE_REFUTED if attempt.puzzle.saves else texts.PUZZLE_REFUTED
    new_decisions = next_attempt.decisions[len(attempt.decisions) :]
    moves = phrases.moves(t, new_decisions)
    refutation = phrases.moves(t, verdict.reply)
    lead = t.count(one, many, verdict.turns, moves=moves, answer=refutation)
    refutation_line = next_attempt.plus(verdict.reply)
    return await compose(reader, attempt, lead=lead, refutation=refutation_line.states)


@feature.on(GiveUp, work="board", page=True)
async def give_up(reply: Reply, press: GiveUp) -> None:
    """Show the solution to a member, for whom the puzzle then counts as missed."""
    attempt = await attempt_of(reply, press)
    puzzle = attempt.puzzle
    await require_fair(reply, Attempt(puzzle))
    await reply.services.puzzles.wrong(reply.user, puzzle, given_up=True)
    streak = await reply.services.puzzles.streak(reply.user)
    await _end(reply, Attempt(puzzle, puzzle.solution), streak, is_solved=False)


async def _end(reply: Reply, attempt: Attempt, streak: Streak, *, is_solved: bool) -> None:
    """Show how the puzzle was won, and explain its last turn as soon as the reasons are ready."""
    # Where the match is over, the reasons need no search.
    if attempt.state.outcome is not None:
        why = advice(JudgedTurn(attempt.states[-attempt.last_turn_length - 1 :]))
        await reply.private(
            await _compose_solution(reply, attempt, streak, why, is_solved=is_solved)
        )
        return
    solution = await _compose_solution(reply, attempt, streak, UNEXPLAINED, is_solved=is_solved)
    try:
        reply.thinker.check_room(reply.user)
    except LimitReached:
        # With too many answers pending, the member sees the solution unexplained.
        await reply.private(solution)
        return
    puzzle = attempt.puzzle
    question = SolutionQuestion(puzzle.slug, puzzle.name, is_solved, attempt.decisions)
    await reply.thinker.ask(reply, question, solution)


async def _compose_solution(
    reader: Reply | Reader, attempt: Attempt, streak: Streak, why: Hint, *, is_solved: bool
) -> Post:
    """The card of a puzzle that is over, with the reasons for its last turn."""
    style: PictureStyle = {**styled(reader.look()), "size": SIZE}
    image = await draw(
        reader.services, reader.user, attempt, attempt.last_turn_length, style, reader.t.locale
    )
    standing = await reader.services.puzzles.standing(reader.user, attempt.puzzle)
    return cards.solution(reader.t, attempt, image, streak, why, standing, is_solved=is_solved)


async def _begin_explaining(
    services: Services, user: int, question: SolutionQuestion
) -> Task[Hint]:
    attempt = await question.attempt(services, user)
    turn_start = attempt.before_last_turn()
    turn = attempt.decisions[len(turn_start.decisions) :]
    return services.workers.submit(
        THINKING, user, thinking.explain, turn_start.position, turn, seconds=EXPLAIN_SECONDS
    )


async def _tell_reasons(reader: Reader, question: SolutionQuestion, why: Hint) -> Post:
    attempt = await question.attempt(reader.services, reader.user)
    streak = await reader.services.puzzles.streak(reader.user)
    return await _compose_solution(reader, attempt, streak, why, is_solved=question.solved)


def _id_on_solution(question: SolutionQuestion) -> str:
    """The custom id that only the card of the solution has, which is to be changed."""
    return str(NextPuzzle(0, question.game, question.puzzle, ""))


def _id_on_puzzle(question: VerdictQuestion) -> str:
    """The custom id that only the card of the puzzle as it was has, which is to be changed."""
    return str(NextPuzzle(question.before, question.game, question.puzzle, question.path))


feature.pending_kinds.append(
    PendingKind(
        SolutionQuestion, _begin_explaining, _tell_reasons, late="nowhere", shows=_id_on_solution
    )
)
feature.pending_kinds.append(
    PendingKind(VerdictQuestion, _begin_judging, _tell_verdict, late="nowhere", shows=_id_on_puzzle)
)
