"""The page's client is sent as the modules it is written in."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient

from bot.ops.check_web import PAGE_MARK
from bot.web.client_files import FOLDER, read_client

MOST_BYTES = 24_000  # of all files together, packed
MODULES = sorted(file.name for file in FOLDER.glob("*.js"))


async def fetch(browser: TestClient[Any, Any], path: str, accepted: str) -> ClientResponse:
    answer = await browser.get(path, headers={"Accept-Encoding": accepted})
    await answer.read()
    return answer


async def test_the_page_names_every_module_and_each_is_there(browser: TestClient[Any, Any]) -> None:
    page = await (await browser.get("/")).text()
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert sorted(address.rpartition("/")[2] for address in preloaded) == MODULES
    linked = re.findall(r'(?:src|href)="(a/[^"]+)"', page)
    assert len(linked) == len(MODULES) + 2  # the style sheet, and the module that begins
    for address in linked:
        answer = await browser.get(f"/{address}")
        assert answer.status == 200, address
        file = FOLDER / address.rpartition("/")[2]
        assert await answer.text() == file.read_text("utf-8")
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_modules_import_each_other_from_the_same_folder() -> None:
    for module in MODULES:
        text = (FOLDER / module).read_text("utf-8")
        for specifier in re.findall(r'^import .*from "([^"]+)";$', text, re.MULTILINE):
            assert specifier.removeprefix("./") in MODULES, f"{module} imports {specifier}"


async def test_the_page_itself_is_asked_for_anew(browser: TestClient[Any, Any]) -> None:
    answer = await browser.get("/")
    assert answer.headers["Cache-Control"] == "no-cache"


async def test_a_file_of_another_version_is_not_there(browser: TestClient[Any, Any]) -> None:
    version = read_client().version
    for address in (f"a/{version[::-1]}/page.js", f"a/{version}/index.html", f"a/{version}/no.js"):
        assert (await browser.get(f"/{address}")).status == 404, address


@pytest.mark.parametrize("changed", ["page.css", "draw.js", "index.html"])
def test_a_change_in_any_file_gives_all_of_them_new_addresses(tmp_path: Path, changed: str) -> None:
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert read_client(tmp_path).version == read_client().version
    with (tmp_path / changed).open("a") as file:
        file.write("\n")
    assert read_client(tmp_path).version != read_client().version


def test_the_client_is_small() -> None:
    client = read_client()
    files = [client.page, *client.loaded.values()]
    assert sum(len(file.gzipped) for file in files) <= MOST_BYTES


def test_the_page_says_that_it_is_the_bots() -> None:
    assert PAGE_MARK in gzip.decompress(read_client().page.gzipped).decode()


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("*", True),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
    ],
)
async def test_files_are_packed_for_those_who_accept_it(
    browser: TestClient[Any, Any], accepted: str, packed: bool
) -> None:
    address = f"/a/{read_client().version}/page.js"
    answer = await browser.session.get(
        browser.make_url(address), headers={"Accept-Encoding": accepted}, auto_decompress=False
    )
    body = await answer.read()
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert answer.headers["Vary"] == "Accept-Encoding"
    content = gzip.decompress(body) if packed else body
    assert content == (FOLDER / "page.js").read_bytes()
