"""The cards of tournaments: the announcement, standings, games of a round, brackets, ladders, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import discord

from bot.chat import charts, contest_texts
from bot.chat.kit.components import (
    AMBER,
    BLURPLE,
    GREEN,
    GREY,
    Picture,
    Post,
    Pressed,
    button,
    menu,
    picture,
    post,
    row,
    text,
)
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import Markup, Tongue, mention, moment
from bot.chat.kit.press import Press
from bot.domain.matches.views import Notice
from bot.domain.tournaments import RESULTS, Entrant, Game, Standing, Tournament
from render.charts import tables

MOST_NAMES = 40
"""So many members are named in one line; the others are counted."""
PAGE = tables.MOST
"""Lines of a page of standings or of games."""
COLOURS = {"signup": BLURPLE, "checkin": AMBER, "running": GREEN, "finished": GREY, "cancelled": GREY}


def names(t: Tongue, entrants: Iterable[Entrant]) -> Markup:
    """Members in a line."""
    return listed(t, [one.user for one in entrants])


def listed(t: Tongue, users: Sequence[int]) -> Markup:
    """Members in a line, by their ids."""
    shown = ", ".join(words.who(t, user) for user in users[:MOST_NAMES])
    rest = len(users) - MOST_NAMES
    return Markup(f"{shown} {t.count(*contest_texts.AND_MORE, rest)}" if rest > 0 else shown)


def mentions(users: Iterable[int]) -> Markup:
    """All of some members, so that each of them can be pinged."""
    return Markup(", ".join(mention(user) for user in users))


def title(t: Tongue, item: Tournament) -> Markup:
    """The heading of all cards of a tournament."""
    return t(contest_texts.TOURNAMENT, name=item.name, title=item.title)


def what(t: Tongue, item: Tournament) -> str:
    """What is played, and how."""
    return t(
        contest_texts.TOURNAMENT_WHAT,
        kind=t(contest_texts.KINDS[item.kind]),
        game=item.game.name,
        variant=words.variant(t, item),
        clock=words.clock(t, item),
    ) + words.rated(t, item)


def terms(t: Tongue, item: Tournament) -> str:
    """The terms that are worth a word, in small print."""
    parts: list[str] = []
    own = item.terms
    if item.kind == "swiss" and (item.rounds or own.rounds):
        parts.append(t.count(*contest_texts.TERM_ROUNDS, item.rounds or own.rounds))
    if item.kind == "round-robin":
        parts.append(t(contest_texts.TERM_CYCLES[own.cycles]))
        if own.together:
            parts.append(t(contest_texts.TERM_TOGETHER))
    if own.days:
        parts.append(t.count(*contest_texts.TERM_DAYS, own.days))
    said = " · ".join([*parts, t(contest_texts.LATE[own.late])])
    return f"-# {said[:1].upper()}{said[1:]}"


def announcement(t: Tongue, item: Tournament, notice: Notice | None = None) -> Post:
    """What a tournament is going to be, who takes part, and the buttons to join and to leave."""
    early = item.status in ("signup", "checkin")
    there = [one for one in item.entrants if one.status == "in"]
    checked = [one for one in there if one.checked]
    waiting = [one for one in item.entrants if one.status == "waiting"]
    most = item.terms.players
    entrants = (
        t(contest_texts.ENTRANTS, count=len(there), most=most, names=names(t, there))
        if there
        else t(contest_texts.ENTRANTS_NONE, most=most)
    )
    ladder = item.kind == "ladder" and item.status == "running"
    lead = None
    if notice is not None:
        lead = t(contest_texts.TOLD_MOVED if notice.payload["what"] == "moved" else contest_texts.TOLD_CREATED)
    return post(
        text(
            lead,
            title(t, item),
            what(t, item),
            t(contest_texts.TOURNAMENT_BY, who=words.who(t, item.organiser.id)),
            t(contest_texts.LADDER_HOW) if item.kind == "ladder" else _start(t, item),
            terms(t, item),
        ),
        text(
            entrants,
            t(contest_texts.CHECKED_IN, names=names(t, checked)) if item.status == "checkin" and checked else None,
            t(contest_texts.WAITING, names=names(t, waiting)) if waiting else None,
        ),
        row(
            button(t.label(contest_texts.JOIN), Press("tjoin", item.id), "success") if early or ladder else None,
            button(t.label(contest_texts.CHECK_IN), Press("tcheckin", item.id), "primary")
            if item.status == "checkin"
            else None,
            button(t.label(contest_texts.LEAVE), Press("tleave", item.id)) if early or ladder else None,
            button(t.label(contest_texts.STANDINGS), Press("tshow", item.id, 0, "s")) if not early else None,
        ),
        colour=COLOURS[item.status],
        mark=None if notice is None else notice.id,
    )


def _start(t: Tongue, item: Tournament) -> str | None:
    if item.status not in ("signup", "checkin"):
        return t(contest_texts.STATUS[item.status])
    if item.starts is None:
        return t(contest_texts.STARTS_BY)
    start = t(contest_texts.STARTS_AT, when=moment(item.starts), left=moment(item.starts, "R"))
    if not item.terms.checkin:
        return start
    return f"{start}\n{t.count(*contest_texts.CHECK_IN_FROM, item.terms.checkin)}"


def state(t: Tongue, item: Tournament) -> Markup:
    """How far a tournament is."""
    if item.status != "running" or item.kind == "ladder":
        return t(contest_texts.STATUS[item.status])
    says = {"round": item.round, "rounds": item.rounds}
    if item.ends is None:
        return t(contest_texts.STATUS["running"] if item.at_once else contest_texts.ROUND_OF, **says)
    template = contest_texts.RUNNING_UNTIL if item.at_once else contest_texts.ROUND_UNTIL
    return t(template, when=moment(item.ends), left=moment(item.ends, "R"), **says)


def standing_lines(t: Tongue, item: Tournament, lines: Sequence[Standing]) -> list[str]:
    """Standings in words."""
    found: list[str] = []
    for one in lines:
        points = charts.number(one.points)
        template = contest_texts.STANDING_LINE
        if item.kind in ("ladder", "knock-out"):
            template = contest_texts.STANDING_LINE_LADDER
        said = t(
            template,
            rank=one.rank,
            who=words.who(t, one.entrant.user),
            points=t.count(*contest_texts.POINTS, 1 if one.points == 1 else 2, n=Markup(points)),
            wins=one.wins,
            draws=one.draws,
            losses=one.losses,
        )
        decided = [
            f"{t(contest_texts.COLUMN_BREAKS[name])}: {charts.number(value)}" for name, value in charts.breaks(one)
        ]
        said = Markup(" · ".join([said, *decided]))
        found.append(t(contest_texts.STANDING_OUT, line=said) if one.entrant.status == "out" else said)
    return found


def rounds(t: Tongue, item: Tournament, games: Iterable[Game], matches: Mapping[int, str]) -> list[str]:
    """Games in words, with a heading for each round; those of a ladder have none."""
    lines: list[str] = []
    for number, some in groupby(games, key=lambda one: one.round):
        lines += [t(contest_texts.PAIRINGS_TITLE, round=number)] * (item.kind != "ladder")
        lines += game_lines(t, item, some, matches)
    return lines


def game_lines(t: Tongue, item: Tournament, games: Iterable[Game], matches: Mapping[int, str]) -> list[str]:
    """Games in words; ``matches`` are the short names of matches by id."""
    people = {one.slot: words.who(t, one.user) for one in item.entrants}
    found: list[str] = []
    for game in games:
        first, second = game.slots
        if second is None:
            found.append(t(contest_texts.PAIRING_FREE, first=people[first]))
            continue
        template = contest_texts.PAIRING
        if game.result is not None:
            template = contest_texts.PAIRING_FORFEIT if game.how == "forfeit" else contest_texts.PAIRING_RESULT
        elif game.how == "late":
            template = contest_texts.PAIRING_LATE
        result = {"1/2": "½–½"}.get(game.result or "", (game.result or "").replace("-", "–"))
        match = matches.get(game.match or 0, "·")
        says = {"match": match, "first": people[first], "second": people[second]}
        found.append(t(template, result=Markup(result), **says))
    return found


def table(
    t: Tongue,
    item: Tournament,
    lines: Sequence[str],
    image: Picture | None,
    *,
    pages: tuple[int, int] = (0, 1),
    what: str = "s",
    lead: str | None = None,
    tail: str | None = None,
    above: Sequence[discord.SelectOption] = (),
    notice: Notice | None = None,
    ping: Sequence[int] = (),
    joins: bool = False,
) -> Post:
    """Standings, games, or a bracket: ``what`` is ``s``, ``p`` or ``m``; ``pages``: which, of how many.

    ``above``: members on a ladder whom the reader may challenge. ``joins``: whether they may join it.
    """
    page, count = pages

    def look(label: str, to: str, number: int = 0, letter: str = "") -> Pressed:
        # A letter for each button keeps the custom ids apart of those that lead to the same page.
        return button(label, Press(f"tshow{letter}", item.id, number, to))

    told_over = item.status == "finished" and notice is not None
    # The bracket opens at the reader's part (``m``), and is then leafed through (``b``).
    turned = "b" if what == "m" else what
    views = {"s": contest_texts.STANDINGS, "p": contest_texts.PAIRINGS}
    if item.kind == "knock-out":
        views["m"] = contest_texts.BRACKET
    return post(
        text(lead, title(t, item), None if told_over else state(t, item)),
        None if image is None else picture(image),
        text(*lines, tail) if lines or tail else None,
        menu(t.label(contest_texts.CHALLENGE_UP), Press("tladder", item.id), above) if above else None,
        row(
            look("◀", turned, page - 1, "a") if page else None,
            look("▶", turned, page + 1, "z") if page + 1 < count else None,
            *(look(t.label(label), to) for to, label in views.items() if to != what or notice is not None),
            button(t.label(contest_texts.JOIN), Press("tjoin", item.id), "success") if joins else None,
        ),
        colour=COLOURS[item.status],
        pictures=[] if image is None else [image],
        mark=None if notice is None else notice.id,
        ping=ping,
    )


def overdue(
    t: Tongue, item: Tournament, games: Sequence[Game], lines: Sequence[str], line: str, notice: Notice
) -> Post:
    """The organiser's question how a game ends that nobody will finish."""
    rows = [
        row(
            *(
                button(settled(t, item, game, result), Press("tsettle", item.id, 0, f"{game.id}.{result}"))
                for result in RESULTS
            )
        )
        for game in games[:3]
    ]
    return post(
        text(line, *lines),
        *rows,
        colour=AMBER,
        mark=notice.id,
        ping=() if notice.ping is None else (notice.ping,),
    )


def settled(t: Tongue, item: Tournament, game: Game, result: str) -> str:
    """A result that an organiser gives, in words, without markup."""
    slot = {"1-0": game.slots[0], "0-1": game.slots[1]}.get(result)
    if slot is None:
        return t.label(contest_texts.SETTLED[result])
    one = item.slot(slot)
    return t.label(contest_texts.SETTLED_WON, who=words.named(t, one.user, one.name))


def leave(t: Tongue, item: Tournament) -> Post:
    """The question before a member withdraws from a tournament that is being played."""
    return post(
        text(t(contest_texts.LEAVE_ASK, name=item.name)),
        row(
            button(t.label(contest_texts.LEAVE_YES), Press("tleave", item.id, 0, "y"), "danger"),
            button(t.label(contest_texts.LEAVE_NO), Press("tleave", item.id, 0, "n")),
        ),
        colour=AMBER,
    )


def close(t: Tongue, item: Tournament) -> Post:
    """The question before a tournament is closed."""
    return post(
        text(t(contest_texts.CLOSE_ASK, name=item.name)),
        row(
            button(t.label(contest_texts.CLOSE_YES), Press("tclose", item.id, 0, "y"), "danger"),
            button(t.label(contest_texts.CLOSE_NO), Press("tclose", item.id, 0, "n")),
        ),
        colour=AMBER,
    )


def overview(t: Tongue, running: Sequence[Tournament], over: Sequence[Tournament]) -> Post:
    """The tournaments of a server."""

    def line(item: Tournament) -> Markup:
        return t(
            contest_texts.TOURNAMENT_LINE,
            name=item.name,
            title=item.title,
            kind=t(contest_texts.KINDS[item.kind]),
            game=item.game.name,
            status=state(t, item),
            players=t.count(*contest_texts.PLAYERS_RATED, sum(one.status == "in" for one in item.entrants)),
        )

    none = t(contest_texts.TOURNAMENTS_NONE, create=t.command("tournament create"))
    return post(
        text(
            t(contest_texts.TOURNAMENTS),
            *(line(item) for item in running),
            None if running or over else none,
        ),
        text(t(contest_texts.TOURNAMENTS_OVER), *(line(item) for item in over)) if over else None,
        row(*(button(item.name, Press("topen", item.id)) for item in (*running, *over)[:5])),
        colour=BLURPLE,
    )
