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
    shown = t.listed([phrases.who(t, user) for user in users[:MOST_NAMES]])
    rest = len(users) - MOST_NAMES
    return Markup(f"{shown} {t.count(*texts.AND_MORE, rest)}" if rest > 0 else shown)


def title(t: Language, item: Tournament) -> Markup:
    """The heading of all cards of a tournament."""
    return t(texts.TOURNAMENT, name=item.name, title=item.title)


def terms(t: Language, item: Tournament) -> str:
    """What is played, and how."""
    return t(
        texts.TOURNAMENT_WHAT,
        kind=t(texts.LEAGUE if item.terms.league else texts.KINDS[item.kind]),
        game=item.game.name,
        variant=phrases.variant(t, item),
        clock=phrases.clock(t, item.clock),
    ) + phrases.remarks(t, item)


def small_print(t: Language, item: Tournament) -> str:
    """The terms that are worth a word, in small print."""
    parts = list[str]()
    own = item.terms
    if item.kind == "swiss" and (item.rounds or own.rounds):
        parts.append(t.count(*texts.TERM_ROUNDS, item.rounds or own.rounds))
    if item.kind == "round-robin":
        parts.append(t(texts.TERM_CYCLES[own.cycles]))
        if own.together:
            parts.append(t(texts.TERM_TOGETHER))
    if own.pairs:
        parts.append(t(texts.TERM_PAIRS))
    if own.days:
        parts.append(t.count(*texts.TERM_DAYS, own.days))
    return f"-# {capitalised(' · '.join([*parts, t(texts.LATE[own.late])]))}"


def start(t: Language, item: Tournament) -> str:
    """When a tournament begins; of a ladder, which is open at once, how it goes."""
    if item.kind == "ladder" and item.status == "running":
        return t(texts.LADDER_HOW)
    if item.status not in ("signup", "checkin"):
        return t(texts.STATUS[item.status])
    if item.starts is None:
        return t(texts.STARTS_BY)
    said = t(texts.STARTS_AT, when=moment(item.starts), left=moment(item.starts, "R"))
    return (
        f"{said}\n{t.count(*texts.CHECK_IN_FROM, item.terms.checkin)}"
        if item.terms.checkin
        else said
    )


def final(item: Tournament, round: int) -> bool:
    """Whether a round is the final of a knock-out."""
    return item.kind == "knock-out" and round == item.rounds


def state(t: Language, item: Tournament) -> Markup:
    """How far a tournament is."""
    if item.status != "running" or item.kind == "ladder":
        return t(texts.STATUS[item.status])
    says = {"round": item.round, "rounds": item.rounds}
    last = final(item, item.round)
    if item.ends is None:
        running = (
            texts.STATUS["running"]
            if item.at_once
            else texts.BRACKET_FINAL
            if last
            else texts.ROUND_OF
        )
        return t(running, **says)
    template = (
        texts.RUNNING_UNTIL if item.at_once else texts.FINAL_UNTIL if last else texts.ROUND_UNTIL
    )
    return t(template, when=moment(item.ends), left=moment(item.ends, "R"), **says)


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
    template = texts.STANDING_LINE if counts_points(item) else texts.STANDING_LINE_LADDER
    described: list[str] = []
    for standing in lines:
        said = t(
            template,
            rank=Markup(f"{standing.rank}." if standing.rank else "–"),
            who=phrases.who(t, standing.entrant.user),
            points=t.count(
                *shared.POINTS,
                1 if standing.points == 1 else 2,
                n=charts.points(t, standing.points),
            ),
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
        )
        decided = [
            t(shared.STATE_OF, name=t(name), state=charts.points(t, value))
            for name, value in breaks(standing)
        ]
        line = Markup(" · ".join([said, *decided]))
        out = texts.STANDING_OUT if standing.rank else texts.STANDING_STRUCK
        described.append(t(out, line=line) if standing.entrant.gone else line)
    return described


def rounds(
    t: Language, item: Tournament, pairings: Iterable[Pairing], every: Sequence[Pairing] = ()
) -> list[str]:
    """Pairings in words, as in ``pairing_lines``, with a heading for each round; those of a ladder
    have none.
    """
    lines: list[str] = []
    for number, some in groupby(pairings, key=lambda pairing: pairing.round):
        heading = (
            t(texts.PAIRINGS_TITLE, round=number)
            if not final(item, number)
            else bold(t(texts.BRACKET_FINAL))
        )
        lines += [heading] * (item.kind != "ladder")
        lines += pairing_lines(t, item, some, every)
    return lines


def pairing_lines(
    t: Language, item: Tournament, pairings: Iterable[Pairing], every: Sequence[Pairing] = ()
) -> list[str]:
    """Pairings in words; ``every``: all of the tournament, where it is to be said which of them do
    not count.
    """
    people = {entrant.slot: phrases.who(t, entrant.user) for entrant in item.entrants}
    lines = list[str]()
    pairings = list(pairings)
    out = (
        struck(placed(item.entrants), meetings(item, every))
        if item.kind == "round-robin" and every
        else set()
    )
    pairs = {
        (pair.round, pair.board, 2 * pair.leg): pair.points
        for pair in meetings(item, pairings)
        if pair.points
    }
    for pairing in pairings:
        first, second = pairing.slots
        if second is None:
            lines.append(t(texts.PAIRING_FREE, first=people[first]))
            continue
        template = texts.PAIRING
        if pairing.result is not None:
            template = texts.PAIRING_FORFEIT if pairing.how == "forfeit" else texts.PAIRING_RESULT
        elif pairing.how == "late":
            template = texts.PAIRING_LATE
        result = {"1/2": "½–½"}.get(pairing.result or "", (pairing.result or "").replace("-", "–"))
        values = {"result": Markup(result), "match": pairing.match_name or "·"}
        line = t(template, **values, first=people[first], second=people[second])
        # The result of a pair stands beside its second game, with sides as there.
        won = pairs.get(pairing.order)
        if won:
            result = "–".join(charts.points(t, score) for score in reversed(won))
            line = t(texts.PAIRING_PAIR, line=line, result=Markup(result))
        void = pairing.result is not None and out & set(pairing.slots)
        lines.append(t(texts.PAIRING_VOID, line=line) if void else line)
    return lines


def settled(t: Language, item: Tournament, pairing: Pairing, result: str) -> str:
    """A result that an organiser gives, in words, without markup."""
    slot = {"1-0": pairing.slots[0], "0-1": pairing.slots[1]}.get(result)
    if slot is None:
        return t.label(texts.SETTLED[result])
    winner = item.slot(slot)
    return t.label(texts.SETTLED_WON, who=phrases.named(t, winner.user, winner.name))
