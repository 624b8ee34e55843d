"""PostgreSQL: what an address means for the driver, and for PostgreSQL's own programs."""

import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from games.core.errors import brief

from .errors import StoreError

CONNECT_SECONDS = 10.0  # unless the address says otherwise
OWN_CERTIFICATE = Path("~/.postgresql/root.crt")
"""Where PostgreSQL's programs look for the certificate of the authority that they trust."""
SYSTEM = "system"
"""As ``sslrootcert``: the authorities that this machine trusts."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an address, named as PostgreSQL does.

    :param pattern: what its whole value matches.
    :param choices: what it may be, for the host.
    :param variable: where PostgreSQL's programs look for it in the environment; empty: they don't.
    """

    pattern: str
    choices: str
    variable: str = ""


_FILE = "the path of a file"
PARAMETERS = {
    "application_name": Parameter(".{1,63}", "a name of up to 63 characters", "PGAPPNAME"),
    "channel_binding": Parameter(
        "disable|prefer",
        "disable or prefer; sslmode=verify-full is this driver's proof of who the server is",
        "PGCHANNELBINDING",
    ),
    "connect_timeout": Parameter(r"[1-9]\d{0,2}", "1 to 999 seconds", "PGCONNECT_TIMEOUT"),
    "gssencmode": Parameter("disable|prefer", "disable or prefer", "PGGSSENCMODE"),
    "host": Parameter(".+", "a host's name or the folder of a socket", "PGHOST"),
    "options": Parameter(".+", "options for the server, such as -c search_path=games", "PGOPTIONS"),
    "port": Parameter(r"\d{1,5}", "a number", "PGPORT"),
    "prepared_statement_cache_size": Parameter(r"\d{1,5}", "a number"),
    "sslcert": Parameter(".+", _FILE, "PGSSLCERT"),
    "sslkey": Parameter(".+", _FILE, "PGSSLKEY"),
    "sslmode": Parameter(
        "disable|allow|prefer|require|verify-ca|verify-full",
        "disable, allow, prefer, require, verify-ca or verify-full",
        "PGSSLMODE",
    ),
    "sslrootcert": Parameter(".+", f"{_FILE}, or {SYSTEM}", "PGSSLROOTCERT"),
    "statement_cache_size": Parameter(r"\d{1,5}", "a number"),
    "target_session_attrs": Parameter(
        "any|primary|read-write",
        "any, primary or read-write, since the bot writes",
        "PGTARGETSESSIONATTRS",
    ),
}
OF_THE_DRIVER = ("host", "port", "prepared_statement_cache_size")
"""Parameters that SQLAlchemy's driver reads from an address itself."""
SEVERAL = ("host", "port")
"""Parameters that may be there more than once."""
SSL_WORDS = {
    "true": "require",
    "1": "require",
    "on": "require",
    "false": "disable",
    "0": "disable",
    "off": "disable",
}
"""What ``ssl=…`` means, as other programs write ``sslmode``."""


def check_parameters(url: URL) -> URL:
    """The address with its parameters named as PostgreSQL names them.

    Raises StoreError, which repeats no value.
    """
    query = dict(url.query)
    if "ssl" in query:
        value = query.pop("ssl")
        query.setdefault("sslmode", SSL_WORDS.get(str(value).lower(), value))
    for name, value in query.items():
        _check_parameter(name, value)
    return url.set(query=query)


def _check_parameter(name: str, value: str | tuple[str, ...]) -> None:
    """Raises StoreError where a parameter is not known, or has a value that it may not have."""
    parameter = PARAMETERS.get(name)
    if parameter is None:
        choices = ", ".join(sorted(PARAMETERS))
        raise StoreError(
            f"its parameter “{brief(name)}” is not known here; leave it out, or use one of "
            f"{choices}"
        )
    if isinstance(value, str):
        values: tuple[str, ...] = (value,)
    elif name in SEVERAL:
        values = value
    else:
        raise StoreError(f"its parameter {name} is there twice")
    flags = re.ASCII if name == "port" else 0
    for text in values:
        if not re.fullmatch(parameter.pattern, text, flags):
            raise StoreError(f"its parameter {name} may be {parameter.choices}")


def engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine on a server.

    Raises StoreError: a parameter or certificate cannot be used, or the driver is not installed.
    """
    url = check_parameters(url)
    arguments: dict[str, object] = {"timeout": CONNECT_SECONDS}
    settings = {}
    for name in ("application_name", "options"):
        if name in url.query:
            settings[name] = _text(url, name)
    if settings:
        arguments["server_settings"] = settings
    if "connect_timeout" in url.query:
        arguments["timeout"] = float(_text(url, "connect_timeout"))
    if "statement_cache_size" in url.query:
        arguments["statement_cache_size"] = int(_text(url, "statement_cache_size"))
    if "target_session_attrs" in url.query:
        arguments["target_session_attrs"] = _text(url, "target_session_attrs")
    try:
        if "sslmode" in url.query:
            arguments["ssl"] = _encryption(url)
    except OSError as error:  # SSLError is one
        raise StoreError(
            f"a certificate of its address cannot be used: {error.strerror or error}"
        ) from None
    driver_query = {name: value for name, value in url.query.items() if name in OF_THE_DRIVER}
    driver_url = url.set(query=driver_query)
    try:
        return create_async_engine(driver_url, connect_args=arguments, **options)
    except ImportError:
        raise StoreError(
            "PostgreSQL needs the package asyncpg; install all that requirements.lock names"
        ) from None


def environment(url: URL) -> Mapping[str, str]:
    """The environment in which PostgreSQL's programs reach the same database in the same way.

    Raises StoreError.
    """
    url = check_parameters(url)
    variables = {}
    for name, value in url.query.items():
        variable = PARAMETERS[name].variable
        if variable:
            variables[variable] = value if isinstance(value, str) else ",".join(value)
    parts = {
        "PGHOST": url.host,
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
    }
    variables |= {name: str(value) for name, value in parts.items() if value}
    variables["PGDATABASE"] = str(url.database)
    names_authority = "sslrootcert" in url.query or OWN_CERTIFICATE.expanduser().exists()
    if _verifies(url) and not names_authority:
        variables["PGSSLROOTCERT"] = os.environ.get("PGSSLROOTCERT", SYSTEM)
    return variables


def _text(url: URL, name: str) -> str:
    value = url.query[name]
    assert isinstance(value, str)
    return value


def _verifies(url: URL) -> bool:
    return url.query.get("sslmode") in ("verify-ca", "verify-full")


def _encryption(url: URL) -> str | ssl.SSLContext:
    """What the driver takes for ``sslmode``. Raises OSError where a certificate cannot be used."""
    mode = _text(url, "sslmode")
    if mode in ("disable", "allow", "prefer"):
        return mode
    certificate = OWN_CERTIFICATE.expanduser()
    default_authority = certificate if certificate.exists() else SYSTEM
    authority_file = url.query.get("sslrootcert") or os.environ.get("PGSSLROOTCERT")
    authority = str(authority_file or default_authority)
    context = ssl.create_default_context(cafile=None if authority == SYSTEM else authority)
    context.check_hostname = mode == "verify-full"
    if mode == "require" and "sslrootcert" not in url.query:  # with it, require is verify-ca
        context.verify_mode = ssl.CERT_NONE
    if "sslcert" in url.query:
        key = _text(url, "sslkey") if "sslkey" in url.query else None
        context.load_cert_chain(_text(url, "sslcert"), key)
    return context
