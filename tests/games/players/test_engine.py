"""The engine's protocol: one command a line, and nothing that comes in stops it."""

import random
import re
import resource
import subprocess
import sys
import time
from threading import Event

import psutil
import pytest

import games
from games.players.engine import Engine

COMMAND = [sys.executable, "-m", "games.players"]
MOVE = re.compile(r"move (\S+) value (-?[01]\.\d{3}) playouts (\d+)")


def engine(*lines: str) -> Engine:
    talk = Engine(random.Random(1))
    for line in lines:
        assert talk.answer(line) == ["ok"]
    return talk


@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_a_match_can_be_played_through_it(slug: str) -> None:
    talk = engine(f"new {slug}", "level novice")
    picture = talk.answer("show")
    state = games.get(slug).start()
    for _ in range(6):
        answer = MOVE.fullmatch(talk.answer("go")[0])
        assert answer
        move = state.parse(answer[1])
        assert -1 <= float(answer[2]) <= 1
        state = state.play(move)
        assert talk.answer(f"play {answer[1]}") == ["ok"]
    legal = " ".join(map(str, state.legal_moves()))
    assert talk.answer("legal") == [f"legal {legal}"]
    assert talk.answer("undo") == ["ok"]
    assert talk.answer("show")[1].startswith("ply 5 ")
    for _ in range(5):
        assert talk.answer("undo") == ["ok"]
    assert talk.answer("show") == picture
    assert talk.answer("undo") == ["error there is nothing to undo"]


def test_options_are_named_after_the_game() -> None:
    talk = engine("new veloop-square board=5x5 turns=single")
    assert talk.answer("show") == [
        "game veloop-square board=5x5 turns=single",
        "ply 0 turn 1 last -",
        "piece c2 0",
        "piece c3 1",
        "to move 0 Black",
        "end",
    ]


def test_the_end_of_a_match_is_told() -> None:
    state = games.get("veloop-square").start()
    rng = random.Random(4)
    talk = engine("new veloop-square")
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        state = state.play(move)
        assert talk.answer(f"play {move}") == ["ok"]
    assert talk.answer("show")[-2].startswith("over ")
    assert talk.answer("go 1") == ["error the match is over"]
    assert talk.answer("legal") == ["legal"]


@pytest.mark.parametrize(
    ("line", "start"),
    [
        (
            "frobnicate",
            "error unknown command; there are hello, games, new, position, play, go, stop, level, "
            "show, board, legal, ",
        ),
        ("go", "error there is no match yet; start one with: new SLUG"),
        ("new", "error which game?"),
        ("new velop", "error there’s no game “velop”; did you mean "),
        ("new loop board", "error an option is written NAME=VALUE, not “board”"),
        ("new loop board=tiny", "error Board of Loop can’t be “tiny”"),
        ("level grandmaster", "error there’s no level “grandmaster”; did you mean "),
        ("level", "error there are the levels novice, casual, regular, club, strong, master"),
        ("undo", "error there is nothing to undo"),
    ],
)
def test_errors_are_one_line_and_say_what_is_wrong(line: str, start: str) -> None:
    (answer,) = engine().answer(line)
    assert answer.startswith(start)


@pytest.mark.parametrize(
    "line", ["go x", "go 0", "go -1", "go nan", "go inf", "go 1e9", "play", "play zz", "play e4-e5"]
)
def test_an_error_leaves_the_match_as_it_was(line: str) -> None:
    talk = engine("new veloop-square")
    picture = talk.answer("show")
    (answer,) = talk.answer(line)
    assert answer.startswith("error ")
    assert talk.answer("show") == picture


def test_it_survives_anything_on_its_input_and_answers_at_once() -> None:
    long = b"play " + b"a" * 100_000
    junk = [
        b"\xff\xfe\x00",
        long,
        b"new new new",
        b"   ",
        b"\x00",
        b"level \xf0\x9f\x90\xb8",
        b"go 0.02",
    ]
    lines = [b"new snipsnip", *junk, b"quit", b"show"]
    process = subprocess.run(
        COMMAND,
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        timeout=30,
    )
    answers = process.stdout.decode().splitlines()
    assert process.returncode == 0
    assert process.stderr == b""
    assert answers[0] == "ok"
    assert all(answer.startswith("error ") for answer in answers[1:6])
    assert MOVE.fullmatch(answers[6])
    assert answers[7:] == ["ok"]


def test_a_line_of_any_length_is_refused_as_a_whole_and_the_next_one_is_read() -> None:
    lines = [
        b"new loop board=mini",
        b"play 1a1" + b" " * 10_000_000 + b"nonsense",
        b"legal",
        b"quit",
    ]
    process = subprocess.run(
        COMMAND,
        input=b"\n".join(lines),
        capture_output=True,
        timeout=30,
    )
    first, second, third, last = process.stdout.decode().splitlines()
    assert (first, last) == ("ok", "ok")
    assert second == "error a line has at most 4000 characters"
    assert third.split()[:2] == ["legal", "1a1"]


def test_an_option_that_is_given_twice_starts_nothing() -> None:
    talk = engine("new loop board=mini")
    picture = talk.answer("show")
    assert talk.answer("new loop board=main board=mini") == [
        "error the option “board” is given twice"
    ]
    assert talk.answer("show") == picture


def test_a_search_that_fails_is_told_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = engine("new loop board=mini")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr("games.players.player.ComputerPlayer.think", broken)
    (answer,) = talk.answer("go 0.1")
    assert answer.startswith("error the search failed: ZeroDivisionError")
    monkeypatch.undo()
    assert MOVE.fullmatch(talk.answer("go 0.1")[0])


def test_a_position_is_set_from_moves_and_thought_about_for_so_many_playouts() -> None:
    talk = engine("position veloop-hex board=hex3 b4-c5 b5-d4")
    assert talk.answer("show")[1].startswith("ply 2 ")
    answer = MOVE.fullmatch(talk.answer("go playouts 50")[0])
    assert answer
    assert int(answer[3]) <= 200
    for wrong in (
        "go playouts",
        "go playouts none",
        "go playouts 0",
        "position veloop-hexx",
        "position loop zz",
    ):
        (answer,) = talk.answer(wrong)
        assert answer.startswith("error ")
    assert talk.answer("show")[1].startswith("ply 2 ")


def talking(*lines: str) -> subprocess.Popen[str]:
    """The engine as a program of its own that has read ``lines``."""
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    for line in lines:
        process.stdin.write(line + "\n")
    return process


@pytest.mark.slow
def test_a_search_is_stopped_and_answers_at_once_with_what_it_has_found() -> None:
    begin = time.monotonic()
    with talking(
        "new veloop-hex board=hex45", "go playouts 200", "go 60", "stop", "go playouts 400"
    ) as process:
        answers = [process.stdout.readline().rstrip() for _ in range(5)]
        process.stdin.write("quit\n")
        answers.append(process.stdout.readline().rstrip())
    assert answers[0] == answers[3] == answers[5] == "ok"
    first = MOVE.fullmatch(answers[1])
    last = MOVE.fullmatch(answers[4])
    assert MOVE.fullmatch(answers[2])
    assert first
    assert last
    # A later stop ends the last search before it alone.
    assert int(first[3]) >= 200
    assert int(last[3]) >= 400
    assert time.monotonic() - begin < 40


ENDINGS = {
    "quit": lambda process: process.stdin.write("quit\n"),
    "the end of the input": lambda process: process.stdin.close(),
    "a closed pipe": lambda process: process.stdout.close(),
}


def seconds_of_children() -> float:
    """Processor time of all processes that have been waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("thinks", [True, False], ids=["thinking", "waiting"])
def test_it_ends_within_a_second_while_it_thinks_and_while_it_waits(
    ending: str, thinks: bool
) -> None:
    process = talking("new loop board=mini")
    assert process.stdout.readline() == "ok\n"
    if thinks:
        process.stdin.write("go 3600\n")
        time.sleep(0.3)
    earlier = seconds_of_children()
    earlier += sum(psutil.Process(process.pid).cpu_times()[:2])
    begin = time.monotonic()
    ENDINGS[ending](process)
    assert process.wait(60) == 0
    seconds = seconds_of_children() - earlier
    assert seconds < 1
    # A busy machine may give it a twentieth of a processor.
    assert time.monotonic() - begin < 1.5 + 20 * seconds
    assert process.stderr.read() == ""


def test_a_program_learns_what_runs_and_what_the_boards_look_like() -> None:
    talk = engine("new loops-n-leaps board=base4")
    assert re.fullmatch(r"hello loophole \S+ protocol 1", *talk.answer("hello"))
    assert f"game loops-n-leaps {games.get('loops-n-leaps').name}" in talk.answer("games")
    count = sum(1 + len(game.options) for game in games.catalog())
    assert len(talk.answer("games")) == count + 1
    board = games.get("loops-n-leaps").start(board="base4").board
    head, *lines, end = talk.answer("board")
    assert head == f"board hexagons {len(board)}"
    assert end == "end"
    for cell, line in zip(board.cells, lines, strict=False):
        word, name, x, y, *neighbours = line.split()
        assert (word, name, tuple(neighbours)) == ("cell", cell, board.neighbours(cell))
        assert (float(x), float(y)) == pytest.approx(board.xy(cell), abs=1e-4)
    features = [line.split()[:3] for line in lines[len(board) :]]
    assert features == [["feature", "pillars", name] for name in board.features["pillars"]]


def test_a_stop_with_nothing_to_stop_is_answered_too() -> None:
    talk = engine("new loop board=mini", "stop")
    assert MOVE.fullmatch(talk.answer("go playouts 20")[0])


def test_a_search_that_is_stopped_counts_the_playouts_it_rests_on() -> None:
    talk = engine("new loop board=mini")
    first = MOVE.fullmatch(talk.answer("go playouts 50")[0])
    stop = Event()
    stop.set()
    second = MOVE.fullmatch(talk.answer("go 20", stop)[0])
    assert first
    assert second
    assert int(second[3]) > int(first[3]) >= 50


def test_it_quits_quietly_while_its_input_stays_open() -> None:
    with subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""
