"""Thinking on the page: the member's own tree of lines in a match, as behind Think in the chat."""

from collections.abc import Awaitable, Callable

from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.domain.errors import NotFound, allowed
from bot.domain.explorations.tree import LONGEST_NOTE, Exploration, Node, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.match import Match
from bot.web import texts
from bot.web.boards import LONGEST_MOVE, OUT_OF_DATE, Body, framed, number_in, text_in
from bot.web.scenes import Blobs
from bot.web.visits import Visit, number, unmarked


async def look(visit: Visit, match: Match) -> Explored:
    """The position at the spot of the address, a ``ply.node``, or where the member left off. Raises Refused."""
    ply, node = map(number, visit.query.get("spot", "").partition(".")[::2])
    if ply is None or node is None:
        return await visit.services.explorations.begin(match, visit.user)
    return await visit.services.explorations.look(match, visit.user, Spot(ply, node))


async def change(visit: Visit, match: Match, body: Body) -> Explored | Match:
    """What ``do`` names at the spot; the match where a draft was made of the line. Raises Refused."""
    explorations, user, do = visit.services.explorations, visit.user, body.get("do")
    spot = Spot(number_in(body, "ply"), number_in(body, "node"))
    acts: dict[object, Callable[[], Awaitable[Explored | Match]]] = {
        "walk": lambda: explorations.walk(match.id, user, spot, text_in(body, "move", LONGEST_MOVE)),
        "back": lambda: explorations.back(match, user, spot),
        "plan": lambda: explorations.plan(match.id, user, spot, True),
        "unplan": lambda: explorations.plan(match.id, user, spot, False),
        "remove": lambda: explorations.remove(match.id, user, spot),
        "note": lambda: explorations.note(match.id, user, spot, " ".join(text_in(body, "text", LONGEST_NOTE).split())),
        "draft": lambda: explorations.draft(match.id, user, spot),
    }
    if do not in acts:
        raise NotFound(OUT_OF_DATE)
    return await acts[do]()


def shown(visit: Visit, blobs: Blobs, explored: Explored) -> dict[str, object]:
    """A position of a tree as its page shows it, with all decisions of both sides."""
    match, tree, spot, state = explored.match, explored.tree, explored.spot, explored.state
    offered = state.legal_moves() if state.to_move is not None else ()
    plans, planned = allowed(commands.to_plan, explored, visit.user), commands.before_passes(tree, spot).node
    return framed(visit, blobs, match, explored.states, offered, mine=True) | {
        "lines": [unmarked(line) for line in _lines(visit, explored)],
        "played": [],
        "spot": [spot.ply, spot.node],
        "tree": [_node(tree, node, match) for node in _ordered(tree)],
        "note": tree.notes.get(spot.key, ""),
        "may": {
            "back": bool(spot.node or spot.ply),
            "plan": plans and planned not in tree.planned,
            "unplan": plans and planned in tree.planned,
            "draft": allowed(commands.to_draft, match, visit.user, tree, spot),
            "remove": bool(spot.node),
        },
    }


def _lines(visit: Visit, explored: Explored) -> list[str]:
    t, match, state = visit.t, explored.match, explored.state
    root, last = explored.tree.root(explored.spot), len(match.decisions)
    where = t(texts.THINK_NOW) if root == last else t(shared.PAST, n=root, last=last)
    lines = [where, *(t(shared.MISSED, line=phrases.line(t, line)) for line in explored.missed)]
    if state.to_move is None:
        outcome = state.outcome
        said = phrases.ended(t, state, outcome and outcome.winner, outcome.reason if outcome else "")
        return [*lines, said]
    return [*lines, *phrases.prompt(t, state).split("\n")[:1], t(texts.ONLY_YOU)]


def _ordered(tree: Exploration) -> list[Node]:
    """The nodes of a tree, each line after the decision from which it goes on."""
    roots = sorted((node for node in tree.nodes.values() if not node.parent), key=lambda node: (-node.ply, node.id))
    return [below for root in roots for below in tree.below(root.id)]


def _node(tree: Exploration, node: Node, match: Match) -> list[object]:
    """A node as the page shows it: id, ply after it, depth, side, decision, and whether it is planned or has a note."""
    depth = len(tree.line(tree.after(node)))
    sign = phrases.mark(match.game, node.seat)
    return [
        node.id, node.ply + 1, depth, sign, node.decision,
        node.id in tree.planned, f"n{node.id}" in tree.notes, node.parent,
    ]  # fmt: skip
