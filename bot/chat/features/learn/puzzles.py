"""Puzzles: the next one, one's own exercises, lines tried in them, and the daily one for everyone.

What comes of an answer is in ``puzzle_answers``.
"""

from collections.abc import Sequence

import games
from bot.chat.board import trying
from bot.chat.board.links import PuzzlePress, ShowPuzzle, TryInPuzzle
from bot.chat.board.trying import Scratch, last_turn
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import Post, button
from bot.chat.discord.delivery.pending import Reader
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import share
from bot.chat.features.learn import feature, puzzle_cards as cards, texts
from bot.chat.features.learn.attempts import Attempt
from bot.chat.features.learn.puzzle_cards import NextPuzzle, PostPuzzle
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, mention
from bot.chat.pictures.jobs import PictureStyle
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.events import Notice
from bot.domain.matches.history import follow
from bot.domain.puzzles.exercises import is_own
from bot.domain.puzzles.service import DailyPuzzle, easier_of_the_day, of_the_day, puzzle_named
from games.core import State
from games.players.puzzles import Puzzle

SIZE = 720  # pixels of a puzzle's board
RIDDLE = PictureStyle(size=SIZE, threats=False)


async def attempt_of(reply: Reply, press: PuzzlePress) -> Attempt:
    """The puzzle that a button is about, as far as the member has come. Raises NotFound."""
    puzzle = await reply.services.puzzles.named(reply.user, press.game, press.name)
    try:
        return Attempt.parse(puzzle, press.path)
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
    if today:
        puzzle = of_the_day(reply.services.now())
    elif mine:
        puzzle = await puzzles.exercises.next_for(reply.user, game or None)
    else:
        puzzle = await puzzles.next_for(reply.user, game or None)
    await show(reply, Attempt(puzzle))


async def show(reply: Reply, attempt: Attempt, focus: str = "", lead: str = "") -> None:
    """Show a puzzle to the member who asks, as far as they have come. Raises Refused.

    :param focus: what is pressed on the board so far (``bot.chat.board.choosing``)
    :param lead: what is said above the puzzle
    """
    await require_fair(reply, attempt)
    await reply.private(await compose(reply, attempt, focus, lead))


async def require_fair(reply: Reply, attempt: Attempt) -> None:
    """Raises Refused if what is shown of a puzzle would help the member in a rated match."""
    puzzle = attempt.puzzle

    def shown_states() -> tuple[State, ...]:
        return (*follow(puzzle.start(), puzzle.solution), *attempt.states)

    await reply.services.matches.require_no_help(reply.user, puzzle.slug, shown_states)


async def compose(
    reader: Reply | Reader,
    attempt: Attempt,
    focus: str = "",
    lead: str = "",
    *,
    refutation: Sequence[State] = (),
) -> Post:
    """The card of a puzzle.

    :param refutation: states to draw in place of those of the attempt
    """
    board = await trying.draw(
        reader,
        attempt.last_turn_states,
        focus,
        picture_states=last_turn(refutation),
        size=SIZE,
        threats=False,
    )
    services = reader.services
    streak = await services.puzzles.streak(reader.user)
    standing = await services.puzzles.standing(reader.user, attempt.puzzle)
    now = services.now()
    easier = None
    if attempt.puzzle == of_the_day(now):
        easier = easier_of_the_day(now)
    has_page = bool(services.doors.url)
    return cards.card(
        reader.t,
        attempt,
        board,
        lead,
        streak,
        standing=standing,
        easier=easier,
        has_page=has_page,
    )


async def draw(
    services: Services,
    owner: int,
    attempt: Attempt,
    turn_length: int,
    style: PictureStyle,
    locale: str,
) -> Picture:
    """A puzzle's board as a picture; the last ``turn_length`` decisions are drawn on it."""
    position = attempt.position
    name = f"{position.slug}-{len(position.decisions)}.png"
    return await services.heavy.board(owner, name, position, turn_length, style, locale)


async def draw_position(services: Services, owner: int, puzzle: Puzzle, locale: str) -> Picture:
    """The position of a puzzle as a picture, with the turn that leads to it drawn on it."""
    turn_length = len(puzzle.turn_before()) - 1
    return await draw(services, owner, Attempt(puzzle), turn_length, RIDDLE, locale)


@feature.composes(DailyPuzzle)
async def compose_daily(services: Services, t: Language, notice: Notice[DailyPuzzle]) -> Post:
    """The post of the daily puzzle."""
    event = notice.event
    puzzle = puzzle_named(event.game, event.puzzle)
    image = await draw_position(services, 0, puzzle, t.locale)
    title = t(texts.PUZZLE_DAILY, game=games.get(puzzle.slug).name)
    easier = None
    if event.easier:
        easier = puzzle_named(puzzle.slug, event.easier)
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

    async def compose_post(t: Language) -> Post:
        image = await draw_position(services, reply.user, puzzle, t.locale)
        name = cards.name_of(t, puzzle)
        title = t(texts.PUZZLE_TITLE, game=games.get(puzzle.slug).name, puzzle=name)
        lead = t(texts.PUZZLE_POSTED, who=mention(reply.user))
        return cards.for_everyone(t, puzzle, image, title, lead)

    await share(reply, press, compose_post)


@feature.on(TryInPuzzle, work="board", page=True, address=True)
async def try_moves(reply: Reply, press: TryInPuzzle) -> None:
    """Show a line that is tried in a puzzle, from where the member has come in it.

    Raises NotFound.
    """
    t = reply.t
    line = await attempt_of(reply, press)
    puzzle = line.puzzle
    attempt = line.first(press.attempt_length)
    solved_length = len(attempt.decisions)
    standing = await reply.services.puzzles.standing(reply.user, puzzle)
    name = cards.name_of(t, puzzle, standing)
    back_button = button(t.label(shared.TRY_DONE), attempt.press(ShowPuzzle))
    scratch = Scratch(
        puzzle.start(),
        solved_length,
        lambda path, selection: TryInPuzzle(
            solved_length, puzzle.slug, puzzle.name, path, selection
        ),
        t(shared.TRY_PUZZLE, game=games.get(puzzle.slug).name, puzzle=name),
        (back_button,),
        riddle=True,
    )
    await trying.show(reply, scratch, line.path, press.selection, anew=not reply.pressed)


@feature.on(ShowPuzzle, work="board", page=True, address=True, touched=True)
async def show_puzzle(reply: Reply, press: ShowPuzzle) -> None:
    """Show a puzzle, as far as the member has come."""
    await show(reply, await attempt_of(reply, press))


@feature.on(NextPuzzle, work="board", page=True)
async def next_puzzle(reply: Reply, press: NextPuzzle) -> None:
    """Show another puzzle, or another exercise after an exercise."""
    puzzles = reply.services.puzzles
    puzzle = await puzzles.named(reply.user, press.game, press.name)
    if is_own(puzzle.name):
        next_one = await puzzles.exercises.next_for(reply.user, exclude=puzzle.name)
    else:
        next_one = await puzzles.next_for(reply.user, puzzle.slug, exclude=puzzle.name)
    await show(reply, Attempt(next_one))
