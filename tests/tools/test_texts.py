"""Every text that members read is extracted from the source and translated into every language."""

import ast
import io
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from babel.messages import Catalog
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


@pytest.mark.parametrize("code", catalogues.CODES)
def test_the_files_of_a_catalogue_say_what_make_texts_would_write(
    code: str, template: Catalog
) -> None:
    catalogue = catalogues.updated(catalogues.read(code), template)
    written = read_po(io.BytesIO(catalogues.as_po(catalogue)), locale=code)
    assert translations(catalogues.read(code)) == translations(written), UPDATE
    assert places(catalogues.read(code)) == places(written), UPDATE
    compiled = catalogues.path(code).with_suffix(".mo")
    with compiled.open("rb") as file:
        shipped = read_mo(file)
    assert translations(shipped) == translations(
        read_mo(io.BytesIO(catalogues.as_mo(catalogue)))
    ), UPDATE


def translations(catalogue: Catalog) -> dict[tuple[str | None, tuple[str, ...]], tuple[str, ...]]:
    """The translation of each text, the plural rule among them (as that of the empty text).

    How a file is wrapped and sorted is left to Babel, and no part of it.
    """
    found = {
        (message.context, catalogues.strings(message.id)): catalogues.strings(message.string)
        for message in catalogue
        if message.id
    }
    found[None, ("",)] = (catalogue.plural_forms,)
    return found


def places(catalogue: Catalog) -> dict[tuple[str | None, tuple[str, ...]], set[str]]:
    """The files in which each text is used."""
    return {
        (message.context, catalogues.strings(message.id)): {file for file, _ in message.locations}
        for message in catalogue
        if message.id
    }


def test_commands_groups_and_options_are_named_in_the_catalogues(template: Catalog) -> None:
    names = {message.id for message in template if message.context == NAMES}
    assert {"match", "draw", "play", "opponent"} <= names
    assert all(template.get(text) for feature in FEATURES for text in feature.groups.values())


MOST_ON_A_BUTTON = 24
"""Characters of a label that a phone shows whole where three buttons stand side by side."""


def test_labels_of_settings_are_short_in_all_languages() -> None:
    every = [
        (settings, field)
        for settings in (MemberSettings, ServerSettings)
        for field in fields(settings)
    ]
    labels = {
        settings.labels[field.name] for settings, field in every if isinstance(field.default, bool)
    }
    assert len(labels) > 5
    for code in catalogues.CODES:
        words = {
            message.id: message.string for message in catalogues.read(code) if message.id in labels
        }
        assert not [said for said in (*labels, *words.values()) if len(said) > MOST_ON_A_BUTTON], (
            code
        )


AVOIDED = {
    "de": (
        r"Gegenüber|feindlich|\bFeind|Freunde sieh|\bLeitern?\b|chlummer|[Gg]leit|glitt"
        r"|[Gg]etippt|Stütze|\bFigur|[Ss]chräg|Schlagpunkt|(?:ohne|ha(?:t|ben) keine) "
        r"Bedenkzeit|\bverw[eo]rf"
        r"|\bgeh(?:t|en) (?:höchstens )?\{|Springerzug|Teilnehmende|(?:einfache|doppelte)[nr]? "
        r"Z[uü]g|In Bewegung"
        r"|^das (?:schließt|droht|macht|nimmt|beendet)|^(?:Abbrechen|Schließen)$|; "
        r"leer:|Morgenkarte|In Misère"
        r"|(?:so, dass|lässt) die Gegenseite|Zeit bis \{left"
    ),
    "es": (
        r"[Rr]etroce|parcad|rechazado \w+[aei]r\b|(?:ve|ven|tres|otro) "
        r"amigos?|bastante|[Ss]ell(?:ad|ar|a )|ordenador"
        r"|\bvet(?:ar|ado) (?:a|de)\b|Eliminatoria|enfrentamiento "
        r"directo|atrasad|tarde-noche|puntuada"
        r"|; vacío|pueden? ser \{|\bRed y|grupos? mayor|[Pp]ueda?n? colocar|¿Dónde "
        r"coloca|\b(?:gana|juega) \{side\}"
        r"|\bretar\b|\w …|fin sin resultado"
    ),
    "fr": (
        r"ennemi|[Tt]oi seul|scell|glissement|relevé|d’éveil|[Mm]ontr(?:er|é)|Cacher|caché"
        r"|(?:trois|des|assez d’) ?amis?\b|en rangée|pions? seul|occasionnel|calculée? jusqu"
        r"|par accord(?! mutuel)| si vide|\b[Éé]cris\b|^cela |[^#\s] [:;?!»%]|« |\w …|(?:à|de|pas) "
        r"ton classement"
        r"|; vide|Classement inchangé|commence "
        r"\{when|[Rr]écap|\b[Cc]lore\b|Redemander|m’utiliser|en "
        r"coin\b"
    ),
    "ja": r"敵|知らせ(?![まずるて])|公開の挑戦|取り点|封鎖|休止|題名|今日のカード|空けて|採点"
    r"|見て取る|冠を|[のい]頼み(?!ま)|一手番|に数え|数えません|が去|。\*\*|\w …|\} %"
    r"|[二三四五六七八](?:枚(?!重ね)|[本段つ局]|方向)|申請|考え方|打(?!ち切)|2歩|～|打ち切りをお願い",
    "pt_BR": (
        r"pontuad|val(?:endo|em?) "
        r"pontos|[Aa]bort|\b[Aa]di(?:ar|ada)\b|(?:seu|um|o|[Qq]ual|pelo) deslizes?\b"
        r"|passadas|de vista\b|soterrad|riscad|inimig|acompanhante|emparelh|quem gerencia|cartão "
        r"diário|\bvãos?\b"
        r"|\bligad[ao]s?\b|antigo membro|tapam|\b[Qq]ue "
        r"(?:lance|salto|peça|pedra|peão|parte)\b[^.]*\?|\} %|\w …"
        r"|É a vez de|três amigos|você coloca\?|pontuação|[Nn]a misère|lance legal|; vazio|adrilho"
    ),
}
"""By language what native readers found wrong, of two meanings or never said, beside what each
glossary has instead.
"""


@pytest.mark.parametrize("code", catalogues.CODES)
def test_words_that_native_readers_have_replaced_do_not_come_back(code: str) -> None:
    said = (
        catalogues.strings(text.string)
        for text in catalogues.read(code)
        if text.id and not text.context
    )
    assert not [text for texts in said for text in texts if re.search(AVOIDED[code], text)]


@pytest.mark.slow
def test_what_a_keyword_is_given_is_a_literal_that_the_extractor_finds() -> None:
    extracted = {
        text
        for message in extraction.template()
        if message.id
        for text in catalogues.strings(message.id)
    }
    for where, text in marked():
        if isinstance(text, ast.Constant):
            assert not text.value or text.value in extracted, f"{where}: not extracted"
        elif not (isinstance(text, ast.Call) and name_of(text) in extraction.KEYWORDS):
            # The extractor would take such a text for a whole one, or not see it.
            assert not any(map(is_text, ast.walk(text))), (
                f"{where}: mark each literal in {ast.unparse(text)}"
            )


def marked() -> Iterator[tuple[str, ast.expr]]:
    """What stands in the source where keywords take a text, and where that is."""
    for folder in extraction.FOLDERS:
        for file in sorted((extraction.ROOT / folder).rglob("*.py")):
            path = file.relative_to(extraction.ROOT).as_posix()
            for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if path not in extraction.TERMINAL and isinstance(call, ast.Call):
                    name = name_of(call)
                    places = PLACES.get(name, (0,)) if name in extraction.KEYWORDS else ()
                    yield from (
                        (f"{path}:{call.lineno}", call.args[at])
                        for at in places
                        if at < len(call.args)
                    )


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def not_to_be_used() -> dict[str, set[str]]:
    """The words struck out in the vocabulary, by language; the column ``what it is`` has those of
    English.
    """
    page = (extraction.ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    head, _, *rows = (line.split("|") for line in page.splitlines() if "|" in line)
    codes = ["en", "en", *(code.replace("-", "_") for code in head[2:])]
    found: dict[str, set[str]] = {code: set() for code in codes}
    for cells in rows:
        assert len(cells) == len(head), cells[0]
        for code, cell in zip(codes, cells, strict=True):
            found[code].update(re.findall("~~(.+?)~~", cell))
    return found


@pytest.mark.parametrize("code", ["en", *catalogues.CODES])
def test_no_text_has_a_word_that_the_vocabulary_strikes_out(code: str) -> None:
    words = not_to_be_used()[code]
    assert len(words) > 15 or code != "en"
    wrong = re.compile(
        "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words) or "(?!)", re.IGNORECASE
    )
    spaced = code != "ja"  # in Japanese words stand side by side
    wrong = wrong if spaced else re.compile("|".join(map(re.escape, words)) or "(?!)")
    for message in catalogues.read("de" if code == "en" else code):
        if message.context not in (NAMES, TYPED) and message.id:
            for said in catalogues.strings(message.id if code == "en" else message.string):
                # Names of placeholders and of commands are no words that are read.
                plain = re.sub(r"\{\w+\}|`[^`]*`", "", said)
                assert not wrong.search(plain), said
