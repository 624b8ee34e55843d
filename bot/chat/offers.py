"""The cards that ask something of a player: challenges, offers, claims, reminders."""

from __future__ import annotations

from bot.chat.kit.components import AMBER, BLURPLE, GREEN, GREY, Picture, Post, Pressed, beside, button, post, row, text
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Tongue, moment
from bot.chat.kit.press import Press
from bot.domain.matches.views import COMPUTER, Challenge, Match, Notice


def challenge(t: Tongue, item: Challenge, image: Picture, notice: Notice | None = None) -> Post:
    """A challenge with its buttons, while it is open."""
    maker, game = words.who(t, item.maker.id), item.game.name
    if item.target is None:
        line = t(texts.CHALLENGE_OPEN, maker=maker, game=game)
        answers = [button(t.label(texts.TAKE), Press("accept", item.id), "success")]
    else:
        line = t(texts.CHALLENGE_TO, target=words.who(t, item.target.id), maker=maker, game=game)
        answers = [
            button(t.label(texts.ACCEPT), Press("accept", item.id), "success"),
            button(t.label(texts.DECLINE), Press("decline", item.id)),
            button(t.label(texts.COUNTER), Press("counter", item.id)),
        ]
    side = {"first": texts.MAKER_FIRST, "second": texts.MAKER_SECOND, "random": texts.MAKER_RANDOM}[item.side]
    terms = t(
        texts.CHALLENGE_DETAILS,
        variant=words.variant(t, item),
        side=t(side, maker=item.maker.name),
        clock=words.clock(t, item),
    ) + words.rated(t, item)
    note = t(texts.CHALLENGE_NOTE, note=item.note) if item.note else None
    return post(
        beside(
            image,
            t(_title(item, notice), game=game),
            line,
            terms,
            t(texts.CHALLENGE_UNTIL, when=moment(item.expires)),
            note,
        ),
        row(*answers, button(t.label(texts.WITHDRAW), Press("withdraw", item.id))),
        colour=BLURPLE,
        pictures=[image],
        ping=() if notice is None or notice.ping is None else (notice.ping,),
        mark=None if notice is None else notice.id,
    )


def _title(item: Challenge, notice: Notice | None) -> str:
    if notice is not None and notice.kind == "countered":
        return texts.COUNTERED
    return texts.REMATCH_ASKED if item.rematch_of is not None else texts.CHALLENGE


def challenge_closed(t: Tongue, item: Challenge, match: Match | None = None, notice: Notice | None = None) -> Post:
    """What became of a challenge; it has no buttons any more."""
    maker = words.who(t, item.maker.id)
    if match is not None:
        taker = words.who(t, match.opponent(item.maker.id))
        line, tint = t(texts.CHALLENGE_TAKEN, taker=taker, maker=maker, match=match.name), GREEN
    elif item.status == "declined" and item.target is not None:
        line, tint = t(texts.CHALLENGE_DECLINED, target=words.who(t, item.target.id), maker=maker), GREY
    elif item.status == "countered" and item.target is not None:
        line, tint = t(texts.COUNTER_CLOSED, target=words.who(t, item.target.id), maker=maker), GREY
    elif item.status == "expired":
        line, tint = t(texts.CHALLENGE_EXPIRED, maker=maker), GREY
    else:
        line, tint = t(texts.CHALLENGE_WITHDRAWN, maker=maker), GREY
    return post(
        text(t(texts.CHALLENGE, game=item.game.name), line),
        colour=tint,
        ping=() if notice is None or notice.ping is None else (notice.ping,),
        mark=None if notice is None else notice.id,
    )


def asked(t: Tongue, match: Match, what: str, line: str, notice: Notice) -> Post:
    """What a player asks of the other, with the answers; the computer needs no buttons."""
    return post(
        text(line),
        None
        if COMPUTER in match.seats
        else row(
            button(t.label(texts.YES), Press("answer", match.id, match.version, f"{what}.y"), "success"),
            button(t.label(texts.NO), Press("answer", match.id, match.version, f"{what}.n")),
            button(t.label(texts.BOARD), Press("board", match.id, match.version)),
        ),
        colour=BLURPLE,
        ping=() if notice.ping is None else (notice.ping,),
        mark=notice.id,
    )


def claim(t: Tongue, match: Match, line: str, notice: Notice) -> Post:
    """What a player may do whose opponent is out of time or gone."""
    return post(
        text(line),
        row(
            *claims(t, match, left=notice.kind != "overdue"),
            button(t.label(texts.BOARD), Press("board", match.id, match.version)),
        ),
        colour=AMBER,
        ping=() if notice.ping is None else (notice.ping,),
        mark=notice.id,
    )


def claims(t: Tongue, match: Match, *, left: bool) -> list[Pressed]:
    """How a match may be settled whose other player is out of time, or has ``left``."""

    def claim(label: str, what: str, style: str = "secondary") -> Pressed:
        return button(t.label(label), Press("claim", match.id, match.version, what), style)

    return [
        claim(texts.CLAIM_WIN, "win", "primary"),
        claim(texts.CLAIM_DRAW, "draw"),
        claim(texts.ABORT, "close") if left else claim(texts.CLAIM_TIME, "time"),
    ]


def reminder(t: Tongue, match: Match, line: str, notice: Notice) -> Post:
    """A word about a match, with the way to the board, and to a move where it waits for one."""
    return post(
        text(line),
        row(
            button(t.label(texts.MOVE), Press("move", match.id, match.version), "primary")
            if match.mover == notice.ping and not match.paused
            else None,
            button(t.label(texts.BOARD), Press("board", match.id, match.version)),
        ),
        colour=AMBER,
        ping=() if notice.ping is None else (notice.ping,),
        mark=notice.id,
    )
