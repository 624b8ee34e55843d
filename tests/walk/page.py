"""Draws messages and forms as a page, at the width of a desktop and of a phone, much as Discord
shows them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from html import escape
from typing import Any

Component = Mapping[str, Any]

STYLE = """
body{background:#313338;color:#dbdee1;
font:15px/1.35 'gg sans','Noto Sans',Helvetica,Arial,sans-serif;margin:24px}
h1,h2{color:#fff} h2{margin:40px 0 4px} .who{color:#949ba4;font-size:13px;margin-bottom:6px}
.pair{display:flex;gap:24px;align-items:flex-start} .desktop{width:560px} .phone{width:340px}
.card{background:#2b2d31;border-left:4px solid #4e5058;border-radius:6px;padding:12px;
margin:6px 0;overflow:hidden}
.private{opacity:.96;outline:1px dashed #5865f2}
.card img{max-width:100%;border-radius:6px;display:block;margin:6px 0}
.section{display:flex;gap:10px;justify-content:space-between}
.section img{width:84px;height:84px;object-fit:cover}
.section>.b{flex:none;align-self:start}
.row{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0} 
.b{border-radius:4px;padding:5px 12px;background:#4e5058;color:#fff}
.b1{background:#5865f2}.b3{background:#248046}.b4{background:#da373c}.off{opacity:.5}
.menu{background:#1e1f22;border-radius:4px;padding:8px;width:100%;box-sizing:border-box} 
.menu small{color:#949ba4;display:block}
small{font-size:12px;color:#949ba4} code{background:#1e1f22;padding:0 3px;border-radius:3px}
h3,h4{margin:4px 0;color:#fff} a{color:#00a8fc;overflow-wrap:anywhere}
hr{border:0;border-top:1px solid #4e5058}
blockquote{border-left:3px solid #4e5058;margin:2px 0;padding-left:8px}
.missed{color:#f0b132} .m{color:#c9cdfb;background:#3c4270;border-radius:3px}
"""
BUTTONS = {1: "b1", 3: "b3", 4: "b4"}
"""The classes of buttons by their styles in Discord."""
LONGEST_MENU = 6
"""Options of a menu that are written out."""


class Kind(IntEnum):
    """Discord's types of components."""

    ROW = 1
    BUTTON = 2
    MENU = 3
    TEXT_INPUT = 4
    USER_MENU = 5
    ROLE_MENU = 6
    MENTIONABLE_MENU = 7
    CHANNEL_MENU = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


MENUS = (
    Kind.MENU,
    Kind.USER_MENU,
    Kind.ROLE_MENU,
    Kind.MENTIONABLE_MENU,
    Kind.CHANNEL_MENU,
)


@dataclass
class Step:
    """Something a member did, and what they or everyone saw of it."""

    title: str
    who: str
    private: bool
    components: Sequence[Component]
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Addresses of pictures in the page's folder, by the names of the files on the message."""


def page(title: str, steps: Iterable[Step], missed: Iterable[str]) -> str:
    """A whole page."""
    heading = escape(title)
    body = "".join(_step(number, step) for number, step in enumerate(steps, 1))
    gaps = "".join(f"<li>{escape(name)}</li>" for name in missed)
    if gaps:
        gaps = f"<h2 class=missed>Not met</h2><ul class=missed>{gaps}</ul>"
    return (
        "<!doctype html><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>"
        f"<title>{heading}</title><style>{STYLE}</style><h1>{heading}</h1>{gaps}{body}"
    )


def _step(number: int, step: Step) -> str:
    content = "".join(_component(part, step) for part in step.components)
    style = "card private" if step.private else "card"
    card = f"<div class='{style}'>{content}</div>"
    sight = "only they see" if step.private else "everyone sees"
    return (
        f"<h2>{number}. {escape(step.title)}</h2><div class=who>{escape(step.who)}; {sight}</div>"
        f"<div class=pair><div class=desktop>{card}</div><div class=phone>{card}</div></div>"
    )


def _component(part: Component, step: Step) -> str:
    inner = "".join(_component(child, step) for child in part.get("components", ()))
    match part.get("type"):
        case Kind.CONTAINER:
            return _container(part, inner)
        case Kind.TEXT:
            return "".join(_line(line) for line in part["content"].split("\n"))
        case Kind.SECTION:
            accessory = _component(part["accessory"], step)
            return f"<div class=section><div>{inner}</div>{accessory}</div>"
        case Kind.THUMBNAIL:
            return _picture(part, step)
        case Kind.GALLERY:
            return "".join(_picture(item, step) for item in part["items"])
        case Kind.SEPARATOR:
            return "<hr>"
        case Kind.ROW:
            return f"<div class=row>{inner}</div>"
        case Kind.BUTTON:
            return _button(part)
        case kind if kind in MENUS:
            return _menu(part)
        case Kind.LABEL:
            field = _component(part["component"], step)
            return f"<b>{escape(part.get('label', ''))}</b>{field}"
        case Kind.TEXT_INPUT:
            return _text_input(part)
    return inner


def _container(part: Component, inner: str) -> str:
    colour = part.get("accent_color")
    if colour is None:
        return inner
    return f"<div style='border-left:3px solid #{colour:06x};padding-left:8px'>{inner}</div>"


def _button(part: Component) -> str:
    classes = ["b", BUTTONS.get(part.get("style", 2), "")]
    if part.get("disabled"):
        classes.append("off")
    label = escape(part.get("label") or "")
    return f"<span class='{' '.join(classes)}'>{label}</span>"


def _text_input(part: Component) -> str:
    value = escape(part.get("value") or "")
    example = escape(part.get("placeholder") or "")
    return f"<div class=menu>{value}<small>{example}</small></div>"


def _menu(part: Component) -> str:
    options = part.get("options") or []
    defaults = [option["label"] for option in options if option.get("default")]
    value = ", ".join(defaults) or part.get("placeholder") or ""
    names = " · ".join(option["label"] for option in options[:LONGEST_MENU])
    if len(options) > LONGEST_MENU:
        names += " …"
    return f"<div class=menu>{escape(value)} ▾<small>{escape(names)}</small></div>"


def _picture(item: Component, step: Step) -> str:
    url = str(item["media"]["url"])
    name = url.rpartition("/")[2].partition("?")[0]
    text = escape(item.get("description") or "", quote=True)
    return f"<img src='{step.pictures.get(name, '')}' alt='{text}' title='{text}'>"


BLOCKS = {
    "### ": ("<h4>", "</h4>"),
    "## ": ("<h3>", "</h3>"),
    "-# ": ("<small>", "</small><br>"),
    "&gt; ": ("<blockquote>", "</blockquote>"),
    "- ": ("<div>• ", "</div>"),
}
"""What stands around a line that begins so."""


def _line(line: str) -> str:
    """A line of Discord's Markdown."""
    text = _inline(escape(line, quote=False))
    for mark, (start, end) in BLOCKS.items():
        if text.startswith(mark):
            return f"{start}{text.removeprefix(mark)}{end}"
    return f"{text}<br>"


def _inline(text: str) -> str:
    """Links, mentions, times and emphasis of escaped text."""
    text = re.sub(r"\\([\\`*_~|\[&<])", r"\1", text)
    text = re.sub(r"&lt;(https?://[^ ]+?)&gt;", r"<a href='\1'>\1</a>", text)
    text = re.sub(r"\[([^]]+)\]\((https?://[^ )]+)\)", r"<a href='\2'>\1</a>", text)
    text = re.sub(r"&lt;(@!?|#|@&amp;)(\d+)&gt;", _mention, text)
    text = re.sub(r"&lt;t:\d+(?::(\w))?&gt;", _time, text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\*)\*([^*]+)\*", r"<i>\1</i>", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def _mention(match: re.Match[str]) -> str:
    """A member, role or channel, by its sign and the end of its id."""
    sign = match[1][0]
    return f"<span class=m>{sign}{match[2][-4:]}</span>"


def _time(match: re.Match[str]) -> str:
    """Some moment, or how long it is until then."""
    return "in 3 days" if match[1] == "R" else "24 December 18:00"
