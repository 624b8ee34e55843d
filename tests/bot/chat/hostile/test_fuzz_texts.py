"""Random texts: every parser accepts them or refuses them with one sentence."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

import games
from bot.chat.board.choosing import page
from bot.chat.features.tournaments.start_times import start_time
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, one_line, plain
from bot.chat.language.typed import english_clock, english_prepared
from bot.domain import clocks, variants
from bot.domain.challenges.challenge import note_of, side_of
from bot.domain.matches import prepared_moves
from bot.domain.matches.turns import parse_decisions
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from bot.store.tables import storable
from games.core import GameError, State
from games.records import Record, RecordedTurn, read, to_json, to_text
from tests.bot.ops.helpers import ROOT

from .fuzzing import SEED, SHARES, TIMES, Fuzz, Json

pytestmark = pytest.mark.slow
GERMAN = Language("de")


def assert_sentence(error: GameError, languages: Sequence[Language] = (Language(), GERMAN)) -> None:
    """Assert that an error is one short line in every language."""
    for language in languages:
        text = language.as_sentence(error.sentence)
        assert text.strip()
        assert "\n" not in text, repr(text)
        assert len(text) < 1200, text
        assert not re.search(r"(?<!\\)<[@#/]|@(everyone|here)", text), text


def positions(fuzz: Fuzz) -> list[State]:
    """Every game at its start, in its other variants, somewhere in the middle, and over."""
    states = []
    for game in games.catalog():
        states.append(game.start())
        for option in game.options:
            states.append(game.start(**{option.name: option.choices[-1]}))
        state = game.start()
        for _ in range(14):
            if state.to_move is None:
                break
            state = state.play(fuzz.rng.choice(state.legal_moves()))
            states.append(state)
    return states


@TIMES
def test_texts_of_moves(times: int) -> None:
    fuzz = Fuzz("moves")
    states = positions(fuzz)
    for _ in range(times * SHARES["moves"]):
        state = fuzz.rng.choice(states)
        legal = state.legal_moves()
        seeds = ["a1"]
        if legal:
            seeds = [str(fuzz.rng.choice(legal)) for _ in range(3)]
        text = fuzz.text(seeds, 3000)
        pieces = state.pieces()
        try:
            read_move(state, text)
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {state.game.slug}: {text!r}") from error
        assert state.pieces() == pieces


def read_move(state: State, text: str) -> None:
    """Read a text as a move in every way there is, and check what comes of it."""
    reading = state.read(text)
    assert reading.status in ("impossible", "partial", "complete")
    assert reading.status != "impossible" or reading.sentence is not None
    try:
        assert state.parse(text) in state.legal_moves()
    except GameError as error:
        assert_sentence(error)
    try:
        assert parse_decisions(state, text)
    except GameError as error:
        assert_sentence(error)


def _show(text: str) -> None:
    """Check that a displayed text cannot ping, link or break its line."""
    display = plain(text, 400)
    assert len(one_line(text)) <= 100
    # A backslash that is itself escaped escapes nothing.
    unescaped = display.replace("\\\\", "…")
    assert not re.search(r"[\n\r\0]", unescaped), repr(display)
    assert not re.search(r"(?<!\\)[<`*_|\[]", unescaped), repr(display)
    assert not re.search(r"@(?=\w)|:(?=//)", unescaped), repr(display)
    GERMAN("{text}", text=text)
    GERMAN.label("{text}", text=text)
    storable(text).encode()


def _read_settings(text: str) -> None:
    """Stored settings may have been written by another version: unknown ones are ignored."""
    for kind in (MemberSettings, ServerSettings):
        kind.read({text: text})


def _change_settings(text: str) -> None:
    for name in (*MemberSettings.__slots__, text):
        try:
            settings = MemberSettings().changed({name: text})
            assert len(str(getattr(settings, name))) < 100
        except GameError as error:
            assert_sentence(error)
    for name in ("clock", "language"):
        with contextlib.suppress(GameError):
            ServerSettings().changed({name: text})


def _focus(text: str) -> None:
    for game in GAMES:
        page(game.start(), text)


def _variant(text: str) -> None:
    for game in GAMES:
        variants.parse(game, text)


def _german_variant(text: str) -> None:
    for game in GAMES:
        phrases.english_variant(GERMAN, game.slug, text)


def _variant_of_any_game(text: str) -> None:
    phrases.english_variant(GERMAN, text, text)


def _part_of_a_variant(text: str) -> None:
    for game in GAMES:
        variants.complete(game, text)


def _prepared_moves(text: str) -> None:
    prepared_moves.lines(english_prepared(text))


def _clock(text: str) -> None:
    """What a clock is written as can be read again."""
    clock = clocks.parse(english_clock(text))
    clocks.parse(str(clock))


def _start_time(text: str) -> None:
    start_time(text, NOW)


NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAMES = games.catalog()
READERS: dict[str, Callable[[str], object]] = {
    "a game": games.get,
    "a variant": _variant,
    "a variant in German": _german_variant,
    "a variant of any game": _variant_of_any_game,
    "a variant that is being typed": _part_of_a_variant,
    "conditional moves": _prepared_moves,
    "a clock": _clock,
    "a note": note_of,
    "a side": side_of,
    "a time": _start_time,
    "a choice": _focus,
    "a setting": _change_settings,
    "settings as kept": _read_settings,
    "a level": games.players.level_of,
    "a text to show": _show,
}


@TIMES
def test_all_other_texts(times: int) -> None:
    fuzz = Fuzz("words")
    kinds = tuple(READERS)
    for number in range(times * SHARES["words"]):
        kind = kinds[number % len(kinds)]
        reader = READERS[kind]
        text = fuzz.text()
        try:
            reader(text)
        except GameError as error:
            assert_sentence(error)
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {kind}: {text!r}") from error


# ------------------------------------------------------------------------------------------ records


def record_of_a_match(fuzz: Fuzz, game: games.Game, most: int = 12) -> Record:
    """A record of a random match of at most so many turns."""
    state = game.start()
    turns = []
    while state.to_move is not None and len(turns) < most:
        move = fuzz.rng.choice(state.legal_moves())
        turns.append(RecordedTurn(state.to_move, (str(move),), NOW))
        state = state.play(move)
    return Record(
        game, state.options, ("Ann", "B: [1]"), tuple(turns), match="M1", started_at=NOW, clock="3d"
    )


@TIMES
def test_records_read_back(times: int) -> None:
    fuzz = Fuzz("records")
    records = [record_of_a_match(fuzz, game) for game in GAMES]
    texts = [to_text(record) for record in records]
    values = [json.loads(to_json(record)) for record in records]
    for _ in range(times * SHARES["records"]):
        if fuzz.rng.random() < 0.5:
            text = damaged_text(fuzz, texts)
        else:
            text = damaged_json(fuzz, values)
        try:
            read_record(text, reads_back=fuzz.rng.random() < 0.1)
        except GameError as error:
            # told by programs, which speak English: not in the catalogues
            assert_sentence(error, [GERMAN])
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {text!r}") from error


def damaged_text(fuzz: Fuzz, texts: Sequence[str]) -> str:
    """One of these records with up to three changes, among them lines of others."""
    lines = "\n".join(texts).splitlines()
    text = fuzz.rng.choice(texts)
    for _ in range(fuzz.rng.randrange(1, 4)):
        text = fuzz.change(text, lines)
    return text


def damaged_json(fuzz: Fuzz, values: Sequence[Json]) -> str:
    """One of these records with up to three values changed, and sometimes a character."""
    value = fuzz.rng.choice(values)
    for _ in range(fuzz.rng.randrange(1, 4)):
        value = fuzz.json(value)
    text = json.dumps(value)
    if fuzz.rng.random() < 0.2:
        text = fuzz.change(text)
    return text


def read_record(text: str, *, reads_back: bool) -> None:
    """Read a record, and write it again.

    ``reads_back``: check that the text of it is read as the same turns, which takes a while.
    """
    record = read(text)
    if reads_back:
        record.states()
        assert read(to_text(record)).turns == record.turns
    to_json(record)


HOSTILE = {
    "nested": "[" * 200_000,
    "nested objects": '{"a":' * 100_000,
    "nested in a record": '{"format": "loophole-record", "turns": ' + "[" * 90_000,
    "a huge number": '{"format": "loophole-record", "version": ' + "9" * 100_000 + "}",
    "a huge file": "Loophole record 1\n" + "x" * 2_000_000,
    "a line without end": "Loophole record 1\nGame: loop\n\n" + "1. Black:" + " " * 900_000,
    "many turns": "Loophole record 1\nGame: veloop-square\n\n" + "1. Black: a1-b3\n" * 50_000,
    "many decisions": "Loophole record 1\nGame: veloop-square\n\n1. Black: " + "a1 " * 300_000,
    "many options": "Loophole record 1\nGame: loop\nOptions: " + "a=b," * 200_000,
    "spaces and colons": "Loophole record 1\nGame: loop\n\n1. " + " :" * 400_000,
    "brackets": "Loophole record 1\nGame: loop\n\n1. Black: a1 " + "[" * 400_000,
    "spaces before nothing": "Loophole record 1\nGame: loop\n\n1. " + " " * 900_000 + "x",
    "spaces before a bracket": "Loophole record 1\nGame: loop\n\n1. Black: " + " " * 900_000 + "[x",
    "notes": "Loophole record 1\nGame: loop\n\n1. Black: a1 [" + "," * 900_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_are_refused_quickly(tmp_path: Path, name: str) -> None:
    file = tmp_path / "record.txt"
    file.write_text(HOSTILE[name], encoding="utf-8")
    command = [sys.executable, "-m", "games", "show", str(file)]
    process = subprocess.run(command, capture_output=True, text=True, timeout=20, cwd=ROOT)
    assert process.returncode == 1
    assert len(process.stderr.splitlines()) == 1, process.stderr[:2000]
    assert process.stderr.startswith(f"{file}: ")
    assert len(process.stderr) < 600
