"""Addresses of PostgreSQL as providers give them: what they ask for is done, or refused in one
sentence.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from bot.ops.copies import postgres as programs
from bot.ops.copies.backup import backup
from bot.store import Store, StoreError, check_url, postgres
from tests.bot.postgres import PostgresServer

TLS = Path(__file__).parents[2] / "data" / "tls"
SSL_REQUEST = 80877103


class Encrypted:
    """Speaks as much of PostgreSQL's protocol as to encrypt, and to refuse whoever then says who
    they are.
    """

    def __init__(self) -> None:
        self.port = 0
        self.startups: list[dict[str, str]] = []
        self.plain = 0

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            length, code = await self._message(reader)
            if code == SSL_REQUEST:
                writer.write(b"S")
                await writer.drain()
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(TLS / "localhost.crt", TLS / "localhost.key")
                await writer.start_tls(context)
                length, code = await self._message(reader)
            else:
                self.plain += 1
            words = (await reader.readexactly(length - 8)).decode().rstrip("\0").split("\0")
            self.startups.append(dict(zip(words[::2], words[1::2], strict=True)))
            error = b"SFATAL\0C28P01\0Mno entry for you\0\0"
            writer.write(b"E" + (len(error) + 4).to_bytes(4) + error)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the certificate was not to the client's liking
        finally:
            writer.close()

    async def _message(self, reader: asyncio.StreamReader) -> tuple[int, int]:
        start = await reader.readexactly(8)
        return int.from_bytes(start[:4]), int.from_bytes(start[4:])


@pytest.fixture
async def encrypted() -> AsyncIterator[Encrypted]:
    other_keys = Encrypted()
    async with await asyncio.start_server(other_keys.meet, "127.0.0.1", 0) as server:
        other_keys.port = server.sockets[0].getsockname()[1]
        yield other_keys


async def refusal(address: str) -> str:
    with pytest.raises(StoreError) as error:
        await Store.open(address)
    sentence = str(error.value)
    assert "\n" not in sentence
    assert "hunter2" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ("sslmode=require", "no entry for you"),
        ("ssl=true", "no entry for you"),
        (
            "sslmode=require&channel_binding=prefer&gssencmode=disable&connect_timeout=5",
            "no entry for you",
        ),
        ("sslmode=verify-full&sslrootcert={tls}/localhost.crt", "no entry for you"),
        ("sslmode=verify-ca&sslrootcert={tls}/localhost.crt", "no entry for you"),
        ("sslmode=verify-full&sslrootcert=system", "certificate"),
        ("sslmode=verify-full", "certificate"),
        (
            "sslmode=verify-full&sslrootcert={tls}/missing.crt",
            "a certificate of its address cannot be used: No such file",
        ),
        (
            "sslmode=require&sslcert={tls}/localhost.crt&sslkey={tls}/localhost.key",
            "no entry for you",
        ),
    ],
)
async def test_how_a_connection_is_encrypted_is_said_by_the_address(
    encrypted: Encrypted, parameters: str, why: str
) -> None:
    address = f"postgres://me:hunter2@localhost:{encrypted.port}/games?{parameters.format(tls=TLS)}"
    assert why in await refusal(address)
    assert encrypted.plain == 0
    assert bool(encrypted.startups) == (why == "no entry for you")


async def test_what_the_server_is_told_at_the_start(encrypted: Encrypted) -> None:
    options = "sslmode=require&application_name=loophole-1&options=endpoint%3Dcool-name-1"
    await refusal(f"postgresql://me:hunter2@localhost:{encrypted.port}/games?{options}")
    startup = encrypted.startups[0]
    assert startup["application_name"] == "loophole-1"
    assert startup["options"] == "endpoint=cool-name-1"
    assert (startup["user"], startup["database"]) == ("me", "games")


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        (
            "sslmode=always",
            "its parameter sslmode may be disable, allow, prefer, require, verify-ca or "
            "verify-full",
        ),
        ("sslmode=require&sslmode=disable", "its parameter sslmode is there twice"),
        (
            "channel_binding=require",
            "its parameter channel_binding may be disable or prefer; sslmode=verify-full is",
        ),
        ("connect_timeout=soon", "its parameter connect_timeout may be 1 to 999 seconds"),
        (
            "target_session_attrs=standby",
            "its parameter target_session_attrs may be any, primary or read-write",
        ),
        (
            "pgbouncer=true",
            (
                "its parameter “pgbouncer” is not known here; leave it out, or use one of "
                "application_name,"
            ),
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(parameters: str, why: str) -> None:
    with pytest.raises(StoreError) as error:
        check_url(f"postgresql://me:hunter2@db.example.org/games?{parameters}")
    assert str(error.value).startswith(why)
    assert "hunter2" not in str(error.value)


async def test_a_host_that_there_is_not_is_called_that() -> None:
    assert "there is no host of its name" in await refusal(
        "postgresql://me:hunter2@no-such-host.invalid/games"
    )


@pytest.mark.slow
async def test_a_server_is_used_as_its_address_says_by_the_bot_and_by_pg_dump(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with postgres.database() as address:
        parameters = {
            "sslmode": "prefer",
            "application_name": "loophole-1",
            "connect_timeout": "7",
            "target_session_attrs": "read-write",
            "options": "-c statement_timeout=54321",
        }
        url = check_url(
            make_url(address).update_query_dict(parameters).render_as_string(hide_password=False)
        )
        store = await Store.open(url)
        async with store.read() as connection:
            settings = [
                (await connection.execute(sa.text(f"SHOW {name}"))).scalar_one()
                for name in ("application_name", "statement_timeout")
            ]
        await store.close()
        assert settings == ["loophole-1", "54321ms"]
        assert await programs.dump_problem(url) is None
        await backup(url, tmp_path / "copy.dump")
        assert (tmp_path / "copy.dump").stat().st_size > 1000


def test_the_programs_of_a_server_are_told_the_same_as_the_driver() -> None:
    url = check_url(
        "postgres://me:hun%2Fter@db.example.org:6432/games?sslmode=verify-full&application_name=a&options=-c%20x%3D1&connect_timeout=5&channel_binding=prefer&statement_cache_size=0"
    )
    variables = dict(postgres.environment(url))
    assert variables.pop("PGSSLROOTCERT")
    assert variables == {
        "PGHOST": "db.example.org",
        "PGPORT": "6432",
        "PGUSER": "me",
        "PGPASSWORD": "hun/ter",
        "PGDATABASE": "games",
        "PGSSLMODE": "verify-full",
        "PGAPPNAME": "a",
        "PGOPTIONS": "-c x=1",
        "PGCONNECT_TIMEOUT": "5",
        "PGCHANNELBINDING": "prefer",
    }
