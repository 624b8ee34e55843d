"""The cards of a match that several features show: a turn, a board, what else can be done, and ways
to settle it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import render
from bot.chat.board import links
from bot.chat.board.links import Agreement
from bot.chat.discord.components import GREY, Button, Post, button, picture, post, row, rows, text
from bot.chat.discord.press import Press
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.language.meanings import opening
from bot.chat.pictures.picture import Picture
from bot.domain.errors import allowed
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements, endings
from bot.domain.matches.followers import Follows
from bot.domain.matches.history import Turn
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER, WORLD
from games.core import Sentence


async def match_of(services: Services, t: Language, notice: Notice[Event]) -> Match:
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
    notice: Notice[Event] | None = None,
    *,
    lead: str = "",
    tail: str = "",
    page: bool = False,
    ping: Sequence[int] = (),
) -> Post:
    """The post of a turn, of the first board and of the end: what was played, the board, who is
    next.

    :param turns: those that were played; none for the first board
    :param lead: a line before all
    :param tail: lines after the state of the match
    :param page: it can be opened in a browser
    """
    watched = notice is not None and notice.followed
    if match.status == "running":
        browser = _button(t, texts.IN_BROWSER, links.OpenPage(match.id)) if page else None
        buttons = running_buttons(t, match, watched, browser)
    else:
        buttons = over_buttons(t, match, watched)
    asks_for_draw = match.draw_offer is not None and COMPUTER not in match.seats
    return post(
        text(*_above_board(t, match, turns, lead)),
        picture(board),
        text(*_below_board(t, match, lead), tail or None),
        row(*buttons),
        colour=_colour(match),
        notice=notice,
        ping=ping,
        asks="open" if asks_for_draw else "",
    )


def _above_board(t: Language, match: Match, turns: Sequence[Turn], lead: str) -> list[str | None]:
    """The lines of a turn's post above the board."""
    lines: list[str | None] = [
        lead or None,
        phrases.title(t, match),
        *phrases.turn_lines(t, match, turns),
    ]
    if match.status != "running":
        lines += [phrases.players(t, match), phrases.status(t, match)]
    elif _begins(match):
        lines.append(phrases.players(t, match))
    return lines


def _below_board(t: Language, match: Match, lead: str) -> list[str | None]:
    """The lines of a turn's post below the board."""
    lines: list[str | None] = []
    if match.draw_offer is not None:
        offering = phrases.who(t, match.seats[match.draw_offer])
        lines.append(t(texts.ASKED["draw"], who=offering, match=match.name))
    if match.status == "running":
        lines.append(phrases.status(t, match))
    lines += [phrases.threats(t, match), phrases.hints(t, match)]
    if _begins(match):
        lines.append(details(t, match))
        if match.note and not (lead and match.tournament):
            lines.append(t(texts.CHALLENGE_NOTE, note=match.note))
    return lines


def _button(t: Language, label: str, press: Press, style: str = "secondary") -> Button:
    """A button with a translated label."""
    return button(t.label(label), press, style)


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
    lines = [
        terms + phrases.remarks(t, match, match.explore),
        phrases.takeback_floor(t, match.clock),
    ]
    for sentence in (Sentence(match.game.aim), *opening(match.game, match.options)):
        lines.append(t(texts.MEANS, meaning=t.as_sentence(sentence)))
    if match.pair is not None:
        lines.append(t(texts.PAIR, other=f"M{match.pair}"))
    return "\n".join(filter(None, lines))


def running_buttons(
    t: Language, match: Match, watched: bool = False, browser: Button | None = None
) -> list[Button | None]:
    """The buttons of a match that goes on.

    :param watched: for others than its players
    :param browser: the button that opens it in a browser, in place of the rules, which ⋯ has too
    """
    id = match.id
    version = match.version
    buttons = list[Button | None]()
    if match.by_teams:
        buttons.append(_button(t, texts.TEAM, links.OpenTeam(id), "primary"))
    elif match.mover != COMPUTER and not watched:
        buttons.append(_button(t, texts.MOVE, links.OpenMove(id, version), "primary"))
    if match.explore:
        buttons.append(_button(t, texts.THINK, links.OpenThink(id, match.state.ply)))
    buttons.append(_button(t, texts.BOARD, links.ShowBoard(id, version)))
    offered = match.draw_offer is not None and COMPUTER not in match.seats and not match.by_teams
    if offered and not watched:
        accept = links.AnswerAgreement(id, version, "draw", True)
        buttons.append(_button(t, texts.ACCEPT_DRAW, accept))
    elif browser is not None:
        buttons.append(browser)
    else:
        buttons.append(_button(t, texts.RULES, links.ShowRules(id)))
    buttons.append(_button(t, texts.MORE, links.ShowMore(id, version)))
    return buttons


def play_again(t: Language, match: Match, watched: bool = False) -> Button | None:
    """The button by which a match that is over is played again, or one that was shelved taken
    up.
    """
    if watched or match.reason == "taken-back" or match.tournament is not None:
        return None
    if min(match.seats) < COMPUTER or match.scope == WORLD or match.rematch is not None:
        return None
    if match.reason == "adjourned":
        return _button(t, texts.ASK_RESUME, links.AskTakeUp(match.id), "primary")
    label = texts.REMATCH if COMPUTER in match.seats else texts.OFFER_REMATCH
    return _button(t, label, links.Rematch(match.id), "primary")


def over_buttons(t: Language, match: Match, watched: bool = False) -> list[Button | None]:
    """The buttons of a match that is over."""
    look_through = links.LookThrough(match.id, "a", False, match.state.ply)
    buttons: list[Button | None] = [
        _button(t, texts.BOARD, links.ShowBoard(match.id, match.version)),
        _button(t, texts.LOOK_THROUGH, look_through),
    ]
    secret = match.rated and match.reason == "adjourned"
    if match.decisions and not secret:
        buttons.append(_button(t, texts.ANALYSE, links.Analyse(match.id)))
    buttons.append(play_again(t, match, watched))
    buttons.append(_button(t, texts.MORE, links.ShowMore(match.id, match.version)))
    return buttons


def board(
    t: Language,
    match: Match,
    image: Picture,
    reader: int,
    *,
    legal: bool = False,
    flip: bool = False,
    sight: bool = False,
    lead: str = "",
) -> Post:
    """A board for one reader alone, with ways to look at it differently."""
    who = phrases.players(t, match) if match.seat_of(reader) is None else None

    def look(label: str, flip: bool = flip, legal: bool = legal, sight: bool = sight) -> Button:
        return _button(t, label, links.LookAt(match.id, flip, legal, sight))

    buttons = [_way_on(t, match, reader), look(texts.FLIP, flip=not flip)]
    if match.to_move is not None:
        buttons.append(look(texts.HIDE_LEGAL if legal else texts.SHOW_LEGAL, legal=not legal))
    if render.has_sight(match.state):
        buttons.append(look(texts.HIDE_SIGHT if sight else texts.SHOW_SIGHT, sight=not sight))
    buttons.append(_button(t, texts.MORE, links.ShowMore(match.id, match.version)))
    latest_turn = phrases.turn_lines(t, match, match.turns[-1:])
    return post(
        text(lead or None, phrases.title(t, match), who, *latest_turn),
        picture(image),
        text(
            phrases.status(t, match),
            phrases.threats(t, match),
            phrases.banks(t, match),
            phrases.hints(t, match),
            details(t, match),
        ),
        row(*buttons),
        colour=_colour(match),
    )


def _way_on(t: Language, match: Match, reader: int) -> Button | None:
    """What the reader of a board may do in its match now."""
    seat = match.seat_of(reader)
    if seat is not None and match.paused:
        return go_on(t, match, seat)
    if seat is not None and seat == match.to_move:
        return _button(t, texts.MOVE, links.OpenMove(match.id, match.version), "primary")
    if match.by_teams and match.status == "running":
        return _button(t, texts.TEAM, links.OpenTeam(match.id), "primary")
    return None


def go_on(t: Language, match: Match, seat: int) -> Button | None:
    """The button that ends a pause: the player to move may do so, the other one has to ask,
    once.
    """
    if match.asker("resume") == seat:
        return None
    label = texts.RESUME if seat == match.to_move else texts.ASK_RESUME
    return _button(t, label, links.AskPause(match.id, match.version))


@dataclass(frozen=True, slots=True)
class _Request:
    """Something that a player may ask of the opponent.

    :param possible: the match is such that it can be asked
    :param asker: the seat that asks it already
    :param accept: the text of the button for the one who is asked
    :param ask: the text of the button for the one who may ask
    :param press: asks it
    """

    what: Agreement
    possible: bool
    asker: int | None
    accept: str
    ask: str
    press: Press


def requests(t: Language, match: Match, seat: int) -> list[Button]:
    """What a player may ask of the opponent now, or accept where the opponent asks."""
    opponent = 1 - seat
    buttons = list[Button]()
    may_ask = match.absent_seat != opponent
    for request in _requests(match, seat):
        if not request.possible:
            continue
        if request.asker == opponent:
            accept = links.AnswerAgreement(match.id, match.version, request.what, True)
            buttons.append(_button(t, request.accept, accept, "success"))
        elif request.asker is None and may_ask and agreements.can_ask(match, seat, request.what):
            buttons.append(_button(t, request.ask, request.press))
    return buttons


def _requests(match: Match, seat: int) -> tuple[_Request, ...]:
    """All that a player may ask of the opponent in some match."""
    id = match.id
    version = match.version
    alone = COMPUTER in match.seats
    running = match.status == "running"
    timed = match.due is not None and not match.overdue
    early = match.state.turn <= 2
    return (
        _Request(
            "draw",
            running,
            match.draw_offer,
            texts.ACCEPT_DRAW,
            texts.OFFER_DRAW,
            links.AskDraw(id, version),
        ),
        _Request(
            "pause",
            timed and not match.paused and not alone,
            match.asker("pause"),
            texts.ACCEPT_PAUSE,
            texts.ASK_PAUSE,
            links.AskPause(id, version),
        ),
        _Request(
            "abandon",
            running and not early and match.tournament is None and not match.binding,
            match.asker("abandon"),
            texts.CALL_OFF,
            texts.CALL_OFF if alone else texts.ASK_CALL_OFF,
            links.ConfirmAbandon(id),
        ),
        _Request(
            "takeback",
            running and match.state.turn > seat + 1,
            match.asker("takeback"),
            texts.GRANT_TAKEBACK,
            texts.TAKE_BACK if alone else texts.ASK_TAKEBACK,
            links.AskTakeback(id, version),
        ),
        _Request(
            "result",
            agreements.can_annul(match, match.seats[seat]),
            match.asker("result"),
            texts.CANCEL_RESULT,
            texts.ASK_CANCEL_RESULT,
            links.AskResult(id),
        ),
    )


def withdrawals(t: Language, match: Match, user: int) -> list[Button]:
    """What a player has asked of the opponent and may withdraw."""
    buttons = list[Button]()
    for what, label in texts.WITHDRAW_LABELS.items():
        request = cast(Agreement, what)
        if agreements.asks(match, request, user):
            withdraw = links.WithdrawRequest(match.id, match.version, request)
            buttons.append(_button(t, label, withdraw))
    return buttons


def more(
    t: Language, match: Match, reader: int, *, follows: Follows | None = None, lead: str = ""
) -> Post:
    """What else a member may do in a match: players, and those who watch.

    :param follows: what of the match is sent to the reader
    :param lead: a line to put before it
    """
    seat = match.seat_of(reader)
    own_turn = match.status == "running" and match.mover == reader
    claimable = seat is not None and allowed(endings.claim, match, reader, "win")
    left = claimable and seat is not None and match.absent_seat == 1 - seat
    asked = list[Button]()
    others = list[Button]()
    if seat is not None:
        asked = asks(t, match, seat)
        others = [*withdrawals(t, match, reader), *ways_out(t, match, left=left)]
    lines: list[str | None] = [
        lead or None,
        t(texts.MORE_TITLE, match=match.name),
        phrases.players(t, match),
        phrases.banks(t, match),
        *phrases.away(t, match),
        details(t, match),
    ]
    if seat is not None and COMPUTER not in match.seats:
        if own_turn and not match.rated:
            lines.append(t(texts.HINT_SEEN))
        if asked:
            opponent = phrases.who(t, match.seats[1 - seat])
            lines.append(t(texts.ASKS_PING, who=opponent))
    return post(
        text(*lines),
        row(*claims(t, match, left=left)) if claimable else None,
        *rows([*asked, *others], 5),
        row(*thinking_buttons(t, match, reader, follows)),
        row(*help_buttons(t, match, reader)),
    )


def asks(t: Language, match: Match, seat: int) -> list[Button]:
    """What a player may ask of the opponent, and the way on out of a pause."""
    buttons = requests(t, match, seat)
    if match.status == "running" and match.paused:
        end_pause = go_on(t, match, seat)
        if end_pause is not None:
            buttons.append(end_pause)
    return buttons


def ways_out(t: Language, match: Match, *, left: bool) -> list[Button]:
    """How a player ends a match alone.

    :param left: the other player may be claimed to have left
    """
    if match.status != "running":
        return []
    if _ends_by_resigning(match):
        return [_resign(t, match)]
    if left:
        return []  # one of the claims is to call it off
    return [_button(t, texts.CALL_OFF, links.ConfirmAbort(match.id))]


def _ends_by_resigning(match: Match) -> bool:
    """Whether a player who does not go on resigns; they call off a match that has hardly begun."""
    return match.state.turn > 2 or match.binding


def _resign(t: Language, match: Match) -> Button:
    return _button(t, texts.RESIGN, links.ConfirmResign(match.id), "danger")


def thinking_buttons(
    t: Language, match: Match, reader: int, follows: Follows | None
) -> list[Button]:
    """The buttons to think about a match, and to hear more or less of it."""
    running = match.status == "running"
    plays = match.seat_of(reader) is not None
    own_turn = running and match.mover == reader
    watches = running and not plays
    highlights = follows == "highlights"
    buttons = list[Button]()

    def add(label: str, press: Press) -> None:
        buttons.append(_button(t, label, press))

    if match.explore or not running:
        add(texts.THINK, links.OpenThink(match.id, match.state.ply))
    if plays and running and not own_turn:
        add(texts.PLAN, links.OpenPrepared(match.id))
    if watches:
        follow = texts.UNFOLLOW if follows else texts.FOLLOW
        add(follow, links.FollowMatch(match.id, bool(follows)))
    if watches or highlights:
        turns = texts.EVERY_TURN if highlights else texts.ONLY_HIGHLIGHTS
        add(turns, links.FollowHighlights(match.id, not highlights))
    if own_turn:
        add(texts.SNOOZE, links.Snooze(match.id))
    return buttons


def help_buttons(t: Language, match: Match, reader: int) -> list[Button]:
    """The buttons that help with a match, and to resign where that is not usual yet."""
    running = match.status == "running"
    buttons = list[Button]()

    def add(label: str, press: Press) -> None:
        buttons.append(_button(t, label, press))

    if running and waiting.can_nudge(match, reader):
        add(texts.NUDGE, links.Nudge(match.id))
    if running and match.mover == reader and not match.rated:
        add(texts.HINT, links.AskHint(match.id))
    add(texts.LOOK_THROUGH, links.LookThrough(match.id, "a", False, match.state.ply))
    add(texts.RULES, links.ShowRules(match.id))
    if match.seat_of(reader) is not None and running and not _ends_by_resigning(match):
        buttons.append(_resign(t, match))
    return buttons


def too_early(match: Match) -> bool:
    """Whether a rated match has too few turns to be won by a claim."""
    return match.rated and not match.counts_for_rating and match.tournament is None


def claims(t: Language, match: Match, *, left: bool) -> list[Button]:
    """How a match may be settled whose other player is out of time, or has ``left``."""

    def claim(label: str, what: links.Claim, style: str = "secondary") -> Button:
        return _button(t, label, links.ClaimMatch(match.id, match.version, what), style)

    buttons = list[Button]()
    early = too_early(match)
    if not early:
        buttons.append(claim(texts.CLAIM_WIN, "win", "primary"))
        if match.tournament is None:
            buttons.append(claim(texts.CLAIM_DRAW, "draw"))
    if early or (left and not match.binding):
        buttons.append(claim(texts.CALL_OFF, "close" if left else "draw"))
    if not left:
        buttons.append(claim(texts.CLAIM_TIME, "time"))
    return buttons
