"""What a member does on the page that is not a move: the presses and commands of the chat, answered
here as they are there.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import cast

from bot.chat.board.links import GO_ON, AskHint, OpenLesson, OpenMove, PuzzlePress, ShowPuzzle
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.lengths import LONGEST_OPTION
from bot.chat.discord.page_commands import PAGE_COMMANDS, CommandLine
from bot.chat.discord.paged import PageReply
from bot.chat.discord.press import ChallengePress, MatchPress, Press, read
from bot.chat.discord.reply import Handling, no_such_button
from bot.chat.discord.services import Services
from bot.chat.pictures.picture import File
from bot.domain.errors import NotFound, Refused
from bot.domain.values import Place, Viewer
from bot.web import commands, protocol, texts
from bot.web.fields import LONGEST_MOVE, OUT_OF_DATE, Body, number_in
from bot.web.posts import PostView, form_view
from bot.web.queues import DISCORD_AWAY, NotNow
from bot.web.scenes import Blobs
from bot.web.visits import Visit
from bot.workers.spending import in_thread
from games import registry

LONGEST_CUSTOM_ID = 100
LONGEST_NAME = 40  # characters of a field's name
GIVE_UP = "pzsolve"  # the name of the action
PUZZLE_SIGN = "🧩"  # in the name of a puzzle, in every language
MOST_VALUES = 5  # of a form of the chat
MOST_OPTIONS = 25  # of a command
LONGEST_VALUE = LONGEST_OPTION


class ActReply(PageReply):
    """A reply whose member moves on the match's own page, not on a card."""

    async def perform(self, press: Press) -> None:
        """Do what a press asks for that the member has not made."""
        if isinstance(press, OpenMove):
            self.started_match = press.match
            return
        await super().perform(press)

    async def require_present(self) -> None:
        """Raises Refused for a member who has left the server since they opened the page there, or
        cannot view the channel any more.
        """
        await require_present(self.services, self.user, self.place)


async def require_present(services: Services, user: int, place: Place) -> None:
    """Raises Refused for somebody who cannot view a channel of a server now, NotNow where that
    cannot be known.
    """
    if not place.guild:
        return
    try:
        visible_channels = await services.visibility.of_user(user, place.scope, (place.channel,))
    except FAILURES:
        raise NotNow(DISCORD_AWAY) from None
    if place.channel not in visible_channels:
        raise Refused(texts.NO_CHANNEL)


async def act(handling: Handling, visit: Visit, blobs: Blobs, body: Body) -> protocol.Answer:
    """Do what a press of the chat does, or a command, and give what it would answer; somebody who
    has deleted their data with it gets it as the last sentence of the page.

    Raises NotFound for presses of the chat alone, for an address that does not show a card, and
    what the handler raises.
    """
    deletions = visit.services.database.deletions
    earlier = deletions.count
    answer = await _do(handling, visit, blobs, body)
    if answer["kind"] == "word" and deletions.since(earlier, visit.user):
        return {"kind": "farewell", "text": answer["text"]}
    return answer


async def _do(handling: Handling, visit: Visit, blobs: Blobs, body: Body) -> protocol.Answer:
    """As ``act``, for whatever is done."""
    is_address = body.get("as") == "card"
    line = CommandLine.parse(str(body.get("press")))
    if line is not None and not is_address:
        return await _use_command(handling, visit, blobs, body, line)
    press = await requested_press(visit, body)
    button = handling.buttons.get(type(press))
    if button is None or not button.page or (is_address and not button.address):
        raise no_such_button()
    await visit.admit(button.work)
    viewer = await _viewer(visit, press)
    if button.page == "place":
        await require_present(visit.services, visit.user, visit.visitor.place)
        viewer = visit.viewer(visit.visitor.place)
    reply = _begin_reply(handling, visit, viewer)
    choice = body.get("value")  # in a menu
    reply.values = (choice,) if isinstance(choice, str) and len(choice) <= LONGEST_CUSTOM_ID else ()
    reply.written = written_in(body)
    await reply.handle(press)
    answer = await _answer_of(handling, visit, blobs, reply, whole=is_address)
    if answer["kind"] == "card":
        puzzle = open_puzzle(answer)
        if puzzle is not None:
            answer = with_task_first(answer)
        address: Press | None = press if button.address else None
        answer["address"] = str(puzzle or address or "")
        answer["game"] = _game_of(press)
        answer["match"] = press.match if isinstance(press, MatchPress) else 0
    return answer


async def _use_command(
    handling: Handling, visit: Visit, blobs: Blobs, body: Body, line: CommandLine
) -> protocol.Answer:
    """Use a command, or give the form for what it still needs."""
    commands.require_here(PAGE_COMMANDS[line.path], visit)
    if "written" not in body:
        form = commands.form_of(visit.t, line)
        if form is not None:
            return form
    await require_present(visit.services, visit.user, visit.visitor.place)
    reply = _begin_reply(handling, visit, visit.viewer(visit.visitor.place))
    await commands.use(reply, visit, line, written_in(body, MOST_OPTIONS))
    return await _answer_of(handling, visit, blobs, reply)


def _begin_reply(handling: Handling, visit: Visit, viewer: Viewer) -> ActReply:
    reply = ActReply(handling, viewer, visit.visitor, visit.t, visit.settings, visit.look)
    reply.find = visit.match
    return reply


async def _answer_of(
    handling: Handling, visit: Visit, blobs: Blobs, reply: ActReply, *, whole: bool = False
) -> protocol.Answer:
    """What a handler has answered, as the page shows it.

    :param whole: as a card, however little is in it
    """
    if reply.started_match:
        return {"kind": "open", "match": reply.started_match}
    if reply.opened_form is not None:
        return form_view(reply.opened_form)
    if reply.card is None:
        return {"kind": "word", "text": ""}
    post = PostView(handling, visit, blobs, reply.card)
    await post.read_names()
    if reply.files:
        text = "\n".join(post.text_lines())
        return {"kind": "files", "text": text, "files": await in_thread(_attachments, reply.files)}
    return post.card() if whole else post.answer()


def _attachments(files: Sequence[File]) -> list[protocol.Attachment]:
    return [{"name": file.name, "data": base64.b64encode(file.data).decode()} for file in files]


def open_puzzle(card: protocol.CardView) -> ShowPuzzle | None:
    """The press that shows the puzzle of a card, as far as its solver has come; None where there is
    none to solve.
    """
    for block in card["blocks"]:
        for entry in block.get("actions", ()):
            press = read(entry["press"])
            if isinstance(press, PuzzlePress) and entry["name"] == GIVE_UP:
                return ShowPuzzle(press.attempt_length, press.game, press.name, press.path)
    return None


def with_task_first(card: protocol.CardView) -> protocol.CardView:
    """The card of a puzzle with its task as the heading, what came of the last answer below, and
    its name and ratings at the end.
    """
    first, *others = card["blocks"]
    lines = [card["title"], *first.get("lines", [])]
    heading = next((place for place, line in enumerate(lines) if PUZZLE_SIGN in line), None)
    if heading is None or heading + 1 >= len(lines):
        return card
    verdict = lines[:heading]
    task = lines[heading + 1]
    details = lines[heading + 2 :]
    blocks = list[protocol.Block]()
    if verdict:
        blocks.append({"lines": verdict})
    blocks += others
    if details:
        blocks.append({"lines": details, "small": True})
    return {**card, "title": task, "blocks": blocks}


def _game_of(press: Press) -> str:
    """The slug of the game that a press is about; empty for none."""
    slug = getattr(press, "game", "")
    if any(game.slug == slug for game in registry.catalog()):
        return str(slug)
    return ""


async def _viewer(visit: Visit, press: Press) -> Viewer:
    """The member as somebody who sees what a press is about: a challenge of the server in which
    the page was opened as there, all else as what they take part in.
    """
    if isinstance(press, ChallengePress):
        challenge = await visit.services.challenges.get(press.challenge)
        if challenge.place.scope == visit.visitor.place.scope:
            return visit.viewer(visit.visitor.place)
    return visit.viewer()


def written_in(body: Body, most: int = MOST_VALUES) -> Mapping[str, str]:
    """What was written in the fields of a form, by their names.

    Raises NotFound for what no form of ours sends.
    """
    fields = body.get("written", {})
    if not isinstance(fields, dict) or len(fields) > most:
        raise NotFound(OUT_OF_DATE)
    for name, value in fields.items():
        if not isinstance(value, str) or len(name) > LONGEST_NAME or len(value) > LONGEST_VALUE:
            raise NotFound(OUT_OF_DATE)
    return cast("Mapping[str, str]", fields)


async def requested_press(visit: Visit, body: Body) -> Press:
    """The press that a request stands for: one that has a custom id, or to open a game's lessons
    or puzzles.

    Raises NotFound.
    """
    what = body.get("what")
    if what == "hint":
        return AskHint(number_in(body, "match"))
    slug = body.get("game")
    if what is not None and isinstance(slug, str) and len(slug) <= LONGEST_MOVE:
        if what == "lesson":
            return OpenLesson(GO_ON, registry.get(slug).slug)
        if what == "puzzle":
            puzzle = await visit.services.puzzles.next_for(visit.user, slug or None)
            return ShowPuzzle(0, puzzle.slug, puzzle.name, "")
    custom_id = body.get("press")
    if not isinstance(custom_id, str) or len(custom_id) > LONGEST_CUSTOM_ID:
        raise no_such_button()
    press = read(custom_id)
    if press is None:
        raise no_such_button()
    return press
