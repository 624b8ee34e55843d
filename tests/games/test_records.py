"""Records: written as text and JSON, read back alike, shown by the command, and refused with the
line at fault.
"""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import games
from games.__main__ import main
from games.records import Record, RecordedTurn, RecordError, read, to_json, to_text
from tests.games.playing import random_turn

pytestmark = pytest.mark.usefixtures("translatable_sentences")


Write = Callable[[Record], str]
each_form = pytest.mark.parametrize("write", [to_text, to_json])

START = datetime(2026, 3, 2, 12, tzinfo=UTC)


def random_record(game: games.Game, seed: int = 1, most: int = 60) -> Record:
    """A record of a random match, or of its beginning."""
    rng = random.Random(seed)
    state = game.start()
    turns: list[RecordedTurn] = []
    moment = START
    while state.to_move is not None and state.ply < most:
        seat = state.to_move
        moves, state = random_turn(state, rng)
        moment += timedelta(minutes=rng.randrange(5000))
        how = "passed" if moves == ["pass"] else rng.choice(("played", "prepared"))
        turns.append(RecordedTurn(seat, tuple(moves), rng.choice((moment, None)), how))
    record = Record(
        game=game,
        options=dict(state.options),
        players=("Ann: [the] 1. first", "Бен 🎲"),
        turns=tuple(turns),
        status="running",
        match="M27",
        started_at=START,
        clock="7d+12h weekends off",
        rated=True,
    )
    if state.outcome is None:
        return record
    return replace(
        record,
        status="finished",
        winner=state.outcome.winner,
        reason=state.outcome.reason,
        finished_at=moment,
    )


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
@each_form
def test_a_record_is_read_back_as_it_was(game: games.Game, write: Write) -> None:
    record = random_record(game)
    text = write(record)
    of_windows = "\ufeff" + text.replace("\n", "\r\n")
    assert read(text) == record
    assert read(of_windows) == record


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_a_record_has_the_states_after_each_of_its_moves(game: games.Game) -> None:
    record = random_record(game)
    moves = [move for turn in record.turns for move in turn.moves]
    _, *states = record.states()
    assert [str(state.last_move) for state in states] == moves


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
    record = random_record(games.get("veloop-square"))
    text = to_text(record)
    assert "Started: 2026-03-02 12:00:00 UTC\n" in text
    assert read(text) == record
    assert read(text.replace(" UTC", "")) == record
    # They are read to the second, as they are written.
    assert read(text.replace("12:00:00 UTC", "12:00:00.75 UTC")) == record


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
    text = to_text(random_record(games.get("veloop-square")))
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
    value = json.loads(to_json(random_record(games.get("veloop-square"), most=4)))
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
    write = data.draw(st.sampled_from([to_text, to_json]))
    text = write(random_record(game, most=6))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 10))
    junk = data.draw(st.text(max_size=8))
    damaged = text[:start] + junk + text[end:]
    try:
        record = read(damaged)
        record.states()
        assert read(to_json(record)).turns == record.turns
    except games.GameError:
        pass


@each_form
def test_the_command_shows_a_record(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(write(random_record(games.get("snipsnip"))), encoding="utf-8")
    assert main(["show", str(file)]) == 0
    output = capsys.readouterr().out
    assert "SnipSnip" in output
    assert "   1. White: " in output
    assert "wins" in output
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
    text = page.split("```")[1]
    record = read(text)
    time = datetime(2026, 3, 2, 12, 3, tzinfo=UTC)
    assert record.turns[1] == RecordedTurn(1, ("b5-d4",), time, "prepared")
    assert to_text(record).split() == text.split()
    assert len(record.states()) == 3


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
@pytest.mark.parametrize("field", ["reason", "match", "clock"])
def test_no_text_of_others_changes_anything_else_in_a_record(field: str, text: str) -> None:
    record = random_record(games.get("veloop-square"), most=3)
    hostile = replace(record, **{field: text})
    back = read(to_text(hostile))
    assert replace(back, **{field: getattr(record, field)}) == record


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_of_a_player_changes_anything_else_in_a_record(text: str) -> None:
    record = random_record(games.get("veloop-square"), most=3)
    hostile = replace(record, players=(text, text))
    back = read(to_text(hostile))
    assert replace(back, players=record.players) == record


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_of_a_proposer_changes_anything_else_in_a_record(text: str) -> None:
    record = random_record(games.get("veloop-square"), most=3)
    back = read(to_text(with_proposer(record, text)))
    assert with_proposer(back, "") == record


def with_proposer(record: Record, name: str) -> Record:
    """A record each of whose turns somebody has proposed."""
    turns = [replace(turn, proposer=name) for turn in record.turns]
    return replace(record, turns=tuple(turns))


def test_names_stand_beside_what_is_read_and_are_no_moves() -> None:
    turns = (RecordedTurn(0, ("1a1",)), RecordedTurn(1, ("swap",)))
    options = {"board": "mini", "full_board": "draw"}
    text = to_text(Record(games.get("loop"), options, ("a", "b"), turns))
    assert "Options: board=mini, full_board=draw (mini pyramid, full pyramid is a draw)" in text
    assert "   2. White: swap (take over 1a1)" in text
    assert read(text).turns == turns
