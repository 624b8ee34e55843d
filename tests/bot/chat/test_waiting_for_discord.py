"""A start waits until Discord and the database can be used, says what it waits for, and gives up
for a wrong token alone.
"""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.app import Bot
from bot.chat import client as client_module
from bot.domain.exclusions.service import Exclusions
from bot.store import Store, Unavailable
from bot.workers.pool import THREADS, Workers

from ...sampling import only
from .network.address import as_json
from .network.gateway import Gateway, running_gateway


def _cut(request: web.Request) -> web.Response:
    request.transport.abort()
    return web.Response()


async def _silence(request: web.Request) -> web.Response:
    """Answer nothing, as behind a firewall that drops packets."""
    await asyncio.Event().wait()
    return web.Response()


Start = Callable[..., AbstractAsyncContextManager[Bot]]


@pytest.fixture
def start(empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    return partial(_hurried_start, empty_database, tmp_path, monkeypatch)


@asynccontextmanager
async def _hurried_start(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    always_sync: bool = True,
) -> AsyncIterator[Bot]:
    """A bot that is ready, though it was never waited for longer than a hundredth of a second."""
    sleep = asyncio.sleep

    async def hurried(seconds: float, result: object = None) -> object:
        return await sleep(min(seconds, 0.01), result)

    monkeypatch.setattr(client_module.asyncio, "sleep", hurried)
    store = await Store.open(f"sqlite+aiosqlite:///{shutil.copy(database, tmp_path)}")
    async with running_gateway() as server:
        monkeypatch.setattr(discord.http.Route, "BASE", f"{server.address}/api/v10")
        bot = Bot(store, workers=Workers(THREADS), always_sync=always_sync)
        client_task = asyncio.create_task(bot.client.start("token"))
        async with asyncio.timeout(20):
            while not bot.client.is_ready() and not client_task.done():
                await sleep(0.02)
        assert bot.client.is_ready()
        yield bot
        await bot.client.close()
        await asyncio.wait({client_task})
    await store.close()


TROUBLES = {
    "503": lambda _: web.Response(status=503, text="upstream connect error"),
    "429": lambda _: web.Response(status=429, text="error code: 1015"),
    "a long wait": lambda _: as_json(
        {"message": "slowly", "retry_after": 40, "global": False}, 429, Via="1.1 google"
    ),
    "cut": _cut,
    "silence": _silence,
}
PATHS = ("/users/@me", "/oauth2/applications/@me", "/commands", "/gateway/bot")


@pytest.mark.parametrize("trouble", only(TROUBLES, "503"))
async def test_discord_is_waited_for(
    trouble: str, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    requests: list[str] = []
    answer = Gateway.api

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        for path in PATHS:
            if request.path.endswith(path) and requests.count(path) < 2:
                requests.append(path)
                answer_of_trouble = TROUBLES[trouble](request)
                return (
                    await answer_of_trouble
                    if asyncio.iscoroutine(answer_of_trouble)
                    else answer_of_trouble
                )
        return await answer(server, request)

    monkeypatch.setattr(Gateway, "api", api)
    monkeypatch.setattr(client_module, "REACH_SECONDS", 1.0)
    monkeypatch.setattr(client_module, "REGISTER_SECONDS", 1.0)
    async with start() as bot:
        assert not bot.status().waiting_for
    assert set(requests) == set(PATHS)
    log = [record.getMessage() for record in caplog.records if record.name == "bot.chat.client"]
    assert any("waiting for Discord (the login: " in line for line in log)
    assert any("waiting for Discord (the gateway: " in line for line in log)
    assert not any("TimeoutError" in line for line in log)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("name", only(["recall", "remember"], "recall"))
async def test_a_database_that_cannot_be_used_for_a_moment_is_waited_for(
    name: str, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    work = getattr(client_module, name)
    tries = 0

    async def fails_twice(*args: str) -> object:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise Unavailable(writing=False)
        return await work(*args)

    monkeypatch.setattr(client_module, name, fails_twice)
    async with start(always_sync=False) as bot:
        assert not bot.status().waiting_for
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.chat.client"]
    assert sum("waiting for the database" in line for line in lines) == 2
    assert tries > 2


async def test_who_is_shut_out_is_read_until_the_database_answers(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refresh = Exclusions.refresh
    tries = 0

    async def fails_at_first(exclusions: Exclusions) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise Unavailable(writing=False)
        await refresh(exclusions)

    monkeypatch.setattr(Exclusions, "refresh", fails_at_first)
    async with start():
        assert tries > 1
    assert "waiting for the database" in caplog.text


ENTRY_POINT = {
    "id": "77",
    "application_id": "1",
    "version": "1",
    "type": 4,
    "name": "launch",
    "handler": 2,
}
REFUSALS = {
    "an entry point that is missing": (
        400,
        {"message": "You cannot remove this app's Entry Point", "code": 50240},
    ),
    "a command that Discord does not take": (
        400,
        {"message": "Invalid\nForm Body", "code": 50035, "errors": {}},
    ),
    "commands that the bot may not change": (403, {"message": "Missing Access", "code": 50001}),
    "trouble that lasts": (503, {"message": "unavailable", "code": 0}),
}


@pytest.mark.parametrize("refusal", [None, *only(REFUSALS, "a command that Discord does not take")])
async def test_the_command_of_an_activity_stays_and_refused_commands_keep_nobody_from_being_served(
    refusal: str | None,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = Gateway.api
    command_lists: list[list[dict[str, Any]]] = []

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        if not request.path.endswith("/commands"):
            return await answer(server, request)
        if request.method == "GET":
            return as_json([ENTRY_POINT])
        command_lists.append(await request.json())
        refusal_text = refusal or "an entry point that is missing" * (
            ENTRY_POINT not in command_lists[-1]
        )
        return (
            as_json(*reversed(REFUSALS[refusal_text]))
            if refusal_text
            else as_json(command_lists[-1])
        )

    monkeypatch.setattr(Gateway, "api", api)
    async with start():
        pass
    assert {command["name"] for command in command_lists[-1]} >= {"launch", "play", "move"}
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == (refusal is not None)
    assert all("Discord refuses the commands" in line and "\n" not in line for line in errors)


async def test_a_wrong_token_ends_it(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        return as_json({"message": "401: Unauthorized", "code": 0}, 401)

    monkeypatch.setattr(Gateway, "api", api)
    store = await Store.open(f"sqlite+aiosqlite:///{shutil.copy(empty_database, tmp_path)}")
    async with running_gateway() as server:
        monkeypatch.setattr(discord.http.Route, "BASE", f"{server.address}/api/v10")
        bot = Bot(store, workers=Workers(THREADS))
        with pytest.raises(discord.LoginFailure):
            await bot.client.start("token")
        await bot.client.close()
    await store.close()
