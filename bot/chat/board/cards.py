"""The cards of a match that several features show: a turn, a board, what else can be done, and ways
to settle it.
"""

from collections.abc import Sequence
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
    """The post of a turn, of the first board (no ``turns``) and of the end: what was played, the
    board, who is next.

    ``lead`` and ``tail`` are lines to put before all and after the state of the match; ``page``: it
    can be opened in a browser.
    """
    over = match.status != "running"
    first = match.state.ply == match.history.given and not over
    offered = None if match.draw_offer is None else match.seats[match.draw_offer]
    watched = notice is not None and notice.followed
    browser = button(t.label(texts.IN_BROWSER), links.OpenPage(match.id)) if page else None
    return post(
        text(
            lead or None,
            phrases.title(t, match),
            *phrases.turn_lines(t, match, turns),
            phrases.players(t, match) if first or over else None,
            phrases.status(t, match) if over else None,
        ),
        picture(board),
        text(
            None
            if offered is None
            else t(texts.ASKED["draw"], who=phrases.who(t, offered), match=match.name),
            None if over else phrases.status(t, match),
            phrases.threats(t, match),
            phrases.hints(t, match),
            details(t, match) if first else None,
            t(texts.CHALLENGE_NOTE, note=match.note)
            if first and match.note and not (lead and match.tournament)
            else None,
            tail or None,
        ),
        row(
            *(
                over_buttons(t, match, watched)
                if over
                else running_buttons(t, match, watched, browser)
            )
        ),
        colour=phrases.colour(match.game, match.winner if over else match.to_move) or GREY,
        notice=notice,
        ping=ping,
        asks="open" if offered is not None and COMPUTER not in match.seats else "",
    )


def details(t: Language, match: Match) -> str:
    """The options, the clock, and what there is to know of the start, in small print."""
    terms = t(
        texts.DETAILS,
        variant=phrases.variant(t, match, capital=True),
        clock=phrases.clock_terms(t, match.clock),
    )
    sentences = (Sentence(match.game.aim), *opening(match.game, match.options))
    means = (t(texts.MEANS, meaning=t.whole(sentence)) for sentence in sentences)
    pair = [] if match.pair is None else [t(texts.PAIR, other=f"M{match.pair}")]
    floor = phrases.takeback_floor(t, match.clock)
    lines = (terms + phrases.remarks(t, match, match.explore), floor, *means, *pair)
    return "\n".join(filter(None, lines))


def running_buttons(
    t: Language, match: Match, watched: bool = False, instead: Button | None = None
) -> list[Button | None]:
    """The buttons of a match that goes on; ``watched``: for others than its players; ``instead`` of
    the rules, which ⋯ has too.
    """
    id = match.id
    version = match.version
    offered = match.draw_offer is not None and COMPUTER not in match.seats and not match.by_teams
    moves = match.mover != COMPUTER
    first = (
        button(t.label(texts.MOVE), links.OpenMove(id, version), "primary")
        if moves and not watched
        else None
    )
    return [
        button(t.label(texts.TEAM), links.OpenTeam(id), "primary") if match.by_teams else first,
        button(t.label(texts.THINK), links.OpenThink(id, match.state.ply))
        if match.explore
        else None,
        button(t.label(texts.BOARD), links.ShowBoard(id, version)),
        button(t.label(texts.ACCEPT_DRAW), links.AnswerAgreement(id, version, "draw", True))
        if offered and not watched
        else instead or button(t.label(texts.RULES), links.ShowRules(id)),
        button(t.label(texts.MORE), links.ShowMore(id, version)),
    ]


def again(t: Language, match: Match, watched: bool = False) -> Button | None:
    """The button by which a match that is over is played again, or one that was shelved taken
    up.
    """
    alone = COMPUTER in match.seats
    label = texts.REMATCH if alone else texts.OFFER_REMATCH
    press = cast(Press, links.Rematch(match.id))
    if match.reason == "adjourned":
        label = texts.ASK_RESUME
        press = links.AskTakeUp(match.id)
    once = (
        watched
        or match.reason == "taken-back"
        or match.tournament is not None
        or min(match.seats) < COMPUTER
    )
    once |= match.scope == WORLD or match.rematch is not None
    return None if once else button(t.label(label), press, "primary")


def over_buttons(t: Language, match: Match, watched: bool = False) -> list[Button | None]:
    """The buttons of a match that is over."""
    secret = match.rated and match.reason == "adjourned"
    return [
        button(t.label(texts.BOARD), links.ShowBoard(match.id, match.version)),
        button(
            t.label(texts.LOOK_THROUGH), links.LookThrough(match.id, "a", False, match.state.ply)
        ),
        button(t.label(texts.ANALYSE), links.Analyse(match.id))
        if match.decisions and not secret
        else None,
        again(t, match, watched),
        button(t.label(texts.MORE), links.ShowMore(match.id, match.version)),
    ]


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
    seat = match.seat_of(reader)
    id = match.id
    who = phrases.players(t, match) if seat is None else None
    first: Button | None = None
    if seat is not None and match.paused:
        first = go_on(t, match, seat)
    elif seat is not None and seat == match.to_move:
        first = button(t.label(texts.MOVE), links.OpenMove(id, match.version), "primary")
    elif match.by_teams and match.status == "running":
        first = button(t.label(texts.TEAM), links.OpenTeam(id), "primary")

    def look(label: str, flip: bool = flip, legal: bool = legal, sight: bool = sight) -> Button:
        return button(t.label(label), links.LookAt(id, flip, legal, sight))

    show_legal = texts.HIDE_LEGAL if legal else texts.SHOW_LEGAL
    show_sight = texts.HIDE_SIGHT if sight else texts.SHOW_SIGHT
    return post(
        text(
            lead or None,
            phrases.title(t, match),
            who,
            *phrases.turn_lines(t, match, match.turns[-1:]),
        ),
        picture(image),
        text(
            phrases.status(t, match),
            phrases.threats(t, match),
            phrases.banks(t, match),
            phrases.hints(t, match),
            details(t, match),
        ),
        row(
            first,
            look(texts.FLIP, flip=not flip),
            look(show_legal, legal=not legal) if match.to_move is not None else None,
            look(show_sight, sight=not sight) if render.has_sight(match.state) else None,
            button(t.label(texts.MORE), links.ShowMore(id, match.version)),
        ),
        colour=phrases.colour(
            match.game, match.to_move if match.status == "running" else match.winner
        )
        or GREY,
    )


def go_on(t: Language, match: Match, seat: int) -> Button | None:
    """The button that ends a pause: the player to move may do so, the other one has to ask,
    once.
    """
    if match.asker("resume") == seat:
        return None
    label = texts.RESUME if seat == match.to_move else texts.ASK_RESUME
    return button(t.label(label), links.AskPause(match.id, match.version))


def requests(t: Language, match: Match, seat: int) -> list[Button]:
    """What a player may ask of the opponent now, or accept where the opponent asks."""
    id = match.id
    version = match.version
    alone = COMPUTER in match.seats
    running = match.status == "running"
    pauses = not match.paused and match.due is not None and not match.overdue and not alone
    calls_off = running and match.state.turn > 2 and match.tournament is None and not match.binding
    taken = running and match.state.turn > seat + 1
    annuls = agreements.can_annul(match, match.seats[seat])
    off, back = (
        (texts.CALL_OFF, texts.TAKE_BACK) if alone else (texts.ASK_CALL_OFF, texts.ASK_TAKEBACK)
    )
    rows: list[tuple[Agreement, bool, int | None, tuple[str, str], Press]] = [
        (
            "draw",
            running,
            match.draw_offer,
            (texts.ACCEPT_DRAW, texts.OFFER_DRAW),
            links.AskDraw(id, version),
        ),
        (
            "pause",
            pauses,
            match.asker("pause"),
            (texts.ACCEPT_PAUSE, texts.ASK_PAUSE),
            links.AskPause(id, version),
        ),
        (
            "abandon",
            calls_off,
            match.asker("abandon"),
            (texts.CALL_OFF, off),
            links.ConfirmAbandon(id),
        ),
        (
            "takeback",
            taken,
            match.asker("takeback"),
            (texts.GRANT_TAKEBACK, back),
            links.AskTakeback(id, version),
        ),
        (
            "result",
            annuls,
            match.asker("result"),
            (texts.CANCEL_RESULT, texts.ASK_CANCEL_RESULT),
            links.AskResult(id),
        ),
    ]
    made: list[Button] = []
    for what, fits, asker, (accept, ask), press in rows:
        if fits and asker == 1 - seat:
            made.append(
                button(t.label(accept), links.AnswerAgreement(id, version, what, True), "success")
            )
        elif (
            fits
            and asker is None
            and match.absent_seat != 1 - seat
            and agreements.can_ask(match, seat, what)
        ):
            made.append(button(t.label(ask), press))
    return made


def withdrawals(t: Language, match: Match, user: int) -> list[Button]:
    """What a player has asked of the opponent and may withdraw."""
    return [
        button(
            t.label(label), links.WithdrawRequest(match.id, match.version, cast(Agreement, what))
        )
        for what, label in texts.WITHDRAW_LABELS.items()
        if agreements.asks(match, cast(Agreement, what), user)
    ]


def more(
    t: Language, match: Match, reader: int, *, follows: Follows | None = None, lead: str = ""
) -> Post:
    """What else a member may do in a match: players, and those who watch.

    ``lead`` is a line to put before it.
    """
    seat = match.seat_of(reader)
    running = match.status == "running"
    other = None if seat is None or COMPUTER in match.seats else match.seats[1 - seat]

    def act(label: str, press: Press, style: str = "secondary") -> Button:
        return button(t.label(label), press, style)

    claimed = seat is not None and allowed(endings.claim, match, reader, "win")
    gone = claimed and seat is not None and match.absent_seat == 1 - seat
    resign = act(texts.RESIGN, links.ConfirmResign(match.id), "danger")
    asks: list[Button | None] = [] if seat is None else [*requests(t, match, seat)]
    if seat is not None and running:
        asks += [go_on(t, match, seat)] if match.paused else []
    pings = any(asks)
    asks += withdrawals(t, match, reader)
    if seat is not None and running:
        if match.state.turn > 2 or match.binding:
            asks.append(resign)
        elif not gone:  # or one of the claims is to call it off
            asks.append(act(texts.CALL_OFF, links.ConfirmAbort(match.id)))
    watches = seat is None and running
    highlights = follows == "highlights"
    turns = texts.EVERY_TURN if highlights else texts.ONLY_HIGHLIGHTS
    follow = texts.UNFOLLOW if follows else texts.FOLLOW
    mine = running and match.mover == reader
    hints = mine and not match.rated
    return post(
        text(
            lead or None,
            t(texts.MORE_TITLE, match=match.name),
            phrases.players(t, match),
            phrases.banks(t, match),
            *phrases.away(t, match),
            details(t, match),
            t(texts.HINT_SEEN) if hints and COMPUTER not in match.seats else None,
            t(texts.ASKS_PING, who=phrases.who(t, other)) if other is not None and pings else None,
        ),
        row(*claims(t, match, left=gone)) if claimed else None,
        *rows([ask for ask in asks if ask is not None], 5),
        row(
            act(texts.THINK, links.OpenThink(match.id, match.state.ply))
            if match.explore or not running
            else None,
            act(texts.PLAN, links.OpenPrepared(match.id))
            if seat is not None and running and not mine
            else None,
            act(follow, links.FollowMatch(match.id, bool(follows))) if watches else None,
            act(turns, links.FollowHighlights(match.id, not highlights))
            if watches or highlights
            else None,
            act(texts.SNOOZE, links.Snooze(match.id)) if mine else None,
        ),
        row(
            act(texts.NUDGE, links.Nudge(match.id))
            if running and waiting.can_nudge(match, reader)
            else None,
            act(texts.HINT, links.AskHint(match.id)) if hints else None,
            act(texts.LOOK_THROUGH, links.LookThrough(match.id, "a", False, match.state.ply)),
            act(texts.RULES, links.ShowRules(match.id)),
            resign if seat is not None and running and resign not in asks else None,
        ),
    )


def too_early(match: Match) -> bool:
    """Whether a rated match has too few turns to be won by a claim."""
    return match.rated and not match.counts_for_rating and match.tournament is None


def claims(t: Language, match: Match, *, left: bool) -> list[Button]:
    """How a match may be settled whose other player is out of time, or has ``left``."""

    def claim(label: str, what: links.Claim, style: str = "secondary") -> Button:
        return button(t.label(label), links.ClaimMatch(match.id, match.version, what), style)

    wins = [claim(texts.CLAIM_WIN, "win", "primary")]
    if match.tournament is None:
        wins.append(claim(texts.CLAIM_DRAW, "draw"))
    closes = (left and not match.binding) or too_early(match)
    close = [claim(texts.CALL_OFF, "close" if left else "draw")] if closes else []
    return [
        *([] if too_early(match) else wins),
        *close,
        *([] if left else [claim(texts.CLAIM_TIME, "time")]),
    ]
