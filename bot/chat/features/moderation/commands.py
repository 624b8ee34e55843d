"""``/moderate``: bans, matches and results, ratings, notes and titles; and its posts."""

from typing import Literal

import discord
from discord.app_commands import Choice

import games
from bot.chat.board import calls, cards
from bot.chat.board.links import ShowLog
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import BLURPLE, Post, button, post, question, text, word
from bot.chat.discord.offers import LONGEST_CHOICE, Completion, choice, labels_read, read_numbered
from bot.chat.discord.permissions import manages, may_manage, require_manager
from bot.chat.discord.press import Press, number
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.moderation import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, mention, moment, one_line
from bot.chat.language.texts import ABOUT_MATCH
from bot.domain.errors import Refused
from bot.domain.events import Notice
from bot.domain.exclusions.repository import Banned
from bot.domain.matches import endings
from bot.domain.matches.events import MatchStopped
from bot.domain.matches.match import Match
from bot.domain.servers.log import LogEntry
from bot.domain.values import COMPUTER, NOBODY, Person, Viewer, every_channel

# characters of a banned member's name in a choice, in which their id must have room
LONGEST_BANNED = 60


def _all(reply: Reply) -> Viewer:
    """A manager as a viewer of the whole server. Raises Refused for others."""
    require_manager(reply)
    return Viewer(reply.user, reply.place, every_channel)


async def _matches(reply: Reply, current: str) -> list[Choice[str]]:
    """Running matches of the server."""
    if not manages(reply):
        return []
    query = current.strip().upper().lstrip("MW")
    choices = list[Choice[str]]()
    for item in await reply.services.matches.running(_all(reply), limit=100):
        if str(item.number).startswith(query):
            first, second = (
                phrases.named(reply.t, user, name)
                for user, name in zip(item.seats, item.names, strict=True)
            )
            choices.append(choice(f"{item.name} · {first} – {second}", item.name))
    return choices


async def _tournaments(reply: Reply, current: str) -> list[Choice[str]]:
    """Tournaments of the server that are not over."""
    if not manages(reply):
        return []
    query = current.strip().upper().removeprefix("T")
    choices = list[Choice[str]]()
    for item in await reply.services.tournaments.of(_all(reply)):
        if str(item.number).startswith(query):
            choices.append(choice(f"{item.name} · {item.title}", item.name))
    return choices


async def _banned(reply: Reply, current: str) -> list[Choice[str]]:
    """Members who may not use the bot here."""
    if not manages(reply):
        return []
    query = current.casefold().strip()
    choices = list[Choice[str]]()
    for ban in await reply.services.exclusions.banned(reply.scope):
        if query in f"{ban.name} {ban.user}".casefold():
            choices.append(choice(_ban_label(reply.t, ban), str(ban.user)))
    return choices


def _ban_label(t: Language, ban: Banned) -> str:
    """A banned member by name and id."""
    name = one_line(ban.name, LONGEST_BANNED)
    return t.label(shared.HINTS_OF, LONGEST_CHOICE, who=name, n=str(ban.user))


def _read_banned(reply: Reply, text: str) -> str:
    """The id of a banned member by their ``_ban_label``."""
    for label in labels_read(shared.HINTS_OF, text, who=".*", n=r"\d{1,20}"):
        return label["n"]
    return text


MATCH = Completion(_matches, read_numbered)
TOURNAMENT = Completion(_tournaments, read_numbered)
BANNED = Completion(_banned, _read_banned)


@feature.command
@slash(
    "moderate ban", texts.ABOUT_BAN, options={"member": texts.ABOUT_BAN_MEMBER}, managers_only=True
)
async def ban(reply: Reply, member: discord.User) -> None:
    """Let a member use the bot no longer on this server."""
    require_manager(reply)
    if may_manage(member):
        raise Refused(
            "members who manage this server can’t be banned; take that permission away first"
        )
    person = Person(COMPUTER if member.bot else member.id, member.display_name)
    await reply.services.exclusions.ban(reply.place, reply.user, person)
    unban_command = reply.t.command("moderate unban")
    line = reply.t(texts.BANNED, who=mention(member.id), unban=unban_command)
    await reply.private(word(line))


@feature.command
@slash(
    "moderate unban",
    texts.ABOUT_UNBAN,
    options={"member": texts.ABOUT_UNBAN_MEMBER},
    complete={"member": BANNED},
    managers_only=True,
)
async def unban(reply: Reply, member: str) -> None:
    """Lift the ban of a member, who may have left the server."""
    require_manager(reply)
    user = number(member.strip().strip("<@!>")) or COMPUTER
    await reply.services.exclusions.unban(reply.scope, user, reply.user)
    await reply.private(word(reply.t(texts.UNBANNED, who=mention(user))))


@feature.command
@slash(
    "moderate end",
    texts.ABOUT_END,
    options={"match": ABOUT_MATCH},
    complete={"match": MATCH},
    managers_only=True,
)
async def end(reply: Reply, match: str) -> None:
    """Ask whether a match is to end without a result."""
    target = await reply.services.matches.resolve(_all(reply), match)
    endings.stopped(target)  # raises what would be refused
    await _ask_sure(reply, target, shared.CALL_OFF_ASK, shared.CALL_OFF, "end")


@feature.command
@slash("moderate undo", texts.ABOUT_UNDO, options={"match": ABOUT_MATCH}, managers_only=True)
async def undo(reply: Reply, match: str) -> None:
    """Ask whether the result of a match is to be undone."""
    target = await reply.services.matches.resolve(_all(reply), match)
    endings.undone(target)  # raises what would be refused
    await _ask_sure(reply, target, shared.CANCEL_ASK, shared.CANCEL_RESULT, "undo")


class SettleMatch(Press, action="modsettle"):
    """The answer to the question before a match is ended or its result is undone.

    The match is given by its name (M27).
    """

    name: str
    deed: Literal["end", "undo", "keep"]


async def _ask_sure(
    reply: Reply, match: Match, ask: str, yes: str, act: Literal["end", "undo"]
) -> None:
    sure = button(reply.t.label(yes), SettleMatch(match.name, act), "danger")
    keep = button(reply.t.label(shared.NO), SettleMatch(match.name, "keep"))
    await reply.private(question(reply.t(ask, match=match.name), sure, keep))


@feature.on(SettleMatch)
async def settle_match(reply: Reply, press: SettleMatch) -> None:
    """End a match, undo its result, or leave it as it is. Raises Refused."""
    services = reply.services
    match = await services.matches.resolve(_all(reply), press.name)
    if press.deed == "end":
        await services.moderation.end(reply.scope, reply.user, match.id)
        template = texts.ENDED
    elif press.deed == "undo":
        await services.ratings.undo(match.id, reply.user)
        template = texts.RESULT_UNDONE
    else:
        template = shared.KEPT
    if press.deed != "keep":
        await reply.settle(match=match.id)
    await reply.private(word(reply.t(template, match=match.name)))


@feature.command
@slash(
    "moderate reset",
    texts.ABOUT_RESET,
    options={"member": texts.ABOUT_RESET_MEMBER, "game": texts.ABOUT_RESET_GAME},
    choices={"game": game_choices()},
    managers_only=True,
)
async def reset(reply: Reply, member: discord.User, game: str = "") -> None:
    """Reset a member's ratings on this server, or the rating of a game."""
    require_manager(reply)
    await reply.services.ratings.reset(reply.scope, member.id, game or None, reply.user)
    await reply.private(word(reply.t(texts.RATING_RESET, who=mention(member.id))))


@feature.on(ShowLog)
async def show_log(reply: Reply, press: ShowLog) -> None:
    """Show what managers did. Raises Refused."""
    require_manager(reply)
    t = reply.t
    entries = await reply.services.servers.log(reply.scope)
    lines = [_log_line(t, entry) for entry in entries]
    if not lines:
        lines.append(t(texts.LOG_EMPTY))
    await reply.private(post(text(t(texts.LOG), *lines), colour=BLURPLE), anew=True)


def _log_line(t: Language, entry: LogEntry) -> Markup:
    return t(
        texts.LOG_ENTRIES[entry.action],
        when=moment(entry.at, "f"),
        manager=phrases.who(t, entry.manager),
        match=entry.match_name,
        tournament=f"T{entry.tournament}",
        who=phrases.who(t, entry.user or NOBODY),
        game=games.get(entry.game).name if entry.game else "",
    )


@feature.command
@slash(
    "moderate clear",
    texts.ABOUT_CLEAR,
    options=texts.ABOUT_CLEAR_OPTIONS,
    complete={"match": MATCH, "tournament": TOURNAMENT},
    managers_only=True,
)
async def clear(
    reply: Reply, match: str = "", tournament: str = "", member: discord.User | None = None
) -> None:
    """Remove a match's message, a tournament's title, or a member's messages."""
    viewer = _all(reply)
    services = reply.services
    t = reply.t
    lines = []
    if match:
        target = await services.matches.resolve(viewer, match)
        await services.moderation.clear_note(reply.scope, reply.user, target.id)
        await services.sharing.close(target.id)
        lines.append(t(texts.NOTE_CLEARED, match=target.name))
    if tournament:
        item = await services.tournaments.resolve(viewer, tournament)
        item = await services.tournaments.clear_title(item.id, reply.scope, reply.user)
        lines.append(t(texts.TITLE_CLEARED, tournament=item.name, title=item.title))
    if member is not None:
        count = await services.challenges.clear_notes(reply.scope, member.id, reply.user)
        lines.append(t.count(*texts.NOTES_CLEARED, count, who=mention(member.id)))
    if not lines:
        raise Refused(
            "choose what to remove: a match’s message, a tournament’s title, or a member’s messages"
        )
    await reply.private(word("\n".join(lines)))


@feature.composes(MatchStopped)
async def compose_stopped(
    services: Services, t: Language, notice: Notice[MatchStopped]
) -> Post | None:
    """The notice of a match that was ended, or whose result was undone."""
    match = await cards.match_of(services, t, notice)
    is_undone = match.reason == "taken-back"
    line = t(texts.UNDONE if is_undone else texts.STOPPED, match=match.name)
    several = phrases.pinged(t, notice.event.several)
    call_line = phrases.called(t, notice.ping, line)
    if several:
        call_line = t(shared.CALLED, who=several, said=line)
    return await calls.call(services, t, match, notice, call_line)
