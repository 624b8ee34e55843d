"""The cards of puzzles: one to be solved, its solution, and the puzzle of the day."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import games
from bot.chat.board import pickers, trying
from bot.chat.board.links import OpenCard, PuzzlePress, ShowPuzzle, TryInPuzzle
from bot.chat.board.trying import Board, decisions
from bot.chat.discord.components import (
    AMBER,
    BLURPLE,
    GREEN,
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
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, capitalised, moment
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from bot.domain.events import Notice
from bot.domain.puzzles.exercises import TIMES, Round
from bot.domain.puzzles.progress import UNCOUNTED, PuzzleStanding, Streak
from bot.domain.puzzles.service import MOST_POINTS, DailyPuzzle
from games.core import State
from games.players.ideas import idea
from games.players.puzzles import Puzzle, answers
from games.players.reasons import Hint


class ChooseInPuzzle(PuzzlePress, action="pzchoose"):
    """Press a cell, a stone, a step or an area; ``pressed`` is a decision or a focus
    (``bot.chat.board.choosing``).
    """

    pressed: str


class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""


class NextPuzzle(PuzzlePress, action="pznext"):
    """Leave a puzzle for another."""


class GiveUp(PuzzlePress, action="pzsolve"):
    """See the solution."""


class PostPuzzle(Press, action="pzpost"):
    """Show a puzzle that one has solved to everyone, without its solution."""

    game: str
    name: str


class Stage(NamedTuple):
    """A puzzle as far as it is solved: the states that the decisions of both sides lead through."""

    puzzle: Puzzle
    states: Sequence[State]

    @property
    def made(self) -> tuple[str, ...]:
        """The decisions of both sides."""
        return decisions(self.states)

    @property
    def turn_start(self) -> int:
        """The number of decisions before the turn that is being made."""
        at = len(self.states) - 1
        while at and self.states[at - 1].to_move == self.states[-1].to_move:
            at -= 1
        return at


def task(t: Language, puzzle: Puzzle, state: State, made: Sequence[str] = ()) -> Markup:
    """What the solver has to do."""
    mark = Markup(phrases.mark(state.game, state.to_move or 0))
    if puzzle.saves:
        return t.count(*texts.PUZZLE_SAVE, puzzle.saves, mark=mark)
    left = answers.turns_left(puzzle, made)
    if left == 1:
        return t(texts.PUZZLE_ONE, mark=mark)
    return t(texts.PUZZLE_LEFT if made else texts.PUZZLE_MORE, mark=mark, turns=left)


def _accepted(t: Language, puzzle: Puzzle) -> Markup | None:
    """What else than the shortest win is right."""
    if puzzle.saves:
        return None
    slower = answers.slower(puzzle)
    return t(texts.PUZZLE_ANY) if slower is None else t(texts.PUZZLE_LONGER, turns=slower)


def _opened(puzzle: Puzzle) -> ShowPuzzle:
    return ShowPuzzle(0, puzzle.slug, puzzle.name, "")


def _standing(t: Language, puzzle: Puzzle, standing: PuzzleStanding | Round) -> Iterator[Markup]:
    """The ratings, and what an answer would change or has changed; of an exercise, how often it was
    solved.
    """
    if isinstance(standing, Round):
        yield t(
            texts.PUZZLE_ROUND,
            solved=standing.solved,
            times=TIMES,
            when=moment(standing.due_at, "D"),
        )
        return
    yield t(texts.PUZZLE_RATING, name=puzzle.name, rating=standing.puzzle, own=standing.own)
    game = games.get(puzzle.slug).name
    points = standing.points
    if standing.again:
        yield t(texts.PUZZLE_AGAIN)
    elif standing.counts:
        yield t(texts.PUZZLE_COST, points=MOST_POINTS)
    elif not standing.answered:
        yield t(texts.PUZZLE_FREE, number=standing.answers + 1, free=UNCOUNTED, game=game)
    elif points is None:
        yield t(texts.PUZZLE_UNCOUNTED, free=UNCOUNTED, game=game)
    else:
        yield t(texts.PUZZLE_GAINED if points >= 0 else texts.PUZZLE_LOST, points=abs(points))


def _rules(t: Language, puzzle: Puzzle) -> Markup:
    """The puzzle's board and options."""
    return Markup(f"-# {capitalised(variants.text(games.get(puzzle.slug), puzzle.options, t.say))}")


def card(
    t: Language,
    at: Stage,
    board: Board,
    lead: str = "",
    streak: Streak | None = None,
    *,
    standing: PuzzleStanding | Round,
    easier: Puzzle | None = None,
    page: bool = False,
) -> Post:
    """A puzzle to solve, with what can be pressed; ``easier``: what else there is on the day of
    this one; ``page``: it can be opened in a browser.
    """
    puzzle = at.puzzle
    state = at.states[-1]
    made = at.made
    path = answers.path(puzzle.start(), made)
    about = (len(made), puzzle.slug, puzzle.name)
    back = answers.path(puzzle.start(), made[: at.turn_start])

    def press(pressed: str) -> ChooseInPuzzle:
        return ChooseInPuzzle(*about, path, pressed)

    buttons = [
        button(t.label(texts.PUZZLE_TYPE), TypeInPuzzle(*about, path)),
        button(
            t.label(texts.PUZZLE_BACK), ShowPuzzle(at.turn_start, puzzle.slug, puzzle.name, back)
        )
        if at.turn_start < len(made)
        else None,
        button(t.label(texts.PUZZLE_NEXT), NextPuzzle(*about, path)),
        button(
            t.label(texts.PUZZLE_GIVE_UP_RATED if standing.counts else texts.PUZZLE_GIVE_UP),
            GiveUp(*about, path),
        ),
        None if easier is None or made else button(t.label(texts.PUZZLE_EASIER), _opened(easier)),
        button(t.label(shared.IN_BROWSER), OpenCard.of(ShowPuzzle(0, puzzle.slug, puzzle.name, "")))
        if page and not made
        else None,
        button(t.label(shared.THINK), TryInPuzzle(*about, path, "")),  # as long as there is room
    ]
    shown = board.picker
    words = (
        lead or None,
        t(texts.PUZZLE_MINE, game=state.game.name, when=moment(standing.played_at, "D"))
        if isinstance(standing, Round)
        else t(
            texts.PUZZLE_DAILY if easier else texts.PUZZLE_TITLE,
            game=state.game.name,
            name=puzzle.name,
        ),
        task(t, puzzle, state, made),
        _accepted(t, puzzle),
        _rules(t, puzzle),
        t(texts.PUZZLE_SO_FAR, moves=phrases.moves(t, made)) if made else None,
        pickers.question(t, shown) if shown is not None and state.made else None,
        *pickers.legend(t, shown),
        *_standing(t, puzzle, standing),
    )
    return trying.card(
        t, board, press, words, filter(None, buttons), bottom=_streak(t, streak or Streak())
    )


def solution(
    t: Language,
    at: Stage,
    image: Picture,
    streak: Streak,
    why: Hint,
    standing: PuzzleStanding | Round,
    *,
    solved: bool,
) -> Post:
    """The end of a puzzle: the moves that win, why the last turn does, and how it goes on."""
    puzzle = at.puzzle
    game = at.states[0].game
    line = puzzle.line if at.made == puzzle.solution else ()
    names = [
        t.say(shown.name) for slug in puzzle.ideas if (shown := idea(puzzle.slug, slug)) is not None
    ]
    return post(
        text(
            t(texts.PUZZLE_SOLVED if solved else texts.PUZZLE_SHOWN),
            t(
                texts.HINT_MOVE,
                mark=Markup(phrases.mark(game, at.states[0].to_move or 0)),
                moves=phrases.moves(t, at.made),
            ),
            *(t(texts.HINT_REASON, reason=t.whole(reason)) for reason in why.reasons[:3]),
            t(texts.PUZZLE_LINE, moves=phrases.moves(t, line)) if line else None,
            t(texts.PUZZLE_IDEAS, ideas=t.listed(names)) if names else None,
            *_standing(t, puzzle, standing),
        ),
        picture(image),
        _streak(t, streak),
        row(
            button(
                t.label(texts.PUZZLE_NEXT), NextPuzzle(0, puzzle.slug, puzzle.name, ""), "primary"
            ),
            button(t.label(shared.POST_HERE), PostPuzzle(puzzle.slug, puzzle.name))
            if solved and isinstance(standing, PuzzleStanding)
            else None,
        ),
        colour=GREEN if solved else AMBER,
    )


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
    """A puzzle as it begins, without its solution, for everyone in a channel; each solves it
    alone.
    """
    return post(
        text(
            title,
            lead or None,
            task(t, puzzle, puzzle.start()),
            _accepted(t, puzzle),
            _rules(t, puzzle),
        ),
        picture(image),
        row(
            button(t.label(texts.PUZZLE_SOLVE), _opened(puzzle), "primary"),
            button(t.label(texts.PUZZLE_EASIER), _opened(easier)) if easier else None,
        ),
        colour=BLURPLE,
        notice=notice,
    )


def _streak(t: Language, streak: Streak) -> Item | None:
    """Days in a row and puzzles solved, once there is any."""
    if not streak.solved:
        return None
    return text(t(texts.PUZZLE_STREAK, days=streak.days, best=streak.best, solved=streak.solved))
