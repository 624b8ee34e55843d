"""The files of the page's client, as browsers are sent them.

Browsers load the modules that the client is written in. The addresses of all files begin with one
hash of them all, so that a browser may keep each for ever, and an import of ``./board/pen.js``
finds the module of the same version.

Each file takes a phone 4 ms to ask for, so the style sheets are one.
"""

import base64
import hashlib
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.web.compression import brotli_packed, gzipped

FOLDER = Path(__file__).parent / "client"
PAGE = "index.html"
ARRIVAL = "arrival.js"
"""The script that stands in the page itself: it sends the first request to the server, which is on
its way while all else arrives.
"""
FIRST_MODULES = ("session.js", "main.js")
"""The modules with which the page begins. The first reads the answer to the first request; inside
Discord it sends it.
"""
FRAME_MODULE = "discord_frame.js"
"""What is needed at once inside Discord alone."""
STYLES = "styles.css"
CONTENT_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
VERSION_CHARACTERS = 12
IMPORT = re.compile(r'^(?:import|export) [^"]* from "(\.[^"]+)";$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file of the client.

    :param gzipped: its content, as it is sent.
    :param brotli: the same for who takes Brotli: a seventh smaller.
    """

    content_type: str
    gzipped: bytes
    brotli: bytes


@dataclass(frozen=True, slots=True)
class ClientFiles:
    """The page, and the files that it loads.

    :param version: of all files together; it is the folder in their addresses.
    :param page_in_discord: the page as it is loaded inside Discord
    :param links: a header by which a browser asks for the modules before it reads the page
    :param script_hash: of the script in the page, by which its content policy allows it.
    :param loaded: the modules and the style sheet by name.
    """

    version: str
    page: ClientFile
    page_in_discord: ClientFile
    links: str
    script_hash: str
    loaded: Mapping[str, ClientFile]


def read_client(folder: Path = FOLDER) -> ClientFiles:
    """Read the client and pack it, once for all who will ask for it."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in CONTENT_TYPES]
    texts = {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in files}
    version = _version(texts)
    modules = _modules(texts)
    script = _within_page(modules[ARRIVAL], version)
    page = texts[PAGE].replace("{version}", version).replace("{arrival}", script)
    first = imported(modules)
    modules[STYLES] = _styles(texts)
    return ClientFiles(
        version,
        _packed(PAGE, page.replace("{preloads}", _preloads(first, version))),
        _packed(PAGE, page.replace("{preloads}", _preloads([*first, FRAME_MODULE], version))),
        ", ".join(f"<a/{version}/{name}>; rel=modulepreload" for name in first),
        _source_hash(script),
        {name: _packed(name, text) for name, text in modules.items()},
    )


def _version(texts: Mapping[str, str]) -> str:
    """A hash that changes with any file's name or content."""
    digest = hashlib.sha256()
    for name, text in texts.items():
        content = text.encode()
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:VERSION_CHARACTERS]


def _modules(texts: Mapping[str, str]) -> dict[str, str]:
    """The modules by name."""
    return {name: text for name, text in texts.items() if name.endswith(".js")}


def _within_page(module: str, version: str) -> str:
    """A module as a script in the page, whose imports are found where all modules are."""
    return module.replace('import("./', f'import("./a/{version}/')


def _source_hash(script: str) -> str:
    """A script's hash as a content policy says it."""
    digest = hashlib.sha256(script.encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode()


def _preloads(names: Sequence[str], version: str) -> str:
    """Links that have a browser load at once the modules with which the page begins, not each when
    another imports it.
    """
    return "\n".join(f'<link rel="modulepreload" href="a/{version}/{name}">' for name in names)


def imported(modules: Mapping[str, str]) -> list[str]:
    """The modules with which the page begins, and all that they import at their beginning, each
    once.
    """
    names = list[str]()
    for first in FIRST_MODULES:
        if first not in names:
            names.append(first)
        for name in names:  # which grows
            folder = posixpath.dirname(name)
            for address in IMPORT.findall(modules[name]):
                target = posixpath.normpath(posixpath.join(folder, address))
                if target not in names:
                    names.append(target)
    return names


def _styles(texts: Mapping[str, str]) -> str:
    """All style sheets as one, in the order of their names."""
    return "\n".join(text for name, text in texts.items() if name.endswith(".css"))


def _packed(name: str, text: str) -> ClientFile:
    content_type = CONTENT_TYPES[Path(name).suffix]
    return ClientFile(content_type, gzipped(text.encode(), level=9), brotli_packed(text))
