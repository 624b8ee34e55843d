"""``/team start``, ``join`` and ``leave``; the card of a side's vote, and its lines."""

import re
from collections.abc import Iterator, Sequence

from bot.chat.board import calls, completion
from bot.chat.board.links import FollowMatch, OpenTeam, OpenThink, ProposeLine, ShowBoard
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import (
    Button,
    Item,
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
from bot.chat.discord.page_commands import OnPage, command_button
from bot.chat.discord.permissions import require_allowed, tell_missing
from bot.chat.discord.press import MAX, MatchPress, Version, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.teams import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, mention
from bot.chat.language.typed import english_clock
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused, allowed
from bot.domain.explorations.tree import Spot
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from bot.domain.opponent import DEFAULT
from bot.domain.teams.service import apply_act
from bot.domain.teams.team import LineMark, ProposedLine, Team, TeamAct, TeamSide
from bot.domain.values import COMPUTER, WORLD

LONGEST_SIDE = 2_000
"""Characters: of more mentions than a side has members."""
MENTION = re.compile(r"<@([&!]?)(\d{1,19})>", re.ASCII)
ACTS: dict[TeamAct, str] = {
    "draw": shared.OFFER_DRAW,
    "takeback": shared.ASK_TAKEBACK,
    "claim": shared.CLAIM_WIN,
    "resign": shared.RESIGN,
    "withdraw-draw": shared.WITHDRAW_LABELS["draw"],
    "withdraw-takeback": shared.WITHDRAW_LABELS["takeback"],
}
ANSWERS: dict[TeamAct, str] = {"draw": shared.ACCEPT_DRAW, "takeback": shared.GRANT_TAKEBACK}


class JoinTeam(MatchPress, action="teamjoin"):
    """Join a side."""

    seat: Version


class MarkLine(MatchPress, action="teamline"):
    """Open a line that was proposed, vote for it, or veto it."""

    how: LineMark
    line: int


class ActTogether(VersionPress, action="teamact"):
    """Vote for what a side is to do, or no longer."""

    what: TeamAct


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
    page=OnPage(
        texts.TEAM_MATCH,
        {"side": "members", "against": "members"},
        {"side": texts.SIDE_ON_PAGE, "against": texts.AGAINST_ON_PAGE},
    ),
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
    """Begin a match of a side against another one, or against the computer at a level."""
    await require_allowed(reply)
    sides = [_side(reply, side, veto)]
    if "@" in against:
        sides.append(_side(reply, against, veto))
    change = await reply.services.teams.start(
        reply.place,
        reply.person,
        game,
        sides,
        phrases.english_variant(reply.t, game, variant),
        english_clock(clock),
        against.strip() or DEFAULT,
        reply.interaction_ref,
        mention,
    )
    await reply.publish(change.notice)
    await tell_missing(reply)


def _side(reply: Reply, text: str, veto: bool) -> TeamSide:
    """Who is mentioned; everyone where nothing is typed. Raises Refused."""
    roles = list[int]()
    people = dict[int, None]()
    for sign, digits in MENTION.findall(text):
        id = int(digits)
        if id > MAX:  # it is nobody's
            continue
        if sign == "&":
            roles.append(id)
        else:
            people[id] = None
    if "@everyone" in text or not text.strip():
        roles.append(reply.scope)
    if len(roles) > 1 or not (roles or people):
        raise Refused("mention the members of a side or one role, such as @Ann @Ben")
    return TeamSide(tuple(people), roles[0] if roles else None, veto)


@feature.command
@slash(
    "team join",
    texts.ABOUT_JOIN,
    options={"match": shared.ABOUT_MATCH},
    servers_only=True,
    work="board",
)
async def join_command(reply: Reply, match: str) -> None:
    """Show the sides of a match, with the buttons to join them."""
    await _show(reply, await reply.find_match(match))


@feature.command
@slash(
    "team leave",
    texts.ABOUT_LEAVE,
    options={"match": shared.ABOUT_MATCH},
    servers_only=True,
    page=OnPage(texts.LEAVE_SIDE),
)
async def leave(reply: Reply, match: str) -> None:
    """Leave one's side of a match."""
    target = await reply.find_match(match)
    await reply.services.teams.leave(target.id, reply.user)
    await reply.private(word(reply.t(texts.LEFT, match=target.name)))


@feature.on(OpenTeam, work="board", page=True, address=True)
async def open_team(reply: Reply, press: OpenTeam) -> None:
    """Show the vote of the member's side."""
    await _show(reply, await reply.watched(press.match))


@feature.on(JoinTeam, work="board", page=True)
async def join(reply: Reply, press: JoinTeam) -> None:
    """Join a side."""
    match = await reply.watched(press.match)
    roles = await _roles(reply, match, await reply.services.teams.of(match))
    await reply.services.teams.join(press.match, press.seat, reply.person, roles)
    await _show(reply, await reply.watched(press.match))


async def _roles(reply: Reply, match: Match, sides: Sequence[Team]) -> set[int]:
    """The roles with which a member may join a side: their own and everyone's, and one that was
    deleted since, for which a side of this server would wait in vain.
    """
    roles = {*await reply.own_roles(), reply.scope}
    for team in sides:
        is_here = match.place_of(team.user).scope == reply.scope
        if team.role is None or team.people or not is_here:
            continue
        if reply.services.gateway.lacks(reply.scope, team.role):
            roles.add(team.role)
    return roles


@feature.on(ProposeLine, work="board", page=True)
async def propose(reply: Reply, press: ProposeLine) -> None:
    """Propose a line to the member's side."""
    spot = Spot(press.ply, press.node)
    line = await reply.services.teams.propose(press.match, reply.person, spot)
    await _show(reply, await reply.watched(press.match), line)


@feature.on(MarkLine, work="board", page=True)
async def mark(reply: Reply, press: MarkLine) -> None:
    """Vote for a line or veto it, or show where it leads, with what can be done."""
    match, team, line = await reply.services.teams.mark(
        press.match, press.line, reply.user, press.how
    )
    if press.how == "open":
        await _show_line(reply, match, team, line)
    elif press.how == "vote":
        await _show(reply, match, line)
    else:
        await _show(reply, match)


async def _show_line(reply: Reply, match: Match, team: Team, line: ProposedLine) -> None:
    """Show where a line leads, with the buttons to vote for it."""
    t = reply.t
    states = follow(match.state, line.decisions)
    turn = states[: line.turn + 1]
    image = await reply.services.images.board(states[-1], turn=turn, **reply.look())
    buttons = [
        button(t.label(texts.VOTE), MarkLine(match.id, "vote", line.id), "success"),
        button(t.label(texts.LINES), OpenTeam(match.id)),
    ]
    if team.veto and team.captain == reply.user:
        buttons.append(button(t.label(texts.VETO), MarkLine(match.id, "veto", line.id), "danger"))
    number = team.turns.index(line) + 1
    head = text(
        t(texts.TITLE, match=match.name, game=match.game.name),
        _line_words(t, match, line, number, reply.user),
        phrases.status(t, match),
    )
    colour = phrases.colour(match.game, match.to_move)
    await reply.private(post(head, picture(image), row(*buttons), colour=colour))


@feature.on(ActTogether, work="board", page=True)
async def act(reply: Reply, press: ActTogether) -> None:
    """Vote for what a side is to do, or no longer."""
    change = await reply.services.teams.act(
        press.match, reply.person, press.what, press.version, reply.interaction_ref
    )
    await _show(reply, change.match)
    reply.services.opponent.wake()
    await reply.settle(match=press.match)
    await reply.publish(change.notice)


async def _show(reply: Reply, match: Match, vote: ProposedLine | None = None) -> None:
    """Show the vote of the member's side, or the sides that can be joined. Raises Refused."""
    if not match.by_teams:
        raise Refused("{name} isn’t a team match", name=match.name)
    image = await calls.small_board(reply.services, reply.t, match)
    sides = await reply.services.teams.of(match)
    await reply.private(await _card(reply, match, sides, image, vote))


async def _card(
    reply: Reply, match: Match, sides: Sequence[Team], image: Picture, vote: ProposedLine | None
) -> Post:
    """The vote of the member's side, or the sides that can be joined.

    :param vote: the line that the member has just voted for
    """
    t = reply.t
    title = t(texts.TITLE, match=match.name, game=match.game.name)
    people = _people(reply, match, sides)
    body = beside(image, title, *people, phrases.status(t, match))
    colour = phrases.colour(match.game, match.to_move)
    own_team = _own_side(sides, reply.user)
    if own_team is not None and match.status == "running":
        parts = _vote_of_side(reply, match, own_team, vote)
        if reply.on_page:
            parts.append(row(command_button(t, "team leave", match=match.name)))
    else:
        joins = [] if own_team is not None else await _join_buttons(reply, match, sides)
        others = [] if own_team is not None or joins else _outside_buttons(t, match)
        instruction = None
        if match.status == "running":
            instruction = t(texts.OUTSIDE if others else texts.HOW)
        parts = [text(_vote(t, vote), instruction), row(*joins, *others)]
    return post(body, *parts, colour=colour)


def _vote_of_side(
    reply: Reply, match: Match, own_team: Team, vote: ProposedLine | None
) -> list[Item | None]:
    """The lines that were proposed, with buttons to open them and to vote for acts."""
    t = reply.t
    moves = match.to_move == own_team.seat
    lines = list[str]()
    opens = list[Button]()
    for number, line in enumerate(own_team.turns, 1):
        lines.append(_line_words(t, match, line, number, reply.user))
        opens.append(button(t.label(texts.OPEN, n=number), MarkLine(match.id, "open", line.id)))
    if moves and not lines:
        lines.append(t(texts.NO_LINES))
    voters = sum(len(line.votes) for line in own_team.turns)
    count = t.count(*texts.VOTED, voters) if voters else None
    think = None
    if moves:
        think = button(t.label(shared.THINK), OpenThink(match.id, match.state.ply), "primary")
    return [
        text(_vote(t, vote), *lines, count, t(texts.HOW)),
        row(think),
        *rows(opens, 5),
        row(*_act_buttons(t, match, own_team)),
    ]


def _own_side(sides: Sequence[Team], user: int) -> Team | None:
    for team in sides:
        if user in team.members:
            return team
    return None


def _people(reply: Reply, match: Match, sides: Sequence[Team]) -> list[str]:
    """How many are on each side, and who leads it, in the order of the seats."""
    lines = [_side_line(reply, match, team) for team in sides]
    if COMPUTER in match.seats:
        seat = match.seats.index(COMPUTER)
        mark = phrases.mark(match.game, seat)
        computer = phrases.who(reply.t, COMPUTER)
        lines.insert(seat, f"{mark} {computer}")
    return lines


def _side_line(reply: Reply, match: Match, team: Team) -> str:
    """How many are on a side and, where it is of this server, who leads it."""
    t = reply.t
    mark = phrases.mark(match.game, team.seat)
    who = phrases.who(t, team.user)
    members = t.count(*texts.MEMBERS, len(team.members), mark=mark, who=who)
    is_here = match.scope != WORLD or match.servers[team.seat] == reply.scope
    if not team.captain or not is_here:
        return members
    captain = phrases.who(t, team.captain)
    return members + t(texts.CAPTAIN, who=captain)


async def _join_buttons(reply: Reply, match: Match, sides: Sequence[Team]) -> list[Button]:
    """Buttons to the sides that a member may join who is on none; none once the match is over."""
    if match.status != "running":
        return []
    t = reply.t
    roles = await _roles(reply, match, sides)
    buttons = list[Button]()
    for team in sides:
        if reply.user in team.people or team.role in roles:
            label = t.label(texts.JOIN, side=phrases.who(t, team.user))
            buttons.append(button(label, JoinTeam(match.id, team.seat), "primary"))
    return buttons


def _outside_buttons(t: Language, match: Match) -> list[Button]:
    """What somebody can do who may join no side."""
    buttons = [button(t.label(shared.BOARD), ShowBoard(match.id, match.version))]
    if match.status == "running":
        buttons.append(button(t.label(shared.FOLLOW), FollowMatch(match.id)))
    return buttons


def _vote(t: Language, vote: ProposedLine | None) -> Markup | None:
    if vote is None:
        return None
    return t(texts.YOU_VOTE, moves=phrases.moves(t, vote.decisions[: vote.turn]))


def _act_buttons(t: Language, match: Match, own_team: Team) -> Iterator[Button]:
    """Buttons to vote for what the side may do, each with its votes."""
    votes = {line.decisions: len(line.votes) for line in own_team.lines}
    askers: dict[TeamAct, int | None] = {
        "draw": match.draw_offer,
        "takeback": match.asker("takeback"),
    }
    for what, label in ACTS.items():
        if not allowed(apply_act, match, own_team.user, what):
            continue
        # Where the other side asks it, the same act agrees.
        is_answer = askers.get(what) is not None
        vote_label = t.label(
            texts.COUNTED,
            act=t.label(ANSWERS[what] if is_answer else label),
            votes=votes.get((what,), 0),
            needed=own_team.needed(match, what),
        )
        yield button(vote_label, ActTogether(match.id, match.version, what))


def _line_words(t: Language, match: Match, line: ProposedLine, number: int, reader: int) -> str:
    """A line with who proposed it, and what the reader and the captain have made of it."""
    moves = phrases.moves(t, line.decisions, match.state)
    proposer = phrases.who(t, line.user)
    parts = [t(texts.LINE, n=number, moves=moves, who=proposer)]
    if reader in line.votes:
        parts.append(t(texts.MY_VOTE))
    if line.vetoed:
        parts.append(t(texts.VETOED))
    return " · ".join(parts)
