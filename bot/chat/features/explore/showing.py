"""Lines that are shown to everyone once a match is over: the post, and paging through it."""

from __future__ import annotations

from bot.chat.features.explore import lines, texts
from bot.chat.features.explore.presses import AskToShow, PageTree, Paging, ShowTree
from bot.chat.features.explore.thinking import key_of
from bot.chat.kit.components import (
    BLURPLE,
    Button,
    Picture,
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
from bot.chat.kit.delivery.sharing import count_post
from bot.chat.kit.language import phrases
from bot.chat.kit.language.i18n import Language, plain
from bot.chat.kit.links import OpenThink
from bot.chat.kit.match import boards
from bot.chat.kit.reply import Reply, no_such_button
from bot.chat.kit.services import Services
from bot.domain.errors import NotFound, Refused
from bot.domain.events import Notice
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE, Spot
from bot.domain.matches.events import TreeOpened
from bot.domain.matches.exploring.commands import Thought


async def ask(reply: Reply, press: AskToShow) -> None:
    """Ask whether the member means to show their lines."""
    match = await reply.watched(press.match)
    yes = button(reply.t.label(texts.SHOW_YES), ShowTree(match.id), "success")
    no = button(reply.t.label(texts.BACK), OpenThink(match.id, len(match.decisions)))
    await reply.private(question(reply.t(texts.SHOW_QUESTION, match=match.name), yes, no))


async def show(reply: Reply, press: ShowTree) -> None:
    """Show the member's lines to everyone."""
    match = await reply.watched(press.match)
    channel = match.thread or match.channel
    watches = match.guild and match.seat_of(reply.user) is None
    # What players do in their match is posted there in any case.
    if watches and not await reply.services.visibility.writes(reply.interaction, match.scope, channel):
        raise Refused("you can’t write where {name} was played, so nothing is posted for you there", name=match.name)
    explorations = reply.services.explorations
    tree = (await explorations.look(match, reply.user, Spot(0))).tree
    if tree.nodes and not tree.opened:
        count_post(reply, channel, f"{press} {reply.user}")
    notice = await explorations.publish(match.id, reply.user, reply.via)
    await reply.publish(notice)


async def compose(services: Services, t: Language, notice: Notice[TreeOpened]) -> Post | None:
    """The post of lines that a member shows; none where they have been taken back meanwhile."""
    match, owner = await services.matches.get(notice.match or 0), notice.event.by
    t.names = phrases.names_for(notice.dm, zip(match.seats, match.names, strict=True))
    try:
        thought = await services.explorations.shown(match, owner, Spot(len(match.decisions)))
    except NotFound:
        return None
    ends = lines.ends(thought.tree)
    first = await services.explorations.shown(match, owner, ends[0])
    image = await services.images.board(first.state, key=key_of(first), turn=first.states, say=t.say)
    return post(
        text(
            t(texts.SHOWN_TITLE, game=match.game.name, match=match.name, who=phrases.who(t, owner)),
            t.count(*texts.SHOWN_LINES, len(ends)),
            *_words(t, first),
        ),
        picture(image),
        row(
            _page(t.label(texts.STEP_THROUGH), first, owner, ends[0], "first"),
            button(t.label(texts.MINE_TOO), AskToShow(match.id)),
        ),
        colour=BLURPLE,
        pictures=[image],
        **for_notice(notice),
    )


async def page(reply: Reply, press: PageTree) -> None:
    """Show a spot in lines that were shown to everyone."""
    match = await reply.watched(press.match)
    boards.call_by_name(reply, [match])
    spot: Spot | None = press.spot
    if press.how == "menu":
        spot = lines.spot_of(next(iter(reply.values), ""))
    if spot is None:
        raise no_such_button()
    thought = await reply.services.explorations.shown(match, press.owner, spot)
    image = await reply.services.images.board(thought.state, key=key_of(thought), turn=thought.states, **reply.look())
    await reply.private(_paged(reply.t, thought, press.owner, image))


def _paged(t: Language, thought: Thought, owner: int, image: Picture) -> Post:
    """A spot in somebody's lines, with ways to others."""
    match, tree, spot = thought.match, thought.tree, thought.spot
    node = tree.nodes.get(spot.node)
    before = Spot(max(spot.ply - 1, 0)) if node is None else tree.before(node)
    children = tree.children(spot)
    after = tree.after(children[0]) if children else Spot(min(spot.ply + 1, len(match.decisions)))
    on = bool(children) or (node is None and spot.ply < len(match.decisions))
    others = [*lines.options(t, tree, spot), *lines.turns(t, match, spot)]
    return post(
        text(t(texts.SHOWN, match=match.name, who=phrases.who(t, owner)), *_words(t, thought)),
        picture(image),
        row(
            _page("◀", thought, owner, before, "before", disabled=before == spot),
            _page("▶", thought, owner, after if on else spot, "after", disabled=not on),
        ),
        menu(t.label(texts.PAGE_MENU), PageTree(match.id, spot.node, spot.ply, owner, "menu"), others)
        if others
        else None,
        colour=phrases.colour(match.game, thought.state.to_move) or BLURPLE,
        pictures=[image],
    )


def _page(label: str, thought: Thought, owner: int, spot: Spot, how: Paging, *, disabled: bool = False) -> Button:
    press = PageTree(thought.match.id, spot.node, spot.ply, owner, how)
    return button(label, press, disabled=disabled)


def _words(t: Language, thought: Thought) -> list[str | None]:
    """The line, and what its member has noted."""
    tree, spot = thought.tree, thought.spot
    root, last = tree.root(spot), len(thought.match.decisions)
    note = tree.notes.get(spot.key)
    return [
        t(texts.EARLIER, n=root, last=last) if root != last else None,
        lines.said(t, thought) if thought.line else None,
        t(texts.WAS_PREPARED) if spot.node in tree.missed else None,
        t(texts.NOTE, note=plain(note, LONGEST_NOTE)) if note else None,
        t(texts.MATCH_NOTE, note=plain(tree.note, LONGEST_MATCH_NOTE)) if tree.note else None,
    ]
