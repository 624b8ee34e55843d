"""What requests to Discord raise; ``refusals`` says what that means."""

import aiohttp
import discord

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that was refused, put off, or lost on its way."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits at most when Discord asks for patience; a longer wait is raised as RateLimited."""
