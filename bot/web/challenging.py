"""Beginning a match from the page: challenging somebody, anyone in the channel where it was opened,
or the computer.
"""

from collections.abc import Mapping
from typing import cast

from bot.chat.board.handicaps import side_of
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.reply import Handling
from bot.chat.language.typed import english_clock
from bot.domain.challenges.challenge import MAX_NOTE
from bot.domain.errors import NotFound, Refused
from bot.domain.opponent import DEFAULT, level_number
from bot.domain.values import COMPUTER, Person
from bot.web import protocol, texts
from bot.web.acts import ActReply, require_present
from bot.web.fields import FIELD, LONGEST_MOVE, OUT_OF_DATE, Body, text_in
from bot.web.members import MOST_FOUND, MemberSearch
from bot.web.queues import DISCORD_AWAY, NotNow
from bot.web.visits import Visit, without_markup
from games import registry
from games.core import Game
from games.core.numbers import whole_number
from games.players import level_of

LONGEST_ID = 20  # digits
THE_COMPUTER = "computer"  # in place of an opponent's id
MOST_LOOKED_AT = 40  # matches in which opponents are looked for
SIDES = ("random", "first", "second", "both")


async def challenge(
    handling: Handling, visit: Visit, body: Body
) -> protocol.Word | protocol.OpenedMatch:
    """Challenge the member that a request names, or anyone, or begin a match with the computer.

    Who may, whom, how often and where is decided as for the command. Raises Refused.
    """
    game = registry.get(text_in(body, "game", LONGEST_MOVE))
    reply = ActReply(handling, visit.viewer(), visit.visitor, visit.t, visit.settings, visit.look)
    if body.get("opponent") == THE_COMPUTER:
        return await _play_computer(reply, game, body)
    if not visit.visitor.place.guild:
        raise NotFound(texts.NO_CHANNEL)
    await require_allowed(reply)
    opponent = await _opponent(visit, body)
    options = game.complete(_options_in(body))
    opponent_id = None if opponent is None else opponent.id
    side = await _side_in(reply, game, options, body, opponent_id)
    offer = await visit.services.challenges.make(
        visit.visitor.place,
        reply.person,
        game.slug,
        options=options,
        side=side,
        clock=english_clock(text_in(body, "clock", FIELD)),
        rated=body.get("rated") is True,
        opponent=opponent,
        note=text_in(body, "message", MAX_NOTE) if "message" in body else "",
        explore=body.get("explore") is not False,
    )
    await reply.publish(offer.notice)
    t = visit.t
    if opponent is None:
        line = t(texts.CHALLENGE_TO_ANYONE, game=game.name)
    else:
        line = t(texts.CHALLENGE_TO, who=opponent.name, game=game.name)
    return {"kind": "word", "text": without_markup(line)}


async def _play_computer(reply: ActReply, game: Game, body: Body) -> protocol.OpenedMatch:
    """Begin a match against the computer at the level that a request names."""
    await require_allowed(reply)
    level = text_in(body, "level", LONGEST_MOVE) if "level" in body else DEFAULT
    options = game.complete(_options_in(body))
    change = await reply.services.challenges.play_computer(
        reply.place,
        reply.person,
        game.slug,
        level_number(level_of(level).name),
        options=options,
        side=await _side_in(reply, game, options, body, COMPUTER),
        explore=body.get("explore") is not False,
    )
    await reply.publish(change.notice)
    return {"kind": "open", "match": reply.started_match}


async def _side_in(
    reply: ActReply, game: Game, options: Mapping[str, str], body: Body, opponent: int | None
) -> str:
    """The side that is chosen; a handicap is not drawn by lot. Raises NotFound.

    :param opponent: None for anyone
    """
    side = text_in(body, "side", LONGEST_MOVE)
    if side not in SIDES:
        raise NotFound(OUT_OF_DATE)
    return await side_of(reply.services, reply.scope, reply.user, opponent, game, options, side)


def _options_in(body: Body) -> Mapping[str, str]:
    """The options that are chosen; those that are not named are as usual. Raises NotFound."""
    options = body.get("options", {})
    if not isinstance(options, dict):
        raise NotFound(OUT_OF_DATE)
    return cast("Mapping[str, str]", options)


async def _opponent(visit: Visit, body: Body) -> Person | None:
    """The member challenged; None for anyone.

    It is one with whom the challenger has played, or a member of the server. Raises Refused.
    """
    opponent = text_in(body, "opponent", LONGEST_MOVE)
    if not opponent:
        return None
    for status in ("running", "finished"):
        matches = await visit.services.matches.of(visit.user, status=status, limit=MOST_LOOKED_AT)
        for item in matches:
            for user, name in zip(item.seats, item.names, strict=True):
                if str(user) == opponent and user != visit.user and user > 0:
                    return Person(user, name)
    return await _member(visit, whole_number(opponent, LONGEST_ID))


async def _member(visit: Visit, user: int | None) -> Person:
    """A member of the server where the page was opened. Raises Refused, and NotNow where Discord
    cannot be asked.
    """
    if not user:
        raise NotFound(OUT_OF_DATE)
    try:
        member = await visit.services.visibility.member(user, visit.visitor.place.scope)
    except FAILURES:
        raise NotNow(DISCORD_AWAY) from None
    if member is None:
        raise NotFound(texts.NO_MEMBER)
    if member.bot:
        raise Refused(texts.NO_BOT)
    return Person(member.id, member.display_name)


async def find_people(search: MemberSearch, visit: Visit) -> protocol.Found:
    """People of the server where the page was opened whose names begin as a request says.

    Where Discord cannot be asked, they are looked for among those who have a rating there. Raises
    Refused for somebody who has left it.
    """
    place = visit.visitor.place
    prefix = visit.query.get("name", "").strip()[:LONGEST_MOVE]
    if not place.guild:
        return {"kind": "found", "people": [], "note": ""}
    await require_present(visit.services, visit.user, place)
    people = await search.find(place.scope, prefix, visit.user)
    if people is not None:
        return {"kind": "found", "people": people, "note": ""}
    players = await visit.services.ratings.players_named(place.scope, prefix, MOST_FOUND + 1)
    people = [
        {"id": str(player.id), "name": player.name} for player in players if player.id != visit.user
    ]
    note = without_markup(visit.t(texts.ONLY_PLAYERS))
    return {"kind": "found", "people": people[:MOST_FOUND], "note": note}
