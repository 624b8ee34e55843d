"""Records: written as text and JSON, read back alike, shown by the command, and refused with the
line at fault.
"""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import games
from games.__main__ import main
from games.records import Record, RecordedTurn, RecordError, read, to_json, to_text

pytestmark = pytest.mark.usefixtures("translatable_sentences")


def recorded(game: games.Game, seed: int = 1, most: int = 60) -> Record:
    """A record of a random match, or of its beginning."""
    rng = random.Random(seed)
    state = game.start()
    turns: list[RecordedTurn] = []
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    while state.to_move is not None and state.ply < most:
        seat = state.to_move
        moves = []
        while state.to_move == seat:
            move = rng.choice(state.legal_moves())
            moves.append(str(move))
            state = state.play(move)
        at += timedelta(minutes=rng.randrange(5000))
        how = "passed" if moves == ["pass"] else rng.choice(("played", "prepared"))
        turns.append(RecordedTurn(seat, tuple(moves), rng.choice((at, None)), how))
    over = state.outcome
    return Record(
        game=game,
        options=dict(state.options),
        players=("Ann: [the] 1. first", "Бен 🎲"),
        turns=tuple(turns),
        status="finished" if over else "running",
        winner=over.winner if over else None,
        reason=over.reason if over else "",
        match="M27",
        started_at=datetime(2026, 3, 2, 12, tzinfo=UTC),
        finished_at=at if over else None,
        clock="7d+12h weekends off",
        rated=True,
    )


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
@pytest.mark.parametrize("write", [to_text, to_json])
def test_a_record_is_read_back_as_it_was(game: games.Game, write) -> None:  # type: ignore[no-untyped-def]
    record = recorded(game)
    assert read(write(record)) == record
    assert read("\ufeff" + write(record).replace("\n", "\r\n")) == record
    assert [str(state.last_move) for state in record.states()[1:]] == [
        move for turn in record.turns for move in turn.moves
    ]


def test_a_text_record_can_be_read_by_people() -> None:
    game = games.get("veloop-square")
    turns = (
        RecordedTurn(0, ("e4-d6",), datetime(2026, 3, 2, 12, tzinfo=UTC)),
        RecordedTurn(1, ("e5-c6", "c6-d4")),
    )
    text = to_text(Record(game, game.complete({}), ("Ann", "Ben\nBen"), turns, match="M1"))
    assert text == (
        "Loophole record 1\n"
        "Game: veloop-square (Veloop)\n"
        "Options: board=8x8, turns=double (8x8, double turns)\n"
        "Black: Ann\n"
        "White: Ben Ben\n"
        "Match: M1\n"
        "Clock: none\n"
        "Rated: no\n"
        "Result: running\n"
        "\n"
        "   1. Black: e4-d6        [2026-03-02 12:00:00 UTC]\n"
        "   2. White: e5-c6 c6-d4\n"
    )


def test_times_of_records_are_in_universal_time_whether_they_say_so_or_not() -> None:
    record = recorded(games.get("veloop-square"))
    text = to_text(record)
    assert read(text.replace("12:00:00 UTC", "12:00:00.75 UTC")) == record, (
        "to the second, as they are written"
    )
    assert "Started: 2026-03-02 12:00:00 UTC\n" in text
    assert read(text.replace(" UTC", "")) == read(text) == record


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Loophole record 1", "Loophole record 2", "newer version"),
        ("Loophole record 1", "Hello", "the first line must be"),
        ("Game: veloop-square", "Game: veloop-sqare", "did you mean veloop-square"),
        ("board=8x8", "board=9x9", "9x9"),
        ("board=8x8", "board", "write options like board=8x8"),
        ("Clock: ", "Clock ", "no colon"),
        ("Clock: ", "Klock: ", "no label"),
        ("Result: ", "Result: perhaps ", "the result can be"),
        ("   1. Black: ", "   1. Blue: ", "isn’t a turn"),
        ("   1. Black: ", "   1. ", "isn’t a turn"),
        ("Started: 2026-03-02", "Started: someday", "isn’t a time"),
    ],
)
def test_a_record_that_is_none_is_refused_with_what_is_wrong(
    old: str, new: str, words: str
) -> None:
    text = to_text(recorded(games.get("veloop-square")))
    with pytest.raises(games.GameError, match=words):
        read(edited(text, old, new))


def test_moves_that_are_not_legal_are_named() -> None:
    record = read("Loophole record 1\nGame: veloop-square\n\n1. Black: a1-b3\n")
    with pytest.raises(RecordError, match="turn 1, a1-b3: "):
        record.states()
    record = read("Loophole record 1\nGame: veloop-square\n\n1. White: e5-d7\n")
    with pytest.raises(RecordError, match="it isn’t White’s turn"):
        record.states()


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"format": "other"},
        {"game": 7},
        {"game": None},
        {"options": []},
        {"turns": [7]},
        {"turns": [{"seat": 2, "moves": []}]},
        {"turns": [{"seat": True, "moves": []}]},
        {"turns": [{"seat": 0.0, "moves": []}]},
        {"winner": 1.0},
        {"turns": [{"seat": 0, "moves": [1]}]},
        {"winner": 3},
        {"status": "odd"},
        {"started": "soon"},
        {"clock": 1},
    ],
)
def test_json_that_is_no_record_is_refused(change: dict[str, object]) -> None:
    value = json.loads(to_json(recorded(games.get("veloop-square"), most=4)))
    with pytest.raises(games.GameError):
        read(json.dumps({**value, **change}))


@pytest.mark.parametrize(
    "text", ["", "{", "{}", "[" * 5000, '{"format":' * 5000, "x" * 1_000_001, "\x00"]
)
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read(text)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_read_or_refused_but_never_breaks(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(games.catalog()))
    text = data.draw(st.sampled_from([to_text, to_json]))(recorded(game, most=6))
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 10))
    damaged = text[:at] + data.draw(st.text(max_size=8)) + text[at + cut :]
    try:
        record = read(damaged)
        record.states()
        assert read(to_json(record)).turns == record.turns
    except games.GameError:
        pass


@pytest.mark.parametrize("write", [to_text, to_json])
def test_the_command_shows_a_record(
    write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "match.txt"
    file.write_text(write(recorded(games.get("snipsnip"))), encoding="utf-8")
    assert main(["show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "SnipSnip" in shown
    assert "   1. White: " in shown
    assert "wins" in shown
    assert main(["show", str(file), "--ply", "1"]) == 0
    assert "   2. " not in capsys.readouterr().out
    assert main(["show", str(file), "--ply", "1000"]) == 1
    assert "the match has " in capsys.readouterr().err


def test_the_command_says_in_a_line_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad").write_text("hello")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for file in ("missing", "bad", "binary", "."):
        assert main(["show", str(tmp_path / file)]) == 1
        error = capsys.readouterr().err
        assert error.startswith(str(tmp_path / file).rstrip("/."))
        assert error.count("\n") == 1
    assert main(["list"]) == 0
    assert "veloop-square" in capsys.readouterr().out


def test_the_record_in_the_pages_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    found = read(page.split("```")[1])
    assert found.turns[1] == RecordedTurn(
        1, ("b5-d4",), datetime(2026, 3, 2, 12, 3, tzinfo=UTC), "prepared"
    )
    assert to_text(found).split() == page.split("```")[1].split()
    assert len(found.states()) == 3


HOSTILE = (
    "Result: draw",
    "Reason: time",
    "White: x",
    "a\nResult: draw",
    "a\r\n\r\n1. Black: c4",
    "\u2028Rated: yes",
    "\x85Match: 3",
    "\x1c\x1dRated: yes",
    "[x]",
    "],[",
    "   ",
    "a]b[c (d",
    "proposed by me, passed",
    "{",
)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["players", "by", "reason", "match", "clock"])
def test_no_text_of_others_changes_anything_else_in_a_record(field: str, text: str) -> None:
    record = recorded(games.get("veloop-square"), most=3)
    if field == "by":
        changed = replace(
            record, turns=tuple(replace(turn, proposer=text) for turn in record.turns)
        )
    else:
        changed = replace(record, **{field: (text, text) if field == "players" else text})
    back = read(to_text(changed))
    back = replace(back, turns=tuple(replace(turn, proposer="") for turn in back.turns))
    if field != "by":
        back = replace(back, **{field: getattr(record, field)})
    assert back == record


def test_names_stand_beside_what_is_read_and_are_no_moves() -> None:
    turns = (RecordedTurn(0, ("1a1",)), RecordedTurn(1, ("swap",)))
    text = to_text(
        Record(games.get("loop"), {"board": "mini", "full_board": "draw"}, ("a", "b"), turns)
    )
    assert "Options: board=mini, full_board=draw (mini pyramid, full pyramid is a draw)" in text
    assert "   2. White: swap (take over 1a1)" in text
    assert read(text).turns == turns
