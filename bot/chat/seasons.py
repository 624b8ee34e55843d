"""A server's seasons, each a quarter of a year: champions, the longest match, the prettiest loop; and recounts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import games
from bot.chat import charts, contest_texts, settings, watching
from bot.chat.kit.components import BLURPLE, Picture, Post, button, picture, post, row, text
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Markup, Tongue, mention, moment
from bot.chat.kit.press import Press
from bot.domain.errors import Refused
from bot.domain.ratings import Season

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer

NOON = timedelta(hours=12)
"""The first and the last day are told by their noons, which are on these days for readers anywhere."""
MOST = 100
"""So many seasons can be looked back."""


def quarter(now: datetime, back: int = 0) -> tuple[datetime, datetime]:
    """The beginning of the quarter ``back`` quarters before that of ``now`` (UTC), and of the one after it."""
    number = now.year * 4 + (now.month - 1) // 3 - back
    first, after = (datetime(at // 4, at % 4 * 3 + 1, 1, tzinfo=UTC) for at in (number, number + 1))
    return first, after


async def show(answer: Answer, back: int = 0, *, everyone: bool = False, anew: bool = True) -> None:
    """Show a season of the server to the member, or to everyone. Raises Refused."""
    if not answer.place.guild:
        raise Refused("seasons are played on servers")
    if back > MOST:
        raise Refused("so far back nothing is kept")
    since, until = quarter(answer.bot.matches.now(), back)
    found = await answer.bot.ratings.season(answer.scope, since, until)
    image = None
    if found.loop is not None and found.loop_state is not None:
        key = ("season", found.loop.id)
        look = {} if everyone else {name: value for name, value in answer.look().items() if name == "theme"}
        image = await answer.bot.pictures.board(found.loop_state, key=key, **look)
    card = _card(answer.t, found, image, back, everyone=everyone, manager=settings.manages(answer))
    if everyone:
        await answer.public(card)
    else:
        await answer.private(card, anew=anew)


def _card(t: Tongue, found: Season, image: Picture | None, back: int, *, everyone: bool, manager: bool) -> Post:
    count = t(
        contest_texts.SEASON_COUNT,
        matches=t.count(*contest_texts.MATCHES_PLAYED, found.matches),
        players=t.count(*contest_texts.PLAYERS_RATED, found.players),
    )
    champions = [
        t(
            contest_texts.CHAMPION,
            game=games.get(one.game).name,
            who=mention(one.user),
            rating=Markup(f"{one.rating:.0f}"),
            matches=t.count(*contest_texts.MATCHES_PLAYED, one.matches),
            points=t.count(*contest_texts.POINTS, 1 if one.score == 1 else 2, n=Markup(charts.number(one.score))),
        )
        for one in found.champions
    ]
    played = found.matches > 0
    shown = {one.id: one.name for one in (found.longest, found.loop) if one is not None}
    looks = [button(name, Press("seasonmatch", match)) for match, name in shown.items()]
    return post(
        text(
            t(
                contest_texts.SEASON,
                since=moment(found.since + NOON, "D"),
                until=moment(found.until - NOON, "D"),
            ),
            count if played else t(contest_texts.SEASON_NONE),
        ),
        text(t(contest_texts.CHAMPIONS), *champions)
        if champions
        else text(t(contest_texts.CHAMPIONS_NONE))
        if played
        else None,
        text(*_remarkable(t, found)) if found.longest is not None else None,
        None if image is None else picture(image),
        row(
            *looks,
            button(t.label(contest_texts.SEASON_EARLIER), Press("season", 0, back + 1)) if not everyone else None,
            button(t.label(contest_texts.SEASON_LATER), Press("season", 0, back - 1))
            if back and not everyone
            else None,
            button(t.label(contest_texts.SEASON_POST), Press("seasonpost", 0, back), "primary")
            if manager and not everyone
            else None,
        ),
        colour=BLURPLE,
        pictures=[] if image is None else [image],
    )


def _remarkable(t: Tongue, found: Season) -> list[str]:
    lines: list[str] = []
    if (longest := found.longest) is not None:
        turns = t.count(*texts.TURNS, longest.size)
        first, second = longest.names
        game = games.get(longest.game).name
        lines.append(t(contest_texts.LONGEST, match=longest.name, game=game, first=first, second=second, turns=turns))
    if (loop := found.loop) is not None:
        winner = loop.winner or 0
        says = {"winner": loop.names[winner], "loser": loop.names[1 - winner]}
        cells = t.count(*contest_texts.CELLS, loop.size)
        lines.append(t(contest_texts.LOOP, match=loop.name, game=games.get(loop.game).name, cells=cells, **says))
    return lines


async def recount(answer: Answer) -> None:
    """Count the server's ratings again from its matches, and say whether anything was different. Raises Refused."""
    settings.manager(answer)
    found, t = await answer.bot.ratings.recompute(answer.scope), answer.t
    template = contest_texts.RECOUNTED_CHANGED if found.changed else contest_texts.RECOUNTED
    line = t(
        template,
        matches=t.count(*contest_texts.MATCHES_PLAYED, found.matches),
        ratings=t.count(*contest_texts.RATINGS_KEPT, found.ratings),
        changed=t.count(*contest_texts.ENTRIES, found.changed),
    )
    await answer.private(post(text(line), colour=BLURPLE))


async def _season(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await show(answer, press.version, anew=press.extra == "n")


async def _post(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    settings.manager(answer)
    await show(answer, press.version, everyone=True)


async def _match(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await watching.show(answer, press.subject, anew=True)


HANDLERS = {"season": _season, "seasonpost": _post, "seasonmatch": _match}
