"""``/lobby``: offers that stand; they are made, taken and withdrawn by buttons, and shown in a card
in the morning.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import product

import games
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import (
    BLURPLE,
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
from bot.chat.discord.press import Press, Subject, Version
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.challenges import feature, texts
from bot.chat.features.challenges.cards import numbers_line
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, mention, plain
from bot.chat.language.typed import english_clock
from bot.domain import clocks
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

feature.jobs.append(
    Job(
        "members who look for an opponent", CHORES_SECONDS, lambda services: services.pairing.pair()
    )
)
PAGE = 5  # offers on one page
AT_ONCE = (1, 2, 3, 5, 10)
RATING_GAPS = (0, 100, 200)
MIN_FINISHED = (0, 10)
DAYS_BETWEEN = (0, 14)
"""What the form offers: points between ratings, finished matches, days between matches with the
same member.
"""


class OfferPress(Press):
    """A press about a standing offer."""

    offer: Subject


class TakeOffer(OfferPress, action="offertake"):
    """Begin a match that an offer leads to."""


class WithdrawOffer(OfferPress, action="offerdrop"):
    """Withdraw an offer."""


class ShowLobby(Press, action="lobby"):
    """See a page of the offers that stand."""

    page: Version


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


@feature.on(ShowLobby, work="board")
async def show(reply: Reply, press: ShowLobby) -> None:
    """Show a page of the offers."""
    t = reply.t
    found = await reply.services.lobby.listed(reply.viewer)
    t.names = {item.maker.id: item.maker.name for item, _ in found if item.elsewhere}
    page = min(press.page, max(len(found) - 1, 0) // PAGE)
    shown = found[page * PAGE :][:PAGE]
    services = reply.services
    across = (await services.servers.settings(reply.scope)).across
    seeking = await services.pairing.of(reply.user)
    hidden = across and reply.settings.across not in ACROSS
    elsewhere = t(texts.OFFERS_ELSEWHERE, settings=Command("settings")) if hidden else None
    await reply.private(
        post(
            text(t(texts.LOBBY), None if shown else t(texts.LOBBY_NONE)),
            *await _rows(services, t, shown, reply.user, reply.scope),
            text(
                *(_seeking(t, each) for each in seeking),
                t(texts.SEEK_MEANS) if across else None,
                elsewhere,
            ),
            row(
                button(t.label(texts.OFFER_NEW), WriteOffer(), "primary"),
                button(t.label(texts.SEEK), WriteSeek()) if across else None,
                button(t.label(texts.SEEK_STOP), StopSeeking()) if seeking else None,
                _switch(t, reply.scope, on=reply.scope in reply.settings.lobby),
            ),
            row(*page_buttons(ShowLobby, page, more=len(found) > (page + 1) * PAGE)),
            colour=BLURPLE,
        )
    )


def _seeking(t: Language, each: Seeker) -> Markup:
    """What a member looks for."""
    running = t(texts.OFFER_AT_ONCE, running=each.running, most=MOST_RUNNING)
    clock = phrases.clock(t, clocks.parse(each.clock))
    return t(texts.SEEKING, game=games.get(each.game).name, clock=clock, running=running)


async def _rows(
    services: Services, t: Language, found: Sequence[Listed], reader: int, scope: int
) -> list[Item | None]:
    """Offers with small boards, each with what the reader, in a server, may do about it."""
    rows = list[Item | None]()
    across = (await services.servers.settings(scope)).across
    for item, why in found:
        board = await services.images.start(item.game, item.options, say=t.say)
        numbers = await services.ratings.numbers_of(scope, item.game, item.options)
        title = t(texts.OFFER_LINE, game=item.game.name, maker=phrases.who(t, item.maker.id))
        terms = t(
            shared.OPEN_TERMS,
            variant=phrases.variant(t, item, capital=True),
            clock=phrases.clock_terms(t, item.clock),
        )
        own = item.maker.id == reader
        refused = (
            None if why is None or own else t(shared.MEANS, meaning=t.as_sentence(why.sentence))
        )
        said = (
            terms + phrases.remarks(t, item),
            _conditions(t, item, across),
            numbers_line(t, numbers),
            refused,
        )
        press = button(
            t.label(texts.OFFER_TAKE), TakeOffer(item.id), "success", disabled=why is not None
        )
        rows += [beside(board, title, *said), row(_withdraw(t, item) if own else press)]
    return rows


def _withdraw(t: Language, item: StandingOffer) -> Item:
    return button(t.label(shared.WITHDRAW), WithdrawOffer(item.id))


def _switch(t: Language, server: int, *, on: bool) -> Item:
    return button(
        t.label(texts.LOBBY_CARD_ON if on else texts.LOBBY_CARD_OFF), SwitchLobbyCard(server)
    )


def _demands(t: Language, conditions: TakerConditions) -> list[Markup]:
    """The conditions on who takes an offer, in words."""
    demands = (
        (texts.OFFER_NEAR, conditions.max_rating_gap),
        (texts.OFFER_LEAST, conditions.min_finished),
        (texts.OFFER_AGAIN, conditions.days_between),
    )
    return [t(demand, n=number) for demand, number in demands if number]


def _conditions(t: Language, item: StandingOffer, across: bool) -> Markup:
    """How many matches at a time, how many of them run, and who may take it.

    ``across``: members of other servers.
    """
    parts = [t(texts.OFFER_AT_ONCE, running=item.running, most=item.at_once)]
    parts += _demands(t, item.conditions)
    if item.across:
        parts.append(t(texts.OFFER_ACROSS if across else texts.UNRATED))
    return Markup(" · ".join(parts))


@feature.on(WriteOffer)
async def write(reply: Reply, press: WriteOffer) -> None:
    """Open the form for a new offer."""
    await require_allowed(reply)
    t = reply.t
    who = dict[str, str]()
    for numbers in product(RATING_GAPS, MIN_FINISHED, DAYS_BETWEEN):
        conditions = TakerConditions(*numbers)
        demands = " · ".join(_demands(t, conditions))
        who[str(conditions)] = demands or t.label(texts.OFFER_ANYONE)
    usual = phrases.clock(t, clocks.parse(RATED_CLOCK))
    terms = {"no": texts.UNRATED, "yes": shared.RATED}
    if (await reply.services.servers.settings(reply.scope)).across:
        terms["all"] = texts.OFFER_ACROSS
    many = {
        f"{n}-{key}": f"{t.label(texts.OFFER_UP_TO, n=n)} · {t.label(label)}"
        for key, label in terms.items()
        for n in AT_ONCE
    }
    await reply.form(
        form(
            t.label(texts.OFFER_NEW, 45),
            SendOffer(),
            FormMenu(
                "game",
                t.label(texts.OFFER_GAME, 45),
                {c.value: c.name for c in game_choices()},
                "snipsnip",
            ),
            Field("variant", t.label(texts.COUNTER_VARIANT, 45), required=False),
            Field("clock", t.label(texts.COUNTER_CLOCK, 45), value=usual, required=False),
            FormMenu("many", t.label(texts.OFFER_MANY, 45), many, "1-no"),
            FormMenu("who", t.label(texts.OFFER_WHO, 45), who, str(ANYONE)),
        )
    )


@feature.on(SendOffer, work="board")
async def send(reply: Reply, press: SendOffer) -> None:
    """Make the offer and show the lobby. Raises GameError."""
    await require_allowed(reply)
    at_once, terms = ([*reply.typed("many").split("-"), ""])[:2]
    game = reply.typed("game")
    await reply.services.lobby.make(
        reply.place,
        reply.person,
        game,
        variant=phrases.variant_meant(reply.t, games.get(game).slug, reply.typed("variant")),
        clock=english_clock(reply.typed("clock")),
        rated=terms == "yes",
        across=terms == "all",
        at_once=int(at_once) if at_once.isdecimal() else 0,
        conditions=TakerConditions.parse(reply.typed("who")),
    )
    await show(reply, ShowLobby(0))
    await tell_missing(reply)


async def _require_seen(reply: Reply, item: StandingOffer) -> None:
    """Raises NotFound for an offer that the member may not see, here or in the server that a card
    named to them.
    """
    viewer = reply.viewer
    if (
        not reply.place.guild
        and reply.services.exclusions.why(item.place.scope, reply.user) is None
    ):
        viewer = _reader(reply.services, item.place, reply.user)
    if not await viewer.sees(item.place.scope, item.place.channel, (item.maker.id,)):
        raise no_such_offer()


def _reader(services: Services, place: Place, user: int) -> Viewer:
    """A member of a server who asks from outside of it."""
    return Viewer(user, place, partial(services.visibility.of_user, user))


@feature.on(WriteSeek)
async def write_seek(reply: Reply, press: WriteSeek) -> None:
    """Open the form to look for an opponent, in which the member also says whether others may read
    their name.
    """
    await require_allowed(reply)
    t = reply.t
    own = reply.settings.across
    times = {clock: phrases.clock(t, clocks.parse(clock)) for clock in CLOCKS}
    names = {name: t.label(shared.ACROSS[name]) for name in ACROSS}
    await reply.form(
        form(
            t.label(texts.SEEK, 45),
            SendSeek(),
            FormMenu(
                "game",
                t.label(texts.OFFER_GAME, 45),
                {c.value: c.name for c in game_choices()},
                "snipsnip",
            ),
            FormMenu("clock", t.label(texts.COUNTER_CLOCK, 45), times, RATED_CLOCK),
            FormMenu(
                "across",
                t.label(MemberSettings.labels["across"], 45),
                names,
                own if own in names else ACROSS[0],
            ),
        )
    )


@feature.on(SendSeek, work="board")
async def send_seek(reply: Reply, press: SendSeek) -> None:
    """Look for an opponent and show the lobby. Raises GameError."""
    await require_allowed(reply)
    across = reply.typed("across")
    await reply.services.members.change(
        reply.user, across=across if across in ACROSS else ACROSS[0]
    )
    await reply.services.pairing.seek(
        reply.place, reply.person, reply.typed("game"), reply.typed("clock")
    )
    await show(reply, ShowLobby(0))
    await tell_missing(reply)


@feature.on(StopSeeking, work="board")
async def stop_seeking(reply: Reply, press: StopSeeking) -> None:
    """Look for opponents no longer."""
    await reply.services.pairing.stop(reply.user)
    await show(reply, ShowLobby(0))


@feature.on(TakeOffer, work="board")
async def take(reply: Reply, press: TakeOffer) -> None:
    """Begin the match. Raises NotFound, Refused."""
    item = await reply.services.lobby.get(press.offer, reply.user, reply.place)
    if not item.elsewhere:
        await _require_seen(reply, item)
    change = await reply.services.lobby.take(
        press.offer, reply.person, place=reply.place, via=reply.via
    )
    await reply.publish(change.notice, where=True)
    await reply.settle()


@feature.on(WithdrawOffer, work="board")
async def withdraw(reply: Reply, press: WithdrawOffer) -> None:
    """Withdraw the offer. Raises NotFound, NotYours."""
    await _require_seen(reply, await reply.services.lobby.get(press.offer))
    await reply.services.lobby.withdraw(press.offer, reply.person, moderator=manages(reply))
    await show(reply, ShowLobby(0))
    await reply.settle()


@feature.on(SwitchLobbyCard, work="board")
async def switch_card(reply: Reply, press: SwitchLobbyCard) -> None:
    """Switch the morning card of a server's lobby on or off."""
    known = reply.settings.lobby
    servers = [scope for scope in known if scope != press.server] + [press.server] * (
        press.server not in known
    )
    await reply.services.members.change(reply.user, lobby=servers)
    await reply.refresh()
    if reply.place.guild:
        await show(reply, ShowLobby(0))
    else:
        await reply.private(
            word(reply.t(texts.LOBBY_CARD_ON if press.server in servers else texts.LOBBY_CARD_OFF))
        )


@feature.composes(LobbyCard)
async def compose(services: Services, t: Language, notice: Notice[LobbyCard]) -> Post | None:
    """The card of new offers that the member can take, without those that are gone; None where
    there are none yet.
    """
    user = notice.event.user
    place = Place(notice.scope, notice.channel or 0)
    if notice.dm is None or services.exclusions.why(notice.scope, user) is not None:
        return None
    found = await services.lobby.listed(
        _reader(services, place, user), datetime.fromtimestamp(notice.event.since, UTC)
    )
    settings = await services.members.settings(user)
    if notice.message is None and (not found or notice.scope not in settings.lobby):
        return None
    own = [each for each in found if not each.offer.elsewhere]
    others = sum(item.elsewhere for item, _ in found)
    t.names = phrases.names_for(user, ((item.maker.id, item.maker.name) for item, _ in own))
    guild = services.gateway.guild(notice.scope)
    name = plain("" if guild is None else guild.name, 60)
    return post(
        text(
            t(texts.LOBBY_NEW, server=name),
            t(texts.LOBBY_THESE if own else texts.LOBBY_GONE, who=mention(user))
            if own or not others
            else None,
        ),
        *await _rows(services, t, own[:PAGE], user, notice.scope),
        text(t.count(*texts.LOBBY_OTHERS, others, lobby=Command("lobby"))) if others else None,
        row(_switch(t, notice.scope, on=notice.scope in settings.lobby)),
        colour=BLURPLE,
        notice=notice,
        asks="live" if found else "",
    )
