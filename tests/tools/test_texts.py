"""Every text that members read is extracted from the source and translated into every language."""

import ast
import io
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from babel.messages import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from bot.chat.features import FEATURES
from bot.chat.language.i18n import NAMES, TYPED
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from tools.texts import catalogues, extraction

UPDATE = "run `make texts`, translate what it names, and run it again"
PLACES = {"plural": (0, 1), "_p": (1,)}
"""Which arguments of a keyword are texts, where that is not the first."""


@pytest.fixture(scope="module")
def template() -> Catalog:
    """All texts but those of games that nobody has begun to translate: what they say is shown in
    English.
    """
    return extraction.template(extraction.untranslated(catalogues.read("de")))


@pytest.mark.parametrize("code", catalogues.CODES)
def test_every_text_is_translated_with_the_same_placeholders_and_markup(
    code: str, template: Catalog
) -> None:
    catalogue = catalogues.updated(catalogues.read(code), template)
    complaints = list(catalogues.complaints(catalogue))
    assert not complaints, "\n".join([UPDATE, *complaints])


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("code", catalogues.CODES)
def test_the_files_of_a_catalogue_say_what_make_texts_would_write(
    code: str, template: Catalog
) -> None:
    catalogue_in_files = catalogues.read(code)
    catalogue = catalogues.updated(catalogues.read(code), template)
    fresh = read_po(io.BytesIO(catalogues.as_po(catalogue)), locale=code)
    assert translations(catalogue_in_files) == translations(fresh), UPDATE
    assert places(catalogue_in_files) == places(fresh), UPDATE
    binary = catalogues.path(code).with_suffix(".mo")
    shipped_binary = read_mo(io.BytesIO(binary.read_bytes()))
    fresh_binary = read_mo(io.BytesIO(catalogues.as_mo(catalogue)))
    assert translations(shipped_binary) == translations(fresh_binary), UPDATE


Key = tuple[str | None, tuple[str, ...]]
"""The context and the texts (two, if it has a plural) of a message."""


def key_of(message: Message) -> Key:
    return message.context, catalogues.strings(message.id)


def translations(catalogue: Catalog) -> dict[Key, tuple[str, ...]]:
    """The translation of each text, the plural rule among them (as that of the empty text).

    How a file is wrapped and sorted is left to Babel, and no part of it.
    """
    result: dict[Key, tuple[str, ...]] = {(None, ("",)): (catalogue.plural_forms,)}
    for message in catalogue:
        if message.id:
            result[key_of(message)] = catalogues.strings(message.string)
    return result


def places(catalogue: Catalog) -> dict[Key, set[str]]:
    """The files in which each text is used."""
    result = {}
    for message in catalogue:
        if message.id:
            result[key_of(message)] = {file for file, _ in message.locations}
    return result


def test_commands_groups_and_options_are_named_in_the_catalogues(template: Catalog) -> None:
    names = {message.id for message in template if message.context == NAMES}
    assert {"match", "draw", "play", "opponent"} <= names
    for feature in FEATURES:
        for text in feature.groups.values():
            assert template.get(text), text


MOST_ON_A_BUTTON = 24
"""Characters of a label that a phone shows whole where three buttons stand side by side."""


def test_labels_of_settings_are_short_in_all_languages() -> None:
    labels = {*labels_of_switches(MemberSettings), *labels_of_switches(ServerSettings)}
    assert len(labels) > 5
    for label in labels:
        assert len(label) <= MOST_ON_A_BUTTON, label
    for code in catalogues.CODES:
        for message in catalogues.read(code):
            if message.id in labels:
                assert len(message.string) <= MOST_ON_A_BUTTON, f"{code}: {message.string}"


def labels_of_switches(settings: type[MemberSettings | ServerSettings]) -> list[str]:
    """The labels of the settings that are on or off."""
    switches = [field for field in fields(settings) if isinstance(field.default, bool)]
    return [settings.labels[field.name] for field in switches]


AVOIDED = {
    "de": (
        r"Gegenüber",
        r"feindlich",
        r"\bFeind",
        r"Freunde sieh",
        r"\bLeitern?\b",
        r"chlummer",
        r"[Gg]leit",
        r"glitt",
        r"[Gg]etippt",
        r"Stütze",
        r"\bFigur",
        r"[Ss]chräg",
        r"Schlagpunkt",
        r"(?:ohne|ha(?:t|ben) keine) Bedenkzeit",
        r"\bverw[eo]rf",
        r"\bgeh(?:t|en) (?:höchstens )?\{",
        r"Springerzug",
        r"Teilnehmende",
        r"(?:einfache|doppelte)[nr]? Z[uü]g",
        r"In Bewegung",
        r"^das (?:schließt|droht|macht|nimmt|beendet)",
        r"^Abbrechen$",
        r"; leer:",
        r"Morgenkarte",
        r"In Misère",
        r"(?:so, dass|lässt) die Gegenseite",
        r"Zeit bis \{left",
    ),
    "es": (
        r"[Rr]etroce",
        r"parcad",
        r"rechazado \w+[aei]r\b",
        r"(?:ve|ven|tres|otro) amigos?",
        r"bastante",
        r"[Ss]ell(?:ad|ar|a )",
        r"ordenador",
        r"\bvet(?:ar|ado) (?:a|de)\b",
        r"Eliminatoria",
        r"enfrentamiento directo",
        r"atrasad",
        r"tarde-noche",
        r"puntuada",
        r"; vacío",
        r"pueden? ser \{",
        r"\bRed y",
        r"grupos? mayor",
        r"[Pp]ueda?n? colocar",
        r"¿Dónde coloca",
        r"\b(?:gana|juega) \{side\}",
        r"\bretar\b",
        r"\w …",
        r"fin sin resultado",
    ),
    "fr": (
        r"ennemi",
        r"[Tt]oi seul",
        r"scell",
        r"glissement",
        r"relevé",
        r"d’éveil",
        r"[Mm]ontr(?:er|é)",
        r"Cacher",
        r"caché",
        r"(?:trois|des|assez d’) ?amis?\b",
        r"en rangée",
        r"pions? seul",
        r"occasionnel",
        r"calculée? jusqu",
        r"par accord(?! mutuel)",
        r" si vide",
        r"\b[Éé]cris\b",
        r"^cela ",
        r"[^#\s] [:;?!»%]",
        r"« ",
        r"\w …",
        r"(?:à|de|pas) ton classement",
        r"; vide",
        r"Classement inchangé",
        r"commence \{when",
        r"[Rr]écap",
        r"\b[Cc]lore\b",
        r"Redemander",
        r"m’utiliser",
        r"en coin\b",
    ),
    "ja": (
        r"敵",
        r"知らせ(?![まずるて])",
        r"公開の挑戦",
        r"取り点",
        r"封鎖",
        r"休止",
        r"題名",
        r"今日のカード",
        r"空けて",
        r"採点",
        r"見て取る",
        r"冠を",
        r"[のい]頼み(?!ま)",
        r"一手番",
        r"に数え",
        r"数えません",
        r"が去",
        r"。\*\*",
        r"\w …",
        r"\} %",
        r"[二三四五六七八](?:枚(?!重ね)|[本段つ局]|方向)",
        r"申請",
        r"考え方",
        r"打(?!ち切)",
        r"2歩",
        r"～",
        r"打ち切りをお願い",
    ),
    "pt_BR": (
        r"pontuad",
        r"val(?:endo|em?) pontos",
        r"[Aa]bort",
        r"\b[Aa]di(?:ar|ada)\b",
        r"(?:seu|um|o|[Qq]ual|pelo) deslizes?\b",
        r"passadas",
        r"de vista\b",
        r"soterrad",
        r"riscad",
        r"inimig",
        r"acompanhante",
        r"emparelh",
        r"quem gerencia",
        r"cartão diário",
        r"\bvãos?\b",
        r"\bligad[ao]s?\b",
        r"antigo membro",
        r"tapam",
        r"\b[Qq]ue (?:lance|salto|peça|pedra|peão|parte)\b[^.]*\?",
        r"\} %",
        r"\w …",
        r"É a vez de",
        r"três amigos",
        r"você coloca\?",
        r"pontuação",
        r"[Nn]a misère",
        r"lance legal",
        r"; vazio",
        r"adrilho",
    ),
}
"""By language what native readers found wrong, of two meanings or never said, as patterns; each
glossary has something else instead.
"""


@pytest.mark.parametrize("code", catalogues.CODES)
def test_words_that_native_readers_have_replaced_do_not_come_back(code: str) -> None:
    for message in catalogues.read(code):
        if not message.id or message.context:
            continue
        for text in catalogues.strings(message.string):
            for pattern in AVOIDED[code]:
                assert not re.search(pattern, text), f"{pattern} in {text}"


@pytest.mark.slow
def test_what_a_keyword_is_given_is_a_literal_that_the_extractor_finds() -> None:
    texts_in_catalogue = set[str]()
    for message in extraction.template():
        if message.id:
            texts_in_catalogue.update(catalogues.strings(message.id))
    for where, text in marked():
        if isinstance(text, ast.Constant):
            assert not text.value or text.value in texts_in_catalogue, f"{where}: not extracted"
            continue
        if isinstance(text, ast.Call) and name_of(text) in extraction.KEYWORDS:
            continue
        # The extractor would take such a text for a whole one, or not see it.
        literals = [node for node in ast.walk(text) if is_text(node)]
        assert not literals, f"{where}: mark each literal in {ast.unparse(text)}"


def marked() -> Iterator[tuple[str, ast.expr]]:
    """What stands in the source where keywords take a text, and where that is."""
    for folder in extraction.FOLDERS:
        for file in sorted((extraction.ROOT / folder).rglob("*.py")):
            path = file.relative_to(extraction.ROOT).as_posix()
            if path in extraction.TERMINAL:
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    for text in texts_of(node):
                        yield f"{path}:{node.lineno}", text


def texts_of(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that are texts; none if it is no keyword's."""
    name = name_of(call)
    if name not in extraction.KEYWORDS:
        return []
    places = PLACES.get(name, (0,))
    return [call.args[place] for place in places if place < len(call.args)]


def name_of(call: ast.Call) -> str:
    """The name of what is called, without its module; empty if it has none."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def is_text(node: ast.AST) -> bool:
    """Whether a node is a literal text."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
    return False


def not_to_be_used() -> dict[str, set[str]]:
    """The words struck out in the vocabulary, by language; the column ``what it is`` has those of
    English.
    """
    page = (extraction.ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    head, _, *rows = (line.split("|") for line in page.splitlines() if "|" in line)
    codes = ["en", "en", *(code.replace("-", "_") for code in head[2:])]
    words: dict[str, set[str]] = {code: set() for code in codes}
    for cells in rows:
        assert len(cells) == len(head), cells[0]
        for code, cell in zip(codes, cells, strict=True):
            words[code].update(re.findall("~~(.+?)~~", cell))
    return words


@pytest.mark.parametrize("code", ["en", *catalogues.CODES])
def test_no_text_has_a_word_that_the_vocabulary_strikes_out(code: str) -> None:
    words = not_to_be_used()[code]
    assert len(words) > 15 or code != "en"
    wrong = any_of(words, code)
    for message in catalogues.read("de" if code == "en" else code):
        if not message.id or message.context in (NAMES, TYPED):
            continue
        for text in catalogues.strings(message.id if code == "en" else message.string):
            # Names of placeholders and of commands are no words that are read.
            plain = re.sub(r"\{\w+\}|`[^`]*`", "", text)
            assert not wrong.search(plain), text


def any_of(words: set[str], code: str) -> re.Pattern[str]:
    """A pattern for any of these words; in Japanese words stand side by side."""
    if not words:
        return re.compile("(?!)")
    pattern = "|".join(re.escape(word) for word in words)
    if code != "ja":
        pattern = rf"(?<!\w)(?:{pattern})(?!\w)"
    return re.compile(pattern, 0 if code == "ja" else re.IGNORECASE)
