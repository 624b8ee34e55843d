"""Records of matches: downloaded as text, data or an animation, and imported."""

import discord

import games
import render
from bot.chat.board import boards, completion
from bot.chat.board.links import OpenMove
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Post, file, menu, picture, post, text, word
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.lengths import LONGEST_OPTION
from bot.chat.discord.page_commands import OnPage
from bot.chat.discord.permissions import require_channel
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import require_seen_by_all
from bot.chat.features.watch import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.texts import ABOUT_MATCH
from bot.chat.pictures.picture import File, Picture
from bot.domain.errors import Refused
from bot.domain.imports.record import MOST_BYTES, decoded, read_record, unfolded
from games.records import to_json, to_text

LONGEST_SHOWN = 1_800  # characters of a record that are shown beside the files
PATIENCE = 1.0  # seconds between progress reports of a drawing


@feature.command
@slash(
    "match record",
    texts.ABOUT_RECORD,
    options={"match": ABOUT_MATCH},
    complete={"match": completion.match_any},
)
async def record(reply: Reply, match: str = "") -> None:
    """Send a match as files, and show how its record begins."""
    target = await reply.find_match(match)
    match_record = await reply.services.matches.record(target.id)
    plain_text = to_text(match_record)
    name = f"{target.name}-{target.game.slug}"
    files = {f"{name}.txt": plain_text, f"{name}.json": to_json(match_record)}
    card = post(
        text(_code_block(plain_text)),
        *(file(file_name) for file_name in files),
        colour=BLURPLE,
        extra=[File(file_name, content.encode()) for file_name, content in files.items()],
    )
    await reply.private(card)


def _code_block(plain_text: str) -> str:
    """As many lines of a record as fit, as Discord shows code."""
    if len(plain_text) > LONGEST_SHOWN:
        whole_lines = plain_text[:LONGEST_SHOWN].rpartition("\n")[0]
        plain_text = whole_lines + "\n…"
    lines = plain_text.rstrip().replace("`", "ˋ")
    return f"```\n{lines}\n```"


@feature.command
@slash(
    "match replay",
    texts.ABOUT_REPLAY,
    options={"match": ABOUT_MATCH},
    complete={"match": completion.match_any},
    work="heavy",
)
async def replay(reply: Reply, match: str = "") -> None:
    """Post a match as an animation, after progress reports if drawing takes long."""
    target = await reply.find_match(match)
    await require_seen_by_all(reply, target)
    boards.call_by_name(reply, [target])
    t = await reply.shared(target)
    look = reply.look()
    theme = look.get("theme", next(iter(render.THEMES)))
    flip = look.get("flip", False)
    drawing = reply.services.heavy.replay(
        reply.user, target, theme=theme, flip=flip, locale=t.locale
    )
    has_report = False
    while not await drawing.ready(PATIENCE):
        percent = int(drawing.progress * 100)
        progress = t(texts.REPLAYING, match=target.name, share=percent)
        await _report(reply, word(progress, colour=BLURPLE), has_report=has_report)
        has_report = True
    alt = render.alt_text(target.state, say=t.say)
    animation = Picture(f"{target.name}.gif", await drawing.result(), alt)
    title = t(shared.TITLE, game=target.game.name, match=target.name)
    card = post(
        text(title, phrases.players(t, target)),
        picture(animation),
        text(phrases.status(t, target)),
        colour=BLURPLE,
    )
    await _report(reply, card, has_report=has_report)


async def _report(reply: Reply, card: Post, *, has_report: bool) -> None:
    """Post a card, in place of the report before, if there is one."""
    if has_report:
        await reply.replace(card)
    else:
        await reply.show_all(card)


@feature.command
@slash(
    "match import",
    texts.ABOUT_IMPORT,
    options={"file": texts.ABOUT_IMPORT_FILE, "text": texts.ABOUT_IMPORT_TEXT},
    longest={"text": LONGEST_OPTION},
    work="heavy",
    page=OnPage(texts.IMPORT_RECORD, {"text": "record"}, {"text": texts.RECORD_ON_PAGE}),
)
async def import_match(
    reply: Reply, file: discord.Attachment | None = None, text: str = ""
) -> None:
    """Import a record; without one, list the member's imports here. Raises GameError."""
    if file is None and not text.strip():
        await _list_imports(reply)
        return
    if file is not None and text.strip():
        raise Refused("give either a file or a text, not both")
    await require_channel(reply)
    content = decoded(await _read(file)) if file is not None else _lines(text)
    record = await reply.services.heavy.file(reply.user, read_record, content)
    existing_match = await reply.services.imports.same(reply.place, record)
    match = await reply.services.imports.add(reply.place, reply.person, record)
    if reply.on_page:
        await reply.perform(OpenMove(match.id, 0))
        return
    lead = "" if existing_match is None else reply.t(texts.IMPORTED_BEFORE, match=existing_match)
    await boards.look_through(reply, match.id, flip=reply.settings.flip, lead=lead)


class OpenImport(Press, action="imported"):
    """Show the imported match chosen in a menu."""


class DeleteImport(Press, action="importdrop"):
    """Delete the imported match chosen in a menu."""


@feature.on(OpenImport, work="board", page="place")
async def open_import(reply: Reply, press: OpenImport) -> None:
    """Look through an imported match. Raises NotFound."""
    if reply.on_page:
        await reply.perform(OpenMove(reply.chosen(), 0))
        return
    await boards.look_through(reply, reply.chosen(), flip=reply.settings.flip, anew=True)


@feature.on(DeleteImport, page="place")
async def delete_import(reply: Reply, press: DeleteImport) -> None:
    """Delete one of the member's imports. Raises NotFound."""
    await reply.services.imports.delete(reply.chosen(), reply.user)
    await _list_imports(reply)


async def _read(file: discord.Attachment) -> bytes:
    """The content of a file. Raises Refused."""
    if file.size > MOST_BYTES:
        raise Refused("that file is too large; the limit is {most} kB", most=MOST_BYTES // 1000)
    try:
        return await file.read()
    except FAILURES:
        raise Refused("I couldn’t download that file; try again") from None


def _lines(text: str) -> str:
    """A record pasted into a command, with its lines restored; JSON needs none."""
    is_json = text.lstrip().startswith("{")
    if is_json or "\n" in text.strip():
        return text
    return unfolded(text)


async def _list_imports(reply: Reply) -> None:
    """Show the member's imports here, to be opened or deleted."""
    t = reply.t
    options = dict[int, str]()
    for match, name, slug in await reply.services.imports.of(reply.place, reply.user):
        game = games.get(slug).name
        options[match] = t.label(texts.IMPORT_LINE, 100, match=name, game=game)
    card = post(
        text(t(texts.IMPORTS) if options else t(texts.IMPORTS_NONE)),
        menu(t.label(texts.IMPORT_OPEN), OpenImport(), options),
        menu(t.label(texts.IMPORT_DELETE), DeleteImport(), options),
        colour=BLURPLE,
    )
    await reply.private(card)
