"""Thinking on the page: the member's own tree of lines in a match, as behind Think in the chat, or
the shared lines.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from bot.chat.board.links import ProposeLine
from bot.chat.discord.components import Item, button
from bot.chat.language import phrases, texts as shared
from bot.domain.errors import NotFound, allowed
from bot.domain.explorations.tree import LONGEST_NOTE, Node, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.match import Match
from bot.domain.values import TEAMS
from bot.web import texts
from bot.web.boards import OUT_OF_DATE, Body, framed, over_ways, pressable, text_in
from bot.web.fields import LONGEST_MOVE
from bot.web.scenes import Blobs
from bot.web.visits import Visit, unmarked

_SPOT = re.compile(r"(\d{1,9})\.(\d{1,9})(?:\.(\d{1,19}))?", re.ASCII)


def _spot(text: object) -> tuple[Spot, int] | None:
    """The spot that the page names as ``ply.node`` or ``ply.node.owner``, and in whose tree; 0: the
    member's own.
    """
    said = _SPOT.fullmatch(text) if isinstance(text, str) else None
    return said and (Spot(int(said[1]), int(said[2])), int(said[3] or 0))


async def look(visit: Visit, match: Match, there: Shared | None) -> Explored:
    """The position at the spot of the address, or where the member left off; ``there``: in these
    shared lines.

    Raises Refused.
    """
    at = _spot(visit.query.get("spot"))
    explorations = visit.services.explorations
    if there is None:
        own = (
            explorations.begin(match, visit.user)
            if at is None
            else explorations.look(match, visit.user, at[0])
        )
        return await own
    unnamed = dict.fromkeys(there.trees, visit.t.say(texts.ANOTHER))
    visit.t.names = {**unnamed, visit.user: visit.t.say(texts.YOU), **visit.t.names}
    return position_at(
        match, there.tree, Spot(len(match.decisions)) if at is None else there.spot(at[1], at[0])
    )


async def change(visit: Visit, match: Match, body: Body) -> Explored | Match:
    """What ``do`` names at the spot, in the member's own tree; the match where a draft was made.

    Raises Refused.
    """
    explorations = visit.services.explorations
    user = visit.user
    do = body.get("do")
    at = _spot(body.get("spot"))
    if at is None:
        raise NotFound(OUT_OF_DATE)
    spot, owner = at
    if owner:
        spot = (await visit.services.sharing.take_over(match.id, user, owner, spot)).spot
    acts: dict[str, Callable[[], Awaitable[Explored | Match]]] = {
        "walk": lambda: explorations.walk(
            match.id, user, spot, text_in(body, "move", LONGEST_MOVE)
        ),
        "back": partial(explorations.back, match, user, spot),
        "plan": partial(explorations.plan, match.id, user, spot, True),
        "unplan": partial(explorations.plan, match.id, user, spot, False),
        "remove": partial(explorations.remove, match.id, user, spot),
        "note": lambda: explorations.note(
            match.id, user, spot, " ".join(text_in(body, "text", LONGEST_NOTE).split())
        ),
        "draft": partial(explorations.draft, match.id, user, spot),
    }
    if not isinstance(do, str) or do not in acts:
        raise NotFound(OUT_OF_DATE)
    return await acts[do]()


def shown(
    visit: Visit, blobs: Blobs, explored: Explored, there: Shared | None, *, shares: bool = False
) -> dict[str, object]:
    """A position of a tree as its page shows it, with all decisions of both sides; ``there``: of
    these shared lines.

    ``shares``: whether there are some.
    """
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    state = explored.state
    moves = state.legal_moves() if state.to_move is not None else ()
    plans = allowed(commands.to_plan, explored, visit.user)
    planned = commands.before_passes(tree, spot).node
    roots = sorted(
        (node for node in tree.nodes.values() if not node.parent),
        key=lambda node: (-node.ply, node.id),
    )
    own: dict[str, object] = {
        "plan": plans and planned not in tree.planned,
        "unplan": plans and planned in tree.planned,
        "plans": match.status == "running" and match.seat_of(visit.user) is not None,
        "remove": bool(spot.node),
        "back": bool(spot.node or spot.ply),
        "draft": allowed(commands.to_draft, match, visit.user, tree, spot),
    }
    ways: Iterable[Item | None] = () if spot.node else over_ways(visit, match, state)
    if there is None and explored.open and spot.node and (match.mover or 0) < TEAMS:
        ways = [button(visit.t.label(shared.PROPOSE), ProposeLine(match.id, spot.node, spot.ply))]
    return framed(visit, blobs, match, explored.states, moves, mine=True) | {
        "lines": [unmarked(line) for line in _lines(visit, explored, there)],
        "played": [],
        "buttons": pressable(ways),
        "spot": [spot.ply, _id(spot.node, there)],
        "tree": [_node(explored, node, there) for root in roots for node in tree.below(root.id)],
        "note": tree.notes.get(spot.key, ""),
        "may": {"shared": shares} | (own if there is None else {}),
        "shared": there is not None,
    }


def _lines(visit: Visit, explored: Explored, there: Shared | None) -> list[str]:
    t = visit.t
    match = explored.match
    spot = explored.spot
    state = explored.state
    root = explored.tree.root(spot)
    last = len(match.decisions)
    lines = [t(texts.THINK_NOW) if root == last else t(shared.PAST, n=root, last=last)]
    lines += [t(shared.MISSED, line=phrases.line(t, line)) for line in explored.missed]
    if there is not None and spot.node:
        who = t.listed([phrases.who(t, user) for user in there.tried_by(spot)])
        lines.append(t(shared.TRIED_BY if there.adder(spot) is None else shared.ADDED_BY, who=who))
    if there is not None:
        lines += [
            t(shared.NOTE_BY, who=phrases.who(t, user), note=note)
            for user, note in there.notes(spot)
        ]
    if state.to_move is None:
        outcome = state.outcome
        return [
            *lines,
            phrases.ended(t, state, outcome and outcome.winner, outcome.reason if outcome else ""),
        ]
    return [
        *lines,
        *phrases.prompt(t, state).split("\n")[:1],
        *([] if there else [t(texts.ONLY_YOU)]),
    ]


def _id(node: int, there: Shared | None) -> int | str:
    """What the page calls a node: of shared lines the node of the member who tried it first, and
    that member.
    """
    return (
        node
        if there is None or not node
        else "{1}.{0}".format(*next(iter(there.sources[node].items())))
    )


def _node(explored: Explored, node: Node, there: Shared | None) -> list[object]:
    """A node as the page shows it: id, ply after it, depth, side, decision, whether it is planned,
    whether it has a note, and the node before it.
    """
    tree = explored.tree
    sign = phrases.mark(explored.match.game, node.seat)
    noted = bool(there.notes(tree.after(node))) if there else f"n{node.id}" in tree.notes
    return [
        _id(node.id, there),
        node.ply + 1,
        len(tree.line(tree.after(node))),
        sign,
        node.decision,
        node.id in tree.planned,
        noted,
        _id(node.parent, there),
    ]
