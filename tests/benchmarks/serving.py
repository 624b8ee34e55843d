"""Runs the bot as ``python -m bot`` does, with the Discord at the address that is the first
argument.
"""

import sys

from bot.__main__ import main
from tests.bot.chat.network.address import discord_at

if __name__ == "__main__":
    with discord_at(sys.argv.pop(1)):
        sys.exit(main())
