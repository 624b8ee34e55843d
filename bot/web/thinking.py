"""Thinking on the page: the member's own tree of lines in a match, as behind Think in the chat."""

from collections.abc import Awaitable, Callable, Mapping

from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.domain.errors import NotFound, Refused
from bot.domain.explorations.tree import LONGEST_NOTE, Exploration, Node, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.match import Match
from bot.web import texts
from bot.web.boards import LONGEST_MOVE, View, framed, number_in
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, unmarked

Body = Mapping[str, object]


def _text(body: Body, name: str, longest: int) -> str:
    value = body.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise NotFound("this page is out of date; load it again")
    return value


async def look(visit: Visit, match: Match, spot: str) -> Explored:
    """The position at a ``ply.node``, or where the member left off. Raises Refused."""
    ply, _, node = spot.partition(".")
    if ply.isascii() and ply.isdecimal() and node.isascii() and node.isdecimal() and len(spot) < 16:
        return await visit.services.explorations.look(match, visit.user, Spot(int(ply), int(node)))
    return await visit.services.explorations.begin(match, visit.user)


async def change(visit: Visit, match: Match, body: Body) -> Explored | Match:
    """What ``do`` names at the spot; the match where a draft was made of the line. Raises Refused."""
    explorations, user, do = visit.services.explorations, visit.user, body.get("do")
    spot = Spot(number_in(body, "ply"), number_in(body, "node"))
    acts: dict[object, Callable[[], Awaitable[Explored | Match]]] = {
        "walk": lambda: explorations.walk(match.id, user, spot, _text(body, "move", LONGEST_MOVE)),
        "back": lambda: explorations.back(match, user, spot),
        "plan": lambda: explorations.plan(match.id, user, spot, True),
        "unplan": lambda: explorations.plan(match.id, user, spot, False),
        "remove": lambda: explorations.remove(match.id, user, spot),
        "note": lambda: explorations.note(match.id, user, spot, " ".join(_text(body, "text", LONGEST_NOTE).split())),
        "draft": lambda: explorations.draft(match.id, user, spot),
    }
    if do not in acts:
        raise NotFound("this page is out of date; load it again")
    return await acts[do]()


def shown(visit: Visit, blobs: Blobs, explored: Explored, view: View) -> dict[str, object]:
    """A position of a tree as its page shows it, with all decisions of both sides."""
    match, tree, spot, state = explored.match, explored.tree, explored.spot, explored.state
    offered = state.legal_moves() if state.to_move is not None else ()
    drawn = position(blobs, explored.states, view.look(visit), offered=offered)
    end = commands.before_passes(tree, spot)
    plans = _possible(lambda: commands.to_plan(explored, visit.user))
    drafts = _possible(lambda: commands.to_draft(match, visit.user, tree, spot))
    can = {
        "back": bool(spot.node or spot.ply),
        "plan": plans and end.node not in tree.planned,
        "unplan": plans and end.node in tree.planned,
        "draft": drafts,
        "remove": bool(spot.node),
    }
    return (
        drawn
        | framed(visit, match, explored.states, view, offered, mine=True)
        | {
            "lines": [unmarked(line) for line in _lines(visit, explored)],
            "played": [],
            "spot": [spot.ply, spot.node],
            "tree": [_node(tree, node, match) for node in _ordered(tree)],
            "note": tree.notes.get(spot.key, ""),
            "may": can,
        }
    )


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


def _possible(command: Callable[[], object]) -> bool:
    """Whether a command would do something, and is not refused."""
    try:
        return bool(command())
    except Refused:
        return False
