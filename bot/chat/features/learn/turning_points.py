"""Turning points of an analysed match: the turn played, what refutes it, and the better one."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from bot.chat.board import boards
from bot.chat.board.trying import decisions
from bot.chat.discord.components import Button, button, picture, post, row, text
from bot.chat.discord.press import MatchPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from games.core import State
from games.players.analysis import Judged
from games.players.claims import JudgedTurn, board_claims, claim_text, in_words, parse_claim
from games.players.puzzles import answers

LONGEST = 24  # characters of a path; a button carries two


class PointPress(MatchPress):
    """A press about a ``page`` of a turning point.

    It is the turn of ``length`` decisions after the first ``start`` of the match.

    :param chance_before: of who played it, in percent; likewise ``chance_after``
    :param refuting_turns: within how many turns ``line`` refutes what was played; 0: nothing does
    :param claim: how the better turn differs: ``h`` or ``f`` with a number of turns, ``e`` or
        nothing
    :param better: the better turn as a path
    :param line: what refutes the turn that was played, as a path
    """

    start: Version
    page: int
    length: int
    chance_before: int
    chance_after: int
    refuting_turns: int
    claim: str
    better: str
    line: str


class OpenPoint(PointPress, action="point"):
    """See a turning point in pictures, in a message of its own."""


class TurnPage(PointPress, action="pointpage"):
    """See another picture of it."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn that is shown, as its states, with what is said of it."""

    states: tuple[State, ...]
    lines: tuple[Markup, ...]


def percent(value: float) -> int:
    """The chances in percent that a value from -1 to 1 stands for."""
    return round(50 + 50 * value)


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of the player who made a turn, at its start and its end, in percent."""

    start: int
    end: int

    @classmethod
    def of(cls, point: Judged) -> "Chances":
        """The chances at a turning point."""
        sign = -1 if point.seat else 1
        return cls(percent(sign * point.value_before), percent(sign * point.value_after))


def open_button(t: Language, match: Match, point: Judged, turn: int) -> Button | None:
    """The button that opens a turning point at its first picture; None if it has no room for it.

    :param turn: the number of the turn in the match
    """
    better_path = point.better_path
    line = point.refuting_path
    if max(len(better_path), len(line)) > LONGEST:
        return None
    chances = Chances.of(point)
    press = OpenPoint(
        match.id,
        start=point.start,
        page=0,
        length=len(point.moves),
        chance_before=chances.start,
        chance_after=chances.end,
        refuting_turns=0 if point.refutation is None else point.refutation.turns,
        claim=claim_text(point.difference),
        better=better_path,
        line=line,
    )
    return button(t.label(texts.POINT_OPEN, turn=turn), press, "primary")


@feature.on(OpenPoint, TurnPage, work="board")
async def show_point(reply: Reply, press: PointPress) -> None:
    """Show a picture of a turning point; opened, in a message of its own. Raises NotFound."""
    match = await reply.watched(press.match)
    boards.call_by_name(reply, [match])
    in_match = 0 < press.length <= len(match.decisions) - press.start
    if match.status == "running" or not press.better or not in_match:
        raise no_such_button()
    start = (await reply.services.matches.look(match.id, press.start)).state
    pages = _pages(reply.t, match, start, press)
    if press.page >= len(pages):
        raise no_such_button()
    page = pages[press.page]
    image = await reply.services.images.board(page.states[-1], turn=page.states, **reply.look())
    title = reply.t(
        texts.POINT_TITLE,
        match=match.name,
        turn=start.turn,
        page=press.page + 1,
        pages=len(pages),
    )
    back_button, forward_button = _page_buttons(press, last=len(pages) - 1)
    card = post(
        text(title, *page.lines),
        picture(image),
        row(back_button, forward_button),
        colour=phrases.colour(match.game, page.states[0].to_move or 0),
    )
    await reply.private(card, anew=isinstance(press, OpenPoint))


def _page_buttons(press: PointPress, last: int) -> tuple[Button, Button]:
    """The buttons to the pages before and after; ``last`` is the number of the last one."""
    page = press.page
    values = {field.name: getattr(press, field.name) for field in fields(press)}

    def to(number: int) -> TurnPage:
        return TurnPage(**{**values, "page": number})

    back_button = button("◀", to(max(0, page - 1)), disabled=page == 0)
    forward_button = button("▶", to(min(last, page + 1)), disabled=page == last)
    return back_button, forward_button


def _pages(t: Language, match: Match, start: State, press: PointPress) -> list[ShownTurn]:
    """All pictures of a turning point. Raises NotFound where the button was made up."""
    played_states = follow(start, match.decisions[press.start : press.start + press.length])
    try:
        better_states = follow(start, answers.moves_of(start, press.better))
        line = follow(played_states[-1], answers.moves_of(played_states[-1], press.line))
        turn = JudgedTurn(tuple(better_states))
        claim = parse_claim(press.claim, turn)
    except ValueError:
        raise no_such_button() from None
    claims = [] if claim is None else [claim]
    claims += board_claims(turn)
    reasons = [t.as_sentence(in_words(claim, turn)) for claim in claims[:2]]
    return [
        _played_page(t, match, played_states, press),
        *_line_pages(t, match, line, press),
        _better_page(t, match, better_states, reasons),
    ]


def _mark(match: Match, states: Sequence[State]) -> Markup:
    """The sign of the side that makes a turn."""
    return Markup(phrases.mark(match.game, states[0].to_move or 0))


def _played_page(
    t: Language, match: Match, states: Sequence[State], press: PointPress
) -> ShownTurn:
    """The turn as it was played, and what it cost."""
    sentence = t(
        texts.POINT_PLAYED,
        mark=_mark(match, states),
        who=phrases.who(t, match.seats[states[0].to_move or 0]),
        moves=_moves(t, states),
        before=press.chance_before,
        after=press.chance_after,
    )
    return ShownTurn(tuple(states), (sentence,))


def _line_pages(
    t: Language, match: Match, line: Sequence[State], press: PointPress
) -> list[ShownTurn]:
    """What refutes the turn that was played, turn by turn."""
    pages = list[ShownTurn]()
    for states in _turns(line):
        mark = _mark(match, states)
        moves = _moves(t, states)
        if pages:
            sentence = t(texts.POINT_LINE, mark=mark, moves=moves)
        else:
            one, many = shared.POINT_PUNISHED
            sentence = t.count(one, many, press.refuting_turns, mark=mark, moves=moves)
        pages.append(ShownTurn(states, (sentence,)))
    return pages


def _better_page(
    t: Language, match: Match, states: Sequence[State], reasons: Sequence[Markup]
) -> ShownTurn:
    """The better turn, and why it is better."""
    sentence = t(texts.POINT_INSTEAD, mark=_mark(match, states), moves=_moves(t, states))
    why = [t(texts.HINT_REASON, reason=reason) for reason in reasons]
    return ShownTurn(tuple(states), (sentence, *why))


def _turns(states: Sequence[State]) -> list[tuple[State, ...]]:
    """The states of a line, turn by turn.

    Each turn begins with the last state of the one before.
    """
    turns: list[tuple[State, ...]] = []
    for previous_state, next_state in pairwise(states):
        if turns and turns[-1][0].turn == previous_state.turn:
            turns[-1] = (*turns[-1], next_state)
        else:
            turns.append((previous_state, next_state))
    return turns


def _moves(t: Language, states: Sequence[State]) -> Markup:
    return phrases.moves(t, decisions(states), states[0])
