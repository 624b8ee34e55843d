"""Checks that what the bot sends is what Discord takes: its OpenAPI description, and the limits it
does not state.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry

DESCRIPTION = Path(__file__).parents[2] / "data" / "discord" / "openapi.json"
METHODS_WITH_BODY = ("POST", "PUT", "PATCH")
SELECTS = (3, 5, 6, 7, 8)
MODAL = 9
MOST_PINGED = 100
"""Members whom a message may ping, as Discord has it; a round of a tournament is for all who play
in it.
"""


@cache
def description() -> dict[str, Any]:
    """Discord's description of its HTTP API, with one correction: it takes ids as numbers too."""
    parts: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    parts["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    _tell_apart(parts, parts["components"]["schemas"])
    return parts


def _tell_apart(node: Any, schemas: dict[str, Any]) -> None:
    """Turn unions of things that say their type into a choice by that type: a lot quicker, and
    clearer about faults.
    """
    if isinstance(node, list):
        for item in node:
            _tell_apart(item, schemas)
    elif isinstance(node, dict):
        for word in ("oneOf", "anyOf"):
            members = node.get(word)
            if isinstance(members, list):
                _tell_members_apart(node, word, members, schemas)
        for item in node.values():
            _tell_apart(item, schemas)


def _tell_members_apart(
    node: dict[str, Any], word: str, members: list[dict[str, Any]], schemas: dict[str, Any]
) -> None:
    """Replace a union by a choice by type, if each of its members says its types."""
    types_of_members = [_types(member, schemas) for member in members]
    if not all(types_of_members):
        return
    del node[word]
    choices = []
    all_types = []
    for member, types in zip(members, types_of_members, strict=True):
        condition = {"properties": {"type": {"enum": types}}}
        choices.append({"if": condition, "then": member})
        all_types += types
    node["required"] = ["type"]
    node["properties"] = {"type": {"enum": all_types}}
    node["allOf"] = choices


def _types(member: dict[str, Any], schemas: dict[str, Any]) -> list[int]:
    """The values that the field ``type`` may have in a member of a union."""
    name = member.get("$ref", "").rpartition("/")[2]
    properties = schemas.get(name, {}).get("properties", {})
    types: list[int] = properties.get("type", {}).get("enum", [])
    return types


@cache
def registry() -> Registry:
    """Where ``$ref`` looks things up."""
    return Registry([("urn:discord", description())])


@cache
def templates(method: str) -> list[tuple[str, list[str]]]:
    """The paths that take a body with ``method``, and their segments; most literal first."""
    paths = []
    for path, operations in description()["paths"].items():
        operation = operations.get(method.lower(), {})
        if "requestBody" in operation:
            paths.append((path, path.strip("/").split("/")))
    return sorted(paths, key=lambda item: item[0].count("{"))


def template(method: str, path: str) -> str:
    """The path of the description that a request was made to. Raises LookupError."""
    segments = path.strip("/").split("/")
    for name, pattern in templates(method):
        if _matches(pattern, segments):
            return name
    raise LookupError(f"Discord has no {method} {path} that takes a body")


def _matches(pattern: list[str], segments: list[str]) -> bool:
    """Whether a path is one of a template, in which ``{…}`` stands for any segment."""
    if len(pattern) != len(segments):
        return False
    pairs = zip(pattern, segments, strict=True)
    return all(part.startswith("{") or part == segment for part, segment in pairs)


@cache
def validator(method: str, name: str) -> Draft202012Validator:
    """The validator of the JSON body of an operation."""
    pointer = name.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    content = description()["paths"][name][method.lower()]["requestBody"]["content"]
    assert "application/json" in content
    body = f"{pointer}/{method.lower()}/requestBody/content/application~1json/schema"
    ref = f"urn:discord#/paths/{body}"
    return Draft202012Validator({"$ref": ref}, registry=registry())


def check(method: str, path: str, body: Any) -> None:
    """Raise AssertionError unless Discord would take this request."""
    if method not in METHODS_WITH_BODY or body is None:
        return
    _check(method, template(method, path), json.dumps(body, sort_keys=True))


@cache
def _check(method: str, name: str, text: str) -> None:
    body = json.loads(text)
    problems = []
    for error in validator(method, name).iter_errors(body):
        place = "/".join(map(str, error.instance_path))
        problems.append(f"{place}: {error.message[:300]}")
    assert not problems, f"{method} {name}: {problems[:3]}"
    is_callback = "/callback" in name
    message = body
    if is_callback:
        message = body.get("data") or {}
    if isinstance(message, dict):
        if message.get("components"):
            check_components(message["components"], message.get("attachments") or [])
            # A form is not a message, and pings nobody.
            if body.get("type") != MODAL or not is_callback:
                check_mentions(message)
        check_choices(message.get("choices") or [])
    if name.endswith("/commands"):
        check_commands(body if isinstance(body, list) else [body])


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones included."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for inside in ("accessory", "component"):  # of a section; of a label in a form
            inner = component.get(inside)
            if inner:
                yield from walk([inner])


def check_components(components: list[dict[str, Any]], attachments: list[dict[str, Any]]) -> None:
    """Discord's limits on what a message of components may hold."""
    parts = list(walk(components))
    assert len(parts) <= 40, f"{len(parts)} components"
    length = sum(len(part.get("content") or "") for part in parts)
    assert length <= 4000, f"{length} characters of text"
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    assert len(ids) == len(set(ids)), f"custom ids repeat: {ids}"
    for custom_id in ids:
        assert 0 < len(custom_id) <= 100, f"a custom id is too long or empty: {custom_id}"
    filenames = {attachment.get("filename") for attachment in attachments}
    for part in parts:
        match part["type"]:
            case 1:
                _check_row(part)
            case 2:
                names = part.get("label") or part.get("emoji")
                assert names, "a button that says nothing"
            case 3:
                values = [option["value"] for option in part["options"]]
                assert len(values) == len(set(values)), f"values repeat: {values}"
            case 10:
                assert part["content"].strip(), "an empty text"
            case 12:
                _check_gallery(part, filenames)


def _check_row(row: dict[str, Any]) -> None:
    """A row has one menu, or up to five buttons."""
    children = row["components"]
    assert children, "an empty row"
    most = 1 if children[0]["type"] in SELECTS else 5
    assert len(children) <= most, "a row too full"


def _check_gallery(gallery: dict[str, Any], filenames: set[str | None]) -> None:
    """A gallery has up to ten pictures, each with a text, and those that are sent are attached."""
    assert 1 <= len(gallery["items"]) <= 10, "a gallery too full or empty"
    for item in gallery["items"]:
        text = item.get("description") or ""
        assert 0 < len(text) <= 1024, "a picture without alt text, or too much"
        url = item["media"]["url"]
        if url.startswith("attachment://"):
            filename = url.removeprefix("attachment://")
            assert filename in filenames, f"{url} is not attached"


def check_mentions(message: dict[str, Any]) -> None:
    """Whoever is pinged is named: nothing that is written in a message can do it."""
    mentions = message.get("allowed_mentions")
    assert mentions is not None, "a message that pings whomever it mentions"
    assert mentions.get("parse") == [], mentions
    assert not mentions.get("roles"), mentions
    assert not mentions.get("replied_user"), mentions
    assert len(mentions.get("users") or ()) <= MOST_PINGED, mentions


def check_choices(choices: list[dict[str, Any]]) -> None:
    """What autocomplete offers: values of at most 100 characters, though those of commands may be
    longer.
    """
    assert len(choices) <= 25, f"{len(choices)} choices"
    for choice in choices:
        assert len(str(choice["value"])) <= 100, choice


def check_commands(commands: list[dict[str, Any]]) -> None:
    """Names are in lower case but for entries of menus, and required options come first."""
    stack = [command for command in commands if command.get("type") not in (2, 3)]
    while stack:
        item = stack.pop()
        options = item.get("options") or []
        assert item["name"] == item["name"].lower(), item["name"]
        flags = [option.get("required", False) for option in options if option["type"] > 2]
        assert flags == sorted(flags, reverse=True), item["name"]
        stack.extend(options)
