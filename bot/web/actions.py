"""What a member can do in a match, as the page offers it.

It is what the chat offers: the same buttons of the same functions, in groups. What the page has in
a form of its own - looking back, the rules, thinking - is left out here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeAlias, cast

from bot.chat.board import invitations, links
from bot.chat.board.handicaps import even_buttons, even_line
from bot.chat.board.links import Agreement
from bot.chat.board.match_buttons import below_post, team
from bot.chat.board.more import MoreButtons, more_buttons
from bot.chat.discord.components import STYLES, Item, button
from bot.chat.discord.page_commands import CommandLine, command_button
from bot.chat.discord.press import Press, read
from bot.chat.discord.reply import PressRoute
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language
from bot.domain.challenges.challenge import Challenge
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches import agreements
from bot.domain.matches.followers import Follows
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, Place
from bot.web import texts
from bot.web.protocol import Action, ActionGroup, RequestView
from bot.web.visits import without_markup

STYLE_NAMES: Mapping[object, str] = {number: name for name, number in STYLES.items()}

HERE: Mapping[type[Press], str] = {
    links.OpenMove: "the board itself",
    links.ShowBoard: "the board itself",
    links.LookAt: "the settings of the board",
    links.LookThrough: "the list of moves",
    links.JumpTo: "the list of moves",
    links.ShowRules: "the rules, behind the question mark",
    links.ShowRulesPage: "the rules, behind the question mark",
    links.OpenThink: "the board to think on",
    links.TryLines: "the board to think on",
    links.ShowMore: "the actions",
    links.OpenPage: "the page itself",
    links.Analyse: "the analysis",
    links.AskHint: "the hint",
    links.OpenPrepared: "conditional moves, on the board to think on",
}
"""What the chat has a button for, and the page a form of its own."""

WorksHere: TypeAlias = Callable[[Item], bool]
REQUESTS: tuple[Agreement, ...] = (
    "draw",
    "takeback",
    "pause",
    "resume",
    "abandon",
    "result",
    "take_up",
)


def action(item: Item, group: ActionGroup) -> Action:
    """A button of the chat, as the page offers it."""
    press = str(item["custom_id"])
    return {
        "name": name_of(press),
        "label": without_markup(str(item.get("label", ""))),
        "press": press,
        "style": cast("Action", {"style": STYLE_NAMES[item["style"]]})["style"],
        "group": group,
    }


def name_of(custom_id: str) -> str:
    """What kind of action a custom id stands for: ``resign``, ``claim-win``."""
    line = CommandLine.parse(custom_id)
    if line is not None:
        return line.path.replace(" ", "-")
    press = read(custom_id)
    if press is None:
        return ""
    parts = [press.action]
    for field in fields(press):
        value = getattr(press, field.name)
        if field.name == "what":
            parts.append(str(value))
    return "-".join(parts)


def works_here(buttons: Mapping[type[Press], PressRoute[Any]], item: Item) -> bool:
    """Whether a button or menu of the chat does something on the page, too, for which the page has
    no form of its own.
    """
    custom_id = str(item.get("custom_id", ""))
    if CommandLine.parse(custom_id) is not None:
        return True
    press = read(custom_id)
    if press is None or item.get("disabled"):
        return False
    return bool(buttons[type(press)].page) and type(press) not in HERE


def match_actions(
    t: Language,
    match: Match,
    reader: int,
    works_here: WorksHere,
    follows: Follows | None = None,
) -> list[Action]:
    """All that a member can do in a match as it is now, but for answering requests.

    :param works_here: whether a button of the chat does something on the page, too
    :param follows: what of the match is sent to the reader
    """
    buttons = more_buttons(t, match, reader, follows)
    groups: list[tuple[ActionGroup, Iterable[Item | None]]] = [
        ("claim", buttons.claims),
        ("ask", _asks(buttons)),
        ("end", buttons.ends),
    ]
    if match.status != "running":
        for_spectator = match.seat_of(reader) is None
        items_after = below_post(t, match, for_spectator=for_spectator, has_page=False)
        groups.append(("after", _without_asked(match, items_after)))
    elif match.by_teams:
        groups.append(("team", [team(t, match)]))
    groups += [
        ("hear", buttons.hearing),
        ("help", [*buttons.thinking, *buttons.helping]),
    ]
    actions = list[Action]()
    for group, items in groups:
        for item in items:
            if item is not None and works_here(item):
                actions.append(
                    action(item, _group_of(item, group, paused=match.paused is not None))
                )
    return _once(actions)


def _group_of(item: Item, group: ActionGroup, *, paused: bool) -> ActionGroup:
    """The group of a button: resigning is an end wherever the chat has its button, and what asks
    for a pause is the way out of one.
    """
    press = read(str(item["custom_id"]))
    if isinstance(press, links.ConfirmResign):
        return "end"
    if isinstance(press, links.AskPause) and paused:
        return "resume"
    return group


def _without_asked(match: Match, items: Iterable[Item | None]) -> list[Item]:
    """Buttons without the one that asks to play on where the strip says that somebody has asked."""
    is_asked = match.asker("take_up") is not None
    rest = list[Item]()
    for item in items:
        if item is None:
            continue
        press = read(str(item["custom_id"]))
        if not (is_asked and isinstance(press, links.AskTakeUp)):
            rest.append(item)
    return rest


def _asks(buttons: MoreButtons) -> list[Item]:
    """What a player may ask of the opponent; what the opponent asks is in the strip."""
    asks = list[Item]()
    for item in buttons.asks:
        press = read(str(item["custom_id"]))
        if not isinstance(press, links.AnswerAgreement):
            asks.append(item)
    return asks


def _once(actions: list[Action]) -> list[Action]:
    """Actions without those that are there already."""
    by_press = dict[str, Action]()
    for entry in actions:
        by_press.setdefault(entry["press"], entry)
    return [*by_press.values()]


def profile_actions(t: Language, match: Match, reader: int, place: Place) -> list[Action]:
    """The profiles of those who play, but the reader’s own, where the page was opened in a server
    that they are in.
    """
    actions = list[Action]()
    for seat, user in enumerate(match.seats):
        if user <= COMPUTER or user == reader or seat == match.absent_seat:
            continue
        if place.guild and match.place_of(user).scope == place.scope:
            item = command_button(t, "profile", member=str(user))
            label = t.label(texts.PROFILE_OF, who=match.player_name(seat))
            actions.append(action({**item, "label": label}, "other"))
    return actions


def match_requests(t: Language, match: Match, reader: int) -> list[RequestView]:
    """What is asked in a match: of its reader, who can answer, or by them, who can withdraw it."""
    seat = match.seat_of(reader)
    requests = list[RequestView]()
    for what in REQUESTS:
        asker = match.asker(what)
        if asker is None or not agreements.is_open(match, what, match.seats[asker]):
            continue
        if COMPUTER in match.seats:
            continue
        requests.append(_request(t, match, what, asker, seat))
    return requests


def _request(
    t: Language, match: Match, what: Agreement, asker: int, seat: int | None
) -> RequestView:
    who = phrases.who(t, match.seats[asker])
    if what == "takeback":
        turns = agreements.turns_of_takeback(match, asker)
        moves = phrases.moves(t, match.history.whole().turns()[-turns].decisions)
        line = t.count(*shared.ASKED_TAKEBACK, turns, moves=moves, who=who, match=match.name)
    else:
        line = t(shared.ASKED[what], who=who, match=match.name)
    actions = list[Action]()
    if seat == asker:
        withdraw = links.WithdrawRequest(match.id, match.version, what)
        label = t.label(shared.WITHDRAW)
        actions.append(action(button(label, withdraw), "withdraw"))
        other = phrases.who(t, match.seats[1 - asker])
        line = t(shared.DEED_ASKED[what], other=other, match=match.name)
    elif seat is not None:
        actions += [action(item, "answer") for item in _answers(t, match, what)]
    return {"kind": what, "text": without_markup(line), "actions": actions}


def rematch_request(t: Language, offer: Challenge, reader: int) -> RequestView:
    """A rematch that is offered: to its reader, by them, or to one whom they watch."""
    actions = list[Action]()
    if offer.maker.id == reader:
        other = "" if offer.target is None else offer.target.name
        line = t(texts.REMATCH_OFFERED, who=other)
        withdraw = button(t.label(shared.WITHDRAW), links.WithdrawChallenge(offer.id))
        actions.append(action(withdraw, "withdraw"))
    else:
        line = t(texts.REMATCH_ASKED, who=offer.maker.name)
        if offer.target is not None and offer.target.id == reader:
            actions += [action(item, "answer") for item in invitations.answers(t, offer)]
    return {"kind": "rematch", "text": without_markup(line), "actions": actions}


def even_request(t: Language, subject: Challenge | Match, even: Suggestion) -> RequestView:
    """What makes two even, offered to them unasked."""
    actions = [action(item, "answer") for item in even_buttons(t, subject)]
    line = phrases.opened(t, even_line(t, even))
    return {"kind": "even", "text": without_markup(line), "actions": actions}


def _answers(t: Language, match: Match, what: Agreement) -> list[Item]:
    """The buttons by which a request is answered; that a pause ends cannot be declined."""
    accept = links.AnswerAgreement(match.id, match.version, what, True)
    decline = links.AnswerAgreement(match.id, match.version, what, False)
    answers = [button(t.label(shared.ACCEPT), accept, "success")]
    if what != "resume":
        answers.append(button(t.label(shared.DECLINE), decline))
    return answers
