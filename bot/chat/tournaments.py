"""Tournaments in the chat: taking part, looking, and what organisers do, by command and by button."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import discord

from bot.chat import charts, contest_texts, settings, tournament_cards
from bot.chat.kit.components import Post
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import mention
from bot.chat.kit.match import cards
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.errors import NotFound, Refused
from bot.domain.matches.views import Person
from bot.domain.tournaments import RESULTS, Changed, Standing, Tournament

from .tournament_cards import PAGE

REACH = 3
"""On a ladder so many rungs higher can be challenged."""
VIEWS = ("s", "p", "b", "m")


def early(item: Tournament) -> bool:
    """Whether a tournament has not begun yet."""
    return item.status in ("signup", "checkin")


def ladder(item: Tournament) -> bool:
    """Whether it is a ladder that goes on."""
    return item.kind == "ladder" and item.status == "running"


async def named(answer: Answer, name: str, fits: Callable[[Tournament], bool] = lambda item: True) -> Tournament:
    """The tournament meant by a name, or by nothing: of those that ``fit``, the one in which the member takes part.

    Raises NotFound, Ambiguous.
    """
    return await answer.bot.tournaments.resolve(
        answer.scope, name, (fits, lambda item: item.entrant(answer.user) is not None)
    )


async def joinable(answer: Answer, name: str) -> Tournament:
    """The tournament meant by a name, or by nothing: the one that the member may still join. Raises as ``named``."""
    return await answer.bot.tournaments.resolve(
        answer.scope, name, (lambda item: early(item) or ladder(item), lambda item: item.entrant(answer.user) is None)
    )


# ------------------------------------------------------------------------------------------------------ taking part


async def join(answer: Answer, item: int) -> None:
    """Take part; the announcement that the button was on is brought up to date."""
    changed = await answer.bot.tournaments.join(item, answer.person)
    entrant = changed.tournament.entrant(answer.user)
    if changed.tournament.kind == "ladder":
        await _say(answer, changed, contest_texts.JOINED_LADDER, challenge=answer.t.command("tournament challenge"))
    elif entrant is not None and entrant.status == "waiting":
        await _say(answer, changed, contest_texts.JOINED_WAITING)
    else:
        await _say(answer, changed, contest_texts.JOINED)


async def leave(answer: Answer, item: int, *, sure: bool = False) -> None:
    """Take part no longer; while it is being played, only where the member is ``sure``."""
    found = await answer.bot.tournaments.get(item)
    playing = found.status == "running" and found.kind != "ladder" and found.entrant(answer.user) is not None
    if playing and not sure:
        await answer.private(tournament_cards.leave(answer.t, found), anew=True)
    else:
        await _say(answer, await answer.bot.tournaments.leave(item, answer.person), contest_texts.LEFT, anew=not sure)


async def check_in(answer: Answer, item: int) -> None:
    """Say that one is there."""
    changed = await answer.bot.tournaments.check_in(item, answer.person)
    await answer.private(_word(answer, changed, contest_texts.CHECKED), anew=True)


async def _say(answer: Answer, changed: Changed, said: str, *, anew: bool = True, **values: object) -> None:
    item = changed.tournament
    if answer.pressed and not answer.pressed_private and (early(item) or item.kind == "ladder"):
        await answer.replace(tournament_cards.announcement(answer.t, item))
    await answer.private(_word(answer, changed, said, **values), anew=anew)


def _word(answer: Answer, changed: Changed, said: str, **values: object) -> Post:
    return cards.word(answer.t(said, name=changed.tournament.name, **values))


# ---------------------------------------------------------------------------------------------------------- looking


async def show(answer: Answer, item: Tournament, what: str = "s", page: int = 0, *, anew: bool = False) -> None:
    """Show the member the standings (``s``), the games (``p``), or the bracket (``b``; ``m``: their own part of it)."""
    if early(item):
        card = tournament_cards.announcement(answer.t, item)
    elif what == "p":
        card = await _games(answer, item, page)
    elif what in ("b", "m") and item.kind == "knock-out":
        card = await _bracket(answer, item, None if what == "m" else page)
    else:
        card = await _standings(answer, item, page)
    await answer.private(card, anew=anew)


async def _games(answer: Answer, item: Tournament, page: int) -> Post:
    """The games, those of the latest round first; of rounds that are played together all as they were paired."""
    t, games = answer.t, list(await answer.bot.tournaments.games(item.id))
    if item.kind == "ladder":
        games.reverse()
    elif not item.at_once:
        games.sort(key=lambda one: -one.round)
    matches = await answer.bot.tournaments.match_names(item.id)
    lines = tournament_cards.rounds(t, item, games[page * PAGE : (page + 1) * PAGE], matches)
    pages = max(1, -(-len(games) // PAGE))
    none = t(contest_texts.PAIRINGS_NONE)
    return tournament_cards.table(t, item, lines or [none], None, pages=(page, pages), what="p")


async def _bracket(answer: Answer, item: Tournament, part: int | None) -> Post:
    ties = await answer.bot.tournaments.bracket(item.id)
    if part is None:
        mine = item.entrant(answer.user)
        part = 0 if mine is None else charts.bracket_part(item, ties, mine.slot)
    parts = charts.bracket_parts(item, ties)
    part = min(part, parts - 1)
    image = None
    if ties:
        image = await charts.bracket(answer.bot.pictures, answer.t, item, ties, part=part, theme=_theme(answer))
    tail = answer.t(contest_texts.TIES[item.kind])
    return tournament_cards.table(answer.t, item, (), image, pages=(part, parts), what="m", tail=tail)


async def _standings(answer: Answer, item: Tournament, page: int) -> Post:
    t, standings = answer.t, await answer.bot.tournaments.standings(item.id)
    part, pages = standings[page * PAGE : (page + 1) * PAGE], max(1, -(-len(standings) // PAGE))
    # Whoever asks finds their own line on every page.
    own = [one for one in standings if one.entrant.user == answer.user and one not in part]
    image = None
    if part:
        theme = _theme(answer)
        image = await charts.standings(answer.bot.pictures, t, item, part, user=answer.user, theme=theme)
    lines = tournament_cards.standing_lines(t, item, part)
    if own:
        lines += ["…", *tournament_cards.standing_lines(t, item, own)]
    return tournament_cards.table(
        t,
        item,
        lines,
        image,
        pages=(page, pages),
        what="s",
        tail=t(contest_texts.TIES[item.kind]),
        above=_above(answer, item, standings),
        joins=ladder(item) and item.entrant(answer.user) is None,
    )


def _theme(answer: Answer) -> str:
    return answer.settings.theme or charts.THEME


def _above(answer: Answer, item: Tournament, lines: tuple[Standing, ...]) -> list[discord.SelectOption]:
    """Those whom the member may challenge on a ladder, the nearest first."""
    if not ladder(item):
        return []
    order = [one.entrant for one in lines]
    mine = next((index for index, one in enumerate(order) if one.user == answer.user), 0)
    return [
        discord.SelectOption(label=words.named(answer.t, one.user, one.name), value=str(one.user))
        for one in order[max(0, mine - REACH) : mine][::-1]
    ]


async def listing(answer: Answer) -> None:
    """Show the tournaments of the server."""
    service = answer.bot.tournaments
    over = await service.of(answer.scope, running=False, limit=5)
    await answer.private(tournament_cards.overview(answer.t, await service.of(answer.scope), over))


# ------------------------------------------------------------------------------------------------------- organising


async def start(answer: Answer, item: Tournament, at: datetime | None = None) -> None:
    """Begin now, or at another time than was announced."""
    service, moderator = answer.bot.tournaments, settings.manages(answer, item.scope)
    if at is None:
        changed = await service.start(item.id, answer.user, moderator=moderator)
        await answer.private(_word(answer, changed, contest_texts.BEGUN))
    else:
        changed = await service.move(item.id, answer.user, at, moderator=moderator, via=answer.via)
        await answer.publish(changed.notice)


async def challenge(answer: Answer, item: int, above: int) -> None:
    """On a ladder: play somebody above."""
    changed = await answer.bot.tournaments.challenge(item, answer.person, above)
    await answer.private(_word(answer, changed, contest_texts.CHALLENGED, who=mention(above)), anew=True)


async def settle(answer: Answer, match: str, result: str) -> None:
    """Give the game that a match belongs to its result. Raises Refused."""
    found = await answer.bot.matches.resolve(answer.place, answer.user, match)
    of = await answer.bot.tournaments.of_match(found.id)
    if of is None:
        raise NotFound("{name} does not belong to a tournament", name=found.name)
    await _settle(answer, of[0].id, of[1].id, result)


async def _settle(answer: Answer, item: int, game: int, result: str) -> None:
    service = answer.bot.tournaments
    before = next((one for one in await service.games(item) if one.id == game), None)
    moderator = settings.manages(answer, (await service.get(item)).scope)
    changed = await service.settle(item, answer.user, game, result, moderator=moderator)
    assert before is not None
    name = (await service.match_names(item)).get(before.match or 0, "–")
    said = tournament_cards.settled(answer.t, changed.tournament, before, result)
    replaced = before.result is not None and before.match is not None and changed.tournament.rated
    text = contest_texts.SETTLED_HERE if replaced else contest_texts.SETTLED_DONE
    card = _word(answer, changed, text, match=name, result=said)
    await answer.private(card, anew=not answer.pressed_private)


async def replace(answer: Answer, item: Tournament, out: discord.User, by: discord.User) -> None:
    """Let somebody else have a member's place."""
    _person(by)
    changed = await answer.bot.tournaments.replace(
        item.id,
        answer.user,
        out.id,
        Person(by.id, by.display_name),
        moderator=settings.manages(answer, item.scope),
        via=answer.via,
    )
    await answer.publish(changed.notice)


async def remove(answer: Answer, item: Tournament, member: discord.User) -> None:
    """Take a member out."""
    moderator = settings.manages(answer, item.scope)
    changed = await answer.bot.tournaments.remove(item.id, answer.user, member.id, moderator=moderator)
    await answer.private(_word(answer, changed, contest_texts.REMOVED, who=mention(member.id)))


async def ask_close(answer: Answer, item: Tournament) -> None:
    """Ask the organiser before a tournament is closed."""
    moderator = settings.manages(answer, item.scope)
    item = await answer.bot.tournaments.closable(item.id, answer.user, moderator=moderator)
    await answer.private(tournament_cards.close(answer.t, item))


async def hand_over(answer: Answer, item: Tournament, member: discord.User) -> None:
    """Let somebody else organise."""
    _person(member)
    person = Person(member.id, member.display_name)
    service, moderator = answer.bot.tournaments, settings.manages(answer, item.scope)
    changed = await service.hand_over(item.id, answer.user, person, moderator=moderator, via=answer.via)
    await answer.publish(changed.notice)
    if not answer.interaction.response.is_done():
        await answer.private(_word(answer, changed, contest_texts.HANDED_OVER, who=mention(member.id)))


def _person(user: discord.User) -> None:
    if user.bot:
        raise Refused("only people can take part and organise")


# ---------------------------------------------------------------------------------------------------------- buttons


async def _join(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await join(answer, press.subject)


async def _leave(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    if press.extra == "n":
        item = await answer.bot.tournaments.get(press.subject)
        await answer.private(cards.word(answer.t(contest_texts.STAYED, name=item.name)))
    else:
        await leave(answer, press.subject, sure=press.extra == "y")


async def _check_in(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await check_in(answer, press.subject)


async def _show(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    if press.extra not in VIEWS:
        raise no_such_button()
    await show(answer, await answer.bot.tournaments.get(press.subject), press.extra, press.version)


async def _open(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await show(answer, await answer.bot.tournaments.get(press.subject), anew=True)


async def _challenge(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    if len(values) != 1 or not (values[0].isascii() and values[0].isdecimal() and len(values[0]) < 20):
        raise no_such_button()
    await challenge(answer, press.subject, int(values[0]))


async def _settled(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    game, _, result = press.extra.partition(".")
    if not (game.isascii() and game.isdecimal() and len(game) < 16) or result not in RESULTS:
        raise no_such_button()
    await _settle(answer, press.subject, int(game), result)


async def _close(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    service = answer.bot.tournaments
    item = await service.get(press.subject)
    if press.extra != "y":
        await answer.private(cards.word(answer.t(contest_texts.NOT_CLOSED, name=item.name)))
        return
    moderator = settings.manages(answer, item.scope)
    changed = await service.cancel(item.id, answer.user, moderator=moderator, via=answer.via)
    await answer.private(_word(answer, changed, contest_texts.CLOSED))
    await answer.publish(changed.notice)


HANDLERS = {
    "tjoin": _join,
    "tleave": _leave,
    "tcheckin": _check_in,
    "tshow": _show,
    "tshowa": _show,
    "tshowz": _show,
    "topen": _open,
    "tladder": _challenge,
    "tsettle": _settled,
    "tclose": _close,
}
