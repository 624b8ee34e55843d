"""What organisers do: announce, begin, settle games, replace and remove members, close."""

from typing import cast

import discord
from discord.app_commands import Range

from bot.chat.board import completion as board_completion
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.components import button, question
from bot.chat.discord.page_commands import OnPage
from bot.chat.discord.permissions import manages, require_allowed, tell_missing
from bot.chat.discord.reply import Reply
from bot.chat.features.tournaments import (
    cards,
    completion,
    feature,
    phrases as tournament_phrases,
    texts,
)
from bot.chat.features.tournaments.completion import tournament_command
from bot.chat.features.tournaments.presses import (
    CloseTournament,
    RemoveMember,
    SettlePairing,
    SettleSure,
)
from bot.chat.features.tournaments.start_times import start_time
from bot.chat.features.tournaments.taking_part import line, named, publish
from bot.chat.language import phrases
from bot.chat.language.i18n import mention
from bot.chat.language.typed import english_clock
from bot.domain.errors import NotFound, Refused
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Pairing, ScoreMark, Tournament, TournamentTerms
from bot.domain.values import Person


@feature.command
@slash(
    "tournament create",
    texts.ABOUT_CREATE,
    options=texts.CREATE_OPTIONS,
    choices={
        "kind": labelled(texts.KINDS),
        "game": game_choices(),
        "late": labelled(texts.LATE),
        "seeding": labelled(texts.SEEDINGS),
    },
    complete={
        "variant": board_completion.variant,
        "clock": board_completion.clock,
        "starts": completion.starts,
    },
    servers_only=True,
    work="board",
    page=OnPage(texts.ABOUT_CREATE),
)
async def create(
    reply: Reply,
    kind: str,
    game: str,
    title: str = "",
    variant: str = "",
    clock: str = "3d",
    rated: bool = True,
    starts: str = "",
    players: Range[int, 2, 256] = 0,
    rounds: Range[int, 1, 30] = 0,
    cycles: Range[int, 1, 2] = 1,
    checkin: Range[int, 1, 72] = 0,
    days: Range[int, 1, 60] = 0,
    late: str = "forfeit",
    together: bool = False,
    seeding: str = "rating",
    pairs: bool | None = None,
    handicap: bool = False,
) -> None:
    """Announce a tournament."""
    await require_allowed(reply)
    terms = TournamentTerms(
        players=players,
        rounds=rounds,
        cycles=cycles,
        checkin=checkin,
        days=days,
        late=late,
        together=together,
        seeding=seeding,
        pairs=pairs,
        handicap=handicap,
    )
    result = await reply.services.tournaments.create(
        reply.place,
        reply.person,
        kind,
        game,
        terms,
        title=title,
        variant=phrases.english_variant(reply.t, game, variant),
        clock=english_clock(clock),
        rated=rated,
        starts=start_time(starts, reply.services.now(), reply.settings.time_zone),
        moderator=manages(reply),
        interaction=reply.interaction_ref,
    )
    await reply.publish(result.notice)
    await tell_missing(reply)


@tournament_command(
    "tournament start",
    texts.ABOUT_START,
    {"when": texts.ABOUT_START_WHEN},
    complete={"when": completion.starts},
    page=OnPage(texts.ORGANISE_START),
)
async def start(reply: Reply, tournament: str = "", when: str = "") -> None:
    """Begin a tournament, or move its start."""
    starts = start_time(when, reply.services.now(), reply.settings.time_zone)
    item = await named(reply, tournament, cards.early)
    moderator = manages(reply, item.scope)
    if starts is not None:
        await publish(reply, item.id, organising.move, reply.user, starts, moderator)
        return
    result = await reply.services.tournaments.do(item.id, organising.start, reply.user, moderator)
    await reply.private(line(reply, result.tournament, texts.BEGUN))


@feature.command
@slash(
    "tournament settle",
    texts.ABOUT_SETTLE,
    options={"match": texts.ABOUT_SETTLE_MATCH, "result": texts.ABOUT_SETTLE_RESULT},
    choices={"result": labelled(texts.SETTLED)},
    complete={"match": completion.game},
    servers_only=True,
    page=OnPage(texts.ORGANISE_SETTLE),
)
async def settle(reply: Reply, match: str, result: str) -> None:
    """Give a match of a tournament its result, after a question."""
    target = await reply.services.matches.resolve(reply.viewer, match)
    tournament = await reply.services.tournaments.of_match(target.id)
    if tournament is None:
        raise NotFound("{name} isn’t a tournament match", name=target.name)
    item, pairing = tournament
    await ask_settle(reply, SettlePairing(item.id, pairing.id, cast(ScoreMark, result)))


@feature.on(SettlePairing, page="place")
async def ask_settle(reply: Reply, press: SettlePairing) -> None:
    """Ask whether a result is meant. Raises Refused where the member may not give it."""
    t = reply.t
    item, pairing = await _pairing_to_settle(reply, press)
    result = tournament_phrases.settled(t, item, pairing, press.result)
    match = pairing.match_name or "–"
    ask = t(texts.SETTLE_ASK, match=match, name=item.name, result=result)
    yes = button(result, SettleSure(item.id, press.pairing, press.result, True), "danger")
    keep_open = SettleSure(item.id, press.pairing, press.result, False)
    no = button(t.label(texts.SETTLE_NO), keep_open)
    await reply.private(question(ask, yes, no), anew=not reply.pressed_private)


async def _pairing_to_settle(
    reply: Reply, press: SettlePairing | SettleSure
) -> tuple[Tournament, Pairing]:
    """A tournament, and its pairing to be given a result.

    Raises Refused where the member may not give it.
    """
    service = reply.services.tournaments
    item = await service.shown(reply.viewer, press.tournament)
    moderator = manages(reply, item.scope)
    await service.check(
        item.id, organising.settle, reply.user, press.pairing, press.result, moderator
    )
    pairings = {pairing.id: pairing for pairing in await service.games(item.id)}
    return item, pairings[press.pairing]


@feature.on(SettleSure, page="place")
async def settle_sure(reply: Reply, press: SettleSure) -> None:
    """Give a pairing its result, or leave it open. Raises Refused."""
    item, old_pairing = await _pairing_to_settle(reply, press)
    match = old_pairing.match_name or "–"
    if not press.sure:
        await reply.private(line(reply, item, texts.NOT_SETTLED, match=match))
        return
    moderator = manages(reply, item.scope)
    change = await reply.services.tournaments.settle(
        item.id, reply.user, press.pairing, press.result, moderator=moderator
    )
    tournament = change.tournament
    await reply.settle(tournament=item.id)
    is_replacement = (
        old_pairing.result is not None and old_pairing.match is not None and tournament.rated
    )
    template = texts.SETTLED_HERE if is_replacement else texts.SETTLED_DONE
    result = tournament_phrases.settled(reply.t, tournament, old_pairing, press.result)
    card = line(reply, tournament, template, match=match, result=result)
    await reply.private(card, anew=not reply.pressed_private)


@tournament_command(
    "tournament replace",
    texts.ABOUT_REPLACE,
    {"member": texts.ABOUT_REPLACE_MEMBER, "by": texts.ABOUT_REPLACE_BY},
    page=OnPage(texts.ORGANISE_REPLACE),
)
async def replace(
    reply: Reply, member: discord.User, by: discord.User, tournament: str = ""
) -> None:
    """Offer the place of a member to another one."""
    item = await named(reply, tournament)
    moderator = manages(reply, item.scope)
    substitute = _person(by)
    await publish(
        reply, item.id, organising.offer_place, reply.user, member.id, substitute, moderator
    )


@tournament_command(
    "tournament remove",
    texts.ABOUT_REMOVE,
    {"member": texts.ABOUT_REMOVE_MEMBER},
    page=OnPage(texts.ORGANISE_REMOVE),
)
async def remove(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Ask whether a member is to be withdrawn."""
    target = await named(reply, tournament)
    moderator = manages(reply, target.scope)
    item = await reply.services.tournaments.check(
        target.id, organising.remove, reply.user, member.id, moderator
    )
    t = reply.t
    yes = button(t.label(texts.REMOVE_YES), RemoveMember(item.id, member.id, True), "danger")
    no = button(t.label(texts.REMOVE_NO), RemoveMember(item.id, member.id, False))
    template = texts.REMOVE_ASK if item.status == "running" else texts.REMOVE_ASK_EARLY
    ask = t(template, name=item.name, who=mention(member.id))
    await reply.private(question(ask, yes, no))


@feature.on(RemoveMember, page="place")
async def remove_sure(reply: Reply, press: RemoveMember) -> None:
    """Withdraw a member, or let them stay. Raises Refused."""
    service = reply.services.tournaments
    who = mention(press.member)
    item = await service.shown(reply.viewer, press.tournament)
    if not press.sure:
        await reply.private(line(reply, item, texts.NOT_REMOVED, who=who))
        return
    moderator = manages(reply, item.scope)
    result = await service.do(item.id, organising.remove, reply.user, press.member, moderator)
    await reply.private(line(reply, result.tournament, texts.REMOVED, who=who))


@tournament_command(
    "tournament handover",
    texts.ABOUT_HANDOVER,
    {"member": texts.ABOUT_HANDOVER_MEMBER},
    page=OnPage(texts.ORGANISE_HANDOVER),
)
async def handover(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Make another member the organiser."""
    item = await named(reply, tournament)
    moderator = manages(reply, item.scope)
    organiser = _person(member)
    result = await publish(reply, item.id, organising.hand_over, reply.user, organiser, moderator)
    if not reply.answered:
        await reply.private(line(reply, result, texts.HANDED_OVER, who=mention(member.id)))


@tournament_command("tournament close", texts.ABOUT_CLOSE, page=OnPage(texts.ORGANISE_CLOSE))
async def close(reply: Reply, tournament: str = "") -> None:
    """Ask before a tournament is closed."""
    item = await named(reply, tournament)
    moderator = manages(reply, item.scope)
    result = await reply.services.tournaments.do(
        item.id, organising.may_close, reply.user, moderator
    )
    t = reply.t
    yes = button(t.label(texts.CLOSE_YES), CloseTournament(item.id, True), "danger")
    no = button(t.label(texts.CLOSE_NO), CloseTournament(item.id, False))
    ask = t(texts.CLOSE_ASK, name=result.tournament.name)
    await reply.private(question(ask, yes, no))


@feature.on(CloseTournament, page="place")
async def close_pressed(reply: Reply, press: CloseTournament) -> None:
    """Close a tournament, or let it go on after all."""
    service = reply.services.tournaments
    item = await service.shown(reply.viewer, press.tournament)
    if not press.sure:
        await reply.private(line(reply, item, texts.NOT_CLOSED))
        return
    moderator = manages(reply, item.scope)
    result = await service.do(
        item.id, organising.cancel, reply.user, moderator, interaction=reply.interaction_ref
    )
    await reply.private(line(reply, result.tournament, texts.CLOSED))
    await reply.publish(result.notice)


def _person(user: discord.User) -> Person:
    """Raises Refused for bots."""
    if user.bot:
        raise Refused("only people can play in or organise tournaments")
    return Person(user.id, user.display_name)
