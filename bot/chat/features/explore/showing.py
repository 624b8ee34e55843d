"""Lines that are shown to everyone once a match is over: shared when their member says so, paged through, added to."""

from __future__ import annotations

from collections.abc import Iterator

from bot.chat.board import boards
from bot.chat.board.links import OpenThink
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Post,
    button,
    for_notice,
    menu,
    picture,
    post,
    question,
    row,
    text,
)
from bot.chat.discord.delivery.sharing import count_post
from bot.chat.discord.permissions import manages
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.features.explore import feature, lines, texts
from bot.chat.features.explore.presses import AddLine, AskToShow, PageTree, Paging, RemoveLine, ShowTree, TryShared
from bot.chat.features.explore.thinking import key_of
from bot.chat.features.explore.thinking import show as show_thought
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup, plain
from bot.chat.pictures.picture import Picture
from bot.domain.errors import NotFound, Refused
from bot.domain.events import Notice
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE, Spot
from bot.domain.matches.events import LineAdded, TreeOpened
from bot.domain.matches.exploring.commands import Thought, seen
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from games.core import State
from games.players.claims import in_words, lengthened, story


@feature.on(AskToShow)
async def ask(reply: Reply, press: AskToShow) -> None:
    """Ask whether the player means to show their lines."""
    match = await reply.watched(press.match)
    yes = button(reply.t.label(texts.SHOW_YES), ShowTree(match.id), "success")
    no = button(reply.t.label(texts.BACK), OpenThink(match.id, len(match.decisions)))
    await reply.private(question(reply.t(texts.SHOW_QUESTION, match=match.name), yes, no))


@feature.on(ShowTree, work="board")
async def show(reply: Reply, press: ShowTree) -> None:
    """Show the player's lines to everyone. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    tree = (await reply.services.explorations.look(match, reply.user, Spot(0))).tree
    if tree.nodes and not tree.opened:
        await _require_posting(reply, match, press)
    notice = await reply.services.sharing.publish(match.id, reply.user, reply.via)
    await reply.publish(notice)
    reply.services.marking.want(await reply.services.sharing.get(match), reply.user)


@feature.on(AddLine, work="board")
async def add(reply: Reply, press: AddLine) -> None:
    """Add a line of the member's to what is shown. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    await _require_posting(reply, match, press)
    notice = await reply.services.sharing.add(match.id, reply.user, press.spot, reply.via)
    await reply.publish(notice)
    reply.services.marking.want(await reply.services.sharing.get(match), reply.user)


async def _require_posting(reply: Reply, match: Match, press: Press) -> None:
    """Count what the member posts where a match was played. Raises Refused where they may not, LimitReached."""
    channel = match.thread or match.channel
    watches = match.guild and match.seat_of(reply.user) is None
    # What players do in their match is posted there in any case.
    if watches and not await reply.services.visibility.writes(reply.interaction, match.scope, channel):
        raise Refused("you can’t write where {name} was played, so nothing is posted for you there", name=match.name)
    count_post(reply, channel, f"{press} {reply.user}")


@feature.on(RemoveLine, work="board")
async def remove(reply: Reply, press: RemoveLine) -> None:
    """Take an added line out of what is shown. Raises Refused, NotFound."""
    match = await reply.watched(press.match)
    moderator = manages(reply, match.scope)
    await reply.services.sharing.remove(match.id, reply.user, press.owner, press.node, moderator=moderator)
    there = await reply.services.sharing.get(match)
    await _page(reply, there, Spot(press.ply))


@feature.on(TryShared, work="board")
async def try_on(reply: Reply, press: TryShared) -> None:
    """Go on from a spot of what is shown on the member's own board."""
    match = await reply.watched(press.match)
    thought = await reply.services.sharing.take_over(match.id, reply.user, press.owner, press.spot)
    await show_thought(reply, thought)


@feature.composes(TreeOpened)
async def compose(services: Services, t: Language, notice: Notice[TreeOpened]) -> Post | None:
    """The post of lines that a player shows; none where they have been taken back meanwhile."""
    owner = notice.event.by
    try:
        there = await services.sharing.get(await services.matches.get(notice.match or 0))
    except NotFound:
        return None
    if owner not in there.sharers:
        return None
    ends = lines.ends(there.trees[owner])
    count = t.count(*texts.SHOWN_LINES, len(ends))
    return await _post(services, t, notice, there, owner, ends[0], texts.SHOWN_TITLE, count, t(texts.MARKED_SOON))


@feature.composes(LineAdded)
async def compose_added(services: Services, t: Language, notice: Notice[LineAdded]) -> Post | None:
    """The post of a line that somebody has added; none where it has been taken away meanwhile."""
    adder, node = notice.event.by, notice.event.node
    there = await services.sharing.find(await services.matches.get(notice.match or 0))
    if there is None or (adder, node) not in there.found:
        return None
    end = there.trees[adder].after(there.trees[adder].nodes[node])
    return await _post(services, t, notice, there, adder, end, texts.ADDED_TITLE)


async def _post(
    services: Services,
    t: Language,
    notice: Notice[TreeOpened] | Notice[LineAdded],
    there: Shared,
    owner: int,
    end: Spot,
    title: str,
    *more: str,
) -> Post:
    """The post of a line, given by its end in its owner's tree."""
    match = there.match
    t.names = phrases.names_for(notice.dm, zip(match.seats, match.names, strict=True))
    thought = seen(match, there.tree, there.spot(owner, end))
    image = await services.images.board(thought.state, key=key_of(thought), turn=thought.states, say=t.say)
    mine_too = not set(match.seats) <= set(there.sharers) and match.imported is None
    return post(
        text(
            t(title, game=match.game.name, match=match.name, who=phrases.who(t, owner)),
            *_words(t, there, thought, owner),
            *more,
        ),
        picture(image),
        row(
            _go(t.label(texts.STEP_THROUGH), there, thought.spot, "first"),
            button(t.label(texts.TRY_FROM_HERE), TryShared(match.id, end.node, end.ply, owner)),
            button(t.label(texts.MINE_TOO), AskToShow(match.id)) if mine_too else None,
        ),
        colour=BLURPLE,
        pictures=[image],
        **for_notice(notice),
    )


@feature.on(PageTree, work="board")
async def page(reply: Reply, press: PageTree) -> None:
    """Show a spot in lines that were shown to everyone."""
    there = await reply.services.sharing.get(await reply.watched(press.match))
    owner, spot = press.owner, press.spot
    if press.how == "menu":
        chosen = lines.spot_of(next(iter(reply.values), ""))
        if chosen is None:
            raise no_such_button()
        spot, owner = chosen
    reply.services.marking.want(there, reply.user)
    await _page(reply, there, there.spot(owner or press.owner, spot))


async def _page(reply: Reply, there: Shared, spot: Spot) -> None:
    match = there.match
    boards.call_by_name(reply, [match])
    if there.tree.marks:
        try:
            await reply.services.imports.require_no_help(reply.user, match.game.slug, lambda: _turns(there))
        except Refused:
            there = there.without_marks()
    thought = seen(match, there.tree, spot)
    image = await reply.services.images.board(thought.state, key=key_of(thought), turn=thought.states, **reply.look())
    await reply.private(_paged(reply, there, thought, image))


def _turns(there: Shared) -> list[State]:
    """Where the turns start that the computer has marked."""
    ends = (seen(there.match, there.tree, there.tree.after(there.tree.nodes[one])) for one in there.tree.marks)
    return [thought.states[0] for thought in ends]


def _paged(reply: Reply, there: Shared, thought: Thought, image: Picture) -> Post:
    """A spot in what is shown, with ways to others."""
    t, match, tree, spot = reply.t, there.match, there.tree, thought.spot
    node = tree.nodes.get(spot.node)
    before = Spot(max(spot.ply - 1, 0)) if node is None else tree.before(node)
    children = tree.children(spot)
    after = tree.after(children[0]) if children else Spot(min(spot.ply + 1, len(match.decisions)))
    on = bool(children) or (node is None and spot.ply < len(match.decisions))
    others = [*lines.options(t, tree, spot, there.place), *lines.turns(t, match, spot)]
    owner, own = there.place(spot)
    removable = there.adder(spot) is not None and (
        reply.user in (owner, match.imported, *match.seats) or manages(reply, match.scope)
    )
    return post(
        text(t(texts.SHOWN, match=match.name), *_words(t, there, thought)),
        picture(image),
        row(
            _go("◀", there, before, "before", disabled=before == spot),
            _go("▶", there, after if on else spot, "after", disabled=not on),
            button(t.label(texts.TRY_FROM_HERE), TryShared(match.id, own, spot.ply, owner), "primary"),
            button(t.label(texts.REMOVE_LINE), RemoveLine(match.id, own, spot.ply, owner), "danger")
            if removable
            else None,
        ),
        menu(t.label(texts.PAGE_MENU), PageTree(match.id, own, spot.ply, owner, "menu"), others) if others else None,
        colour=phrases.colour(match.game, thought.state.to_move) or BLURPLE,
        pictures=[image],
    )


def _go(label: str, there: Shared, spot: Spot, how: Paging, *, disabled: bool = False) -> Button:
    owner, node = there.place(spot)
    return button(label, PageTree(there.match.id, node, spot.ply, owner, how), disabled=disabled)


def _words(t: Language, there: Shared, thought: Thought, named: int | None = None) -> Iterator[str | None]:
    """The line, who has tried it, what is noted there, and what the computer has proved of its last turn.

    ``named``: the member of whom it was said already that the line is theirs.
    """
    tree, spot = thought.tree, thought.spot
    root, last = tree.root(spot), len(thought.match.decisions)
    if root != last:
        yield t(texts.EARLIER, n=root, last=last) if root else t(texts.BEFORE_ALL)
    if thought.line:
        yield lines.said(t, thought)
        adder = there.adder(spot)
        users = [user for user in there.by[spot.node] if adder in (None, user) and user in (*there.sharers, adder)]
        if users != [named]:
            who = Markup(", ".join(phrases.who(t, user) for user in users))
            yield t(texts.TRIED_BY if adder is None else texts.ADDED_BY, who=who)
    yield from _turning_point(t, thought)
    if spot.node in tree.missed:
        yield t(texts.WAS_PREPARED)
    for user, note in there.notes(spot):
        yield t(texts.NOTE_BY, who=phrases.who(t, user), note=plain(note, LONGEST_NOTE))
    for user in there.sharers:
        if note := there.trees[user].note:
            yield t(texts.MATCH_NOTE_BY, who=phrases.who(t, user), note=plain(note, LONGEST_MATCH_NOTE))


def _turning_point(t: Language, thought: Thought) -> Iterator[str]:
    """What is proved of the latest turn."""
    mark = thought.tree.marks.get(thought.spot.node)
    if mark is None:
        return
    yield t(texts.TURNING_POINT)
    if mark.line:
        yield t.count(*shared.POINT_PUNISHED, mark.within, moves=phrases.moves([mark.line]))
    better = story(follow(thought.states[0], mark.better.split()))
    claim = lengthened(mark.claim, better)
    if claim is not None:
        side = Markup(phrases.mark(thought.match.game, better.seat))
        why = t.whole(in_words(claim, better))
        yield t(shared.POINT_BETTER, mark=side, better=phrases.moves([mark.better]), why=why)
