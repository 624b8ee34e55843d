"""The cards of a match with its board: the post of a turn, and a board for one reader alone."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import render
from bot.chat.board import links, match_buttons
from bot.chat.board.handicaps import even_buttons, even_line
from bot.chat.board.requests import resume
from bot.chat.discord.components import (
    GREY,
    Asks,
    Button,
    Item,
    Post,
    button,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.language.meanings import opening
from bot.chat.pictures.picture import Picture
from bot.domain.events import DomainEvent, Notice
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.history import Turn
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER
from games.core import Sentence


async def match_of(services: Services, t: Language, notice: Notice[DomainEvent]) -> Match:
    """The match of a notice, the computer woken if it plays; in a direct message players are named,
    not mentioned.
    """
    match = await services.matches.match_of(notice)
    t.names = phrases.names_of((match,), notice.dm, notice.scope)
    if COMPUTER in match.seats:
        services.opponent.wake()
    return match


def turn(
    t: Language,
    match: Match,
    turns: Sequence[Turn],
    board: Picture,
    notice: Notice[DomainEvent] | None = None,
    *,
    lead: str = "",
    tail: str = "",
    page: bool = False,
    ping: Sequence[int] = (),
    suggestion: Suggestion | None = None,
) -> Post:
    """The post of a turn, of the first board and of the end: what was played, the board, who is
    next.

    :param turns: those that were played; none for the first board
    :param lead: a line before all
    :param tail: lines after the state of the match
    :param page: it can be opened in a browser
    :param suggestion: the handicap that is offered to the players unasked, once the match is over
    """
    for_spectator = notice is not None and notice.followed
    return post(
        text(lead or None, *_above_board(t, match, turns)),
        picture(board),
        text(*_below_board(t, match, below_lead=bool(lead)), tail or None),
        row(*match_buttons.below_post(t, match, for_spectator=for_spectator, has_page=page)),
        *_offer_of_handicap(t, match, suggestion),
        colour=_colour(match),
        notice=notice,
        ping=ping,
        asks=_asks(match, suggestion),
    )


def _offer_of_handicap(
    t: Language, match: Match, suggestion: Suggestion | None
) -> Iterator[Item | None]:
    """What makes the players even in another match, and the buttons for that."""
    if suggestion is not None:
        yield text(even_line(t, suggestion))
        yield row(*even_buttons(t, match))


def _asks(match: Match, suggestion: Suggestion | None) -> Asks:
    """What the post of a turn asks: whether to play evenly, or whether to accept a draw."""
    if suggestion is not None:
        return "live"
    return "open" if match_buttons.offers_draw(match) else ""


def _above_board(t: Language, match: Match, turns: Sequence[Turn]) -> Iterator[str]:
    """The lines of a turn's post above the board."""
    yield phrases.title(t, match)
    yield from phrases.turn_lines(t, match, turns)
    if match.status != "running":
        yield phrases.players(t, match)
        yield phrases.status(t, match)
    elif _begins(match):
        yield phrases.players(t, match)


def _below_board(t: Language, match: Match, *, below_lead: bool) -> Iterator[str | None]:
    """The lines of a turn's post below the board.

    :param below_lead: the post begins with a line, which has the note of a tournament's match
    """
    if match.draw_offer is not None:
        offerer = phrases.who(t, match.seats[match.draw_offer])
        yield t(texts.ASKED["draw"], who=offerer, match=match.name)
    if match.status == "running":
        yield phrases.status(t, match)
    yield phrases.threats(t, match)
    yield phrases.hints(t, match)
    if not _begins(match):
        return
    yield details(t, match)
    note_is_above = below_lead and match.tournament is not None
    if match.note and not note_is_above:
        yield t(texts.CHALLENGE_NOTE, note=match.note)


def _begins(match: Match) -> bool:
    """Whether nothing was played yet in a match that goes on."""
    return match.status == "running" and match.state.ply == match.history.given


def _colour(match: Match) -> int:
    """The colour of the cards of a match: of the side to move, or of the winner."""
    seat = match.to_move if match.status == "running" else match.winner
    return phrases.colour(match.game, seat) or GREY


def details(t: Language, match: Match) -> str:
    """The options, the clock, and what there is to know of the start, in small print."""
    terms = t(
        texts.DETAILS,
        variant=phrases.variant(t, match, capital=True),
        clock=phrases.clock_terms(t, match.clock),
    )
    lines = [terms + phrases.remarks(t, match, match.explore)]
    floor = phrases.takeback_floor(t, match.clock)
    if floor is not None:
        lines.append(floor)
    for sentence in (Sentence(match.game.aim(match.options)), *opening(match.game, match.options)):
        lines.append(t(texts.MEANS, meaning=t.as_sentence(sentence)))
    if match.pair is not None:
        lines.append(t(texts.PAIR, other=f"M{match.pair}"))
    return "\n".join(lines)


def board(
    t: Language, match: Match, image: Picture, reader: int, view: links.LookAt, *, lead: str = ""
) -> Post:
    """A board for one reader alone, with ways to look at it differently.

    :param view: how the board is drawn
    """
    players = phrases.players(t, match) if match.seat_of(reader) is None else None
    latest_turn = phrases.turn_lines(t, match, match.turns[-1:])
    return post(
        text(lead or None, phrases.title(t, match), players, *latest_turn),
        picture(image),
        text(
            phrases.status(t, match),
            phrases.threats(t, match),
            phrases.banks(t, match),
            phrases.hints(t, match),
            details(t, match),
        ),
        row(
            _way_on(t, match, reader),
            *_view_buttons(t, match, view),
            match_buttons.more(t, match),
        ),
        colour=_colour(match),
    )


def _view_buttons(t: Language, match: Match, view: links.LookAt) -> Iterator[Button]:
    """Each changes one thing about how a board is drawn."""
    yield button(t.label(texts.FLIP), replace(view, flip=not view.flip))
    if match.to_move is not None:
        label = texts.HIDE_LEGAL if view.legal else texts.SHOW_LEGAL
        yield button(t.label(label), replace(view, legal=not view.legal))
    if render.has_sight(match.state):
        label = texts.HIDE_SIGHT if view.sight else texts.SHOW_SIGHT
        yield button(t.label(label), replace(view, sight=not view.sight))


def _way_on(t: Language, match: Match, reader: int) -> Button | None:
    """What the reader of a board may do in its match now."""
    seat = match.seat_of(reader)
    if seat is not None and match.paused:
        return resume(t, match, seat)
    if seat is not None and seat == match.to_move:
        return match_buttons.move(t, match)
    if match.by_teams and match.status == "running":
        return match_buttons.team(t, match)
    return None
