"""The bot as a host starts it, with another Discord, whose address is its argument."""

import sys

from bot import __main__

from .address import discord_at

if __name__ == "__main__":
    address = sys.argv.pop()
    with discord_at(address):
        sys.exit(__main__.main())
