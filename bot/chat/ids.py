"""What a button or menu carries in its custom id: what it does, to which match or challenge, and at which version."""

from __future__ import annotations

import re
from typing import NamedTuple

PREFIX = "lh"
LONGEST = 100
MOST = (1 << 63) - 1
"""The largest number that a database keeps; Discord gives no larger one."""
TEMPLATE = re.compile(
    rf"{PREFIX}:(?P<action>[a-z]+):(?P<subject>\d{{1,19}}):(?P<version>\d{{1,9}}):(?P<extra>.{{0,60}})", re.ASCII
)


class Press(NamedTuple):
    """A press of a button or a choice in a menu: all that is needed to act on it, for nothing is kept in memory.

    ``subject`` is the id of a match, a challenge, a tournament or a member (0: none of them), ``version`` the version
    the button was shown at, and ``extra`` what the action needs besides.
    """

    action: str
    subject: int = 0
    version: int = 0
    extra: str = ""

    def __str__(self) -> str:
        text = f"{PREFIX}:{self.action}:{self.subject}:{self.version}:{self.extra}"
        assert len(text) <= LONGEST, text
        assert TEMPLATE.fullmatch(text), text
        return text


def read(custom_id: str) -> Press | None:
    """The press that a custom id stands for; None if we never made such an id."""
    found = TEMPLATE.fullmatch(custom_id)
    if found is None or int(found["subject"]) > MOST:
        return None
    return Press(found["action"], int(found["subject"]), int(found["version"]), found["extra"])
