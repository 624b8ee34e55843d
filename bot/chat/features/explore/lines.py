"""Lines of a tree in words and as options of menus, and the spots in the values of those
options.
"""

from collections.abc import Callable, Sequence

from bot.chat.discord.press import number
from bot.chat.features.explore import texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup, bold
from bot.domain.explorations.tree import Exploration, Node, Spot
from bot.domain.matches.exploring.commands import Explored, turns_of
from bot.domain.matches.history import begin
from bot.domain.matches.match import Match

MOST_LINES = 10  # lines in a menu
MOST_TURNS = 5  # turns of the match in a menu


def named(
    t: Language, match: Match, tree: Exploration, node: Node, turn: Sequence[Node] = ()
) -> str:
    """A decision of a tree as it is written in lists, or all of its ``turn``, whose last decision
    it is.
    """
    spot = tree.after(node)
    nodes = turn or (node,)
    line = [each.decision for each in tree.line(spot)]
    earlier = (*match.decisions[: tree.root(spot)], *line[: len(line) - len(nodes)])
    return phrases.written(
        t, (each.decision for each in nodes), begin(match.game, match.options), earlier
    )


def in_words(t: Language, explored: Explored) -> Markup:
    """The line from the match to a position."""
    steps = (
        t(
            texts.STEP_PLANNED if nodes[-1].id in explored.tree.planned else texts.STEP,
            mark=phrases.mark(explored.match.game, seat),
            moves=bold(named(t, explored.match, explored.tree, nodes[-1], nodes)),
        )
        for seat, nodes in turns_of(explored.line)
    )
    return Markup(" ".join(steps))


def earlier(t: Language, match: Match, ply: int) -> Markup:
    """After which turn of a match a position from it stands."""
    n = match.history.until(ply).state.turns
    last = match.state.turns
    return t(texts.EARLIER, n=n, last=last) if ply else t(texts.BEFORE_ALL)


def ends(tree: Exploration) -> Sequence[Spot]:
    """Where the lines of a tree end: planned ones first, then those that can still happen, then the
    latest.
    """
    leaves = [
        tree.after(node) for node in tree.nodes.values() if not tree.children(tree.after(node))
    ]
    plans = [tree.after(tree.nodes[id]) for id in (*tree.planned, *tree.missed)]
    spots = dict.fromkeys([*leaves, *plans])
    return sorted(
        spots, key=lambda spot: (spot.node not in tree.planned, not tree.open(spot), -spot.node)
    )


def options(
    t: Language,
    match: Match,
    tree: Exploration,
    spot: Spot,
    source: Callable[[Spot], tuple[int, int]] | None = None,
) -> dict[str, str]:
    """Lines of a tree for a menu, but the one shown.

    ``source``: the owner and node of a spot in a merged tree.
    """
    turning = [tree.after(tree.nodes[id]) for id in tree.marks if id in tree.nodes]
    options = dict[str, str]()
    for end in [end for end in dict.fromkeys([*turning, *ends(tree)]) if end != spot][:MOST_LINES]:
        label = texts.GO_LINE
        if end.node in tree.marks:
            label = texts.GO_TURNING
        elif end.node in tree.planned:
            label = texts.GO_PLANNED
        elif end.node in tree.missed:
            label = texts.GO_MISSED
        said = [named(t, match, tree, nodes[-1], nodes) for _, nodes in turns_of(tree.line(end))]
        cut = next(
            (at for at in range(len(said)) if len(" – ".join(said[at:])) <= 88), len(said) - 1
        )
        moves = "… " * (cut > 0) + " – ".join(said[cut:])
        options[_value(end, source)] = t.label(label, 100, moves=moves)
    return options


def turns(t: Language, match: Match, spot: Spot) -> dict[str, str]:
    """The current position, those before the latest turns of the match, and its start, as options
    of a menu.
    """
    now = Spot(len(match.decisions))
    options = {_value(now): t.label(texts.GO_NOW, 100)} if spot != now else {}
    starts = (0, *match.history.ends())
    for turn in range(len(starts) - 1, max(len(starts) - 1 - MOST_TURNS, 1), -1):
        start = starts[turn - 1]
        made = match.decisions
        moves = phrases.written(
            t, made[start : starts[turn]], begin(match.game, match.options), made[:start]
        )
        options[_value(Spot(start))] = t.label(texts.GO_BEFORE, 100, moves=moves, turn=turn)
    if now.ply and spot != Spot(0):
        options[_value(Spot(0))] = t.label(texts.GO_START, 100)
    return options


def _value(spot: Spot, source: Callable[[Spot], tuple[int, int]] | None = None) -> str:
    """A spot as the value of an option: ``ply.node`` or ``ply.node.owner``; ``spot_of`` is the
    inverse.
    """
    if source is None:
        return f"{spot.ply}.{spot.node}"
    owner, node = source(spot)
    return f"{spot.ply}.{node}.{owner}"


def spot_of(chosen: str) -> tuple[Spot, int] | None:
    """The spot of an option's value, and the member in whose tree it is (0: the presser's); None
    for other values.
    """
    match [number(part) for part in chosen.split(".")]:
        case [int(ply), int(node)]:
            return Spot(ply, node), 0
        case [int(ply), int(node), int(owner)]:
            return Spot(ply, node), owner
    return None
