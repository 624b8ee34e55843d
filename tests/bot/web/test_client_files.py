"""The page's client is sent as the modules it is written in."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient

from bot.ops.check_web import PAGE_MARK
from bot.web.client_files import FOLDER, read_client

MOST_BYTES = 84_000  # of all files together, packed
FILES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.*"))
MODULES = [name for name in FILES if name.endswith(".js")]
SHEETS = [name for name in FILES if name.endswith(".css")]
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?\bfrom\s+"([^"]+)";', re.MULTILINE)


async def fetch(browser: TestClient[Any, Any], path: str, accepted: str) -> ClientResponse:
    answer = await browser.get(path, headers={"Accept-Encoding": accepted})
    await answer.read()
    return answer


async def test_the_page_names_every_module_and_each_is_there(browser: TestClient[Any, Any]) -> None:
    page = await (await browser.get("/")).text()
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    folder = f"a/{read_client().version}/"
    assert sorted(address.removeprefix(folder) for address in preloaded) == MODULES
    styled = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert [address.removeprefix(folder) for address in styled] == SHEETS
    linked = re.findall(r'(?:src|href)="(a/[^"]+)"', page)
    assert len(linked) == len(MODULES) + len(SHEETS) + 1  # and the module that begins
    for address in linked:
        answer = await browser.get(f"/{address}")
        assert answer.status == 200, address
        file = FOLDER / address.removeprefix(folder)
        assert await answer.text() == file.read_text("utf-8")
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_modules_import_each_other_and_nothing_else() -> None:
    for module in MODULES:
        text = (FOLDER / module).read_text("utf-8")
        for specifier in IMPORT.findall(text):
            assert specifier.startswith(("./", "../")), f"{module} imports {specifier}"
            imported = (FOLDER / module).parent.joinpath(specifier).resolve()
            assert imported.relative_to(FOLDER).as_posix() in MODULES, f"{module}: {specifier}"


def test_every_module_is_imported_by_another_or_begins() -> None:
    imported = {"main.js"}
    for module in MODULES:
        for specifier in IMPORT.findall((FOLDER / module).read_text("utf-8")):
            file = (FOLDER / module).parent.joinpath(specifier).resolve()
            imported.add(file.relative_to(FOLDER).as_posix())
    assert {*MODULES} - imported == set()


def test_the_page_needs_nothing_that_its_policy_forbids() -> None:
    page = (FOLDER / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]* src=)|<style|\bstyle=|\bon\w+=|https?://", page)
    for module in MODULES:
        if not module.startswith("vendor/"):
            text = (FOLDER / module).read_text("utf-8")
            assert not re.search(r"""\beval\(|new Function\(|\bstyle=["']""", text), module


async def test_the_page_itself_is_asked_for_anew(browser: TestClient[Any, Any]) -> None:
    answer = await browser.get("/")
    assert answer.headers["Cache-Control"] == "no-cache"


async def test_a_file_of_another_version_is_not_there(browser: TestClient[Any, Any]) -> None:
    version = read_client().version
    for address in (
        f"a/{version[::-1]}/main.js",
        f"a/{version}/index.html",
        f"a/{version}/no.js",
        f"a/{version}/board",
        f"a/{version}/protocol.d.ts",
        f"a/{version}/board/../../server.py",
    ):
        assert (await browser.get(f"/{address}")).status == 404, address


@pytest.mark.parametrize("changed", ["styles/board.css", "board/pen.js", "index.html"])
def test_a_change_in_any_file_gives_all_of_them_new_addresses(tmp_path: Path, changed: str) -> None:
    copy = shutil.copytree(FOLDER, tmp_path / "client")
    assert read_client(copy).version == read_client().version
    with (copy / changed).open("a") as file:
        file.write("\n")
    assert read_client(copy).version != read_client().version


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
    address = f"/a/{read_client().version}/main.js"
    answer = await browser.session.get(
        browser.make_url(address), headers={"Accept-Encoding": accepted}, auto_decompress=False
    )
    body = await answer.read()
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert answer.headers["Vary"] == "Accept-Encoding"
    content = gzip.decompress(body) if packed else body
    assert content == (FOLDER / "main.js").read_bytes()
