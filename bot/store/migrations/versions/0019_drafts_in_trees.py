"""What a member has drafted becomes a line of their tree in that match."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MATCHES = sa.table("matches", *(sa.column(name) for name in ("id", "to_move", "mover", "decisions", "draft")))
TREES = sa.table("explorations", sa.column("match"), sa.column("user"), sa.column("tree", sa.JSON))
DRAW = "draw"


def upgrade() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.select(MATCHES).where(MATCHES.c.draft != "", MATCHES.c.mover.is_not(None))).all()
    for row in rows:
        own = TREES.c.match == row.id, TREES.c.user == row.mover
        tree = connection.execute(sa.select(TREES.c.tree).where(*own)).scalar_one_or_none()
        trunk = (tree or {}).get("trunk", "").split()
        if row.decisions.split()[: len(trunk)] != trunk:
            continue  # turns were taken back since the tree was stored: this turn has to be begun anew
        new = _drafted(_gone_on(tree or {}, row.decisions), row.to_move, row.draft)
        if tree is None:
            connection.execute(TREES.insert().values(match=row.id, user=row.mover, tree=new))
        else:
            connection.execute(TREES.update().where(*own).values(tree=new))
    op.drop_column("matches", "draft")


def downgrade() -> None:
    op.add_column("matches", sa.Column("draft", sa.Text(), server_default="", nullable=False))
    connection = op.get_bind()
    rows = connection.execute(
        sa.select(TREES, MATCHES.c.decisions).join(
            MATCHES, sa.and_(MATCHES.c.id == TREES.c.match, MATCHES.c.mover == TREES.c.user)
        )
    ).all()
    for row in rows:
        if row.tree.get("draft") and row.tree.get("trunk", "") == row.decisions:
            words = [*_line(row.tree), *([DRAW] if row.tree.get("draw") else [])]
            connection.execute(MATCHES.update().where(MATCHES.c.id == row.match).values(draft=" ".join(words)))


def _nodes(tree: dict[str, Any]) -> list[list[Any]]:
    """The nodes of a tree: id, parent, ply, seat, decision."""
    found = [node.split(".", 4) for node in tree.get("nodes", "").split()]
    return [[*map(int, node[:4]), node[4]] for node in found]


def _written(nodes: list[list[Any]]) -> str:
    return " ".join(".".join(map(str, node)) for node in nodes)


def _gone_on(tree: dict[str, Any], decisions: str) -> dict[str, Any]:
    """A tree that was stored before the latest turns, as it hangs on what was played since."""
    trunk, played = tree.get("trunk", "").split(), decisions.split()
    nodes, notes = _nodes(tree), dict(tree.get("notes", {}))
    for ply in range(len(trunk), len(played)):
        node = next((one for one in nodes if one[1:3] == [0, ply] and one[4] == played[ply]), None)
        if node is None:
            continue
        nodes = [[one[0], 0, *one[2:]] if one[1] == node[0] else one for one in nodes if one is not node]
        if note := notes.pop(f"n{node[0]}", ""):
            notes[f"p{ply + 1}"] = "\n".join(filter(None, (notes.get(f"p{ply + 1}"), note)))
        for key in ("planned", "missed", "untold"):
            tree = {**tree, key: [one for one in tree.get(key, []) if one != node[0]]}
    return {**tree, "trunk": decisions, "nodes": _written(nodes), "notes": notes}


def _drafted(tree: dict[str, Any], seat: int, draft: str) -> dict[str, Any]:
    """A tree with a drafted turn in it, as the lines of a member who has tried it."""
    words = draft.split()
    draw = words[-1:] == [DRAW]
    nodes, serial, fresh = _nodes(tree), tree.get("serial", 0), []
    at, ply = 0, len(tree["trunk"].split())
    for decision in words[:-1] if draw else words:
        node = next((one for one in nodes if one[1:3] == [at, ply] and one[4] == decision), None)
        if node is None:
            serial += 1
            node = [serial, at, ply, seat, decision]
            nodes.append(node)
            fresh.append(serial)
        at, ply = node[0], ply + 1
    return {**tree, "nodes": _written(nodes), "serial": serial, "draft": at, "draw": draw, "fresh": fresh}


def _line(tree: dict[str, Any]) -> list[str]:
    """The decisions of what is drafted in a tree."""
    nodes, line, at = {node[0]: node for node in _nodes(tree)}, list[str](), tree["draft"]
    while at:
        line.append(nodes[at][4])
        at = nodes[at][1]
    return line[::-1]
