"""The club of the tests of the chat, whose bot a host looks at."""

from tests.bot.chat.conftest import club, limits  # noqa: F401
