"""The slash commands, each a few lines: read what was typed, ask the match service, answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games
import render
from bot.chat import (
    computer,
    contest_texts,
    contests,
    lists,
    manners,
    practice,
    practice_texts,
    ratings,
    records,
    seasons,
    settings,
)
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.match import boards, cards, completion
from bot.chat.kit.reply import Answer
from bot.domain.errors import Refused
from bot.domain.matches.views import Person

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"


def _about(*names: str, **other: str) -> dict[str, locale_str]:
    """Descriptions of a command's options; ``other`` names those whose text is kept under another name."""
    found = {name.split(".")[-1]: locale_str(texts.COMMANDS[name]) for name in names}
    return found | {name: locale_str(texts.COMMANDS[key]) for name, key in other.items()}


GAMES = [Choice(name=game.name, value=game.slug) for game in games.catalog()]
LEVELS = [Choice(name=locale_str(label), value=name) for name, label in practice_texts.LEVELS.items()]
SIDES = [Choice(name=locale_str(label), value=side) for side, label in texts.SIDES.items()]
THEMES = [Choice(name=name, value=name) for name in render.THEMES]
CLAIMS = [Choice(name=locale_str(label), value=what) for what, label in texts.CLAIMS.items()]
COORDINATES = [Choice(name=locale_str(label), value=name) for name, label in texts.COORDINATES.items()]


@app_commands.command(name="play", description=locale_str(texts.COMMANDS["play"]))
@app_commands.describe(
    **_about("play.game", "play.opponent", "play.variant", "play.side", "play.clock", "play.rated", "play.note")
)
@app_commands.describe(level=locale_str(practice_texts.COMMANDS["play.level"]))
@app_commands.choices(game=GAMES, side=SIDES, level=LEVELS)
@app_commands.autocomplete(variant=completion.variant, clock=completion.clock)
async def play(
    interaction: Interaction,
    game: str,
    opponent: discord.User | None = None,
    variant: str = "",
    side: str = "random",
    clock: str = "",
    rated: bool = False,
    note: str = "",
    level: str = "",
) -> None:
    async with Answer(interaction) as answer:
        await settings.allowed(answer)
        if computer.wanted(answer, opponent, level, rated):
            await computer.begin(
                answer, game, level=level, variant=words.variant_meant(answer.t, game, variant), side=side
            )
            await settings.hint(answer)
            return
        if opponent is not None and opponent.bot:
            raise Refused(texts.WRONG_NO_BOTS)
        if interaction.context.dm_channel:
            raise Refused(texts.WRONG_ALONE)
        offered = await answer.bot.matches.challenges.make(
            answer.place,
            answer.person,
            game,
            opponent=None if opponent is None else Person(opponent.id, opponent.display_name),
            variant=words.variant_meant(answer.t, game, variant),
            side=side,
            clock=clock,
            rated=rated,
            note=note,
            via=answer.via,
        )
        await answer.publish(offered.notice)
        await settings.hint(answer)


@app_commands.command(name="move", description=locale_str(texts.COMMANDS["move"]))
@app_commands.describe(**_about("move.moves", "match", "move.draw"))
@app_commands.autocomplete(moves=completion.moves, match=completion.match_to_move)
async def move(interaction: Interaction, moves: str, match: str = "", draw: bool = False) -> None:
    async with Answer(interaction) as answer:
        service = answer.bot.matches
        meant = await service.resolve(answer.place, answer.user, match, to_move=True)
        answer.match = meant.id
        played = await service.play(meant.id, answer.user, moves, draw=draw, via=answer.via)
        if played.complete:
            await answer.publish(played.notice)
            await boards.next_one(answer, played.match)
        else:
            await boards.pick(answer, played.match, played.draft)


@app_commands.command(name="board", description=locale_str(texts.COMMANDS["board"]))
@app_commands.describe(**_about("match", "board.theme", "board.flip", "board.coordinates"))
@app_commands.choices(theme=THEMES, coordinates=COORDINATES)
@app_commands.autocomplete(match=completion.match_any)
async def board(
    interaction: Interaction, match: str = "", theme: str = "", flip: bool | None = None, coordinates: str = ""
) -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match)
        look: dict[str, Any] = {"theme": theme, "flip": flip, "coordinates": coordinates}
        await boards.show(answer, meant, **{name: value for name, value in look.items() if value not in ("", None)})


@app_commands.command(name="matches", description=locale_str(texts.COMMANDS["matches"]))
@app_commands.describe(**_about("matches.member"))
async def matches(interaction: Interaction, member: discord.User | None = None) -> None:
    async with Answer(interaction) as answer:
        await lists.matches(answer, answer.user if member is None else member.id)


@app_commands.command(name="rules", description=locale_str(texts.COMMANDS["rules"]))
@app_commands.describe(**_about("rules.game"))
@app_commands.choices(game=GAMES)
async def rules(interaction: Interaction, game: str) -> None:
    async with Answer(interaction) as answer:
        await lists.rules(answer, games.get(game))


@app_commands.command(name="help", description=locale_str(texts.COMMANDS["help"]))
async def help_command(interaction: Interaction) -> None:
    async with Answer(interaction) as answer:
        await lists.help_page(answer)


match_group = app_commands.Group(name="match", description=locale_str(texts.COMMANDS["match.group"]))


@match_group.command(name="show", description=locale_str(texts.COMMANDS["match.show"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match_any)
async def match_show(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match)
        meant = await boards.with_vacations(answer, meant)
        t = await answer.shared()
        image = await answer.bot.pictures.match(meant, say=t.say)
        gains = await ratings.gains(answer.bot.ratings, t, meant)
        await answer.public(cards.turn(t, meant, meant.turns, image, tail=gains))


@match_group.command(name="resign", description=locale_str(texts.COMMANDS["match.resign"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match)
async def match_resign(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match, status="running")
        await manners.ask_resign(answer, meant)


@match_group.command(name="draw", description=locale_str(texts.COMMANDS["match.draw"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match)
async def match_draw(interaction: Interaction, match: str = "") -> None:
    await _ask(interaction, match, "draw")


@match_group.command(name="takeback", description=locale_str(texts.COMMANDS["match.takeback"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match)
async def match_takeback(interaction: Interaction, match: str = "") -> None:
    await _ask(interaction, match, "takeback")


@match_group.command(name="pause", description=locale_str(texts.COMMANDS["match.pause"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match)
async def match_pause(interaction: Interaction, match: str = "") -> None:
    await _ask(interaction, match, "pause")


async def _ask(interaction: Interaction, match: str, what: str) -> None:
    async with Answer(interaction) as answer:
        # A result can be taken back too, but then the match has to be named.
        status = "any" if what == "takeback" and match else "running"
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match, status=status)
        await manners.ask(answer, meant.id, what)


@match_group.command(name="claim", description=locale_str(texts.COMMANDS["match.claim"]))
@app_commands.describe(**_about("match.claim.what", "match"))
@app_commands.choices(what=CLAIMS)
@app_commands.autocomplete(match=completion.match)
async def match_claim(interaction: Interaction, what: str, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match, status="running")
        await manners.claim(answer, meant.id, what)


@match_group.command(name="rematch", description=locale_str(texts.COMMANDS["match.rematch"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match_over)
async def match_rematch(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match, status="finished")
        await manners.rematch(answer, meant.id)


@match_group.command(name="record", description=locale_str(texts.COMMANDS["match.record"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match_any)
async def match_record(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        await records.record(answer, await answer.bot.matches.resolve(answer.place, answer.user, match))


@match_group.command(name="replay", description=locale_str(texts.COMMANDS["match.replay"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match_any)
async def match_replay(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        await records.replay(answer, await answer.bot.matches.resolve(answer.place, answer.user, match))


@app_commands.command(name="settings", description=locale_str(texts.COMMANDS["settings"]))
async def settings_command(interaction: Interaction) -> None:
    async with Answer(interaction) as answer:
        await settings.show_member(answer)


@app_commands.command(name="server", description=locale_str(texts.COMMANDS["server"]))
@app_commands.default_permissions(manage_guild=True)
@app_commands.describe(show=locale_str(contest_texts.COMMANDS["server.show"]))
@app_commands.choices(show=contests.SERVER)
@app_commands.guild_only()
async def server(interaction: Interaction, show: str = "settings") -> None:
    async with Answer(interaction) as answer:
        if show == "season":
            await seasons.show(answer)
        elif show == "ratings":
            await seasons.recount(answer)
        else:
            await settings.show_server(answer)


privacy_group = app_commands.Group(name="privacy", description=locale_str(texts.COMMANDS["privacy"]))


@privacy_group.command(name="export", description=locale_str(texts.COMMANDS["privacy.export"]))
async def privacy_export(interaction: Interaction) -> None:
    async with Answer(interaction) as answer:
        await settings.export(answer)


@privacy_group.command(name="delete", description=locale_str(texts.COMMANDS["privacy.delete"]))
async def privacy_delete(interaction: Interaction) -> None:
    async with Answer(interaction) as answer:
        await settings.ask_delete(answer)


COMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    play,
    move,
    board,
    matches,
    match_group,
    rules,
    help_command,
    *contests.COMMANDS,
    *practice.COMMANDS,
    settings_command,
    server,
    privacy_group,
)
for _command in (*COMMANDS, *contests.MENUS):
    if _command is not server and _command not in contests.IN_SERVERS:
        # Also for people who have installed the bot for themselves: in private messages and in other servers.
        app_commands.allowed_installs(guilds=True, users=True)(_command)
        app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(_command)
