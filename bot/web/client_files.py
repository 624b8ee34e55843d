"""The files of the page's client, as browsers are sent them.

Browsers load the modules that the client is written in. The addresses of all files begin with one
hash of them all, so that a browser may keep each for ever, and an import of ``./board/pen.js``
finds the module of the same version.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.web.compression import gzipped

FOLDER = Path(__file__).parent / "client"
PAGE = "index.html"
CONTENT_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
VERSION_CHARACTERS = 12


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file of the client.

    :param gzipped: its content, as it is sent.
    """

    content_type: str
    gzipped: bytes


@dataclass(frozen=True, slots=True)
class ClientFiles:
    """The page, and the files that it loads.

    :param version: of all files together; it is the folder in their addresses.
    :param loaded: modules and style sheets by name.
    """

    version: str
    page: ClientFile
    loaded: Mapping[str, ClientFile]


def read_client(folder: Path = FOLDER) -> ClientFiles:
    """Read the client and pack it, once for all who will ask for it."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in CONTENT_TYPES]
    contents = {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
    version = _version(contents)
    page = contents.pop(PAGE).decode()
    page = page.replace("{version}", version)
    page = page.replace("{preloads}", _preloads(contents, version))
    page = page.replace("{styles}", _styles(contents, version))
    return ClientFiles(
        version,
        _packed(PAGE, page.encode()),
        {name: _packed(name, content) for name, content in contents.items()},
    )


def _version(contents: Mapping[str, bytes]) -> str:
    """A hash that changes with any file's name or content."""
    digest = hashlib.sha256()
    for name, content in contents.items():
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:VERSION_CHARACTERS]


def _preloads(names: Mapping[str, bytes], version: str) -> str:
    """Links that have a browser load all modules at once, not each when another imports it."""
    modules = [name for name in names if name.endswith(".js")]
    links = [f'<link rel="modulepreload" href="a/{version}/{name}">' for name in modules]
    return "\n".join(links)


def _styles(names: Mapping[str, bytes], version: str) -> str:
    """Links to all style sheets, in the order of their names."""
    sheets = [name for name in names if name.endswith(".css")]
    links = [f'<link rel="stylesheet" href="a/{version}/{name}">' for name in sheets]
    return "\n".join(links)


def _packed(name: str, content: bytes) -> ClientFile:
    content_type = CONTENT_TYPES[Path(name).suffix]
    return ClientFile(content_type, gzipped(content, level=9))
