"""Reads messages as members see them: their words, buttons, options and pictures."""

from typing import Any, TypeAlias

import discord
from simcord import InteractionResult, ResponseMessage

from . import discord_api

# Types of components, as Discord numbers them.
BUTTON = 2
MENU = 3
TEXT_INPUT = 4
USER_MENU = 5
TEXT = 10
THUMBNAIL = 11
GALLERY = 12
LABEL = 18

Message: TypeAlias = discord.Message | ResponseMessage | InteractionResult


def stored(message: Message) -> discord.Message | ResponseMessage:
    """The message itself, where the answer to an interaction is given."""
    if isinstance(message, InteractionResult):
        assert message.response is not None, f"no answer: {message}"
        return message.response
    return message


def raw(message: Message) -> list[dict[str, Any]]:
    """The components of a message as Discord keeps them."""
    source = stored(message)
    if isinstance(source, ResponseMessage):
        return source.components
    return [component.to_dict() for component in source.components]  # type: ignore[misc]


def parts(message: Message, kind: int) -> list[dict[str, Any]]:
    """All components of a kind that a message has, nested ones included."""
    return [part for part in discord_api.walk(raw(message)) if part["type"] == kind]


def words(message: Message) -> str:
    return "\n".join(part["content"] for part in parts(message, TEXT))


def says(message: Message | str, *texts: str) -> None:
    """Assert that a message, or its text, has all of these texts."""
    whole = message if isinstance(message, str) else words(message)
    absent = [text for text in texts if text not in whole]
    assert absent == [], whole


def privately_says(message: Message, *texts: str) -> None:
    """Assert that only one member sees a message, and that it has all of these texts."""
    assert private(message)
    says(message, *texts)


def buttons(message: Message) -> list[str]:
    """The labels of the buttons."""
    return [button.get("label") or "" for button in parts(message, BUTTON)]


def disabled(message: Message) -> list[str]:
    """The labels of the buttons that cannot be pressed."""
    unusable = [button for button in parts(message, BUTTON) if button.get("disabled")]
    return [button.get("label") or "" for button in unusable]


def fields(result: InteractionResult) -> dict[str, dict[str, Any]]:
    """The boxes and menus of a form that has opened, by their names."""
    assert result.modal is not None, f"no form: {result}"
    components = [label["component"] for label in result.modal["components"]]
    return {component["custom_id"]: component for component in components}


def options(message: Message) -> list[str]:
    """The values of the options of all menus."""
    values = []
    for menu in parts(message, MENU):
        values += [option["value"] for option in menu["options"]]
    return values


def pictures(message: Message) -> list[str]:
    """The alt texts of the pictures."""
    texts = []
    for gallery in parts(message, GALLERY):
        texts += [item["description"] for item in gallery["items"]]
    texts += [thumbnail["description"] for thumbnail in parts(message, THUMBNAIL)]
    return texts


def private(message: InteractionResult) -> bool:
    """Whether only the member saw the answer."""
    return bool(stored(message).flags.ephemeral)
