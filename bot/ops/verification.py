"""What Discord asks of an application that is to be verified: beyond 100 servers, and for the App
Directory.
"""

from collections.abc import Iterator

import discord

MOST_UNVERIFIED = 100  # servers that an unverified application may be in
SOON = 75  # servers from which what is missing is a fault
PRIVILEGED = ("presence", "guild_members", "message_content")
BY_HAND = (
    "its owner's identity, and an e-mail address and two-factor sign-in of each member of its team"
)
"""What only the developer portal shows."""


def missing(application: discord.AppInfo) -> Iterator[str]:
    """What the application's page in the developer portal lacks."""
    fields = {
        "an icon": application.icon,
        "a description (docs/directory)": application.description,
        "tags (docs/directory)": application.tags,
        "the address of your terms of service (docs/terms.md)": application.terms_of_service_url,
        "the address of your privacy policy (docs/privacy.md)": application.privacy_policy_url,
        "an install link": application.custom_install_url or application.install_params,
        "a team as its owner": application.team,
        "“Public Bot” switched on": application.bot_public,
        "privileged intents switched off, since the bot uses none": not _has_privileged_intent(
            application.flags
        ),
    }
    return (name for name, value in fields.items() if not value)


def _has_privileged_intent(flags: discord.ApplicationFlags) -> bool:
    names = [f"gateway_{intent}{suffix}" for intent in PRIVILEGED for suffix in ("", "_limited")]
    return any(getattr(flags, name) for name in names)


def verification(application: discord.AppInfo, servers: int) -> tuple[bool, str]:
    """Whether nothing is missing that is needed soon, and a sentence about it."""
    gaps = list(missing(application))
    purpose = f"needed beyond {MOST_UNVERIFIED} servers ({servers} now) and for the App Directory"
    if gaps:
        result = f"still missing: {', '.join(gaps)}"
    else:
        result = "all is there that the bot can see"
    sentence = f"{purpose}; {result}. Discord also asks for {BY_HAND}"
    return servers < SOON or not gaps, sentence
