"""Challenging somebody from the page, or anyone in the channel where it was opened."""

from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.reply import Handling
from bot.domain.errors import NotFound
from bot.domain.values import Person
from bot.web import protocol, texts
from bot.web.acts import ActReply
from bot.web.fields import LONGEST_MOVE, OUT_OF_DATE, Body, text_in
from bot.web.visits import Visit, without_markup
from games import registry

LONGEST_CLOCK = 40
MOST_LOOKED_AT = 40  # matches in which opponents are looked for
SIDES = ("random", "first", "second", "both")


async def challenge(handling: Handling, visit: Visit, body: Body) -> protocol.Word:
    """Challenge the member that a request names, or anyone.

    Whom they may challenge, how often and where is decided as for the command. Raises Refused.
    """
    game = registry.get(text_in(body, "game", LONGEST_MOVE))
    side = text_in(body, "side", LONGEST_MOVE)
    if side not in SIDES:
        raise NotFound(OUT_OF_DATE)
    if not visit.visitor.place.guild:
        raise NotFound(texts.NO_CHANNEL)
    reply = ActReply(handling, visit.viewer(), visit.visitor, visit.t, visit.settings, visit.look)
    await require_allowed(reply)
    opponent = await _opponent(visit, body)
    offered = await visit.services.challenges.make(
        visit.visitor.place,
        reply.person,
        game.slug,
        side=side,
        clock=text_in(body, "clock", LONGEST_CLOCK),
        rated=body.get("rated") is True,
        opponent=opponent,
    )
    await reply.publish(offered.notice)
    t = visit.t
    if opponent is None:
        line = t(texts.CHALLENGE_TO_ANYONE, game=game.name)
    else:
        line = t(texts.CHALLENGE_TO, who=opponent.name, game=game.name)
    return {"kind": "word", "text": without_markup(line)}


async def _opponent(visit: Visit, body: Body) -> Person | None:
    """The member challenged; None for anyone.

    It is one with whom the challenger has played: the page offers no others. Raises NotFound.
    """
    wanted = text_in(body, "opponent", LONGEST_MOVE)
    if not wanted:
        return None
    for status in ("running", "finished"):
        played = await visit.services.matches.of(visit.user, status=status, limit=MOST_LOOKED_AT)
        for item in played:
            for user, name in zip(item.seats, item.names, strict=True):
                if str(user) == wanted and user != visit.user and user > 0:
                    return Person(user, name)
    raise NotFound(OUT_OF_DATE)
