"""Runs the bot as ``python -m bot`` does, with the Discord at the address that is the first argument."""

from __future__ import annotations

import sys

import discord.http

from bot.__main__ import main

if __name__ == "__main__":
    discord.http.Route.BASE = f"{sys.argv.pop(1)}/api/v10"
    sys.exit(main())
