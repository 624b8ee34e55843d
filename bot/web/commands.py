"""Commands on the page: what can be given with one is asked in a form, and it is then used as in
the chat.
"""

import inspect
from collections.abc import Mapping
from typing import Any

import discord
from discord import AppCommandOptionType as Type
from discord.app_commands import Parameter

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.lengths import OPTION, TooLong
from bot.chat.discord.page_commands import PAGE_COMMANDS, CommandLine, PageCommand, page_name
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.errors import Refused
from bot.web import protocol, texts
from bot.web.queues import DISCORD_AWAY, NotNow
from bot.web.visits import Visit, without_markup
from games.core.numbers import whole_number

TICKED = "on"  # which a browser sends for a box that is ticked
YES = "yes"
NO = "no"
FIRST_FIELDS = 5  # of a form, as in the chat: the others are behind “More”
LONGEST_ID = 20  # digits


def form_of(t: Language, line: CommandLine) -> protocol.FormView | None:
    """The form for what can be given with a command; None where that is nothing."""
    command = PAGE_COMMANDS[line.path]
    fields = list[protocol.FieldView]()
    for parameter in _entered(command):
        if parameter.name not in line.values:
            fields.append(_field(t, command, parameter))
    if not fields:
        return None
    return {
        "kind": "form",
        "title": page_name(t, line.path),
        "press": str(line),
        "fields": fields,
        "first": FIRST_FIELDS,
    }


def _entered(command: PageCommand) -> list[Parameter]:
    """What can be given with a command on the page, where nothing is attached."""
    parameters = command.command.parameters
    return [parameter for parameter in parameters if parameter.type is not Type.attachment]


def _field(t: Language, command: PageCommand, parameter: Parameter) -> protocol.FieldView:
    label = command.on_page.labels.get(parameter.name, parameter.description)
    field: protocol.FieldView = {
        "name": parameter.name,
        "label": without_markup(t.say(label)),
        "type": "line",
        "value": "",
        "example": "",
        "required": parameter.required,
        "choices": [],
    }
    if parameter.choices:
        field["type"] = "menu"
        if not parameter.required and parameter.default == "":
            field["choices"].append({"value": "", "label": "–"})
        for choice in parameter.choices:
            field["choices"].append({"value": str(choice.value), "label": t.say(choice.name)})
        field["value"] = "" if parameter.required else str(parameter.default)
    elif parameter.type is Type.boolean and parameter.default is None:
        field["type"] = "menu"
        labels = {"": "–", YES: t.label(texts.YES), NO: t.label(shared.NO)}
        field["choices"] = [{"value": value, "label": label} for value, label in labels.items()]
    elif parameter.type is Type.boolean:
        field["type"] = "check"
        field["value"] = TICKED if parameter.default else ""
    elif parameter.type is Type.integer:
        field["type"] = "number"
    elif parameter.type is Type.user:
        field["type"] = "member"
    elif parameter.name in command.on_page.entries:
        field["type"] = command.on_page.entries[parameter.name]
    elif not parameter.required:
        field["value"] = str(parameter.default)
    return field


def require_here(command: PageCommand, visit: Visit) -> None:
    """Raises NotFound for a command of servers where the page was not opened in one."""
    in_servers = command.command.extras["servers_only"]
    names_members = any(parameter.type is Type.user for parameter in _entered(command))
    if (in_servers or names_members) and not visit.visitor.place.guild:
        raise no_such_button()


async def use(reply: Reply, visit: Visit, line: CommandLine, form_texts: Mapping[str, str]) -> None:
    """Use a command with what was given before and what was written in its form.

    Raises NotFound, Refused, and what the command does.
    """
    command = PAGE_COMMANDS[line.path]
    await visit.admit(command.command.extras["work"])
    given_texts = {**form_texts, **line.values}
    values = dict[str, Any]()
    for parameter in _entered(command):
        text = given_texts.get(parameter.name, "")
        value = await _value(visit, command, parameter, text)
        if value is not inspect.Parameter.empty:
            values[parameter.name] = value
        elif parameter.required:
            raise Refused(texts.LACKING, what=visit.t.say(parameter.description))
    with reply.services.gate.one_heavy_job(reply.user, command.command.extras["work"]):
        await command.handler(reply, **values)


async def _value(visit: Visit, command: PageCommand, parameter: Parameter, text: str) -> object:
    """What was written for a parameter, as the command takes it; ``Parameter.empty`` for nothing.

    Raises NotFound for what no form of ours sends.
    """
    is_box = parameter.type is Type.boolean and parameter.default is not None
    if is_box:
        return text == TICKED
    if not text.strip():
        return inspect.Parameter.empty
    if parameter.type is Type.boolean:
        return text == YES
    if parameter.type is Type.integer:
        return _number(parameter, text)
    if parameter.type is Type.user:
        return await _member(visit, text)
    if parameter.choices and text not in [str(choice.value) for choice in parameter.choices]:
        raise no_such_button()
    longest = command.command.extras["longest"].get(parameter.name, OPTION)
    if len(text) > longest:
        raise TooLong(longest)
    return text


def _number(parameter: Parameter, text: str) -> int:
    """A number in its range. Raises Refused."""
    number = whole_number(text.strip())
    lowest = int(parameter.min_value or 0)
    highest = int(parameter.max_value or 0)
    if number is None or not lowest <= number <= highest:
        raise Refused(texts.OUT_OF_RANGE, least=lowest, most=highest)
    return number


async def _member(visit: Visit, text: str) -> discord.Member:
    """A member of the server where the page was opened. Raises Refused, and NotNow where Discord
    cannot be asked.
    """
    member = None
    user = whole_number(text, LONGEST_ID)
    if user:
        try:
            member = await visit.services.visibility.member(user, visit.visitor.place.scope)
        except FAILURES:
            raise NotNow(DISCORD_AWAY) from None
    if member is None:
        raise Refused(texts.NO_MEMBER)
    return member
