"""Reads messages as members see them: their words, buttons, options and pictures."""

from typing import Any, TypeAlias

import discord
from simcord import InteractionResult, ResponseMessage

from . import discord_api

Message: TypeAlias = discord.Message | ResponseMessage | InteractionResult


def stored(message: Message) -> discord.Message | ResponseMessage:
    """The message itself, where the answer to an interaction is given."""
    if isinstance(message, InteractionResult):
        assert message.response is not None, f"no answer: {message}"
        return message.response
    return message


def raw(message: Message) -> list[dict[str, Any]]:
    """The components of a message as Discord keeps them."""
    found = stored(message)
    if isinstance(found, ResponseMessage):
        return found.components
    return [component.to_dict() for component in found.components]  # type: ignore[misc]


def words(message: Message) -> str:
    return "\n".join(
        part["content"] for part in discord_api.walk(raw(message)) if part["type"] == 10
    )


def says(message: Message | str, *texts: str) -> None:
    """Assert that a message, or its text, has all of these texts."""
    said = message if isinstance(message, str) else words(message)
    assert [text for text in texts if text not in said] == [], said


def privately_says(message: Message, *texts: str) -> None:
    """Assert that only one member sees a message, and that it has all of these texts."""
    assert private(message)
    says(message, *texts)


def buttons(message: Message) -> list[str]:
    """The labels of the buttons."""
    return [part.get("label") or "" for part in discord_api.walk(raw(message)) if part["type"] == 2]


def disabled(message: Message) -> list[str]:
    """The labels of the buttons that cannot be pressed."""
    parts = discord_api.walk(raw(message))
    return [part.get("label") or "" for part in parts if part["type"] == 2 and part.get("disabled")]


def fields(shown: InteractionResult) -> dict[str, dict[str, Any]]:
    """The boxes and menus of a form that has opened, by their names."""
    assert shown.modal is not None, f"no form: {shown}"
    return {part["component"]["custom_id"]: part["component"] for part in shown.modal["components"]}


def options(message: Message) -> list[str]:
    return [
        option["value"]
        for part in discord_api.walk(raw(message))
        if part["type"] == 3
        for option in part["options"]
    ]


def pictures(message: Message) -> list[str]:
    """The alt texts of the pictures."""
    parts = list(discord_api.walk(raw(message)))
    galleries = [
        item["description"] for part in parts if part["type"] == 12 for item in part["items"]
    ]
    return galleries + [part["description"] for part in parts if part["type"] == 11]


def private(message: InteractionResult) -> bool:
    """Whether only the member saw the answer."""
    return bool(stored(message).flags.ephemeral)
