"""The cards of puzzles: one to be solved, its solution, and the puzzle of the day."""

from collections.abc import Iterator

import games
from bot.chat.board import pickers, trying
from bot.chat.board.links import OpenCard, PuzzlePress, ShowPuzzle, TryInPuzzle
from bot.chat.board.trying import TriedPosition
from bot.chat.discord.components import (
    AMBER,
    BLURPLE,
    GREEN,
    Button,
    Item,
    Post,
    button,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.press import Press
from bot.chat.features.learn import texts
from bot.chat.features.learn.attempts import Attempt
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, capitalised, moment
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from bot.domain.events import Notice
from bot.domain.puzzles.exercises import TIMES, Round
from bot.domain.puzzles.progress import UNCOUNTED, PuzzleStanding, Streak
from bot.domain.puzzles.service import MOST_POINTS, DailyPuzzle
from games.players.ideas import idea
from games.players.puzzles import Puzzle, answers, main_idea, number_of
from games.players.reasons import Hint


class ChooseInPuzzle(PuzzlePress, action="pzchoose"):
    """Press a cell, a stone, a step or an area.

    ``selection`` is a decision or a focus (``bot.chat.board.choosing``).
    """

    selection: str


class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""


class TypedInPuzzle(PuzzlePress, action="pztyped", opened_by=TypeInPuzzle):
    """What was typed in the form."""


class NextPuzzle(PuzzlePress, action="pznext"):
    """Leave a puzzle for another."""


class GiveUp(PuzzlePress, action="pzsolve"):
    """See the solution."""


class PostPuzzle(Press, action="pzpost"):
    """Show a puzzle that one has solved to everyone, without its solution."""

    game: str
    name: str


def task(t: Language, attempt: Attempt) -> Markup:
    """What the solver has to do."""
    puzzle = attempt.puzzle
    state = attempt.state
    mark = Markup(phrases.mark(state.game, state.to_move or 0))
    if puzzle.saves:
        return t.count(*texts.PUZZLE_SAVE, puzzle.saves, mark=mark)
    turns = attempt.turns_left
    if turns == 1:
        return t(texts.PUZZLE_ONE, mark=mark)
    if attempt.decisions:
        return t(texts.PUZZLE_LEFT, mark=mark, turns=turns)
    return t(texts.PUZZLE_MORE, mark=mark, turns=turns)


def _accepted(t: Language, puzzle: Puzzle) -> Markup | None:
    """What else than the shortest win is right."""
    if puzzle.saves or puzzle.turns == 1:
        return None
    slower = answers.slower(puzzle)
    if slower is None:
        return t(texts.PUZZLE_ANY)
    return t(texts.PUZZLE_LONGER, turns=slower)


def _show_from_start(puzzle: Puzzle) -> ShowPuzzle:
    return ShowPuzzle(0, puzzle.slug, puzzle.name, "")


def name_of(t: Language, puzzle: Puzzle, standing: PuzzleStanding | Round | None = None) -> Markup:
    """What a puzzle is called: its number, and its idea for a member who has solved it.

    :param standing: of the member it is shown to; None where many see it
    """
    if isinstance(standing, Round):
        return t(texts.PUZZLE_OWN)
    number = number_of(puzzle)
    main = idea(puzzle.slug, main_idea(puzzle))
    if standing is None or not standing.is_solved or main is None:
        return t(texts.PUZZLE_NUMBER, number=number)
    return t(texts.PUZZLE_NAME, idea=t.say(main.name), number=number)


def _standing(t: Language, puzzle: Puzzle, standing: PuzzleStanding | Round) -> Iterator[Markup]:
    """The ratings, and what an answer changes; of an exercise, how often it was solved."""
    if isinstance(standing, Round):
        due = moment(standing.due_at, "D")
        yield t(texts.PUZZLE_ROUND, solved=standing.times_solved, times=TIMES, when=due)
        return
    number = number_of(puzzle)
    yield t(texts.PUZZLE_RATING, number=number, rating=standing.puzzle, own=standing.own_rating)
    yield _points(t, games.get(puzzle.slug).name, standing)


def _points(t: Language, game: str, standing: PuzzleStanding) -> Markup:
    """What an answer would change in the member's rating, or has changed."""
    points = standing.points
    if standing.again:
        return t(texts.PUZZLE_AGAIN)
    if standing.counts:
        return t(texts.PUZZLE_COST, points=MOST_POINTS)
    if not standing.is_answered:
        number = standing.answers + 1
        return t(texts.PUZZLE_FREE, number=number, free=UNCOUNTED, game=game)
    if points is None:
        return t(texts.PUZZLE_UNCOUNTED, free=UNCOUNTED, game=game)
    if points < 0:
        return t(texts.PUZZLE_LOST, points=-points)
    return t(texts.PUZZLE_GAINED, points=points)


def _rules(t: Language, puzzle: Puzzle) -> Markup:
    """The puzzle's board and options."""
    rules = variants.text(games.get(puzzle.slug), puzzle.options, t.say)
    return Markup(f"-# {capitalised(rules)}")


def card(
    t: Language,
    attempt: Attempt,
    board: TriedPosition,
    lead: str,
    streak: Streak,
    *,
    standing: PuzzleStanding | Round,
    easier: Puzzle | None,
    has_page: bool,
) -> Post:
    """A puzzle to solve, with what can be pressed.

    :param lead: what is said above the puzzle, such as what came of the last answer
    :param easier: what else there is on the day of this puzzle
    :param has_page: it can be opened in a browser
    """
    puzzle = attempt.puzzle

    def press(selection: str) -> ChooseInPuzzle:
        return ChooseInPuzzle(**attempt.press_fields, selection=selection)

    words = (
        lead or None,
        _title(t, attempt, standing, daily=easier is not None),
        task(t, attempt),
        _accepted(t, puzzle),
        _rules(t, puzzle),
        *_progress(t, attempt, board),
        *_standing(t, puzzle, standing),
    )
    buttons = _buttons(t, attempt, easier, counts=standing.counts, has_page=has_page)
    return trying.card(t, board, press, words, buttons, bottom=_streak(t, streak))


def _title(
    t: Language, attempt: Attempt, standing: PuzzleStanding | Round, *, daily: bool
) -> Markup:
    game = attempt.state.game.name
    if isinstance(standing, Round):
        return t(texts.PUZZLE_MINE, game=game, when=moment(standing.played_at, "D"))
    if daily:
        return t(texts.PUZZLE_DAILY, game=game)
    return t(texts.PUZZLE_TITLE, game=game, puzzle=name_of(t, attempt.puzzle, standing))


def _progress(t: Language, attempt: Attempt, board: TriedPosition) -> Iterator[Markup]:
    """The moves so far, and what is to be chosen next."""
    picker = board.picker
    if attempt.decisions:
        yield t(texts.PUZZLE_SO_FAR, moves=phrases.moves(t, attempt.decisions))
    if picker is not None and attempt.state.decisions_this_turn:
        yield pickers.question(t, picker)
    yield from pickers.legend(t, picker)


def _buttons(
    t: Language, attempt: Attempt, easier: Puzzle | None, *, counts: bool, has_page: bool
) -> Iterator[Button]:
    """The ways on from a puzzle, the most important first: only those are shown that fit."""
    is_started = bool(attempt.decisions)
    turn_start = attempt.first(attempt.unfinished_turn_start)
    yield button(t.label(texts.PUZZLE_TYPE), attempt.press(TypeInPuzzle))
    if turn_start.decisions != attempt.decisions:
        yield button(t.label(texts.PUZZLE_BACK), turn_start.press(ShowPuzzle))
    yield button(t.label(texts.PUZZLE_NEXT), attempt.press(NextPuzzle))
    give_up = texts.PUZZLE_GIVE_UP_RATED if counts else texts.PUZZLE_GIVE_UP
    yield button(t.label(give_up), attempt.press(GiveUp))
    if easier is not None and not is_started:
        yield button(t.label(texts.PUZZLE_EASIER), _show_from_start(easier))
    if has_page and not is_started:
        page = OpenCard.of(_show_from_start(attempt.puzzle))
        yield button(t.label(shared.IN_BROWSER), page)
    try_moves = TryInPuzzle(**attempt.press_fields, selection="")
    yield button(t.label(shared.THINK), try_moves)


def solution(
    t: Language,
    attempt: Attempt,
    image: Picture,
    streak: Streak,
    why: Hint,
    standing: PuzzleStanding | Round,
    *,
    is_solved: bool,
) -> Post:
    """The end of a puzzle: the moves that win, why the last turn does, and how it goes on.

    :param is_solved: by the member; else they gave up
    """
    puzzle = attempt.puzzle
    start = attempt.states[0]
    next_puzzle = NextPuzzle(0, puzzle.slug, puzzle.name, "")
    post_here = None
    if is_solved and isinstance(standing, PuzzleStanding):
        post_here = button(t.label(shared.POST_HERE), PostPuzzle(puzzle.slug, puzzle.name))
    mark = Markup(phrases.mark(start.game, start.to_move or 0))
    words = text(
        _solution_title(t, puzzle, standing, is_solved=is_solved),
        t(texts.HINT_MOVE, mark=mark, moves=phrases.moves(t, attempt.decisions)),
        *(t(texts.HINT_REASON, reason=t.as_sentence(reason)) for reason in why.reasons[:3]),
        *_afterwards(t, attempt),
        *_standing(t, puzzle, standing),
    )
    return post(
        words,
        picture(image),
        _streak(t, streak),
        row(button(t.label(texts.PUZZLE_NEXT), next_puzzle, "primary"), post_here),
        colour=GREEN if is_solved else AMBER,
    )


def _solution_title(
    t: Language, puzzle: Puzzle, standing: PuzzleStanding | Round, *, is_solved: bool
) -> Markup:
    """That the puzzle is solved, with the name of its idea; or that this is its solution."""
    if not is_solved:
        return t(texts.PUZZLE_SHOWN)
    main = idea(puzzle.slug, main_idea(puzzle))
    if main is None:
        return t(texts.PUZZLE_SOLVED)
    name = t(main.name)
    if isinstance(standing, PuzzleStanding):
        name = t(texts.PUZZLE_NAME, idea=name, number=number_of(puzzle))
    return t(texts.PUZZLE_SOLVED_NAME, puzzle=name)


def _afterwards(t: Language, attempt: Attempt) -> Iterator[Markup]:
    """How the match would go on, and the ideas that the puzzle shows."""
    puzzle = attempt.puzzle
    if puzzle.line and attempt.decisions == puzzle.solution:
        yield t(texts.PUZZLE_LINE, moves=phrases.moves(t, puzzle.line))
    ideas = [idea(puzzle.slug, slug) for slug in puzzle.ideas]
    names = [t.say(entry.name) for entry in ideas if entry is not None]
    if names:
        yield t(texts.PUZZLE_IDEAS, ideas=t.listed(names))


def for_everyone(
    t: Language,
    puzzle: Puzzle,
    image: Picture,
    title: str,
    lead: str = "",
    *,
    easier: Puzzle | None = None,
    notice: Notice[DailyPuzzle] | None = None,
) -> Post:
    """A puzzle as it begins, without its solution, for everyone in a channel."""
    solve = button(t.label(texts.PUZZLE_SOLVE), _show_from_start(puzzle), "primary")
    solve_easier = None
    if easier is not None:
        solve_easier = button(t.label(texts.PUZZLE_EASIER), _show_from_start(easier))
    words = text(
        title, lead or None, task(t, Attempt(puzzle)), _accepted(t, puzzle), _rules(t, puzzle)
    )
    return post(words, picture(image), row(solve, solve_easier), colour=BLURPLE, notice=notice)


def _streak(t: Language, streak: Streak) -> Item | None:
    """Days in a row and puzzles solved, once there is any."""
    if not streak.solved:
        return None
    return text(t(texts.PUZZLE_STREAK, days=streak.days, best=streak.best, solved=streak.solved))
