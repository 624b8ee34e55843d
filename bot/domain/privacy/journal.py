"""Deletions noted in a file beside the database, so that they are made again when an older copy is
restored.

A line is a deletion: a random number, which the database has too once the deletion is made in it,
and whose data it was, as a keyed hash. The key is in the first line: who has the database or a copy
of it cannot tell who has left.
"""

import errno
import fcntl
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

from bot.disk import OWNER_ONLY, flush, keep_to_owner

SubjectKind: TypeAlias = Literal["person", "scope"]


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deletion that was asked for: of a person's data, or of that of a server or private
    channel.

    :param whose: a keyed hash
    """

    token: str
    kind: SubjectKind
    whose: str
    time: datetime

    @classmethod
    def read(cls, entry: Mapping[str, str]) -> "Deletion":
        """The deletion that ``line`` has written. Raises KeyError, ValueError."""
        time = datetime.fromisoformat(entry["at"])
        kind: SubjectKind = "person" if entry["kind"] == "person" else "scope"
        return cls(entry["token"], kind, entry["whose"], time)

    def line(self) -> dict[str, str]:
        """The deletion as a line of the file."""
        return {
            "token": self.token,
            "kind": self.kind,
            "whose": self.whose,
            "at": self.time.isoformat(),
        }


class Journal:
    """The file of deletions. Every method raises OSError where it cannot be read or written, and
    where it is no such file: what it should have noted cannot be made again.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def begin(self) -> None:
        """Make the file where there is none yet, so that it can be copied away before anything is
        noted in it.
        """
        self._key()

    def note(self, kind: SubjectKind, subject: int, time: datetime) -> str:
        """Note a deletion that is about to be made; it is on the disk then. Its random number."""
        token = secrets.token_hex(16)
        deletion = Deletion(token, kind, _hash(self._key(), kind, subject), time)
        self._append(deletion.line())
        return token

    def withdraw(self, token: str) -> None:
        """Note that a deletion was not made after all."""
        self._append({"withdrawn": token})

    def deletions(self) -> list[Deletion]:
        """What was noted and not withdrawn, the oldest first.

        A line that was cut off by a crash is left out.
        """
        lines = self._lines()
        if not lines and not self.file.exists():
            return []
        self._read_key(lines)
        noted_deletions: dict[str, Deletion] = {}
        for line in lines[1:]:
            with suppress(ValueError, KeyError):
                entry = json.loads(line)
                if "withdrawn" in entry:
                    noted_deletions.pop(entry["withdrawn"], None)
                else:
                    deletion = Deletion.read(entry)
                    noted_deletions[deletion.token] = deletion
        return list(noted_deletions.values())

    def whose(self, deletion: Deletion, subjects: Collection[int]) -> int | None:
        """Which of some persons or scopes a deletion was of; None if none of them."""
        key = self._key()
        for subject in subjects:
            if _hash(key, deletion.kind, subject) == deletion.whose:
                return subject
        return None

    def prune(self, cutoff: datetime) -> None:
        """Leave out what was noted before a moment, and what was withdrawn."""
        with self._locked():
            recent_deletions = [
                deletion for deletion in self.deletions() if deletion.time >= cutoff
            ]
            if len(recent_deletions) + 1 < len(self._lines()):
                lines = [{"key": self._key().hex()}]
                lines += [deletion.line() for deletion in recent_deletions]
                os.replace(self._written(lines), self.file)
                flush(self.file.parent)

    def _key(self) -> bytes:
        """The key, in a file that is its owner's alone also where somebody has copied it back."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            part = self._written([{"key": secrets.token_hex(32)}])
            with suppress(FileExistsError):  # another process was quicker
                os.link(part, self.file)
            part.unlink()
            flush(self.file.parent)
        keep_to_owner(self.file)
        return self._read_key(self._lines())

    def _read_key(self, lines: list[str]) -> bytes:
        """The key in the first of the file's lines. Raises OSError where there is none."""
        try:
            return bytes.fromhex(json.loads(lines[0])["key"])
        except (LookupError, TypeError, ValueError):
            why = "it is not a file of deletions; put the right one in its place"
            raise OSError(errno.EINVAL, why, str(self.file)) from None

    def _lines(self) -> list[str]:
        if not self.file.exists():
            return []
        return self.file.read_text("utf-8", errors="replace").splitlines()

    def _append(self, line: dict[str, str]) -> None:
        with self._locked() as handle:
            # A line before it may have been cut off by a crash; an empty one does no harm.
            os.write(handle, f"\n{json.dumps(line)}\n".encode())
            os.fsync(handle)

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """The open file, locked against writes and replacement by any process."""
        self._key()
        while True:
            handle = os.open(self.file, os.O_WRONLY | os.O_APPEND)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                # else it was replaced while this one waited
                if os.fstat(handle).st_ino == self.file.stat().st_ino:
                    yield handle
                    return
            finally:
                os.close(handle)

    def _written(self, lines: list[dict[str, str]]) -> Path:
        """A new file beside the journal, readable by its owner alone."""
        part = self.file.with_name(f".{self.file.name}.{secrets.token_hex(4)}")
        with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        return part


def _hash(key: bytes, kind: SubjectKind, subject: int) -> str:
    return hmac.new(key, f"{kind} {subject}".encode(), hashlib.sha256).hexdigest()
