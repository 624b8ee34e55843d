"""A bot of discord.py that does nothing but answer ``/move`` with the same card and picture, from memory.

Its arguments: the address of a Discord, and the file of the picture.
"""

import asyncio
import io
import sys
from pathlib import Path

import discord
import uvloop
from discord import app_commands, ui

from bot.workers import cores
from tests.bot.chat.network.address import discord_at

from .bench_load import TOKEN


def card() -> ui.LayoutView:
    """What the post of a turn looks like: two texts, the picture, a row of buttons."""
    view = ui.LayoutView(timeout=None)
    labels = ("Move", "Board", "⋯")
    view.add_item(
        ui.Container(
            ui.TextDisplay("### Veloop · M27 · turn 14\n● @somebody played d4-e6 c3-d5"),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A board. " * 60)),
            ui.TextDisplay("○ @somebody to move · 3 days left"),
            ui.ActionRow(*(ui.Button(label=label, custom_id=f"press:{label}:27:14") for label in labels)),
        )
    )
    view.stop()
    return view


async def main(picture: bytes) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)

    @tree.command(name="move", description="Play")
    async def move(interaction: discord.Interaction, moves: str, match: str = "") -> None:
        file = discord.File(io.BytesIO(picture), "board.png", description="A board. " * 60)
        await interaction.response.send_message(
            view=card(), files=[file], allowed_mentions=discord.AllowedMentions(users=[discord.Object(5)])
        )

    async with client:
        await client.start(TOKEN)


if __name__ == "__main__":
    with discord_at(sys.argv[1]), cores.single(0, "bare"), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(Path(sys.argv[2]).read_bytes()))
