"""Lines of a tree in words and as options of menus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
LONGEST_LINE = 88  # characters of a line in a menu
TURN_DASH = " – "


def named(
    t: Language, match: Match, tree: Exploration, node: Node, turn: Sequence[Node] = ()
) -> str:
    """A decision of a tree as it is written in lists, or the ``turn`` that it ends."""
    spot = tree.after(node)
    nodes = turn or (node,)
    line = [ancestor.decision for ancestor in tree.line(spot)]
    earlier_decisions = (*match.decisions[: tree.root(spot)], *line[: len(line) - len(nodes)])
    decisions = [item.decision for item in nodes]
    return phrases.in_list(t, decisions, begin(match.game, match.options), earlier_decisions)


def in_words(t: Language, explored: Explored) -> Markup:
    """The line from the match to a position."""
    tree = explored.tree
    turns = list[Markup]()
    for seat, nodes in turns_of(explored.line):
        last_node = nodes[-1]
        template = texts.STEP_PLANNED if last_node.id in tree.planned else texts.STEP
        mark = phrases.mark(explored.match.game, seat)
        moves = bold(named(t, explored.match, tree, last_node, nodes))
        turns.append(t(template, mark=mark, moves=moves))
    return Markup(" ".join(turns))


def earlier(t: Language, match: Match, ply: int) -> Markup:
    """After which turn of a match a position from it stands."""
    if not ply:
        return t(texts.BEFORE_ALL)
    turns = match.history.until(ply).state.turns
    return t(texts.EARLIER, n=turns, last=match.state.turns)


def ends(tree: Exploration) -> Sequence[Spot]:
    """Where the lines of a tree end.

    Planned ones come first, then those that can still happen, then the latest.
    """
    spots = [tree.after(node) for node in tree.nodes.values()]
    leaves = [spot for spot in spots if not tree.children(spot)]
    plans = [tree.after(tree.nodes[id]) for id in (*tree.planned, *tree.missed)]

    def order(spot: Spot) -> tuple[bool, bool, int]:
        return spot.node not in tree.planned, not tree.open(spot), -spot.node

    return sorted(dict.fromkeys([*leaves, *plans]), key=order)


def options(
    t: Language,
    match: Match,
    tree: Exploration,
    spot: Spot,
    source: Callable[[Spot], tuple[int, int]] | None = None,
) -> dict[str, str]:
    """Lines of a tree for a menu, but the one shown.

    :param source: gives the owner and the node of a spot in a merged tree
    """
    turning_points = [tree.after(tree.nodes[id]) for id in tree.marks if id in tree.nodes]
    other_ends = [end for end in dict.fromkeys([*turning_points, *ends(tree)]) if end != spot]
    options = dict[str, str]()
    for end in other_ends[:MOST_LINES]:
        turns = [named(t, match, tree, nodes[-1], nodes) for _, nodes in turns_of(tree.line(end))]
        menu_spot = MenuSpot(end)
        if source is not None:
            owner, node = source(end)
            menu_spot = MenuSpot(Spot(end.ply, node), owner)
        options[str(menu_spot)] = t.label(_option_text(tree, end), 100, moves=_last_turns(turns))
    return options


def _option_text(tree: Exploration, end: Spot) -> str:
    if end.node in tree.marks:
        return texts.GO_TURNING
    if end.node in tree.planned:
        return texts.GO_PLANNED
    if end.node in tree.missed:
        return texts.GO_MISSED
    return texts.GO_LINE


def _last_turns(turns: Sequence[str]) -> str:
    """As many turns at the end of a line as an option has room for, at least one."""
    left_out = 0
    while left_out < len(turns) - 1 and len(TURN_DASH.join(turns[left_out:])) > LONGEST_LINE:
        left_out += 1
    text = TURN_DASH.join(turns[left_out:])
    return f"… {text}" if left_out else text


def turns(t: Language, match: Match, spot: Spot) -> dict[str, str]:
    """Positions of the match as options of a menu: now, before the latest turns, and the start."""
    latest_spot = Spot(len(match.decisions))
    start = Spot(0)
    options = dict[str, str]()
    if spot != latest_spot:
        options[str(MenuSpot(latest_spot))] = t.label(texts.GO_NOW, 100)
    bounds = (0, *match.history.ends())
    latest = len(bounds) - 1
    # The first turn is left out: before it is the start, which comes last.
    for turn in range(latest, max(latest - MOST_TURNS, 1), -1):
        earlier_decisions = match.decisions[: bounds[turn - 1]]
        decisions = match.decisions[bounds[turn - 1] : bounds[turn]]
        moves = phrases.in_list(t, decisions, begin(match.game, match.options), earlier_decisions)
        label = t.label(texts.GO_BEFORE, 100, moves=moves, turn=turn)
        options[str(MenuSpot(Spot(len(earlier_decisions))))] = label
    if latest_spot.ply and spot != start:
        options[str(MenuSpot(start))] = t.label(texts.GO_START, 100)
    return options


@dataclass(frozen=True, slots=True)
class MenuSpot:
    """A spot as the value of an option, and the member in whose tree it is (None: the presser's).

    It is written ``ply.node`` or ``ply.node.owner``.
    """

    spot: Spot
    owner: int | None = None

    def __str__(self) -> str:
        if self.owner is None:
            return f"{self.spot.ply}.{self.spot.node}"
        return f"{self.spot.ply}.{self.spot.node}.{self.owner}"

    @classmethod
    def parse(cls, text: str) -> "MenuSpot | None":
        """The spot of an option; None where the option is something else."""
        match [number(part) for part in text.split(".")]:
            case [int(ply), int(node)]:
                return cls(Spot(ply, node))
            case [int(ply), int(node), int(owner)]:
                return cls(Spot(ply, node), owner)
        return None
