"""``/tournament``: announcing, taking part, looking, and what organisers do."""

from __future__ import annotations

import discord
from discord.app_commands import Range

from bot.chat.board import completion as shared_completion
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.permissions import manages, require_allowed, tell_missing
from bot.chat.discord.reply import Reply
from bot.chat.features.tournaments import completion, feature, looking, organising, taking_part, texts
from bot.chat.features.tournaments.cards import early, open_ladder
from bot.chat.features.tournaments.start_times import start_time
from bot.chat.language import phrases
from bot.chat.language.typed import english_clock

NAMED = {"tournament": texts.ABOUT_TOURNAMENT}
COMPLETED = {"tournament": completion.tournament}


@feature.command
@slash(
    "tournament create",
    texts.ABOUT_CREATE,
    options=texts.CREATE_OPTIONS,
    choices={
        "kind": labelled(texts.KINDS),
        "game": game_choices(),
        "late": labelled(texts.LATE),
        "seeding": labelled(texts.SEEDINGS),
    },
    complete={"variant": shared_completion.variant, "clock": shared_completion.clock, "starts": completion.starts},
    servers_only=True,
)
async def create(
    reply: Reply,
    kind: str,
    game: str,
    title: str = "",
    variant: str = "",
    clock: str = "3d",
    rated: bool = True,
    starts: str = "",
    players: Range[int, 2, 256] | None = None,
    rounds: Range[int, 1, 30] | None = None,
    cycles: Range[int, 1, 2] | None = None,
    checkin: Range[int, 1, 72] | None = None,
    days: Range[int, 1, 60] | None = None,
    late: str = "forfeit",
    together: bool = False,
    seeding: str = "rating",
) -> None:
    """Announce a tournament."""
    await require_allowed(reply)
    changed = await reply.services.tournaments.create(
        reply.place,
        reply.person,
        kind,
        game,
        title=title,
        variant=phrases.variant_meant(reply.t, game, variant),
        clock=english_clock(clock),
        rated=rated,
        starts=start_time(starts, reply.services.now()),
        players=players,
        rounds=rounds or 0,
        cycles=cycles or 1,
        checkin=checkin or 0,
        days=days or 0,
        late=late,
        together=together,
        seeding=seeding,
        moderator=manages(reply),
        via=reply.via,
    )
    await reply.publish(changed.notice)
    await tell_missing(reply)


@feature.command
@slash("tournament join", texts.ABOUT_JOIN, options=NAMED, complete=COMPLETED, servers_only=True)
async def join(reply: Reply, tournament: str = "") -> None:
    """Take part."""
    await taking_part.join(reply, (await taking_part.joinable(reply, tournament)).id)


@feature.command
@slash("tournament withdraw", texts.ABOUT_WITHDRAW, options=NAMED, complete=COMPLETED, servers_only=True)
async def withdraw(reply: Reply, tournament: str = "") -> None:
    """Take part no longer."""
    await taking_part.leave(reply, (await taking_part.named(reply, tournament)).id)


@feature.command
@slash(
    "tournament start",
    texts.ABOUT_START,
    options={**NAMED, "when": texts.ABOUT_START_WHEN},
    complete={**COMPLETED, "when": completion.starts},
    servers_only=True,
)
async def start(reply: Reply, tournament: str = "", when: str = "") -> None:
    """Begin now, or at another time than was announced."""
    at = start_time(when, reply.services.now())
    await organising.start(reply, await taking_part.named(reply, tournament, early), at)


@feature.command
@slash(
    "tournament standings", texts.ABOUT_STANDINGS, options=NAMED, complete=COMPLETED, servers_only=True, work="board"
)
async def standings(reply: Reply, tournament: str = "") -> None:
    """How a tournament stands."""
    await looking.show(reply, await taking_part.named(reply, tournament))


@feature.command
@slash("tournament list", texts.ABOUT_LIST, servers_only=True)
async def overview(reply: Reply) -> None:
    """The tournaments of the server."""
    await looking.overview(reply)


@feature.command
@slash(
    "tournament challenge",
    texts.ABOUT_CHALLENGE,
    options={"member": texts.ABOUT_CHALLENGE_MEMBER, **NAMED},
    complete=COMPLETED,
    servers_only=True,
)
async def challenge(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """On a ladder: play somebody above."""
    meant = await taking_part.named(reply, tournament, open_ladder)
    await taking_part.challenge(reply, meant.id, member.id)


@feature.command
@slash(
    "tournament settle",
    texts.ABOUT_SETTLE,
    options={"match": texts.ABOUT_SETTLE_MATCH, "result": texts.ABOUT_SETTLE_RESULT},
    choices={"result": labelled(texts.SETTLED)},
    complete={"match": completion.game},
    servers_only=True,
)
async def settle(reply: Reply, match: str, result: str) -> None:
    """Give a game its result."""
    await organising.settle(reply, match, result)


@feature.command
@slash(
    "tournament replace",
    texts.ABOUT_REPLACE,
    options={"member": texts.ABOUT_REPLACE_MEMBER, "by": texts.ABOUT_REPLACE_BY, **NAMED},
    complete=COMPLETED,
    servers_only=True,
)
async def replace(reply: Reply, member: discord.User, by: discord.User, tournament: str = "") -> None:
    """Let somebody else have a member's place."""
    await organising.replace(reply, await taking_part.named(reply, tournament), member, by)


@feature.command
@slash(
    "tournament remove",
    texts.ABOUT_REMOVE,
    options={"member": texts.ABOUT_REMOVE_MEMBER, **NAMED},
    complete=COMPLETED,
    servers_only=True,
)
async def remove(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Take a member out."""
    await organising.remove(reply, await taking_part.named(reply, tournament), member)


@feature.command
@slash(
    "tournament handover",
    texts.ABOUT_HANDOVER,
    options={"member": texts.ABOUT_HANDOVER_MEMBER, **NAMED},
    complete=COMPLETED,
    servers_only=True,
)
async def handover(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Let somebody else organise."""
    await organising.hand_over(reply, await taking_part.named(reply, tournament), member)


@feature.command
@slash("tournament close", texts.ABOUT_CLOSE, options=NAMED, complete=COMPLETED, servers_only=True)
async def close(reply: Reply, tournament: str = "") -> None:
    """End a tournament before its end, or close a ladder."""
    await organising.ask_close(reply, await taking_part.named(reply, tournament))
