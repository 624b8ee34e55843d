"""Posts about the course of a tournament: a round begins, a result changes the standings, the end.

The post of the standings is kept up to date by editing it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import discord

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.refusals import ApiRequest, unless_refused
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import cards, phrases, pictures, texts
from bot.chat.features.tournaments.cards import PAGE
from bot.chat.features.tournaments.case import Case, E, posts
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.picture import Picture
from bot.domain.events import Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.tournament import Pairing, Standing, Tournament

# an older post is not edited: Discord rarely allows that, and nobody sees it
FRESH = timedelta(hours=1)
MOST_LATEST = 5  # latest results below the standings


@posts(events.TournamentStarted, events.RoundStarted)
async def compose_round(case: Case[events.RoundEvent]) -> Post | None:
    """The pairings of a round, or of all that are played together.

    None for a round that nobody plays in.
    """
    t = case.t
    item = case.item
    number = case.event.round
    begins = isinstance(case.event, events.TournamentStarted)
    shown_round = None if item.at_once else number
    pairings = await case.services.tournaments.games(item.id, shown_round)
    next_one_began = item.round > number
    if not begins and next_one_began and not _is_played(pairings):
        return None
    lines = phrases.rounds(t, item, pairings[:PAGE])
    rest = len(pairings) - PAGE
    if rest > 0:
        lines.append(t.count(*texts.AND_MORE, rest))
    start = None
    image = None
    if begins and item.kind != "knock-out":
        start = await case.services.images.start(item.game, item.options, say=t.say)
    else:
        image = await _picture(case)
    lead = _round_lead(t, item, number, begins=begins)
    if next_one_began:
        # Its own card says until when it is played.
        item = replace(item, round=number, ends=None)
    return cards.table(t, item, lines, image, lead=lead, start=start, notice=case.notice)


def _is_played(pairings: Sequence[Pairing]) -> bool:
    """Whether anybody plays in a round, so that it has a card of its own."""
    return any(pairing.how not in ("forfeit", "bye") for pairing in pairings)


def _round_lead(t: Language, item: Tournament, number: int, *, begins: bool) -> Markup:
    if begins:
        return t(texts.TOLD_STARTED, round=number)
    if phrases.final(item, number):
        return t(texts.TOLD_FINAL, round=number)
    return t(texts.TOLD_ROUND, round=number)


async def _picture(case: Case[E], slot: int = 0) -> Picture | None:
    """The bracket of a knock-out, else the first page of the standings.

    Of a large bracket it is the part with a ``slot``.
    """
    service = case.services.tournaments
    images = case.services.images
    item = case.item
    if item.kind == "knock-out":
        ties = await service.bracket(item.id)
        if not ties:
            return None
        part = pictures.bracket_part(item, ties, slot)
        return await pictures.bracket(images, case.t, item, ties, part=part)
    standings = await service.standings(item.id)
    if not standings:
        return None
    return await pictures.standings(images, case.t, item, standings[:PAGE])


async def edit_latest(
    services: Services, notice: Notice[events.StandingsChanged], post: Post
) -> bool:
    """Edit the latest post of the standings; False if there is none, or it is too old."""
    item = await services.tournaments.get(notice.event.tournament)
    if item.post is None:
        return False
    channel, message = item.post
    if channel != notice.channel:
        return False
    if services.now() - discord.utils.snowflake_time(message) > FRESH:
        return False
    latest_post = services.gateway.channel(channel).get_partial_message(message)
    edit = latest_post.edit(
        view=post.view, attachments=post.files(), allowed_mentions=post.mentions
    )
    return await unless_refused(edit, ApiRequest.CHANGE) is not None


async def note_post(
    services: Services, notice: Notice[events.StandingsChanged], message: int
) -> None:
    """Remember the post of the standings, which is edited at the next result."""
    if notice.channel is not None:
        await services.tournaments.note_post(notice.event.tournament, notice.channel, message)


@posts(events.StandingsChanged, edit=edit_latest, on_posted=note_post)
async def compose_standings(case: Case[events.StandingsChanged]) -> Post | None:
    """The standings after a result, with the latest results."""
    t = case.t
    item = case.item
    if item.status != "running":
        return None
    games = await case.services.tournaments.games(item.id)
    latest_games = _latest(games)
    if _another_post_follows(item, games, latest_games):
        return None
    slot = latest_games[-1].slots[0] if latest_games else 0
    image = await _picture(case, slot)
    lines = phrases.pairing_lines(t, item, latest_games, games)
    return cards.table(t, item, lines, image, lead=t(texts.TOLD_STANDINGS), notice=case.notice)


def _another_post_follows(
    item: Tournament, games: Sequence[Pairing], latest_games: Sequence[Pairing]
) -> bool:
    """Whether the post of the next round, or of the end, comes at once and shows the standings."""
    if not item.rounds:
        return False
    if latest_games and not item.at_once and latest_games[-1].round < item.round:
        return True
    return all(game.result is not None for game in games if game.round == item.round)


def _latest(pairings: Sequence[Pairing]) -> list[Pairing]:
    """The pairings decided last, the oldest of them first."""
    results = [
        (pairing.settled, pairing.id, pairing)
        for pairing in pairings
        if pairing.settled and pairing.slots[1]
    ]
    return [pairing for *_, pairing in sorted(results)][-MOST_LATEST:]


@posts(events.TournamentFinished)
async def compose_finished(case: Case[events.TournamentFinished]) -> Post:
    """The final standings, and who has won."""
    t = case.t
    item = case.item
    standings = await case.services.tournaments.standings(item.id)
    winners = _first_placed(standings)
    if item.kind == "ladder":
        lead = t(texts.TOLD_CLOSED)
        tail = None
    else:
        lead = t(texts.TOLD_FINISHED)
        tail = t(texts.TIES[item.kind])
    lines = list[str]()
    if winners:
        lines.append(t(_winners_text(item, len(winners)), who=phrases.listed(t, winners)))
    if case.event.why == "met":
        lines.append(t(texts.TOLD_MET))
    lines += phrases.standing_lines(t, item, standings[:PAGE])
    return cards.table(
        t,
        item,
        lines,
        await _picture(case),
        lead=lead,
        tail=tail,
        notice=case.notice,
        ping=winners[:3],
    )


def _first_placed(standings: Sequence[Standing]) -> list[int]:
    """The members in the first place who have not left."""
    first = [standing.entrant for standing in standings if standing.rank == 1]
    return [entrant.user for entrant in first if not entrant.gone]


def _winners_text(item: Tournament, count: int) -> str:
    if item.kind == "ladder":
        return texts.TOLD_TOP
    return texts.TOLD_WINNER if count == 1 else texts.TOLD_WINNERS
