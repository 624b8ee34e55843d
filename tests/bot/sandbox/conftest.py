"""The club of the tests of the chat, whose offline Discord the page shows."""

from tests.bot.chat.conftest import club, limits  # noqa: F401
