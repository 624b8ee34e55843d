"""Matches in the order of need, on daily cards and in ``/matches``: a small board, what changed,
how long there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import games
from bot.chat.board import calls, links
from bot.chat.discord.components import Button, Item, beside, button, row
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match

MOST_SHOWN = 5  # matches with boards in a message, which may have 40 components


@dataclass(frozen=True, slots=True)
class Shown:
    """A match of a list with its board."""

    item: Summary
    match: Match
    board: Picture


async def drawn(services: Services, t: Language, items: Sequence[Summary]) -> list[Shown]:
    """The first of some matches, with their boards."""
    shown: list[Shown] = []
    for item in items[:MOST_SHOWN]:
        match = await services.matches.get(item.id)
        shown.append(Shown(item, match, await calls.small_board(services, t, match)))
    return shown


def rows(t: Language, shown: Sequence[Shown], reader: int, since: int) -> list[Item | None]:
    """The rows of a card for a player.

    ``since``: what was played later is new to them (unix seconds); 0: nothing.
    """
    return [
        part
        for each in shown
        for part in (_line(t, each, reader, since), row(*_buttons(t, each.item, reader)))
    ]


def line(t: Language, item: Summary, reader: int) -> str:
    """A match on one line: against whom, and how long there is."""
    who = phrases.who(t, item.seats[1 - item.seats.index(reader)])
    status = phrases.summary_status(t, item, reader)
    if item.snoozed_by(reader):
        status = t(texts.STATUS_SNOOZED, status=status)
    return t(
        texts.MATCH_LINE, match=item.name, game=games.get(item.game).name, who=who, status=status
    )


def _line(t: Language, one: Shown, reader: int, since: int) -> Item:
    item = one.item
    match = one.match
    other = item.seats[1 - item.seats.index(reader)]
    asked = [
        t(texts.ASKED[what], who=phrases.who(t, other), match=item.name)
        for what in item.asked_of(reader)
    ]
    new = []
    if since and match.moved.timestamp() > since:
        turns = [turn for turn in match.turns if match.seats[turn.seat] != reader]
        new = [t(texts.NEW_SINCE, turn=said) for said in phrases.turn_lines(t, match, turns)]
    away = phrases.away(t, match)
    return beside(one.board, line(t, item, reader), *new, *asked, *away)


def _buttons(t: Language, item: Summary, reader: int) -> list[Button | None]:
    first = button(t.label(texts.BOARD), links.ShowBoard(item.id, item.version))
    second: Button | None = None
    if item.team:
        return [button(t.label(texts.TEAM), links.OpenTeam(item.id), "primary"), first]
    if item.mover == reader and not item.paused:
        first = button(t.label(texts.MOVE), links.OpenMove(item.id, item.version), "primary")
    if item.asked_of(reader):  # behind ⋯ they agree to it, as where it was asked
        second = button(t.label(texts.MORE), links.ShowMore(item.id, item.version))
    elif item.waits_for(reader):
        second = button(t.label(texts.SNOOZE), links.Snooze(item.id))
    return [first, second]
