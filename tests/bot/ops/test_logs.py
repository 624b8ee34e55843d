"""The log: readable by people or programs, with the interaction a line belongs to, and never with a
secret.
"""

import asyncio
import io
import json
import logging
import sys
from collections.abc import Iterator
from urllib.parse import quote

import discord
import pytest
from prometheus_client import REGISTRY
from sqlalchemy.ext.asyncio import create_async_engine

from bot import metrics
from bot.ops import logs
from bot.store import check_url
from tests.bot.ops.helpers import log_as_before

TOKEN = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
PASSWORD = "s3cr/t p@ss:w0rd"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpzb21ldGhpbmc"


class Log:
    """Where lines go while it is set up as the process's log."""

    def __init__(self, form: str) -> None:
        self.stream = io.StringIO()
        logs.configure(
            level="DEBUG",
            form=form,
            secrets=logs.Secrets((TOKEN, PASSWORD, None)),
            stream=self.stream,
        )

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def objects(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    with log_as_before():
        yield


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "words",
    [
        f"login with {TOKEN} failed",
        f"another bot's {TOKEN.replace('a', 'b')}",
        f"it was {PASSWORD}, as typed",
        "postgresql+asyncpg://me:s3cr%2Ft%20p%40ss%3Aw0rd@db.example/loophole",
        "postgresql://me:an0ther-p4ss@db.example/loophole",
        "postgresql://me:an0ther@p4ss/word@db.example/loophole",
        (
            "postgresql://db.example/loophole?user=me&password=an0ther&ssl=require, or "
            "sslpassword=an0ther"
        ),
        (
            "connect(host='db.example', options={'user': 'me', 'password': 'an0ther-p4ss', "
            "\"sslpassword\": 'an0ther'})"
        ),
        f"POST https://discord.com/api/v10/webhooks/123456789012345678/{INTERACTION}/messages",
        f"POST /interactions/123456789012345678/{INTERACTION}/callback",
        f"event {{'token': '{INTERACTION}', 'type': 2}}",
    ],
)
def test_no_secret_reaches_the_log(form: str, words: str) -> None:
    log = Log(form)
    logging.getLogger("bot").info(words)
    logging.getLogger("bot").warning("%s and %r", words, [words])
    try:
        try:
            raise ValueError(words)
        except ValueError as error:
            raise RuntimeError("later") from error
    except RuntimeError:
        logging.getLogger("bot").exception("it failed")
    for secret in (TOKEN, TOKEN[30:], PASSWORD, "s3cr", "an0ther", INTERACTION, "bbbbbbbb"):
        assert secret not in log.text
    assert log.text.count(logs.HIDDEN) >= 4


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_that_nobody_caught_goes_to_the_log_without_secrets(form: str) -> None:
    log = Log(form)
    try:
        raise OSError(f"cannot connect to postgresql://me:{PASSWORD}@host/x")
    except OSError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert "stopped by an error" in log.text
    assert "cannot connect to postgresql://me:***@host/x" in log.text


async def test_what_libraries_say_when_they_fail_has_no_secret_in_it() -> None:
    log = Log("text")
    url = check_url(f"postgresql://me@127.0.0.1:1/loophole?password={quote(PASSWORD)}")
    assert PASSWORD not in f"{url} {url!r}"
    engine = create_async_engine(url, echo=True)
    try:
        async with engine.connect():
            raise AssertionError("nothing listens there")
    except OSError:
        logging.getLogger("bot").exception(
            "cannot connect with %s and %s", url.password, url.translate_connect_args()
        )
    await engine.dispose()
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(TOKEN + "\nInjected: header")
    except Exception:
        logging.getLogger("bot").exception("cannot log in with %r", client.http.token)
    await client.close()
    assert log.text.count("Traceback") >= 2
    for secret in (TOKEN, TOKEN[30:], PASSWORD, quote(PASSWORD), "s3cr"):
        assert secret not in log.text


def test_what_is_no_secret_stays() -> None:
    log = Log("text")
    plain = (
        "notice 17 (turn) could not be sent yet: "
        "https://discord.com/api/v10/channels/123456789012345678/messages"
    )
    logging.getLogger("bot.chat.delivery").warning(plain)
    assert log.text.endswith(f" WARNING bot.chat.delivery: {plain}\n")
    assert "http://127.0.0.1:8765/#x" in logs.Secrets().hide("open at http://127.0.0.1:8765/#x")
    assert logs.Secrets(("", None, "abc")).hide("abcdef") == "abcdef"


def test_a_line_whose_parts_do_not_fit_together_is_written_as_it_is_without_secrets() -> None:
    """As discord.py logs that the loop is held up, with the source lines that hold it up."""
    log = Log("text")
    template = f"blocked for %s seconds\n    share = 7 % count  # {TOKEN}"
    logging.getLogger("discord.gateway").warning(template, 10)
    assert "discord.gateway: blocked for %s seconds" in log.text
    assert "(10,)" in log.text
    assert TOKEN not in log.text


def test_one_object_a_line_for_programs() -> None:
    log = Log("json")
    logging.getLogger("bot").info("two\nlines and “quotes”")
    try:
        raise ValueError("why")
    except ValueError:
        logging.getLogger("bot.x").exception("failed")
    one, other = log.objects
    assert {name: one[name] for name in ("level", "logger", "message")} == {
        "level": "INFO",
        "logger": "bot",
        "message": "two\nlines and “quotes”",
    }
    assert one["time"].endswith("+00:00")
    assert other["traceback"].rstrip().endswith("ValueError: why")


async def test_a_line_names_the_interaction_it_belongs_to_and_no_other() -> None:
    log = Log("json")

    async def answer(number: int) -> None:
        metrics.INTERACTION.set(number)
        await asyncio.sleep(0)
        logging.getLogger("bot").info("%s", number)

    await asyncio.gather(*(asyncio.create_task(answer(number)) for number in (1, 2, 3)))
    logging.getLogger("bot").info("none")
    ours = [entry for entry in log.objects if entry["logger"] == "bot"]
    assert [(entry["message"], entry.get("interaction")) for entry in ours] == [
        ("1", "1"),
        ("2", "2"),
        ("3", "3"),
        ("none", None),
    ]
    text = Log("text")
    await asyncio.create_task(answer(4))
    assert " bot [4]: 4" in text.text


def test_errors_are_counted_by_the_part_that_has_them() -> None:
    Log("text")
    old_count = REGISTRY.get_sample_value("loophole_errors_total", {"part": "bot.test"}) or 0
    logging.getLogger("bot.test").error("bad")
    logging.getLogger("bot.test").warning("not so bad")
    assert REGISTRY.get_sample_value("loophole_errors_total", {"part": "bot.test"}) == old_count + 1


def test_statements_and_events_stay_out_even_when_everything_else_is_logged() -> None:
    log = Log("text")
    for name in ("aiosqlite", "sqlalchemy.engine.Engine", "discord.gateway", "discord.http"):
        logging.getLogger(name).debug("a private note")
    assert log.text == ""
