"""Finds every text that has to be translated: in the source, by where texts are written, and in data such as games.

In the source a text is what ``_()`` marks, what ``say()`` is given, and the first argument of a ``Sentence`` or of an
error made from one. Where that argument is no literal it is followed to where it comes from: a variable, a table, or
the callers of the function it is a parameter of. What cannot be followed is an error, so no text goes unnoticed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands

import games
import render
from bot.chat.commands import COMMANDS
from bot.chat.kit.language.i18n import NAMES
from bot.domain.matches import variants

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "games", "render")
# Tools for the terminal, and what reads files for them, which speak English.
LEFT_OUT = (
    "bot/locale/",
    "bot/settings.py",
    "games/__main__.py",
    "games/players/__main__.py",
    "games/players/book.py",
    "games/players/engine.py",
    "games/players/solve.py",
    "games/records.py",
    "render/gallery.py",
)
MARKERS = {"_": 0, "say": 0, "Sentence": 0, "GameError": 0}
"""Calls that take a text, and which of their arguments it is; all errors made from ``GameError`` are added."""
ELSEWHERE = ("template", "aim", "label", "help", "seats", "sentence", "text", "caption")
"""Attributes whose texts are found where they are written, or in the games' data."""
GIVES_TEXT = ("objection", "_objection_to_slide", "_objection_to_leap", "either", "reason", "phrase")
"""Functions whose texts are found in their own source, or in data."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Key: TypeAlias = "tuple[str, str, str]"


class Text(NamedTuple):
    """A text to translate. ``context`` sets apart what is written alike; ``plural`` is the text for several."""

    singular: str
    plural: str = ""
    context: str = ""


class Unfollowed(Exception):
    """A text is made in a way that nobody can translate: joined from parts, or from somewhere unknown."""


@dataclass
class Module:
    """A source file, its assignments and the functions that take a text as an argument."""

    path: str
    tree: ast.Module
    takes_text: dict[str, tuple[int, str]] = field(default_factory=dict)

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


def texts() -> dict[Text, list[str]]:
    """All texts in the order of the source, each with the files it is in. Raises Unfollowed."""
    found: dict[Text, list[str]] = {}
    for text, place in [*_in_source(), *_in_data()]:
        places = found.setdefault(text, [])
        if place not in places:
            places.append(place)
    # gettext knows a text and its plural by the text alone.
    for text in [text for text in found if text.plural]:
        found[text] += found.pop(Text(text.singular), [])
    return found


# ---------------------------------------------------------------------------------------------------- in the source


def _in_source() -> Iterator[tuple[Text, str]]:
    modules = [
        Module(path, ast.parse(file.read_text(encoding="utf-8")))
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if not (path := file.relative_to(ROOT).as_posix()).startswith(LEFT_OUT)
    ]
    markers = MARKERS | dict.fromkeys(_errors(modules), 0)
    for module in modules:
        for text in extract(module, markers):
            yield text, module.path


def _errors(modules: list[Module]) -> set[str]:
    """The names of all classes made from ``GameError``, however remotely."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    known = {"GameError"}
    while more := {name for name, own in bases.items() if own & known} - known:
        known |= more
    return known


def extract(module: Module, markers: dict[str, int]) -> list[Text]:
    """The texts of one file, in its order. Raises Unfollowed."""
    found: dict[tuple[int, int], list[Text]] = {}
    grown = -1
    # Following a text may show that a function takes one, whose callers are then looked at too.
    while grown != len(module.takes_text):
        grown = len(module.takes_text)
        for scope, call in _calls(module):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if isinstance(call.func, ast.Attribute) and name in markers:
                continue  # discord.NotFound and the like
            place, keyword = module.takes_text.get(name) or (markers.get(name), "")
            given = [one.value for one in call.keywords if one.arg == keyword]
            if place is not None and place < len(call.args) and not isinstance(call.args[0], ast.Starred):
                given = [call.args[place]]
            if given:
                where = (call.lineno, call.col_offset)
                found[where] = [Text(text) for text in _follow(module, scope, given[0], markers)]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and all(map(_marked, node.elts)):
            one, many = (part.args[0].value for part in node.elts)  # type: ignore[attr-defined]
            first, second = ((part.lineno, part.col_offset) for part in node.elts)
            found[first], found[second] = [Text(one, many)], []
    return [text for where in sorted(found) for text in found[where] if text.singular.strip()]


def _marked(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"


def _calls(module: Module) -> Iterator[tuple[Function | None, ast.Call]]:
    """Every call, with the innermost function that it is in."""

    def walk(node: ast.AST, scope: Function | None) -> Iterator[tuple[Function | None, ast.Call]]:
        if isinstance(node, ast.Call):
            yield scope, node
        for child in ast.iter_child_nodes(node):
            yield from walk(child, child if isinstance(child, Function) else scope)

    return walk(module.tree, None)


def _follow(module: Module, scope: Function | None, node: ast.expr, markers: dict[str, int]) -> list[str]:
    """All literals that an expression may stand for; none if they are written, and found, elsewhere."""

    def again(other: ast.expr) -> list[str]:
        return _follow(module, scope, other, markers)

    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Constant(value=None):
            return []
        case ast.IfExp():
            return again(node.body) + again(node.orelse)
        case ast.BoolOp():
            return [text for value in node.values for text in again(value)]
        case ast.Dict():
            return [text for value in node.values for text in again(value)]
        case ast.Tuple() | ast.List():
            return [text for value in node.elts for text in again(value)]
        case ast.ListComp() | ast.GeneratorExp():
            return again(node.elt)
        case ast.Subscript():
            return again(node.value)
        case ast.Attribute(value=ast.Name(id="self" | "state" | "error")):
            return []
        case ast.Attribute(attr=attribute) if attribute in ELSEWHERE or attribute.isupper():
            return []
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"), args=[_, *otherwise]):
            return again(table) + [text for other in otherwise for text in again(other)]
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="items" | "values")):
            return again(table)
        case ast.Call(func=ast.Name(id=name)) if name in markers or name in GIVES_TEXT:
            return []  # looked at as a call of its own
        case ast.Call(func=ast.Attribute(attr=name)) if name in GIVES_TEXT:
            return []
        case ast.Name(id=name):
            return _follow_name(module, scope, name, node, markers)
    raise Unfollowed(f"{module.path}:{node.lineno}: cannot tell which text {ast.unparse(node)!r} is")


def _follow_name(
    module: Module, scope: Function | None, name: str, node: ast.Name, markers: dict[str, int]
) -> list[str]:
    if scope is not None:
        sources = list(_assigned(scope, name))
        parameters = [argument.arg for argument in scope.args.args + scope.args.kwonlyargs]
        if not sources and name in parameters:
            annotation = (scope.args.args + scope.args.kwonlyargs)[parameters.index(name)].annotation
            if "Sentence" not in (ast.unparse(annotation) if annotation else ""):
                # Callers of methods do not count ``self``.
                module.takes_text[scope.name] = parameters.index(name) - (parameters[0] == "self"), name
            return []
        if sources:
            return [text for source in sources for text in _follow(module, scope, source, markers)]
    sources = list(_assigned(module.tree, name))
    if not sources:
        raise Unfollowed(f"{module.path}:{node.lineno}: nothing is called {name!r} here")
    return [text for source in sources for text in _follow(module, None, source, markers)]


def _assigned(scope: Function | ast.Module, name: str) -> Iterator[ast.expr]:
    """What is given that name in a function or, outside of all functions, in a module."""
    nodes = ast.walk(scope) if not isinstance(scope, ast.Module) else iter(scope.body)
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from (value for one, value in zip(targets, values, strict=True) if _is(one, name))
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                yield value
            case ast.AugAssign(target=ast.Name(id=target)) if target == name:
                yield node.value
            case (ast.For() | ast.comprehension()) as loop if _is(loop.target, name):
                yield loop.iter
            case (ast.For() | ast.comprehension()) as loop if isinstance(loop.target, ast.Tuple):
                yield from _unpacked(loop.target.elts, loop.iter, name)


def _unpacked(targets: list[ast.expr], value: ast.expr, name: str) -> Iterator[ast.expr]:
    """What a loop over ``value`` gives the name among its targets."""
    for place, target in enumerate(targets):
        if _is(target, name):
            match value:
                case ast.Call(func=ast.Name(id="zip"), args=columns):
                    yield columns[place]
                case ast.Call(func=ast.Name(id="enumerate"), args=[items, *_]):
                    yield items
                case _:
                    yield value


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


# ---------------------------------------------------------------------------------------------------------- in data


def _in_data() -> Iterator[tuple[Text, str]]:
    for game in games.catalog():
        place = f"games/{game.slug}"
        yield Text(game.aim), place
        for seat in game.seats:
            yield Text(seat), place
        for option in game.options:
            yield Text(option.label), place
            yield Text(option.help), place
            if option.name != "board":
                for choice in option.choices:
                    yield Text(variants.phrase(option, choice)), place
    for reason in render.words.REASONS.values():
        yield Text(reason), "render/words.py"
    for words in render.words.MARKS.values():
        yield Text(words), "render/words.py"
    for theme in render.THEMES:
        yield Text(theme), "render/themes.py"
    for command in COMMANDS:
        for name in names(command):
            yield Text(name, context=NAMES), "bot/chat/commands.py"


def names(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Iterator[str]:
    """The names of a command, of those in it, and of their options."""
    yield command.name
    if isinstance(command, app_commands.Group):
        for inner in command.commands:
            yield from names(inner)
    else:
        for parameter in command.parameters:
            yield parameter.display_name
