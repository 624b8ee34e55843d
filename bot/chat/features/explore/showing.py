"""Lines of a match that is over: shared, posted, paged through, and added to."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

from bot.chat.board import boards, cards
from bot.chat.board.links import OpenThink
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Post,
    button,
    menu,
    picture,
    post,
    question,
    row,
    text,
)
from bot.chat.discord.permissions import manages
from bot.chat.discord.press import MatchPress, Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import count_post
from bot.chat.features.explore import feature, lines, texts
from bot.chat.features.explore.cards import AddLine, AskToShow, SpotFields, SpotPress
from bot.chat.features.explore.thinking import key_of, show as show_own
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, plain
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE, Spot
from bot.domain.matches.events import LineAdded, TreeOpened
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.match import Match
from games.core import State
from games.players.claims import JudgedTurn, in_words, parse_claim


class ShowTree(MatchPress, action="thinkshow"):
    """Share own lines."""


class SharedFields(SpotFields):
    """What every press about a spot in the shared lines carries."""

    owner: int


class SharedPress(SpotPress):
    """A press about a spot in the shared lines, given as a spot in the tree of ``owner``."""

    owner: int


Paging: TypeAlias = Literal["first", "before", "after", "menu"]


class PageTree(SharedPress, action="treepage"):
    """Show the spot; with ``menu`` the spot that was chosen."""

    how: Paging


class TryShared(SharedPress, action="treetry"):
    """Try moves from the spot in the presser's own tree."""


class RemoveLine(SharedPress, action="treeremove"):
    """Stop sharing the line that ``owner`` has added, from the spot on."""


@feature.on(AskToShow)
async def ask(reply: Reply, press: AskToShow) -> None:
    """Ask before own lines are shown to everyone."""
    match = await reply.watched(press.match)
    t = reply.t
    yes = button(t.label(shared.POST_HERE), ShowTree(match.id), "success")
    no = button(t.label(texts.BACK), OpenThink(match.id, len(match.decisions)))
    await reply.private(question(t(texts.SHOW_QUESTION, match=match.name), yes, no))


@feature.on(ShowTree, work="board")
async def show(reply: Reply, press: ShowTree) -> None:
    """Share a player's lines. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    explored = await reply.services.explorations.look(match, reply.user, Spot(0))
    tree = explored.tree
    if tree.nodes and not tree.opened:
        await _require_posting(reply, match, press)
    notice = await reply.services.sharing.publish(match.id, reply.user, reply.interaction_ref)
    await _announce(reply, match, notice)


@feature.on(AddLine, work="board")
async def add(reply: Reply, press: AddLine) -> None:
    """Add one of the member's lines to the shared ones. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    await _require_posting(reply, match, press)
    notice = await reply.services.sharing.add(
        match.id, reply.user, press.spot, reply.interaction_ref
    )
    await _announce(reply, match, notice)


async def _announce(reply: Reply, match: Match, notice: Notice[DomainEvent] | None) -> None:
    await reply.publish(notice)
    reply.services.marking.want(await reply.services.sharing.get(match), reply.user)


async def _require_posting(reply: Reply, match: Match, press: Press) -> None:
    """Count a post of the member in the match's channel.

    Raises Refused if they may not write there, LimitReached.
    """
    channel = match.thread or match.channel
    # A player's press may be posted in any case.
    onlooker = match.guild and match.seat_of(reply.user) is None
    if onlooker and not await reply.services.visibility.writes(
        reply.interaction, match.scope, channel
    ):
        raise Refused(
            "you can’t write where {name} was played, so nothing is posted for you there",
            name=match.name,
        )
    count_post(reply, channel, f"{press} {reply.user}")


@feature.on(RemoveLine, work="board")
async def remove(reply: Reply, press: RemoveLine) -> None:
    """Stop sharing a line, and show what is left."""
    match = await reply.watched(press.match)
    moderator = manages(reply, match.scope)
    sharing = reply.services.sharing
    await sharing.remove(match.id, reply.user, press.owner, press.node, moderator=moderator)
    await _page(reply, await sharing.get(match), Spot(press.ply))


@feature.on(TryShared, work="board")
async def try_on(reply: Reply, press: TryShared) -> None:
    """Continue from a shared position on the member's own board."""
    match = await reply.watched(press.match)
    explored = await reply.services.sharing.take_over(match.id, reply.user, press.owner, press.spot)
    await show_own(reply, explored)


@feature.composes(TreeOpened)
async def compose(services: Services, t: Language, notice: Notice[TreeOpened]) -> Post | None:
    """The post of a shared tree; None if it is no longer shared."""
    owner = notice.event.by
    shared_lines = await services.sharing.find(await cards.match_of(services, t, notice))
    if shared_lines is None or owner not in shared_lines.sharers:
        return None
    ends = lines.ends(shared_lines.trees[owner])
    count = t.count(*texts.SHOWN_LINES, len(ends))
    hint = t(texts.MARKED_SOON)
    title = texts.SHOWN_TITLE
    return await _post(services, t, notice, shared_lines, owner, ends[0], title, count, hint)


@feature.composes(LineAdded)
async def compose_added(services: Services, t: Language, notice: Notice[LineAdded]) -> Post | None:
    """The post of an added line; None if it is no longer shared."""
    adder = notice.event.by
    node = notice.event.node
    shared_lines = await services.sharing.find(await cards.match_of(services, t, notice))
    if shared_lines is None or (adder, node) not in shared_lines.merged:
        return None
    tree = shared_lines.trees[adder]
    end = tree.after(tree.nodes[node])
    return await _post(services, t, notice, shared_lines, adder, end, texts.ADDED_TITLE)


async def _post(
    services: Services,
    t: Language,
    notice: Notice[TreeOpened] | Notice[LineAdded],
    shared_lines: Shared,
    owner: int,
    end: Spot,
    title: str,
    *more: str,
) -> Post:
    """The post of a line, given by its ``end`` in its owner's tree."""
    match = shared_lines.match
    explored = position_at(match, shared_lines.tree, shared_lines.spot(owner, end))
    image = await services.images.board(
        explored.state, key=key_of(explored), turn=explored.states, say=t.say
    )
    heading = t(title, game=match.game.name, match=match.name, who=phrases.who(t, owner))
    look_through = _page_button(t.label(shared.LOOK_THROUGH), shared_lines, explored.spot, "first")
    think = button(
        t.label(shared.THINK), TryShared(match.id, node=end.node, ply=end.ply, owner=owner)
    )
    share_own = None
    if match.imported is None and not set(match.seats).issubset(shared_lines.sharers):
        share_own = button(t.label(texts.MINE_TOO), AskToShow(match.id))
    return post(
        text(heading, *_words(t, shared_lines, explored, owner), *more),
        picture(image),
        row(look_through, think, share_own),
        colour=BLURPLE,
        notice=notice,
    )


@feature.on(PageTree, work="board")
async def page(reply: Reply, press: PageTree) -> None:
    """Show a spot of the shared lines: the one of a button, or the one chosen in the menu."""
    shared_lines = await reply.services.sharing.get(await reply.watched(press.match))
    owner = press.owner
    spot = press.spot
    if press.how == "menu":
        menu_spot = lines.MenuSpot.parse(next(iter(reply.values), ""))
        if menu_spot is None:
            raise no_such_button()
        spot = menu_spot.spot
        owner = menu_spot.owner or press.owner
    reply.services.marking.want(shared_lines, reply.user)
    await _page(reply, shared_lines, shared_lines.spot(owner, spot))


async def _page(reply: Reply, shared_lines: Shared, spot: Spot) -> None:
    """Show a spot of the shared lines, with what the reader may see of the computer's marks."""
    t = reply.t
    match = shared_lines.match
    boards.call_by_name(reply, [match])
    shared_lines = await _without_help(reply, shared_lines)
    tree = shared_lines.tree
    explored = position_at(match, tree, spot)
    spot = explored.spot
    image = await reply.services.images.board(
        explored.state, key=key_of(explored), turn=explored.states, **reply.look()
    )
    options = lines.options(t, match, tree, spot, shared_lines.source) | lines.turns(t, match, spot)
    choose = PageTree(**_fields_of(shared_lines, spot), how="menu")
    card = post(
        text(t(texts.SHOWN, match=match.name), *_words(t, shared_lines, explored)),
        picture(image),
        row(*_page_buttons(reply, shared_lines, spot)),
        menu(t.label(texts.PAGE_MENU), choose, options),
        colour=phrases.colour(match.game, explored.state.to_move) or BLURPLE,
    )
    await reply.private(card)


async def _without_help(reply: Reply, shared_lines: Shared) -> Shared:
    """The shared lines; without the computer's marks where these would help in a rated match."""
    if not shared_lines.tree.marks:
        return shared_lines
    try:
        await reply.services.matches.require_no_help(
            reply.user, shared_lines.match.game.slug, lambda: _marked_states(shared_lines)
        )
    except Refused:
        return replace(shared_lines, tree=replace(shared_lines.tree, marks={}))
    return shared_lines


def _page_buttons(reply: Reply, shared_lines: Shared, spot: Spot) -> Iterator[Button]:
    t = reply.t
    match = shared_lines.match
    fields = _fields_of(shared_lines, spot)
    previous_spot = _before(shared_lines, spot)
    next_spot = _after(shared_lines, spot)
    yield _page_button("◀", shared_lines, previous_spot, "before", disabled=previous_spot == spot)
    yield _page_button("▶", shared_lines, next_spot, "after", disabled=next_spot == spot)
    yield button(t.label(shared.THINK), TryShared(**fields), "primary")
    if shared_lines.adder(spot) is not None:
        may_remove = reply.user in (fields["owner"], match.imported, *match.seats)
        if may_remove or manages(reply, match.scope):
            yield button(t.label(shared.REMOVE_LINE), RemoveLine(**fields), "danger")


def _before(shared_lines: Shared, spot: Spot) -> Spot:
    """The spot a decision earlier; the same at the start of the match."""
    node = shared_lines.tree.nodes.get(spot.node)
    if node is None:
        return Spot(max(spot.ply - 1, 0))
    return shared_lines.tree.before(node)


def _after(shared_lines: Shared, spot: Spot) -> Spot:
    """The spot a decision later; the same at the end.

    It follows the first line from here, else the match.
    """
    tree = shared_lines.tree
    children = tree.children(spot)
    if children:
        return tree.after(children[0])
    if spot.node not in tree.nodes and spot.ply < len(shared_lines.match.decisions):
        return Spot(spot.ply + 1)
    return spot


def _marked_states(shared_lines: Shared) -> list[State]:
    """The states before the turns that the computer has marked."""
    tree = shared_lines.tree
    ends = [tree.after(tree.nodes[id]) for id in tree.marks]
    return [position_at(shared_lines.match, tree, end).states[0] for end in ends]


def _page_button(
    label: str, shared_lines: Shared, spot: Spot, how: Paging, *, disabled: bool = False
) -> Button:
    press = PageTree(**_fields_of(shared_lines, spot), how=how)
    return button(label, press, disabled=disabled)


def _fields_of(shared_lines: Shared, spot: Spot) -> SharedFields:
    """What a press about a spot carries: it is given as a spot in the tree of its owner."""
    owner, node = shared_lines.source(spot)
    return {"match": shared_lines.match.id, "node": node, "ply": spot.ply, "owner": owner}


def _words(
    t: Language, shared_lines: Shared, explored: Explored, titled_member: int | None = None
) -> Iterator[Markup]:
    """The line, who tried it, notes, and the turning point.

    :param titled_member: the member whom the title names already
    """
    tree = explored.tree
    spot = explored.spot
    root = tree.root(spot)
    if root != len(explored.match.decisions):
        yield lines.earlier(t, explored.match, root)
    if explored.line:
        yield lines.in_words(t, explored)
        users = shared_lines.tried_by(spot)
        if users != [titled_member]:
            who = t.listed([phrases.who(t, user) for user in users])
            template = shared.TRIED_BY if shared_lines.adder(spot) is None else shared.ADDED_BY
            yield t(template, who=who)
    yield from _turning_point(t, explored)
    if spot.node in tree.missed:
        yield t(texts.WAS_PREPARED)
    for user, note in shared_lines.notes(spot):
        yield t(shared.NOTE_BY, who=phrases.who(t, user), note=plain(note, LONGEST_NOTE))
    for user in shared_lines.sharers:
        match_note = shared_lines.trees[user].note
        if match_note:
            note = plain(match_note, LONGEST_MATCH_NOTE)
            yield t(texts.MATCH_NOTE_BY, who=phrases.who(t, user), note=note)


def _turning_point(t: Language, explored: Explored) -> Iterator[Markup]:
    """What the computer has proved of the latest turn."""
    mark = explored.tree.marks.get(explored.spot.node)
    if mark is None:
        return
    yield t(texts.TURNING_POINT)
    game = explored.match.game
    decisions = mark.better.split()
    better_turn = JudgedTurn.of(explored.states[0], decisions)
    if mark.line:
        other = Markup(phrases.mark(game, 1 - better_turn.seat))
        moves = phrases.moves(t, mark.line.split())
        yield t.count(*shared.POINT_PUNISHED, mark.win_turns, mark=other, moves=moves)
    claim = parse_claim(mark.claim, better_turn)
    if claim is not None:
        side = Markup(phrases.mark(game, better_turn.seat))
        instead = phrases.moves(t, decisions, explored.states[0])
        why = in_words(claim, better_turn)
        yield t(shared.POINT_BETTER, mark=side, better=instead, why=why)
