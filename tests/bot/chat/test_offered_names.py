"""What the bot has offered is understood by its name as by its value: some of Discord's apps send
the name.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from itertools import product
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import available_timezones

import pytest
from hypothesis import given, strategies as some

import games
from bot.chat.board.completion import variant, variant_label
from bot.chat.client import BotCommandTree
from bot.chat.discord.offers import LOCALES, LONGEST_CHOICE, Completion
from bot.chat.discord.reply import Reply
from bot.chat.features.play.typed_move import parse
from bot.chat.features.tournaments.start_times import start_time, written
from bot.chat.language.i18n import Language
from bot.chat.language.texts import TAKE_OVER
from bot.chat.language.typed import english_clock
from bot.domain import clocks, variants
from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.variants import every
from tests.sampling import only

from .conftest import Club, Member
from .features.tournaments.test_tournaments import announced, joined
from .reading import privately_says, says, words
from .test_languages import speaking

pytestmark = pytest.mark.slow

TYPED: dict[str, tuple[str, ...]] = {
    "moves": ("", "1a", "e4", "e4-d6", "tak", "M2 ", "M3: 1a1", "z9-z8"),
    "variant": ("", "12x12", "quick"),
    "clock": ("", "3", "2d+6h"),
    "starts": ("", "tomorrow 19:00", "soon"),
    "when": ("", "in 3 h"),
}
"""What is typed into an option; nothing into others."""
FILLED: dict[str, dict[str, Any]] = {
    "play": {"game": "veloop-square"},
    "team start": {"game": "snipsnip"},
    "tournament create": {"kind": "swiss", "game": "vigilance"},
}
"""Options that are filled in before others are typed, by command."""


def completions(club: Club) -> dict[tuple[str, str], Completion]:
    """How each option of each command is completed."""
    tree: BotCommandTree = club.bot.client.tree
    completions_by_option = dict[tuple[str, str], Completion]()
    for command in tree.walk_commands():
        path = command.extras.get("path", "")
        for option, completion in command.extras.get("complete", {}).items():
            completions_by_option[path, option] = completion
    return completions_by_option


def filled_in(**options: str) -> Reply:
    """The reply to a command whose other options are filled in."""
    return cast(
        Reply, SimpleNamespace(interaction=SimpleNamespace(namespace=SimpleNamespace(**options)))
    )


def meaning(option: str, text: str, club: Club) -> object:
    """What a command makes of the text of an option."""
    if option == "moves":
        return parse(text, "")
    if option == "clock":
        return clocks.parse(english_clock(text))
    if option in ("starts", "when"):
        return start_time(text, club.now())
    return text


async def furnish(club: Club, boss: Member) -> None:
    """Let there be something to offer for every option."""
    await club.match()
    await club.match("main", game="loop")
    await club.match("mini", game="loop")
    await club.alice.slash("move", moves="1a1", match="M3")
    await club.services.matches.act(2, club.bob.id, endings.resign)
    await joined(club, "swiss", club.alice, club.bob)
    await announced(club, "knock-out", title="Les · cavaliers – été")
    await boss.slash("moderate ban", member=club.dave)


OFTEN = ("en-US", "ja")
"""The locales in which a manager tries everything, too."""


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_name_that_is_offered_is_read_as_its_value(
    club: Club, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    boss = club.boss()
    await furnish(club, boss)
    speaking(locale, monkeypatch)
    kinds = completions(club)
    offered_for = set[tuple[str, str]]()
    for (command, option), completion in kinds.items():
        options = FILLED.get(command, {})
        members = [club.alice]
        if command.startswith("moderate"):
            members = [boss]
        elif locale in OFTEN:  # who manages the server is offered the same, and more
            members = [boss, club.alice]
        for member, text in product(members, TYPED.get(option, ("",))):
            choices = await member.actor.autocomplete(
                club.channel, command, option, text, **options
            )
            for choice in choices:
                offered_for.add((command, option))
                check_name(choice, option, completion, filled_in(**options), club)
            if choices:
                # A member who returns to what they chose is offered it.
                name = choices[0]["name"]
                value = choices[0]["value"]
                choices_again = await member.actor.autocomplete(
                    club.channel, command, option, name, **options
                )
                assert name.startswith("✗ ") or value in [
                    choice["value"] for choice in choices_again
                ], (
                    command,
                    name,
                )
    assert offered_for == set(kinds)


def check_name(
    choice: dict[str, str], option: str, completion: Completion, reply: Reply, club: Club
) -> None:
    """Assert that the name of a choice is read as its value."""
    name = choice["name"]
    value = choice["value"]
    assert len(name) <= LONGEST_CHOICE
    if name.startswith("✗ "):
        with pytest.raises(Refused):
            completion.read(reply, name)
        return
    reading = completion.read(reply, name)
    assert meaning(option, reading, club) == meaning(option, value, club), name
    assert completion.read(reply, value) == value


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("one_of", [4, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
@pytest.mark.parametrize("locale", only(LOCALES, "en-US", "ja"))
def test_every_variant_is_read_by_its_label(locale: str, slug: str, one_of: int) -> None:
    """One in so many of them, other ones in each language."""
    game = games.get(slug)
    all_options = list(every(game))
    rng = random.Random(f"{locale} {slug}")
    for options in rng.sample(all_options, len(all_options) // one_of):
        text = variants.text(game, options)
        label = variant_label(Language(locale), game, text)
        assert variant.read(filled_in(game=slug), label) == text
        assert variant.read(filled_in(game=slug), f"  {label.title()} ") == text


@pytest.mark.parametrize(
    "text", ["8x8: quick", "5x5, double turns: 28 of 64 cells on the edge", "8x8 double: x", ""]
)
def test_a_variant_in_own_words_stays_as_it_is_typed(text: str) -> None:
    assert variant.read(filled_in(game="veloop-square"), text) == text


@given(some.text(max_size=120))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    variant.read(filled_in(game="snipsnip"), text)


@pytest.mark.some_cases(5)
@pytest.mark.parametrize("zone", sorted(available_timezones())[::7])
def test_a_time_is_read_as_it_is_written_in_every_zone(zone: str) -> None:
    for stamp in (
        "2026-01-02 11:30 UTC",
        "2026-07-02 23:59 UTC",
        "2026-10-25 00:30 UTC",
        "2026-10-25 01:30 UTC",
    ):
        moment = start_time(stamp, NEVER)
        assert moment is not None
        assert start_time(written(moment, zone), NEVER) == moment


NEVER = datetime(2020, 1, 1, tzinfo=UTC)


# ----------------------------------------------------------------------------- as members send them


async def named(member: Member, command: str, option: str, value: str, **options: Any) -> str:
    """What the choice of that value is called."""
    choices = await member.actor.autocomplete(member.club.channel, command, option, "", **options)
    names = {choice["value"]: str(choice["name"]) for choice in choices}
    return names[value]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_move_by_its_name_is_previewed_like_its_value(
    club: Club, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    speaking(locale, monkeypatch)
    await club.match("mini", game="loop")
    posts = len(club.posts())
    by_value = await club.alice.slash("move", moves="[1a1]")
    preview = words(by_value)
    await club.services.matches.undo(1, club.alice.id, version=1, draft_length=1)
    by_name = await club.alice.slash(
        "move", moves=await named(club.alice, "move", "moves", "[1a1]")
    )
    assert words(by_name) == preview
    assert len(club.posts()) == posts, "nothing is played yet"
    await club.services.matches.undo(1, club.alice.id, version=1, draft_length=1)
    await club.alice.slash("move", moves="1a1")
    take_over = Language(locale).say(TAKE_OVER).format(cells="1a1")
    (choice,) = await club.bob.actor.autocomplete(club.channel, "move", "moves", "tak")
    assert choice == {"name": f"[{take_over}]", "value": "[swap]"}
    await club.bob.slash("move", moves=choice["name"])
    match = await club.services.matches.get(1)
    assert match.mover == club.bob.id, "taking over is previewed, too"
    assert match.draft_of(club.bob.id) is not None


async def test_a_move_typed_in_full_and_then_sent_by_the_name_of_its_choice_is_played(
    club: Club,
) -> None:
    await club.match()
    choices = await club.alice.actor.autocomplete(club.channel, "move", "moves", "e4-d6")
    assert choices[0]["name"] == "e4-d6 – ends your turn"
    says(await club.alice.slash("move", moves=choices[0]["name"]), "played **e4-d6**")


async def test_why_nothing_is_offered_is_said_again_and_nothing_is_done(club: Club) -> None:
    await club.match()
    choices = await club.alice.actor.autocomplete(club.channel, "move", "moves", "z9-z8")
    privately_says(
        await club.alice.slash("move", moves=choices[0]["name"]), "There’s no cell z9 on this board"
    )
    choices = await club.bob.actor.autocomplete(club.channel, "move", "moves", "d5")
    privately_says(
        await club.bob.slash("move", moves=choices[0]["name"]),
        "It’s not your turn in M1: alice to move",
    )


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "name",
    [
        "M1 · Veloop against bob – your turn",
        "M1 · Veloop against bob",
        "M1 · Veloop gegen bob · du bist am Zug",
        "M1 · Veloop（対 bob） · 手番です",
        f"M1 · Veloop against {'b' * 74}…",
        "M1·Veloop contra bob: te toca",
    ],
)
async def test_the_name_of_a_match_is_understood_whatever_has_changed_since(
    club: Club, name: str
) -> None:
    await club.match()
    await club.match()
    await club.alice.slash("move", moves="e4-d6", match="M1")
    answer = await club.alice.slash("match resign", match=name)
    privately_says(answer, "M1")
    assert "isn’t a match" not in words(answer)
    says(await club.alice.slash("board", match=name), "M1")
    says(await club.bob.slash("move", moves="d5-e3 e3-c4", match=name), "M1")


async def test_variants_clocks_tournaments_and_times_are_understood_by_their_names(
    club: Club,
) -> None:
    boss = club.boss()
    answer = await named(club.alice, "play", "variant", "8x8, single turns", game="veloop-square")
    assert answer == "8x8, single turns: 28 of 64 cells on the edge"
    clock = await named(club.alice, "play", "clock", "7d+12h")
    card = await club.alice.slash(
        "play", game="veloop-square", opponent=club.bob, variant=answer, clock=clock
    )
    says(card, "8x8, single turns", "7 days + 12 hours")
    await announced(club, "swiss", starts="in 3 h", title="T2 · mine")
    tournament = await named(club.bob, "tournament join", "tournament", "T1")
    assert tournament == "T1 · T2 · mine"
    assert "You’re in **T1**" in words(
        await club.bob.slash("tournament join", tournament=tournament)
    )
    choices = await club.alice.actor.autocomplete(
        club.channel, "tournament start", "when", "in 5 h"
    )
    answer = await club.alice.slash(
        "tournament start", when=choices[0]["name"], tournament=tournament
    )
    assert words(answer).startswith("**New start time**")
    await boss.slash("moderate ban", member=club.bob)
    name = await named(boss, "moderate unban", "member", str(club.bob.id))
    await boss.slash("moderate unban", member=name)
    assert "can’t use this bot" not in words(await club.bob.slash("matches"))
    answer = await boss.slash(
        "moderate clear", tournament=await named(boss, "moderate clear", "tournament", "T1")
    )
    assert "T1" in words(answer)


async def test_choices_beside_the_name_of_a_match_are_those_of_that_match(club: Club) -> None:
    await club.match("main", game="loop")
    await club.match()
    name = await named(club.alice, "move", "match", "M2")
    assert await club.alice.type("move", "moves", "", match=name) == ["[e4-d6]", "[e4-f6]"]
