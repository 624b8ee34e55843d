"""Draws messages and forms as a page, at the width of a desktop and of a phone, much as Discord
shows them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
COUNTED = 6
"""Options of a menu that are written out."""


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
    body = "".join(_step(number, step) for number, step in enumerate(steps, 1))
    left_out = "".join(f"<li>{escape(name)}</li>" for name in missed)
    return (
        (
            "<!doctype html><meta charset=utf-8><meta name=viewport "
            f"content='width=device-width'><title>{escape(title)}"
            f"</title><style>{STYLE}</style><h1>{escape(title)}</h1>"
        )
        + (f"<h2 class=missed>Not met</h2><ul class=missed>{left_out}</ul>" if left_out else "")
        + body
    )


def _step(number: int, step: Step) -> str:
    shown = "".join(_component(part, step) for part in step.components)
    card = f"<div class='card {'private' * step.private}'>{shown}</div>"
    sight = "only they see" if step.private else "everyone sees"
    return (
        f"<h2>{number}. {escape(step.title)}</h2><div class=who>{escape(step.who)}; {sight}</div>"
        f"<div class=pair><div class=desktop>{card}</div><div class=phone>{card}</div></div>"
    )


def _component(part: Component, step: Step) -> str:
    kind = part.get("type")
    inner = "".join(_component(child, step) for child in part.get("components", ()))
    if kind == 17:
        colour = part.get("accent_color")
        edge = "" if colour is None else f"border-left:3px solid #{colour:06x};padding-left:8px"
        return f"<div style='{edge}'>{inner}</div>" if edge else inner
    if kind == 10:
        return "".join(map(_line, part["content"].split("\n")))
    if kind == 9:
        return f"<div class=section><div>{inner}</div>{_component(part['accessory'], step)}</div>"
    if kind == 11:
        return _picture(part, step)
    if kind == 12:
        return "".join(_picture(item, step) for item in part["items"])
    if kind == 14:
        return "<hr>"
    if kind == 1:
        return f"<div class=row>{inner}</div>"
    if kind == 2:
        off = " off" * bool(part.get("disabled"))
        style = BUTTONS.get(part.get("style", 2), "")
        label = escape(part.get("label") or "")
        return f"<span class='b {style}{off}'>{label}</span>"
    if kind in (3, 5, 6, 7, 8):
        return _menu(part)
    if kind == 18:  # a label of a form, with its field
        return f"<b>{escape(part.get('label', ''))}</b>{_component(part['component'], step)}"
    if kind == 4:
        shown, example = (escape(part.get(name) or "") for name in ("value", "placeholder"))
        return f"<div class=menu>{shown}<small>{example}</small></div>"
    return inner


def _menu(part: Component) -> str:
    options = part.get("options") or []
    chosen = [option["label"] for option in options if option.get("default")]
    names = " · ".join(option["label"] for option in options[:COUNTED]) + " …" * (
        len(options) > COUNTED
    )
    shown = ", ".join(chosen) or part.get("placeholder") or ""
    return f"<div class=menu>{escape(shown)} ▾<small>{escape(names)}</small></div>"


def _picture(item: Component, step: Step) -> str:
    name = str(item["media"]["url"]).rpartition("/")[2].partition("?")[0]
    said = escape(item.get("description") or "", quote=True)
    return f"<img src='{step.pictures.get(name, '')}' alt='{said}' title='{said}'>"


def _line(line: str) -> str:
    said = escape(line, quote=False)
    said = re.sub(r"\\([\\`*_~|\[&<])", r"\1", said)
    said = re.sub(r"&lt;(https?://[^ ]+?)&gt;", r"<a href='\1'>\1</a>", said)
    said = re.sub(r"\[([^]]+)\]\((https?://[^ )]+)\)", r"<a href='\2'>\1</a>", said)
    said = re.sub(
        r"&lt;(@!?|#|@&amp;)(\d+)&gt;",
        lambda match: f"<span class=m>{match[1][0]}{match[2][-4:]}</span>",
        said,
    )
    said = re.sub(
        r"&lt;t:\d+(?::(\w))?&gt;",
        lambda match: "in 3 days" if match[1] == "R" else "24 December 18:00",
        said,
    )
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    said = re.sub(r"(?<!\*)\*([^*]+)\*", r"<i>\1</i>", said)
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", said)
    for mark, tag in (
        ("### ", "h4"),
        ("## ", "h3"),
        ("-# ", "small"),
        ("&gt; ", "blockquote"),
        ("- ", "div"),
    ):
        if said.startswith(mark):
            bullet = "• " * (mark == "- ")
            return f"<{tag}>{bullet}{said[len(mark) :]}</{tag}>" + "<br>" * (tag == "small")
    return f"{said}<br>"
