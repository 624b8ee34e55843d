"""``/team start``, ``join`` and ``leave``; the card of a side's vote, and its lines."""

import re
from collections.abc import Sequence

from bot.chat.board import calls, completion
from bot.chat.board.links import FollowMatch, OpenTeam, OpenThink, ProposeLine, ShowBoard
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import (
    Button,
    Post,
    beside,
    button,
    picture,
    post,
    row,
    rows,
    text,
    word,
)
from bot.chat.discord.permissions import require_allowed, tell_missing
from bot.chat.discord.press import MatchPress, Version, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.teams import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, mention
from bot.chat.language.typed import english_clock
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused, allowed
from bot.domain.explorations.tree import Spot
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from bot.domain.opponent import DEFAULT
from bot.domain.teams.service import apply_act
from bot.domain.teams.team import Act, Mark, ProposedLine, Side, Team
from bot.domain.values import COMPUTER, WORLD

LONGEST_SIDE = 2_000
"""Characters: of more mentions than a side has members."""
MENTION = re.compile(r"<@([&!]?)(\d{1,19})>", re.ASCII)
ACTS: dict[Act, str] = {"draw": shared.OFFER_DRAW, "takeback": shared.ASK_TAKEBACK}
ACTS |= {"claim": shared.CLAIM_WIN, "resign": shared.RESIGN}
ACTS |= {
    "withdraw-draw": shared.WITHDRAW_LABELS["draw"],
    "withdraw-takeback": shared.WITHDRAW_LABELS["takeback"],
}
ANSWERS: dict[Act, str] = {"draw": shared.ACCEPT_DRAW, "takeback": shared.GRANT_TAKEBACK}


class JoinTeam(MatchPress, action="teamjoin"):
    """Join a side."""

    seat: Version


class MarkLine(MatchPress, action="teamline"):
    """Open a line that was proposed, vote for it, or veto it."""

    how: Mark
    line: int


class ActTogether(VersionPress, action="teamact"):
    """Vote for what a side is to do, or no longer."""

    what: Act


@feature.command
@slash(
    "team start",
    texts.ABOUT_START,
    options=texts.OPTIONS,
    choices={"game": game_choices()},
    complete={"variant": completion.variant, "clock": completion.clock},
    longest={"side": LONGEST_SIDE, "against": LONGEST_SIDE},
    servers_only=True,
    work="board",
)
async def start(
    reply: Reply,
    game: str,
    side: str = "",
    against: str = "",
    variant: str = "",
    clock: str = "",
    veto: bool = False,
) -> None:
    await require_allowed(reply)
    sides = [_side(reply, typed, veto) for typed in (side, against)[: 1 + ("@" in against)]]
    level = against.strip() or DEFAULT
    terms = (phrases.variant_meant(reply.t, game, variant), english_clock(clock))
    change = await reply.services.teams.start(
        reply.place, reply.person, game, sides, *terms, level, reply.via, mention
    )
    await reply.publish(change.notice)
    await tell_missing(reply)


def _side(reply: Reply, typed: str, veto: bool) -> Side:
    """Who is mentioned; everyone where nothing is typed. Raises Refused."""
    marks = MENTION.findall(typed)
    roles = [int(id) for sign, id in marks if sign == "&"] + [reply.scope] * (
        "@everyone" in typed or not typed.strip()
    )
    people = tuple(dict.fromkeys(int(id) for sign, id in marks if sign != "&"))
    if len(roles) > 1 or not (roles or people):
        raise Refused("mention the members of a side or one role, such as @Ann @Ben")
    return Side(people, roles[0] if roles else None, veto)


@feature.command
@slash(
    "team join",
    texts.ABOUT_JOIN,
    options={"match": shared.ABOUT_MATCH},
    servers_only=True,
    work="board",
)
async def join_command(reply: Reply, match: str) -> None:
    await _show(reply, await reply.meant(match))


@feature.command
@slash("team leave", texts.ABOUT_LEAVE, options={"match": shared.ABOUT_MATCH}, servers_only=True)
async def leave(reply: Reply, match: str) -> None:
    meant = await reply.meant(match)
    await reply.services.teams.leave(meant.id, reply.user)
    await reply.private(word(reply.t(texts.LEFT, match=meant.name)))


@feature.on(OpenTeam, work="board")
async def open_team(reply: Reply, press: OpenTeam) -> None:
    await _show(reply, await reply.watched(press.match))


@feature.on(JoinTeam, work="board")
async def join(reply: Reply, press: JoinTeam) -> None:
    await reply.services.teams.join(
        press.match, press.seat, reply.person, {*await reply.own_roles(), reply.scope}
    )
    await _show(reply, await reply.watched(press.match))


@feature.on(ProposeLine, work="board", page=True)
async def propose(reply: Reply, press: ProposeLine) -> None:
    line = await reply.services.teams.propose(
        press.match, reply.person, Spot(press.ply, press.node)
    )
    await _show(reply, await reply.watched(press.match), line)


@feature.on(MarkLine, work="board")
async def mark(reply: Reply, press: MarkLine) -> None:
    """Vote for a line or veto it, or show where it leads, with what can be done."""
    match, team, line = await reply.services.teams.mark(
        press.match, press.line, reply.user, press.how
    )
    if press.how != "open":
        await _show(reply, match, line if press.how == "vote" else None)
        return
    t = reply.t
    states = follow(match.state, line.decisions)
    image = await reply.services.images.board(
        states[-1], turn=states[: line.turn + 1], **reply.look()
    )
    vote = button(t.label(texts.VOTE), MarkLine(match.id, "vote", line.id), "success")
    veto = button(t.label(texts.VETO), MarkLine(match.id, "veto", line.id), "danger")
    may = team.veto and team.captain == reply.user
    buttons = row(vote, button(t.label(texts.LINES), OpenTeam(match.id)), veto if may else None)
    said = _said(t, match, line, team.lines.index(line) + 1, reply.user)
    head = text(
        t(texts.TITLE, match=match.name, game=match.game.name), said, phrases.status(t, match)
    )
    await reply.private(
        post(head, picture(image), buttons, colour=phrases.colour(match.game, match.to_move))
    )


@feature.on(ActTogether, work="board")
async def act(reply: Reply, press: ActTogether) -> None:
    change = await reply.services.teams.act(
        press.match, reply.person, press.what, press.version, reply.via
    )
    await _show(reply, change.match)
    reply.services.opponent.wake()
    await reply.settle(match=press.match)
    await reply.publish(change.notice)


async def _show(reply: Reply, match: Match, voted: ProposedLine | None = None) -> None:
    """Show the vote of the member's side, or the sides that can be joined. Raises Refused."""
    if not match.by_teams:
        raise Refused("{name} isn’t a team match", name=match.name)
    image = await calls.small_board(reply.services, reply.t, match)
    sides = await reply.services.teams.of(match)
    await reply.private(await _card(reply, match, sides, image, voted))


async def _card(
    reply: Reply, match: Match, sides: Sequence[Team], image: Picture, voted: ProposedLine | None
) -> Post:
    t = reply.t
    reader = reply.user
    roles = {*await reply.own_roles(), reply.scope}
    running = match.status == "running"
    own = next((team for team in sides if reader in team.members), None)
    people = list[str]()
    joins = list[Button]()
    opens = list[Button]()
    acts = list[Button]()
    for team in sides:
        mark = phrases.mark(match.game, team.seat)
        who = phrases.who(t, team.user)
        here = match.scope != WORLD or match.servers[team.seat] == reply.scope
        led = t(texts.CAPTAIN, who=phrases.who(t, team.captain)) if team.captain and here else ""
        people.append(t.count(*texts.MEMBERS, len(team.members), mark=mark, who=who) + led)
        if own is None and running and (reader in team.people or team.role in roles):
            joins.append(
                button(t.label(texts.JOIN, side=who), JoinTeam(match.id, team.seat), "primary")
            )
    if COMPUTER in match.seats:
        seat = match.seats.index(COMPUTER)
        people.insert(seat, f"{phrases.mark(match.game, seat)} {phrases.who(t, COMPUTER)}")
    moves = running and own is not None and match.to_move == own.seat
    lines = list[ProposedLine]()
    shown = list[str]()
    if own is not None and running:
        lines = [line for line in own.lines if line.turn]
        counts = {line.decisions: len(line.votes) for line in own.lines}
        for n, line in enumerate(lines, 1):
            opens.append(button(t.label(texts.OPEN, n=n), MarkLine(match.id, "open", line.id)))
            shown.append(_said(t, match, line, n, reader))
        for what, label in ACTS.items():
            if allowed(apply_act, match, own.user, what):
                asker = {"draw": match.draw_offer, "takeback": match.asker("takeback")}.get(what)
                said = t.label(label if asker is None else ANSWERS[what])
                counted = t.label(
                    texts.COUNTED,
                    act=said,
                    votes=counts.get((what,), 0),
                    needed=own.needed(match, what),
                )
                acts.append(button(counted, ActTogether(match.id, match.version, what)))
    voters = sum(len(line.votes) for line in lines)
    ways = [button(t.label(shared.BOARD), ShowBoard(match.id, match.version))]
    think = button(t.label(shared.THINK), OpenThink(match.id, match.state.ply), "primary")
    ways += [button(t.label(shared.FOLLOW), FollowMatch(match.id))] * running
    outside = [] if own or joins else ways
    return post(
        beside(
            image,
            t(texts.TITLE, match=match.name, game=match.game.name),
            *people,
            phrases.status(t, match),
        ),
        text(
            None
            if voted is None
            else t(texts.YOU_VOTE, moves=phrases.moves(t, voted.decisions[: voted.turn])),
            *(shown or [t(texts.NO_LINES)] * moves),
            t.count(*texts.VOTED, voters) if voters else None,
            t(texts.OUTSIDE if outside else texts.HOW) if running else None,
        ),
        row(*joins, *outside, think if moves else None),
        *rows(opens, 5),
        row(*acts),
        colour=phrases.colour(match.game, match.to_move),
    )


def _said(t: Language, match: Match, line: ProposedLine, n: int, reader: int) -> str:
    """A line with who proposed it, and what the reader and the captain have made of it."""
    said = t(
        texts.LINE,
        n=n,
        moves=phrases.moves(t, line.decisions, match.state),
        who=phrases.who(t, line.user),
    )
    notes = [texts.MY_VOTE] * (reader in line.votes) + [texts.VETOED] * line.vetoed
    return " · ".join((said, *map(t, notes)))
