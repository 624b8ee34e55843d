"""The slash commands, each a few lines: read what was typed, ask the match service, answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games
import render
from bot.matches.errors import Refused
from bot.matches.views import Person

from . import boards, cards, completion, lists, texts
from .answers import Answer
from .presses import playing

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"


def _about(*names: str, **other: str) -> dict[str, locale_str]:
    """Descriptions of a command's options; ``other`` names those whose text is kept under another name."""
    found = {name.split(".")[-1]: locale_str(texts.COMMANDS[name]) for name in names}
    return found | {name: locale_str(texts.COMMANDS[key]) for name, key in other.items()}


GAMES = [Choice(name=game.name, value=game.slug) for game in games.catalog()]
SIDES = [Choice(name=locale_str(label), value=side) for side, label in texts.SIDES.items()]
THEMES = [Choice(name=name, value=name) for name in render.THEMES]
COORDINATES = [Choice(name=locale_str(label), value=name) for name, label in texts.COORDINATES.items()]


@app_commands.command(name="play", description=locale_str(texts.COMMANDS["play"]))
@app_commands.describe(**_about("play.game", "play.opponent", "play.variant", "play.side", "play.clock", "play.note"))
@app_commands.choices(game=GAMES, side=SIDES)
@app_commands.autocomplete(variant=completion.variant, clock=completion.clock)
async def play(
    interaction: Interaction,
    game: str,
    opponent: discord.User | None = None,
    variant: str = "",
    side: str = "random",
    clock: str = "",
    note: str = "",
) -> None:
    async with Answer(interaction) as answer:
        if opponent is not None and opponent.bot:
            raise Refused(texts.WRONG_NO_BOTS)
        offered = await answer.bot.matches.challenges.make(
            answer.place,
            answer.person,
            game,
            opponent=None if opponent is None else Person(opponent.id, opponent.display_name),
            variant=variant,
            side=side,
            clock=clock,
            note=note,
            via=answer.via,
        )
        await answer.publish(offered.notice)


@app_commands.command(name="move", description=locale_str(texts.COMMANDS["move"]))
@app_commands.describe(**_about("move.moves", "match"))
@app_commands.autocomplete(moves=completion.moves, match=completion.match_to_move)
async def move(interaction: Interaction, moves: str, match: str = "") -> None:
    async with Answer(interaction) as answer:
        service = answer.bot.matches
        meant = await service.resolve(answer.place, answer.user, match, to_move=True)
        answer.match = meant.id
        played = await service.play(meant.id, answer.user, moves, via=answer.via)
        if played.complete:
            await answer.publish(played.notice)
        else:
            await boards.pick(answer, played.match, played.draft)


@app_commands.command(name="board", description=locale_str(texts.COMMANDS["board"]))
@app_commands.describe(**_about("match", "board.theme", "board.flip", "board.coordinates"))
@app_commands.choices(theme=THEMES, coordinates=COORDINATES)
@app_commands.autocomplete(match=completion.match)
async def board(
    interaction: Interaction, match: str = "", theme: str = "", flip: bool = False, coordinates: str = ""
) -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match)
        look: dict[str, Any] = {"theme": theme, "flip": flip, "coordinates": coordinates}
        await boards.show(answer, meant, **{name: value for name, value in look.items() if value})


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
@app_commands.autocomplete(match=completion.match)
async def match_show(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match)
        image = await answer.bot.pictures.match(meant)
        await answer.public(cards.turn(answer.t, meant, meant.turns, image))


@match_group.command(name="resign", description=locale_str(texts.COMMANDS["match.resign"]))
@app_commands.describe(**_about("match"))
@app_commands.autocomplete(match=completion.match)
async def match_resign(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        meant = await answer.bot.matches.resolve(answer.place, answer.user, match, status="running")
        await answer.private(cards.resign(answer.t, playing(answer, meant), answer.user))


COMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    play,
    move,
    board,
    matches,
    match_group,
    rules,
    help_command,
)
