"""Starts the bot: on Discord where there is a token, in the sandbox on this machine where there is
none.

With arguments it does what a host asks instead: see ``bot.ops.commands``.
"""

import sys

from bot.ops import BAD_SETTING, FAILED, Failed, logs
from bot.settings import SettingError, load
from bot.store import StoreError


def main() -> int:
    """Run until stopped; gives the exit status. Errors are one line on stderr."""
    if sys.argv[1:]:
        from bot.ops import commands

        return commands.run(sys.argv[1:])
    secrets = logs.Secrets()
    try:
        settings = load()
        secrets = logs.Secrets((settings.token, settings.secret, settings.database.password))
        from bot import serving  # slow: it loads all of the bot

        serving.serve(settings, secrets)
    except SettingError as error:
        return secrets.complain(error, BAD_SETTING)
    except StoreError as error:
        return secrets.complain(f"DATABASE_URL cannot be used: {error}", FAILED)
    except Failed as error:
        return secrets.complain(error, error.status)
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
