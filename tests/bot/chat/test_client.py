"""What Discord is told of the commands."""

from __future__ import annotations

from .conftest import Club


async def test_commands_are_registered_again_only_when_they_have_changed(club: Club) -> None:
    def registrations() -> int:
        return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in club.env.http_requests)

    assert registrations() == 1
    await club.restart()
    assert registrations() == 1
    club.bot.client.tree.remove_command("help")
    await club.bot.client.close()
    bot = await club.new_bot()
    bot.client.tree.remove_command("help")
    club.bot = bot
    await club.env.restart_bot(bot.client)
    assert registrations() == 2
