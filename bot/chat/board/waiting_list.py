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
class ListedMatch:
    """A match of a list with its board."""

    item: Summary
    match: Match
    board: Picture


async def with_boards(
    services: Services, t: Language, items: Sequence[Summary]
) -> list[ListedMatch]:
    """The first of some matches, with their boards."""
    entries = list[ListedMatch]()
    for item in items[:MOST_SHOWN]:
        match = await services.matches.get(item.id)
        board = await calls.small_board(services, t, match)
        entries.append(ListedMatch(item, match, board))
    return entries


def rows(
    t: Language, entries: Sequence[ListedMatch], reader: int, last_visit: int
) -> list[Item | None]:
    """The rows of a card for a player.

    :param last_visit: what was played later is new to them, in unix seconds; 0: nothing is
    """
    rows = list[Item | None]()
    for entry in entries:
        rows.append(_line(t, entry, reader, last_visit))
        rows.append(row(*_buttons(t, entry.item, reader)))
    return rows


def line(t: Language, item: Summary, reader: int) -> str:
    """A match on one line: against whom, and how long there is."""
    who = phrases.who(t, item.opponent(reader))
    game = games.get(item.game).name
    status = phrases.summary_status(t, item, reader)
    if item.snoozed_by(reader):
        status = t(texts.STATUS_SNOOZED, status=status)
    return t(texts.MATCH_LINE, match=item.name, game=game, who=who, status=status)


def _line(t: Language, entry: ListedMatch, reader: int, last_visit: int) -> Item:
    """A match with its board, what is new in it and what the reader is asked."""
    item = entry.item
    match = entry.match
    lines = [line(t, item, reader)]
    if last_visit and match.moved_at.timestamp() > last_visit:
        turns = [turn for turn in match.turns if match.seats[turn.seat] != reader]
        for turn_line in phrases.turn_lines(t, match, turns):
            lines.append(t(texts.NEW_SINCE, turn=turn_line))
    opponent = phrases.who(t, item.opponent(reader))
    for request in item.asked_of(reader):
        lines.append(t(texts.ASKED[request], who=opponent, match=item.name))
    lines += phrases.away(t, match)
    return beside(entry.board, *lines)


def _buttons(t: Language, item: Summary, reader: int) -> list[Button]:
    """What the reader may do in a match of the list."""
    board = button(t.label(texts.BOARD), links.ShowBoard(item.id, item.version))
    if item.team:
        return [button(t.label(texts.TEAM), links.OpenTeam(item.id), "primary"), board]
    buttons = [board]
    if item.mover == reader and not item.paused:
        move = links.OpenMove(item.id, item.version)
        buttons = [button(t.label(texts.MOVE), move, "primary")]
    if item.asked_of(reader):  # behind ⋯ they agree to it, as where it was asked
        buttons.append(button(t.label(texts.MORE), links.ShowMore(item.id, item.version)))
    elif item.waits_for(reader):
        buttons.append(button(t.label(texts.SNOOZE), links.Snooze(item.id)))
    return buttons
