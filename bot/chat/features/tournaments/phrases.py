"""How tournaments, standings and pairings are put into words."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.chat.board import charts
from bot.chat.features.tournaments import texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, bold, capitalised, moment
from bot.domain.tournaments.contest import meetings
from bot.domain.tournaments.kinds.base import placed
from bot.domain.tournaments.kinds.round_robin import struck
from bot.domain.tournaments.tournament import Pairing, Standing, Tournament

MOST_NAMES = 40  # members named in one line; the others are counted


def listed(t: Language, users: Sequence[int]) -> Markup:
    """Members in a line, by their ids."""
    names = t.listed([phrases.who(t, user) for user in users[:MOST_NAMES]])
    rest = len(users) - MOST_NAMES
    if rest <= 0:
        return names
    return Markup(f"{names} {t.count(*texts.AND_MORE, rest)}")


def title(t: Language, item: Tournament) -> Markup:
    """The heading of all cards of a tournament."""
    return t(texts.TOURNAMENT, name=item.name, title=item.title)


def terms(t: Language, item: Tournament) -> str:
    """What is played, and how."""
    kind = texts.LEAGUE if item.terms.league else texts.KINDS[item.kind]
    line = t(
        texts.TOURNAMENT_WHAT,
        kind=t(kind),
        game=item.game.name,
        variant=phrases.variant(t, item),
        clock=phrases.clock(t, item.clock),
    )
    return line + phrases.remarks(t, item)


def small_print(t: Language, item: Tournament) -> str:
    """The terms that are worth a word, in small print."""
    parts = list[str]()
    terms = item.terms
    rounds = item.rounds or terms.rounds
    if item.kind == "swiss" and rounds:
        parts.append(t.count(*texts.TERM_ROUNDS, rounds))
    if item.kind == "round-robin":
        parts.append(t(texts.TERM_CYCLES[terms.cycles]))
        if terms.together:
            parts.append(t(texts.TERM_TOGETHER))
    if terms.handicap:
        parts.append(t(texts.TERM_HANDICAP))
    if terms.pairs:
        parts.append(t(texts.TERM_PAIRS))
    if terms.days:
        parts.append(t.count(*texts.TERM_DAYS, terms.days))
    parts.append(t(texts.LATE[terms.late]))
    return f"-# {capitalised(' · '.join(parts))}"


def start(t: Language, item: Tournament) -> str:
    """When a tournament begins; of a ladder, which is open at once, how it goes."""
    if item.kind == "ladder" and item.status == "running":
        return t(texts.LADDER_HOW)
    if item.status not in ("signup", "checkin"):
        return t(texts.STATUS[item.status])
    if item.starts is None:
        return t(texts.STARTS_BY)
    starts = t(texts.STARTS_AT, when=moment(item.starts), left=moment(item.starts, "R"))
    if not item.terms.checkin:
        return starts
    return f"{starts}\n{t.count(*texts.CHECK_IN_FROM, item.terms.checkin)}"


def final(item: Tournament, round: int) -> bool:
    """Whether a round is the final of a knock-out."""
    return item.kind == "knock-out" and round == item.rounds


def state(t: Language, item: Tournament) -> Markup:
    """How far a tournament is."""
    if item.status != "running" or item.kind == "ladder":
        return t(texts.STATUS[item.status])
    is_final = final(item, item.round)
    numbers = {"round": item.round, "rounds": item.rounds}
    if item.ends is None:
        if item.at_once:
            return t(texts.STATUS["running"], **numbers)
        return t(texts.BRACKET_FINAL if is_final else texts.ROUND_OF, **numbers)
    if item.at_once:
        template = texts.RUNNING_UNTIL
    elif is_final:
        template = texts.FINAL_UNTIL
    else:
        template = texts.ROUND_UNTIL
    return t(template, when=moment(item.ends), left=moment(item.ends, "R"), **numbers)


def state_label(t: Language, item: Tournament) -> str:
    """How far a tournament is, where no markup is read."""
    if item.status == "running" and final(item, item.round):
        return t.label(texts.BRACKET_FINAL)
    if item.status == "running" and item.rounds and not item.at_once:
        return t.label(texts.ROUND_OF, round=item.round, rounds=item.rounds)
    return t.label(texts.STATUS[item.status])


def counts_points(item: Tournament) -> bool:
    """Whether points decide, not who has beaten whom."""
    return item.kind in ("swiss", "round-robin")


def breaks(standing: Standing) -> list[tuple[str, float]]:
    """The tie-breaks that are shown as numbers, with their texts."""
    return [
        (texts.COLUMN_BREAKS[name], value)
        for name, value in standing.breaks
        if name in texts.COLUMN_BREAKS
    ]


def standing_lines(t: Language, item: Tournament, lines: Sequence[Standing]) -> list[str]:
    """Standings in words."""
    return [_standing_line(t, item, standing) for standing in lines]


def _standing_line(t: Language, item: Tournament, standing: Standing) -> Markup:
    template = texts.STANDING_LINE if counts_points(item) else texts.STANDING_LINE_LADDER
    points = charts.points(t, standing.points)
    form = 1 if standing.points == 1 else 2  # of the word: half a point is plural
    record = t(
        template,
        rank=Markup(f"{standing.rank}." if standing.rank else "–"),
        who=phrases.who(t, standing.entrant.user),
        points=t.count(*shared.POINTS, form, n=points),
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
    )
    parts = [record]
    for name, value in breaks(standing):
        parts.append(t(shared.STATE_OF, name=t(name), state=charts.points(t, value)))
    line = Markup(" · ".join(parts))
    if not standing.entrant.gone:
        return line
    return t(texts.STANDING_OUT if standing.rank else texts.STANDING_STRUCK, line=line)


def rounds(
    t: Language, item: Tournament, pairings: Iterable[Pairing], every: Sequence[Pairing] = ()
) -> list[str]:
    """Pairings in words, as in ``pairing_lines``, with a heading for each round.

    Those of a ladder have none.
    """
    lines: list[str] = []
    for number, in_round in groupby(pairings, key=lambda pairing: pairing.round):
        if item.kind != "ladder":
            lines.append(_round_heading(t, item, number))
        lines += pairing_lines(t, item, in_round, every)
    return lines


def _round_heading(t: Language, item: Tournament, number: int) -> Markup:
    if final(item, number):
        return bold(t(texts.BRACKET_FINAL))
    return t(texts.PAIRINGS_TITLE, round=number)


def pairing_lines(
    t: Language, item: Tournament, pairings: Iterable[Pairing], every: Sequence[Pairing] = ()
) -> list[str]:
    """Pairings in words.

    :param every: all of the tournament, where it is to be said which of them do not count
    """
    pairings = list(pairings)
    struck_slots = _struck_slots(item, every)
    # The result of a pair of games stands beside its second game, with sides as there.
    pair_points = {
        (pair.round, pair.board, 2 * pair.leg): pair.points
        for pair in meetings(item, pairings)
        if pair.points
    }
    names = {entrant.slot: phrases.who(t, entrant.user) for entrant in item.entrants}
    lines = list[str]()
    for pairing in pairings:
        first, second = pairing.slots
        if second is None:
            lines.append(t(texts.PAIRING_FREE, first=names[first]))
            continue
        line = _pairing_line(t, pairing, names[first], names[second])
        points = pair_points.get(pairing.order)
        if points:
            scores = [charts.points(t, score) for score in reversed(points)]
            line = t(texts.PAIRING_PAIR, line=line, result=Markup("–".join(scores)))
        if pairing.result is not None and struck_slots.intersection(pairing.slots):
            line = t(texts.PAIRING_VOID, line=line)
        lines.append(line)
    return lines


def _pairing_line(t: Language, pairing: Pairing, first: Markup, second: Markup) -> Markup:
    """A pairing by itself: who plays whom, and the result."""
    return t(
        _pairing_text(pairing),
        result=_result(pairing),
        match=pairing.match_name or "·",
        first=first,
        second=second,
    )


def _struck_slots(item: Tournament, every: Sequence[Pairing]) -> set[int]:
    """The entrants of a round-robin whose games do not count."""
    if item.kind != "round-robin" or not every:
        return set()
    return struck(placed(item.entrants), meetings(item, every))


def _pairing_text(pairing: Pairing) -> str:
    if pairing.result is None:
        return texts.PAIRING_LATE if pairing.how == "late" else texts.PAIRING
    return texts.PAIRING_FORFEIT if pairing.how == "forfeit" else texts.PAIRING_RESULT


def _result(pairing: Pairing) -> Markup:
    result = pairing.result or ""
    return Markup("½–½" if result == "1/2" else result.replace("-", "–"))


def settled(t: Language, item: Tournament, pairing: Pairing, result: str) -> str:
    """A result that an organiser gives, in words, without markup."""
    slot = {"1-0": pairing.slots[0], "0-1": pairing.slots[1]}.get(result)
    if slot is None:
        return t.label(texts.SETTLED[result])
    winner = item.slot(slot)
    return t.label(shared.STATUS_WON, who=phrases.named(t, winner.user, winner.name))
