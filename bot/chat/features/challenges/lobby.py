"""``/lobby``: standing offers that members make, take and withdraw, and the card of new ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import product

import games
from bot.chat.board.challenge_terms import fairness_line, handicap_line, terms_line
from bot.chat.board.handicaps import side_of
from bot.chat.board.links import ShowLobby
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Item,
    Post,
    beside,
    button,
    page_buttons,
    post,
    row,
    text,
    word,
)
from bot.chat.discord.feature import CHORES_SECONDS, Job
from bot.chat.discord.forms import Field, FormMenu, form
from bot.chat.discord.permissions import manages, require_allowed, tell_missing
from bot.chat.discord.press import Press, Subject
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.challenges import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, mention, plain
from bot.chat.language.typed import english_clock
from bot.domain import clocks, variants
from bot.domain.challenges.beginning import RATED_CLOCK
from bot.domain.challenges.offers import (
    ANYONE,
    Listed,
    LobbyCard,
    StandingOffer,
    TakerConditions,
    no_such_offer,
)
from bot.domain.challenges.seekers import ACROSS, CLOCKS, MOST_RUNNING, Seeker
from bot.domain.events import Notice
from bot.domain.members.settings import MemberSettings
from bot.domain.values import Place, Viewer
from games.core.numbers import whole_number

PAGE = 5  # offers on one page
AT_ONCE = (1, 2, 3, 5, 10)
RATING_GAPS = (0, 100, 200)
MIN_FINISHED = (0, 10)
DAYS_BETWEEN = (0, 14)
"""What the form offers: points between ratings, finished matches, days between matches with the
same member.
"""


feature.jobs.append(
    Job(
        "members who look for an opponent", CHORES_SECONDS, lambda services: services.pairing.pair()
    )
)


class OfferPress(Press):
    """A press about a standing offer."""

    offer: Subject


class TakeOffer(OfferPress, action="offertake"):
    """Begin a match that an offer leads to."""


class WithdrawOffer(OfferPress, action="offerdrop"):
    """Withdraw an offer."""


class WriteOffer(Press, action="offerform"):
    """Open the form for a new offer."""


class SendOffer(Press, action="offersend", opened_by=WriteOffer):
    """Make the offer in the form."""


class WriteSeek(Press, action="seekform"):
    """Open the form to look for an opponent."""


class SendSeek(Press, action="seeksend", opened_by=WriteSeek):
    """Look for an opponent as the form says."""


class StopSeeking(Press, action="seekstop"):
    """Look for opponents no longer."""


class SwitchLobbyCard(Press, action="lobbycard"):
    """Have new offers of a server in a card in the morning, or no longer."""

    server: Subject


@feature.command
@slash("lobby", texts.ABOUT_LOBBY, servers_only=True, work="board")
async def lobby(reply: Reply) -> None:
    """The offers that stand on this server."""
    await show(reply, ShowLobby(0))


@feature.on(ShowLobby, work="board", page="place", address=True)
async def show(reply: Reply, press: ShowLobby) -> None:
    """Show a page of the offers."""
    t = reply.t
    services = reply.services
    offers = await services.lobby.listed(reply.viewer)
    t.names = {item.maker.id: item.maker.name for item, _ in offers if item.elsewhere}
    last_page = max(len(offers) - 1, 0) // PAGE
    page = min(press.page, last_page)
    on_page = offers[page * PAGE : (page + 1) * PAGE]
    cross_server = (await services.servers.settings(reply.scope)).across
    seekers = await services.pairing.of(reply.user)
    card = post(
        text(t(texts.LOBBY), None if on_page else t(texts.LOBBY_NONE)),
        *await _rows(services, t, on_page, reply.user, reply.scope),
        text(*_hints(reply, seekers, cross_server=cross_server)),
        row(*_buttons(reply, cross_server=cross_server, seeks=bool(seekers))),
        row(*page_buttons(ShowLobby, page, more=page < last_page)),
        colour=BLURPLE,
    )
    await reply.private(card)


def _hints(reply: Reply, seekers: Sequence[Seeker], *, cross_server: bool) -> Iterator[Markup]:
    """What the member looks for, and how matches with other servers come about.

    :param cross_server: the server takes part in those
    """
    t = reply.t
    for seeker in seekers:
        yield _seeking(t, seeker)
    if cross_server:
        yield t(texts.SEEK_MEANS)
        if reply.settings.across not in ACROSS:
            yield t(texts.OFFERS_ELSEWHERE, settings=Command("settings"))


def _buttons(reply: Reply, *, cross_server: bool, seeks: bool) -> Iterator[Button]:
    t = reply.t
    yield button(t.label(texts.OFFER_NEW), WriteOffer(), "primary")
    if cross_server:
        yield button(t.label(texts.SEEK), WriteSeek())
    if seeks:
        yield button(t.label(texts.SEEK_STOP), StopSeeking())
    yield _switch(t, reply.scope, is_on=reply.scope in reply.settings.lobby)


def _seeking(t: Language, seeker: Seeker) -> Markup:
    """What a member looks for."""
    matches = t(texts.OFFER_AT_ONCE, running=seeker.running, most=MOST_RUNNING)
    clock = phrases.clock(t, clocks.parse(seeker.clock))
    return t(texts.SEEKING, game=games.get(seeker.game).name, clock=clock, running=matches)


async def _rows(
    services: Services, t: Language, offers: Sequence[Listed], reader: int, scope: int
) -> list[Item | None]:
    """Offers with small boards, each with what the reader, in a server, may do about it."""
    rows = list[Item | None]()
    cross_server = (await services.servers.settings(scope)).across
    for item, why_not in offers:
        board = await services.images.start(item.game, item.options, say=t.say)
        handicap = await handicap_line(services, t, item)
        fair = fairness_line(t, item)
        maker = phrases.who(t, item.maker.id)
        refusal = None
        if why_not is not None and item.maker.id != reader:
            refusal = t(shared.MEANS, meaning=t.as_sentence(why_not.sentence))
        lines = (
            t(texts.OFFER_LINE, game=item.game.name, maker=maker),
            terms_line(t, item),
            None if handicap is None else t(shared.MEANS, meaning=handicap),
            None if fair is None else t(shared.MEANS, meaning=fair),
            _conditions(t, item, cross_server=cross_server),
            refusal,
        )
        act = _act(t, item, reader, may_take=why_not is None)
        rows += [beside(board, *lines), row(act)]
    return rows


def _act(t: Language, item: StandingOffer, reader: int, *, may_take: bool) -> Button:
    """The button by which the reader withdraws or takes an offer."""
    if item.maker.id == reader:
        return button(t.label(shared.WITHDRAW), WithdrawOffer(item.id))
    take = TakeOffer(item.id)
    return button(t.label(texts.OFFER_TAKE), take, "success", disabled=not may_take)


def _switch(t: Language, server: int, *, is_on: bool) -> Button:
    label = texts.LOBBY_CARD_ON if is_on else texts.LOBBY_CARD_OFF
    return button(t.label(label), SwitchLobbyCard(server))


def _demands(t: Language, conditions: TakerConditions) -> list[Markup]:
    """The conditions on who takes an offer, in words."""
    demands = (
        (texts.OFFER_NEAR, conditions.max_rating_gap),
        (texts.OFFER_LEAST, conditions.min_finished),
        (texts.OFFER_AGAIN, conditions.days_between),
    )
    return [t(demand, n=value) for demand, value in demands if value]


def _conditions(t: Language, item: StandingOffer, *, cross_server: bool) -> Markup:
    """How many matches at a time, how many of them run, and who may take it.

    :param cross_server: the server takes part in matches with other servers
    """
    parts = [t(texts.OFFER_AT_ONCE, running=item.running, most=item.at_once)]
    parts += _demands(t, item.conditions)
    if item.across_servers:
        parts.append(t(texts.OFFER_ACROSS if cross_server else texts.UNRATED))
    return Markup(" · ".join(parts))


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """How many matches at a time an offer is for, and who is paired how, as one choice of a menu.

    It is written ``at_once-kind``; ``kind``: unrated (``no``), rated (``yes``), or with other
    servers too (``all``).
    """

    at_once: int
    kind: str

    def __str__(self) -> str:
        return f"{self.at_once}-{self.kind}"

    @classmethod
    def parse(cls, text: str) -> "OfferTerms":
        """The terms that a choice stands for; 0 matches where it is none."""
        at_once, _, kind = text.partition("-")
        return cls(whole_number(at_once) or 0, kind)


@feature.on(WriteOffer, page="place")
async def write(reply: Reply, press: WriteOffer) -> None:
    """Open the form for a new offer."""
    await require_allowed(reply)
    t = reply.t
    settings = await reply.services.servers.settings(reply.scope)
    terms = _offered_terms(t, cross_server=settings.across)
    clock = phrases.clock(t, clocks.parse(RATED_CLOCK))
    variant_label = t.label(texts.COUNTER_VARIANT, 45)
    clock_label = t.label(texts.COUNTER_CLOCK, 45)
    terms_label = t.label(texts.OFFER_MANY, 45)
    conditions_label = t.label(texts.OFFER_WHO, 45)
    offer_form = form(
        t.label(texts.OFFER_NEW, 45),
        SendOffer(),
        _game_menu(t),
        Field("variant", variant_label, required=False),
        Field("clock", clock_label, value=clock, required=False),
        FormMenu("many", terms_label, terms, str(OfferTerms(1, "no"))),
        FormMenu("who", conditions_label, _offered_conditions(t), str(ANYONE)),
    )
    await reply.form(offer_form)


def _game_menu(t: Language) -> FormMenu:
    games_offered = {choice.value: choice.name for choice in game_choices()}
    return FormMenu("game", t.label(texts.OFFER_GAME, 45), games_offered, "snipsnip")


def _offered_terms(t: Language, *, cross_server: bool) -> dict[str, str]:
    kinds = {"no": texts.UNRATED, "yes": shared.RATED}
    if cross_server:
        kinds["all"] = texts.OFFER_ACROSS
    labels = dict[str, str]()
    for kind, label in kinds.items():
        for at_once in AT_ONCE:
            up_to = t.label(texts.OFFER_UP_TO, n=at_once)
            labels[str(OfferTerms(at_once, kind))] = f"{up_to} · {t.label(label)}"
    return labels


def _offered_conditions(t: Language) -> dict[str, str]:
    labels = dict[str, str]()
    for numbers in product(RATING_GAPS, MIN_FINISHED, DAYS_BETWEEN):
        conditions = TakerConditions(*numbers)
        demands = " · ".join(_demands(t, conditions))
        labels[str(conditions)] = demands or t.label(texts.OFFER_ANYONE)
    return labels


@feature.on(SendOffer, work="board", page="place")
async def send(reply: Reply, press: SendOffer) -> None:
    """Make the offer and show the lobby. Raises GameError."""
    await require_allowed(reply)
    terms = OfferTerms.parse(reply.typed("many"))
    game = games.get(reply.typed("game"))
    variant = phrases.english_variant(reply.t, game.slug, reply.typed("variant"))
    options = variants.parse(game, variant)
    side = await side_of(reply.services, reply.scope, reply.user, None, game, options, "random")
    await reply.services.lobby.make(
        reply.place,
        reply.person,
        game.slug,
        variant=variant,
        side=side,
        clock=english_clock(reply.typed("clock")),
        rated=terms.kind == "yes",
        across_servers=terms.kind == "all",
        at_once=terms.at_once,
        conditions=TakerConditions.parse(reply.typed("who")),
    )
    await show(reply, ShowLobby(0))
    await tell_missing(reply)


async def _require_seen(reply: Reply, item: StandingOffer) -> None:
    """Raises NotFound for an offer that the member may not see.

    They may see it here, or in the server that a card named to them.
    """
    services = reply.services
    viewer = reply.viewer
    is_excluded = services.exclusions.why(item.place.scope, reply.user) is not None
    if not reply.place.guild and not is_excluded:
        viewer = _reader(services, item.place, reply.user)
    if not await viewer.sees(item.place.scope, item.place.channel, (item.maker.id,)):
        raise no_such_offer()


def _reader(services: Services, place: Place, user: int) -> Viewer:
    """A member of a server who asks from outside of it."""
    return Viewer(user, place, partial(services.visibility.of_user, user))


@feature.on(WriteSeek, page="place")
async def write_seek(reply: Reply, press: WriteSeek) -> None:
    """Open the form to look for an opponent.

    In it the member also says whether others may read their name.
    """
    await require_allowed(reply)
    t = reply.t
    times = {clock: phrases.clock(t, clocks.parse(clock)) for clock in CLOCKS}
    names = {name: t.label(shared.ACROSS[name]) for name in ACROSS}
    name_setting = reply.settings.across if reply.settings.across in names else ACROSS[0]
    across_label = t.label(MemberSettings.labels["across"], 45)
    await reply.form(
        form(
            t.label(texts.SEEK, 45),
            SendSeek(),
            _game_menu(t),
            FormMenu("clock", t.label(texts.COUNTER_CLOCK, 45), times, RATED_CLOCK),
            FormMenu("across", across_label, names, name_setting),
        )
    )


@feature.on(SendSeek, work="board", page="place")
async def send_seek(reply: Reply, press: SendSeek) -> None:
    """Look for an opponent and show the lobby. Raises GameError."""
    await require_allowed(reply)
    name_setting = reply.typed("across")
    if name_setting not in ACROSS:
        name_setting = ACROSS[0]
    await reply.services.members.change(reply.user, across=name_setting)
    await reply.services.pairing.seek(
        reply.place, reply.person, reply.typed("game"), reply.typed("clock")
    )
    await show(reply, ShowLobby(0))
    await tell_missing(reply)


@feature.on(StopSeeking, work="board", page="place")
async def stop_seeking(reply: Reply, press: StopSeeking) -> None:
    """Look for opponents no longer."""
    await reply.services.pairing.stop(reply.user)
    await show(reply, ShowLobby(0))


@feature.on(TakeOffer, work="board", page="place")
async def take(reply: Reply, press: TakeOffer) -> None:
    """Begin the match. Raises NotFound, Refused."""
    item = await reply.services.lobby.get(press.offer, reply.user, reply.place)
    if not item.elsewhere:
        await _require_seen(reply, item)
    change = await reply.services.lobby.take(
        press.offer, reply.person, place=reply.place, interaction=reply.interaction_ref
    )
    await reply.publish(change.notice, where=True)
    await reply.settle()


@feature.on(WithdrawOffer, work="board", page="place")
async def withdraw(reply: Reply, press: WithdrawOffer) -> None:
    """Withdraw the offer. Raises NotFound, NotYours."""
    await _require_seen(reply, await reply.services.lobby.get(press.offer))
    await reply.services.lobby.withdraw(press.offer, reply.person, moderator=manages(reply))
    await show(reply, ShowLobby(0))
    await reply.settle()


@feature.on(SwitchLobbyCard, work="board", page="place")
async def switch_card(reply: Reply, press: SwitchLobbyCard) -> None:
    """Switch the morning card of a server's lobby on or off."""
    old_servers = reply.settings.lobby
    switched_on = press.server not in old_servers
    servers = [server for server in old_servers if server != press.server]
    if switched_on:
        servers.append(press.server)
    await reply.services.members.change(reply.user, lobby=servers)
    await reply.refresh()
    if reply.place.guild:
        await show(reply, ShowLobby(0))
    else:
        label = texts.LOBBY_CARD_ON if switched_on else texts.LOBBY_CARD_OFF
        await reply.private(word(reply.t(label)))


@feature.composes(LobbyCard)
async def compose(services: Services, t: Language, notice: Notice[LobbyCard]) -> Post | None:
    """The card of new offers that the member can take; None where there are none yet.

    Those that are gone are left out.
    """
    user = notice.event.user
    if notice.dm is None or services.exclusions.why(notice.scope, user) is not None:
        return None
    reader = _reader(services, Place(notice.scope, notice.channel or 0), user)
    start = datetime.fromtimestamp(notice.event.since, UTC)
    offers = await services.lobby.listed(reader, start)
    settings = await services.members.settings(user)
    is_wanted = bool(offers) and notice.scope in settings.lobby
    if notice.message is None and not is_wanted:
        return None
    local_offers = [offer for offer in offers if not offer.offer.elsewhere]
    others = len(offers) - len(local_offers)
    t.names = phrases.names_for(
        user, ((item.maker.id, item.maker.name) for item, _ in local_offers)
    )
    others_line = None
    if others:
        others_line = text(t.count(*texts.LOBBY_OTHERS, others, lobby=Command("lobby")))
    intro = None
    if local_offers or not others:
        intro = t(texts.LOBBY_THESE if local_offers else texts.LOBBY_GONE, who=mention(user))
    return post(
        text(_new_offers(services, t, notice.scope), intro),
        *await _rows(services, t, local_offers[:PAGE], user, notice.scope),
        others_line,
        row(_switch(t, notice.scope, is_on=notice.scope in settings.lobby)),
        colour=BLURPLE,
        notice=notice,
        asks="live" if offers else "",
    )


def _new_offers(services: Services, t: Language, server: int) -> Markup:
    guild = services.gateway.guild(server)
    return t(texts.LOBBY_NEW, server=plain("" if guild is None else guild.name, 60))
