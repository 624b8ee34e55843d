"""What members and servers may set, and what becomes of a person's data."""

from bot.chat.discord.feature import Button, Feature
from bot.chat.features.settings import blocks, hours, member, privacy, retention, server, texts
from bot.chat.features.settings.presses import (
    ChangeMine,
    ChangeServer,
    DeleteMyData,
    KeepMyData,
    SetDaily,
    SetHours,
    TakeVacation,
    Unblock,
    WriteDaily,
    WriteHours,
)

feature = Feature(
    "settings",
    commands=(
        *(member.settings, server.server, privacy.export, privacy.delete_command),
        *(blocks.block, blocks.block_menu),
    ),
    groups={"privacy": texts.ABOUT_PRIVACY},
    buttons=(
        Button(ChangeMine, member.change),
        Button(TakeVacation, member.take_vacation),
        Button(WriteHours, hours.write),
        Button(SetHours, member.set_hours),
        Button(WriteDaily, hours.write_daily),
        Button(SetDaily, member.set_daily),
        Button(Unblock, blocks.unblock),
        Button(ChangeServer, server.change),
        Button(DeleteMyData, privacy.delete, work="heavy"),
        Button(KeepMyData, privacy.keep),
    ),
    jobs=retention.JOBS,
)
