"""What every post about a tournament is made from: the notice, its tournament, and the card."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from bot.chat.board.links import OpenTournament
from bot.chat.discord.components import (
    AMBER,
    GREY,
    Asks,
    Button,
    ButtonRow,
    Post,
    beside,
    button,
    post,
    row,
)
from bot.chat.discord.delivery.composers import Edit, OnPosted
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import feature, phrases, texts
from bot.chat.features.tournaments.presses import ShowTournament
from bot.chat.language import phrases as shared_phrases
from bot.chat.language.i18n import Language, Markup, moment
from bot.domain.errors import NotFound
from bot.domain.events import Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.tournament import Tournament

E = TypeVar("E", bound=events.TournamentEvent)


@dataclass(frozen=True, slots=True)
class Case(Generic[E]):
    """A notice to be posted, with its tournament."""

    services: Services
    t: Language
    item: Tournament
    notice: Notice[E]

    @property
    def event(self) -> E:
        """The event that the notice is about."""
        return self.notice.event

    @property
    def is_posted(self) -> bool:
        """Whether the post exists already and is only composed again."""
        return self.notice.message is not None

    def who(self, user: int) -> Markup:
        """The name of a member."""
        return shared_phrases.who(self.t, user)

    def who_reads(self) -> Markup:
        """The name of the member pinged, else of the organiser."""
        if self.notice.ping is None:
            return self.who(self.item.organiser.id)
        return self.who(self.notice.ping)

    def line(self, template: str, **values: object) -> Markup:
        """A sentence about the tournament."""
        return self.t(template, name=self.item.name, **values)

    def until(self, style: str = "f") -> Markup:
        """The moment until which the event matters."""
        assert self.event.ends is not None
        return moment(self.event.ends, style)

    async def card(
        self,
        line: str,
        *buttons: Button,
        rows: Sequence[ButtonRow | None] = (),
        ping: Sequence[int] = (),
        asks: Asks = "",
        outcome: str = "",
    ) -> Post:
        """A card for members: why they get it, the tournament with a board, and buttons.

        Without ``rows`` and ``buttons`` it has one that shows the matches.

        :param outcome: what has become of what it asked, as in ``calls.call``
        """
        t = self.t
        item = self.item
        is_open = bool(rows or buttons) and not outcome
        image = await self.services.images.start(item.game, item.options, say=t.say)
        terms = [phrases.title(t, item), phrases.terms(t, item), phrases.small_print(t, item)]
        body = beside(image, line, *terms, outcome or None)
        if not is_open:
            way_on = row(self._way_on())
            return post(body, way_on, colour=GREY, ping=ping, notice=self.notice)
        last_row = row(*buttons) if buttons else row(self._way_on())
        return post(
            body,
            *rows,
            last_row,
            colour=AMBER,
            ping=ping,
            notice=self.notice,
            asks=asks,
        )

    def _way_on(self) -> Button:
        """The button to the pairings; before there are any, to the tournament."""
        item = self.item
        if not item.round and item.kind != "ladder":
            return button(item.name, OpenTournament(item.id))
        return button(self.t.label(texts.PAIRINGS), ShowTournament(item.id, 0, "p"))


Compose: TypeAlias = Callable[[Case[E]], Awaitable[Post | None]]


def posts(
    *kinds: type[E], edit: Edit[E] | None = None, on_posted: OnPosted[E] | None = None
) -> Callable[[Compose[E]], Compose[E]]:
    """Register the function that composes the posts of events.

    There are none once the tournament is deleted.
    """

    def register(compose: Compose[E]) -> Compose[E]:
        @feature.composes(*kinds, edit=edit, on_posted=on_posted, instead=_channel)
        async def compose_notice(services: Services, t: Language, notice: Notice[E]) -> Post | None:
            try:
                item = await services.tournaments.get(notice.event.tournament)
            except NotFound:
                return None
            names = ((entrant.user, entrant.name) for entrant in item.entrants)
            t.names = shared_phrases.names_for(notice.dm, names)
            return await compose(Case(services, t, item, notice))

        return compose

    return register


async def _channel(services: Services, notice: Notice[events.TournamentEvent]) -> int | None:
    """The channel for a notice whose direct message is refused."""
    return (await services.tournaments.get(notice.event.tournament)).channel
