"""The page's client is sent as the modules it is written in."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import shutil
from pathlib import Path
from typing import Any

import brotli
import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient

from bot.ops.check_web import PAGE_MARK
from bot.web.client_files import FOLDER, STYLES, imported, read_client

MOST_FIRST_BYTES = 44_000  # packed with Brotli; a phone gets about 200,000 in a second
MOST_FIRST_MODULES = 23  # each takes a phone 10 ms: to ask for it, and to be handed its answer
MODULES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.js"))
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*?\bfrom\s+"([^"]+)";', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+\.js)"\)')  # read when it is first needed
COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
SHEETS = sorted(FOLDER.rglob("*.css"))


def code_of(name: str) -> str:
    """A module without its comments, whose types are imported, too."""
    return COMMENT.sub("", (FOLDER / name).read_text("utf-8"))


async def fetch(browser: TestClient[Any, Any], path: str, encodings: str) -> ClientResponse:
    answer = await browser.get(path, headers={"Accept-Encoding": encodings})
    await answer.read()
    return answer


async def test_all_that_the_page_names_is_there(browser: TestClient[Any, Any]) -> None:
    page = await (await browser.get("/")).text()
    addresses = re.findall(r'(?:src|href)="(a/[^"]+)"', page)
    assert f"a/{read_client().version}/main.js" in addresses
    for address in addresses:
        answer = await browser.get(f"/{address}")
        assert answer.status == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


async def test_the_page_names_every_module_with_which_it_begins(
    browser: TestClient[Any, Any],
) -> None:
    page = await (await browser.get("/")).text()
    preloaded = re.findall(r'<link rel="modulepreload" href="a/[^/]+/([^"]+)">', page)
    texts = {name: (FOLDER / name).read_text("utf-8") for name in MODULES}
    assert preloaded == imported(texts)
    assert preloaded[:3] == ["session.js", "server.js", "words.js"]
    assert {"main.js", "views/match.js", "board/board.js", "vendor/preact.js"} <= {*preloaded}
    assert len(preloaded) == len({*preloaded})
    links = (await browser.get("/")).headers["Link"]
    assert re.findall(r"<a/[^/]+/([^>]+)>; rel=modulepreload", links) == preloaded
    page_in_discord = await (await browser.get("/?frame_id=1")).text()
    assert 'rel="modulepreload" href="a/' + read_client().version + "/discord_frame.js" in (
        page_in_discord
    )


async def test_every_module_is_sent_and_all_style_sheets_as_one(
    browser: TestClient[Any, Any],
) -> None:
    version = read_client().version
    for name in MODULES:
        answer = await browser.get(f"/a/{version}/{name}")
        assert answer.status == 200, name
        assert await answer.text() == (FOLDER / name).read_text("utf-8")
    styles = await (await browser.get(f"/a/{version}/{STYLES}")).text()
    for sheet in SHEETS:
        assert sheet.read_text("utf-8") in styles


def test_every_module_is_imported_by_another_or_begins() -> None:
    names = {"main.js", "arrival.js"}
    for name in MODULES:
        text = code_of(name)
        for specifier in IMPORTED.findall(text) + LATER.findall(text):
            target = (FOLDER / name).parent.joinpath(specifier).resolve()
            names.add(target.relative_to(FOLDER).as_posix())
    assert {*MODULES} - names == set()


async def test_the_page_has_one_script_in_it_which_its_policy_allows(
    browser: TestClient[Any, Any],
) -> None:
    client = read_client()
    answer = await browser.get("/")
    (script,) = re.findall(r"<script>(.*?)</script>", await answer.text(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["Content-Security-Policy"]
    assert f'import("./a/{client.version}/views/home.js")' in script
    assert "</" not in script


def test_the_page_needs_nothing_that_its_policy_forbids() -> None:
    page = (FOLDER / "index.html").read_text("utf-8").replace("<script>{arrival}</script>", "")
    assert not re.search(r"<script(?![^>]* src=)|<style|\bstyle=|\bon\w+=|https?://", page)
    for name in MODULES:
        if not name.startswith("vendor/"):
            text = (FOLDER / name).read_text("utf-8")
            assert not re.search(r"""\beval\(|new Function\(|\bstyle=["']""", text), name


def test_modules_import_each_other_by_where_they_are() -> None:
    for name in MODULES:
        module = FOLDER / name
        text = code_of(name)
        specifiers = re.findall(r'^(?:import|export) [^"]* from "([^"]+)";$', text, re.MULTILINE)
        specifiers += LATER.findall(text)
        for specifier in specifiers:
            target = (module.parent / specifier).resolve()
            assert target.is_file(), f"{name} imports {specifier}"
            assert target.is_relative_to(FOLDER.resolve())


async def test_the_page_itself_is_asked_for_anew(browser: TestClient[Any, Any]) -> None:
    answer = await browser.get("/")
    assert answer.headers["Cache-Control"] == "no-cache"


async def test_a_file_of_another_version_is_not_there(browser: TestClient[Any, Any]) -> None:
    version = read_client().version
    for address in (f"a/{version[::-1]}/page.js", f"a/{version}/index.html", f"a/{version}/no.js"):
        assert (await browser.get(f"/{address}")).status == 404, address


@pytest.mark.parametrize("changed_file", ["styles/page.css", "board/pen.js", "index.html"])
def test_a_change_in_any_file_gives_all_of_them_new_addresses(
    tmp_path: Path, changed_file: str
) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    assert read_client(tmp_path).version == read_client().version
    with (tmp_path / changed_file).open("a") as file:
        file.write("\n")
    assert read_client(tmp_path).version != read_client().version


def test_the_first_board_waits_for_little() -> None:
    client = read_client()
    texts = {name: (FOLDER / name).read_text("utf-8") for name in MODULES}
    first = imported(texts)
    files = [client.page, client.loaded[STYLES], *(client.loaded[name] for name in first)]
    assert sum(len(file.brotli) for file in files) <= MOST_FIRST_BYTES
    assert len(first) <= MOST_FIRST_MODULES
    assert {"views/think.js", "parts/challenge_form.js"}.isdisjoint(first)


def test_the_page_says_that_it_is_the_bots() -> None:
    assert PAGE_MARK in gzip.decompress(read_client().page.gzipped).decode()


UNPACKED = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    None: bytes,
}


@pytest.mark.parametrize(
    ("encodings", "coding"),
    [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", "br"),
        ("br", "br"),
        ("br;q=0, gzip", "gzip"),
        ("*", "gzip"),
        ("identity", None),
        ("gzip;q=0", None),
        ("gzip; q=0.0, *", None),
    ],
)
async def test_files_are_packed_as_those_who_ask_accept_it(
    browser: TestClient[Any, Any], encodings: str, coding: str | None
) -> None:
    address = f"/a/{read_client().version}/page.js"
    answer = await browser.session.get(
        browser.make_url(address), headers={"Accept-Encoding": encodings}, auto_decompress=False
    )
    body = await answer.read()
    assert answer.headers.get("Content-Encoding") == coding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert UNPACKED[coding](body).decode() == (FOLDER / "page.js").read_text("utf-8")
