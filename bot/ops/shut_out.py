"""Users and servers that a host shuts out: written into the database, where running processes find
it in seconds.
"""

from sqlalchemy.engine import URL

from bot.domain.domain import utc_now
from bot.domain.exclusions.service import NONE, Exclusions
from bot.domain.matches.service import Matches
from bot.domain.unit_of_work import Database
from bot.ops import Failed
from bot.ops.copies.transfer import opened


async def shut_out(
    database: URL,
    what: str | None = None,
    number: int | None = None,
    *,
    lift: bool = False,
    list_all: bool = False,
) -> str:
    """Shut somebody out, lift that, or list all; a sentence about what was done.

    :param what: ``user`` or ``server``.
    :param number: their id.

    Raises Failed.
    """
    if not list_all and (what is None or number is None):
        raise Failed("say who: shut-out user ID, shut-out server ID, or shut-out --list")
    async with opened(database) as store:
        data = Database(store, utc_now)
        exclusions = Exclusions(data, Matches(data))
        if what is not None and number is not None:
            return await _change(exclusions, what, number, lift=lift)
        excluded_rows = await exclusions.by_host()
    lines = []
    for row in excluded_rows:
        kind = "user" if row.server == NONE else "server"
        lines.append(f"{kind} {row.user or row.server}, since {row.shut_out_at:%Y-%m-%d %H:%M} UTC")
    return "\n".join(lines) or "nobody is shut out"


async def _change(exclusions: Exclusions, what: str, number: int, *, lift: bool) -> str:
    if not 0 < number < 1 << 63:
        raise Failed(f"{number} is not an id of Discord")
    if what == "user":
        has_effect = await exclusions.shut_out(user=number, server=NONE, lift=lift)
    else:
        has_effect = await exclusions.shut_out(user=NONE, server=number, lift=lift)
    if lift and has_effect:
        return f"{what} {number} may use the bot again"
    if lift:
        return f"{what} {number} was not shut out"
    if has_effect:
        return f"{what} {number} is shut out"
    return f"{what} {number} is shut out already"
