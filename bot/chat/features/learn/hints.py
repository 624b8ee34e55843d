"""Hints: a good turn and its reasons, for the player to move in an unrated match.

Others can see that a hint was given.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from bot.chat.board.choosing import part_of
from bot.chat.board.completion import match_command
from bot.chat.board.links import AskHint, OpenMove
from bot.chat.discord.components import Button, Post, button, picture, post, row, text, word
from bot.chat.discord.delivery.pending import PendingKind, Question, Reader
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain.computer import thinking
from bot.domain.computer.given_hints import HintPosition
from bot.domain.computer.thinking import PositionData
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from bot.domain.matches.turns import advised
from bot.domain.opponent import position
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.core import Sentence, State
from games.players.ideas import idea
from games.players.puzzles import answers
from games.players.reasons import Hint
from render import Choices, Look

SECONDS = 3.0  # for finding a hint, once a worker is free
EXPLAIN_SECONDS = 2.0
MOST_REASONS = 3
LONGEST_MOVES = 50  # characters of the moves that a button can carry


class HintQuestion(Question, kind="hint"):
    """A hint for the match at ``version``, after the decisions ``made`` of the draft."""

    match: Own[int]
    version: Own[int]
    made: Own[tuple[str, ...]]


class MoreQuestion(HintQuestion, kind="hint turn"):
    """Why the turn ``moves`` is advised after the draft ``made``.

    ``lines`` playouts put its chances at ``percent``.
    """

    moves: Own[tuple[str, ...]]
    percent: Own[int]
    lines: Own[int]


@feature.on(AskHint, work="heavy", page=True)
@match_command(
    feature, "hint", texts.ABOUT_HINT, lambda match: AskHint(match.id), "to_move", "heavy"
)
async def ask(reply: Reply, press: AskHint) -> None:
    """Compute a hint for the member who asks. Raises Refused."""
    services = reply.services
    match = await reply.watched(press.match)
    draft = await services.matches.draft(match.id, reply.user)
    decisions = () if draft is None else draft.decisions
    hint_position = HintPosition(reply.user, match.id, (*match.decisions, *decisions))
    given_hint = services.given_hints.find(hint_position)
    advised(match, reply.user, is_repeat=given_hint is not None)
    if draft is not None and draft.complete:
        raise Refused("your turn is complete; confirm it, or undo the last move")
    await _require_fair(services, reply.user, match, decisions)
    question = HintQuestion(match.id, match.version, decisions)
    if given_hint is not None:
        await reply.private(await _first_card(reply, match, question, given_hint))
        return
    reply.thinker.check_room(reply.user)
    waiting_card = word(reply.t(texts.HINT_WAIT, match=match.name))
    await reply.thinker.ask(reply, question, waiting_card)


async def _require_fair(
    services: Services, user: int, match: Match, decisions: Sequence[str]
) -> None:
    """Raises Refused if a hint would help in another match that is rated.

    It is one after the decisions of the draft.
    """
    await services.matches.require_no_help(
        user, match.game.slug, lambda: follow(match.state, decisions), match.id
    )


async def _position(services: Services, user: int, question: HintQuestion) -> PositionData:
    """The position after the decisions of the draft. Raises Refused where no hint may be given."""
    current_match = await services.matches.get(question.match)
    match = advised(current_match, user, question.version, is_repeat=True)
    await _require_fair(services, user, match, question.made)
    match_position = position(match)
    return match_position._replace(decisions=(*match_position.decisions, *question.made))


async def _begin(services: Services, user: int, question: HintQuestion) -> Task[Hint]:
    draft_position = await _position(services, user, question)
    seconds = SECONDS * services.pace
    return services.workers.submit(
        THINKING, user, thinking.hint, draft_position, seconds, seconds=SECONDS
    )


class TellMore(VersionPress, action="hintmore"):
    """See more of a hint: the area of the turn of ``path``, or ``all``.

    ``lines`` playouts gave it ``percent``.
    """

    all: bool
    percent: int
    lines: int
    path: str


class PlayHint(VersionPress, action="hintplay"):
    """Put the decisions of a hint into the draft.

    ``drafted``: how many it had before; ``moves``: those of the hint, as text.
    """

    drafted: int
    moves: str


async def _card(
    reader: Reply | Reader,
    match: Match,
    turn: Sequence[State],
    words: Sequence[str],
    *buttons: Button | None,
    **more: Unpack[Look],
) -> Post:
    """A strength of a hint.

    :param turn: the states of what it shows, the first of them that to move from
    """
    look: Look = {**reader.look(), **more}
    played_turn = turn if len(turn) > 1 else ()
    image = await reader.services.images.board(turn[-1], turn=played_turn, **look)
    return post(
        text(reader.t(texts.HINT_TITLE, match=match.name), *words),
        picture(image),
        text(reader.t(texts.HINT_NOTE), _hints_left(reader.t, match)),
        row(*buttons),
        colour=phrases.colour(match.game, turn[0].to_move or 0),
    )


def _hints_left(t: Language, match: Match) -> str | None:
    """How many hints a handicap still gives; None where it does not limit them."""
    is_limited = match.handicap is not None and match.handicap.kind == "hints"
    return phrases.hints(t, match) if is_limited else None


async def _tell(reader: Reader, question: HintQuestion, hint: Hint) -> Post:
    """Count a hint, and give the first of its three strengths."""
    services = reader.services
    match = await services.matches.hinted(
        question.match, reader.user, question.version, reader.pending_answer
    )
    hint_position = HintPosition(reader.user, match.id, (*match.decisions, *question.made))
    services.given_hints.remember(hint_position, hint)
    return await _first_card(reader, match, question, hint)


async def _first_card(
    reader: Reply | Reader, match: Match, question: HintQuestion, hint: Hint
) -> Post:
    """The first of three strengths: what is forced or at stake, and which idea helps.

    It says nothing of the turn itself.
    """
    t = reader.t
    draft_state = follow(match.state, question.made)[-1]
    path = answers.path(draft_state, [str(move) for move in hint.moves])
    more_press = TellMore(match.id, match.version, False, hint.percent, hint.lines, path)
    words = (
        *_stake(t, hint),
        *_listed(t, hint.standing),
        *_ideas(t, match, hint.ideas),
    )
    show_area = None
    if part_of(draft_state, hint.moves):
        show_area = button(t.label(texts.HINT_AREA), more_press)
    show_all = button(t.label(texts.HINT_ALL), replace(more_press, all=True))
    move = button(t.label(shared.MOVE), OpenMove(match.id, match.version), "primary")
    choices = _on_board(draft_state, hint.named_before)
    return await _card(
        reader, match, (draft_state,), words, show_area, show_all, move, choices=choices
    )


def _on_board(state: State, cells: Sequence[str]) -> Choices:
    """What a picture marks of the cells that a hint names."""
    sites = set(state.board.cells).union(*state.board.features.values())
    return Choices(named=tuple(cell for cell in cells if cell in sites))


def _stake(t: Language, hint: Hint) -> list[Markup]:
    """What is forced or at stake; where nothing is and nothing else is said either, that."""
    if hint.stake is not None:
        return [t(texts.HINT_STAKE, stake=t.as_sentence(hint.stake))]
    if hint.standing or hint.ideas:
        return []
    return [t(texts.HINT_NO_STAKE)]


def _listed(t: Language, sentences: Sequence[Sentence]) -> list[Markup]:
    return [t(texts.HINT_REASON, reason=t.as_sentence(sentence)) for sentence in sentences]


def _ideas(t: Language, match: Match, slugs: Sequence[str]) -> list[Markup]:
    """Ideas of the game by name and in words."""
    lines = []
    for slug in slugs:
        entry = idea(match.game.slug, slug)
        if entry is not None:
            lines.append(t(texts.HINT_IDEA, name=t.say(entry.name), text=t.say(entry.text)))
    return lines


async def _area(
    reader: Reply, press: TellMore, match: Match, draft_state: State, moves: Sequence[str]
) -> Post:
    """The second strength: in which part of the board the turn is, without the cells."""
    t = reader.t
    last_moves = (state.last_move for state in follow(draft_state, moves)[1:])
    area = part_of(draft_state, tuple(move for move in last_moves if move is not None))
    show_all = button(t.label(texts.HINT_ALL), replace(press, all=True))
    move = button(t.label(shared.MOVE), OpenMove(match.id, match.version), "primary")
    words = [t(texts.HINT_PART)]
    choices = Choices(areas=(area,))
    return await _card(reader, match, (draft_state,), words, show_all, move, choices=choices)


async def _tell_turn(reader: Reader, question: MoreQuestion, hint: Hint) -> Post:
    """The third strength: the turn on the board, and why.

    What is forced or at stake comes first, then what the turn is for.
    """
    t = reader.t
    current_match = await reader.services.matches.get(question.match)
    match = advised(current_match, reader.user, question.version, is_repeat=True)
    draft_state = follow(match.state, question.made)[-1]
    states = follow(draft_state, [str(move) for move in hint.moves])
    mark = Markup(phrases.mark(match.game, draft_state.to_move or 0))
    words = (
        t(texts.HINT_MOVE, mark=mark, moves=phrases.moves(t, hint.moves, draft_state)),
        *_listed(t, (*hint.reasons[:MOST_REASONS], *hint.plans, *hint.other_turns)),
        *_ideas(t, match, hint.ideas),
    )
    play = _play_button(t, match, len(question.made), hint)
    move = button(t.label(shared.MOVE), OpenMove(match.id, match.version))
    choices = _on_board(draft_state, hint.named_after)
    return await _card(reader, match, states, words, play, move, preview=True, choices=choices)


def _play_button(t: Language, match: Match, draft_length: int, hint: Hint) -> Button | None:
    """The button that makes the hint the draft; None where it is too long for a button to carry."""
    moves = " ".join(str(move) for move in hint.moves)
    if len(moves) > LONGEST_MOVES:
        return None
    play = PlayHint(match.id, match.version, draft_length, moves)
    return button(t.label(texts.HINT_PLAY), play, "primary")


@feature.on(PlayHint, work="board", page=True)
async def play_hint(reply: Reply, press: PlayHint) -> None:
    """Make a hint the draft, which is then confirmed or changed like any other."""
    match = await reply.watched(press.match)
    if match.version != press.version:
        raise match.stale()
    change = await reply.services.matches.play(
        match.id,
        reply.user,
        press.moves,
        version=press.version,
        draft_length=press.drafted,
        confirm=True,
    )
    await reply.perform(OpenMove(match.id, change.match.version))


@feature.on(TellMore, work="heavy", page=True)
async def tell_more(reply: Reply, press: TellMore) -> None:
    """The buttons for more of a hint."""
    current_match = await reply.services.matches.get(press.match)
    match = advised(current_match, reply.user, press.version, is_repeat=True)
    draft = await reply.services.matches.draft(match.id, reply.user)
    decisions = () if draft is None or draft.complete else draft.decisions
    await _require_fair(reply.services, reply.user, match, decisions)
    draft_state = follow(match.state, decisions)[-1]
    try:
        moves = answers.moves_of(draft_state, press.path)
    except ValueError:
        raise no_such_button() from None
    if not press.all:
        await reply.private(await _area(reply, press, match, draft_state, moves))
        return
    question = MoreQuestion(
        match.id, match.version, tuple(decisions), moves, press.percent, press.lines
    )
    words = [reply.t(texts.HINT_WAIT, match=match.name)]
    waiting_card = await _card(reply, match, (draft_state,), words)
    await reply.thinker.ask(reply, question, waiting_card)


async def _begin_explaining(services: Services, user: int, question: MoreQuestion) -> Task[Hint]:
    draft_position = await _position(services, user, question)
    value = question.percent / 50 - 1
    return services.workers.submit(
        THINKING,
        user,
        thinking.explain,
        draft_position,
        question.moves,
        value,
        question.lines,
        seconds=EXPLAIN_SECONDS,
    )


feature.pending_kinds.append(PendingKind(HintQuestion, _begin, _tell))
feature.pending_kinds.append(PendingKind(MoreQuestion, _begin_explaining, _tell_turn))
