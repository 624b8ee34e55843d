"""Records, histories and trees that any version since 1.0.0 has stored are read as what they
were.
"""

import json
from pathlib import Path

import pytest

from bot.domain.explorations.repository import read, stored
from bot.domain.explorations.tree import Node, Spot, TurningMark
from bot.domain.imports.record import read_record
from bot.domain.matches import history
from bot.domain.refusals import Refusals
from games import records
from games.records.record import HOWS

STORED = Path(__file__).parents[3] / "data" / "stored"


@pytest.mark.parametrize("name", ["record.txt", "record.json"])
def test_a_stored_record_is_read(name: str) -> None:
    text = (STORED / name).read_text("utf-8")
    record = records.read(text)
    record_text = records.to_json(record) if name.endswith("json") else records.to_text(record)
    assert (
        json.loads(record_text) == json.loads(text)
        if name.endswith("json")
        else record_text == text
    )
    assert (record.match, record.clock, record.rated, record.hints) == (
        "M27",
        "7d+12h weekends off",
        False,
        (2, 1),
    )
    assert {turn.how for turn in record.turns} == set(HOWS)
    read_back = read_record(text)
    assert (read_back.players, read_back.winner, read_back.reason) == (
        ("Ann", "Ben"),
        1,
        "resigned",
    )
    assert read_back.decisions == tuple(move for turn in record.turns for move in turn.moves)


def test_stored_moves_are_read() -> None:
    row = json.loads((STORED / "match.json").read_text("utf-8"))
    moves = history.read(row["game"], row["options"], row["decisions"], row["log"])
    assert (moves.text, moves.log) == (row["decisions"], row["log"])
    assert [(turn.seat, turn.how, len(turn.decisions)) for turn in moves.whole().turns()] == [
        (0, "given", 1),
        (1, "played", 2),
        (0, "prepared", 2),
    ]
    assert moves.given == 1
    assert moves.ends() == (1, 3, 5)
    assert len(moves.states) == 5  # the latest post: the turn that was played and the answer to it
    assert Refusals.read(row["refusals"]).stored() == row["refusals"]
    assert Refusals.read(None).stored() is None


def test_a_stored_tree_is_read() -> None:
    row = json.loads((STORED / "tree.json").read_text("utf-8"))
    tree = read(row)
    assert json.loads(json.dumps(stored(tree))) == row
    assert tree.trunk == ("d5-e3", "e2-f4")
    assert tree.nodes[3] == Node(3, 2, 3, 1, "b1-a3")
    assert tree.notes == {"p1": "hm", "n3": "strong"}
    assert (tree.planned, tree.missed, tree.untold, tree.fresh, tree.added) == (
        {3},
        {4},
        {4},
        {5},
        {2, 3},
    )
    assert (tree.note, tree.serial, tree.draft, tree.draw, tree.opened, tree.looked) == (
        "so long",
        7,
        5,
        True,
        True,
        6,
    )
    assert tree.marks == {3: TurningMark("a1-b3", "h1", "c4-d6", 2)}
    assert [node.id for node in tree.line(Spot(4, 3))] == [2, 3]
