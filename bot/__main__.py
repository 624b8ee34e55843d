"""Starts the bot: on Discord where there is a token, in the sandbox on this machine where there is none.

With arguments it does what a host asks instead: see ``bot.ops.commands``.
"""

from __future__ import annotations

import sys

from bot.ops import logs
from bot.settings import SettingError, load
from bot.store import StoreError

UNUSABLE = 1
"""Exit status when something outside the settings is wrong."""
BAD_SETTING = 2


def main() -> int:
    """Run until stopped; gives the exit status. Errors are one line on stderr."""
    if sys.argv[1:]:
        from bot.ops import commands

        return commands.run(sys.argv[1:])
    try:
        settings = load()
    except SettingError as error:
        return complain(error, BAD_SETTING)
    from bot import serving  # slow: it loads all of the bot

    secrets = logs.Secrets((settings.token, settings.database.password))
    try:
        serving.serve(settings, secrets)
    except StoreError as error:
        return complain(f"DATABASE_URL cannot be used: {secrets.hide(str(error))}", UNUSABLE)
    except serving.Unusable as error:
        return complain(secrets.hide(str(error)), UNUSABLE)
    except KeyboardInterrupt:
        pass
    return 0


def complain(why: object, status: int) -> int:
    """Say in one line why the bot does not run."""
    print(f"loophole: {' '.join(str(why).split())}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
