"""Slash commands and entries of menus: what discord.py registers, made from functions that are
given a ``Reply``.
"""

import contextlib
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games
from bot import metrics
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.lengths import OPTION, TooLong
from bot.chat.discord.offers import Completion
from bot.chat.discord.page_commands import PAGE_COMMANDS, OnPage, PageCommand
from bot.chat.discord.reply import Reply
from bot.domain.errors import LimitReached
from bot.workers.spending import metered

Ps = ParamSpec("Ps")
Chosen = TypeVar("Chosen", discord.User, discord.Message)
SlashCommand: TypeAlias = "app_commands.Command[Any, ..., None]"
CommandHandler: TypeAlias = Callable[..., Awaitable[None]]


def slash(
    path: str,
    description: str,
    *,
    options: Mapping[str, str] | None = None,
    choices: Mapping[str, Sequence[Choice[str]]] | None = None,
    complete: Mapping[str, Completion] | None = None,
    longest: Mapping[str, int] | None = None,
    servers_only: bool = False,
    managers_only: bool = False,
    work: Work = "words",
    page: OnPage | None = None,
) -> Callable[[Callable[Concatenate[Reply, Ps], Awaitable[None]]], SlashCommand]:
    """A command such as ``match draw``, made from a function that is given the reply and the
    options.

    :param path: the name of the command, behind those of its groups
    :param description: describes the command
    :param options: describes each option
    :param choices: lists what an option may be
    :param complete: offers something for an option while it is typed, and reads what is sent
    :param longest: how many characters may be typed into an option, where not ``OPTION``
    :param servers_only: it is of no use outside servers
    :param managers_only: so, too, and hidden from members who may not manage the server, until the
        server says otherwise
    :param work: what it costs
    :param page: how it is offered on the web page, too; None: it is not
    """
    completions = complete or {}
    lengths = longest or {}
    lists = {name: list(values) for name, values in (choices or {}).items()}
    descriptions = {name: locale_str(text) for name, text in (options or {}).items()}
    completers = {name: _offered(completion) for name, completion in completions.items()}

    def decorate(handler: Callable[Concatenate[Reply, Ps], Awaitable[None]]) -> SlashCommand:
        callback = _callback(f"/{path}", work, handler, completions)
        _declare_lengths(callback, lengths, list(lists))
        describe = app_commands.describe(**descriptions)
        list_choices = app_commands.choices(**lists)
        autocomplete = app_commands.autocomplete(**completers)
        command: SlashCommand = app_commands.Command(
            name=path.split()[-1],
            description=locale_str(description),
            callback=autocomplete(list_choices(describe(callback))),
            extras={
                "path": path,
                "servers_only": servers_only or managers_only,
                "work": work,
                "complete": completions,
                "longest": lengths,
            },
        )
        if managers_only:
            command.default_permissions = discord.Permissions(manage_guild=True)
        if page is not None:
            PAGE_COMMANDS[path] = PageCommand(command, handler, page)
        return command

    return decorate


def menu_entry(
    name: str, *, work: Work = "words"
) -> Callable[[Callable[[Reply, Chosen], Awaitable[None]]], app_commands.ContextMenu]:
    """An entry in the menu of members or of messages, whichever the function takes.

    :param work: what it costs
    """

    def decorate(handler: Callable[[Reply, Chosen], Awaitable[None]]) -> app_commands.ContextMenu:
        callback = _callback(f"/{name}", work, handler, {})
        return app_commands.ContextMenu(
            name=locale_str(name), callback=callback, extras={"work": work}
        )

    return decorate


def _callback(
    name: str, work: Work, handler: CommandHandler, complete: Mapping[str, Completion]
) -> Callable[..., Coroutine[Any, Any, None]]:
    @wraps(handler)
    async def callback(interaction: discord.Interaction, *args: object, **values: object) -> None:
        reply = Reply(interaction, name)
        await metered(run(reply, *args, **values), reply.account)

    async def run(reply: Reply, *args: object, **values: object) -> None:
        async with reply:
            reply.require_lengths()
            for option, completion in complete.items():
                value = values.get(option)
                if isinstance(value, str):
                    values[option] = completion.read(reply, value)
            async with reply.turn(work):
                with reply.services.gate.one_heavy_job(reply.user, work):
                    await handler(reply, *args, **values)

    # discord.py reads the options from here; their types stand in the module of ``handler``.
    callback.__signature__ = inspect.signature(handler, eval_str=True)  # type: ignore[attr-defined]
    return callback


def _declare_lengths(
    callback: Callable[..., object], longest: Mapping[str, int], list_options: Sequence[str]
) -> None:
    """Tell Discord how long the texts may be that are typed into options.

    :param list_options: the options that are chosen from a list, which stay as they are
    """
    signature = inspect.signature(callback)
    parameters = list[inspect.Parameter]()
    for name, parameter in signature.parameters.items():
        if parameter.annotation is str and name not in list_options:
            annotation = app_commands.Range[str, None, longest.get(name, OPTION)]
            parameter = parameter.replace(annotation=annotation)
        parameters.append(parameter)
    callback.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]


def _offered(
    complete: Completion,
) -> Callable[[discord.Interaction, str], Coroutine[object, object, list[Choice[str]]]]:
    async def offer(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        reply = Reply(interaction)
        timing = metrics.OFFERS.labels(complete.choices.__name__.strip("_")).time()
        with timing, contextlib.suppress(TooLong, LimitReached):
            reply.require_lengths()
            async with reply.turn("typing"):
                return await metered(complete.offer(reply, current), reply.account)
        return []

    return offer


def game_choices() -> list[Choice[str]]:
    """Every game by its name and former ones, sorted: “Loop” typed whole comes before “Veloop”,
    which contains it.
    """
    choices = list[Choice[str]]()
    for game in sorted(games.catalog(), key=lambda game: game.name):
        name = game.name
        if game.formerly:
            name += f" ({', '.join(game.formerly)})"
        choices.append(Choice(name=name, value=game.slug))
    return choices


def labelled(labels: Mapping[str, str]) -> list[Choice[str]]:
    """Choices by their values, their labels translated."""
    return [Choice(name=locale_str(label), value=value) for value, label in labels.items()]
