"""Thinking on the page: the member's own tree of lines in a match, as behind Think in the chat, or
the shared lines.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import render
from bot.chat.board.links import PlayOnFrom, ProposeLine
from bot.chat.discord.components import Item, button
from bot.chat.language import phrases, texts as shared
from bot.domain.errors import NotFound, allowed
from bot.domain.explorations.tree import LONGEST_NOTE, Node, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.match import Match
from bot.domain.values import TEAMS
from bot.web import protocol, texts
from bot.web.actions import action
from bot.web.fields import LONGEST_MOVE, OUT_OF_DATE, Body, text_in
from bot.web.match_view import MatchPage
from bot.web.scenes import Blobs, position
from bot.web.special_moves import special_moves
from bot.web.visits import Visit, without_markup
from render.words import situation

_SPOT = re.compile(r"(\d{1,9})\.(\d{1,9})(?:\.(\d{1,19}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PageSpot:
    """A spot as the page names it.

    :param owner: the member in whose tree it is; 0: the member's own.
    """

    spot: Spot
    owner: int

    @classmethod
    def parse(cls, text: object) -> "PageSpot | None":
        """The spot that is written ``ply.node`` or ``ply.node.owner``; None for anything else."""
        match = _SPOT.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            return None
        ply, node, owner = match.groups()
        return cls(Spot(int(ply), int(node)), int(owner or 0))


async def find_position(visit: Visit, match: Match, shared_lines: Shared | None) -> Explored:
    """The position at the spot of the address, or where the member left off.

    :param shared_lines: the lines in which the spot is; None: it is in the member's own.

    Raises Refused.
    """
    place = PageSpot.parse(visit.query.get("spot"))
    explorations = visit.services.explorations
    if shared_lines is None:
        if place is None:
            return await explorations.begin(match, visit.user)
        return await explorations.look(match, visit.user, place.spot)
    unnamed = dict.fromkeys(shared_lines.trees, visit.t.say(texts.ANOTHER))
    visit.t.names = {**unnamed, visit.user: visit.t.say(texts.YOU), **visit.t.names}
    if place is None:
        spot = Spot(len(match.decisions))
    else:
        spot = shared_lines.spot(place.owner, place.spot)
    return position_at(match, shared_lines.tree, spot)


async def apply_change(visit: Visit, match: Match, body: Body) -> Explored | Match:
    """Do what ``do`` names at the spot, in the member's own tree.

    A spot in somebody else's tree is taken over into it first. The result is the match where a
    draft was made. Raises Refused.
    """
    explorations = visit.services.explorations
    user = visit.user
    place = PageSpot.parse(body.get("spot"))
    if place is None:
        raise NotFound(OUT_OF_DATE)
    spot = place.spot
    if place.owner:
        own_line = await visit.services.sharing.take_over(match.id, user, place.owner, spot)
        spot = own_line.spot

    async def walk() -> Explored:
        move = text_in(body, "move", LONGEST_MOVE)
        return await explorations.walk(match.id, user, spot, move)

    async def note() -> Explored:
        text = text_in(body, "text", LONGEST_NOTE)
        return await explorations.note(match.id, user, spot, " ".join(text.split()))

    changes: dict[object, Callable[[], Awaitable[Explored | Match]]] = {
        "walk": walk,
        "back": partial(explorations.back, match, user, spot),
        "plan": partial(explorations.plan, match.id, user, spot, True),
        "unplan": partial(explorations.plan, match.id, user, spot, False),
        "remove": partial(explorations.remove, match.id, user, spot),
        "note": note,
        "draft": partial(explorations.draft, match.id, user, spot),
    }
    name = body.get("do")
    if not isinstance(name, str) or name not in changes:
        raise NotFound(OUT_OF_DATE)
    return await changes[name]()


def line_view(
    visit: Visit,
    blobs: Blobs,
    explored: Explored,
    shared_lines: Shared | None,
    *,
    has_shared: bool = False,
) -> protocol.ThoughtView:
    """A position of a tree as its page shows it, with all decisions of both sides.

    :param shared_lines: the lines whose position it is; None: the member's own.
    :param has_shared: whether somebody shares lines of the match.
    """
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    state = explored.state
    states = explored.states
    legal_moves = state.legal_moves() if state.to_move is not None else ()
    nodes = [node for root in _roots(explored) for node in tree.below(root.id)]
    step, *notes = [*_lines(visit, explored, shared_lines)]
    scene = position(blobs, states, visit.look, legal_moves=legal_moves)
    return {
        **scene,
        "kind": "thought",
        "match": match.id,
        "name": match.name,
        "game": match.game.slug,
        "title": without_markup(phrases.title(visit.t, match)),
        "spot": [spot.ply, _page_id(spot.node, shared_lines)],
        "step": without_markup(step),
        "notes": [without_markup(note) for note in notes],
        "said": situation(state, states, None, True, visit.t.say),
        "specials": special_moves(visit.t, state, legal_moves),
        "seats": MatchPage(visit, blobs, match).seats(state, is_tried=True),
        "tree": [_node_view(explored, node, shared_lines) for node in nodes],
        "note": tree.notes.get(spot.key, ""),
        "shared": shared_lines is not None,
        "actions": [action(item, "other") for item in _buttons(visit, explored, shared_lines)],
        "may": _possible_acts(visit, explored, shared_lines, has_shared=has_shared),
        "can": {
            "draw": False,
            "sight": render.has_sight(state),
            "think": True,
            "hint": "",
            "hint_again": False,
            "analyse": False,
        },
    }


def _roots(explored: Explored) -> list[Node]:
    """The first nodes of all lines, those of the latest position first."""
    roots = [node for node in explored.tree.nodes.values() if not node.parent]
    return sorted(roots, key=lambda node: (-node.ply, node.id))


def _possible_acts(
    visit: Visit, explored: Explored, shared_lines: Shared | None, *, has_shared: bool
) -> protocol.Thinkable:
    """What the member can do at a position; with shared lines only look."""
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    if shared_lines is not None:
        return {
            "plan": False,
            "unplan": False,
            "plans": False,
            "remove": False,
            "back": False,
            "draft": False,
            "shared": has_shared,
        }
    may_plan = allowed(commands.to_plan, explored, visit.user)
    is_planned = commands.before_passes(tree, spot).node in tree.planned
    return {
        "plan": may_plan and not is_planned,
        "unplan": may_plan and is_planned,
        "plans": match.status == "running" and match.seat_of(visit.user) is not None,
        "remove": bool(spot.node),
        "back": bool(spot.node or spot.ply),
        "draft": allowed(commands.to_draft, match, visit.user, tree, spot),
        "shared": has_shared,
    }


def _buttons(visit: Visit, explored: Explored, shared_lines: Shared | None) -> list[Item]:
    """What the chat offers at a position: to play on from it, or to propose the line to one's
    team.
    """
    match = explored.match
    spot = explored.spot
    if not spot.node:
        if match.status == "running" or match.reason == "adjourned":
            return []
        if explored.state.to_move is None:
            return []
        play_on = PlayOnFrom(match.id, explored.state.ply)
        return [button(visit.t.label(shared.PLAY_ON), play_on)]
    team_moves = (match.mover or 0) < TEAMS
    if shared_lines is None and explored.open and team_moves:
        line = ProposeLine(match.id, spot.node, spot.ply)
        return [button(visit.t.label(shared.PROPOSE), line, "primary")]
    return []


def _lines(visit: Visit, explored: Explored, shared_lines: Shared | None) -> list[str]:
    """What stands below the board."""
    t = visit.t
    state = explored.state
    root = explored.tree.root(explored.spot)
    last = len(explored.match.decisions)
    lines = list[str]()
    if root == last:
        lines.append(t(shared.CURRENT_BOARD))
    else:
        lines.append(t(shared.PAST, n=root, last=last))
    lines += [t(shared.MISSED, line=phrases.line(t, line)) for line in explored.missed]
    if shared_lines is not None:
        lines += _shared_lines_words(visit, explored.spot, shared_lines)
    if state.to_move is None:
        winner = state.outcome and state.outcome.winner
        reason = state.outcome.reason if state.outcome else ""
        return [*lines, phrases.ended(t, state, winner, reason)]
    lines += phrases.prompt(t, state).split("\n")[:1]
    if shared_lines is None:
        lines.append(t(shared.ONLY_YOU))
    return lines


def _shared_lines_words(visit: Visit, spot: Spot, shared_lines: Shared) -> list[str]:
    """Who tried the line to a spot or added it, and their notes on it."""
    t = visit.t
    lines: list[str] = []
    if spot.node:
        who = t.listed([phrases.who(t, user) for user in shared_lines.tried_by(spot)])
        is_added = shared_lines.adder(spot) is not None
        lines.append(t(shared.ADDED_BY if is_added else shared.TRIED_BY, who=who))
    for user, note in shared_lines.notes(spot):
        lines.append(t(shared.NOTE_BY, who=phrases.who(t, user), note=note))
    return lines


def _page_id(node: int, shared_lines: Shared | None) -> int | str:
    """What the page calls a node.

    In shared lines that is the node of the member who tried it first, and that member: the end of
    what ``PageSpot`` reads.
    """
    if shared_lines is None or not node:
        return node
    owner, own_node = next(iter(shared_lines.sources[node].items()))
    return f"{own_node}.{owner}"


def _node_view(explored: Explored, node: Node, shared_lines: Shared | None) -> protocol.NodeView:
    """A node as the page shows it."""
    tree = explored.tree
    spot = tree.after(node)
    if shared_lines is None:
        has_note = spot.key in tree.notes
    else:
        has_note = bool(shared_lines.notes(spot))
    return {
        "id": _page_id(node.id, shared_lines),
        "parent": _page_id(node.parent, shared_lines),
        "ply": node.ply + 1,
        "depth": len(tree.line(spot)),
        "mark": phrases.mark(explored.match.game, node.seat),
        "move": node.decision,
        "planned": node.id in tree.planned,
        "noted": has_note,
    }
