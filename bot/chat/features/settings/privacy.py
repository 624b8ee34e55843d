"""What is stored about a member: given as a file, and deleted."""

from __future__ import annotations

from bot.chat.features.settings import texts
from bot.chat.features.settings.presses import DeleteMyData, KeepMyData
from bot.chat.kit.commands import slash
from bot.chat.kit.components import BLURPLE, button, file, post, question, text, word
from bot.chat.kit.reply import Reply


@slash("privacy export", texts.ABOUT_EXPORT, work="heavy")
async def export(reply: Reply) -> None:
    stored = await reply.services.privacy.export(reply.user)
    name, data = await reply.services.heavy.written(reply.user, stored, f"loophole-{reply.user}")
    await reply.private(post(text(reply.t(texts.EXPORTED)), file(name), colour=BLURPLE, extra=[(name, data)]))


@slash("privacy delete", texts.ABOUT_DELETE)
async def delete_command(reply: Reply) -> None:
    t = reply.t
    yes = button(t.label(texts.DELETE_YES), DeleteMyData(), "danger")
    await reply.private(question(t(texts.DELETE_ASK), yes, button(t.label(texts.DELETE_NO), KeepMyData())))


async def delete(reply: Reply, press: DeleteMyData) -> None:
    """Delete what is stored about a member."""
    touched = await reply.services.privacy.delete(reply.user)
    await reply.private(word(reply.t.count(*texts.DELETED, touched)))


async def keep(reply: Reply, press: KeepMyData) -> None:
    """Delete nothing after all."""
    await reply.private(word(reply.t(texts.NOT_DELETED)))
