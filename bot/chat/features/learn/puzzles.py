"""Puzzles: shown to one member, solved by menus or by typing, explained; and the daily one for
all.
"""

from collections.abc import Sequence

import games
from bot.chat.board import trying
from bot.chat.board.choosing import decision
from bot.chat.board.links import PuzzlePress, ShowPuzzle, TryInPuzzle
from bot.chat.board.trying import Scratch, decisions, last_turn
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import Post, button
from bot.chat.discord.delivery.pending import PendingKind, Question, Reader
from bot.chat.discord.forms import Field, form
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import share
from bot.chat.features.learn import feature, puzzle_cards as cards, texts
from bot.chat.features.learn.puzzle_cards import (
    ChooseInPuzzle,
    GiveUp,
    NextPuzzle,
    PostPuzzle,
    TypeInPuzzle,
)
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, mention
from bot.chat.language.typed import english_moves
from bot.chat.pictures.heavy import styled
from bot.chat.pictures.jobs import Style
from bot.chat.pictures.picture import Picture
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.domain.errors import LimitReached, Refused, Unplayable
from bot.domain.events import Notice
from bot.domain.matches.history import follow
from bot.domain.matches.turns import understood
from bot.domain.puzzles.exercises import is_own
from bot.domain.puzzles.progress import Streak
from bot.domain.puzzles.service import (
    DailyPuzzle,
    easier_of_the_day,
    of_the_day,
    puzzle_named,
)
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.core import State
from games.players.claims import Turn
from games.players.puzzles import Puzzle, answers
from games.players.puzzles.answers import Verdict
from games.players.reasons import Hint, advice

SIZE = 720  # pixels of a puzzle's board
RIDDLE = Style(size=SIZE, threats=False)
EXPLAIN_SECONDS = 2.0
JUDGE_SECONDS = 6.0  # for judging a turn that is not on the puzzle's line
ROOM = 3  # characters of a path left for a turn that is made decision by decision
UNEXPLAINED = Hint((), 0.0, ())


class PuzzleQuestion(Question):
    """A question about the puzzle of this name."""

    game: Own[str]
    puzzle: Own[str]

    async def named(self, services: Services, user: int) -> Puzzle:
        """The puzzle of a member. Raises NotFound."""
        return await services.puzzles.named(user, self.game, self.puzzle)


class SolutionQuestion(PuzzleQuestion, kind="puzzle"):
    """Why the turn that ends a puzzle wins: ``moves`` lead to it from the start; ``solved``: by the
    member.
    """

    solved: Own[bool]
    moves: Own[tuple[str, ...]] = ()


class VerdictQuestion(PuzzleQuestion, kind="verdict"):
    """Whether a turn keeps the win: ``moves`` of both sides, of which the first ``before`` were
    played before it.
    """

    moves: Own[tuple[str, ...]]
    before: Own[int]
    path: Own[str] = ""  # to there


async def _meant(reply: Reply, press: PuzzlePress) -> tuple[Puzzle, tuple[str, ...]]:
    """The puzzle that a button is about, and the decisions made in it. Raises NotFound."""
    puzzle = await reply.services.puzzles.named(reply.user, press.game, press.name)
    try:
        return puzzle, answers.moves_of(puzzle.start(), press.path)
    except ValueError:
        raise no_such_button() from None


@feature.command
@slash(
    "puzzle",
    texts.ABOUT_PUZZLE,
    options={
        "game": texts.ABOUT_PUZZLE_GAME,
        "today": texts.ABOUT_PUZZLE_TODAY,
        "mine": texts.ABOUT_PUZZLE_MINE,
    },
    choices={"game": game_choices()},
    work="board",
)
async def begin(reply: Reply, game: str = "", today: bool = False, mine: bool = False) -> None:
    """A puzzle of a game or of any, that of the day, or an exercise of one's own."""
    puzzles = reply.services.puzzles
    now = reply.services.now()
    given = puzzles.exercises if mine else puzzles
    await _show(reply, of_the_day(now) if today else await given.next_for(reply.user, game or None))


async def _show(
    reply: Reply, puzzle: Puzzle, made: Sequence[str] = (), focus: str = "", lead: str = ""
) -> None:
    """Show a puzzle to the member who asks, as far as they have come. Raises Refused."""
    await _fair(reply, puzzle, made)
    await reply.private(await _shown(reply, puzzle, made, focus, lead))


async def _fair(reply: Reply, puzzle: Puzzle, made: Sequence[str]) -> None:
    """Raises Refused if what is said of a puzzle would help the member in a rated match."""
    start = puzzle.start()
    await reply.services.matches.require_no_help(
        reply.user, puzzle.slug, lambda: (*follow(start, puzzle.solution), *follow(start, made))
    )


async def _shown(
    reader: Reply | Reader,
    puzzle: Puzzle,
    made: Sequence[str],
    focus: str = "",
    lead: str = "",
    *,
    drawn: Sequence[State] = (),
) -> Post:
    """The card of a puzzle; ``drawn``: states to draw in place of those that were played, as a
    refutation.
    """
    states = follow(puzzle.start(), made)
    shown = await trying.draw(
        reader, last_turn(states), focus, drawn=last_turn(drawn), size=SIZE, threats=False
    )
    puzzles = reader.services.puzzles
    streak = await puzzles.streak(reader.user)
    standing = await puzzles.standing(reader.user, puzzle)
    now = reader.services.now()
    easier = easier_of_the_day(now) if puzzle == of_the_day(now) else None
    at = cards.Stage(puzzle, states)
    return cards.card(
        reader.t,
        at,
        shown,
        lead,
        streak,
        standing=standing,
        easier=easier,
        page=bool(reader.services.doors.url),
    )


async def _drawn(
    services: Services,
    owner: int,
    puzzle: Puzzle,
    made: tuple[str, ...],
    turn: int,
    style: Style,
    locale: str,
) -> Picture:
    """A puzzle's board after the decisions ``made``, the last ``turn`` of them drawn."""
    at = _position(puzzle, made)
    name = f"{puzzle.slug}-{len(at.decisions)}.png"
    return await services.heavy.board(owner, name, at, turn, style, locale)


async def _try_answer(reply: Reply, puzzle: Puzzle, made: tuple[str, ...], typed: str) -> None:
    """Judge decisions that a member has chosen or typed."""
    await _fair(reply, puzzle, made)
    t = reply.t
    state = follow(puzzle.start(), made)[-1]
    puzzles = reply.services.puzzles
    try:
        states = understood(state, typed)
    except Unplayable as why:
        # The puzzle stays in sight: what is wrong is said above it.
        await _show(reply, puzzle, made, lead=t(shared.WRONG, why=t.whole(why.sentence)))
        return
    new = tuple(str(after.last_move) for after in states)
    whole = (*made, *new)
    moves = phrases.moves(t, new)
    outcome = states[-1].outcome
    won = outcome is not None and (
        outcome.winner == state.to_move or (puzzle.saves and outcome.winner is None)
    )
    if won or (puzzle.saves and whole == puzzle.solution):
        await _end(reply, puzzle, whole, await puzzles.solved(reply.user, puzzle), solved=True)
    elif outcome is not None:
        await puzzles.wrong(reply.user, puzzle)
        lead = t(texts.PUZZLE_WRONG, moves=moves)
        drawn = follow(puzzle.start(), whole)
        await reply.private(await _shown(reply, puzzle, made, lead=lead, drawn=drawn))
    elif states[-1].to_move == state.to_move:
        await _show(reply, puzzle, whole, lead=t(texts.PUZZLE_ONWARD, moves=moves))
    elif (answer := answers.steps(puzzle, whole)) is not None:
        post = await _after_right(reply, puzzle, whole, answer, new, texts.PUZZLE_REPLIED)
        if post is not None:
            await reply.private(post)
        else:
            # A line too long for buttons, or one that the loser's own turn ends: the solution is
            # complete.
            await _end(reply, puzzle, whole, await puzzles.solved(reply.user, puzzle), solved=True)
    else:
        before = answers.path(puzzle.start(), made)
        question = VerdictQuestion(puzzle.slug, puzzle.name, whole, len(made), before)
        shown = await _shown(reply, puzzle, made, lead=t(texts.PUZZLE_JUDGING, moves=moves))
        await reply.pending.ask(reply, question, shown)


async def _after_right(
    reader: Reply | Reader,
    puzzle: Puzzle,
    whole: Sequence[str],
    answer: Sequence[str],
    new: Sequence[str],
    said: str,
) -> Post | None:
    """The card after a right turn and its answer; None where the puzzle is over."""
    states = follow(puzzle.start(), (*whole, *answer))
    path = answers.path(states[0], (*whole, *answer))
    if states[-1].outcome is not None or len(path) > answers.LONGEST_PATH - ROOM:
        return None
    lead = reader.t(
        said, moves=phrases.moves(reader.t, new), answer=phrases.moves(reader.t, answer)
    )
    return await _shown(reader, puzzle, (*whole, *answer), lead=lead)


def _position(puzzle: Puzzle, made: Sequence[str]) -> PositionData:
    return PositionData(puzzle.slug, dict(puzzle.options), (*puzzle.moves, *made))


async def _begin_judging(services: Services, user: int, question: VerdictQuestion) -> Task[Verdict]:
    puzzle = await question.named(services, user)
    left = answers.turns_left(puzzle, question.moves[: question.before]) - 1
    asked_for = (_position(puzzle, question.moves), left, JUDGE_SECONDS, puzzle.saves)
    return services.workers.submit(
        THINKING, user, thinking.judge_answer, *asked_for, seconds=JUDGE_SECONDS
    )


async def _tell_verdict(reader: Reader, question: VerdictQuestion, verdict: Verdict) -> Post:
    """The card after a turn that is not on the puzzle's line."""
    puzzle = await question.named(reader.services, reader.user)
    whole = question.moves
    made = whole[: question.before]
    new = whole[question.before :]
    moves = phrases.moves(reader.t, new)
    puzzles = reader.services.puzzles
    if verdict.right is None:
        said = texts.SAVE_UNDECIDED if puzzle.saves else texts.PUZZLE_UNDECIDED
        return await _shown(reader, puzzle, made, lead=reader.t(said, moves=moves))
    if verdict.right and not puzzle.saves:
        slower = texts.PUZZLE_CERTIFIED if verdict.certified else texts.PUZZLE_SLOWER
        said = (
            slower if verdict.turns > answers.turns_left(puzzle, made) - 1 else texts.PUZZLE_REPLIED
        )
        post = await _after_right(reader, puzzle, whole, verdict.reply, new, said)
        if post is not None:
            return post
    if verdict.right:
        return await _ended(
            reader,
            puzzle,
            whole,
            await puzzles.solved(reader.user, puzzle),
            UNEXPLAINED,
            solved=True,
        )
    await puzzles.wrong(reader.user, puzzle)
    lead = reader.t.count(
        *(texts.SAVE_REFUTED if puzzle.saves else texts.PUZZLE_REFUTED),
        verdict.turns,
        moves=moves,
        answer=phrases.moves(reader.t, verdict.reply),
    )
    drawn = follow(puzzle.start(), (*whole, *verdict.reply))
    return await _shown(reader, puzzle, made, lead=lead, drawn=drawn)


async def _end(
    reply: Reply, puzzle: Puzzle, moves: Sequence[str], streak: Streak, *, solved: bool
) -> None:
    """Show how the puzzle was won, and explain its last turn as soon as the reasons are ready."""
    states = last_turn(follow(puzzle.start(), moves))
    over = states[-1].outcome is not None
    why = advice(Turn(tuple(states))) if over else UNEXPLAINED
    shown = await _ended(reply, puzzle, moves, streak, why, solved=solved)
    if not over:
        try:
            reply.pending.check_room(reply.user)
        except LimitReached:
            over = True  # with too many answers pending, the member sees the solution unexplained
    if over:
        await reply.private(shown)
        return
    question = SolutionQuestion(puzzle.slug, puzzle.name, solved, tuple(moves))
    await reply.pending.ask(reply, question, shown)


async def _ended(
    reader: Reply | Reader,
    puzzle: Puzzle,
    moves: Sequence[str],
    streak: Streak,
    why: Hint,
    *,
    solved: bool,
) -> Post:
    states = follow(puzzle.start(), moves)
    style: Style = {**styled(reader.look()), "size": SIZE}
    made = decisions(states)
    last = len(last_turn(states)) - 1
    image = await _drawn(reader.services, reader.user, puzzle, made, last, style, reader.t.locale)
    standing = await reader.services.puzzles.standing(reader.user, puzzle)
    return cards.solution(
        reader.t, cards.Stage(puzzle, states), image, streak, why, standing, solved=solved
    )


async def _begin(services: Services, user: int, question: SolutionQuestion) -> Task[Hint]:
    puzzle = await question.named(services, user)
    states = follow(puzzle.start(), question.moves or puzzle.solution)
    turn = decisions(last_turn(states))
    at = _position(puzzle, decisions(states)[: -len(turn)])
    return services.workers.submit(
        THINKING, user, thinking.explain, at, turn, seconds=EXPLAIN_SECONDS
    )


async def _tell(reader: Reader, question: SolutionQuestion, why: Hint) -> Post:
    puzzle = await question.named(reader.services, reader.user)
    streak = await reader.services.puzzles.streak(reader.user)
    return await _ended(
        reader, puzzle, question.moves or puzzle.solution, streak, why, solved=question.solved
    )


@feature.composes(DailyPuzzle)
async def compose_daily(services: Services, t: Language, notice: Notice[DailyPuzzle]) -> Post:
    """The post of the daily puzzle."""
    puzzle = puzzle_named(notice.event.game, notice.event.puzzle)
    image = await _drawn(services, 0, puzzle, (), 0, RIDDLE, t.locale)
    title = t(texts.PUZZLE_DAILY, game=games.get(puzzle.slug).name)
    easier = puzzle_named(puzzle.slug, notice.event.easier) if notice.event.easier else None
    return cards.for_everyone(t, puzzle, image, title, easier=easier, notice=notice)


@feature.on(PostPuzzle, work="board")
async def post_puzzle(reply: Reply, press: PostPuzzle) -> None:
    """Show a puzzle that the member has solved to everyone, without its solution.

    Raises Refused, LimitReached.
    """
    puzzle = puzzle_named(press.game, press.name)
    services = reply.services
    if not await services.puzzles.done(reply.user, puzzle):
        raise Refused("solve the puzzle first")

    async def compose(t: Language) -> Post:
        image = await _drawn(services, reply.user, puzzle, (), 0, RIDDLE, t.locale)
        title = t(texts.PUZZLE_TITLE, game=games.get(puzzle.slug).name, name=puzzle.name)
        return cards.for_everyone(
            t, puzzle, image, title, t(texts.PUZZLE_POSTED, who=mention(reply.user))
        )

    await share(reply, press, compose)


@feature.on(TryInPuzzle, work="board", page=True)
async def try_moves(reply: Reply, press: TryInPuzzle) -> None:
    """Show a line that is tried in a puzzle, from where the member has come in it.

    Raises NotFound.
    """
    t = reply.t
    puzzle, line = await _meant(reply, press)
    start = puzzle.start()
    given = min(press.made, len(line))
    back = ShowPuzzle(given, puzzle.slug, puzzle.name, answers.path(start, line[:given]))
    scratch = Scratch(
        start,
        given,
        lambda path, pressed: TryInPuzzle(given, puzzle.slug, puzzle.name, path, pressed),
        t(shared.TRY_PUZZLE, game=games.get(puzzle.slug).name, name=puzzle.name),
        (button(t.label(shared.TRY_DONE), back),),
        riddle=True,
    )
    await trying.show(
        reply, scratch, answers.path(start, line), press.pressed, anew=not reply.pressed
    )


@feature.on(ShowPuzzle, work="board", page=True, touched=True)
async def show_puzzle(reply: Reply, press: ShowPuzzle) -> None:
    await _show(reply, *await _meant(reply, press))


@feature.on(ChooseInPuzzle, work="board", page=True)
async def choose(reply: Reply, press: ChooseInPuzzle) -> None:
    """Something was pressed on the board."""
    (puzzle, made), chosen = await _meant(reply, press), decision(press.pressed)
    if chosen is None:
        await _show(reply, puzzle, made, press.pressed)
    else:
        await _try_answer(reply, puzzle, made, chosen)


class TypedInPuzzle(PuzzlePress, action="pztyped", opened_by=TypeInPuzzle):
    """What was typed in the form."""


@feature.on(TypeInPuzzle)
async def type_answer(reply: Reply, press: TypeInPuzzle) -> None:
    (puzzle, _), t = await _meant(reply, press), reply.t
    title = t.label(texts.PUZZLE_TITLE_FORM, 45, game=games.get(puzzle.slug).name)
    sent = TypedInPuzzle(press.made, puzzle.slug, puzzle.name, press.path)
    await reply.form(form(title, sent, Field("moves", t.label(texts.PUZZLE_FIELD, 45))))


@feature.on(TypedInPuzzle, work="board")
async def typed_answer(reply: Reply, press: TypedInPuzzle) -> None:
    """An answer was typed.

    A mistake is refused beside the puzzle, with the text to be corrected.
    """
    (puzzle, made), typed = await _meant(reply, press), english_moves(reply.typed("moves"))
    understood(follow(puzzle.start(), made)[-1], typed)
    await _try_answer(reply, puzzle, made, typed)


@feature.on(NextPuzzle, work="board", page=True)
async def next_puzzle(reply: Reply, press: NextPuzzle) -> None:
    puzzle = await reply.services.puzzles.named(reply.user, press.game, press.name)
    puzzles = reply.services.puzzles
    given = puzzles.exercises.next_for(reply.user, but=puzzle.name) if is_own(puzzle.name) else None
    await _show(reply, await (given or puzzles.next_for(reply.user, puzzle.slug, but=puzzle.name)))


@feature.on(GiveUp, work="board", page=True)
async def give_up(reply: Reply, press: GiveUp) -> None:
    puzzle, _ = await _meant(reply, press)
    await _fair(reply, puzzle, ())
    await reply.services.puzzles.wrong(reply.user, puzzle, given_up=True)
    streak = await reply.services.puzzles.streak(reply.user)
    await _end(reply, puzzle, puzzle.solution, streak, solved=False)


def _shows(question: PuzzleQuestion) -> str:
    """The custom id that only the card to be changed has: of the puzzle as it was, or of its
    solution.
    """
    before, path = (
        (question.before, question.path) if isinstance(question, VerdictQuestion) else (0, "")
    )
    return str(NextPuzzle(before, question.game, question.puzzle, path))


feature.pending.append(PendingKind(SolutionQuestion, _begin, _tell, late="nowhere", shows=_shows))
feature.pending.append(
    PendingKind(VerdictQuestion, _begin_judging, _tell_verdict, late="nowhere", shows=_shows)
)
