"""Pictures of standings and brackets, with what they show in words."""

from collections.abc import Mapping, Sequence
from functools import partial

from bot.chat.board import charts
from bot.chat.features.tournaments import texts
from bot.chat.features.tournaments.phrases import breaks, counts_points, state_label
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.chat.pictures.images import Images
from bot.chat.pictures.picture import Picture
from bot.domain.tournaments.tournament import Standing, Tie, Tournament
from render.charts import brackets
from render.charts.brackets import Meeting
from render.charts.tables import TableLine


def _subtitle(t: Language, item: Tournament) -> str:
    return f"{item.name} · {item.game.name} · {state_label(t, item)}"


async def standings(
    images: Images,
    t: Language,
    item: Tournament,
    lines: Sequence[Standing],
    *,
    user: int = 0,
    theme: str = charts.THEME,
) -> Picture:
    """Part of the standings of a tournament, at most as many lines as fit a table.

    That of ``user`` is marked.
    """
    columns = [texts.COLUMN_POINTS] if counts_points(item) else []
    columns.append(texts.COLUMN_TALLY)
    if lines:
        columns += [name for name, _ in _shown_breaks(lines[0])]
    return await charts.table(
        images,
        t,
        f"standings-{item.name}",
        [_line(t, item, standing, user) for standing in lines],
        columns=[t.label(column) for column in columns],
        title=item.title,
        subtitle=_subtitle(t, item),
        title_in_words=item.title,
        theme=theme,
    )


def _line(t: Language, item: Tournament, standing: Standing, user: int) -> TableLine:
    entrant = standing.entrant
    rank = str(standing.rank or "–")
    cells = _cells(t, item, standing)
    return TableLine(rank, entrant.name, cells, own=entrant.user == user, faint=entrant.gone)


def _cells(t: Language, item: Tournament, standing: Standing) -> tuple[str, ...]:
    cells = list[str]()
    if counts_points(item):
        cells.append(charts.points(t, standing.points))
    cells.append(f"{standing.wins} / {standing.draws} / {standing.losses}")
    cells += [charts.points(t, value) for _, value in _shown_breaks(standing)]
    return tuple(cells)


def _shown_breaks(standing: Standing) -> list[tuple[str, float]]:
    """The tie-break that there is room for beside the names; the text has them all."""
    return breaks(standing)[:1]


async def bracket(
    images: Images,
    t: Language,
    item: Tournament,
    ties: Sequence[Sequence[Tie]],
    *,
    part: int = 0,
    theme: str = charts.THEME,
) -> Picture:
    """The rounds of a knock-out from the current round on; of a large field one part."""
    sizes = [len(round_ties) for round_ties in ties]
    names = {entrant.slot: entrant.name for entrant in item.entrants}
    labels = list[str]()
    meetings = list[list[Meeting]]()
    for index, boards in brackets.window(sizes, item.round, part):
        labels.append(_round_label(t, index, last=len(ties) - 1))
        meetings.append([_meeting(t, ties[index][board], names) for board in boards])
    draw = partial(
        brackets.bracket,
        meetings,
        title=item.title,
        subtitle=_bracket_subtitle(t, item, part, brackets.parts(sizes, item.round)),
        labels=labels,
        theme=theme,
        say=t.say,
    )
    data = await images.run(draw)
    return Picture(f"bracket-{item.name}.png", data, _bracket_in_words(t, labels, meetings))


def _bracket_subtitle(t: Language, item: Tournament, part: int, parts: int) -> str:
    subtitle = _subtitle(t, item)
    if parts == 1:
        return subtitle
    number = min(part, parts - 1) + 1
    return f"{subtitle} · {t.label(texts.BRACKET_PART, part=number, parts=parts)}"


def _round_label(t: Language, index: int, last: int) -> str:
    if index == last:
        return t.label(texts.BRACKET_FINAL)
    return t.label(texts.BRACKET_ROUND, round=index + 1)


def _bracket_in_words(
    t: Language, labels: Sequence[str], meetings: Sequence[Sequence[Meeting]]
) -> str:
    """The bracket for those who listen, round by round."""
    rounds = list[str]()
    for label, round_meetings in zip(labels, meetings, strict=True):
        state = t.listed([_described(t, meeting) for meeting in round_meetings])
        rounds.append(t.label(shared.STATE_OF, 1024, name=label, state=state))
    return t.label(texts.BRACKET_ALT, 1024, ties=tuple(rounds))


def bracket_parts(item: Tournament, ties: Sequence[Sequence[Tie]]) -> int:
    """The number of pictures of a bracket."""
    return brackets.parts([len(row) for row in ties], item.round)


def bracket_part(item: Tournament, ties: Sequence[Sequence[Tie]], slot: int) -> int:
    """The first picture with a tie of an entrant; 0 if there is none."""
    sizes = [len(round_ties) for round_ties in ties]
    for part in range(bracket_parts(item, ties)):
        for index, boards in brackets.window(sizes, item.round, part):
            if any(slot in ties[index][board].slots for board in boards):
                return part
    return 0


def _meeting(t: Language, tie: Tie, names: Mapping[int, str]) -> Meeting:
    first, second = (names.get(slot, "") if slot is not None else "" for slot in tie.slots)
    winner = None
    if tie.winner is not None and tie.winner in tie.slots:
        winner = tie.slots.index(tie.winner)
    is_bye = tie.is_decided and None in tie.slots
    return Meeting((first, second), winner, _scores(t, tie), bye=is_bye)


def _scores(t: Language, tie: Tie) -> tuple[str, str]:
    """The points of both in all games of a tie; empty before the first result."""
    if all(pairing.scores is None for pairing in tie.games):
        return "", ""
    sums = [0.0, 0.0]
    for pairing in tie.games:
        scores = pairing.points or pairing.scores or ()
        for slot, score in zip(pairing.slots, scores, strict=False):
            sums[tie.slots.index(slot)] += score
    return charts.points(t, sums[0]), charts.points(t, sums[1])


def _described(t: Language, meeting: Meeting) -> str:
    first, second = meeting.names
    if meeting.bye:
        return t.label(shared.HINTS_OF, who=first or second or "–", n=t.say("bye"))
    pair = f"{first or '–'} – {second or '–'}"
    if meeting.winner is None:
        return pair
    return t.label(shared.HINTS_OF, who=pair, n=meeting.names[meeting.winner])
