"""Every text is there in every language, fits where Discord shows it, and reaches members who read
that language.
"""

import ast
import re
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import games
import render
from bot.chat import features
from bot.chat.features import FEATURES
from bot.chat.features.agreements import texts as agreements_texts
from bot.chat.features.challenges import texts as challenge_texts
from bot.chat.features.play import texts as play_texts
from bot.chat.features.teams import texts as team_texts
from bot.chat.language import command_names, phrases, texts
from bot.chat.language.command_names import CommandNames
from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.registration import commands
from bot.domain import variants
from bot.domain.errors import Refused
from bot.domain.values import HIDDEN, TEAMS
from games.core import IllegalMove, State, UnknownGame
from games.teaching import rules_of
from render import fonts
from render.pictures import layout_of, scene
from render.scene import Text
from tools.texts import catalogues

from ...sampling import some_of_each
from .conftest import Club, registrations
from .reading import words

SPOKEN = [locale for locale in LANGUAGES if locale != "es"]
COMMANDS = [
    command for command in commands(FEATURES) if not isinstance(command, app_commands.ContextMenu)
]


# --------------------------------------------------------------------------------- Discord's limits


def every_command() -> list[Any]:
    """All commands, and those in groups."""
    all_commands: list[Any] = []
    for command in COMMANDS:
        all_commands.append(command)
        if isinstance(command, app_commands.Group):
            all_commands += command.walk_commands()
    return all_commands


def different(names: list[str]) -> bool:
    return len(set(names)) == len(names)


@pytest.mark.parametrize("locale", SPOKEN)
def test_names_and_descriptions_are_such_as_discord_takes(locale: str) -> None:
    language = Language(locale)
    for command in every_command():
        parameters = command.parameters if isinstance(command, app_commands.Command) else []
        for item in (command, *parameters):
            name = language.name(item.name)
            assert re.fullmatch(r"[-_'\w]{1,32}", name), name
            assert name == name.lower()
            description = language.say(str(item.description))
            assert 1 <= len(description) <= 100, item.description
        for parameter in parameters:
            choices = [language.say(choice.name) for choice in parameter.choices]
            assert different(choices)
            for choice in choices:
                assert 1 <= len(choice) <= 100


@pytest.mark.parametrize("locale", SPOKEN)
def test_names_beside_each_other_are_different(locale: str) -> None:
    language = Language(locale)
    assert different([language.name(command.name) for command in COMMANDS])
    for command in every_command():
        parts = command.commands if isinstance(command, app_commands.Group) else command.parameters
        assert different([language.name(part.name) for part in parts]), command.qualified_name


async def test_discord_is_told_every_command_in_every_language_within_its_limits(
    club: Club,
) -> None:
    tree = club.bot.client.tree
    for command in COMMANDS:
        payload: dict[str, Any] = await command.get_translated_payload(tree, CommandNames())
        locales = {locale for locale in payload["description_localizations"] if locale}
        assert locales == set(SPOKEN), command.name
        # Of each field the longest translation counts.
        assert _longest(payload) <= 8000, command.name


def _longest(part: dict[str, Any]) -> int:
    """How long the names, descriptions and values of a command are in all, with those of its
    options and choices.
    """
    size = 0
    for key in ("name", "description", "value"):
        translations = part.get(f"{key}_localizations") or {}
        texts = [part.get(key), *translations.values()]
        size += max((len(text) for text in texts if isinstance(text, str)), default=0)
    for key in ("options", "choices"):
        for inner_part in part.get(key) or ():
            size += _longest(inner_part)
    return size


LONGEST_LABEL = 24
FILLED = {"match": "M27", "n": 12, "number": 12, "game": "Veloop"}
"""What stands in labels; those that name moves or settings are as long as these are."""


@cache
def labels() -> set[str]:
    """The English texts that stand on buttons."""
    texts: set[str] = set()
    for file in Path(features.__file__).parents[1].rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        module_name = ".".join(file.with_suffix("").parts[-5:])
        module_name = module_name[module_name.index("bot.chat") :].removesuffix(".__init__")
        for call in calls_in(tree):
            if getattr(call.func, "id", "") not in ("button", "link_button") or not call.args:
                continue
            for label in calls_in(call.args[0]):
                if getattr(label.func, "attr", "") == "label":
                    texts.update(_texts(label.args[0], vars(import_module(module_name))))
    return texts


def calls_in(tree: ast.AST) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _texts(node: ast.expr, names: dict[str, Any]) -> list[str]:
    """The texts that an expression may stand for; none where that depends on what it is called
    with.
    """
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body, names), *_texts(node.orelse, names)]
    if isinstance(node, ast.Subscript):
        node = node.value
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), names)
    except NameError:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return list(value.values())
    return list(value)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("code", ["", *catalogues.CODES])
def test_labels_of_buttons_have_at_most_24_characters(code: str) -> None:
    language = Language({"pt_BR": "pt-BR"}.get(code, code))
    assert len(labels()) > 90
    too_long = []
    for label in labels():
        placeholders = set(re.findall(r"\{(\w+)\}", label))
        if placeholders <= set(FILLED):
            text = language.label(label, **FILLED)
            if len(text) > LONGEST_LABEL:
                too_long.append(text)
    assert too_long == []


def test_what_is_refused_is_a_whole_sentence_in_every_language() -> None:
    unknown = UnknownGame(
        "there’s no game “{name}”; did you mean {nearest}?", name="go", nearest="loop"
    )
    assert Language("ja").as_sentence(unknown.sentence).endswith("loopのことですか？")
    move = IllegalMove("name one point, such as {move}", move="c4")
    assert Language("ja").as_sentence(move.sentence).endswith("c4。")
    assert Language("de").as_sentence(move.sentence).endswith("c4.")
    waits = Refused("{other} still has time in {name}", other="alice", name="M1")
    assert Language("en-US").as_sentence(waits.sentence) == "alice still has time in M1."


@pytest.mark.parametrize(("code", "article"), [("es", "las"), ("pt_BR", "o")])
def test_in_a_sentence_a_side_has_its_article(code: str, article: str) -> None:
    for text in catalogues.read(code):
        if "**" in text.id:  # in those with other names, a member’s stands too
            continue
        for side in re.findall(r"\{(?:winner|loser)\}", str(text.id)):
            assert f"{article} {side}" in str(text.string)


@pytest.mark.parametrize(
    ("locale", "to_move", "victory", "spoken_to", "join"),
    [
        ("de", "Team 1 ist am Zug", "Team 1", "Team 1, du bist", "Team 1 beitreten"),
        (
            "fr",
            "À l’équipe 1 de jouer",
            "l’équipe 1",
            "Équipe 1, à toi de jouer contre l’équipe 22",
            "Rejoindre l’équipe 1",
        ),
        (
            "es-ES",
            "Turno del equipo 1",
            "Victoria** del equipo 1",
            "Equipo 1, te toca contra el equipo 22",
            "Unirse al equipo 1",
        ),
        (
            "pt-BR",
            "a equipe 1 joga",
            "a equipe 1 **vence",
            "Equipe 1, é a sua vez contra a equipe 22",
            "Entrar na equipe 1",
        ),
        ("ja", "チーム1の番です", "チーム1", "チーム1、", "チーム1に参加"),
    ],
)
def test_a_team_is_named_as_the_sentence_needs_it(
    locale: str, to_move: str, victory: str, spoken_to: str, join: str
) -> None:
    t = Language(locale)
    t.names = {TEAMS - 22: "Team 22"}
    one = phrases.who(t, TEAMS - 1)
    other = phrases.who(t, TEAMS - 22)
    assert to_move in t(texts.TO_MOVE, mark="", who=one)
    assert victory in t(texts.ENDED, mark="", winner=one, reason="")
    reminder = t(agreements_texts.REMINDER, who=one, other=other, game="Loop", match="M1", left="")
    assert phrases.opened(t, reminder).startswith(spoken_to)
    assert t.label(team_texts.JOIN, side=one) == join


def test_a_team_of_another_server_asks_without_the_polite_ending_of_a_member() -> None:
    japanese = Language("ja")
    request = japanese(texts.ASKED["draw"], who="相手サーバーのチーム22", match="W1")
    assert "チーム22が" in request


@pytest.mark.parametrize("locale", SPOKEN)
def test_who_is_hidden_asks_without_the_polite_ending_of_a_member(locale: str) -> None:
    t = Language(locale)
    assert "ーさん" not in t(texts.ASKED["draw"], who=t.label(HIDDEN), match="W1")


@pytest.mark.parametrize("locale", SPOKEN)
def test_a_pass_among_moves_is_a_word_of_the_language(locale: str) -> None:
    t = Language(locale)
    assert phrases.written(t, ["a1", "pass"]) == f"a1 {t.label(texts.OPTION_PASS).lower()}"


@pytest.mark.parametrize("locale", SPOKEN)
def test_labels_of_forms_have_at_most_45_characters(locale: str) -> None:
    language = Language(locale)
    for text in (
        texts.COUNTER,
        challenge_texts.COUNTER_VARIANT,
        challenge_texts.COUNTER_CLOCK,
        challenge_texts.COUNTER_SIDE,
        challenge_texts.COUNTER_OTHER,
        challenge_texts.COUNTER_NOTE,
        play_texts.PLAN_FORM,
        play_texts.PLAN_FIELD,
    ):
        assert len(language.say(text)) <= 45, language.say(text)


@pytest.mark.parametrize("locale", SPOKEN)
def test_pages_of_rules_fit(locale: str) -> None:
    language = Language(locale)
    for game in games.catalog():
        for page in rules_of(game):
            assert len("\n".join(map(language, page.paragraphs))) <= 3000


@pytest.mark.parametrize(
    "locale", some_of_each([(locale,) for locale in SPOKEN], 1, lambda case: "all")
)
def test_a_variant_can_be_typed_as_it_is_shown(locale: str) -> None:
    say = Language(locale).say
    for game in games.catalog():
        for variant in variants.complete(game, "", most=1000)[::5]:
            options = variants.parse(game, variant)
            translation = variants.text(game, options, say)
            assert variants.parse(game, variants.canonical(game, translation, say)) == options


# -------------------------------------------------------------------------------------- in pictures


@pytest.mark.parametrize("locale", SPOKEN)
def test_words_on_pictures_can_be_drawn(locale: str) -> None:
    say = Language(locale).say
    for english in (
        "Black",
        "White",
        "Red",
        "{side} to move",
        "{side} wins",
        "draw",
        "passed",
        "turn {number}",
    ):
        assert fonts.legible(say(english)) == say(english)
    state = games.get("vigilance").start()
    assert render.png(state, size=400, say=say) != render.png(state, size=400)


@pytest.mark.parametrize("locale", ["en-US", *SPOKEN])
@pytest.mark.parametrize("reserve", [(0, 0), (12, 12)])
def test_above_a_board_there_is_room_for_the_turn_beside_counts_of_two_digits(
    locale: str, reserve: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Language(locale).say
    for game in games.catalog():
        state = late_position(game, 24)
        if state.score is not None:
            monkeypatch.setattr(State, "score", (38, 29))
        if game.slug == "vigilance":
            monkeypatch.setattr(State, "reserve", reserve)
        items = scene(state, say=say).items
        above_board = items[: len(items) - len(scene(state, say=say, bare=True).items)]
        words = [item for item in above_board if isinstance(item, Text)]
        assert say("turn {number}").format(number=state.turns) in {item.text for item in words}
        unit = layout_of(state).unit
        spans = sorted(span_of(item) for item in words)
        for (_, end, y), (start, _, other_y) in pairwise(spans):
            assert end < start or abs(y - other_y) > 0.025 * unit
        assert min(item.size for item in words) > 0.021 * unit
        monkeypatch.undo()


def span_of(item: Text) -> tuple[float, float, float]:
    """Where a line of text begins and ends, and how far down it stands."""
    x, y = item.point
    width = fonts.length(item.text, item.size, item.bold)
    start = x - {"l": 0.0, "m": 0.5, "r": 1.0}[item.anchor[0]] * width
    return start, start + width, y


@pytest.mark.parametrize("locale", SPOKEN)
def test_a_board_is_described_in_every_language_in_at_most_1024_characters(locale: str) -> None:
    say = Language(locale).say
    for game in games.catalog():
        text = render.alt_text(late_position(game), say=say)
        assert len(text) <= 1024
        assert say(game.seats[0]) in text
        if locale == "ja":
            assert ", " not in text


def late_position(game: games.Game, decisions: int = 30) -> games.State:
    """A position after many decisions on the largest board of a game."""
    starts = [game.start(board=board) for board in game.options[0].choices]
    state = max(starts, key=lambda start: len(start.board))
    for _ in range(decisions):
        legal = state.legal_moves()
        if not legal:
            break
        state = state.play(legal[len(legal) // 2])
    return state


# -------------------------------------------------------------------------------- as members see it


def speaking(locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, members' Discord is set to ``locale``."""
    build = discord.Interaction.__init__

    def localised(self: Any, *, data: Any, state: Any) -> None:
        build(self, data={**data, "locale": locale}, state=state)

    monkeypatch.setattr(discord.Interaction, "__init__", localised)


@pytest.mark.some_cases(2)
@pytest.mark.parametrize(
    ("locale", "heading", "refusal"),
    [
        (
            "de",
            "### Deine Partien",
            "⚠️ Du hast hier keine laufende Partie; beginne eine mit /spielen.",
        ),
        (
            "fr",
            "### Tes parties",
            "⚠️ Tu n’as aucune partie en cours ici\xa0; commences-en une avec /défier.",
        ),
        (
            "es-ES",
            "### Tus partidas",
            "⚠️ No tienes partidas en curso aquí; empieza una con /jugar.",
        ),
        (
            "es-419",
            "### Tus partidas",
            "⚠️ No tienes partidas en curso aquí; empieza una con /jugar.",
        ),
        (
            "pt-BR",
            "### Suas partidas",
            "⚠️ Você não tem partidas em andamento aqui; comece uma com /jogar.",
        ),
        ("ja", "### 自分の対局", "⚠️ ここで進行中の対局はありません。/挑戦 で始めてください。"),
        ("sv-SE", "### Your matches", "⚠️ You have no running matches here; start one with /play."),
    ],
)
async def test_members_read_the_language_of_their_discord(
    club: Club, monkeypatch: pytest.MonkeyPatch, locale: str, heading: str, refusal: str
) -> None:
    speaking(locale, monkeypatch)
    assert heading in words(await club.alice.slash("matches"))
    assert words(await club.alice.slash("board")) == refusal


@pytest.mark.usefixtures("nothing_registered")
async def test_commands_are_registered_anew_only_when_a_translation_has_changed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(registrations(club))
    commands = {command["name"]: command for command in registrations(club)[-1]}
    rules = commands["rules"]
    assert rules["name_localizations"]["de"] == "regeln"
    assert rules["description_localizations"]["ja"] == "ゲームの遊び方"
    assert rules["options"][0]["name_localizations"]["es-419"] == "juego"
    await club.restart()
    assert len(registrations(club)) == count

    def translate_otherwise(text: str, locale: str, name: object) -> str:
        return f"{text.split()[-1]}-{locale.lower()}"

    monkeypatch.setattr(command_names, "translated", translate_otherwise)
    command_names.digest_of.cache_clear()
    await club.restart()
    command_names.digest_of.cache_clear()
    assert len(registrations(club)) == count + 1
