"""``/tournament``: announcing, taking part, looking, and what organisers do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

import games
from bot.chat import contest_texts, settings, start_times, tournaments
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import one_line
from bot.chat.kit.match import completion
from bot.chat.kit.measuring import offered
from bot.chat.kit.reply import Answer
from games.core import GameError

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"

GAMES = [Choice(name=game.name, value=game.slug) for game in games.catalog()]
KINDS = [Choice(name=locale_str(label), value=kind) for kind, label in contest_texts.KINDS.items()]
LATE = [Choice(name=locale_str(label), value=rule) for rule, label in contest_texts.LATE.items()]
SEEDINGS = [Choice(name=locale_str(label), value=order) for order, label in contest_texts.SEEDINGS.items()]
RESULTS = [Choice(name=locale_str(label), value=result) for result, label in contest_texts.SETTLED.items()]

group = app_commands.Group(name="tournament", description=locale_str(contest_texts.COMMANDS["tournament"]))
group.guild_only = True


def _say(name: str) -> locale_str:
    return locale_str(contest_texts.COMMANDS[f"tournament.{name}"])


def _about(command: str, *names: str) -> dict[str, locale_str]:
    """Descriptions of a command's options."""
    return {name: _say(name if name == "tournament" else f"{command}.{name}") for name in names}


@offered
async def _starts(interaction: Interaction, current: str) -> list[Choice[str]]:
    """How what is typed is read as a time: in UTC, and how long from now, which is the same in every zone."""
    answer = Answer(interaction)
    now = answer.bot.matches.now()
    found: list[Choice[str]] = []
    for typed in [current] if current.strip() else start_times.EXAMPLES:
        try:
            moment = start_times.start_time(typed, now)
        except GameError as error:
            sentence = error.sentence
            says = "✗ " + answer.t.label(sentence.template, completion.LONGEST - 2, **sentence.values)
            return [Choice(name=says, value=one_line(current) or "?")]
        assert moment is not None
        left = words.span(answer.t, (moment - now).total_seconds()) if moment > now else "–"
        when = start_times.written(moment)
        found.append(Choice(name=answer.t.label(contest_texts.START_READ, 100, when=when, left=left), value=when))
    return found


@offered
async def _tournament(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Tournaments of the server that are not over."""
    answer = Answer(interaction)
    typed = current.strip().upper().removeprefix("T")
    found = await answer.bot.tournaments.of(answer.scope)
    return [
        Choice(name=answer.t.label(contest_texts.CHOICE, 100, name=one.name, title=one.title), value=one.name)
        for one in found
        if str(one.number).startswith(typed)
    ][: completion.MOST]


@offered
async def _game(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Games of tournaments that can be settled."""
    answer = Answer(interaction)
    typed = current.strip().upper().removeprefix("M")
    found: list[Choice[str]] = []
    for item in await answer.bot.tournaments.of(answer.scope):
        names = {one.slot: one.name for one in item.entrants}
        matches = await answer.bot.tournaments.match_names(item.id)
        for game in await answer.bot.tournaments.games(item.id):
            match = matches.get(game.match or 0)
            if match is None or game.result is not None or not match[1:].startswith(typed) or game.slots[1] is None:
                continue
            first, second = names[game.slots[0]], names[game.slots[1]]
            label = answer.t.label(contest_texts.CHOICE_GAME, 100, match=match, first=first, second=second)
            found.append(Choice(name=one_line(label), value=match))
    return found[: completion.MOST]


@group.command(name="create", description=_say("create"))
@app_commands.describe(
    **_about(
        "create",
        *("kind", "game", "title", "variant", "clock", "rated", "starts", "players", "rounds", "cycles", "checkin"),
        *("days", "late", "together", "seeding"),
    )
)
@app_commands.choices(kind=KINDS, game=GAMES, late=LATE, seeding=SEEDINGS)
@app_commands.autocomplete(variant=completion.variant, clock=completion.clock, starts=_starts)
async def create(
    interaction: Interaction,
    kind: str,
    game: str,
    title: str = "",
    variant: str = "",
    clock: str = "3d",
    rated: bool = True,
    starts: str = "",
    players: Range[int, 2, 256] | None = None,
    rounds: Range[int, 1, 30] | None = None,
    cycles: Range[int, 1, 2] | None = None,
    checkin: Range[int, 1, 72] | None = None,
    days: Range[int, 1, 60] | None = None,
    late: str = "forfeit",
    together: bool = False,
    seeding: str = "rating",
) -> None:
    async with Answer(interaction) as answer:
        await settings.allowed(answer)
        numbers: dict[str, Any] = {
            "players": players,
            "rounds": rounds,
            "cycles": cycles,
            "checkin": checkin,
            "days": days,
        }
        changed = await answer.bot.tournaments.create(
            answer.place,
            answer.person,
            kind,
            game,
            title=title,
            variant=words.variant_meant(answer.t, game, variant),
            clock=clock,
            rated=rated,
            starts=start_times.start_time(starts, answer.bot.matches.now()),
            late=late,
            together=together,
            seeding=seeding,
            via=answer.via,
            **{name: value for name, value in numbers.items() if value is not None},
        )
        await answer.publish(changed.notice)
        await settings.hint(answer)


@group.command(name="join", description=_say("join"))
@app_commands.describe(**_about("join", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def join(interaction: Interaction, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.join(answer, (await tournaments.joinable(answer, tournament)).id)


@group.command(name="withdraw", description=_say("withdraw"))
@app_commands.describe(**_about("withdraw", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def withdraw(interaction: Interaction, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.leave(answer, (await tournaments.named(answer, tournament)).id)


@group.command(name="start", description=_say("start"))
@app_commands.describe(**_about("start", "tournament", "when"))
@app_commands.autocomplete(tournament=_tournament, when=_starts)
async def start(interaction: Interaction, tournament: str = "", when: str = "") -> None:
    async with Answer(interaction) as answer:
        at = start_times.start_time(when, answer.bot.matches.now())
        await tournaments.start(answer, await tournaments.named(answer, tournament, tournaments.early), at)


@group.command(name="standings", description=_say("standings"))
@app_commands.describe(**_about("standings", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def standings(interaction: Interaction, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.show(answer, await tournaments.named(answer, tournament))


@group.command(name="list", description=_say("list"))
async def list_command(interaction: Interaction) -> None:
    async with Answer(interaction) as answer:
        await tournaments.listing(answer)


@group.command(name="challenge", description=_say("challenge"))
@app_commands.describe(**_about("challenge", "member", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def challenge(interaction: Interaction, member: discord.User, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await tournaments.named(answer, tournament, tournaments.ladder)
        await tournaments.challenge(answer, meant.id, member.id)


@group.command(name="settle", description=_say("settle"))
@app_commands.describe(**_about("settle", "match", "result"))
@app_commands.choices(result=RESULTS)
@app_commands.autocomplete(match=_game)
async def settle(interaction: Interaction, match: str, result: str) -> None:
    async with Answer(interaction) as answer:
        await tournaments.settle(answer, match, result)


@group.command(name="replace", description=_say("replace"))
@app_commands.describe(**_about("replace", "member", "by", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def replace(interaction: Interaction, member: discord.User, by: discord.User, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.replace(answer, await tournaments.named(answer, tournament), member, by)


@group.command(name="remove", description=_say("remove"))
@app_commands.describe(**_about("remove", "member", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def remove(interaction: Interaction, member: discord.User, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.remove(answer, await tournaments.named(answer, tournament), member)


@group.command(name="handover", description=_say("handover"))
@app_commands.describe(**_about("handover", "member", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def handover(interaction: Interaction, member: discord.User, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.hand_over(answer, await tournaments.named(answer, tournament), member)


@group.command(name="close", description=_say("close"))
@app_commands.describe(**_about("close", "tournament"))
@app_commands.autocomplete(tournament=_tournament)
async def close(interaction: Interaction, tournament: str = "") -> None:
    async with Answer(interaction) as answer:
        await tournaments.ask_close(answer, await tournaments.named(answer, tournament))
