"""A database that has something in every table that play fills, and the commands as a host types
them.
"""

import contextlib
import io
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.ops.logs import QUIET
from bot.store.key_value import remember
from bot.store.tables import challenges, matches
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import played, started

ROOT = Path(__file__).parents[3]


async def filled(domain: Domain, clock: Clock) -> list[int]:
    """Matches that are under way, over, resigned and paused, posts that are owed, a challenge; the
    matches' ids.
    """
    ids = []
    for number, game in enumerate(("veloop-square", "loop", "snipsnip", "vigilance")):
        match = await started(domain, game, note=f"a note with “quotes”, ümläuts and 🎲 {number}")
        ids.append((await played(domain, match.id, 3 + number, seed=number)).id)
        clock.move(minutes=7, milliseconds=3)
    await domain.matches.act(ids[0], ANN.id, endings.resign)
    await domain.challenges.make(HERE, CAT, "veloop-square", note="who?")
    deleted_challenge = await domain.challenges.make(HERE, CAT, "loop")
    await domain.matches.follow(ids[1], CAT.id)
    await domain.members.change(BEN.id, language="ja", flip=True)
    await domain.heartbeat.beat((0,), 1)
    await remember(domain.database.store, "commands:1", "digest")
    async with domain.database.store.write() as connection:
        uneven_banks = matches.update().values(bank0=0.1 + 0.2, bank1=0.1 + 0.2)
        await connection.execute(uneven_banks)
        # Numbers are not given twice: the next challenge must not get the number of this one.
        deletion = challenges.delete().where(challenges.c.id == deleted_challenge.challenge.id)
        await connection.execute(deletion)
    return ids


@contextlib.contextmanager
def log_as_before() -> Iterator[None]:
    """The log, which is one for the whole process, is afterwards as it was."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    hook = sys.excepthook
    levels = {name: logging.getLogger(name).level for name in QUIET}
    try:
        yield
    finally:
        root.handlers[:], sys.excepthook = handlers, hook
        root.setLevel(level)
        logging.captureWarnings(False)
        for name, former_level in levels.items():
            logging.getLogger(name).setLevel(former_level)


@dataclass(frozen=True)
class Answered:
    """What a command said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


def called(folder: Path, *arguments: str, **settings: str) -> Answered:
    """The same as ``typed`` within this process, which takes a tenth of the time."""
    out = io.StringIO()
    err = io.StringIO()
    with (
        log_as_before(),
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["bot", *arguments])
        for name in set(os.environ) - {"PATH", "HOME", "LANG"}:
            patch.delenv(name)
        for name, value in settings.items():
            patch.setenv(name, value)
        try:
            status = main()
        except SystemExit as stopped:  # argparse
            status = int(stopped.code or 0)
    return Answered(status, out.getvalue(), err.getvalue())


def typed(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """``python -m bot`` with these arguments, in a folder, with no settings but these."""
    env = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
        if name in os.environ
    }
    env |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **settings}
    command = [sys.executable, "-m", "bot", *arguments]
    result = subprocess.run(
        command, cwd=folder, env=env, text=True, capture_output=True, timeout=120
    )
    assert "Traceback" not in result.stdout + result.stderr, result.stderr
    return result
