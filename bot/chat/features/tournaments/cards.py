"""The cards of tournaments: announcements, standings, pairings, brackets, and lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.chat.board.links import OpenTournament
from bot.chat.discord.components import (
    AMBER,
    BLURPLE,
    GREEN,
    GREY,
    Button,
    ButtonRow,
    Post,
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
from bot.domain.tournaments.tournament import PAIRING_RESULTS, Pairing, Tournament
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
    is_open = early(item) or open_ladder(item)
    image = await services.images.start(item.game, item.options, say=t.say)
    first_line = lead if early(item) else None
    return post(
        beside(image, first_line, *_terms(t, item)),
        text(*_entrants(t, item)),
        row(*_announcement_buttons(t, item, is_open=is_open)),
        colour=COLOURS[item.status],
        notice=notice,
        asks="live" if is_open else "",
    )


def _terms(t: Language, item: Tournament) -> Iterator[str]:
    """What is played, who organises it, and when it begins."""
    yield phrases.title(t, item)
    yield phrases.terms(t, item)
    yield t(texts.TOURNAMENT_BY, who=shared_phrases.who(t, item.organiser.id))
    yield phrases.start(t, item)
    yield phrases.small_print(t, item)


def _entrants(t: Language, item: Tournament) -> Iterator[Markup]:
    """Who takes part, has checked in, and waits for a place."""
    active = [entrant for entrant in item.entrants if entrant.status == "in"]
    users = [entrant.user for entrant in active]
    ready = [entrant.user for entrant in active if entrant.checked]
    queue = [entrant.user for entrant in item.entrants if entrant.status == "waiting"]
    most = item.terms.players
    if users:
        names = phrases.listed(t, users)
        yield t(texts.ENTRANTS, count=len(users), most=most, names=names)
    else:
        yield t(texts.ENTRANTS_NONE, most=most)
    if item.status == "checkin" and ready:
        yield t(texts.CHECKED_IN, names=phrases.listed(t, ready))
    if queue:
        yield t(texts.WAITING, names=phrases.listed(t, queue))


def _announcement_buttons(t: Language, item: Tournament, *, is_open: bool) -> Iterator[Button]:
    if is_open:
        yield _join_button(t, item)
    if item.status == "checkin":
        yield button(t.label(texts.CHECK_IN), presses.CheckIn(item.id), "primary")
    if is_open:
        yield button(t.label(texts.LEAVE), presses.LeaveTournament(item.id))
    if not early(item):
        yield button(t.label(texts.STANDINGS), presses.ShowTournament(item.id, 0, "s"))


def _join_button(t: Language, item: Tournament) -> Button:
    return button(t.label(texts.JOIN), presses.JoinTournament(item.id), "success")


@dataclass(frozen=True, slots=True)
class PageNumber:
    """Which page is shown, from 0, and how many there are."""

    page: int = 0
    count: int = 1


ONE_PAGE = PageNumber()


def table(
    t: Language,
    item: Tournament,
    lines: Sequence[str],
    image: Picture | None,
    *,
    view: presses.ShownPart = "s",
    pages: PageNumber = ONE_PAGE,
    lead: str | None = None,
    tail: str | None = None,
    rivals: Mapping[int, str] = MappingProxyType({}),
    start: Picture | None = None,
    notice: Notice[TournamentEvent] | None = None,
    ping: Sequence[int] = (),
    joins: bool = False,
) -> Post:
    """Standings, pairings or bracket.

    :param view: which of them
    :param rivals: whom the reader may challenge, by name
    :param start: the board before the first move
    :param joins: the reader can join
    """
    announces_end = item.status == "finished" and notice is not None
    state = None if announces_end else phrases.state(t, item)
    head = (lead, phrases.title(t, item), state)
    buttons = [
        *_page_buttons(item, view, pages),
        *_view_buttons(t, item, view if notice is None else None),
    ]
    if joins:
        buttons.append(_join_button(t, item))
    return post(
        text(*head) if start is None else beside(start, *head),
        None if image is None else picture(image),
        text(*lines, tail),
        menu(t.label(texts.CHALLENGE_UP), presses.ChallengeAbove(item.id), rivals),
        row(*buttons),
        colour=COLOURS[item.status],
        notice=notice,
        ping=ping,
    )


def _page_buttons(item: Tournament, view: presses.ShownPart, pages: PageNumber) -> Iterator[Button]:
    # The bracket opens at the reader's part (``m``), and is then leafed through (``b``).
    target_view: presses.ShownPart = "b" if view == "m" else view
    if pages.page:
        yield button("◀", presses.TournamentBack(item.id, pages.page - 1, target_view))
    if pages.page + 1 < pages.count:
        yield button("▶", presses.TournamentOn(item.id, pages.page + 1, target_view))


def _view_buttons(
    t: Language, item: Tournament, current: presses.ShownPart | None
) -> Iterator[Button]:
    """Buttons to the ways to see a tournament, but for the ``current`` one."""
    views: dict[presses.ShownPart, str] = {"s": texts.STANDINGS, "p": texts.PAIRINGS}
    if item.kind == "knock-out":
        views["m"] = texts.BRACKET
    for view, label in views.items():
        if view != current:
            yield button(t.label(label), presses.ShowTournament(item.id, 0, view))


def settling(t: Language, item: Tournament, pairings: Sequence[Pairing]) -> list[ButtonRow | None]:
    """Buttons by which the organiser settles overdue pairings, a row for each."""
    rows = list[ButtonRow | None]()
    for pairing in pairings[:MOST_SETTLED]:
        answers = list[Button]()
        for result in PAIRING_RESULTS:
            press = presses.SettlePairing(item.id, pairing.id, result)
            answers.append(button(phrases.settled(t, item, pairing, result), press))
        rows.append(row(*answers))
    return rows


def overview(
    t: Language, running_ones: Sequence[Tournament], past_ones: Sequence[Tournament]
) -> Post:
    """The tournaments of a server."""
    buttons = list[Button]()
    for item in (*running_ones, *past_ones)[:5]:
        buttons.append(button(f"{item.name} {item.title}", OpenTournament(item.id)))
    return post(
        text(*_running_lines(t, running_ones, is_empty=not past_ones)),
        text(*_over_lines(t, past_ones)),
        row(*buttons),
        colour=BLURPLE,
    )


def _running_lines(
    t: Language, running_ones: Sequence[Tournament], *, is_empty: bool
) -> Iterator[Markup]:
    """Those that are not over; where there are no others either, how to create one."""
    yield t(texts.TOURNAMENTS)
    for item in running_ones:
        yield _line(t, item)
    if not running_ones and is_empty:
        yield t(texts.TOURNAMENTS_NONE, create=t.command("tournament create"))


def _over_lines(t: Language, past_ones: Sequence[Tournament]) -> Iterator[Markup]:
    if past_ones:
        yield t(texts.TOURNAMENTS_OVER)
        for item in past_ones:
            yield _line(t, item)


def _line(t: Language, item: Tournament) -> Markup:
    count = sum(entrant.status == "in" for entrant in item.entrants)
    return t(
        texts.TOURNAMENT_LINE,
        name=item.name,
        title=item.title,
        kind=t(texts.KINDS[item.kind]),
        game=item.game.name,
        status=phrases.state(t, item),
        players=t.count(*shared.PEOPLE, count),
    )
