"""Trees of lines that members think through in their matches, in place of prepared answers alone."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "explorations",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_explorations_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_explorations")),
    )
    op.create_index(op.f("ix_explorations_user"), "explorations", ["user"])
    for table in ("matches", "challenges"):
        op.add_column(table, sa.Column("explore", sa.Boolean(), server_default=sa.true(), nullable=False))
    _take_over()
    op.drop_table("conditionals")


def downgrade() -> None:
    op.create_table(
        "conditionals",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_conditionals_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_conditionals")),
    )
    for table in ("challenges", "matches"):
        op.drop_column(table, "explore")
    op.drop_table("explorations")


def _take_over() -> None:
    """Make a tree of what each player has prepared."""
    matches = sa.table("matches", *(sa.column(name) for name in ("id", "seat0", "seat1", "decisions")))
    old = sa.table("conditionals", sa.column("match"), sa.column("seat"), sa.column("tree", sa.JSON))
    new = sa.table("explorations", sa.column("match"), sa.column("user"), sa.column("tree", sa.JSON))
    connection = op.get_bind()
    columns = old.c.match, old.c.seat, old.c.tree, matches.c.seat0, matches.c.seat1, matches.c.decisions
    rows = connection.execute(sa.select(*columns).join(matches, matches.c.id == old.c.match)).all()
    for match, seat, answers, first, second, decisions in rows:
        trunk = decisions.split()
        nodes = list(_nodes(answers, seat, 0, len(trunk), [0]))
        tree = {
            "trunk": decisions,
            "nodes": " ".join(".".join(map(str, node)) for node in nodes),
            "planned": [node[0] for node in nodes if node[3] == seat],
            "serial": len(nodes),
        }
        connection.execute(new.insert().values(match=match, user=(first, second)[seat], tree=tree))


def _nodes(
    answers: Any, seat: int, parent: int, ply: int, serial: list[int]
) -> Iterator[tuple[int, int, int, int, str]]:
    """What was prepared after ``ply`` decisions as nodes: id, parent, ply, seat, decision."""
    for theirs, answer in answers.items():
        at, depth = parent, ply
        for who, turn in ((1 - seat, theirs), (seat, answer["reply"])):
            for decision in turn.split():
                serial[0] += 1
                yield serial[0], at, depth, who, decision
                at, depth = serial[0], depth + 1
        yield from _nodes(answer["then"], seat, at, depth, serial)
