"""Puzzles in chat: shown to one member, solved by menus or by typing, explained; and the daily one for all.

The buttons carry the puzzle and how many of its decisions have been found; nothing else is needed to go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import games
from bot.domain.errors import Unplayable
from bot.domain.matches import variants
from bot.domain.matches.playing import understood
from bot.domain.matches.replay import follow
from bot.domain.matches.views import Notice
from bot.domain.pending_answers import Wanted
from bot.domain.puzzles import Streak, of_the_day, puzzle_named
from bot.thinking import Position, Task, jobs
from games.core import Sentence, State
from games.players.puzzles import Puzzle
from games.players.reasons import reasons

from bot.chat import pickers
from bot.chat.kit.language import phrases as words
from . import practice_texts as texts
from bot.chat.kit.language import texts as wrong
from bot.chat.kit.reply import Answer, no_such_button
from bot.chat.kit.transport.pending import Kind, Reader
from bot.chat.kit.forms import Field, form, typed
from bot.chat.kit.press import Press
from bot.chat.kit.components import AMBER, BLURPLE, GREEN, Picture, Post, button, picture, post, row, text
from .pickers import NOTHING, Choice
from bot.chat.kit.language.i18n import Markup, Tongue

if TYPE_CHECKING:
    from .client import Bot

SIZE = 720
"""Pixels of a puzzle's board."""
EXPLAIN_SECONDS = 1.0
REFUTE_SECONDS = 6.0
"""For so long it is looked for what a wrong answer overlooks."""


def _press(action: str, puzzle: Puzzle, found: int, more: str = "") -> Press:
    return Press(action, 0, found, f"{puzzle.slug}.{puzzle.name}.{more}")


def _read(press: Press) -> tuple[Puzzle, int, str]:
    """The puzzle that a button is about, how much of it was found, and what else it says. Raises NotFound."""
    slug, _, rest = press.extra.partition(".")
    name, _, more = rest.partition(".")
    puzzle = puzzle_named(slug, name)
    if press.version >= len(puzzle.solution):
        raise no_such_button()
    return puzzle, press.version, more


async def begin(answer: Answer, game: str = "", but: str = "") -> None:
    """Show a member the next puzzle, of a game or of any."""
    puzzle = await answer.bot.puzzling.next_for(answer.user, game or None, but=but)
    await show(answer, puzzle, 0)


async def show(answer: Answer, puzzle: Puzzle, found: int, chosen: Choice = NOTHING, lead: str = "") -> None:
    """Show a puzzle to the member who asks, as far as they have come."""
    await answer.private(await _shown(answer, puzzle, found, chosen, lead))


async def _shown(reader: Answer | Reader, puzzle: Puzzle, found: int, chosen: Choice = NOTHING, lead: str = "") -> Post:
    states = follow(puzzle.start(), puzzle.solution[:found])
    image = await _board(reader, puzzle, states)
    streak = await reader.bot.puzzling.streak(reader.user)
    return card(reader.t, puzzle, states, image, chosen, lead, streak)


async def _board(reader: Answer | Reader, puzzle: Puzzle, states: Sequence[State]) -> Picture:
    key = ("puzzle", puzzle.slug, puzzle.name, len(states), str(states[-1].last_move))
    return await reader.bot.pictures.board(states[-1], key=key, turn=states, size=SIZE, **reader.look())


def task(t: Tongue, puzzle: Puzzle, state: State) -> Markup:
    """What is to be found."""
    mark = Markup(words.mark(state.game, state.to_move or 0))
    return t(texts.PUZZLE_ONE if puzzle.turns == 1 else texts.PUZZLE_TWO, mark=mark)


def _rules(t: Tongue, puzzle: Puzzle) -> Markup:
    """What board it is, and which of the game's options hold."""
    return Markup(f"-# {variants.text(games.get(puzzle.slug), puzzle.options, t.say)}")


def card(
    t: Tongue,
    puzzle: Puzzle,
    states: Sequence[State],
    image: Picture,
    chosen: Choice = NOTHING,
    lead: str = "",
    streak: Streak | None = None,
) -> Post:
    """A puzzle to be solved."""
    state, found = states[-1], len(states) - 1
    seat = state.to_move or 0
    streak = streak or Streak()
    return post(
        text(
            lead or None,
            t(texts.PUZZLE_TITLE, game=state.game.name, name=puzzle.name),
            task(t, puzzle, state),
            _rules(t, puzzle),
            t(texts.PUZZLE_SO_FAR, moves=words.moves(puzzle.solution[:found])) if found else None,
        ),
        picture(image),
        *pickers.menus(t, state, chosen, lambda step: _press("pzpick", puzzle, found, step)),
        row(
            button(t.label(texts.PUZZLE_TYPE), _press("pztype", puzzle, found)),
            button(t.label(texts.PUZZLE_NEXT), _press("pznext", puzzle, found)),
            button(t.label(texts.PUZZLE_GIVE_UP), _press("pzsolve", puzzle, found)),
        ),
        text(t(texts.PUZZLE_STREAK, **streak._asdict())) if streak.solved else None,
        colour=words.colour(state.game, seat),
        pictures=[image],
    )


async def answered(answer: Answer, puzzle: Puzzle, found: int, typed_text: str) -> None:
    """Look at decisions that a member has chosen or typed."""
    state = puzzle.start()
    for move in puzzle.solution[:found]:
        state = state.play(state.parse(move))
    try:
        made = understood(state, typed_text)
    except Unplayable as why:
        # The puzzle stays in sight: what is wrong is said above it.
        await show(answer, puzzle, found, lead=answer.t(wrong.WRONG, why=answer.t.error(why)))
        return
    whole = (*puzzle.solution[:found], *made)
    right = whole == puzzle.solution[: len(whole)]
    t = answer.t
    if not right:
        await answer.bot.puzzling.wrong(answer.user, puzzle)
        said = t(texts.PUZZLE_WRONG if puzzle.turns == 1 else texts.PUZZLE_WRONG_TWO, moves=words.moves(made))
        shown = await _shown(answer, puzzle, found, lead=said)
        if puzzle.turns == 1 or follow(state, made)[-1].to_move in (state.to_move, None):
            await answer.private(shown)
        else:
            about = {"game": puzzle.slug, "puzzle": puzzle.name, "found": found, "moves": list(whole), "said": said}
            await answer.bot.errands.ask(answer, "answer", about, shown)
    elif len(whole) < len(puzzle.solution):
        await show(answer, puzzle, len(whole), lead=t(texts.PUZZLE_ONWARD, moves=words.moves(made)))
    else:
        streak = await answer.bot.puzzling.solved(answer.user, puzzle)
        await _end(answer, puzzle, streak, solved=True)


async def _begin_refuting(bot: Bot, wanted: Wanted) -> Task:
    puzzle = puzzle_named(wanted.about["game"], wanted.about["puzzle"])
    at = Position(puzzle.slug, dict(puzzle.options), (*puzzle.moves, *wanted.about["moves"]))
    seconds = REFUTE_SECONDS
    return bot.thinkers.submit(wanted.user, jobs.refute, at, puzzle.turns - 1, seconds, seconds=seconds)


async def _tell_refuted(reader: Reader, wanted: Wanted, answered: tuple[str, ...]) -> Post:
    about = wanted.about
    puzzle, lead = puzzle_named(about["game"], about["puzzle"]), about["said"]
    if answered:
        moves = words.moves(about["moves"][about["found"] :])
        lead = reader.t(texts.PUZZLE_REFUTED, moves=moves, answer=words.moves(answered))
    return await _shown(reader, puzzle, about["found"], lead=lead)


async def _end(answer: Answer, puzzle: Puzzle, streak: Streak, *, solved: bool) -> None:
    """Show the solution, and explain it as soon as the reasons are found."""
    start = puzzle.start()
    states = follow(start, puzzle.solution)
    image = await _board(answer, puzzle, states)
    if states[-1].outcome is not None:
        await answer.private(solution(answer.t, puzzle, states, image, streak, reasons(states), solved=solved))
        return
    about = {"game": puzzle.slug, "puzzle": puzzle.name, "solved": solved}
    shown = solution(answer.t, puzzle, states, image, streak, (), solved=solved)
    await answer.bot.errands.ask(answer, "puzzle", about, shown)


async def _begin(bot: Bot, wanted: Wanted) -> Task:
    puzzle = puzzle_named(wanted.about["game"], wanted.about["puzzle"])
    at = Position(puzzle.slug, dict(puzzle.options), puzzle.moves)
    return bot.thinkers.submit(wanted.user, jobs.explain, at, puzzle.solution, seconds=EXPLAIN_SECONDS)


def _button(wanted: Wanted) -> str:
    """What only the card of this puzzle has."""
    return str(_press("pznext", puzzle_named(wanted.about["game"], wanted.about["puzzle"]), 0))


async def _tell(reader: Reader, wanted: Wanted, why: tuple[Sentence, ...]) -> Post:
    puzzle = puzzle_named(wanted.about["game"], wanted.about["puzzle"])
    states = follow(puzzle.start(), puzzle.solution)
    image = await _board(reader, puzzle, states)
    streak = await reader.bot.puzzling.streak(reader.user)
    return solution(reader.t, puzzle, states, image, streak, why, solved=wanted.about["solved"])


def solution(
    t: Tongue,
    puzzle: Puzzle,
    states: Sequence[State],
    image: Picture,
    streak: Streak,
    why: Sequence[Sentence],
    *,
    solved: bool,
) -> Post:
    """The end of a puzzle: the winning turn, why it wins, and how it goes on."""
    seat = states[0].to_move or 0
    return post(
        text(
            t(texts.PUZZLE_SOLVED if solved else texts.PUZZLE_SHOWN),
            t(texts.HINT_MOVE, mark=Markup(words.mark(states[0].game, seat)), moves=words.moves(puzzle.solution)),
            *(t(texts.HINT_REASON, reason=t.whole(reason)) for reason in why[:3]),
            t(texts.PUZZLE_LINE, moves=words.moves(puzzle.line)) if puzzle.line else None,
        ),
        picture(image),
        text(t(texts.PUZZLE_STREAK, **streak._asdict())) if streak.solved else None,
        row(button(t.label(texts.PUZZLE_NEXT), _press("pznext", puzzle, 0), "primary")),
        colour=GREEN if solved else AMBER,
        pictures=[image],
    )


async def daily(bot: Bot, t: Tongue, notice: Notice) -> Post:
    """The puzzle of the day, for everyone in a channel; each solves it alone."""
    payload = notice.payload
    puzzle = puzzle_named(str(payload["game"]), str(payload["puzzle"]))
    state = puzzle.start()
    image = await bot.pictures.board(state, key=("daily", puzzle.slug, puzzle.name), size=SIZE, say=t.say)
    return post(
        text(t(texts.PUZZLE_DAILY, game=state.game.name), task(t, puzzle, state), _rules(t, puzzle)),
        picture(image),
        row(button(t.label(texts.PUZZLE_SOLVE), _press("puzzle", puzzle, 0), "primary")),
        colour=BLURPLE,
        pictures=[image],
        mark=notice.id,
    )


# ------------------------------------------------------------------------------------------------------ buttons


async def _show(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, found, _ = _read(press)
    await show(answer, puzzle, found)


async def _pick(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, found, _ = _read(press)
    chosen = pickers.choice(values)
    if isinstance(chosen, str):
        await answered(answer, puzzle, found, chosen)
    else:
        await show(answer, puzzle, found, chosen)


async def _type(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, found, _ = _read(press)
    t = answer.t
    await answer.form(
        form(
            t.label(texts.PUZZLE_TITLE_FORM, 45, game=games.get(puzzle.slug).name),
            _press("pztyped", puzzle, found),
            Field("moves", t.label(texts.PUZZLE_FIELD, 45)),
        )
    )


async def _typed(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, found, _ = _read(press)
    await answered(answer, puzzle, found, typed(answer.interaction, "moves"))


async def _next(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, _, _ = _read(press)
    await begin(answer, puzzle.slug, puzzle.name)


async def _solve(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    puzzle, _, _ = _read(press)
    await answer.bot.puzzling.given_up(answer.user, puzzle)
    await _end(answer, puzzle, await answer.bot.puzzling.streak(answer.user), solved=False)


async def today(answer: Answer) -> None:
    """Show a member the puzzle of the day."""
    await show(answer, of_the_day(answer.bot.matches.now()), 0)


ERRANDS = {
    "puzzle": Kind(_begin, _tell, late="nowhere", shows=_button),
    "answer": Kind(_begin_refuting, _tell_refuted, late="nowhere", shows=lambda wanted: str(wanted.about["said"])),
}
HANDLERS = {
    "puzzle": _show,
    "pzpick": _pick,
    "pztype": _type,
    "pztyped": _typed,
    "pznext": _next,
    "pzsolve": _solve,
}
