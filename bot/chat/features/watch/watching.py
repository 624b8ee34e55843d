"""Showing matches, looking through them, playing on from them, and following those of others."""

from bot.chat.board import boards, cards, completion
from bot.chat.board.ends import gains
from bot.chat.board.links import FollowHighlights, FollowMatch, JumpTo, LookThrough, PlayOnFrom
from bot.chat.board.more import more_card
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, ButtonRow, menu, picture, post, text, word
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import MatchPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.sharing import require_seen_by_all
from bot.chat.features.watch import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language
from bot.chat.language.texts import ABOUT_MATCH
from bot.domain import variants
from bot.domain.errors import Refused
from bot.domain.matches.followers import Follows
from bot.domain.matches.match import Match
from bot.domain.opponent import LEVEL_NUMBERS, level_number
from games.core import NO_HANDICAP
from render import Look


@feature.command
@slash(
    "match show",
    texts.ABOUT_SHOW,
    options={"match": ABOUT_MATCH},
    complete={"match": completion.match_any},
    work="board",
)
async def show(reply: Reply, match: str = "") -> None:
    """Show a match to everyone in the channel."""
    services = reply.services
    target = await reply.find_match(match)
    await require_seen_by_all(reply, target)
    boards.call_by_name(reply, [target])
    t = await reply.shared(target)
    image = await services.images.match(target, say=t.say)
    tail = await gains(services.ratings, t, target)
    has_page = bool(services.doors.url)
    await reply.show_all(cards.turn(t, target, target.turns, image, tail=tail, page=has_page))


@feature.on(LookThrough, work="board", touched=True)
async def look_through(reply: Reply, press: LookThrough) -> None:
    """Show a match as it was after some decisions."""
    await boards.look_through(reply, press.match, press.ply, flip=press.flip)


@feature.on(JumpTo, work="board")
async def jump(reply: Reply, press: JumpTo) -> None:
    """Show a match after the turn chosen in a menu. Raises NotFound."""
    await boards.look_through(reply, press.match, reply.chosen(), flip=press.flip)


@feature.on(FollowMatch, page=True)
async def follow(reply: Reply, press: FollowMatch) -> None:
    """Follow a match of others, or follow it no longer."""
    match = await reply.watched(press.match)
    if press.stop:
        await reply.services.matches.unfollow(match.id, reply.user)
        await _tell(reply, match, None, texts.UNFOLLOWED)
    else:
        await reply.services.matches.follow(match.id, reply.user)
        await _tell(reply, match, "turns", texts.FOLLOWED)


@feature.on(FollowHighlights, page=True)
async def follow_highlights(reply: Reply, press: FollowHighlights) -> None:
    """Follow a match, sent its highlights only, or every turn again."""
    match = await reply.watched(press.match)
    await reply.services.matches.follow(match.id, reply.user, highlights=press.only)
    if press.only:
        await _tell(reply, match, "highlights", texts.FOLLOWED_HIGHLIGHTS)
    else:
        await _tell(reply, match, "turns", texts.FOLLOWED)


async def _tell(reply: Reply, match: Match, follows: Follows | None, template: str) -> None:
    """Show what else can be done in a match, with a line about following it."""
    boards.call_by_name(reply, [match])
    lead = reply.t(template, match=match.name)
    if reply.on_page:  # what else can be done is behind its ⋯ already
        await reply.private(word(lead))
        return
    await reply.private(more_card(reply.t, match, reply.user, follows=follows, lead=lead))


@feature.on(PlayOnFrom, work="board", page=True)
async def ask(reply: Reply, press: PlayOnFrom) -> None:
    """Ask for the member's side and the computer's level. Raises Refused."""
    t = reply.t
    past_match = await _position(reply, press.match, press.ply)
    state = past_match.state
    title = texts.PLAY_ON if state.turns else texts.PLAY_ON_START
    look: Look = reply.look()
    image = await reply.services.images.match(past_match, show_ending=False, **look)
    seats = (1, 0) if state.to_move else (0, 1)  # the side to move first
    card = post(
        text(t(title, match=past_match.name, n=state.turns), t(texts.PLAY_ON_HINT)),
        picture(image),
        *(_levels(t, past_match, seat) for seat in seats),
        colour=phrases.colour(past_match.game, state.to_move) or BLURPLE,
    )
    await reply.private(card, anew=True)


class PlayFromHere(MatchPress, action="playfrom"):
    """Play on at ``ply`` against the computer at the chosen level.

    It is done in the ``second`` seat or in the first.
    """

    ply: Version
    second: bool


@feature.on(PlayFromHere, work="board", page=True)
async def play(reply: Reply, press: PlayFromHere) -> None:
    """Begin a match against the computer with the decisions before the position. Raises Refused."""
    level = reply.values[0] if reply.values else ""
    if level not in LEVEL_NUMBERS:
        raise no_such_button()
    await require_allowed(reply)
    past_match = await _position(reply, press.match, press.ply)
    options = past_match.options
    if past_match.handicap is not None and past_match.handicap.kind == "hints":
        # The hints were a player's, and end with their match.
        options = variants.with_handicap(past_match.game, options, NO_HANDICAP)
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        past_match.game.slug,
        level_number(level),
        side="second" if press.second else "first",
        options=options,
        initial_decisions=past_match.decisions,
        interaction=reply.interaction_ref,
    )
    await reply.publish(change.notice)


async def _position(reply: Reply, match: int, ply: int) -> Match:
    """A match that is over, at ``ply``. Raises Refused where the member may not play on."""
    finished_match = await reply.watched(match)
    if finished_match.status == "running" or finished_match.reason == "adjourned":
        raise Refused(
            "{name} isn’t over; you can play on from it against the computer once it is",
            name=finished_match.name,
        )
    past_match = await boards.as_it_was(reply, finished_match, ply)
    if past_match.state.to_move is None:
        raise Refused("the match is over in that position")
    await reply.services.matches.require_no_help(
        reply.user, past_match.game.slug, lambda: [past_match.state]
    )
    return past_match


def _levels(t: Language, match: Match, seat: int) -> ButtonRow | None:
    """The menu of levels for the member in a seat."""
    mark = phrases.mark(match.game, seat)
    side = phrases.seat_name(t, match.game, seat)
    labels = dict[str, str]()
    for name in LEVEL_NUMBERS:
        level = t.label(shared.LEVELS[name])
        labels[name] = t.label(texts.PLAY_ON_AT, 100, level=level, mark=mark, side=side)
    placeholder = t.label(texts.PLAY_ON_AS, 150, mark=mark, side=side)
    return menu(placeholder, PlayFromHere(match.id, match.state.ply, bool(seat)), labels)
