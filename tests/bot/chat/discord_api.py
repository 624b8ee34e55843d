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
    loaded: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    loaded["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    _tell_apart(loaded, loaded["components"]["schemas"])
    return loaded


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
            types = (
                [_types(member, schemas) for member in members]
                if isinstance(members, list)
                else [[]]
            )
            if all(types):
                del node[word]
                node["required"] = ["type"]
                node["properties"] = {"type": {"enum": [kind for own in types for kind in own]}}
                node["allOf"] = [
                    {"if": {"properties": {"type": {"enum": own}}}, "then": member}
                    for own, member in zip(types, members, strict=True)
                ]
        for item in node.values():
            _tell_apart(item, schemas)


def _types(member: dict[str, Any], schemas: dict[str, Any]) -> list[int]:
    target = schemas.get(member.get("$ref", "").rpartition("/")[2], {})
    found: list[int] = target.get("properties", {}).get("type", {}).get("enum", [])
    return found


@cache
def registry() -> Registry:
    """Where ``$ref`` looks things up."""
    return Registry([("urn:discord", description())])


@cache
def templates(method: str) -> list[tuple[str, list[str]]]:
    """The paths that take a body with ``method``, and their segments; most literal first."""
    paths = [
        (path, path.strip("/").split("/"))
        for path, operations in description()["paths"].items()
        if "requestBody" in operations.get(method.lower(), {})
    ]
    return sorted(paths, key=lambda item: item[0].count("{"))


def template(method: str, path: str) -> str:
    """The path of the description that a request was made to. Raises LookupError."""
    segments = path.strip("/").split("/")
    for name, pattern in templates(method):
        if len(pattern) == len(segments) and all(
            want.startswith("{") or want == have
            for want, have in zip(pattern, segments, strict=True)
        ):
            return name
    raise LookupError(f"Discord has no {method} {path} that takes a body")


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
    problems = [
        f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in validator(method, name).iter_errors(body)
    ]
    assert not problems, f"{method} {name}: {problems[:3]}"
    message = body.get("data") or {} if "/callback" in name else body
    if isinstance(message, dict):
        if message.get("components"):
            check_components(message["components"], message.get("attachments") or [])
            # A form is not a message, and pings nobody.
            if body.get("type") != MODAL or "/callback" not in name:
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
    every = list(walk(components))
    assert len(every) <= 40, f"{len(every)} components"
    text = sum(len(c.get("content") or "") for c in every)
    assert text <= 4000, f"{text} characters of text"
    assert all(c["content"].strip() for c in every if c["type"] == 10), "an empty text"
    ids = [c["custom_id"] for c in every if c.get("custom_id")]
    assert len(ids) == len(set(ids)), f"custom ids repeat: {ids}"
    assert all(0 < len(i) <= 100 for i in ids), f"custom ids are too long: {ids}"
    names = {item.get("filename") for item in attachments}
    for component in every:
        match component["type"]:
            case 1:
                children = component["components"]
                assert 1 <= len(children) <= (1 if children[0]["type"] in SELECTS else 5), (
                    "a row too full or empty"
                )
            case 2:
                assert component.get("label") or component.get("emoji"), (
                    "a button that says nothing"
                )
            case 3:
                values = [option["value"] for option in component["options"]]
                assert len(values) == len(set(values)), f"values repeat: {values}"
            case 12:
                assert 1 <= len(component["items"]) <= 10, "a gallery too full or empty"
                for item in component["items"]:
                    assert 0 < len(item.get("description") or "") <= 1024, (
                        "a picture without alt text, or too much"
                    )
                    url = item["media"]["url"]
                    assert not url.startswith("attachment://") or url[13:] in names, (
                        f"{url} is not attached"
                    )


def check_mentions(message: dict[str, Any]) -> None:
    """Whoever is pinged is named: nothing that is written in a message can do it."""
    allowed = message.get("allowed_mentions")
    assert allowed is not None, "a message that pings whomever it mentions"
    assert allowed.get("parse") == [], allowed
    assert not allowed.get("roles"), allowed
    assert not allowed.get("replied_user"), allowed
    assert len(allowed.get("users") or ()) <= MOST_PINGED, allowed


def check_choices(choices: list[dict[str, Any]]) -> None:
    """What autocomplete offers: values of at most 100 characters, though those of commands may be
    longer.
    """
    assert len(choices) <= 25, f"{len(choices)} choices"
    assert all(len(str(choice["value"])) <= 100 for choice in choices), choices


def check_commands(commands: list[dict[str, Any]]) -> None:
    """Names are in lower case but for entries of menus, and required options come first."""
    stack = [command for command in commands if command.get("type") not in (2, 3)]
    while stack:
        item = stack.pop()
        options = item.get("options") or []
        assert item["name"] == item["name"].lower(), item["name"]
        required = [option.get("required", False) for option in options if option["type"] > 2]
        assert required == sorted(required, reverse=True), item["name"]
        stack.extend(options)
