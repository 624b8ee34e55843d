"""Completions of start times, tournaments and their matches; commands about a tournament."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Concatenate, ParamSpec

from discord.app_commands import Choice

from bot.chat.discord.commands import SlashCommand, slash
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.offers import (
    LONGEST_CHOICE,
    REFUSAL,
    Completion,
    choice,
    labels_read,
    read_numbered,
    refusal_choice,
    repeat_refusal,
)
from bot.chat.discord.page_commands import OnPage
from bot.chat.discord.reply import Reply
from bot.chat.features.tournaments import feature, start_times, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import one_line
from games.core import GameError

Ps = ParamSpec("Ps")


async def _starts(reply: Reply, current: str) -> list[Choice[str]]:
    """The start time as read: in the member's time zone or UTC, and how long from now."""
    choices = list[Choice[str]]()
    for text in [current] if current.strip() else start_times.EXAMPLES:
        try:
            choices.append(_start_choice(reply, text))
        except GameError as error:
            sentence = error.sentence
            refusal = refusal_choice(
                reply.t, one_line(current), sentence.template, **sentence.values
            )
            return [refusal]
    return choices


def _start_choice(reply: Reply, text: str) -> Choice[str]:
    """A start time as it is read. Raises Refused."""
    t = reply.t
    now = reply.services.now()
    zone = reply.settings.time_zone
    starts = start_times.start_time(text, now, zone)
    assert starts is not None
    time_left: str = "–"
    if starts > now:
        time_left = phrases.span(t, (starts - now).total_seconds())
    when = start_times.written(starts, zone)
    label = t.label(texts.START_READ, LONGEST_CHOICE, when=when, left=time_left)
    return choice(label, start_times.written(starts))


def _read_start(reply: Reply, text: str) -> str:
    """A start time by its label, which begins with the time as it is ``written``."""
    if text.startswith(REFUSAL):
        repeat_refusal(text)
    labels = labels_read(texts.START_READ, text, when=start_times.WRITTEN, left=".+")
    for label in labels:
        return label["when"]
    return text


async def _tournament(reply: Reply, current: str) -> list[Choice[str]]:
    """Tournaments of the server that are not over."""
    query = current.strip().upper().removeprefix("T")
    choices = list[Choice[str]]()
    for item in await reply.services.tournaments.of(reply.viewer):
        if str(item.number).startswith(query):
            label = reply.t.label(texts.CHOICE, LONGEST_CHOICE, name=item.name, title=item.title)
            choices.append(choice(label, item.name))
    return choices


async def _game(reply: Reply, current: str) -> list[Choice[str]]:
    """Matches of tournaments that can be settled."""
    query = current.strip().upper().removeprefix("M")
    service = reply.services.tournaments
    choices = list[Choice[str]]()
    for item in await service.of(reply.viewer):
        names = {entrant.slot: entrant.name for entrant in item.entrants}
        for pairing in await service.games(item.id):
            match = pairing.match_name
            if match is None or pairing.result is not None:
                continue
            if not match.removeprefix("M").startswith(query):
                continue
            first, second = (names[slot] for slot in pairing.slots if slot is not None)
            label = reply.t.label(
                texts.CHOICE_GAME, LONGEST_CHOICE, match=match, first=first, second=second
            )
            choices.append(choice(label, match))
    return choices


starts = Completion(_starts, _read_start)
tournament = Completion(_tournament, read_numbered)
game = Completion(_game, read_numbered)


def tournament_command(
    path: str,
    description: str,
    options: Mapping[str, str] | None = None,
    *,
    complete: Mapping[str, Completion] | None = None,
    work: Work = "words",
    page: OnPage | None = None,
) -> Callable[[Callable[Concatenate[Reply, Ps], Awaitable[None]]], SlashCommand]:
    """Register a command of servers as ``slash`` does, with the option that names a tournament."""
    command = slash(
        path,
        description,
        options={**(options or {}), "tournament": texts.ABOUT_TOURNAMENT},
        complete={**(complete or {}), "tournament": tournament},
        servers_only=True,
        work=work,
        page=page,
    )
    return lambda handler: feature.command(command(handler))
