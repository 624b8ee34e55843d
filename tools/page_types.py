"""Writes the types of the page's client: ``python -m tools.page_types``.

They are made of ``bot.web.protocol``, so that the server and the client have one description of
what is sent.
"""

import ast
import inspect
import types
import typing
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin

from bot.web import protocol

TYPES_FILE = Path(__file__).parents[1] / "bot" / "web" / "client" / "protocol.d.ts"
HEADER = "// Made of bot/web/protocol.py by tools/page_types.py; change that instead.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}


def main() -> None:
    TYPES_FILE.write_text(client_types(), "utf-8")


def client_types() -> str:
    """The client's types, as a declaration file of TypeScript."""
    parts = [HEADER]
    for name, value in vars(protocol).items():
        if typing.is_typeddict(value):
            parts.append(_interface(name, value))
        elif get_origin(value) in (typing.Union, types.UnionType, Literal):
            parts.append(f"export type {name} = {_written(value)};\n")
    return "\n".join(parts)


def _base_of(name: str) -> type | None:
    """The class of the protocol from which another one inherits fields; None where there is none.

    Before Python 3.12 such a class does not know it, so that it is read in the source.
    """
    for node in ast.parse(inspect.getsource(protocol)).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            base_name = ast.unparse(node.bases[0])
            base = getattr(protocol, base_name)
            return base if typing.is_typeddict(base) else None
    return None


def _interface(name: str, kind: type) -> str:
    hints = typing.get_type_hints(kind, vars(protocol), include_extras=True)
    base = _base_of(name)
    if base is None:
        base_fields = set[str]()
        lines = [f"export interface {name} {{"]
    else:
        base_fields = set(base.__annotations__)
        lines = [f"export interface {name} extends {base.__name__} {{"]
    for field, hint in hints.items():
        if field in base_fields:
            continue
        optional = ""
        if get_origin(hint) is NotRequired:
            optional = "?"
            (hint,) = get_args(hint)
        lines.append(f"  {field}{optional}: {_written(hint)};")
    lines.append("}\n")
    return "\n".join(lines)


def _written(hint: Any) -> str:
    """A type as TypeScript writes it."""
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is type(None):
        return "null"
    if typing.is_typeddict(hint):
        return str(hint.__name__)
    origin = get_origin(hint)
    arguments = get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{argument}"' for argument in arguments)
    if origin is list:
        return f"({_written(arguments[0])})[]"
    if origin is dict:
        key, value = arguments
        return f"Record<{_written(key)}, {_written(value)}>"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_written(argument) for argument in arguments)
    raise TypeError(f"the page's types have no {hint}")


if __name__ == "__main__":
    main()
