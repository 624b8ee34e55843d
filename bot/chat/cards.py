"""The cards that members see: turns, boards, challenges, lists of matches, and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from discord.ui import Item

import games
from bot.domain.matches.variants import phrase
from bot.domain.matches.views import COMPUTER, NOBODY, Challenge, Match, Notice, Summary, Turn
from games.core import Game, Sentence

from . import contest_texts, endings, offers, practice_texts, texts, words
from .ids import Press
from .layout import (
    AMBER,
    BLURPLE,
    GREY,
    Picture,
    Post,
    Pressed,
    beside,
    button,
    picture,
    post,
    row,
    row_of_one,
    rule,
    text,
)
from .rulebook import RULES
from .tongue import Command, Markup, Tongue, mention

PAGE = 5
"""Matches on one page of a list."""
FEW = 3
"""Open challenges that are shown below the matches: a message holds 40 components."""
PAGE_OF_CHALLENGES = 8


def turn(
    t: Tongue,
    match: Match,
    turns: Sequence[Turn],
    board: Picture,
    notice: Notice | None = None,
    *,
    lead: str = "",
    tail: str = "",
) -> Post:
    """The post of a turn, of the first board (no ``turns``) and of the end: what was played, the board, who is next.

    ``lead`` and ``tail`` are lines to put before all and after the state of the match.
    """
    ping = () if notice is None or notice.ping is None else (notice.ping,)
    first = match.state.ply == 0 and match.status == "running"
    offered = None if match.draw_offer is None else match.seats[match.draw_offer]
    over = match.status != "running"
    return post(
        text(
            lead or None,
            words.title(t, match),
            *words.turn_lines(t, match, turns),
            words.players(t, match) if first or over else None,
        ),
        picture(board),
        text(
            None if offered is None else t(texts.ASKED["draw"], who=words.who(t, offered), match=match.name),
            words.status(t, match),
            words.hints(t, match),
            details(t, match) if first else None,
            t(texts.CHALLENGE_NOTE, note=match.note) if first and match.note else None,
            tail or None,
        ),
        row(*(over_buttons if over else running_buttons)(t, match)),
        colour=words.colour(match.game, match.winner if over else match.to_move) or GREY,
        pictures=[board],
        ping=ping,
        mark=None if notice is None else notice.id,
    )


def details(t: Tongue, match: Match) -> str:
    """The options and the clock, in small print."""
    return t(texts.DETAILS, variant=words.variant(t, match), clock=words.clock(t, match)) + words.rated(t, match)


def running_buttons(t: Tongue, match: Match) -> list[Pressed]:
    """The buttons of a match that goes on."""
    return [
        button(t.label(texts.MOVE), Press("move", match.id, match.version), "primary"),
        button(t.label(texts.BOARD), Press("board", match.id, match.version)),
        *(
            [button(t.label(texts.ACCEPT_DRAW), Press("answer", match.id, match.version, "draw.y"))]
            if match.draw_offer is not None and COMPUTER not in match.seats
            else []
        ),
        button(t.label(texts.MORE), Press("more", match.id, match.version)),
    ]


def over_buttons(t: Tongue, match: Match) -> list[Pressed | None]:
    """The buttons of a match that is over."""
    return [
        button(t.label(texts.BOARD), Press("board", match.id, match.version)),
        button(t.label(texts.LOOK_THROUGH), Press("page", match.id, 0, f"a{match.state.ply}")),
        button(t.label(practice_texts.ANALYSE), Press("analyse", match.id)) if match.decisions else None,
        *([button(t.label(texts.REMATCH), Press("rematch", match.id), "primary")] if NOBODY not in match.seats else []),
        button(t.label(texts.MORE), Press("more", match.id, match.version)),
    ]


def board(
    t: Tongue, match: Match, image: Picture, reader: int, *, legal: bool = False, flip: bool = False, lead: str = ""
) -> Post:
    """A board for one reader alone, with ways to look at it differently."""
    seat = match.seat_of(reader)
    yours = seat is not None and seat == match.to_move
    who = words.players(t, match) if seat is None else None
    flags = "".join(letter for letter, on in (("f", flip), ("l", legal)) if on)
    return post(
        text(lead or None, words.title(t, match), who, *words.turn_lines(t, match, match.turns[-1:])),
        picture(image),
        text(words.status(t, match), words.banks(t, match), words.hints(t, match), details(t, match)),
        row(
            go_on(t, match, seat)
            if seat is not None and match.paused
            else button(t.label(texts.MOVE), Press("move", match.id, match.version), "primary")
            if yours
            else None,
            button(t.label(texts.FLIP), Press("look", match.id, match.version, _toggled(flags, "f"))),
            button(
                t.label(texts.HIDE_LEGAL if legal else texts.SHOW_LEGAL),
                Press("look", match.id, match.version, _toggled(flags, "l")),
            )
            if match.to_move is not None
            else None,
            button(t.label(texts.MORE), Press("more", match.id, match.version)),
        ),
        colour=words.colour(match.game, match.to_move if match.status == "running" else match.winner) or GREY,
        pictures=[image],
    )


def go_on(t: Tongue, match: Match, seat: int) -> Pressed:
    """The button that ends a pause: the player to move may do so, the other one has to ask."""
    label = texts.RESUME if seat == match.to_move else texts.ASK_RESUME
    return button(t.label(label), Press("pause", match.id, match.version))


def _toggled(flags: str, letter: str) -> str:
    return flags.replace(letter, "") if letter in flags else flags + letter


def past(t: Tongue, match: Match, image: Picture, last: int, steps: Sequence[Pressed]) -> Post:
    """A match as it was at some time, with ways to go through it."""
    ply = match.state.ply
    turns = [one for one in match.turns if ply]
    return post(
        text(
            t(texts.TITLE, game=match.game.name, match=match.name, turn=match.state.turn),
            t(texts.PAST, n=ply, last=last),
            *words.turn_lines(t, match, turns),
        ),
        picture(image),
        row(*steps),
        colour=words.colour(match.game, match.state.to_move) or GREY,
        pictures=[image],
    )


def next_one(t: Tongue, other: Summary, reader: int) -> Post:
    """Another match that waits for the reader."""
    seat = 1 - other.seats.index(reader)
    line = t(texts.NEXT, match=other.name, game=games.get(other.game).name, who=words.who(t, other.seats[seat]))
    go = button(t.label(texts.NEXT_BUTTON, match=other.name), Press("move", other.id, other.version), "primary")
    return post(text(line), row(go), colour=BLURPLE)


def digest(t: Tongue, running: Sequence[Summary], notice: Notice | None = None) -> Post:
    """The daily list of a server's running matches."""
    lines = []
    for item in running:
        first, second = (words.who(t, seat) for seat in item.seats)
        state = words.summary_status(t, item, None)
        line = t(
            texts.MATCH_LINE_OF,
            match=item.name,
            game=games.get(item.game).name,
            first=first,
            second=second,
            status=state,
        )
        lines.append(line.replace("\n", " · "))
    looks = [button(t.label(texts.SHOW_MATCH, match=one.name), Press("board", one.id, one.version)) for one in running]
    mark = None if notice is None else notice.id
    return post(text(t(texts.DIGEST), *lines), row(*looks[:PAGE]), colour=BLURPLE, mark=mark)


def matches(
    t: Tongue,
    lines: Sequence[tuple[Summary, Picture]],
    reader: int,
    owner: int,
    *,
    page: int,
    more: bool,
    waiting: Sequence[Challenge],
    away: Mapping[int, datetime],
) -> Post:
    """A page of somebody's matches with small boards, and the open challenges; ``away``: who is on vacation."""
    items: list[Markup | None] = []
    mine = owner == reader
    head = text(t(texts.MATCHES) if mine else t(texts.MATCHES_OF, who=mention(owner)))
    rows = []
    for item, image in lines:
        game, state = games.get(item.game).name, words.summary_status(t, item, reader)
        if owner in item.seats:
            other = words.who(t, item.seats[1 - item.seats.index(owner)])
            line = t(texts.MATCH_LINE, match=item.name, game=game, who=other, status=state)
        else:
            first, second = (words.who(t, seat) for seat in item.seats)
            line = t(texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=state)
        rows.append(beside(image, line, *words.away(t, [(user, away.get(user)) for user in item.seats])))
    if not lines:
        items.append(
            t(texts.MATCHES_NONE, play=Command("play")) if mine else t(texts.MATCHES_NONE_OF, who=mention(owner))
        )
    return post(
        head,
        *rows,
        text(*items) if items else None,
        row(
            *(
                button(t.label(texts.NEXT_BUTTON, match=item.name), Press("move", item.id, item.version), "primary")
                if item.mover == reader
                else button(t.label(texts.SHOW_MATCH, match=item.name), Press("board", item.id, item.version))
                for item, _ in lines
            )
        ),
        row(
            button("◀", Press("matches", owner, page - 1)) if page else None,
            button("▶", Press("matches", owner, page + 1)) if more else None,
        ),
        *([rule(), text(t(texts.OPEN_CHALLENGES)), *_offers(t, waiting[:FEW], reader)] if waiting else ()),
        row(button(t.label(texts.OPEN_ALL), Press("offers", 0, 0))) if len(waiting) > FEW else None,
        pictures=[image for _, image in lines],
        colour=BLURPLE,
    )


def challenges(t: Tongue, found: Sequence[Challenge], reader: int, *, page: int, more: bool) -> Post:
    """Open challenges, to be taken or withdrawn."""
    return post(
        text(t(texts.OPEN_CHALLENGES), None if found else t(texts.OPEN_NONE, play=Command("play"))),
        *_offers(t, found, reader),
        row(
            button("◀", Press("offers", 0, page - 1)) if page else None,
            button("▶", Press("offers", 0, page + 1)) if more else None,
        ),
        colour=BLURPLE,
    )


def _offers(t: Tongue, found: Sequence[Challenge], reader: int) -> list[Item[Any]]:
    """Open challenges that concern the reader, each with what the reader may do about it."""
    rows: list[Item[Any]] = []
    for item in found:
        to = None if item.target is None else mention(item.target.id)
        line = t(
            texts.OPEN_TO_ANYONE if to is None else texts.OPEN_TO,
            game=item.game.name,
            maker=mention(item.maker.id),
            target=to,
        )
        terms = t(texts.OPEN_TERMS, variant=words.variant(t, item), clock=words.clock(t, item)) + words.rated(t, item)
        if item.maker.id == reader:
            press = button(t.label(texts.WITHDRAW), Press("withdraw", item.id))
        else:
            press = button(t.label(texts.ACCEPT if to else texts.TAKE), Press("accept", item.id), "success")
        rows.append(row_of_one(press, line, terms))
    return rows


def question(t: Tongue, line: str, *buttons: Pressed, colour: int = AMBER) -> Post:
    """A question to one member, with its answers as buttons."""
    return post(text(line), row(*buttons), colour=colour)


def word(line: str, *, notice: Notice | None = None, colour: int = GREY) -> Post:
    """A card of one line."""
    ping = () if notice is None or notice.ping is None else (notice.ping,)
    return post(text(line), colour=colour, ping=ping, mark=None if notice is None else notice.id)


def wrong(t: Tongue, why: str) -> Post:
    """What could not be done, and why."""
    return post(text(t(texts.WRONG, why=Markup(why))), colour=AMBER)


def more(
    t: Tongue, match: Match, reader: int, *, follows: bool = False, takes_back: bool = False, lead: str = ""
) -> Post:
    """What else a member may do in a match: players, and those who watch. ``lead`` is a line to put before it."""
    seat, running = match.seat_of(reader), match.status == "running"

    def act(label: str, action: str, style: str = "secondary") -> Pressed:
        return button(t.label(label), Press(action, match.id, match.version), style)

    asks: list[Pressed] = []
    if seat is not None and running:
        asks.append(act(texts.OFFER_DRAW, "draw"))
        if match.paused:
            asks.append(go_on(t, match, seat))
        elif match.due is not None and not match.overdue:
            asks.append(act(texts.ASK_PAUSE, "pause"))
        if match.state.turn > seat + 1:
            asks.append(act(texts.ASK_TAKEBACK, "takeback"))
        asks.append(act(texts.ABORT, "abort") if match.state.turn <= 2 else act(texts.RESIGN, "resign", "danger"))
    if takes_back:
        asks.append(act(contest_texts.TAKE_RESULT_BACK, "result"))
    look = button(t.label(texts.LOOK_THROUGH), Press("page", match.id, 0, f"a{match.state.ply}"))
    left = seat is not None and match.gone == 1 - seat
    late = match.overdue and seat is not None and seat != match.to_move
    return post(
        text(
            lead or None,
            t(texts.MORE_TITLE, match=match.name),
            words.players(t, match),
            words.banks(t, match),
            *words.away(t, zip(match.seats, match.away, strict=True)),
            details(t, match),
        ),
        row(*offers.claims(t, match, left=left)) if running and (left or late) else None,
        row(*asks),
        row(
            act(texts.PLAN, "plan") if seat is not None and running and match.mover != reader else None,
            act(texts.UNFOLLOW if follows else texts.FOLLOW, "follow") if seat is None and running else None,
            act(practice_texts.HINT, "hint") if running and match.mover == reader and not match.rated else None,
            look,
            act(texts.RULES, "rules"),
            act(texts.RESIGN, "resign", "danger") if seat is not None and running and match.state.turn <= 2 else None,
        ),
    )


def rules(t: Tongue, game: Game, number: int, image: Picture) -> Post:
    """A page of how a game is played, with a picture."""
    pages = RULES[game.slug]
    page, last = pages[number], len(pages) - 1
    options = [
        t(
            texts.RULES_OPTION,
            label=Sentence(option.label),
            choices=", ".join(t.say(phrase(option, choice)) for choice in option.choices),
        )
        for option in game.options
        if len(option.choices) > 1
    ]
    first = number == 0
    return post(
        text(
            t(texts.RULES_TITLE, game=game.name, page=number + 1, pages=last + 1),
            t(texts.RULES_CREDIT, author=game.author, year=game.year) if first else None,
        ),
        text(t(page.text)),
        picture(image),
        text(
            t(texts.RULES_CAPTION, caption=Markup(t(page.example.caption))) if page.example else None,
            t(texts.RULES_TYPING, examples=Markup(endings.EXAMPLES[game.slug])) if number == last else None,
        )
        if page.example or number == last
        else None,
        text(t(texts.RULES_OPTIONS), *options) if options and number == last else None,
        row(
            button("◀", Press("rulespage", 0, number - 1, game.slug)) if number else None,
            button(t.label(texts.RULES_NEXT), Press("rulespage", 0, number + 1, game.slug), "primary")
            if number < last
            else None,
            button(t.label(practice_texts.LESSON), Press("lesson", 0, 0, game.slug)),
        ),
        colour=BLURPLE,
        pictures=[image],
    )


def help_card(t: Tongue, catalog: Sequence[Game], commands: Mapping[str, Command]) -> Post:
    """What this is and how to begin."""
    return post(
        text(t(texts.HELP)),
        text(t(texts.HELP_STEPS, **commands)),
        text(t(texts.HELP_COMMANDS, **commands)),
        text(t(practice_texts.HELP_ALONE, **commands)),
        text(t(contest_texts.HELP_CONTESTS, **commands)),
        rule(),
        text(t(texts.HELP_GAMES), *(t(texts.HELP_GAME, game=game.name, aim=t(game.aim)) for game in catalog)),
        colour=BLURPLE,
    )
