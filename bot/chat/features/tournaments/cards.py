"""The cards of tournaments: the announcement, standings, pairings and brackets, questions, and
lists of tournaments.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.chat.board.links import OpenTournament
from bot.chat.discord.components import (
    AMBER,
    BLURPLE,
    GREEN,
    GREY,
    Button,
    Post,
    Row,
    beside,
    button,
    menu,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import phrases, presses, texts
from bot.chat.language import phrases as shared_phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.picture import Picture
from bot.domain.events import Notice
from bot.domain.tournaments.events import TournamentEvent
from bot.domain.tournaments.tournament import PAIRING_RESULTS, Pairing, Result, Tournament
from render.charts import tables

PAGE = tables.MOST  # lines of a page of standings or of pairings
MOST_SETTLED = 3  # pairings that can be settled with the buttons of one card
COLOURS = {
    "signup": BLURPLE,
    "checkin": AMBER,
    "running": GREEN,
    "finished": GREY,
    "cancelled": GREY,
}


def early(item: Tournament) -> bool:
    """Whether a tournament has not begun yet."""
    return item.status in ("signup", "checkin")


def open_ladder(item: Tournament) -> bool:
    """Whether it is a ladder that is not closed."""
    return item.kind == "ladder" and item.status == "running"


async def announcement(
    services: Services,
    t: Language,
    item: Tournament,
    notice: Notice[TournamentEvent] | None = None,
    lead: str | None = None,
) -> Post:
    """The announcement: terms with the board, entrants, and the buttons to join and to withdraw."""
    there = [entrant.user for entrant in item.entrants if entrant.status == "in"]
    checked = [
        entrant.user for entrant in item.entrants if entrant.status == "in" and entrant.checked
    ]
    waiting = [entrant.user for entrant in item.entrants if entrant.status == "waiting"]
    most = item.terms.players
    joins = early(item) or open_ladder(item)
    return post(
        beside(
            await services.images.start(item.game, item.options, say=t.say),
            lead if early(item) else None,
            phrases.title(t, item),
            phrases.terms(t, item),
            t(texts.TOURNAMENT_BY, who=shared_phrases.who(t, item.organiser.id)),
            phrases.start(t, item),
            phrases.small_print(t, item),
        ),
        text(
            t(texts.ENTRANTS, count=len(there), most=most, names=phrases.listed(t, there))
            if there
            else t(texts.ENTRANTS_NONE, most=most),
            t(texts.CHECKED_IN, names=phrases.listed(t, checked))
            if item.status == "checkin" and checked
            else None,
            t(texts.WAITING, names=phrases.listed(t, waiting)) if waiting else None,
        ),
        row(
            button(t.label(texts.JOIN), presses.JoinTournament(item.id), "success")
            if joins
            else None,
            button(t.label(texts.CHECK_IN), presses.CheckIn(item.id), "primary")
            if item.status == "checkin"
            else None,
            button(t.label(texts.LEAVE), presses.LeaveTournament(item.id)) if joins else None,
            button(t.label(texts.STANDINGS), presses.ShowTournament(item.id, 0, "s"))
            if not early(item)
            else None,
        ),
        colour=COLOURS[item.status],
        notice=notice,
        asks="live" if joins else "",
    )


def table(
    t: Language,
    item: Tournament,
    lines: Sequence[str],
    image: Picture | None,
    *,
    view: presses.View = "s",
    pages: tuple[int, int] = (0, 1),
    lead: str | None = None,
    tail: str | None = None,
    above: Mapping[int, str] = MappingProxyType({}),
    start: Picture | None = None,
    notice: Notice[TournamentEvent] | None = None,
    ping: Sequence[int] = (),
    joins: bool = False,
) -> Post:
    """Standings, pairings or bracket (``view``); ``pages``: which, of how many; ``above``: whom to
    challenge; ``start``: the first board.
    """
    page, count = pages
    announces_end = item.status == "finished" and notice is not None
    # The bracket opens at the reader's part (``m``), and is then leafed through (``b``).
    turned: presses.View = "b" if view == "m" else view
    views: dict[presses.View, str] = {"s": texts.STANDINGS, "p": texts.PAIRINGS}
    if item.kind == "knock-out":
        views["m"] = texts.BRACKET
    head = lead, phrases.title(t, item), None if announces_end else phrases.state(t, item)
    return post(
        text(*head) if start is None else beside(start, *head),
        None if image is None else picture(image),
        text(*lines, tail),
        menu(t.label(texts.CHALLENGE_UP), presses.ChallengeAbove(item.id), above),
        row(
            button("◀", presses.TournamentBack(item.id, page - 1, turned)) if page else None,
            button("▶", presses.TournamentOn(item.id, page + 1, turned))
            if page + 1 < count
            else None,
            *(
                button(t.label(label), presses.ShowTournament(item.id, 0, to))
                for to, label in views.items()
                if to != view or notice is not None
            ),
            button(t.label(texts.JOIN), presses.JoinTournament(item.id), "success")
            if joins
            else None,
        ),
        colour=COLOURS[item.status],
        notice=notice,
        ping=ping,
    )


def settling(t: Language, item: Tournament, pairings: Sequence[Pairing]) -> list[Row | None]:
    """Buttons by which the organiser settles overdue pairings, a row for each."""

    def answer(pairing: Pairing, result: Result) -> Button:
        return button(
            phrases.settled(t, item, pairing, result),
            presses.SettlePairing(item.id, pairing.id, result),
        )

    return [
        row(*(answer(pairing, result) for result in PAIRING_RESULTS))
        for pairing in pairings[:MOST_SETTLED]
    ]


def overview(t: Language, running: Sequence[Tournament], over: Sequence[Tournament]) -> Post:
    """The tournaments of a server."""
    none = t(texts.TOURNAMENTS_NONE, create=t.command("tournament create"))
    return post(
        text(
            t(texts.TOURNAMENTS),
            *(_line(t, item) for item in running),
            None if running or over else none,
        ),
        text(t(texts.TOURNAMENTS_OVER), *(_line(t, item) for item in over)) if over else None,
        row(*(button(item.name, OpenTournament(item.id)) for item in (*running, *over)[:5])),
        colour=BLURPLE,
    )


def _line(t: Language, item: Tournament) -> Markup:
    return t(
        texts.TOURNAMENT_LINE,
        name=item.name,
        title=item.title,
        kind=t(texts.KINDS[item.kind]),
        game=item.game.name,
        status=phrases.state(t, item),
        players=t.count(*shared.PEOPLE, sum(entrant.status == "in" for entrant in item.entrants)),
    )
