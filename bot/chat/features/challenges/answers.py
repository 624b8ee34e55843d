"""Challenging with ``/play``, answering challenges, and the list of open ones."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import discord

import games
from bot.chat.board import completion, handicaps
from bot.chat.board.invitations import CounterTerms, DeclineChallenge, OpenCounter
from bot.chat.board.links import AcceptChallenge, ListChallenges, WithdrawChallenge
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.forms import Field, Form, FormMenu, form
from bot.chat.discord.offers import MOST_CHOICES
from bot.chat.discord.permissions import require_allowed, tell_missing
from bot.chat.discord.press import ChallengePress
from bot.chat.discord.reply import Reply
from bot.chat.features.challenges import cards, feature, texts
from bot.chat.features.challenges.cards import AskAgain
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language
from bot.chat.language.typed import english_clock
from bot.domain import clocks, variants
from bot.domain.challenges.challenge import MAX_NOTE, OPPOSITE, Challenge
from bot.domain.errors import Refused
from bot.domain.opponent import DEFAULT, level_number
from bot.domain.values import COMPUTER, Person
from games.core import HANDICAP, NO_HANDICAP, BadOption, Game
from games.players import level_of

PAGE = 8  # challenges on one page


@feature.command
@slash(
    "play",
    texts.ABOUT_PLAY,
    options=texts.PLAY_OPTIONS,
    choices={
        "game": game_choices(),
        "side": labelled(shared.SIDES),
        "level": labelled(shared.ABOUT_LEVELS),
        "explore": labelled(texts.EXPLORE),
    },
    complete={
        "variant": completion.variant,
        "handicap": completion.handicap,
        "clock": completion.clock,
    },
    longest={"message": MAX_NOTE},
    work="board",
)
async def play(
    reply: Reply,
    game: str,
    opponent: discord.User | None = None,
    variant: str = "",
    side: str = "random",
    clock: str = "",
    rated: bool = False,
    message: str = "",
    level: str = "",
    explore: str = "yes",
    handicap: str = "",
) -> None:
    """Challenge a member or anybody, or begin a match against the computer."""
    await require_allowed(reply)
    challenges = reply.services.challenges
    options = phrases.parse_options(reply.t, game, variant, handicap)
    if _computer_wanted(reply, opponent, level, rated, clock):
        change = await challenges.play_computer(
            reply.place,
            reply.person,
            game,
            level_number(level_of(level or DEFAULT).name),
            options=options,
            side=await _own_side(reply, game, options, side, COMPUTER),
            explore=explore != "no",
            interaction=reply.interaction_ref,
        )
        await reply.publish(change.notice)
    else:
        _require_people(reply, opponent)
        other = None if opponent is None else opponent.id
        offer = await challenges.make(
            reply.place,
            reply.person,
            game,
            options=options,
            side=await _own_side(reply, game, options, side, other),
            clock=english_clock(clock),
            rated=rated,
            opponent=None if opponent is None else Person(opponent.id, opponent.display_name),
            note=message,
            explore=explore != "no",
            interaction=reply.interaction_ref,
        )
        await reply.publish(offer.notice)
    await tell_missing(reply)


async def _own_side(
    reply: Reply, game: str, options: Mapping[str, str], side: str, opponent: int | None
) -> str:
    """The side of the member, which is not drawn by lot where there is a handicap."""
    services = reply.services
    return await handicaps.side_of(
        services, reply.scope, reply.user, opponent, games.get(game), options, side
    )


def _require_people(reply: Reply, opponent: discord.User | None) -> None:
    """Raises Refused for a challenge to a bot, or where nobody else is."""
    if opponent is not None and opponent.bot:
        raise Refused(
            "you can’t challenge a bot; choose a member, or leave the opponent out for an open "
            "challenge"
        )
    if reply.interaction.context.dm_channel:
        raise Refused(
            "you’re alone here; challenge people on a server or in a chat with them, or choose a "
            "level to play the computer"
        )


def _computer_wanted(
    reply: Reply, opponent: discord.User | None, level: str, rated: bool, clock: str
) -> bool:
    """Whether a match against the computer is asked for.

    Raises Refused for options that do not go with it.
    """
    if opponent is not None and opponent.id != reply.services.gateway.me:
        if level and not opponent.bot:
            raise Refused(
                "a level is only for the computer; leave it out to challenge {name}",
                name=opponent.display_name,
            )
        return False
    if opponent is None and not level:
        return False
    if rated:
        raise Refused("matches against the computer are never rated")
    if clocks.parse(english_clock(clock)):
        raise Refused("matches against the computer have no time limit; leave it out")
    return True


@feature.on(AcceptChallenge, work="board", page=True)
async def accept(reply: Reply, press: AcceptChallenge) -> None:
    """Accept a challenge, and show the match that begins."""
    challenge = await reply.services.challenges.shown(reply.viewer, press.challenge)
    change = await reply.services.challenges.accept(
        press.challenge, reply.person, interaction=reply.interaction_ref
    )
    await reply.settle(challenge=press.challenge)
    if challenge.counters is not None:
        await reply.settle(challenge=challenge.counters)
    await reply.publish(change.notice, where=True)
    await reply.services.posts.store_turns()  # so that what was accepted leads there
    await reply.settle(challenge=press.challenge)


@feature.on(AskAgain, work="board", page=True)
async def ask_again(reply: Reply, press: AskAgain) -> None:
    """Make an expired challenge once more, on the same terms.

    Raises Refused for anybody but its maker.
    """
    await require_allowed(reply)
    item = await reply.services.challenges.shown(reply.viewer, press.challenge)
    if item.maker.id != reply.user:
        raise Refused("only {maker} can ask again", maker=item.maker.name)
    offer = await reply.services.challenges.make(
        reply.place,
        reply.person,
        item.game.slug,
        opponent=item.target,
        options=item.options,
        side=item.side,
        clock=str(item.clock),
        rated=item.rated,
        note=item.note,
        explore=item.explore,
        interaction=reply.interaction_ref,
    )
    await reply.publish(offer.notice)
    await tell_missing(reply)


@feature.on(DeclineChallenge, page=True)
async def decline(reply: Reply, press: DeclineChallenge) -> None:
    """Decline the challenge; a post pings its maker."""
    change = await reply.services.challenges.decline(
        press.challenge, reply.person, interaction=reply.interaction_ref
    )
    await reply.settle(challenge=press.challenge)
    await reply.publish(change.notice)


@feature.on(WithdrawChallenge, page=True)
async def withdraw(reply: Reply, press: WithdrawChallenge) -> None:
    """Withdraw one's own challenge."""
    challenge = await reply.services.challenges.withdraw(press.challenge, reply.person)
    await reply.settle(challenge=press.challenge)
    if not reply.answered:
        await reply.private(await cards.closed(reply.services, reply.t, challenge.challenge))


class SendCounter(ChallengePress, action="countered", opened_by=OpenCounter):
    """Send the counter-offer."""


@feature.on(OpenCounter, page=True)
async def open_counter(reply: Reply, press: OpenCounter) -> None:
    """Open the form for a counter-offer, filled in with the terms of the challenge."""
    challenge = await reply.services.challenges.shown(reply.viewer, press.challenge)
    challenge.countered_by(reply.person)
    # What was chosen before the form was refused stands again in its menus.
    terms = CounterTerms.parse(press.terms)
    await reply.form(_counter_form(reply.t, challenge, terms))


def _counter_form(t: Language, challenge: Challenge, terms: CounterTerms) -> Form:
    """The form for a counter-offer; what is not ``terms`` is as in the challenge.

    Where a menu cannot list every variant, there is a field for others instead of a menu of
    handicaps, which are typed there.
    """
    game = challenge.game
    has_menu = _has_handicap_menu(game)
    present_options = challenge.options
    if has_menu:
        present_options = game.complete({**challenge.options, HANDICAP: NO_HANDICAP})
    present = variants.text(game, present_options)
    labels = _offered_variants(t, game, present)
    other: Field | FormMenu = Field("other", t.label(texts.COUNTER_OTHER), required=False)
    if has_menu:
        present_handicap = challenge.options.get(HANDICAP, NO_HANDICAP)
        other = FormMenu(
            "handicap",
            t.label(shared.HANDICAP, 45),
            completion.handicap_choices(t, game),
            terms.handicap or present_handicap,
        )
    side = terms.side or OPPOSITE[challenge.side]
    rated = terms.rated or ("yes" if challenge.rated else "no")
    side_and_rated = CounterTerms(side, rated).side_and_rated
    clock = phrases.clock(t, challenge.clock)
    variant_label = t.label(texts.COUNTER_VARIANT)
    side_label = t.label(texts.COUNTER_SIDE)
    clock_label = t.label(texts.COUNTER_CLOCK)
    return form(
        t.label(shared.COUNTER, 45),
        SendCounter(challenge.id),
        FormMenu("variant", variant_label, labels, terms.variant or present),
        other,
        FormMenu("side", side_label, _offered_sides(t), side_and_rated),
        Field("clock", clock_label, value=clock, required=False),
        Field("note", t.label(texts.COUNTER_NOTE), required=False),
    )


def _has_handicap_menu(game: Game) -> bool:
    """Whether the form for a counter-offer has room for a menu of handicaps."""
    return sum(1 for _ in variants.every(game)) <= MOST_CHOICES


def _offered_variants(t: Language, game: Game, present: str) -> dict[str, str]:
    """The variants in the form, by what they are called: the present one first."""
    others = completion.variant_choices(t, game)
    labels = {present: completion.variant_label(t, game, present)}
    for text, label in list(others.items())[: MOST_CHOICES - 1]:
        labels[text] = label
    return labels


def _offered_sides(t: Language) -> dict[str, str]:
    """The sides in the form, unrated first."""
    sides = dict[str, str]()
    for name, label in shared.SIDES.items():
        sides[CounterTerms(name, "no").side_and_rated] = t.label(label)
    for name, label in shared.SIDES.items():
        rated_label = f"{t.label(label)} · {t.label(shared.RATED)}"
        sides[CounterTerms(name, "yes").side_and_rated] = rated_label
    return sides


@feature.on(SendCounter, work="board", page=True)
async def counter(reply: Reply, press: SendCounter) -> None:
    """Send the counter-offer in the form."""
    challenges = reply.services.challenges
    challenge = await challenges.shown(reply.viewer, press.challenge)
    terms = CounterTerms.parse(reply.typed("side"))
    board = _board_typed(reply, challenge.game)
    side = terms.side or None
    if side is not None:
        options = _countered_options(challenge, board)
        side = await _own_side(reply, challenge.game.slug, options, side, challenge.maker.id)
    offer = await challenges.counter(
        press.challenge,
        reply.person,
        variant=board.variant,
        handicap=board.handicap,
        side=side,
        clock=english_clock(reply.typed("clock")),
        rated=terms.rated == "yes" if terms.rated else None,
        note=reply.typed("note"),
        interaction=reply.interaction_ref,
    )
    await reply.settle(challenge=press.challenge)
    await reply.publish(offer.notice)


@dataclass(frozen=True, slots=True)
class _TypedBoard:
    """The variant and the handicap that a form says; None where it says nothing of it."""

    variant: str | None
    handicap: str | None


def _board_typed(reply: Reply, game: Game) -> _TypedBoard:
    """The board that a counter-offer's form says. Raises GameError.

    What is typed beside the menu is a handicap on the board chosen there, or another variant.
    """
    variant = reply.typed("variant")
    handicap = reply.typed("handicap") or None
    other = reply.typed("other")
    if other:
        with suppress(BadOption):
            handicap = variants.handicap(game, other, reply.t.say)
        if handicap is None:
            variant = other
    if not variant:
        return _TypedBoard(None, handicap)
    return _TypedBoard(phrases.english_variant(reply.t, game.slug, variant), handicap)


def _countered_options(challenge: Challenge, board: _TypedBoard) -> Mapping[str, str]:
    """The options of a counter-offer, on which its maker's side depends. Raises GameError."""
    options = challenge.options
    if board.variant is not None:
        options = variants.parse(challenge.game, board.variant)
    handicap = board.handicap or challenge.options.get(HANDICAP, NO_HANDICAP)
    return variants.with_handicap(challenge.game, options, options.get(HANDICAP, handicap))


@feature.on(ListChallenges)
async def list_open(reply: Reply, press: ListChallenges) -> None:
    """Show a page of the open challenges."""
    open_ones = await reply.services.challenges.open(
        reply.viewer, limit=PAGE + 1, offset=press.page * PAGE
    )
    has_more = len(open_ones) > PAGE
    services = reply.services
    card = await cards.listed(
        services, reply.t, open_ones[:PAGE], reply.user, page=press.page, more=has_more
    )
    await reply.private(card)
