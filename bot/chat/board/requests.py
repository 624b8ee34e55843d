"""What a player may ask of the opponent, agree to, withdraw or claim: each by a button."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from bot.chat.board import links
from bot.chat.board.links import Agreement, ClaimKind
from bot.chat.discord.components import Button, button
from bot.chat.discord.press import Press
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.matches import agreements
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER

AGREEMENTS: tuple[Agreement, ...] = get_args(Agreement)
FIRST_TURNS = 2  # in which a match is called off by one player alone


@dataclass(frozen=True, slots=True)
class _AgreementButtons:
    """Something that players may ask of each other.

    :param ask: the text of the button that asks it
    :param accept: the text of the button that agrees to it
    :param press: asks it
    """

    what: Agreement
    ask: str
    accept: str
    press: Press


def request_buttons(t: Language, match: Match, seat: int) -> list[Button]:
    """What a player may ask of the opponent now, or accept where the opponent asks."""
    buttons = list[Button]()
    for request in _possible_requests(match, seat):
        request_button = _request_button(t, match, seat, request)
        if request_button is not None:
            buttons.append(request_button)
    return buttons


def _request_button(
    t: Language, match: Match, seat: int, request: _AgreementButtons
) -> Button | None:
    """The button that asks something, or agrees to it; None where the player can do neither."""
    opponent = 1 - seat
    asker = match.asker(request.what)
    if asker == opponent:
        accept = links.AnswerAgreement(match.id, match.version, request.what, True)
        return button(t.label(request.accept), accept, "success")
    if asker is not None or match.absent_seat == opponent:
        return None
    if not agreements.can_ask(match, seat, request.what):
        return None
    return button(t.label(request.ask), request.press)


def _possible_requests(match: Match, seat: int) -> Iterator[_AgreementButtons]:
    """What a player may ask in a match as it is, whether it is asked already or not."""
    against_computer = COMPUTER in match.seats
    is_running = match.status == "running"
    if is_running:
        draw = links.AskDraw(match.id, match.version)
        yield _AgreementButtons("draw", texts.OFFER_DRAW, texts.ACCEPT_DRAW, draw)
    clock_runs = match.due is not None and not match.overdue and not match.paused
    if clock_runs and not against_computer:
        pause = links.AskPause(match.id, match.version)
        yield _AgreementButtons("pause", texts.ASK_PAUSE, texts.ACCEPT_PAUSE, pause)
    needs_result = match.tournament is not None or match.binding
    if is_running and match.state.turn > FIRST_TURNS and not needs_result:
        ask = texts.CALL_OFF if against_computer else texts.ASK_CALL_OFF
        yield _AgreementButtons("abandon", ask, texts.CALL_OFF, links.ConfirmAbandon(match.id))
    has_moved = match.state.turn > seat + 1
    if is_running and has_moved:
        ask = texts.TAKE_BACK if against_computer else texts.ASK_TAKEBACK
        takeback = links.AskTakeback(match.id, match.version)
        yield _AgreementButtons("takeback", ask, texts.GRANT_TAKEBACK, takeback)
    if agreements.can_annul(match, match.seats[seat]):
        annul = links.AskResult(match.id)
        yield _AgreementButtons("result", texts.ASK_CANCEL_RESULT, texts.CANCEL_RESULT, annul)


def resume(t: Language, match: Match, seat: int) -> Button | None:
    """The button that ends a pause.

    The player to move ends it at once. The other one has to ask: None where they have.
    """
    if match.asker("resume") == seat:
        return None
    label = texts.RESUME if seat == match.to_move else texts.ASK_RESUME
    return button(t.label(label), links.AskPause(match.id, match.version))


def withdrawals(t: Language, match: Match, user: int) -> list[Button]:
    """What a player has asked of the opponent and may withdraw."""
    buttons = list[Button]()
    for what in AGREEMENTS:
        if agreements.asks(match, what, user):
            label = texts.WITHDRAW_LABELS[what]
            withdraw = links.WithdrawRequest(match.id, match.version, what)
            buttons.append(button(t.label(label), withdraw))
    return buttons


def claims(t: Language, match: Match, *, opponent_left: bool) -> list[Button]:
    """How a player may settle a match whose opponent is out of time.

    :param opponent_left: the opponent has left the server instead
    """
    buttons = list[Button]()

    def add(label: str, what: ClaimKind, style: str = "secondary") -> None:
        claim = links.ClaimMatch(match.id, match.version, what)
        buttons.append(button(t.label(label), claim, style))

    early = too_early(match)
    if not early:
        add(texts.CLAIM_WIN, "win", "primary")
    if not early and match.tournament is None:
        add(texts.CLAIM_DRAW, "draw")
    if opponent_left and (early or not match.binding):
        add(texts.CALL_OFF, "close")
    elif early:
        add(texts.CALL_OFF, "draw")
    if not opponent_left:
        add(texts.CLAIM_TIME, "time")
    return buttons


def too_early(match: Match) -> bool:
    """Whether a rated match has too few turns to be won by a claim."""
    return match.rated and not match.counts_for_rating and match.tournament is None


def ends_alone(t: Language, match: Match) -> Button:
    """How a player ends a running match without asking anybody: resigned, or called off where it
    has hardly begun.
    """
    if ends_by_resigning(match):
        return resign(t, match)
    return button(t.label(texts.CALL_OFF), links.ConfirmAbort(match.id))


def ends_by_resigning(match: Match) -> bool:
    """Whether a player who does not go on resigns; a match that has hardly begun is called off."""
    return match.state.turn > FIRST_TURNS or match.binding


def resign(t: Language, match: Match) -> Button:
    """The button to resign."""
    return button(t.label(texts.RESIGN), links.ConfirmResign(match.id), "danger")
