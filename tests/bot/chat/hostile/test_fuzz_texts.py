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
from bot.domain.matches.turns import understood
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from bot.store.tables import storable
from games.core import GameError, State
from games.records import Record, RecordedTurn, read, to_json, to_text
from tests.bot.ops.helpers import ROOT

from .fuzzing import SEED, SHARES, Fuzz

pytestmark = pytest.mark.slow
GERMAN = Language("de")


def sentence(error: GameError, languages: Sequence[Language] = (Language(), GERMAN)) -> None:
    """Check that an error is one short line in every language."""
    for language in languages:
        said = language.as_sentence(error.sentence)
        assert said.strip()
        assert "\n" not in said, repr(said)
        assert len(said) < 1200, said
        assert not re.search(r"(?<!\\)<[@#/]|@(everyone|here)", said), said


def positions(fuzz: Fuzz) -> list[State]:
    """Every game at its start, in its other variants, somewhere in the middle, and over."""
    found = []
    for game in games.catalog():
        found.append(game.start())
        found += [game.start(**{option.name: option.choices[-1]}) for option in game.options]
        state = game.start()
        for _ in range(14):
            if state.to_move is None:
                break
            state = state.play(fuzz.rng.choice(state.legal_moves()))
            found.append(state)
    return found


def test_texts_of_moves() -> None:
    fuzz = Fuzz("moves")
    there = positions(fuzz)
    for _ in range(SHARES["moves"]):
        state = fuzz.rng.choice(there)
        legal = state.legal_moves()
        typed = fuzz.text(
            [str(fuzz.rng.choice(legal)) for _ in range(3)] if legal else ("a1",), 3000
        )
        before = state.pieces()
        try:
            reading = state.read(typed)
            assert reading.status in ("impossible", "partial", "complete")
            assert reading.status != "impossible" or reading.sentence is not None
            try:
                assert state.parse(typed) in legal
            except GameError as error:
                sentence(error)
            try:
                assert understood(state, typed)
            except GameError as error:
                sentence(error)
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {state.game.slug}: {typed!r}") from error
        assert state.pieces() == before


def _shown(typed: str) -> None:
    """Check that a displayed text cannot ping, link or break its line."""
    shown = plain(typed, 400)
    assert len(one_line(typed)) <= 100
    assert not re.search(
        r"[\n\r\0]|(?<!\\)[<`*_|\[]|@(?=\w)|:(?=//)", shown.replace("\\\\", "…")
    ), repr(shown)
    GERMAN("{text}", text=typed)
    GERMAN.label("{text}", text=typed)
    storable(typed).encode()


def _stored(typed: str) -> None:
    """Stored settings may have been written by another version: unknown ones are ignored."""
    for kind in (MemberSettings, ServerSettings):
        kind.read({typed: typed})


def _set(typed: str) -> None:
    for name in (*MemberSettings.__slots__, typed):
        try:
            assert len(str(getattr(MemberSettings().changed({name: typed}), name))) < 100
        except GameError as error:
            sentence(error)
    for name in ("clock", "language"):
        with contextlib.suppress(GameError):
            ServerSettings().changed({name: typed})


def _choice(typed: str) -> None:
    for game in GAMES:
        page(game.start(), typed)


NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAMES = games.catalog()
READERS: dict[str, Callable[[str], object]] = {
    "a game": games.get,
    "a variant": lambda typed: [variants.parse(game, typed) for game in GAMES],
    "a variant in German": lambda typed: [
        phrases.variant_meant(GERMAN, game.slug, typed) for game in GAMES
    ],
    "a variant of any game": lambda typed: phrases.variant_meant(GERMAN, typed, typed),
    "a variant that is being typed": lambda typed: [
        variants.complete(game, typed) for game in GAMES
    ],
    "conditional moves": lambda typed: prepared_moves.lines(english_prepared(typed)),
    "a clock": lambda typed: clocks.parse(str(clocks.parse(english_clock(typed)))),
    "a note": note_of,
    "a side": side_of,
    "a time": lambda typed: start_time(typed, NOW),
    "a choice": _choice,
    "a setting": _set,
    "settings as kept": _stored,
    "a level": games.players.level_of,
    "a text to show": _shown,
}


def test_all_other_texts() -> None:
    fuzz = Fuzz("words")
    kinds = tuple(READERS)
    for number in range(SHARES["words"]):
        kind = kinds[number % len(kinds)]
        typed = fuzz.text()
        try:
            READERS[kind](typed)
        except GameError as error:
            sentence(error)
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {kind}: {typed!r}") from error


# ------------------------------------------------------------------------------------------ records


def written(fuzz: Fuzz, game: games.Game, most: int = 12) -> Record:
    state = game.start()
    turns = []
    while state.to_move is not None and len(turns) < most:
        move = fuzz.rng.choice(state.legal_moves())
        turns.append(RecordedTurn(state.to_move, (str(move),), NOW))
        state = state.play(move)
    return Record(
        game, state.options, ("Ann", "B: [1]"), tuple(turns), match="M1", started=NOW, clock="3d"
    )


def test_records_read_back() -> None:
    fuzz = Fuzz("records")
    there = [written(fuzz, game) for game in GAMES]
    texts = [to_text(record) for record in there]
    values = [json.loads(to_json(record)) for record in there]
    lines = [line for text in texts for line in text.splitlines()]
    for _ in range(SHARES["records"]):
        if fuzz.rng.random() < 0.5:
            given = fuzz.rng.choice(texts)
            for _ in range(fuzz.rng.randrange(1, 4)):
                given = fuzz.change(given, lines)
        else:
            value = fuzz.rng.choice(values)
            for _ in range(fuzz.rng.randrange(1, 4)):
                value = fuzz.json(value)
            given = json.dumps(value)
            if fuzz.rng.random() < 0.2:
                given = fuzz.change(given)
        try:
            record = read(given)
            if fuzz.rng.random() < 0.1:
                record.states()
                assert read(to_text(record)).turns == record.turns
            to_json(record)
        except GameError as error:
            # told by programs, which speak English: not in the catalogues
            sentence(error, [GERMAN])
        except Exception as error:
            raise AssertionError(f"seed {SEED}: {given!r}") from error


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


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_records_are_refused_quickly(tmp_path: Path, what: str) -> None:
    file = tmp_path / "record.txt"
    file.write_text(HOSTILE[what], encoding="utf-8")
    command = [sys.executable, "-m", "games", "show", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, cwd=ROOT)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr[:2000]
    assert done.stderr.startswith(f"{file}: ")
    assert len(done.stderr) < 600
